package outward

import (
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// A program that starts what it has read somewhere runs commands that stand in no text
// that was looked at: a line of a file, a part of a page, a variable of the environment.

// maxSteps bounds how far a name is followed to where it comes from.
const maxSteps = 4

// maxFollows bounds the names of one text that are followed, maxFollowed the bytes of
// code beside them.
const (
	maxFollows  = 32
	maxFollowed = 16 << 10
)

// computed finds a command that is started and is no constant, nor made of what the
// program itself names.
func (f *finder) computed() string {
	starts, own := f.startCalls(), f.ownCalls()
	for _, at := range slices.Concat(starts.FindAllStringIndex(f.code, maxStarts), own.places(f.code)) {
		arg := argument(f.code[at[1]:])
		if !f.given(arg, f.code[:at[0]], maxSteps) {
			continue
		}
		return strings.TrimSpace(f.code[at[0]:at[1]]) + clipped(arg)
	}
	for _, line := range executed().FindAllString(f.code, 64) { // Groovy
		if foreignValue().MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	for _, t := range templates(f.text) {
		if !starts.MatchString(t.call+"(") && len(own.places(t.call+"(")) == 0 {
			continue
		}
		for _, value := range placeholder().FindAllStringSubmatch(t.constant, -1) {
			if f.given(value[1], f.code, maxSteps) {
				return t.call + " " + t.constant
			}
		}
	}
	if f.ticksRun || f.loadsOnly && strings.Contains(f.code, "$``") { // a shell of JavaScript
		for _, m := range ticks().FindAllStringSubmatch(f.text, 256) {
			for _, value := range placeholder().FindAllStringSubmatch(m[1], -1) {
				if f.given(value[1], f.code, maxSteps) {
					return m[0]
				}
			}
		}
	}
	return ""
}

// clipped is the beginning of what is shown to a person.
func clipped(s string) string { return s[:min(len(s), 40)] }

// maxStarts bounds the calls of one text that are looked at.
const maxStarts = 256

// startCalls are the calls that start a program. Bare names such as run or exec count
// only where the language makes them those of the system.
func (f *finder) startCalls() *needle.Regexp {
	names := `\bsubprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)\s*\(|\bcreate_subprocess_\w+\s*\(|\bos\.(?:system|popen|posix_spawnp?|exec[lv]p?e?|spawn[lv]p?e?)\s*\(|\b(?:execSync|execFile|execFileSync|spawnSync|execa|execaSync|execaCommand|execaCommandSync|shell_exec|passthru|proc_open|popen)\s*\(|\bDeno\.Command\s*\(|\bBun\.spawn(?:Sync)?\s*\(|\bexec\.Command\s*\(|\bexec\.CommandContext\s*\(\s*[^,()]*(?:\(\))?,|\bCommand::new\s*\(|\b(?:IO\.popen|Open3\.\w+|PTY\.spawn|Process\.(?:spawn|exec|start|run))[\s(]\s*|\bSystem\.(?:cmd|shell)\s*\(|\bos:cmd\s*\(|\bgetRuntime\(\)\.exec\s*\(|\bnew ProcessBuilder\s*\(|\bcommandLine\b[\s(]\s*`
	switch {
	case f.loadsOnly:
		names += `|(?:^|[^\w.$])(?:exec|spawn|fork)\s*\(|\b(?:cp|childProcess|child_process|require\(""\)|require\(''\))\.(?:exec|spawn|fork)\s*\(`
	case f.ticksRun && f.percents: // Ruby
		names += `|(?:^|[^\w.:@$])(?:system|exec|spawn|sh)[ (]\s*`
	case f.ticksRun || f.comment == "//": // PHP, C
		names += `|(?:^|[^\w.>:$])(?:system|exec)\s*\(`
	}
	return compiled(names)
}

// renamedCalls are the names that a text has given such a library (true) or one of its
// functions by an import.
type renamedCalls map[string]bool

// ownCalls are those of a text in Python.
func (f *finder) ownCalls() renamedCalls {
	if f.comment != "#" || f.percents {
		return nil
	}
	var own renamedCalls
	for _, m := range pythonAlias().FindAllStringSubmatch(f.code, 8) {
		if own == nil {
			own = make(renamedCalls)
		}
		if m[1] != "" {
			own[m[1]] = true
			continue
		}
		for name := range strings.SplitSeq(m[2], ",") {
			if words := strings.Fields(strings.Trim(name, " ()")); len(words) > 0 && plainName().MatchString(words[len(words)-1]) {
				own[words[len(words)-1]] = false
			}
		}
	}
	return own
}

// places is where a text calls one of them: the beginning of the name, and the end of
// the parenthesis behind it.
func (own renamedCalls) places(code string) (out [][]int) {
	if len(own) == 0 {
		return nil
	}
	for _, m := range calledName().FindAllStringSubmatchIndex(code, -1) {
		name, method := code[m[2]:m[3]], ""
		if m[4] >= 0 {
			method = code[m[4]:m[5]]
		}
		library, known := own[name]
		if !known || library != (method != "") {
			continue
		}
		if before := m[2] - 1; !library && before >= 0 && code[before] == '.' {
			continue // a method of something else
		}
		if out = append(out, []int{m[2], m[1]}); len(out) >= maxStarts {
			break
		}
	}
	return out
}

// calledName is a call by a name, or of a function of a library by its name.
func calledName() *needle.Regexp {
	return compiled(`\b([A-Za-z_]\w*)(?:\.(run|call|check_call|check_output|Popen|getoutput))?\s*\(`)
}

// plainName is a name that may be put into an expression as it is.
func plainName() *needle.Regexp { return compiled(`^[A-Za-z_]\w*$`) }

// pythonAlias are imports by which those libraries, or their functions, get other
// names.
func pythonAlias() *needle.Regexp {
	return compiled(`\bimport\s+subprocess\s+as\s+(\w+)|\bfrom\s+(?:subprocess|os)\s+import\s+([^\n;]+)`)
}

// template is a call with a constant that has values in it.
type template struct{ call, constant string }

const maxTemplates = 256

// templates finds them by their first brace: f"{x}", `${x}`, "#{x}". What stands
// before it up to the quote is the constant's, what stands before that the call's.
func templates(text string) []template {
	var out []template
	quote, looked := -1, -1 // the last quote or end of a line, and the last that was looked at in vain
	for at, read := 0, 0; len(out) < maxTemplates; {
		i := strings.IndexByte(text[at:], '{')
		if i < 0 {
			break
		}
		brace := at + i
		at = brace + 1
		for ; read < brace; read++ {
			if c := text[read]; c == '\n' || c == '"' || c == '\'' || c == '`' {
				quote = read
			}
		}
		if quote < 0 || quote < brace-maxTemplate || text[quote] == '\n' || quote == looked {
			continue
		}
		call := callBefore(strings.TrimSuffix(text[:quote], "f"))
		if call == "" {
			looked = quote
			continue
		}
		end := strings.IndexAny(text[brace:], "\n\"`")
		if end < 0 {
			end = len(text) - brace
		}
		out = append(out, template{call, text[quote+1 : brace+end]})
		at = brace + end
	}
	return out
}

// maxTemplate is how far the first brace of a template lies behind its quote.
const maxTemplate = 4096

// callBefore is the name that is called with what follows a text, with a bracket or
// without one.
func callBefore(text string) string {
	head := strings.TrimRight(text, " \t\n\f\r")
	if rest, ok := strings.CutSuffix(head, "("); ok {
		head = strings.TrimRight(rest, " \t\n\f\r")
	} else if head == text {
		return ""
	}
	from := len(head)
	for from > 0 && strings.IndexByte("._$", head[from-1]) >= 0 || from > 0 && nameByte(head[from-1]) {
		from--
	}
	return head[from:]
}

// executed is a line of Groovy that runs a text.
func executed() *needle.Regexp { return compiled(`[^\n]*\.execute\s*\(\s*\)`) }

// placeholder is a value within a constant: {x}, ${x}, #{x}.
func placeholder() *needle.Regexp { return compiled(`[$#]?\{([^{}]*)\}`) }

// ticks is a constant between backticks on one line.
func ticks() *needle.Regexp { return compiled("`([^`\\n]*)`") }

// argument is the first one of a call whose bracket is open.
func argument(code string) string {
	depth := 0
	for i := 0; i < len(code) && i < 400; i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return code[:i]
			}
		case ',', ';', '\n':
			if depth == 0 && (code[i] != '\n' || strings.TrimSpace(code[:i]) != "") {
				return code[:i]
			}
		}
	}
	return code[:min(len(code), 400)]
}

// given reports whether a value is read from somewhere, by all that the text says of
// it. A name is followed back through its assignments a few steps. What cannot be
// followed counts as the text's own: this finds what is written plainly, and
// confinement is there for the rest.
func (f *finder) given(value, before string, steps int) bool {
	value = own().ReplaceAllString(strings.TrimSpace(value), "x0")
	value = strings.TrimPrefix(strings.TrimPrefix(value, "args="), "*")
	if list := strings.TrimLeft(value, "&[{("); list != value && strings.HasPrefix(value, "[") {
		value = strings.TrimPrefix(argument(list), "*") // what comes after the program are its words
	}
	if foreignValue().MatchString(value) {
		return true
	}
	if steps == 0 {
		return false
	}
	for _, name := range leadingName().FindAllString(value, 3) {
		if f.namesGiven(name, before, steps) {
			return true
		}
	}
	return false
}

// namesGiven reports whether a name of the text gets what is read from somewhere.
func (f *finder) namesGiven(name, before string, steps int) bool {
	if strings.Contains(before, "lambda "+name+":") {
		return true
	}
	if f.follows[name] || len(name) > 40 {
		return false
	}
	if len(f.follows) >= maxFollows {
		return true // nobody knows any more
	}
	if f.follows == nil {
		f.follows = make(map[string]bool)
	}
	f.follows[name] = true
	near := f.around(name)
	if f.followed += len(near); f.followed > maxFollowed {
		return true
	}
	for _, m := range givenBy().FindAllStringSubmatch(near, 16) {
		for _, from := range m[1:] {
			if from == "" {
				continue
			}
			from = own().ReplaceAllString(from, "x0")
			if strings.HasPrefix(from, "[") {
				from = argument(strings.TrimPrefix(from, "["))
			}
			if foreignValue().MatchString(from) {
				return true
			}
			if steps > 1 {
				for _, next := range leadingName().FindAllString(from, 5) {
					if next != name && next != follow && f.namesGiven(next, before, steps-1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// follow is what a name that is followed is called in the code beside it.
const follow = `PpName`

// givenBy are the forms in which a name gets a value: assignments, loops, arguments of
// blocks and of functions, calls that read into it. The groups are where it comes from.
func givenBy() *needle.Regexp {
	return compiled(`(?:^|[^\w.])` + follow + `(?:\s*,\s*(?:\.{3})?\w+)*[\])]?\s*(?::\s*[\w<>\[\], &]+?)?\s*:?=\s*([^=>\n][^\n]*)|\bfor\s*\(?\s*(?:const|let|var)?\s*[\[(]?[\w,\s]*?\b` + follow + `\b[\w,\s]*[\])]?\s*(?:in|of|:)\s+([^\n]+)|([^\n;]*)\{\s*\|[\w,\s]*\b` + follow + `\b[\w,\s]*\||([^\n;]*)\bdo\s*\|[\w,\s]*\b` + follow + `\b[\w,\s]*\||([^\n;]*\()\s*\(?` + follow + `\)?\s*=>|foreach\s*\(([^\n]*)\s+as\s+[^)]*` + follow + `|\b(fgets|fread|getline|f?scanf|read)\s*\([^;\n]*\b` + follow + `\b`)
}

// What may stand, besides letters of words, between a name and the rest of a form by
// which it gets its value, over as many lines as there are.
const (
	besideBefore = " \t\n\f\r,([{|"
	besideAfter  = " \t\n\f\r,.])[:<>&=|"
)

// around is the code beside a name, in which it is called follow: the lines where it
// stands, with what such a form may reach to.
func (f *finder) around(name string) string {
	var b strings.Builder
	done := 0
	if strings.Contains(f.code, "foreach") { // whose list may be anything
		return renamedWord(f.code, name)
	}
	for at := 0; ; {
		i := wordIndex(f.code, name, at)
		if i < 0 {
			return renamedWord(b.String(), name)
		}
		from, to := i, i+len(name)
		for from > done && (nameByte(f.code[from-1]) || strings.IndexByte(besideBefore, f.code[from-1]) >= 0) {
			from--
		}
		for to < len(f.code) && (nameByte(f.code[to]) || strings.IndexByte(besideAfter, f.code[to]) >= 0) {
			to++
		}
		for range 2 { // the rest of the line, and the line beside it
			from = strings.LastIndexByte(f.code[:max(from-1, 0)], '\n') + 1
			if end := strings.IndexByte(f.code[to:], '\n'); end >= 0 {
				to += end + 1
			} else {
				to = len(f.code)
			}
		}
		b.WriteString(f.code[max(from, done):to])
		done, at = to, to
	}
}

// wordIndex is where a word stands by itself, from some place on. Less than 0: nowhere.
func wordIndex(text, word string, from int) int {
	for from < len(text) {
		i := strings.Index(text[from:], word)
		if i < 0 {
			break
		}
		at, end := from+i, from+i+len(word)
		if (at == 0 || !nameByte(text[at-1])) && (end == len(text) || !nameByte(text[end])) {
			return at
		}
		from = at + 1
	}
	return -1
}

// renamedWord is a text in which a word is called follow.
func renamedWord(text, word string) string {
	var b strings.Builder
	for {
		i := wordIndex(text, word, 0)
		if i < 0 {
			return b.String() + text
		}
		b.WriteString(text[:i] + follow)
		text = text[i+len(word):]
	}
}

// leadingName are the names in a value that no dot stands before.
func leadingName() *needle.Regexp { return compiled(`\b[A-Za-z_]\w*\b`) }

// own are the project's own programs, and what runs the text.
func own() *needle.Regexp {
	return compiled(`sys\.executable|process\.(?:execPath|argv0|argv\[0\])|os\.Args\[0\]|RbConfig\.ruby|Gem\.ruby|PHP_BINARY|os\.Executable\(\)|env!\([^)]*\)|env::current_exe\(\)|env::var\(""\)|sys\.argv\[0\]|(?:os\.environ\.get|os\.getenv|ENV\.fetch)\(\s*""\s*,\s*""\s*\)|tmp_path|process\.env\s*,|\{\s*\.\.\.process\.env`)
}

// foreignValue are words that read what is not in the text.
func foreignValue() *needle.Regexp {
	return compiled(`\.groups?\b\s*\(|\.group\(|\bm(?:atch)?\s*\[\s*\w+\s*\]|\$[1-9~]|\bLast_match|\.read(?:line|lines|text)?\s*\(|\.read\b|\bread_text|\bread_to_string|\breadFile(?:Sync)?\b|\breadlines|\breadAllLines|\breadString|\breadText|\bReadFile|\bReadAll|\bReadString|\bslurp|\bopen\s*\(|\bfopen|\bfgets|\bfread\b|^getline$|scanf$|^read$|\bfile\s*\(|\beachLine|\bfile_get_contents|\bjson\.loads?\b|\bJSON\.parse|\byaml\.|\bYAML\.|\btoml\w*\.load|\benviron\b|\bgetenv|process\.env\b|\bENV\b|\bprocess\.argv|\bsys\.argv|\bARGV\b|\bos\.Args|\bos\.Getenv|\benv::args|\binput\s*\(|\bstdin\b|\bscanner\.|\brequest\.param\b|\bgets\b|\bfetch\s*\(|\.match(?:All)?\s*\(|\bfindall\s*\(|\bfinditer\s*\(|\bre\.(?:search|match|fullmatch)\s*\(|File\.read|\$_(?:GET|POST|REQUEST|SERVER|ENV)|\$argv`)
}
