package snippet

import (
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// Names in Elixir: what is called is told by the module before the dot, and modules
// are nothing but atoms that begin with Elixir (Kernel.SpecialForms, "alias"). So a
// name counts wherever it stands, called or not: an atom that stands in a list today
// may be called through a variable tomorrow.

// atom takes :x. With a dot behind it, it is a module of Erlang; one that reaches
// out may stand nowhere, since it could be called later.
func (r *exReader) atom() {
	r.at++
	switch c := r.byte(r.at); {
	case c == ':': // a type
		r.at++
		r.last = ","
		return
	case c == ' ' || c == '\n', strings.IndexByte("+-*/<>=!|&", c) >= 0:
		r.last = ","
		return
	case !nameStart(c) || c >= utf8.RuneSelf:
		r.fail()
		return
	}
	name := r.word()
	if r.apart() {
		r.fail()
		return
	}
	if r.byte(r.at) == '.' && r.byte(r.at+1) != '.' {
		r.at++
		fn := r.word()
		if !exErlang(name, fn) {
			r.fail()
		}
	} else if r.words = r.words || exErlangWords(name); exErlangReaches(name) || name[0] >= 'A' && name[0] <= 'Z' && strings.ToUpper(name) != name { // :DOWN is no module
		r.fail()
	}
	r.last = "text"
}

// name takes a name that no module stands before.
func (r *exReader) name() {
	before := r.last
	name := r.word()
	r.last = name
	if r.byte(r.at) == ':' && r.byte(r.at+1) != ':' && before != "." { // a key
		r.at++
		r.fills = r.fills || name == "into"
		if listWords("hostname host url uri server endpoint socket_dir node nodes command cmd", name) && !exHere.MatchString(r.s[r.at:]) {
			r.fail()
		}
		if name == "as" && exLanguage(strings.TrimLeft(r.s[r.at:], " \n")) {
			r.fail()
		}
		return
	}
	if r.byte(r.at) == '(' && before == "." || strings.HasPrefix(name, "spawn") {
		r.calls = true
	}
	called := r.byte(r.at) == '(' || r.byte(r.at) == ' ' && strings.IndexByte("\"'~:[%{", r.byte(r.at+1)) >= 0
	switch {
	case before == ".":
		if exCalls(name) || r.byte(r.at) == '(' && !exAsked(name) {
			r.fail()
		}
	case before == "@":
		if listWords("on_load after_compile before_compile after_verify external_resource compile on_definition", name) {
			r.fail()
		}
	case (name == "spawn" || name == "spawn_link" || name == "spawn_monitor") && before != "." && exFunction.MatchString(r.s[r.at:]) && strings.HasPrefix(r.s[r.at:], "(fn "): // a function as it stands
	case exKernelReaches(name), r.imports && called && !exAsked(name):
		r.fail()
	case name == "import":
		r.imports = r.imports || !exImport(strings.TrimLeft(r.s[r.at:], " "))
	}
}

// module takes A.B.c, a function of a module, or the name of one.
func (r *exReader) module() {
	if r.last == "." {
		r.fail()
		return
	}
	from := r.at
	for {
		r.word()
		if r.byte(r.at) == '.' && r.byte(r.at+1) >= 'A' && r.byte(r.at+1) <= 'Z' {
			r.at++
			continue
		}
		break
	}
	module := r.s[from:r.at]
	r.last = "Module"
	if r.apart() || strings.HasPrefix(module, "Elixir") || strings.ContainsAny(module, "?!") {
		r.fail()
		return
	}
	first, _, _ := strings.Cut(module, ".")
	switch {
	case r.byte(r.at) == '.' && r.byte(r.at+1) == '{': // alias A.{B, C}
		r.at++
		if exLanguage(first) || exStranger(first) {
			r.fail()
		}
	case r.byte(r.at) == '.' && nameStart(r.byte(r.at+1)):
		r.at++
		r.function(module, r.word())
	case r.byte(r.at) == ':' && r.byte(r.at+1) == ' ': // a key
	case !exLanguage(first):
		if r.own = true; exStranger(first) {
			r.fail()
		}
	case !exData(module): // a name that could be called later
		r.fail()
	}
}

// function judges a function of a module.
func (r *exReader) function(module, name string) {
	first, _, _ := strings.Cut(module, ".")
	r.last = name
	r.fills = r.fills || name == "into"
	r.calls = r.calls || listWords("Task Agent GenServer Supervisor DynamicSupervisor Registry Process Task.Supervisor", module) && !listWords("async await await_many async_stream sleep info call cast stop get update self alive?", name) ||
		module == "Task" && strings.HasPrefix(name, "async") && !exFunction.MatchString(r.s[r.at:])
	switch {
	case r.apart():
		r.fail()
	case module == "Kernel":
		if exKernelReaches(name) {
			r.fail()
		}
	case exData(module):
		if listWords("to_atom to_existing_atom concat_module", name) {
			r.fail()
		}
	case exLanguage(first):
		if !listWords(exFunctions(module), name) && !r.file(module, name) {
			r.fail()
		}
	case module == "Benchee" && name == "run":
	case listWords("query query! query_many", name) && !exStranger(first):
		m := exStatement.FindStringSubmatch(r.s[r.at:])
		if r.own = true; len(m) != 2 || r.sql == nil || !r.sql(m[1]) {
			r.fail()
		}
	default:
		if r.own = true; exStranger(first) || !exAsked(name) {
			r.fail()
		}
	}
}

// file takes a function of File, Path or System that is called with a constant.
func (r *exReader) file(module, name string) bool {
	m := exConstant.FindStringSubmatch(r.s[r.at:])
	if len(m) != 2 || m[1] == "" {
		return false
	}
	e := Effect{Kind: pipeline.KindRead, Object: m[1]}
	switch module + "." + name {
	case "File.read", "File.read!", "File.ls", "File.ls!":
	case "File.stream!":
		r.streams = append(r.streams, m[1])
	case "File.exists?", "File.dir?", "File.regular?", "File.stat", "File.stat!":
		e.Look = true
	case "File.write", "File.write!", "File.mkdir_p", "File.mkdir_p!", "File.touch", "File.touch!":
		e.Kind = pipeline.KindWrite
	case "File.rm", "File.rm!":
		e.Kind = pipeline.KindDelete
	case "Path.wildcard":
		e.Look, e.Pattern = true, strings.ContainsAny(m[1], globbing)
	case "System.get_env", "System.fetch_env", "System.fetch_env!":
		e.Kind = pipeline.KindSecret
	default:
		return false
	}
	r.add(e)
	r.at += len(m[0]) - 1 // the text has been judged as a path
	return true
}
