package snippet

import (
	"net/netip"
	"net/url"
	"path"
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

// foreignMember is a name of a module that is not of the standard library.
func (j *pyJudge) foreignMember(base pyValue, name string) pyValue {
	switch {
	case listWords("__version__ __file__ __name__ __doc__ __path__", name):
		return pyValue{}
	case base.name == "":
		return j.fail()
	case pyThird(base.name):
		return j.libraryMember(base.name + "." + name)
	case pyHidden(name):
		return j.fail()
	}
	return pyValue{what: pyForeign, name: base.name + "." + name}
}

// pyHidden lists names that nobody asks the project's own modules for: what
// they have imported, and what runs a text whatever object it belongs to.
func pyHidden(name string) bool {
	if strings.HasPrefix(name, "_") || name == "" {
		return true
	}
	return listWords(`os sys subprocess shutil builtins importlib ctypes socket pathlib Path io pickle marshal runpy pty posix multiprocessing tempfile glob urllib requests httpx aiohttp http
		ftplib smtplib telnetlib asyncio signal commands webbrowser paramiko fabric sh plumbum invoke pexpect inspect gc types code codeop threading fcntl mmap resource
		eval exec compile open globals locals vars getattr setattr delattr mro func_globals system popen Popen rmtree unlink kill killpg fork execv execve execvp spawn
		import_module load_module exec_module run_path run_module chdir chmod chown environ putenv symlink`, name)
}

// pyReaches reports whether a function does by convention what stays behind, as
// the targets of build tools of that name do.
func pyReaches(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(c rune) bool { return c == '_' || c == '.' }) {
		if listWords(`deploy deployment undeploy publish release upload provision rollout rollback promote destroy wipe purge nuke teardown drop truncate flushdb flushall shutdown reboot
			uninstall install exfiltrate exfil attack exploit payload backdoor sendmail delete`, strings.ToLower(part)) {
			return true
		}
	}
	return false
}

// pyCommands lists functions that take a command, as long as they get anything.
func pyCommands(name string) bool {
	return listWords(`run call check_call check_output getoutput shell bash cmd command run_command run_cmd runcmd run_shell execute exec_command call_command sudo local ssh remote fetch download`, name)
}

// foreignCall calls a function of the project, or of a library.
func (j *pyJudge) foreignCall(fn pyValue, n *node) pyValue {
	if pyThird(fn.name) {
		return j.libraryCall(fn.name, n)
	}
	return j.ownCall(fn.name, n)
}

// ownCall calls what belongs to the project, by the name that is known of it.
func (j *pyJudge) ownCall(name string, n *node) pyValue {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if name == "" || pyReaches(name) || pyCommands(last) && len(n.kids) > 1 {
		return j.fail()
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		v := j.eval(a)
		if v.what != pyPath {
			j.accept(v)
			continue
		}
		for _, t := range v.texts {
			if t.home || outward(t.s) {
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

// inward reports whether no constant of a program that calls the project's
// functions points out of the project.
func inward(n *node) bool {
	if n == nil {
		return true
	}
	if (n.kind == nText || n.kind == nFormat) && outward(n.text) {
		return false
	}
	for _, kid := range n.kids {
		if !inward(kid) {
			return false
		}
	}
	return true
}

// outward reports whether a text names something out of the project, or is a
// command line that does: a place of the system, a home, another host, a file
// of secrets.
func outward(s string) bool {
	for _, secret := range [...]string{".env", ".ssh", "id_rsa", "id_ed25519", ".aws", ".netrc", ".pgpass", ".gnupg", ".git/", ".kube", ".bash", ".zsh", ".profile", "-rf", "-fr", "__"} {
		if strings.Contains(s, secret) && s != "__main__" {
			return true
		}
	}
	for word := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(" \t\n\"'=,;|&<>()[]{}`", c) }) {
		if strings.Contains(word, "://") {
			u, err := url.Parse(word)
			if err != nil || u.Host == "" && strings.HasPrefix(u.Path, "//") || u.Host == "" && u.Scheme != "sqlite" && u.Scheme != "memory" || u.Host != "" && !loopbackHost(u.Hostname()) {
				return true
			}
			continue
		}
		if a, err := netip.ParseAddr(word); err == nil && !a.IsLoopback() && !a.IsUnspecified() {
			return true
		}
		if strings.HasPrefix(word, "~") || strings.HasPrefix(word, "$") || word == ".." || strings.HasPrefix(word, "../") || strings.Contains(word, "/../") || strings.HasSuffix(word, "/..") {
			return true
		}
		if i := strings.Index(word, ":/"); i >= 0 { // scp, DOCKER_HOST, a drive
			word = word[i+1:]
		}
		if word == "/" || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "/*") {
			return true
		}
		if strings.HasPrefix(word, "/") && listWords("bin boot dev etc home lib lib32 lib64 lost+found media mnt opt proc root run sbin snap srv sys tmp usr var Users private", strings.SplitN(path.Clean(word), "/", 3)[1]) {
			return true
		}
	}
	return false
}

// loopbackHost reports whether a host is this machine, as it is usually written.
func loopbackHost(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "0.0.0.0" || host == "testserver" || host == "test"
}

// connects notes that a constant URL is asked for.
func (j *pyJudge) connects(n *node) {
	if n == nil {
		j.failed = true
		return
	}
	v := j.plain(n)
	if len(v.texts) == 0 {
		j.failed = true
	}
	for _, t := range v.texts {
		if t.glob || !strings.HasPrefix(t.s, "http://") && !strings.HasPrefix(t.s, "https://") || strings.ContainsAny(t.s, "\\ \t\n@") {
			j.failed = true
		}
		j.add(Effect{Kind: pipeline.KindConnect, Object: t.s})
	}
}

// runs notes that a program is started with constant words: subprocess.run([…]).
func (j *pyJudge) runs(n *node) {
	j.only(n, 1, "capture_output text check timeout stdout stderr encoding universal_newlines shell")
	first := j.argument(n, 0, "args")
	shell := j.argument(n, 9, "shell")
	var words []string
	switch {
	case first == nil, shell != nil && shell.text != "False" && shell.text != "True":
		j.failed = true
		return
	case shell != nil && shell.text == "True":
		words = []string{"/bin/sh", "-c", j.word(first)}
	case first.kind == nList || first.kind == nTuple:
		for _, kid := range first.kids {
			words = append(words, j.word(kid))
		}
	default: // a name alone is a program without arguments
		j.failed = true
		return
	}
	if len(words) == 0 || words[0] == "" || strings.Contains(strings.Join(words, ""), "\x00") {
		j.failed = true
		return
	}
	j.starts = append(j.starts, Effect{Kind: pipeline.KindRun, Object: strings.Join(words, "\x00")})
}

// word is a word of a command, which must be a constant.
func (j *pyJudge) word(n *node) string {
	v := j.plain(n)
	if len(v.texts) != 1 || v.texts[0].glob || v.texts[0].home || v.texts[0].full {
		j.failed = true
		return ""
	}
	return v.texts[0].s
}
