package snippet

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// A program in Lua is read by its names, as one in Elixir is: the few globals by
// which it reaches out may stand nowhere but before a member that is listed, or
// with a constant. All other names are its own, or only compute. A module that it
// requires is the project's, and gets nothing that points out of it.

// luaReader is a program under way.
type luaReader struct {
	report
	s       string
	at      int
	last    string // the token before: a name, or the byte of a sign
	asks    bool   // a module of the project is required
	outward bool   // a text points out of the project
	reaches bool   // a member is asked for that a module may do harm by
	failed  bool
	count   map[string]int // how often each word stands there
}

// LuaOwn reads a program in Lua.
func LuaOwn(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return nil, false
	}
	if strings.HasPrefix(text, "#") { // the first line may name the interpreter
		_, text, _ = strings.Cut(text, "\n")
	}
	r := &luaReader{s: text}
	for r.at < len(r.s) && !r.failed {
		r.token(r.s[r.at])
	}
	if r.failed || r.asks && (r.outward || r.reaches) || feeds(r.effects, r.asks) {
		return nil, false
	}
	if r.asks {
		r.add(Effect{Kind: pipeline.KindCode, Object: "."})
	}
	return r.effects, true
}

// token takes one token.
//
// Long: one case a kind of token.
func (r *luaReader) token(c byte) {
	switch {
	case c == ' ' || c == '\n' || c == '\t':
		r.at++
	case strings.HasPrefix(r.s[r.at:], "--"):
		if r.at += 2; r.long() {
			return
		}
		for r.at < len(r.s) && r.s[r.at] != '\n' {
			if c := r.s[r.at]; c < ' ' && c != '\t' {
				r.failed = true
			}
			r.at++
		}
	case c == '"' || c == '\'':
		r.quoted(c)
		r.last = "text"
	case c == '[' && r.long():
		r.last = "text"
	case c >= '0' && c <= '9', c == '.' && r.at+1 < len(r.s) && digit(r.s[r.at+1]) && r.last != ".":
		for r.at < len(r.s) && (nameByte(r.s[r.at]) || r.s[r.at] == '.' && !strings.HasPrefix(r.s[r.at:], "..")) {
			r.at++
		}
		r.last = "text"
	case nameStart(c) && c < utf8.RuneSelf:
		r.name()
	case strings.IndexByte("()[]{}<>,;=+-*/%^#:.~&|", c) >= 0:
		if r.at++; c == '.' && r.at < len(r.s) && r.s[r.at] == '.' { // a .. b
			for r.at < len(r.s) && r.s[r.at] == '.' {
				r.at++
			}
			c = ','
		}
		r.last = string(c)
	default:
		r.failed = true
	}
}

// long takes [[…]] or [==[…]==], if it begins here.
func (r *luaReader) long() bool {
	open := luaLong.FindString(r.s[r.at:])
	if open == "" {
		return false
	}
	closes := strings.ReplaceAll(open, "[", "]")
	end := strings.Index(r.s[r.at+len(open):], closes)
	if end < 0 {
		r.failed = true
		return true
	}
	r.says(r.s[r.at+len(open) : r.at+len(open)+end])
	r.at += len(open) + end + len(closes)
	return true
}

// luaLong begins a long text or comment, of which the number of signs has to be the
// same at its end (Lua 5.4, 3.1).
var luaLong = regexp.MustCompile(`^\[=*\[`)

// quoted takes a text.
func (r *luaReader) quoted(quote byte) {
	from := r.at + 1
	for i := from; i < len(r.s); i++ {
		switch c := r.s[i]; {
		case c == quote:
			r.says(r.s[from:i])
			r.reaches = r.reaches || r.last == "[" && luaDoes(r.s[from:i]) // x["f"]()
			r.at = i + 1
			return
		case c == '\n':
			r.failed = true
			return
		case c == '\\':
			if i++; i < len(r.s) && strings.IndexByte("xuz0123456789", r.s[i]) >= 0 {
				r.outward = true // what is put together by numbers
			}
		}
	}
	r.failed = true
}

// says notes a text that points out of the project.
func (r *luaReader) says(s string) {
	r.outward = r.outward || outward(s) || sqlChanges(s) || strings.HasPrefix(s, "/")
}

// name takes a name with what stands behind it.
func (r *luaReader) name() {
	from := r.at
	r.at = wordEnd(r.s, r.at)
	name, before := r.s[from:r.at], r.last
	r.last = name
	rest := r.s[r.at:]
	switch {
	case r.at < len(r.s) && r.s[r.at] >= utf8.RuneSelf:
		r.failed = true
	case before == "." || before == ":":
		bare := strings.TrimLeft(rest, " \n\t")
		if bare != "" && strings.IndexByte("({\"'[", bare[0]) >= 0 {
			r.reaches = r.reaches || luaDoes(name)
		}
	case name == "require":
		m := luaModule.FindStringSubmatch(rest)
		if tried := luaTried.FindStringSubmatch(rest); tried != nil && strings.HasSuffix(r.s[:from], "pcall(") {
			m = tried
		}
		if len(m) != 2 || luaStranger(m[1]) {
			r.failed = true
			return
		}
		r.asks = true
		r.at += len(m[0])
		r.last = "text"
	case name == "package" && before != "local" && before != "function":
		r.searches(luaSearch.FindString(rest))
	case name == "dofile" || name == "loadfile":
		r.loads(luaConstant.FindStringSubmatch(rest))
	case listWords("io os", name):
		r.library(name)
	case luaReaches(name):
		r.failed = true
	case strings.HasPrefix(rest, "(") && before != "function" && !luaGlobal(name): // which the program must define
		r.failed = !r.again(name)
	}
}

// again reports whether a name stands anywhere else as well.
func (r *luaReader) again(name string) bool {
	if r.count == nil {
		r.count = make(map[string]int)
		for _, one := range luaWord.FindAllString(r.s, -1) {
			r.count[one]++
		}
	}
	return r.count[name] > 1
}

// luaWord is a name within what was read already.
var luaWord = regexp.MustCompile(`[A-Za-z_]\w*`)

// luaGlobal lists functions of Lua that only compute or print.
func luaGlobal(name string) bool {
	return listWords(`print pairs ipairs tostring tonumber type select next assert error pcall xpcall setmetatable getmetatable rawget rawset rawequal rawlen unpack collectgarbage and or not in if elseif while until
		return then do else end local repeat for function`, name)
}

// luaDoes reports whether a function of a module does by its name what stays behind.
func luaDoes(name string) bool {
	return pyReaches(name) || listWords("execute exec popen system run_command shell eval spawn connect request download fetch", name)
}

// luaModule is require of a constant name.
var luaModule = regexp.MustCompile(`^\s*\(?\s*["']([\w.-]+)["']\s*\)?`)

// luaTried is the module that pcall(require, "x") loads, behind the name of require.
var luaTried = regexp.MustCompile(`^\s*,\s*["']([\w.-]+)["']\s*\)`)

// luaSearch puts folders before or behind those in which modules are looked for.
var luaSearch = regexp.MustCompile(`^\.path\s*=\s*(?:["'][\w./?;-]+["']\s*\.\.\s*)*(?:package\.path|["'][\w./?;-]+["'])(?:\s*\.\.\s*["'][\w./?;-]+["'])*`)

// luaFolders are the texts of it.
var luaFolders = regexp.MustCompile(`["']([^"']+)["']`)

// searches judges package.path = "scripts/?.lua;" .. package.path: folders of the project.
func (r *luaReader) searches(s string) {
	if s == "" || !luaEnds(r.s[r.at+len(s):]) {
		r.failed = true
		return
	}
	for _, m := range luaFolders.FindAllStringSubmatch(s, -1) {
		for place := range strings.SplitSeq(m[1], ";") {
			r.failed = r.failed || strings.HasPrefix(place, "/") || strings.Contains(place, "..")
		}
	}
	r.at += len(s)
	r.last = "text"
}

// luaEnds reports whether a statement ends before a text: what follows is neither an operator
// nor a call, which would make another value of it.
func luaEnds(s string) bool {
	for {
		s = strings.TrimLeft(s, " \t\n")
		if !strings.HasPrefix(s, "--") || strings.HasPrefix(s, "--[") {
			break
		}
		_, s, _ = strings.Cut(s, "\n")
	}
	switch {
	case s == "" || s[0] == ';':
		return true
	case !nameStart(s[0]) || s[0] >= utf8.RuneSelf:
		return false
	}
	return !listWords("and or", s[:wordEnd(s, 0)])
}

// loads judges dofile("x.lua") and its like: a file of the project, which is code of that.
func (r *luaReader) loads(call []string) {
	if len(call) != 3 || call[2] != "" || strings.HasPrefix(call[1], "/") || strings.Contains(call[1], "..") || strings.Contains(call[1], "*") {
		r.failed = true
		return
	}
	r.add(Effect{Kind: pipeline.KindCode, Object: call[1]})
	r.asks = true
	r.at += len(call[0])
	r.last = ")"
}

// luaConstant is a call with a constant, perhaps with a mode behind it.
var luaConstant = regexp.MustCompile(`^\(\s*["']([\w./*@+-]+)["']\s*(?:,\s*["']([\w*+]+)["']\s*)?\)`)

// library judges a member of io or os.
func (r *luaReader) library(name string) {
	m := luaMember.FindStringSubmatch(r.s[r.at:])
	if len(m) != 2 {
		r.failed = true
		return
	}
	r.at += len(m[0])
	r.last = m[1]
	switch name + "." + m[1] {
	case "io.write", "io.read", "io.stdout", "io.stderr", "io.stdin", "io.close", "io.type", "io.flush", "os.time", "os.date", "os.clock", "os.difftime", "os.exit":
		return
	case "io.lines":
		if strings.HasPrefix(strings.ReplaceAll(r.s[r.at:], " ", ""), "()") {
			return
		}
	}
	call := luaConstant.FindStringSubmatch(r.s[r.at:])
	if len(call) != 3 {
		r.failed = true
		return
	}
	e := Effect{Kind: pipeline.KindRead, Object: call[1]}
	switch mode := call[2]; name + "." + m[1] {
	case "io.lines":
	case "io.open":
		if mode != "" && mode != "r" && mode != "rb" {
			e.Kind = pipeline.KindWrite
			r.failed = r.failed || !listWords("w wb a ab r+ w+ a+ r+b w+b a+b", mode)
			if strings.Contains(mode, "+") {
				r.add(Effect{Kind: pipeline.KindRead, Object: call[1]})
			}
		}
	case "os.remove":
		e.Kind = pipeline.KindDelete
	case "os.getenv":
		e.Kind = pipeline.KindSecret
	default:
		r.failed = true
	}
	r.add(e)
	r.at += len(call[0])
	r.last = ")"
}

// luaMember is a function of a module behind its dot.
var luaMember = regexp.MustCompile(`^\.([a-z]+)`)

// luaReaches lists globals by which a program reaches out, takes code, or gets at
// all globals by their names.
func luaReaches(name string) bool {
	return listWords(`load loadstring loadfile dofile require debug package module getfenv setfenv _G _ENV ffi newproxy lfs socket posix ngx redis vim love tarantool box turbo`, name)
}

// LuaModule reports whether a name is that of a module in a folder of the project, as far as
// it is none that is known to reach out.
func LuaModule(name string) bool {
	return strings.Contains(name, ".") && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == "" && !luaStranger(name)
}

// luaStranger lists modules that are none of the project's and reach out.
func luaStranger(name string) bool {
	if strings.HasPrefix(name, ".") { // a path from the root, where ? stands alone: points are slashes
		return true
	}
	first, _, _ := strings.Cut(name, ".")
	return listWords(`os io debug package ffi jit socket ssl lfs posix http https resty luasql lsqlite3 sqlite redis mongo cqueues copas coxpcall lanes llthreads luv uv subprocess shell sh winapi alien zmq lzmq nanomsg
		mqtt stomp lpty term ltn12 mime smtp ftp pl luarocks lua_sandbox wsapi orbit sailor lapis pegasus turbo requests lua-requests`, first)
}
