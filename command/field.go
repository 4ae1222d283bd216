package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// field is one word of a command after expansion. What is only said of it stands together,
// since words are copied all day.
type field struct {
	text    string   // the word; a pattern if pattern is set
	prefix  string   // of a dynamic word: the text that it certainly begins with
	rooted  string   // of a dynamic word: what it is if the values at its beginning are empty; else it is the pattern that its text is
	divided string   // of a dynamic word: the pattern that it is where no name has blanks that make several words of it
	lines   []string // of a dynamic word: patterns of the lines that it holds, and nothing else
	span    pipeline.Span
	proc    *syntax.ProcSubst
	tool    *toolPath  // of a dynamic word: a path of a tool's own
	named   *globbedBy // of a pattern: what stands for something in it are such names, or plain
	pattern bool       // text holds *, ? or [ ] that stand for something, literal ones behind a backslash
	dynamic bool       // nothing is known; text is how it was written
	many    bool       // may become no word or several
	job     bool       // the process id of a child of this shell
	number  bool       // certainly digits
	wordly  bool       // of a pattern: no character in what it stands for means anything to a shell
	unset   bool       // of a dynamic word: only because nothing sets a variable in it, so that it is empty as far as the environment goes
	hollow  bool       // of a pattern: a value that may be empty
	gaps    bool       // of a pattern: such a value is in it
	plain   bool       // of a pattern: what stands for something in it is plain
	single  bool       // of a dynamic word: no slash is in it
	dotless bool       // of a single one: nor a dot
	listed  bool       // of a pattern: it stands there as written, so that the shell puts names of files there
	beyond  bool       // of a pattern: something stands behind what was found by walking through folders, which may be a link
}

// exact reports whether the word is known to the letter. Everything that depends on a
// word being this and nothing else has to ask.
func (f field) exact() bool { return !f.pattern && !f.dynamic }

// lost says that nothing is known of the word after all.
func (f *field) lost(is bool) {
	if is {
		f.dynamic, f.rooted = true, ""
	}
}

// optionLike reports whether the word may turn out to be an option. A path of a tool's
// own cannot begin with a dash; everything else that is not known might. A lone - is a
// name for standard input.
func (f field) optionLike() bool {
	if f.dynamic {
		return f.tool == nil && (f.prefix == "" || f.prefix[0] == '-')
	}
	return strings.HasPrefix(f.text, "-") && f.text != "-"
}

// word is the field as the audit shows it.
func (f field) word() Word { return Word{Text: f.text, Exact: f.exact()} }

// builder puts one word together from its parts. Text is kept as a pattern:
// literal characters that mean something in patterns stand behind a backslash.
type builder struct {
	out     []field
	whole   string // the word so far, while it is one piece that need not be copied; then buf is empty
	buf     []byte
	started bool
	active  bool // a *, ? or [ ] that stands for something was seen
	globbed bool // one of them unquoted, so that the shell puts names there
	dynamic bool
	many    bool
	slashed bool
	prefix  string
	job     bool
	number  bool
	wordly  int    // how much of the word is values that are plain words
	unset   bool   // dynamic, and only for variables that nothing sets
	ifs     string // what divides unquoted values, where it was set
	ifsKind separation
	plain   *string   // where the last long value stands that is one word as it is
	alone   bool      // the word has one part
	walked  int       // where what was found by walking ends
	beyond  bool      // a slash stands there
	lines   []string  // of the one value that the word is
	hollow  int       // how much of the word, from its start, is values that may be empty
	gaps    bool      // such a value is in it
	loose   bool      // something that is active is not plain
	tool    *toolPath // of the value that the word begins with
	single  bool      // of the one value that the word is
	dotless bool
	divided bool
	strange bool       // something that is active is neither plain nor names that the shell has listed
	named   *globbedBy // what has listed those
	proc    *syntax.ProcSubst
}

// globChars are the characters that a pattern gives a meaning; in one they stand for
// themselves behind a backslash.
const globChars = "*?[\\"

// add appends to the word. Most words are one piece.
func (b *builder) add(s string) {
	if b.walked > 0 && s != "" && s[0] == '/' && b.walked == max(len(b.buf), len(b.whole)) {
		b.beyond = true
	}
	if len(b.buf) == 0 {
		if b.whole == "" {
			b.whole = s
			return
		}
		b.spill()
	}
	b.buf = append(b.buf, s...)
}

// spill makes the word one that grows byte by byte.
func (b *builder) spill() {
	b.buf, b.whole = append(b.buf, b.whole...), ""
}

// soFar is the word as far as it is put together.
func (b *builder) soFar() string {
	if len(b.buf) == 0 {
		return b.whole
	}
	return string(b.buf)
}

// literal adds text that means itself.
func (b *builder) literal(s string) {
	b.started = true
	if !special(s) {
		b.add(s)
		return
	}
	b.spill()
	for i := range len(s) {
		if strings.IndexByte(globChars, s[i]) >= 0 {
			b.buf = append(b.buf, '\\')
			b.slashed = true
		}
		b.buf = append(b.buf, s[i])
	}
}

// special reports whether a text holds any of globChars. It is asked for every
// word, hence the plain loop.
func special(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case '*', '?', '[', '\\':
			return true
		}
	}
	return false
}

// glob adds text in which *, ? and [ ] stand for something.
func (b *builder) glob(s string) {
	b.started = true
	if strings.ContainsAny(s, "*?[") {
		b.active, b.globbed, b.loose = true, true, true
	}
	b.add(s)
}

// value adds what a variable or a substitution holds. Each case says how much of the
// word is known from then on. It is always the least of its parts: one part that is not
// known makes the word unknown, with what stands before it as a prefix that can still
// be relied on.
func (b *builder) value(v value, quoted bool) {
	switch {
	case v.kind == valueDynamic && len(v.lines) > 0 && !quoted && b.alone && b.dividesLines():
		b.names(v.lines)
	// dir/"$line": some name below the folder, as long as no such line holds "..",
	// which line says. Without quotes a name with blanks would be several words.
	case v.kind == valueDynamic && v.line && (quoted || b.dividesLines()) && !b.dynamic && strings.HasSuffix(b.soFar(), "/") && !strings.HasPrefix(b.soFar(), "/proc/") && !strings.HasPrefix(b.soFar(), "/dev/"):
		b.started, b.active, b.loose, b.gaps, b.strange = true, true, true, true, true
		b.globbed, b.many, b.divided = b.globbed || !quoted, b.many || !quoted, b.divided || !quoted
		b.add("**")
	case v.kind == valueDynamic && v.one != "" && quoted && !b.dynamic && !b.active && b.soFar() == "":
		b.value(value{kind: valuePattern, text: v.one, hollow: true}, true)
	case v.kind == valueDynamic && v.single && quoted && b.inName():
		b.started, b.active, b.loose, b.strange = true, true, true, true
		b.add("*")
	case v.kind == valueDynamic && v.dotless && quoted && b.atName():
		b.started, b.active, b.loose, b.gaps, b.strange = true, true, true, true, true
		b.add("*")
	case v.kind == valueDynamic:
		first, lines := !b.dynamic, v.lines
		if !first || b.active || len(b.buf) > 0 || b.whole != "" {
			lines = nil
		}
		begins := first && !b.active && len(b.buf) == 0 && b.whole == ""
		b.unknowable()
		if begins {
			b.tool = v.tool
		}
		b.lines, b.single, b.dotless = lines, v.single && begins, v.dotless && begins
		b.unset = v.unset && (first || b.unset)
		b.many = b.many || !quoted
	// IFS may divide what the pattern stands for, wherever.
	case v.kind == valuePattern && !quoted && !v.number && b.cutsNames(v.text):
		b.unknowable()
		b.many = true
	case v.kind == valuePattern:
		first := len(b.buf) == 0 && b.whole == ""
		b.job, b.number = v.job && first, v.number && first
		b.started, b.active = true, true
		b.loose = b.loose || !v.plain
		b.strange = b.strange || !v.plain && v.named == nil
		b.named = b.named.and(v.named)
		b.gaps = b.gaps || v.hollow || v.gaps
		if v.hollow && b.hollow == max(len(b.buf), len(b.whole)) {
			b.hollow += len(v.text)
		}
		b.globbed = b.globbed || !quoted && !v.word
		if v.word && max(len(b.buf), len(b.whole)) == b.wordly {
			b.wordly += len(v.text)
		}
		if b.add(v.text); strings.Contains(v.text, "**") {
			b.walked = max(len(b.buf), len(b.whole))
		}
	case quoted:
		b.literal(v.text)
	default:
		b.split(v.text)
	}
}

// names adds the names that a substitution prints, each a word of its own.
func (b *builder) names(patterns []string) {
	for _, p := range patterns {
		b.flush()
		b.started, b.active, b.globbed, b.many, b.loose, b.strange = true, true, true, true, true, true
		b.add(p)
	}
}

// unknowable notes that from here on nothing is known of the word.
func (b *builder) unknowable() {
	if !b.dynamic && !b.active {
		b.prefix = unescape(b.soFar())
	}
	b.started, b.dynamic, b.unset, b.lines, b.tool, b.single, b.dotless = true, true, false, nil, nil, false, false
}

// flush ends a word. What was noted of its parts is drawn together here: a pattern that
// may begin with nothing may lead to the root (rm -rf "$x"/*), and one with a part that
// may be empty may lead up ("a/$x/../b"). Both are unknown rather than a pattern.
func (b *builder) flush() {
	if !b.started {
		return
	}
	f := field{pattern: b.active, dynamic: b.dynamic, many: b.many || b.globbed && !b.dynamic, proc: b.proc, prefix: b.prefix, unset: b.unset}
	if b.active {
		bare := b.soFar() == "*"
		f.plain = !b.loose && !b.globbed
		f.listed, f.beyond = b.globbed && !b.strange && b.named == nil, b.beyond
		if !b.strange && !b.globbed {
			f.named = b.named
		}
		f.job, f.number, f.wordly = b.job && bare, b.number && bare, b.wordly > 0 && b.wordly == max(len(b.buf), len(b.whole))
	}
	if len(b.buf) == 0 && b.whole == "" && !b.active {
		f.lines, f.single, f.dotless = b.lines, b.single, b.dotless
	}
	// Words are bounded; what is longer is not cut, but not known.
	if max(len(b.buf), len(b.whole)) > maxValue {
		f.dynamic, f.unset = true, false
		b.buf, b.whole = b.buf[:0], ""
	}
	f.text = b.soFar()
	if b.tool != nil && f.dynamic {
		f.tool = b.tool.join(f.text)
	}
	if h := b.hollow; h > 0 && f.pattern {
		f.hollow = h == len(f.text)
		if !f.dynamic && !f.hollow && f.text[h] == '/' { // perhaps from the root
			f.dynamic, f.rooted = true, f.text[h:]
		}
	}
	if b.gaps && f.pattern {
		f.gaps = true // a/$x/../b is b if nothing is in x
		f.lost(strings.Contains("/"+strings.ReplaceAll(f.text, "*", "")+"/", "/../"))
	}
	f.lost(f.pattern && (leadsUp(f.text) || climbsBehind(f.text)))
	if !f.pattern && b.slashed {
		f.text = unescape(f.text)
	}
	if b.divided && f.pattern && !f.dynamic {
		f.dynamic, f.pattern, f.many, f.divided = true, false, false, f.text
		before, _, _ := strings.Cut(f.text, "**")
		f.prefix = unescape(before)
	}
	b.out = append(b.out, f)
	b.whole, b.buf, b.started, b.active, b.globbed, b.dynamic, b.many, b.slashed = "", b.buf[:0], false, false, false, false, false, false
	b.proc, b.prefix, b.job, b.number, b.wordly, b.unset = nil, "", false, false, 0, false
	b.lines, b.hollow, b.gaps, b.loose, b.tool, b.single, b.dotless = nil, 0, false, false, nil, false, false
	b.walked, b.beyond = 0, false
	b.strange, b.named, b.divided = false, nil, false
}

// unescape removes the backslashes of a pattern without active characters.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out = append(out, s[i])
	}
	return string(out)
}

// valueKind says how much is known of a value.
type valueKind uint8

const (
	valueDynamic valueKind = iota // nothing
	valueText                     // all
	valuePattern                  // a pattern that it matches
)

// value is what a variable or a substitution holds. The zero value is one of which
// nothing is known.
type value struct {
	text string
	one  string // of a value that is at most one line: what it matches
	// lines are patterns of the lines of a value of which nothing else is known.
	lines  []string
	tool   *toolPath  // of a value that is not known: a path of a tool's own
	named  *globbedBy // of a pattern: it stands for names that the shell has listed
	kind   valueKind
	number bool // certainly digits, so that arithmetic may read it
	word   bool // one word in which no character means anything to a shell
	job    bool // the process id of a child of this shell
	unset  bool // nothing is known because no variable of the name is set
	hollow bool // of a pattern: or empty
	gaps   bool // of a pattern: something in it may be
	line   bool // at most one of lines, each of which stays below a folder before it
	plain  bool // of a pattern: what stands for something in it is plain
	// single says of a value that is not known that no slash is in it.
	single bool
	// several says of a positional parameter that it stands for any number of them.
	several bool
	// dotless says of a single one that it has no dot either, so that it is no way up.
	dotless bool
}

// text is a value that is known to the letter.
func text(s string) value { return value{kind: valueText, text: s} }

// pattern is a value that matches a pattern of the shell, in which literal characters
// with a meaning stand behind a backslash.
func pattern(s string) value { return value{kind: valuePattern, text: s} }

// token is a value without blanks, slashes or a leading dash: a number, a date.
func token() value { return value{kind: valuePattern, text: "*"} }

// figure reports whether arithmetic may read a value: it is a number.
func (v value) figure() bool {
	return v.number || v.kind == valueText && strings.Trim(v.text, "0123456789") == ""
}

// number is a value of digits, of which nothing else is known.
func number() value {
	return value{kind: valuePattern, text: "*", number: true, word: true, plain: true}
}

// same reports whether as much is known of both. Where two branches of a script leave
// the same, it is kept; otherwise what they have in common is. A field that is
// forgotten here would be kept from one branch alone.
func (v value) same(o value) bool {
	return v.kind == o.kind && v.text == o.text && v.number == o.number && v.word == o.word && v.job == o.job &&
		v.unset == o.unset && v.line == o.line && v.one == o.one && v.hollow == o.hollow && v.gaps == o.gaps && slices.Equal(v.lines, o.lines) && v.plain == o.plain && v.tool == o.tool && v.single == o.single && v.dotless == o.dotless && v.named == o.named
}

// asValue turns an expanded word back into what a variable would hold: for x=$y, read,
// the parameters of a function.
func (f field) asValue() value {
	switch {
	case f.dynamic:
		return value{unset: f.unset, lines: f.lines, tool: f.tool, single: f.single, dotless: f.dotless}
	case f.pattern:
		return value{kind: valuePattern, text: f.text, job: f.job, number: f.number || f.job, word: f.wordly, hollow: f.hollow, gaps: f.gaps, plain: f.plain, named: f.named}
	}
	return text(f.text)
}
