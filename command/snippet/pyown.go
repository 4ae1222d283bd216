package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// A module that the language does not bring is the project's own if it lies
// there. Who judges on the machine itself can look; otherwise it is everything
// but the libraries that are known by name.

// stranger stands before the name of a module that surely is not the
// project's own. No module can have it in its name.
const stranger = "?"

// pyRoots lists the folders, from that of the program on, in which projects
// keep their packages.
var pyRoots = [...]string{"", "src", "lib", "python", "backend", "server", "api"}

// maxSought is how often it is looked for where a module lies.
const maxSought = 64

// kept is the name that an imported module goes by: its own, or that of a
// stranger.
func (j *pyJudge) kept(module, member string) string {
	first, rest, _ := strings.Cut(module, ".")
	if pyThird(first) {
		return module
	}
	for part := range strings.SplitSeq(module, ".") {
		if listWords("vendor vendored vendors third_party thirdparty external externals extern site_packages dist_packages node_modules", part) || strings.HasPrefix(part, "_") {
			return stranger + module
		}
	}
	if j.given.Stands == nil || j.modules[module+" "+member] {
		return module
	}
	next, _, _ := strings.Cut(rest, ".")
	if next == "" {
		next = member
	}
	if j.sought++; j.sought > maxSought {
		return stranger + module
	}
	for _, root := range append(pyRoots[:len(pyRoots):len(pyRoots)], j.roots...) {
		at := path.Join(root, first)
		if !path.IsAbs(at) {
			at = path.Join(j.given.Folder, at)
		}
		if j.given.Stands(at+".py") || j.given.Stands(at+"/__init__.py") || next != "" && (j.given.Stands(at+"/"+next+".py") || j.given.Stands(at+"/"+next)) {
			if j.modules == nil {
				j.modules = make(map[string]bool)
			}
			j.modules[module+" "+member] = true
			return module
		}
	}
	return stranger + module
}

// pyBorrowed reports whether what a name of the project's own modules stands
// for may be a library that they have imported: none is asked for its members
// that way. Words that anything may be called are left out.
func pyBorrowed(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return false
	}
	switch last := name[dot+1:]; {
	case listWords("np pd plt tf sa sp jnp cp pl nx sns mp asyncio ssl select selectors pdb code codeop dbm shelve ftplib smtplib poplib imaplib nntplib cProfile tarfile zipfile fileinput sqlite3 ctypes cffi venv ensurepip zipimport zipapp pkgutil timeit trace doctest", last):
		return true
	case listWords(`path schedule box magic can mouse keyboard rich click python packaging faker factory mock responses future past panel dash delta tables regex arrow retry backoff decorator
		telegram discord stripe jira slack openai serial bluetooth motor ray sh git wand dns tox nose build coverage mistune markdown graphviz notebook datasets tokenizers cohere attr rope envoy
		coverage salt textual invoke crontab pip wheel falcon parser interpreter board fs records dataset daemon consul nats stomp apt rpm hid uv copier robot vlc mpv responder hug unicorn pulsar
		replicate cups dnf conda interpreter distributed helium multiprocess supervisor circus socks records`, last):
		return false
	default:
		return pyThird(last)
	}
}

// pyEntry lists functions that do what the first word of their arguments says.
func pyEntry(name string) bool {
	return listWords("main cli app run_cli entry entrypoint dispatch handle execute_from_command_line call_command", name)
}

// pyDumps reports whether a function of the settings gives all of them back.
func pyDumps(name string) bool {
	parts := strings.Split(name, ".")
	if len(parts) < 2 {
		return false
	}
	return pySettings(parts[len(parts)-2]) && listWords("dict model_dump model_dump_json json to_dict as_dict asdict dump dumps items values copy", parts[len(parts)-1])
}

// pySettings lists usual names of what holds the settings of a project.
func pySettings(name string) bool {
	return listWords("settings config conf cfg env environ secrets Settings Config", name)
}

// elsewhere reports whether an argument names a host by its parameter.
func elsewhere(arg *node) bool {
	if !listWords("host hostname server addr address endpoint broker dsn", arg.text) || arg.kids[0].kind != nText {
		return false
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg.kids[0].text, "http://"), "https://"), ":")
	return !loopbackHost(host)
}

// redirects reports whether an assignment says within what the project has where connections
// go: settings.DATABASES["default"]["HOST"] = "db.example.com".
func (j *pyJudge) redirects(n *node) bool {
	for _, t := range n.kids[1:] {
		if t.kind != nIndex || t.kids[1].kind != nText || n.kids[0] == nil {
			continue
		}
		if !elsewhere(&node{kind: nArg, text: strings.ToLower(t.kids[1].text), kids: []*node{n.kids[0]}}) || n.kids[0].text == "" || strings.Contains(n.kids[0].text, " ") {
			continue
		}
		if v := j.eval(t.kids[0]); v.what == pyObject || v.what == pyForeign {
			return true
		}
	}
	return false
}

// ordered reports whether an argument of a call is an order that stays behind.
func ordered(n *node) bool {
	if n == nil {
		return false
	}
	if word := strings.TrimLeft(n.text, "-"); n.kind == nText && (pyReaches(strings.ReplaceAll(word, "-", "_")) || listWords("flush reset clear clean", word)) {
		return true
	}
	for _, kid := range n.kids {
		if ordered(kid) {
			return true
		}
	}
	return false
}

// setting notes that a credential may be among the project's settings.
func (j *pyJudge) setting(base pyValue, name string) {
	last := base.name[strings.LastIndexByte(base.name, '.')+1:]
	if name == strings.ToUpper(name) || pySettings(last) || listWords("secret_key api_key private_key access_key client_secret secret_access_key", name) {
		j.add(Effect{Kind: pipeline.KindSecret, Object: name})
	}
}
