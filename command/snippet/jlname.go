package snippet

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// jlLetter reports whether a name may begin with a letter. Of those beyond ASCII only
// such are taken as no normal form makes another one of.
func jlLetter(c rune) bool {
	return c == '_' || c < utf8.RuneSelf && letter(byte(c)) || c >= 'Α' && c <= 'ω' || c == '∂' || c == '∇'
}

// word goes past a name.
func (r *jlReader) word() string {
	from := r.at
	for r.at < len(r.s) {
		c, n := utf8.DecodeRuneInString(r.s[r.at:])
		if !jlLetter(c) && !(c >= '0' && c <= '9') && !(c >= '₀' && c <= '₉') && !(c == '!' && r.byte(r.at+1) != '=') {
			break
		}
		r.at += n
	}
	return r.s[from:r.at]
}

// name takes a name that stands behind no dot.
//
// Long: one case a kind of name.
func (r *jlReader) name() {
	behind, adjacent := r.last, r.end == r.at
	from, module := r.at, r.module
	name := r.word()
	r.module = false
	switch {
	case behind == "." && adjacent, adjacent && (behind == jlWasText || behind == jlWasChar), module && name == "where":
		r.fail()
	case r.byte(r.at) == '"':
		if !listWords("r raw v b", name) || behind == "." {
			r.fail()
			return
		}
		r.quoted(false)
		for r.byte(r.at) >= 'a' && r.byte(r.at) <= 'z' { // how a pattern is matched
			r.at++
		}
		r.end = r.at
	case listWords("using import", name):
		if behind != "" && behind != "\n" && behind != ";" && behind != " begin" {
			r.fail()
			return
		}
		r.loading(name)
	case jlKeyword(name):
		if r.byte(r.at) == '\'' {
			r.fail()
		}
		r.is(" " + name)
	case name == "Pkg":
		r.manages()
	case name == "ENV":
		r.environment()
	case jlModule(name) != "":
		r.known(name, from)
	case name == "include":
		m := jlConstant.FindStringSubmatch(r.s[r.at:])
		if len(m) != 3 || m[2] != ")" || strings.HasPrefix(m[1], "~") {
			r.fail()
			return
		}
		r.own, r.others = true, true
		r.add(Effect{Kind: pipeline.KindCode, Object: juliaBeside(r.given, m[1])})
		r.called(m[0])
	case jlFile(name), r.format && (name == "format" || name == "format_file"):
		r.file(name)
	case jlReaches(name), name == "function" && r.byte(r.at) == '.':
		r.fail()
	default:
		r.spells = r.spells || jlSpells(name) && !r.printed(from) || name == "String" && (strings.HasPrefix(r.s[r.at:], "(") || strings.HasPrefix(r.s[r.at:], ".(") || behind == "(")
		r.asks(name)
		r.is(name)
		r.module = r.byte(r.at) == '.' && (name[0] >= 'A' && name[0] <= 'Z' || slices.Contains(r.loaded, name))
		if r.module && behind == " function" { // of a module
			r.fail()
		}
	}
}

// asks notes what the project may not be asked for: what stays behind, by the words of
// the name.
func (r *jlReader) asks(name string) {
	r.orders = r.orders || !exAsked(name) && !listWords("push! pushfirst! delete! deleteat! dropzeros dropzeros! dropdims droptol! drop truncate put! concat", name)
}

// printed reports whether what begins at a place is all that is printed.
func (r *jlReader) printed(from int) bool {
	return strings.HasSuffix(r.s[:from], "println(") || strings.HasSuffix(r.s[:from], "print(")
}

// member takes .name behind a value or a module.
func (r *jlReader) member() {
	module := r.module
	if !r.value() {
		r.fail()
		return
	}
	r.at++
	from := r.at
	name := r.word()
	switch {
	case r.byte(r.at) == '"' || r.byte(r.at) == '`' || r.byte(r.at) == '\'' && jlKeyword(name):
		r.fail()
	case jlFile(name), r.format && name == "format":
		r.file(name)
	case jlReaches(name), jlModule(name) != "", listWords("Pkg ENV include module mod mt wrapper primary args code sig parameters instance roots source defs func specTypes def linfo", name): // what functions and types are made of
		r.fail()
	default:
		r.spells = r.spells || jlSpells(name) && !r.printed(from)
		r.asks(name)
		r.is(name)
		r.module = module
	}
}

// known takes a module of the language, with the member that is asked of it.
func (r *jlReader) known(module string, from int) {
	if strings.HasSuffix(strings.TrimRight(r.s[:from], " "), "function") { // a method for what others call
		r.fail()
		return
	}
	for r.byte(r.at) == '.' {
		if r.at++; r.byte(r.at) == '@' {
			r.macro()
			return
		}
		name := r.word()
		switch {
		case jlFile(name):
			r.file(name)
			return
		case !listWords(jlModule(module), name):
			r.fail()
			return
		}
		r.spells = r.spells || jlSpells(name) && !r.printed(from)
		if module = name; jlModule(module) == "" {
			r.is(module)
			r.module = true
			return
		}
	}
	if listWords("Base Sys GC Threads Iterators", module) {
		r.fail()
	}
	r.is(module)
}

// macro takes @name: one that measures, tests, prints or says how code is compiled.
func (r *jlReader) macro() {
	if r.end == r.at && (r.value() || r.last == jlWasText) && r.last != "(" {
		r.fail()
		return
	}
	if r.at++; r.byte(r.at) == '.' { // every call behind it is made for each element
		r.at++
		r.is("@.")
		return
	}
	name := r.word()
	if r.byte(r.at) == '.' { // Threads.@threads is the other way round, too
		r.fail()
	}
	if r.byte(r.at) == '"' || !listWords(`time timev timed showtime elapsed allocated allocations btime btimed belapsed ballocated benchmark benchmarkable show assert inbounds simd inline noinline fastmath view views static
		test testset test_throws test_broken test_skip test_logs test_warn test_nowarn test_deprecated inferred printf sprintf info warn error debug logmsg code_warntype code_llvm code_native code_typed code_lowered which functionloc isdefined
		threads spawn sync async task lock kwdef enum NamedTuple boundscheck nospecialize something coalesce evalpoly profile report_opt report_call test_opt test_call goto label showprogress turbo tturbo set allocated`, name) {
		r.fail()
	}
	r.is("@" + name)
	r.module = false
}

// Calls with a constant.
var (
	jlConstant = regexp.MustCompile("^\\(\\s*\"([^\"\\\\$`\n]+)\"\\s*([,;)])")
	jlOpens    = regexp.MustCompile("^\\(\\s*\"([^\"\\\\$`\n]+)\"\\s*(?:,\\s*\"(r|w|a|r\\+|w\\+|a\\+)\"\\s*)?(\\))")
	jlRemoves  = regexp.MustCompile("^\\(\\s*\"([^\"\\\\$`\n]+)\"\\s*(?:[,;]\\s*force\\s*=\\s*true\\s*)?(\\))")
	jlStream   = regexp.MustCompile(`^\((\w+)[,)]`)
	jlGives    = regexp.MustCompile(`^\)\s+do\s+(\w+)\s*[\n;]`)
	jlUsesName = regexp.MustCompile(`(?:\bdo\s+|\b(?:println|print|show|read|readlines|readline|eachline|write|readdlm|writedlm|countlines|readchomp|eof|close|flush|seekstart|position|printf)\()$`)
	jlDefines  = regexp.MustCompile(`\)\s*(?:=[^=]|::|where\b)|\bfunction\b|->`)
	jlVariable = regexp.MustCompile(`^\["(\w+)"\]\s*(?:[^=\s]|$|[\n;]|==)`)
)

// called goes past a constant, which was judged, up to what follows it.
func (r *jlReader) called(match string) {
	r.is("file")
	r.open('(')
	r.at += len(match) - 2
	r.is(jlWasText)
	r.texts = append(r.texts, jlText{s: "", parts: true}) // what * is told of
}

// file takes a function that touches a file, with the constant that names it.
func (r *jlReader) file(name string) {
	if name == "readdir" && strings.HasPrefix(r.s[r.at:], "()") {
		r.add(Effect{Kind: pipeline.KindRead, Object: ".", Look: true})
		r.is(name)
		return
	}
	if rest := r.s[r.at:]; listWords("read readlines readline eachline", name) && (strings.HasPrefix(rest, "()") || strings.HasPrefix(rest, "(stdin)") || strings.HasPrefix(rest, "(stdin,")) {
		r.spells = true // who runs it says what comes
		r.is(name)
		return
	}
	if m := jlStream.FindStringSubmatch(r.s[r.at:]); len(m) == 2 && slices.Contains(r.streams, m[1]) && listWords("read readlines readline eachline write readdlm writedlm countlines readchomp", name) {
		r.is(name)
		return
	}
	pattern := jlConstant
	switch name {
	case "open":
		pattern = jlOpens
	case "rm":
		pattern = jlRemoves
	}
	m := pattern.FindStringSubmatch(r.s[r.at:])
	if len(m) < 3 || strings.HasPrefix(m[1], "~") || strings.Contains(m[1], "://") {
		r.fail()
		return
	}
	read, write := Effect{Kind: pipeline.KindRead, Object: m[1]}, Effect{Kind: pipeline.KindWrite, Object: m[1]}
	switch {
	case name == "rm":
		r.add(Effect{Kind: pipeline.KindDelete, Object: m[1]})
	case name == "open" && m[2] != "" && m[2] != "r":
		r.add(write)
		if m[2] != "w" && m[2] != "a" {
			r.add(read)
		}
	case listWords("write writedlm savefig save touch", name):
		r.add(write)
	case name == "mkpath" || name == "mkdir":
		write.Tree = true // no file, so no code
		r.add(write)
	case name == "format" || name == "format_file":
		r.formats(m[1])
	case listWords("isfile isdir ispath islink readdir filesize mtime stat lstat", name):
		read.Look = true
		r.add(read)
	default:
		r.add(read)
	}
	if s := jlGives.FindStringSubmatch(r.s[r.at+len(m[0])-1:]); name == "open" && len(s) == 2 && len(r.streams) <= 16 {
		r.streams = append(r.streams, s[1])
	}
	r.called(m[0])
}

// formats states what the formatter writes below a folder, or a file.
func (r *jlReader) formats(at string) {
	r.add(Effect{Kind: pipeline.KindRead, Object: at, Tree: true})
	if r.formatted = true; path.Ext(at) != "" && at != "." {
		r.add(Effect{Kind: pipeline.KindWrite, Object: at, Tree: true})
		return
	}
	r.add(Effect{Kind: pipeline.KindWrite, Object: path.Join(at, "*.jl"), Pattern: true})
	r.add(Effect{Kind: pipeline.KindWrite, Object: path.Join(at, "**/*.jl"), Pattern: true})
}

// environment takes ENV["NAME"].
func (r *jlReader) environment() {
	m := jlVariable.FindStringSubmatch(r.s[r.at:])
	if len(m) != 2 {
		r.fail()
		return
	}
	r.add(Effect{Kind: pipeline.KindSecret, Object: m[1]})
	r.at += strings.IndexByte(r.s[r.at:], ']') + 1
	r.is("]")
	r.module = true // *= sets it
}

// onlyStreams reports whether a name that open gives to its block stands for nothing
// else anywhere: what reads from a name would read the file that a text names.
func (r *jlReader) onlyStreams() bool {
	if len(r.streams) == 0 {
		return true
	}
	if len(r.streams) > 16 || jlDefines.MatchString(r.s) {
		return false
	}
	for _, name := range r.streams {
		given, blocks := 0, 0
		for _, other := range r.streams {
			if other == name {
				given++
			}
		}
		for at := 0; ; {
			i := strings.Index(r.s[at:], name)
			if i < 0 {
				break
			}
			begin := at + i
			if at = begin + len(name); begin > 0 && nameByte(r.s[begin-1]) || at < len(r.s) && nameByte(r.s[at]) {
				continue
			}
			use := jlUsesName.FindString(r.s[max(0, begin-32):begin])
			if use == "" {
				return false
			}
			if strings.HasPrefix(use, "do") {
				blocks++
			}
		}
		if blocks != given {
			return false
		}
	}
	return true
}
