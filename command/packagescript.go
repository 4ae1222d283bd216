package command

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A package.json that the same command has written says what its scripts are. The
// one that is asked for, with those before and after it, is judged as the text
// for a shell that it is; the file itself need not be code that nobody has seen.

// writtenScript judges the script that npm or pnpm is told to run, if its
// package.json was written by this command and nothing changed it since. What the
// managers themselves read beside it, and the programs below node_modules that
// its words may mean, are the folder's own code unless the command wrote them, too.
func (v *visit) writtenScript(mark string) bool {
	name, rest, ok := v.askedScript()
	if !ok {
		return false
	}
	file := field{text: "package.json", span: v.fields[0].span}
	m, at, ok := v.r.madeFile(v.sc, file)
	if !ok || !v.r.onlyWrites(at) {
		return false
	}
	scripts, ok := scriptsOf(m.text)
	if !ok || scripts[name] == "" {
		return false
	}
	words := ""
	for _, f := range rest {
		if !f.exact() || !scriptWord(f.text) {
			return false
		}
		words += " " + f.text
	}
	texts := [...]string{scripts["pre"+name], scripts[name] + words, scripts["post"+name]}
	for _, text := range texts { // variables that the manager sets hold what the file says elsewhere
		if strings.Contains(text, "npm_") || strings.Contains(text, "INIT_CWD") {
			return false
		}
	}
	v.stood(m, file, mark)
	v.r.path(v.sc, file, pipeline.KindRead, v.name, "")
	v.r.path(v.sc, field{text: "node_modules", span: file.span}, pipeline.KindCode, v.name, catalogue.MarkBuild)
	for _, text := range texts {
		if text != "" {
			v.shell(field{text: text, span: file.span}, "sh", nil)
		}
	}
	v.r.wasRead(at)
	return true
}

// askedScript is the name of the script that is asked for, and the words for it.
// Options that choose another package, another shell or several packages at once
// leave that open.
func (v *visit) askedScript() (name string, rest []field, ok bool) {
	if v.name != "npm" && v.name != "pnpm" {
		return "", nil, false
	}
	for _, a := range v.args {
		if !a.role.Is(catalogue.ActDir) {
			return "", nil, false
		}
	}
	for _, o := range v.options {
		switch o {
		case "-s", "--silent", "-C", "--prefix", "--dir", "--cwd", "-q", "--quiet":
		default:
			return "", nil, false
		}
	}
	rest = v.operands
	switch sub := strings.TrimPrefix(v.path, v.name+" "); sub {
	case "run", "run-script":
		if len(rest) == 0 || !rest[0].exact() {
			return "", nil, false
		}
		name, rest = rest[0].text, rest[1:]
	case "test", "t", "tst":
		name = "test"
	case "start", "stop", "build", "lint", "format", "typecheck", "check":
		name = sub
	default:
		return "", nil, false
	}
	for len(rest) > 0 && v.name == "npm" && (rest[0].text == "-s" || rest[0].text == "--silent") {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
	case v.name == "npm" && rest[0].text == "--":
		rest = rest[1:]
	case v.name == "pnpm", slices.ContainsFunc(rest, func(f field) bool { return f.optionLike() }):
		return "", nil, false // whether they are options of its own depends on its version
	}
	return name, rest, name != "" && name[0] != '-'
}

// scriptsOf are the scripts of a package.json. JavaScript takes the names as they
// are written.
func scriptsOf(text string) (map[string]string, bool) {
	var whole map[string]json.RawMessage
	var scripts map[string]string
	if json.Unmarshal([]byte(text), &whole) != nil || json.Unmarshal(whole["scripts"], &scripts) != nil {
		return nil, false
	}
	return scripts, true
}

// scriptWord reports whether a word means itself to every shell.
func scriptWord(s string) bool {
	return s != "" && strings.Trim(s, letterSet+digitSet+"-_./=:@,+") == ""
}

// onlyWrites reports whether the command has written nothing else that a package
// manager would read beside a package.json: its settings, programs.
func (r *run) onlyWrites(at string) bool {
	dir := path.Dir(at)
	return r.spend(len(r.effects)/16) && !slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		if e.Kind != pipeline.KindWrite || e.By == "mkdir" || e.Object == at {
			return false
		}
		if strings.Contains(e.Object, "node_modules") {
			return true
		}
		for _, name := range [...]string{".npmrc", ".pnpmfile.cjs", "pnpm-workspace.yaml", "node_modules"} {
			for up := dir; ; up = path.Dir(up) {
				if e.By != "git" && mayTouch(e.Object, e.Certain, path.Join(up, name)) && e.Object != "/" && len(e.Object) > len(up) {
					return true
				}
				if up == "/" || up == "." {
					break
				}
			}
		}
		return false
	})
}
