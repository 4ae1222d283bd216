package command

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// A document may hold code that a runner of tests or a generator of pages runs: the
// examples of doctest, sessions of a shell with what they print, fenced blocks in the
// language of a tool, directives, cells of a notebook. What stands in one that the
// command writes beside such a tool is looked through as a program of that language is.
//
// Sources: Python Library Reference (doctest), rustdoc book (documentation tests),
// sphinx.ext.doctest, cram(1), trycmd, LLVM lit, IPython (cell magics).

// examples are the parts of a document that run, by the ending of their language; what a
// shell gets is apart, by lines.
type examples struct {
	code  map[string]*strings.Builder
	shell []string
}

// put adds a line of a program.
func (x *examples) put(ending, line string) {
	if x.code == nil {
		x.code = make(map[string]*strings.Builder)
	}
	if x.code[ending] == nil {
		x.code[ending] = new(strings.Builder)
	}
	x.code[ending].WriteString(line + "\n")
}

// documented reports whether a file of that name may hold examples that run.
func documented(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt", ".text", ".org", ".tex", ".t", ".test", ".ipynb", ".trycmd", ".txtar", ".html", ".htm", ".xsl", ".xslt":
		return true
	}
	return false
}

// examples looks through the examples of a document that tools of this command may run.
func (a *author) examples(w pipeline.Effect, by string) {
	if !documented(w.Object) {
		return
	}
	if a.judged == nil {
		a.judged = make(map[string]bool)
		a.collect()
	}
	place := w.Object + "\x00" + strconv.Itoa(w.Span.Start) + "\x00examples"
	if a.judged[place] || len(a.judged) > maxAuthored {
		return
	}
	a.judged[place] = true
	var x examples
	for _, t := range a.texts(w) {
		if len(t) > MaxText || !a.r.spend(len(t)/16) {
			return
		}
		if strings.EqualFold(path.Ext(w.Object), ".ipynb") {
			x.cells(t)
		} else {
			x.read(t, a.fenced, path.Ext(w.Object), a.playsSessions(w.Object))
		}
	}
	if word := pages(x.code[".page"]); word != "" {
		a.reachesOut(w, w.Object, word)
		return
	}
	delete(x.code, ".page")
	for _, ending := range slices.Sorted(maps.Keys(x.code)) {
		in := w
		in.Object += ending
		a.search(in, by, authoredCode, path.Base(in.Object), []string{x.code[ending].String()})
	}
	if len(x.shell) > 0 {
		v := &visit{r: a.r, sc: newScope(a.r), name: by}
		a.recipes(v, w, "session", []string{strings.Join(x.shell, "\n")})
	}
}

// playsSessions reports whether what stands behind a prompt in a file may run: that is
// what the file is for, or one of the tools looks for sessions in prose.
func (a *author) playsSessions(file string) bool {
	switch path.Ext(file) {
	case ".t", ".test", ".trycmd", ".txtar", ".txt":
		return true
	}
	return a.uses("cargo", "dune", "cram", "prysk", "runme", "mdsh", "tesh", "clitest", "byexample", "mdx", "ocaml-mdx")
}

// uses reports whether one of the tools that run code has such a name.
func (a *author) uses(names ...string) bool {
	return slices.ContainsFunc(a.tools, func(t string) bool { return slices.Contains(names, t) })
}

// read takes a text apart, line by line.
//
// Long: one case a form of examples.
func (x *examples) read(text string, fenced func(info string) string, ext string, sessions bool) {
	fence, ending, block, indent := "", "", "", -1
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		rest := strings.TrimLeft(line, " \t")
		depth := len(line) - len(rest)
		switch mark := fenceOf(rest); {
		case fence == "" && mark != "":
			fence, ending = mark, fenced(strings.TrimSpace(rest[len(mark):]))
			continue
		case fence != "" && strings.HasPrefix(rest, fence) && strings.Trim(rest, "`~ ") == "":
			fence, ending = "", ""
			continue
		}
		if rest != "" && block != "" && depth <= indent {
			block = ""
		}
		switch {
		case strings.HasPrefix(rest, ">>> "), strings.HasPrefix(rest, "... "):
			x.put(".py", rest[4:])
		case strings.HasPrefix(rest, "$ ") && sessions, strings.HasPrefix(rest, "> ") && ext == ".t":
			x.shell = append(x.shell, rest[2:])
		case strings.HasPrefix(rest, "exec ") && (ext == ".txt" || ext == ".txtar"), strings.HasPrefix(rest, "! exec ") && (ext == ".txt" || ext == ".txtar"):
			_, rest, _ = strings.Cut(rest, "exec ")
			x.shell = append(x.shell, rest)
		case strings.Contains(rest, "RUN:"):
			_, rest, _ = strings.Cut(rest, "RUN:")
			x.shell = append(x.shell, strings.ReplaceAll(rest, "%s", "x"))
		case strings.HasPrefix(rest, ".. "):
			if name, argument, ok := strings.Cut(rest[3:], "::"); ok {
				block, indent = directive(strings.TrimSpace(name)), depth
				if block == ".sh" {
					x.shell = append(x.shell, argument)
				}
			}
		case ending == ".sh":
			x.shell = append(x.shell, rest)
		case ending != "":
			x.put(ending, line)
		case block == ".py":
			x.put(".py", rest)
		case ext == ".mdx" && (strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "export ") || strings.Contains(line, "{")):
			x.put(".js", line)
		case runsInPage(rest):
			x.put(".page", rest)
		}
	}
}

// fenceOf is how a line begins or ends a block of code in Markdown: three or more of ` or ~.
func fenceOf(line string) string {
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return ""
	}
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] == '`' && strings.Contains(line[n:], "`") {
		return ""
	}
	return line[:n]
}

// directive is the language of a block of reStructuredText that runs where a page is made.
func directive(name string) string {
	switch name {
	case "testcode", "testsetup", "testcleanup", "jupyter-execute", "ipython", "exec", "exec-code", "execute_code", "plot", "doctest", "runblock", "nbexec", "exec_code", "code-cell":
		return ".py"
	case "program-output", "command-output", "runcmd", "click:run", "typer:run":
		return ".sh"
	}
	return ""
}

// fenced is the language of a block that one of the tools of this command runs, by the
// words behind its fence; empty is one that is only shown.
func (a *author) fenced(info string) string {
	word, _, _ := strings.Cut(strings.Trim(info, "{}. "), " ")
	word, attributes, _ := strings.Cut(strings.ToLower(strings.Trim(word, "{}.")), ",")
	switch word {
	case "rust", "", "should_panic", "no_run", "edition2018", "edition2021", "edition2024":
		if a.uses("cargo", "mdbook", "rustdoc", "rust-script") && !strings.Contains(attributes, "ignore") {
			return ".rs"
		}
	case "python", "py", "python3", "pycon", "code-cell", "ipython", "ipython3", "jupyter-python":
		if strings.Contains(info, "exec") || strings.Contains(info, "code-cell") || strings.HasPrefix(info, "{") || a.uses("jupytext", "quarto", "cog", "sphinx-build", "marimo", "mkdocs", "codebraid", "pweave", "knitr", "emacs") {
			return ".py"
		}
	case "ocaml", "ml":
		if a.uses("dune", "ocaml-mdx", "mdx") {
			return ".ml"
		}
	case "elixir":
		if a.uses("livebook", "mix") {
			return ".exs"
		}
	case "sh", "bash", "shell", "console", "zsh", "cram", "shell-session":
		if strings.Contains(info, "exec") || strings.HasPrefix(info, "{") || a.uses("runme", "mdsh", "dune", "mkdocs", "quarto", "codebraid", "jupytext", "sphinx-build", "emacs", "cram", "prysk", "tesh", "mdx") {
			return ".sh"
		}
	}
	return ""
}

// runsInPage reports whether a line of a text has an order to the program that sets it,
// by which it runs what is no text: TeX's primitives, functions of templates that ask
// other hosts.
func runsInPage(line string) bool {
	if i := strings.IndexByte(line, '\\'); i >= 0 {
		for _, order := range [...]string{`\directlua`, `\luaexec`, `\luadirect`, `\latelua`, `\begin{luacode`, `\write18`, `\ShellEscape`, `\input{|`, `\input|`, `\openin`, `\openout`, `\pdffiledump`, `\begin{pycode`, `\py{`, `\begin{sagesilent`, `\begin{filecontents`} {
			if strings.Contains(line[i:], order) {
				return true
			}
		}
	}
	if strings.Contains(line, "<") && sheetReaches(line) {
		return true
	}
	return strings.Contains(line, "{{") && (strings.Contains(line, "resources.GetRemote") || strings.Contains(line, "getJSON") || strings.Contains(line, "getCSV"))
}

// sheetReaches reports whether a line of a style sheet writes or asks for a document whose
// place is not one beside it, or calls a function of another language (XSLT 2.0, section
// 19; EXSLT exsl:document; Xalan's redirect).
func sheetReaches(line string) bool {
	for _, call := range [...]string{"php:function", "msxsl:script", "xalan:script", ":script ", "java:", "saxon:script", "system-property("} {
		if strings.Contains(line, call) {
			return true
		}
	}
	for _, order := range [...]string{":document ", "result-document", "redirect:", "document(", "unparsed-text", "doc(", "collection("} {
		if i := strings.Index(line, order); i >= 0 {
			at := line[i:]
			return strings.ContainsAny(at, "{$") || strings.Contains(at, `"/`) || strings.Contains(at, `'/`) || strings.Contains(at, "..") || strings.Contains(at, "~") || strings.Contains(at, ":/")
		}
	}
	return false
}

// pages names the first such order whose text is not the plainest.
func pages(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	for line := range strings.Lines(b.String()) {
		switch inner := strings.TrimSpace(line); {
		case strings.Contains(inner, `\directlua`), strings.Contains(inner, `\luadirect`), strings.Contains(inner, `\latelua`), strings.Contains(inner, `\luaexec`):
			if strings.Contains(inner, "tex.print") && !strings.ContainsAny(inner, ":[]") && !strings.Contains(inner, "os.") && !strings.Contains(inner, "io.") && !strings.Contains(inner, "load") && !strings.Contains(inner, "require") && !strings.Contains(inner, "dofile") {
				continue
			}
			return inner
		case strings.Contains(inner, `\openout`), strings.Contains(inner, `\openin`), strings.Contains(inner, `\begin{filecontents`):
			if !strings.ContainsAny(inner, "/~") {
				continue
			}
			return inner
		default:
			return inner
		}
	}
	return ""
}

// cells takes the code of a notebook apart: Python, and what a magic gives to a shell.
func (x *examples) cells(text string) {
	var notebook struct {
		Cells []struct {
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if json.Unmarshal([]byte(text), &notebook) != nil {
		return // nothing runs it; its text is looked through as it is
	}
	for _, c := range notebook.Cells {
		var lines []string
		var whole string
		if json.Unmarshal(c.Source, &lines) == nil {
			whole = strings.Join(lines, "")
		} else if json.Unmarshal(c.Source, &whole) != nil {
			continue
		}
		if c.Type != "code" {
			continue
		}
		first, rest, _ := strings.Cut(whole, "\n")
		if magic := strings.TrimSpace(first); strings.HasPrefix(magic, "%%") {
			if order, _, _ := strings.Cut(magic[2:], " "); order != "time" && order != "timeit" && order != "capture" {
				x.shell = append(x.shell, strings.Split(rest, "\n")...)
				continue
			}
			whole = rest
		}
		for line := range strings.Lines(whole) {
			switch t := strings.TrimSpace(line); {
			case strings.HasPrefix(t, "!"), strings.HasPrefix(t, "%sx "), strings.HasPrefix(t, "%system "):
				x.shell = append(x.shell, strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(t, "%sx"), "%system"), "! "))
			default:
				x.put(".py", strings.TrimSuffix(line, "\n"))
			}
		}
	}
}
