package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// plFiles keeps what a program opens. A handle is a variable that is nothing
// else: were it a text, it would name any handle, ARGV among them, which runs
// what ends in a bar. A path is a constant, or a variable that one statement
// gives its value and that else stands in texts alone.
type plFiles struct {
	paths  map[string][]string // what a variable may be
	opened map[string]bool     // handles
	asked  map[string]bool     // variables that are used as handles
	used   map[string]bool     // variables that are used otherwise
	needed []string            // variables that are used as paths
	args   int                 // arguments that were taken by shift
	// mentions is how often the arguments are mentioned in a way that is
	// followed; in any other they may change.
	mentions int
	fromArgs bool            // a path is one of them
	patterns map[string]bool // variables that are one of the names that a pattern stands for
}

// newFiles makes what is known of files and handles before the first statement.
func newFiles() *plFiles {
	return &plFiles{paths: make(map[string][]string), opened: make(map[string]bool), asked: make(map[string]bool), used: make(map[string]bool)}
}

// mixed reports whether a handle may be no handle, or a path may have changed.
func (f *plFiles) mixed(text string) bool {
	if f.fromArgs && f.mentions != strings.Count(text, "shift")+strings.Count(text, "pop")+strings.Count(text, "splice")+strings.Count(text, "ARGV") {
		return true
	}
	for name := range f.asked {
		if !f.opened[name] || f.used[name] {
			return true
		}
	}
	for _, name := range f.needed {
		if f.used[name] || f.opened[name] {
			return true
		}
	}
	return false
}

// opens is open(my $fh, MODE, PATH).
func (p *plParser) opens() {
	closed := p.take("(")
	p.word("my")
	name := p.scalar()
	p.need(",")
	mode, ok := p.constantText()
	p.need(",")
	look := p.at
	var paths []string
	found := p.finding && ok && strings.HasPrefix(strings.TrimSpace(mode), "<") && p.opensFound()
	if !found {
		paths = p.path()
	}
	pattern := strings.HasPrefix(p.s[look:], "$") && p.files.patterns[p.s[look+1:max(look+1, wordEnd(p.s, look+1))]]
	if closed {
		p.need(")")
	}
	p.failed = p.failed || p.finding && !found // the folder at hand is another one
	mode, layer, _ := strings.Cut(strings.ReplaceAll(mode, " ", ""), ":")
	if p.failed || !ok || !listWords("< > >>", mode) || !listWords("utf8 encoding(UTF-8) encoding(utf8) encoding(utf-8) raw crlf encoding(latin1) encoding(ISO-8859-1)", layer) && layer != "" || p.files.paths[name] != nil {
		p.failed = true
		return
	}
	p.files.opened[name] = true
	for _, path := range paths {
		if path == "" || strings.IndexByte(path, 0) >= 0 {
			p.failed = true
		}
		kind := pipeline.KindRead
		if mode != "<" {
			kind = pipeline.KindWrite
		}
		p.add(Effect{Kind: kind, Object: path, Pattern: pattern})
	}
	p.failed = p.failed || len(paths) == 0 && !found
}

// scalar takes the name of $x.
func (p *plParser) scalar() string {
	if p.byte() != '$' {
		p.failed = true
		return ""
	}
	p.at++
	name := p.peek()
	if name == "" || name == "_" || plSpecial(name) || name == "ARGV" {
		p.failed = true
		return ""
	}
	p.named1(name, true)
	if c := p.byte(); c == '[' || c == '{' {
		p.failed = true
	}
	return name
}

// constantText is a text in quotes into which nothing is put.
func (p *plParser) constantText() (string, bool) {
	c := p.byte()
	if c != '"' && c != '\'' {
		return "", false
	}
	text, ok := p.part(c)
	p.skip()
	return text, ok && !strings.ContainsAny(text, "\\") && (c == '\'' || !strings.ContainsAny(text, "$@"))
}

// path is what open is given as the name of a file.
func (p *plParser) path() []string {
	switch {
	case p.byte() != '$':
		text, ok := p.constantText()
		if !ok {
			p.failed = true
		}
		return []string{text}
	case p.ahead("$ARGV["):
		return p.argument1()
	}
	name := p.scalar()
	p.files.needed = append(p.files.needed, name)
	return p.files.paths[name]
}

// argument1 is $ARGV[0], as long as none was taken.
func (p *plParser) argument1() []string {
	p.at += len("$ARGV[")
	n := int(p.byte()) - '0'
	p.at++
	p.files.mentions++
	p.files.fromArgs = true
	if p.need("]"); n < 0 || n >= len(p.given.Args) || !p.given.Known || p.files.args > 0 || p.argv {
		p.failed = true
		return nil
	}
	return p.given.Args[n : n+1]
}

// valued notes what my $x = … makes of a variable, if that is a constant or an
// argument of the program. It reads nothing.
func (p *plParser) valued(name string, top bool) {
	rest := p.s[p.at:]
	value, ok := strings.CutPrefix(rest, "=")
	value = strings.TrimLeft(value, " ")
	end := strings.IndexAny(value, ";\n")
	if !ok || end < 0 || value[end] != ';' {
		p.files.used[name] = true
		return
	}
	value = value[:end]
	if or := strings.Index(value, " or die"); or > 0 && strings.HasPrefix(value, "shift") {
		value = value[:or]
	}
	if p.files.paths[name] != nil {
		p.files.used[name] = true
		return
	}
	var paths []string
	switch value = strings.TrimRight(value, " "); {
	case len(value) > 1 && (value[0] == '"' || value[0] == '\'') && strings.IndexByte(value[1:], value[0]) == len(value)-2 && !strings.ContainsAny(value, "$@\\"):
		paths = []string{value[1 : len(value)-1]}
	case !p.given.Known || !top:
	case listWords("shift shift(@ARGV)", value) || value == "shift @ARGV":
		if p.files.args < len(p.given.Args) {
			paths = p.given.Args[p.files.args : p.files.args+1]
		}
		p.files.args++
		p.files.mentions += strings.Count(value, "shift") + strings.Count(value, "ARGV")
		p.files.fromArgs = true
	case len(value) == 8 && strings.HasPrefix(value, "$ARGV[") && p.files.args == 0 && digit(value[6]) && int(value[6]-'0') < len(p.given.Args):
		paths = p.given.Args[value[6]-'0' : value[6]-'0'+1]
		p.files.mentions++
		p.files.fromArgs = true
	}
	if len(paths) == 0 {
		p.files.used[name] = true
		return
	}
	p.files.paths[name] = paths
}

// handle is <$fh>.
func (p *plParser) handle() {
	p.nests.rows.writes++ // while (<$fh>) sets $_
	p.at++
	name := p.scalar()
	if p.need(">"); name != "" {
		p.files.asked[name] = true
	}
}

// printsTo takes the handle of print $fh LIST or print {$fh} LIST.
func (p *plParser) printsTo() {
	rest := p.s[p.at:]
	braced := strings.HasPrefix(rest, "{$")
	if braced {
		rest = rest[1:]
	}
	if len(rest) < 2 || rest[0] != '$' || !nameStart(rest[1]) {
		return
	}
	end := wordEnd(rest, 1)
	name := rest[1:end]
	if !p.files.opened[name] {
		return
	}
	if after := rest[end:]; braced != strings.HasPrefix(after, "}") || !braced && (!strings.HasPrefix(after, " ") || len(after) < 2 || strings.IndexByte("\"'$@sjmu<", after[1]) < 0) {
		return
	}
	if p.at += end; braced {
		p.at += 2
	}
	p.files.asked[name] = true
	p.skip()
}

// closes is close($fh), binmode($fh, …) or eof($fh).
func (p *plParser) closes(w string) {
	closed := p.take("(")
	if p.byte() == '$' {
		p.files.asked[p.scalar()] = true
	} else if !p.word("STDIN STDOUT STDERR ARGV") {
		p.failed = true
	}
	if w == "binmode" && p.take(",") {
		if text, ok := p.constantText(); !ok || !listWords(":utf8 :encoding(UTF-8) :raw :crlf :encoding(utf8)", text) {
			p.failed = true
		}
	}
	if closed {
		p.need(")")
	}
}

// listed notes what my ($x, $y) = @ARGV makes of variables, if the arguments are
// known and this is the first that is heard of either.
func (p *plParser) listed(names []string) {
	value := strings.TrimLeft(strings.TrimPrefix(p.s[p.at:], "="), " ")
	if p.byte() != '=' || !strings.HasPrefix(value, "@ARGV;") || !p.given.Known || p.inSub || p.depth > 4 || p.files.args > 0 {
		names = nil
	}
	for i, name := range names {
		if name == "" || p.files.used[name] || p.files.paths[name] != nil || i >= len(p.given.Args) {
			continue
		}
		p.files.paths[name] = p.given.Args[i : i+1]
	}
	if len(names) > 0 {
		p.files.mentions++
		p.files.fromArgs = true
	}
}
