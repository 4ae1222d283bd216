package snippet

import (
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// Java reads a program of Java that lies in one file and needs nothing but Java.
//
// Every type is the program's or a listed one, and so is every member: what the
// listed types give back are listed types again. A name that the program
// declares may still mean the library's somewhere else in it; so those that
// reach beyond it may not be declared at all.
func Java(text string, given Given) ([]Effect, bool) {
	words, _, ok := codeWords(text, writtenJava, given.Old)
	if !ok {
		return nil, false
	}
	j := &javaCode{given: given, words: words, own: map[string]bool{}, types: map[string]bool{}, kinds: map[pipeline.EffectKind]bool{}, named: map[string]bool{}}
	j.declared()
	if !j.imports() || !j.all() || !j.files() {
		return nil, false
	}
	return j.effects, true
}

// javaCode is a program of Java that is being read.
type javaCode struct {
	report
	given    Given
	words    []codeWord
	begin    int             // where the imports end
	own      map[string]bool // names that the program declares
	types    map[string]bool // those that are types
	named    map[string]bool // every name
	opens    bool            // java.io or java.nio are imported
	reflects bool            // it has classes as values, the runtime, or files
	paths    []string
	parts    []string // names that are resolved below them
	lists    bool     // folders are listed
	content  bool     // files are read or changed, not only looked at
	kinds    map[pipeline.EffectKind]bool
}

// declared collects the names that the program declares, wherever.
func (j *javaCode) declared() {
	ws := j.words
	for i, w := range ws {
		if w.kind != wordName {
			continue
		}
		j.named[w.text] = true
		switch w.text {
		case "class":
			j.reflects = j.reflects || is(ws, i-1, ".")
		case "getClass", "getDeclaringClass", "Runtime", "File", "Files", "Path", "Paths":
			j.reflects = true
		}
		if i == 0 || javaKeywords.has(w.text) && w.text != "record" && w.text != "yield" && w.text != "when" && w.text != "sealed" {
			continue
		}
		switch before := ws[i-1]; {
		case is(ws, i-1, "class"), is(ws, i-1, "interface"), is(ws, i-1, "enum"), is(ws, i-1, "record"):
			j.own[w.text], j.types[w.text] = true, true
			if is(ws, i-1, "enum") {
				j.constants(i + 1)
			}
		case before.kind == wordName && !listWords("return new throw else case instanceof import package assert do extends implements throws yield goto", before.text), is(ws, i-1, ">"), is(ws, i-1, "]"):
			if i+1 < len(ws) && ws[i+1].kind == wordMark && strings.Contains("( = ; , ) : { [", ws[i+1].text) {
				j.own[w.text] = true
			}
		}
	}
}

// constants takes in those of an enum.
func (j *javaCode) constants(i int) {
	for i < len(j.words) && !is(j.words, i, "{") {
		i++
	}
	depth := 0
	for ; i < len(j.words); i++ {
		switch w := j.words[i]; {
		case is(j.words, i, "{") || is(j.words, i, "("):
			depth++
		case is(j.words, i, "}") || is(j.words, i, ")"):
			if depth--; depth == 0 {
				return
			}
		case is(j.words, i, ";") && depth == 1:
			return
		case w.kind == wordName && depth == 1 && (is(j.words, i-1, "{") || is(j.words, i-1, ",")):
			j.own[w.text] = true
		}
	}
}

// imports judges what stands before the first type: packages as a whole, or
// listed types of them.
func (j *javaCode) imports() bool {
	ws := j.words
	for i := 0; i < len(ws); i++ {
		if is(ws, i, "package") && i == 0 {
			for !is(ws, i, ";") {
				if i++; i >= len(ws) || ws[i].kind != wordName && !is(ws, i, ".") && !is(ws, i, ";") {
					return false
				}
			}
			j.begin = i + 1
			continue
		}
		if !is(ws, i, "import") {
			break
		}
		static := is(ws, i+1, "static")
		if static {
			i++
		}
		var b strings.Builder
		for i++; i < len(ws) && !is(ws, i, ";"); i++ {
			if ws[i].kind != wordName && !is(ws, i, ".") && !is(ws, i, "*") {
				return false
			}
			b.WriteString(ws[i].text)
		}
		if !j.imported(b.String(), static) {
			return false
		}
		j.begin = i + 1
	}
	return true
}

// imported judges one import.
func (j *javaCode) imported(name string, static bool) bool {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return false
	}
	from, last := name[:at], name[at+1:]
	if static {
		return javaStatics.has(from) && !javaNeverMembers.has(last) || name == "java.lang.System.out" || name == "java.lang.System.err"
	}
	j.opens = j.opens || strings.HasPrefix(name, "java.io") || strings.HasPrefix(name, "java.nio")
	if name == "java.net.*" {
		return j.offline()
	}
	if last == "*" {
		return javaPackages.has(from) || javaTypes.has(from[strings.LastIndexByte(from, '.')+1:]) && javaPackages.has(from[:max(strings.LastIndexByte(from, '.'), 0)])
	}
	if outer := from[strings.LastIndexByte(from, '.')+1:]; javaTypes.has(outer) { // java.util.Map.Entry
		from = from[:strings.LastIndexByte(from, '.')]
	}
	return (javaPackages.has(from) || from == "javax.crypto" || from == "java.net") && (javaTypes.has(last) || javaFiles.has(last))
}

// all judges every name behind the imports.
func (j *javaCode) all() bool {
	ws := j.words
	for i := j.begin; i < len(ws); i++ {
		if ws[i].kind == wordName && !j.name(i) {
			return false
		}
	}
	return true
}

// name judges a name where it stands.
func (j *javaCode) name(i int) bool {
	ws, name := j.words, j.words[i].text
	member := is(ws, i-1, ".") && !is(ws, i-2, ".") || is(ws, i-1, "::")
	switch {
	case name == "createTempFile" && is(ws, i-1, ".") && is(ws, i-2, "Files") && !is(ws, i-3, ".") && !j.own["Files"]: // File has one, too
		return true
	case name == "resolve" && j.resolves(i):
		return true
	case javaNeverMembers.has(name) || javaOftenOwn.has(name) && (j.reflects || !j.own[name]):
		return false
	case name == "native" || name == "import" || name == "module" && !j.own[name]:
		return false
	case name == "java" || name == "javax" || name == "jdk" || name == "sun" || name == "com" || name == "org":
		return !is(ws, i+1, ".") || !member && j.qualified(i)
	case member && is(ws, i-2, "System"):
		return j.system(i)
	case member:
		_, call := javaFileCalls[name]
		return javaMembers.has(name) || j.own[name] || javaTypes.has(name) || javaKeywords.has(name) || (call || listWords("walk list createTempDirectory move isSameFile", name)) && is(ws, i-2, "Files") || is(ws, i-2, "StandardCopyOption") || is(ws, i-2, "StandardOpenOption") || (is(ws, i-2, "Path") || is(ws, i-2, "Paths"))
	case javaNeverTypes.has(name):
		return false
	case javaFiles.has(name):
		return !j.opens && j.types[name] || j.opensFile(i)
	case name == "System":
		return is(ws, i+1, ".") || is(ws, i+1, "::")
	case (name == "PrintStream" || name == "PrintWriter") && (is(ws, i-1, "new") || is(ws, i+1, "::") || is(ws, i-1, "extends")):
		return is(ws, i+1, "(") && (is(ws, i+2, "System") || is(ws, i+2, "new") && i+3 < len(ws) && listWords("StringWriter OutputStreamWriter BufferedWriter BufferedOutputStream ByteArrayOutputStream FileWriter FileOutputStream", ws[i+3].text))
	case javaTypes.has(name) || javaKeywords.has(name) || j.own[name]:
		return true
	case name[0] >= 'A' && name[0] <= 'Z':
		return len(name) <= 2 || javaMembers.has(name) && name == strings.ToUpper(name) // a parameter; a constant in case
	case is(ws, i+1, "("):
		return javaMembers.has(name)
	}
	return true
}

// qualified judges a name with the package before it.
func (j *javaCode) qualified(i int) bool {
	from := j.words[i].text
	for is(j.words, i+1, ".") && i+2 < len(j.words) && j.words[i+2].kind == wordName {
		next := j.words[i+2].text
		if next[0] >= 'A' && next[0] <= 'Z' {
			return javaPackages.has(from) && (javaTypes.has(next) && !javaFiles.has(next))
		}
		from += "." + next
		i += 2
	}
	return false
}

// system judges a member of System.
func (j *javaCode) system(i int) bool {
	if j.words[i].text != "getenv" {
		return javaSystem.has(j.words[i].text)
	}
	name, ok := j.constant(i + 2)
	if ok {
		j.add(Effect{Kind: pipeline.KindSecret, Object: name})
	}
	return ok && is(j.words, i+1, "(")
}

// constant is the text that an argument is.
func (j *javaCode) constant(i int) (string, bool) {
	ws := j.words
	if i >= len(ws) {
		return "", false
	}
	if w := ws[i]; w.kind == wordText {
		return w.text, w.plain && w.text != "" && (is(ws, i+1, ")") || is(ws, i+1, ","))
	}
	if !is(ws, i, "args") || !is(ws, i+1, "[") || i+4 >= len(ws) || !is(ws, i+3, "]") || !is(ws, i+4, ")") && !is(ws, i+4, ",") || !j.given.Known || !keepsWords(ws, "args") {
		return "", false
	}
	n, err := strconv.Atoi(ws[i+2].text)
	if err != nil || n < 0 || n >= len(j.given.Args) {
		return "", false
	}
	return j.given.Args[n], j.given.Args[n] != ""
}

// keepsWords reports whether nothing is done with an array but to look at one of
// its words or its length.
func keepsWords(ws []codeWord, name string) bool {
	for i := range ws {
		if !is(ws, i, name) || is(ws, i-1, "]") && is(ws, i+1, ")") || is(ws, i+1, ".") && is(ws, i+2, "length") || is(ws, i-1, ".") && is(ws, i-2, ".") && is(ws, i+1, ")") {
			continue
		}
		if !is(ws, i+1, "[") || !is(ws, i+3, "]") || is(ws, i+4, "=") || is(ws, i+4, "+=") {
			return false
		}
	}
	return true
}

// opensFile judges a name of what opens files: it is a type where something is
// declared, or is given a constant.
func (j *javaCode) opensFile(i int) bool {
	ws, name := j.words, j.words[i].text
	next := i + 1
	switch {
	case is(ws, i-1, "new") && is(ws, next, "("):
		object, ok := j.constant(i + 2)
		if !ok {
			return name != "File" && is(ws, i+2, "new") && is(ws, i+3, "File")
		}
		kind := pipeline.KindRead
		if name == "FileWriter" || name == "FileOutputStream" || name == "File" {
			kind = pipeline.KindWrite
		}
		if name == "File" && !j.written() {
			kind = pipeline.KindRead
		}
		if j.add(Effect{Kind: kind, Object: object}); name == "File" {
			return !j.named["delete"] && is(ws, i+3, ")")
		}
		return true
	case name == "Files" && !is(ws, i-1, "import") && (is(ws, next, ".") || is(ws, next, "::")):
		return j.filesCall(i)
	case (name == "Path" && is(ws, next, ".") && is(ws, i+2, "of") || name == "Paths" && is(ws, next, ".") && is(ws, i+2, "get")) && is(ws, i+3, "("):
		return j.pathOf(i + 4)
	case name == "StandardCopyOption":
		return is(ws, next, ".") && i+2 < len(ws) && listWords("ATOMIC_MOVE REPLACE_EXISTING", ws[i+2].text)
	case name == "StandardOpenOption":
		return is(ws, next, ".") && i+2 < len(ws) && listWords("READ WRITE APPEND CREATE CREATE_NEW TRUNCATE_EXISTING", ws[i+2].text)
	case name == "Files" || name == "Paths" || is(ws, i-1, "extends"):
		return false
	}
	return next < len(ws) && (ws[next].kind == wordName || is(ws, next, ">") || is(ws, next, "[")) // Path p
}

// written reports whether a program has what writes to a File.
func (j *javaCode) written() bool {
	return j.named["FileWriter"] || j.named["FileOutputStream"] || j.named["PrintWriter"] || j.named["PrintStream"] || j.named["Files"]
}

// JavaClasses are the classes of a file that could be started, by their names
// with slashes, or without the package.
func JavaClasses(text string, packages bool) (classes []string, ok bool) {
	words, _, ok := codeWords(text, writtenJava, false)
	prefix, depth := "", 0
	for i := range words {
		switch {
		case is(words, i, "package") && i == 0 && packages:
			for j := i + 1; j < len(words) && !is(words, j, ";"); j++ {
				if words[j].kind == wordName {
					prefix += words[j].text + "/"
				}
			}
		case is(words, i, "{"):
			depth++
		case is(words, i, "}"):
			depth--
		case depth == 0 && i > 0 && words[i].kind == wordName && (is(words, i-1, "class") || is(words, i-1, "enum") || is(words, i-1, "record") || is(words, i-1, "interface")):
			classes = append(classes, prefix+words[i].text)
		}
	}
	return classes, ok
}
