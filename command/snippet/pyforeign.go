package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// A module that is neither of the standard library nor of a listed library is
// the project's own. Importing it runs code of the folder, which is stated, and
// which is allowed what a test run of the project is. So its functions may be
// called and what they give back may be used, whatever they are: that is the
// same code. What it must not become is a way around the rules for everything
// else. So it is not asked for modules that it has imported itself, for
// functions that run texts or commands, or for what deploys and destroys; and
// no constant of the program points out of the project.

// foreignMember is a name of a module that is not of the standard library. A module of
// the project that is asked for os or subprocess would hand out the real ones.
func (j *pyJudge) foreignMember(base pyValue, name string) pyValue {
	switch {
	case name == "__path__": // where it looks for modules
		return pyValue{what: pySysPath}
	case listWords("__version__ __file__ __name__ __doc__ __table__ __tablename__ __fields__ __dataclass_fields__ __all__ __annotations__ __mro__ __bases__ __qualname__ __module__ VERSION", name):
		j.soft.lists(name)
		return pyValue{}
	case base.name == "":
		return j.fail()
	case pyThird(base.name):
		return j.libraryMember(base.name + "." + name)
	case pyHidden(name), pyBorrowed(base.name):
		return j.fail()
	}
	return pyValue{what: pyForeign, name: base.name + "." + name}
}

// pyHidden lists names that nobody asks the project's own modules for: what they have
// imported, and what runs a text whatever object it belongs to. Names with a low line
// are private by convention, and those with two lead to the inside of objects.
func pyHidden(name string) bool {
	if strings.HasPrefix(name, "_") || name == "" {
		return true
	}
	return listWords(`os sys subprocess shutil builtins importlib ctypes socket pathlib Path io pickle marshal runpy pty posix multiprocessing tempfile glob urllib requests httpx aiohttp http
		ftplib smtplib telnetlib asyncio signal commands webbrowser paramiko fabric sh plumbum invoke pexpect inspect gc types code codeop threading fcntl mmap resource
		eval exec compile open globals locals vars getattr setattr delattr mro func_globals system popen Popen rmtree unlink kill killpg fork execv execve execvp spawn
		write_text write_bytes rmdir symlink_to hardlink_to rename renames makedirs removedirs copytree from_string read_pickle to_pickle
		import_module load_module exec_module run_path run_module chdir chmod chown environ putenv symlink`, name)
}

// pyReaches reports whether a function does by convention what stays behind, as the
// targets of build tools of that name do. By the words of the name: nobody reads what
// it does here, but people name such functions for what they do, and whoever runs
// deploy_all means it.
func pyReaches(name string) bool {
	clears, all, sends, letter := false, false, false, false
	for part := range nameParts(name) {
		switch {
		case listWords(`deploy deployment undeploy publish release upload provision rollout rollback promote destroy wipe purge nuke teardown drop truncate flushdb flushall shutdown reboot
			uninstall install exfiltrate exfil attack exploit payload backdoor sendmail delete erase kill terminate push migrate migrations forever`, part):
			return true
		case listWords("remove clear reset clean flush empty", part):
			clears = true
		case listWords("all everything everyone db database databases prod production tables users bucket disk", part):
			all = true
		case listWords("send put", part):
			sends = true
		case listWords("mail email emails sms message task object", part):
			letter = true
		}
		if clears && all || sends && letter {
			return true
		}
	}
	return false
}

// nameParts yields the words that a name is made of: snake_case, camelCase. fooBar and
// foo_bar have the same parts.
func nameParts(name string) func(func(string) bool) {
	return func(yield func(string) bool) {
		from := 0
		for i := 0; i <= len(name); i++ {
			if i < len(name) && name[i] != '_' && name[i] != '.' && !(i > from && name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z') {
				continue
			}
			if i > from && !yield(strings.ToLower(name[from:i])) {
				return
			}
			if from = i; i < len(name) && (name[i] == '_' || name[i] == '.') {
				from++
			}
		}
	}
}

// pyCommands lists functions that take a command, as long as they get anything. With no
// argument such a function can only run what the project has written itself.
func pyCommands(name string) bool {
	if listWords(`run call check_call check_output getoutput command run_command runcmd execute exec_command call_command local remote fetch download`, name) {
		return true
	}
	does, command := false, false
	for part := range nameParts(name) {
		switch {
		case listWords("shell bash exec sudo ssh", part):
			return true
		case listWords("run do call execute invoke os start send launch", part):
			does = true
		case listWords("cmd command commands system script", part):
			command = true
		}
	}
	return does && command || name == "cmd" || name == "sh"
}

// foreignCall calls a function of the project, or of a library.
func (j *pyJudge) foreignCall(fn pyValue, n *node) pyValue {
	if pyThird(fn.name) {
		return j.libraryCall(fn.name, n)
	}
	return j.ownCall(fn.name, n)
}

// ownCall calls what belongs to the project, by the name that is known of it. No
// argument may point out of the project: delete_tree(path) of the project is harmless
// with a path of the project.
func (j *pyJudge) ownCall(name string, n *node) pyValue {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if name == "" || pyReaches(name) || listWords("copy_expert copy_from copy_to extra", last) && len(n.kids) > 1 || last == "copy" && len(n.kids) > 1 && strings.Contains(n.kids[1].text, " ") || last == "raw" && len(n.kids) > 1 && n.kids[1].kind == nText && !j.queries(last, n) || pyCommands(last) && len(n.kids) > 1 && !j.queries(last, n) || pyEntry(last) && ordered(n) || pyDumps(name) || changesRecords(n) {
		return j.fail()
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			if elsewhere(a) {
				return j.fail()
			}
			a = a.kids[0]
		}
		v := j.eval(a)
		if v.what != pyPath {
			j.accept(v)
			for _, t := range v.texts { // put together from constants
				if !t.glob && j.outside(t.s) && !(t.s == "/" && j.isRoute(n, a)) {
					return j.fail()
				}
			}
			continue
		}
		for _, t := range v.texts {
			if t.home || j.outside(t.s) {
				return j.fail()
			}
		}
		if len(v.texts) == 0 {
			return j.fail()
		}
	}
	j.handed = true
	return pyValue{what: pyObject}
}

// connects notes that a constant URL is asked for.
func (j *pyJudge) connects(n *node) {
	if n == nil {
		j.failed = true
		return
	}
	v := j.plain(n)
	if len(v.texts) == 0 {
		if begin := j.begins(n); local(begin) {
			j.add(Effect{Kind: pipeline.KindConnect, Object: begin})
			return
		}
		j.failed = true
	}
	for _, t := range v.texts {
		if t.glob && !local(t.s) || !strings.HasPrefix(t.s, "http://") && !strings.HasPrefix(t.s, "https://") || strings.ContainsAny(t.s, "\\ \t\n@") {
			j.failed = true
		}
		j.add(Effect{Kind: pipeline.KindConnect, Object: t.s})
	}
}

// changesRecords reports whether a call may change all records that a query finds:
// User.objects.filter(...).update(admin=True). What a dictionary is given has no names.
// It is the one thing that data access does by a chain of harmless names.
func changesRecords(n *node) bool {
	if len(n.kids) < 2 || n.kids[0].kind != nAttr {
		return false
	}
	named := n.kids[0].text == "update"
	for _, a := range n.kids[1:] {
		named = named && a.kind == nArg
	}
	return named || n.kids[0].text == "bulk_update"
}
