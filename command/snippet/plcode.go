package snippet

import (
	"strings"
	"unicode/utf8"

	"passepartout/pipeline"
)

// Perl says what a program does, or that it is not understood.
//
// It is a recognizer: a program within the grammar below can only compute,
// print and read its input, so no value needs to be followed. There are no
// references but those that Perl makes itself in a hash of lists (plnest.go) and
// rows that are only read (plrow.go), since without "strict" a text is one to a variable of that name; no functions of the program, no handles but the standard ones, and no word
// that is not listed. Sources: perlsyn(1), perlop(1), perlfunc(1), perlre(1).
func Perl(text string, given Given) (effects []Effect, ok bool) {
	if len(text) > MaxText || !utf8.ValidString(text) || strings.Contains("\n"+text, "\n=") {
		return nil, false
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return nil, false
		}
	}
	if strings.HasPrefix(text, "#!") {
		if line, _, _ := strings.Cut(text, "\n"); !listWords("#!/usr/bin/perl", line) && line != "#!/usr/bin/env perl" && line != "#!/usr/bin/perl -w" {
			return nil, false
		}
	}
	p := plParser{s: text, given: given, imports: given.Imports, reads: given.Lines, nests: &plNests{}, files: newFiles(), strict: plStrict(text), subs: plDefined(text)}
	p.skip()
	for p.at < len(p.s) && !p.failed {
		p.statement()
	}
	if p.failed || !p.strict && p.nests.mixed() || p.files.mixed(text) || p.reads && p.argv {
		return nil, false // what is read is what the array says then: a name like "id|" is a program
	}
	if p.reads {
		p.add(Effect{Kind: pipeline.KindRead, Operands: true})
	}
	return p.effects, true
}

// PerlLibrary lists what -M and use may name, and the functions that it brings.
func PerlLibrary(name string) (functions string, ok bool) {
	switch name {
	case "strict", "warnings", "feature", "utf8", "integer", "bigint", "bignum", "bigrat", "Time::Piece": // times are objects then
		return "", true
	case "List::Util":
		return "sum sum0 min max minstr maxstr product shuffle uniq uniqnum uniqstr uniqint head tail pairs pairkeys pairvalues zip mesh first any all none", true
	case "File::Find": // find is read by itself
		return "find", true
	case "Time::HiRes":
		return "time sleep", true
	case "Scalar::Util":
		return "looks_like_number blessed reftype", true
	case "File::Basename":
		return "basename dirname fileparse", true
	case "Carp":
		return "croak carp confess cluck", true
	case "MIME::Base64":
		return "encode_base64 decode_base64", true
	case "Digest::MD5":
		return "md5_hex", true
	case "Digest::SHA":
		return "sha1_hex sha256_hex sha512_hex", true
	case "Encode":
		return "encode decode encode_utf8 decode_utf8", true
	case "Term::ANSIColor":
		return "colored color", true
	case "Data::Dumper":
		return "Dumper", true
	case "JSON::PP":
		return "decode_json encode_json", true
	case "Text::Wrap":
		return "wrap fill", true
	case "Text::ParseWords":
		return "shellwords quotewords parse_line", true
	case "Text::Tabs":
		return "expand unexpand", true
	case "Unicode::Normalize":
		return "NFC NFD NFKC NFKD", true
	case "Storable": // its other functions read and write files, of which objects come
		return "dclone", true
	case "Math::Trig":
		return "pi deg2rad rad2deg tan acos asin atan", true
	case "Test::More": // cmp_ok, use_ok and require_ok make code of texts
		return "plan is isnt ok like unlike is_deeply pass fail diag note explain done_testing subtest", true
	case "open": // names of layers
		return ":std :utf8 :encoding(UTF-8)", true
	case "Time::Local":
		return "timegm timelocal", true
	case "POSIX":
		return "floor ceil fmod strftime round trunc pow log10 log2 mktime INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN DBL_MAX DBL_MIN DBL_EPSILON FLT_EPSILON tan asin acos", true
	}
	return "", false
}

// PerlExports reports whether a library brings its functions without being asked.
func PerlExports(name string) bool {
	return listWords("POSIX Text::Wrap Text::ParseWords Text::Tabs Unicode::Normalize Math::Trig Test::More Data::Dumper JSON::PP Time::Local File::Find File::Basename Carp MIME::Base64 Encode Term::ANSIColor", name)
}

// plParser reads a program. at is always behind blanks and comments.
type plParser struct {
	tally
	report
	s       string
	at      int
	imports string // functions of libraries
	reads   bool   // the files on the command line are read
	argv    bool   // the array of their names is used
	nests   *plNests
	files   *plFiles
	given   Given
	strict  bool   // texts are no references
	subs    string // functions of the program
	inSub   bool
	// findFrom is where that function begins; findReads says that it opens what was found.
	findFrom  int
	findReads bool
	finding   bool // the function at hand goes through folders
}

// skip passes blanks and comments.
func (p *plParser) skip() {
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case blankByte(c):
			p.at++
		case c == '#':
			for p.at < len(p.s) && p.s[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

// byte is the character at hand, or 0 at the end.
func (p *plParser) byte() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

// ahead reports whether a text follows, wherever it ends: Perl's tokens depend on what
// is expected, so there is no lexer before the parser.
func (p *plParser) ahead(s string) bool { return strings.HasPrefix(p.s[p.at:], s) }

// take goes past a text and the blanks behind it, if it follows.
func (p *plParser) take(s string) bool {
	if p.failed || !p.ahead(s) {
		return false
	}
	p.at += len(s)
	p.skip()
	return true
}

// need is take for what must stand there.
func (p *plParser) need(s string) {
	if !p.take(s) {
		p.failed = true
	}
}

// peek is the word at hand.
func (p *plParser) peek() string {
	if p.at >= len(p.s) || !nameStart(p.s[p.at]) {
		return ""
	}
	return p.s[p.at:wordEnd(p.s, p.at)]
}

// word takes a certain word.
func (p *plParser) word(words string) bool {
	w := p.peek()
	if p.failed || !listWords(words, w) || p.fat(len(w)) {
		return false
	}
	p.at += len(w)
	p.skip()
	return true
}

// fat reports whether => stands behind a word of some length, which makes it a
// text. On another line Perl may not see it.
func (p *plParser) fat(length int) bool {
	return strings.HasPrefix(strings.TrimLeft(p.s[p.at+length:], " \t"), "=>")
}

// statement reads one statement.
//
// Long: one case a kind of statement.
func (p *plParser) statement() {
	if !p.enter() {
		return
	}
	defer p.leave()
	switch {
	case p.take(";"), p.setting():
		return
	case p.word("END BEGIN"):
		p.block()
		return
	case p.word("if unless"):
		p.condition()
		p.block()
		for p.word("elsif") {
			p.condition()
			p.block()
		}
		if p.word("else") {
			p.block()
		}
		return
	case p.word("while until"):
		p.condition()
		p.block()
		return
	case p.word("for foreach"):
		p.loop()
		return
	case p.word("use"):
		p.use()
		return
	case p.word("sub"):
		p.function()
		return
	case p.word("next last"):
	default:
		p.expr()
	}
	if w := p.peek(); p.word("if unless while until for foreach") {
		if listWords("while until", w) && digit(p.byte()) {
			p.failed = true // it never ends
		}
		seen := p.nests.rows.seen
		p.expr()
		p.failed = p.failed || listWords("for foreach", w) && p.nests.rows.seen != seen
	}
	if p.at < len(p.s) && p.byte() != '}' {
		p.need(";")
	}
}

// block reads statements in braces.
func (p *plParser) block() {
	p.need("{")
	for !p.failed && !p.take("}") {
		if p.at >= len(p.s) {
			p.failed = true
			return
		}
		p.statement()
	}
}

// condition reads what stands in brackets behind if and its like.
func (p *plParser) condition() {
	p.need("(")
	p.expr()
	p.need(")")
}

// loop is what stands behind for: a list, or three expressions.
func (p *plParser) loop() {
	p.word("my")
	name := ""
	if p.byte() == '$' {
		from, used := p.at+1, p.files.used
		before := used[p.s[from:wordEnd(p.s, from)]]
		if p.variable(); !before {
			name = p.s[from:wordEnd(p.s, from)]
		}
	}
	p.need("(")
	if name != "" && p.given.Known && p.ahead("@ARGV)") && !p.inSub && p.files.paths[name] == nil { // for my $f (@ARGV)
		p.files.mentions++
		p.files.fromArgs = true
		p.files.paths[name] = p.given.Args
		delete(p.files.used, name)
	}
	p.globbed(name)
	seen := p.nests.rows.seen
	if p.byte() != ')' && p.byte() != ';' {
		p.expr()
	}
	if p.byte() == ')' && p.nests.rows.seen != seen {
		p.failed = true // the variable is the element itself
	}
	if p.take(";") {
		if p.byte() != ';' {
			p.expr()
		}
		p.need(";")
		if p.byte() != ')' {
			p.expr()
		}
	}
	p.need(")")
	p.block()
}

// use is use LIBRARY, perhaps with words behind it.
func (p *plParser) use() {
	from := p.at
	if c := p.byte(); digit(c) || c == 'v' && p.at+1 < len(p.s) && digit(p.s[p.at+1]) { // a version
		for p.at < len(p.s) && (digit(p.s[p.at]) || p.s[p.at] == '.' || p.s[p.at] == 'v') {
			p.at++
		}
		p.skip()
		p.need(";")
		return
	}
	for p.at < len(p.s) && (nameByte(p.s[p.at]) || p.s[p.at] == ':') {
		p.at++
	}
	name := p.s[from:p.at]
	functions, ok := PerlLibrary(name)
	if !ok {
		p.failed = true
	}
	p.skip()
	list := ""
	if p.word("qw") {
		if p.byte() != '(' {
			p.failed = true
			return
		}
		list, _ = p.part('(')
		p.skip()
	} else if p.byte() == '"' || p.byte() == '\'' {
		list, _ = p.part(p.byte())
		p.skip()
	}
	p.imported(name, list, functions)
	p.need(";")
}

// imported notes the functions that a library brings, which must be listed.
func (p *plParser) imported(name, list, functions string) {
	if name == "feature" && list == "say" {
		return
	}
	if PerlExports(name) && list == "" {
		list = functions
	}
	if strings.ContainsAny(list, "\\:/!&") {
		p.failed = true
	}
	for f := range strings.FieldsSeq(list) {
		if !listWords(functions, f) {
			p.failed = true
		}
	}
	p.imports += " " + list
}

// part takes what stands between delimiters; between brackets no bracket of
// the same kind may stand.
func (p *plParser) part(open byte) (string, bool) {
	p.at++
	end, nested := open, 0
	if i := strings.IndexByte("{([", open); i >= 0 {
		end = "})]"[i]
	}
	for from := p.at; p.at < len(p.s); p.at++ {
		switch c := p.s[p.at]; {
		case c == '\\':
			p.at++
		case c == end && nested == 0:
			p.at++
			return p.s[from : p.at-1], true
		case c == end: // brackets of a kind are counted
			nested--
		case c == open:
			nested++
		}
	}
	p.at, p.failed = len(p.s), true
	return "", false
}
