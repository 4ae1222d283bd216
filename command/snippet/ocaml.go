package snippet

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// A program in OCaml reaches beyond itself through a few modules of its standard
// library, through functions of Stdlib that open files, through externals and
// through directives of the toplevel. So a module that something is taken of must be
// listed, or the program's own; those that reach out may stand nowhere but before a
// member that is listed; no external, directive, attribute or quoted text is read.
// Nothing else is linked with what ocaml is given. Names of the language and of the
// library: the OCaml manual, chapters 8 ("Lexical conventions") and 28.

// mlReader is a program under way.
type mlReader struct {
	report
	s      string
	at     int
	last   string // the token before: a name, or the byte of a sign
	own    map[string]bool
	failed bool
}

// mlModule finds the modules that a program defines.
var mlModule = regexp.MustCompile(`\bmodule\s+(?:rec\s+|type\s+)?([A-Z]\w*)|\bfunctor\s*\(\s*([A-Z]\w*)|\(\s*([A-Z]\w*)\s*:`)

// OCaml reads a program in OCaml.
func OCaml(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r\v\f") {
		return nil, false
	}
	if strings.HasPrefix(text, "#!") { // the first line may name the interpreter
		_, text, _ = strings.Cut(text, "\n")
	}
	r := &mlReader{s: text, own: map[string]bool{}}
	for _, m := range mlModule.FindAllStringSubmatch(text, 100) {
		r.own[m[1]+m[2]+m[3]] = true
	}
	for r.at < len(r.s) && !r.failed {
		r.token(r.s[r.at])
	}
	return r.effects, !r.failed
}

// token takes one token.
//
// Long: one case a kind of token.
func (r *mlReader) token(c byte) {
	rest := r.s[r.at:]
	switch {
	case c == ' ' || c == '\n' || c == '\t':
		r.at++
	case strings.HasPrefix(rest, "(*)"): // begins a comment, where most mean a product
		r.failed = true
	case strings.HasPrefix(rest, "(*"):
		r.comment()
	case c == '"':
		r.text()
		r.last = "text"
	case c == '\'':
		r.letter()
		r.last = "text"
	case mlQuoted.MatchString(rest), strings.HasPrefix(rest, "[%"), strings.HasPrefix(rest, "[@"), c == '#':
		r.failed = true
	case c >= '0' && c <= '9':
		for r.at < len(r.s) && (nameByte(r.s[r.at]) || r.s[r.at] == '.') {
			r.at++
		}
		r.last = "text"
	case c >= 'A' && c <= 'Z':
		r.capital()
	case c >= 'a' && c <= 'z' || c == '_':
		r.name()
	case strings.IndexByte("()[]{}<>,;=+-*/|&!^.:~?@$%`", c) >= 0:
		r.at++
		r.last = string(c)
	default:
		r.failed = true
	}
}

// mlQuoted begins a text between marks, or code that something else would read.
var mlQuoted = regexp.MustCompile(`^\{[a-z_]*\||^\{%`)

// comment goes behind a comment. Texts in comments have to end there, so one that
// begins is not read.
func (r *mlReader) comment() {
	depth := 0
	for r.at < len(r.s) {
		switch rest := r.s[r.at:]; {
		case strings.HasPrefix(rest, "(*"):
			depth++
			r.at += 2
		case strings.HasPrefix(rest, "*)"):
			r.at += 2
			if depth--; depth == 0 {
				return
			}
		case rest[0] == '"' || mlQuoted.MatchString(rest):
			r.failed = true
			return
		default:
			r.at++
		}
	}
	r.failed = true
}

// text takes a text, and is what it says if that is plain.
func (r *mlReader) text() (s string, plain bool) {
	from := r.at + 1
	plain = true
	for i := from; i < len(r.s); i++ {
		switch r.s[i] {
		case '\\':
			i++
			plain = false
		case '"':
			r.at = i + 1
			return r.s[from:i], plain
		}
	}
	r.failed = true
	return "", false
}

// letter takes a letter in quotes, or the name of a type.
func (r *mlReader) letter() {
	rest := r.s[r.at+1:]
	switch {
	case strings.HasPrefix(rest, `\`):
		end := strings.IndexByte(rest[min(2, len(rest)):], '\'')
		if end < 0 || end > 3 {
			r.failed = true
			return
		}
		r.at += end + 4
	case len(rest) > 1 && rest[1] == '\'':
		if rest[0] == '\'' || rest[0] == '\n' {
			r.failed = true
		}
		r.at += 3
	case rest != "" && nameStart(rest[0]) && rest[0] < utf8.RuneSelf:
		r.at++
	default:
		r.failed = true
	}
}

// word takes a name.
func (r *mlReader) word() string {
	from := r.at
	for r.at < len(r.s) && (nameByte(r.s[r.at]) || r.s[r.at] == '\'') {
		if r.s[r.at] >= utf8.RuneSelf {
			r.failed = true
		}
		r.at++
	}
	return r.s[from:r.at]
}

// capital takes the name of a module or of what makes a value.
func (r *mlReader) capital() {
	before := r.last
	name := r.word()
	r.last = name
	behind := strings.TrimLeft(r.s[r.at:], " \n\t")
	dotted := strings.HasPrefix(behind, ".")
	switch members := mlMembers(name); {
	case strings.Contains(name, "__") || strings.HasPrefix(name, "Caml") || mlReaches(name):
		r.failed = true
	case members != "": // nothing but what is listed, as it stands
		m := mlMember.FindStringSubmatch(r.s[r.at:])
		if len(m) != 2 || !listWords(members, m[1]) {
			r.failed = !r.opens(name, m)
			return
		}
		r.at += len(m[0])
		r.last = m[1]
	case dotted, before == "open" || before == "include" || before == "!":
		r.failed = r.failed || !r.own[name] && !mlData(name)
	}
}

// mlMember is a member behind its module.
var mlMember = regexp.MustCompile(`^\.([a-z]\w*)`)

// mlConstant is a constant path behind a function.
var mlConstant = regexp.MustCompile(`^\s+"([\w./@+-]+)"`)

// opens takes a function of channels with a constant path.
func (r *mlReader) opens(module string, m []string) bool {
	if len(m) != 2 || !listWords("open_text open_bin with_open_text with_open_bin", m[1]) {
		return false
	}
	kind := pipeline.KindRead
	switch module {
	case "In_channel":
	case "Out_channel":
		kind = pipeline.KindWrite
	default:
		return false
	}
	r.at += len(m[0])
	return r.opened(kind)
}

// opened states the path behind a function.
func (r *mlReader) opened(kind pipeline.EffectKind) bool {
	m := mlConstant.FindStringSubmatch(r.s[r.at:])
	if len(m) != 2 {
		return false
	}
	r.add(Effect{Kind: kind, Object: m[1]})
	r.at += len(m[0])
	r.last = "text"
	return true
}

// name takes any other name.
func (r *mlReader) name() {
	name := r.word()
	r.last = name
	switch {
	case listWords("open_in open_in_bin", name):
		r.failed = r.failed || !r.opened(pipeline.KindRead)
	case listWords("open_out open_out_bin", name):
		r.failed = r.failed || !r.opened(pipeline.KindWrite)
	case listWords("external open_in_gen open_out_gen input_value output_value from_file open_temp_file temp_file temp_dir class object method inherit virtual", name), strings.Contains(name, "unsafe"):
		r.failed = true
	}
}

// mlData lists modules of the library of which everything computes, prints or waits.
func mlData(name string) bool {
	return listWords(`List Array String Bytes Buffer Hashtbl Map Set Printf Format Seq Option Result Int Int32 Int64 Nativeint Float Char Uchar Fun Stack Queue Lazy Random Bool Unit Either Complex Printexc Gc
		Ephemeron Weak Atomic Mutex Condition Semaphore Thread Domain ListLabels ArrayLabels StringLabels BytesLabels MoreLabels StdLabels Bigarray Dynarray Lexing Str Stdlib`, name)
}

// mlMembers lists what may be asked of modules that reach out as well.
func mlMembers(name string) string {
	switch name {
	case "Sys":
		return "ocaml_version word_size int_size max_array_length max_string_length big_endian unix win32 cygwin os_type time argv opaque_identity backend_type max_floatarray_length"
	case "Filename":
		return "basename dirname concat extension remove_extension chop_extension chop_suffix check_suffix is_relative is_implicit quote"
	case "In_channel":
		return "stdin input_line input_all input_char input_lines really_input_string close set_binary_mode length"
	case "Out_channel":
		return "stdout stderr output_string output_char flush close set_binary_mode"
	case "Scanf":
		return "sscanf scanf ksscanf sscanf_opt unescaped"
	case "Arg":
		return "parse usage align parse_argv usage_string"
	case "Digest":
		return "string to_hex bytes compare equal"
	}
	return ""
}

// mlReaches lists modules that may stand nowhere: they start programs, open what they
// are named, take code or turn one type into another.
func mlReaches(name string) bool {
	return listWords("Unix UnixLabels Obj Marshal Callback Dynlink Toploop Topdirs Toplevel Effect Compenv Compmisc Runtime_events Parsing Event ThreadUnix Condition_unix Meta Symtable Bytelink Compile", name)
}
