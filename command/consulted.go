package command

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/command/outward"
	"passepartout/pipeline"
)

// A text may name a file that the program which reads it reads as well: #include of a
// compiler, an entity of XML, a resource of kustomize, an import of Jsonnet. The command
// line shows nothing of it. So what a command writes and hands to such a program is
// searched for paths that lead out of the project, each of which is stated as read.
//
// Settings that bear the name of a program that runs (.yamllint, ruff.toml, .cargo) are
// searched as settings are, whether or not the program runs code of the folder.

// maxConsulted bounds the paths of one text that are stated.
const maxConsulted = 64

// interpretsFiles reports whether a program may do what stands in a file that it reads. Those
// named here look at lines, letters and sizes alone, or are read by readers of their own.
func interpretsFiles(name string) bool {
	switch name {
	case "", "cat", "tee", "head", "tail", "grep", "egrep", "fgrep", "rg", "ag", "sed", "gsed", "awk", "gawk", "mawk", "wc", "sort", "uniq", "cut", "tr", "diff", "cmp", "comm", "paste", "nl", "tac", "rev", "fold", "column", "ls", "eza", "exa", "stat", "file", "find", "fd", "tree", "du", "df",
		"cp", "mv", "rm", "ln", "install", "touch", "mkdir", "chmod", "rsync", "test", "[", "[[", "true", "false", "sleep", "cd", "pwd", "echo", "printf", "bash", "sh", "zsh", "dash", "redirect", "env", "timeout", "time", "xargs", "date", "basename", "dirname", "realpath", "readlink", "mapfile", "readarray", "read", "source", ".",
		"md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum", "cksum", "base64", "xxd", "od", "hexdump", "strings", "gzip", "gunzip", "zcat", "xz", "zstd", "bzip2", "less", "more", "bat", "nano", "git", "jq", "gojq", "yq", "python", "python3", "node", "ruby", "perl", "php", "bats",
		"prettier", "yamllint", "black", "ruff", "isort", "flake8", "actionlint", "hadolint", "markdownlint", "markdownlint-cli2", "codespell", "taplo", "gofmt", "goimports", "gofumpt", "rustfmt", "clang-format", "shfmt", "jsonlint", "dos2unix", "unix2dos", "iconv", "tokei", "cloc", "scc", "shellcheck", "bashate", "checkmake", "wait", "kill", "export", "set", "patch", "curl", "docker", "podman":
		return false
	}
	return true
}

// consulting reports whether a program runs that may do what stands in a file it reads.
func (r *run) consulting() bool {
	return slices.ContainsFunc(r.commands, func(c Command) bool {
		return interpretsFiles(c.Name) || c.Name == "yamllint" || c.Name == "ruff" || c.Name == "isort" || c.Name == "markdownlint"
	})
}

// consulted judges a file that the command writes and that no code of the folder loads.
func (a *author) consulted(w pipeline.Effect) {
	if by := a.namedFor(w); by != "" {
		a.judge(w, by)
		return
	}
	if !a.r.spend(len(a.r.effects) / 16) {
		return
	}
	if authoredKind(w.Object) == authoredData && a.setsTo(path.Base(w.Object)) {
		a.judge(w, w.By)
		return
	}
	for i := range a.r.effects {
		e := &a.r.effects[i]
		if e.Kind == pipeline.KindRead && e.Mark != catalogue.MarkMetadata && interpretsFiles(e.By) && mayTouch(e.Object, e.Certain, w.Object) {
			a.consults(w, e.By, true)
			return
		}
	}
	for _, i := range a.naming(path.Base(w.Object)) {
		c, base := a.r.commands[i], path.Base(w.Object)
		if c.Name == w.By || !slices.ContainsFunc(c.Argv, func(f Word) bool {
			return f.Text == base || strings.HasSuffix(f.Text, "/"+base) || strings.HasSuffix(f.Text, "="+base)
		}) {
			continue
		}
		if authoredKind(w.Object) == authoredSettings {
			a.judge(w, c.Name)
		} else {
			a.consults(w, c.Name, true)
		}
		return
	}
	for i := range a.r.effects { // what lies beside a file that is read may be taken in by it
		e := &a.r.effects[i]
		if e.Kind == pipeline.KindRead && e.Mark != catalogue.MarkMetadata && e.Certain && interpretsFiles(e.By) && mayTouch(path.Dir(e.Object), true, w.Object) {
			a.consults(w, e.By, false)
			return
		}
	}
}

// naming are the commands that may do what stands in a file and have a word which is its
// name, or ends in it behind a slash or an equals sign; perhaps some more.
func (a *author) naming(base string) []int {
	if a.names == nil {
		a.names = make(map[string][]int)
		for i, c := range a.r.commands {
			if !interpretsFiles(c.Name) {
				continue
			}
			for _, word := range c.Argv {
				end := ending(word.Text)
				if of := a.names[end]; len(of) == 0 || of[len(of)-1] != i {
					a.names[end] = append(of, i)
				}
			}
		}
	}
	return a.names[ending(base)]
}

// ending is what stands behind the last slash and the last equals sign of a word.
func ending(word string) string {
	word = word[strings.LastIndexByte(word, '/')+1:]
	return word[strings.LastIndexByte(word, '=')+1:]
}

// namedFor names a program that runs and after which a file of settings is named.
func (a *author) namedFor(w pipeline.Effect) string {
	file := w.Object
	base := path.Base(file)
	if outward.Program(file) && path.Ext(base) != "" || proseName(base) || informs(base) {
		return ""
	}
	a.countPrograms()
	dir := path.Base(path.Dir(file))
	if !a.r.spend(len(a.programs) / 2) {
		return ""
	}
	for _, p := range a.programs {
		if p.name == w.By && p.times < 2 { // it has written its settings, and does no more
			continue
		}
		if (namedAfter(base, p.name) || strings.HasPrefix(dir, ".") && namedAfter(dir, p.name)) && (interpretsFiles(p.name) || ownSettings(p.name)) &&
			(p.times != 1 || !a.prints(p.name, w)) { // else its own words, once it has ended
			return p.name
		}
	}
	return ""
}

// program is how often one runs.
type program struct {
	name  string
	times int
}

// countPrograms counts those of all commands, and lists what else has effects.
func (a *author) countPrograms() {
	if a.programs != nil {
		return
	}
	a.programs = make([]program, 0, 8)
	var at map[string]int // where they stand, when there are many
	count := func(name string, times int) {
		i, ok := at[name]
		if at == nil {
			i = slices.IndexFunc(a.programs, func(p program) bool { return p.name == name })
			ok = i >= 0
		}
		if ok {
			a.programs[i].times += times
			return
		}
		if a.programs = append(a.programs, program{name, times}); at != nil {
			at[name] = len(a.programs) - 1
		} else if len(a.programs) == fewEffects {
			at = make(map[string]int)
			for i, p := range a.programs {
				at[p.name] = i
			}
		}
	}
	for i := range a.r.effects {
		count(a.r.effects[i].By, 0)
	}
	for i := range a.r.commands {
		count(a.r.commands[i].Name, 1)
	}
}

// prints reports whether a file is what a program prints that runs once, in the pipeline
// which writes the file.
func (a *author) prints(program string, w pipeline.Effect) bool {
	if w.By != "redirect" && w.By != "tee" {
		return false
	}
	if a.stmts == nil {
		a.collect()
	}
	within := func(s *syntax.Stmt, of pipeline.Span) bool {
		return int(s.Pos().Offset()) <= of.Start && of.End <= int(s.End().Offset())
	}
	for _, s := range a.stmts { // the outer ones come first
		bin, ok := s.Cmd.(*syntax.BinaryCmd)
		if _, call := s.Cmd.(*syntax.CallExpr); !call && (!ok || bin.Op != syntax.Pipe) || !within(s, w.Span) {
			continue
		}
		return slices.ContainsFunc(a.r.commands, func(c Command) bool { return c.Name == program && within(s, c.Span) })
	}
	return false
}

// ownSettings names programs that do nothing of what stands in the files they look at,
// but have settings of their own.
func ownSettings(program string) bool {
	switch program {
	case "yamllint", "ruff", "isort", "markdownlint", "markdownlint-cli2", "prettier", "black", "flake8", "clang-format", "rustfmt", "bats":
		return true
	}
	return false
}

// namedAfter reports whether a file's name begins with that of a program, or as it does:
// .yamllint, buf.gen.yaml, Vagrantfile, kustomization.yaml, .remarkrc.
func namedAfter(base, program string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(base, "._")), ".")
	program = strings.ToLower(program)
	if len(program) < 2 || len(stem) < 2 {
		return false
	}
	if strings.HasPrefix(stem, program) && (len(program) > 2 || strings.TrimSuffix(strings.TrimPrefix(stem, program), "rc") == "") {
		return true
	}
	stem = strings.TrimSuffix(stem, "rc")
	same := 0
	for same < len(stem) && same < len(program) && stem[same] == program[same] {
		same++
	}
	return same >= 5 || same > 2 && same == len(stem) || len(stem) >= 5 && strings.Contains(program, stem)
}

// proseName reports whether a file is a text for people, or looks like one to a browser.
func proseName(base string) bool {
	switch strings.ToLower(path.Ext(base)) {
	case ".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt", ".text", ".html", ".htm", ".xhtml", ".css", ".log", ".csv", ".tsv", ".tex", ".org", ".eml", ".sql", ".lock", ".sum":
		return true
	}
	return false
}

// sampleName is a file that holds examples for tests, in which any words may stand.
var sampleName = regexp.MustCompile(`(?i)/(?:tests?|specs?|__tests__|testdata|fixtures?|samples?|examples?|data|mocks?|__mocks__|snapshots?)/|/[^/]*(?:fixture|sample|example|mock|test|data|input|expected)[^/]*$`)

// consults states as read what a text names by paths that lead out. Where a program reads
// just that file, any path counts that stands in data; in prose, in programs, and in what
// merely lies where a tool runs, only one behind a word that asks for it.
func (a *author) consults(w pipeline.Effect, by string, reads bool) {
	a.examples(w, by)
	if a.judged == nil {
		a.judged = make(map[string]bool)
		a.collect()
	}
	base, kind := path.Base(w.Object), authoredKind(w.Object)
	if informs(base) {
		return
	}
	if a.readings++; a.readings > maxAuthored {
		a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
		return
	}
	prose := proseName(base)
	any := reads && !prose && kind != authoredCode && kind != authoredRecipe && !outward.Program(w.Object)
	v := &visit{r: a.r, sc: newScope(a.r), name: by}
	stated, texts := 0, a.texts(w)
	if moved(w.By) { // of its words none is a text
		texts = texts[:0]
		for _, at := range slices.Sorted(maps.Keys(a.r.typed)) {
			texts = append(texts, a.r.typed[at])
		}
	}
	for _, t := range texts {
		if len(t) > MaxText || !a.r.spend(fewestSteps+len(t)/16) {
			return
		}
		if base == "compile_flags.txt" { // which compilers and clang-tidy look for
			if word := outward.Flags(t, a.world()); word != "" {
				a.reachesOut(w, w.Object, word)
				return
			}
		}
		if kind == authoredData && !prose && loaderOf(by) == "" && !sampleName.MatchString(w.Object) {
			if word := outward.Orders(t, a.world(), a.r.spend); word != "" {
				a.reachesOut(w, w.Object, word)
				return
			}
		}
		for _, p := range outward.Asks(t, prose, any, a.r.spend) {
			if stated++; stated > maxConsulted {
				a.reachesOut(w, w.Object, "more paths than are looked at")
				return
			}
			p = strings.Replace(p, "~", a.r.w.Home, 1)
			for _, from := range []string{path.Dir(w.Object), a.r.w.Dir} {
				at := p
				if !path.IsAbs(at) {
					at = path.Join(from, at)
				}
				v.r.path(v.sc, field{text: at, span: w.Span}, pipeline.KindRead, by, "")
			}
		}
	}
}

// fetches names what puts into a file what another machine, or a server on this one, says.
func fetches(by string) bool {
	switch by {
	case "curl", "wget", "wget2", "http", "https", "xh", "aria2c", "nc", "ncat", "socat":
		return true
	}
	return false
}

// fetched judges a file that comes from a server and is loaded in the same breath: nobody
// has seen what it is.
func (a *author) fetched(w pipeline.Effect, roots []pipeline.Effect) {
	if kind := authoredKind(w.Object); !path.IsAbs(w.Object) || kind == authoredData || kind == authoredFolder && informs(path.Base(w.Object)) {
		return
	}
	for i := range roots {
		if a.r.covers(&roots[i], w.Object) {
			a.reachesOut(w, w.Object, w.By+" brings it")
			return
		}
	}
}
