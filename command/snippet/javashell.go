package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// JavaShell reads what jshell is given: statements, expressions and declarations
// of Java, for which the packages are imported that jshell begins with.
//
// Lines with / at their beginning are commands of jshell, which run files, load
// classes and start editors; so none is read but the /exit at the end. A name of
// java.net or of preferences may not even be declared: before it is, it means theirs.
func JavaShell(text string, _ Given) ([]Effect, bool) {
	var imports, rest strings.Builder
	lines, blocks := strings.Split(strings.TrimRight(text, "\n "), "\n"), strings.Contains(text, `"""`)
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		bare := strings.TrimLeft(line, " ")
		switch {
		case i == len(lines)-1 && (line == "/exit" || line == "/ex"):
			continue
		case strings.ContainsFunc(line, func(r rune) bool {
			return r < ' ' || r == 0x7f || r == 0xa0 || r > 0x7f && strings.TrimSpace(string(r)) == ""
		}):
			return nil, false // keys that edit the line, and blanks of other kinds
		case strings.HasPrefix(bare, "/") && !strings.HasPrefix(bare, "//"):
			return nil, false
		case importLine(line):
			imports.WriteString(line + "\n") // wherever it stands
		case importLine(line + ";"):
			imports.WriteString(line + ";\n")
		case !blocks && ended(line) && (i+1 == len(lines) || !strings.HasPrefix(strings.TrimLeft(lines[i+1], " "), ".")):
			rest.WriteString(line + ";\n")
		default:
			rest.WriteString(line + "\n")
		}
	}
	words, _, ok := codeWords(imports.String()+rest.String(), writtenJava, false)
	if !ok {
		return nil, false
	}
	j := &javaCode{words: words, own: map[string]bool{}, types: map[string]bool{}, kinds: map[pipeline.EffectKind]bool{}, named: map[string]bool{}, opens: true}
	j.declared()
	if !j.offline() || !j.imports() || !j.all() || !j.files() {
		return nil, false
	}
	return j.effects, true
}

// offline reports whether no class of java.net or java.util.prefs is named.
func (j *javaCode) offline() bool {
	for name := range j.named {
		if javaShellNever.has(name) {
			return false
		}
	}
	return true
}

// ended reports whether a line is a call without the semicolon behind it, which
// jshell puts there. What begins a statement may end so as well; one that does nothing
// is read in it then, beside all that is called.
func ended(line string) bool {
	return strings.HasSuffix(line, ")") && !strings.ContainsAny(line, "'{}") && strings.Count(line, "\"")%2 == 0 && strings.Count(line, "(") == strings.Count(line, ")") && !strings.Contains(line, "//") && !strings.Contains(line, "/*")
}

// importLine reports whether a line is nothing but an import.
func importLine(line string) bool {
	name, begins := strings.CutPrefix(line, "import ")
	name, ends := strings.CutSuffix(name, ";")
	return begins && ends && !strings.ContainsAny(strings.TrimSuffix(name, ".*"), ";\"'/*{}()\\")
}
