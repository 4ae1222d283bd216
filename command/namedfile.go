package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// A program that nobody has looked into does what it likes with its words, and a word
// that names a file says which file that will be: python app.py ~/.ssh/id_rsa reads the
// key if app.py reads anything. Within the workspace that says nothing that the code
// itself does not; outside of it, and for files that are hidden, the read is stated.

// handsOn names programs whose words behind a file of code are that code's own. What the
// words of all others mean is known by their entries.
func handsOn(name string) bool {
	switch unversioned(name) {
	case "python", "pypy", "ipython", "php", "ruby", "perl", "lua", "node", "nodejs", "deno", "bun", "tsx", "ts-node", "java", "Rscript", "julia", "elixir", "uv", "go", "cargo", "dotnet", "swift", "cabal", "dune",
		"sh", "bash", "dash", "zsh", "ksh", "ash":
		return true
	}
	return false
}

// handedOutput states that a program which runs code gets the output of a command where a
// file is meant, pytest -c <(…), dart run <(…): its entry knows of paths alone, and takes
// that one for a file of its folder. Programs that hand their words on say so themselves.
func (r *run) handedOutput(name string, fields []field) {
	if handsOn(name) || isShell(name) {
		return
	}
	for _, f := range fields[1:] {
		if f.proc != nil && f.proc.Op == syntax.CmdIn {
			r.code("output of a command", name, r.remoteMark(r.fedProcs[f.proc]), f.span)
		}
	}
}

// filesNamed states what a command that runs code may read because its words name it, or
// write, where the word before says so (-o, --log-dir). Words that the command's own entry
// has an effect for are left to it. Unless all of its words are that code's own, only
// those that lead to where secrets lie count.
func (r *run) filesNamed(sc *scope, at int, name string, fields []field, all bool) {
	if strings.ContainsAny(name, "^/ ") {
		return // a word of some text that is read as if it were shell
	}
	folder, known := sc.exactFolder()
	here := !known || path.Clean(folder) == r.w.Dir || strings.HasPrefix(folder, strings.TrimSuffix(r.w.Dir, "/")+"/")
	for i, f := range fields[1:] {
		if f.dynamic || f.proc != nil || f.text == "" || f.text == "/" && divides(fields[1:], i) {
			continue
		}
		option, _, _ := strings.Cut(f.text, "=")
		text, kind := pathWithin(f.text), pipeline.KindRead
		if all && (outputOption(fields[i].text) && !strings.Contains(fields[i].text, "=") || option != f.text && outputOption(option)) {
			kind = pipeline.KindWrite
		}
		if rest, ok := strings.CutPrefix(f.text, "-o"); ok && all && (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "../")) {
			text, kind = rest, pipeline.KindWrite
		}
		if len(text) > maxPath || !all && !secretPlace(text) || !outOfProject(text) && (here || strings.HasPrefix(text, "-")) {
			continue
		}
		f.text = text
		if !r.spend(4 + len(r.effects[at:])/8) {
			return
		}
		if statedPath(r.effects[at:], text, r.joinPath(r.w.Dir, f)) {
			continue
		}
		r.mayTouch(sc, f, kind, name)
	}
}

// divides reports whether a slash stands between two numbers: calc 6 / 2.
func divides(words []field, at int) bool {
	return at > 0 && at+1 < len(words) && numeral(words[at-1]) && numeral(words[at+1])
}

// numeral reports whether a word is a number as people write them.
func numeral(f field) bool {
	return f.exact() && f.text != "" && strings.Trim(f.text, "0123456789.") == ""
}

// mayTouch states a read or a write of which only the name is known: perhaps the program
// does something else with it.
func (r *run) mayTouch(sc *scope, f field, kind pipeline.EffectKind, by string) {
	before := len(r.effects)
	r.path(sc, f, kind, by, "")
	for i := before; i < len(r.effects); i++ {
		r.effects[i].Certain = false
	}
}

// pathWithin is the path that a word is or holds: that behind @ or an equals sign, and
// the rest of a word from its first slash on if that leads to where secrets lie
// (-i/home/u/.ssh/id_rsa, file:///home/u/.netrc).
func pathWithin(word string) string {
	word = strings.TrimPrefix(word, "@")
	if key, value, ok := strings.Cut(word, "="); ok && !strings.ContainsAny(key, "/.") {
		word = value
	}
	if i := strings.IndexByte(word, '/'); i > 0 && secretPlace(word[i:]) && !strings.HasPrefix(word, ".") {
		return word[i:]
	}
	return word
}

// outOfProject reports whether a word is a path out of the workspace, or one of a hidden
// file, among which are those of credentials.
func outOfProject(word string) bool {
	if word == "" || strings.ContainsAny(word, "\n {}<>|;&$`") {
		return false
	}
	return word[0] == '/' || word == ".." || strings.HasPrefix(word, "../") || strings.Contains(word, "/../") || strings.HasSuffix(word, "/..") || hiddenFile(path.Base(word))
}

// hiddenFile reports whether a name begins or ends as .env does.
func hiddenFile(base string) bool {
	return len(base) > 2 && base[0] == '.' && base[1] != '.' || strings.HasSuffix(base, ".env") || strings.HasSuffix(base, ".pem") || strings.HasSuffix(base, ".key")
}

// statedPath reports whether an effect on a path is stated already.
func statedPath(effects []pipeline.Effect, word, whole string) bool {
	return slices.ContainsFunc(effects, func(e pipeline.Effect) bool { return e.Object == whole || e.Object == word })
}
