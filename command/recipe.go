package command

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// maxRecipes bounds the lines of one file that are judged as commands.
const maxRecipes = 256

// recipes judges the lines of a file that tools hand to a shell.
func (a *author) recipes(v *visit, w pipeline.Effect, name string, texts []string) {
	var lines []string
	named := true // the lines are those that the tools are asked for
	for _, t := range texts {
		switch {
		case name == "package.json" || name == "composer.json":
			lines = append(lines, a.scripts(t)...)
		case strings.HasSuffix(strings.ToLower(name), "makefile") || strings.HasSuffix(strings.ToLower(name), "justfile") || path.Ext(name) == ".mk":
			rules, exact := a.rules(t, t == a.r.typed[w.Object])
			if named = named && (exact || rules == nil); rules == nil { // the words of an edit
				rules = strings.Split(t, "\n")
			}
			lines = append(lines, a.expanded(v, w, t, rules)...)
		default:
			named = false
			lines = append(lines, strings.Split(strings.ReplaceAll(t, "\\\n", " "), "\n")...)
		}
	}
	lines = slices.DeleteFunc(lines, func(s string) bool { return len(strings.TrimSpace(s)) < 4 })
	if len(lines) > maxRecipes {
		a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
		return
	}
	keep := func(e pipeline.Effect) bool {
		return named || e.Mark == catalogue.MarkCredential || e.Kind != pipeline.KindConnect && e.Kind != pipeline.KindListen && e.Mark != catalogue.MarkPackageInstall && e.Kind != pipeline.KindPrivilege
	}
	for _, l := range lines {
		for _, text := range commandsOf(l) {
			if unseen := v.spells(text, w.Span, keep); unseen != "" {
				a.reachesOut(w, w.Object, unseen)
			}
		}
	}
}

// expanded are the lines of rules with their variables replaced. A recipe of just
// that another interpreter runs is looked into as a program.
func (a *author) expanded(v *visit, w pipeline.Effect, text string, lines []string) []string {
	values := a.values(text)
	out := make([]string, 0, len(lines))
	program := false // in another language than the shell's
	for _, line := range lines {
		if !program && strings.HasPrefix(strings.TrimSpace(line), "#!") && !strings.HasSuffix(strings.TrimSpace(line), "sh") {
			program = true
			v.authoredCode(strings.Join(lines, "\n"), w, 0)
		}
		for _, t := range shellTexts(line) {
			out = append(out, values.expand(t))
		}
		out = append(out, values.expand(line))
	}
	if values.left <= 0 {
		a.r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: w.Object, Certain: true, By: w.By, Span: w.Span})
	}
	return out
}

// commandsOf is what a line of a recipe gives to the shell, with the variables
// of the tool in it taken for plain words.
func commandsOf(line string) []string {
	line = strings.TrimSpace(line)
	var out []string
	if _, inner, ok := strings.Cut(line, "$(shell "); ok {
		out = append(out, strings.TrimSuffix(inner, ")"))
	}
	for _, key := range [...]string{"file(REMOVE_RECURSE ", "file(REMOVE "} { // CMake
		if _, rest, ok := strings.Cut(line, key); ok {
			out = append(out, "rm -rf "+strings.Trim(rest, ") "))
		}
	}
	if strings.HasSuffix(line, "}") || strings.HasSuffix(line, ")") { // a function or a test on one line
		if m := oneLineBody.FindStringSubmatch(line); m != nil {
			out = append(out, m[1])
		}
	}
	line = strings.TrimLeft(line, "@-+ ")
	line = toolVariables(line)
	for _, key := range [...]string{"COMMAND ", "run_command(", "commands =", "command =", "cmd =", "cmd:", "entry:", "run:", "script:", "test:", "commands_pre =", "args = ", "exec ", "build = ", "rustc-wrapper =", "runner =", "script-shell=", "linker ="} {
		if _, rest, ok := strings.Cut(line, key); ok {
			out = append(out, strings.Trim(strings.TrimSpace(rest), `"'[](),`), unlisted.Replace(rest))
		}
	}
	for _, m := range listedText.FindAllStringSubmatch(line, maxShellTexts) {
		out = append(out, m[1]+m[2])
	}
	return append(out, line)
}

// maxShellTexts bounds the texts of one line that lists give to shells.
const maxShellTexts = 16

// listedText is the text that a list of words gives a shell: 'sh', '-c', 'TEXT'.
var listedText = regexp.MustCompile(`["']-[a-z]*c["'][,\s]+(?:'([^']*)'|"([^"]*)")`)

// oneLineBody is what a function or a test of bats does that stands on one line.
var oneLineBody = regexp.MustCompile(`^(?:@test\b[^{]*|(?:function +)?[A-Za-z_][\w:.-]* *\( *\) *|function +[A-Za-z_][\w:.-]* *)[{(](.*)[})]$`)

// These make of a list of words a line, and of variables of a tool plain words.
var (
	unlisted  = strings.NewReplacer(`"`, "", `'`, "", `,`, " ", `(`, "", `)`, "", `[`, "", `]`, "")                                   //nolint:gochecknoglobals // made once
	automatic = strings.NewReplacer("$(HOME)", "~", "${HOME}", "~", "$$", "$", "$@", "x", "$<", "x", "$^", "x", "$*", "x", "$?", "x") //nolint:gochecknoglobals // made once
)

// toolVariables replaces what make and just put into a line: their variables by
// a plain word, the dollar that is meant for the shell by itself.
func toolVariables(line string) string {
	if !strings.ContainsAny(line, "${") {
		return line
	}
	line = automatic.Replace(line)
	return plainVariables(plainVariables(line, "$(", ")"), "{{", "}}")
}

// plainVariables puts a word in the place of all that stands between two marks.
func plainVariables(line, open, end string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(line, open)
		if !ok {
			break
		}
		inner, after, ok := strings.Cut(rest, end)
		if !ok || open == "$(" && strings.ContainsAny(inner, " |") { // a substitution of the shell
			break
		}
		b.WriteString(before + "x")
		line = after
	}
	return b.String() + line
}

// scripts are the commands of a package's file that the script asks for by
// their names, with those that run before and after them. What is no JSON, as
// the words of an edit, is taken for all its constants.
func (a *author) scripts(text string) []string {
	var file struct {
		Scripts map[string]json.RawMessage `json:"scripts"`
	}
	if json.Unmarshal([]byte(text), &file) == nil {
		asked, taken := a.askedNames(), make(map[string]bool)
		var out []string
		for range 4 { // a script may ask for others
			// Sorted, for what a person approves is bound to all that the plan shows.
			for _, name := range slices.Sorted(maps.Keys(file.Scripts)) {
				raw := file.Scripts[name]
				bare := strings.TrimPrefix(strings.TrimPrefix(name, "pre"), "post")
				if !asked[name] && !asked[bare] {
					continue
				}
				for _, line := range scriptLines(raw) {
					for w := range strings.FieldsSeq(line) {
						asked[strings.Trim(w, `"'`)] = true
					}
					if !taken[line] {
						taken[line] = true
						out = append(out, line)
					}
				}
			}
		}
		return out
	}
	out := []string{}
	if _, value, ok := strings.Cut(text, "="); ok {
		out = append(out, unwrapped(value))
	} else {
		out = append(out, unwrapped(text))
	}
	if parts := strings.Split(text, `"`); len(parts) > 2 {
		out = append(out, parts...)
	}
	return out
}

// unwrapped takes the quotes off that stand around a whole text.
func unwrapped(text string) string {
	if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return text[1 : n-1]
	}
	return text
}

// scriptLines are the commands of one script, which Composer writes as a list.
func scriptLines(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	return nil
}

// askedNames are all words of the commands that the script starts.
func (a *author) askedNames() map[string]bool {
	out := make(map[string]bool)
	for _, c := range a.r.commands {
		for i := range c.Argv {
			out[c.Argv[i].Text] = true
		}
		switch c.Name {
		case "npm", "pnpm", "yarn", "bun":
			out["prepare"] = true
		}
	}
	if out["t"] || out["tst"] {
		out["test"] = true
	}
	return out
}

// makeRule is what a Makefile or a justfile says of some names at one place.
type makeRule struct {
	needs []string
	lines []string
}

// makeRules are the rules of one name. It may stand at several places, and a place may
// have many names: each is kept once.
type makeRules []*makeRule

// rules are the recipes of a Makefile or a justfile that the goals need: those
// of the goals and of what they depend on; all of them where a goal is not
// found or a name is computed, which is not exact. Nil: the text has no rules. In
// a whole file a variable that nothing sets is empty.
func (a *author) rules(text string, whole bool) (lines []string, exact bool) {
	all, loose, first, computed := readRules(text)
	if len(all) == 0 {
		return nil, false
	}
	variables := makeVariables(loose)
	if whole && !strings.Contains(text, "include ") {
		for _, part := range strings.Split(text, "$(")[1:] {
			name, _, _ := strings.Cut(part, ")")
			_, inherited := a.r.w.Env[name]
			if _, set := variables[name]; !set && !inherited && validName(name) && !slices.Contains([]string{"CC", "CXX", "CPP", "AR", "AS", "FC", "RM", "MAKE", "CURDIR", "SHELL", "LEX", "YACC"}, name) {
				variables[name] = ""
			}
		}
	}
	goals := a.goals()
	for _, g := range goals {
		computed = computed || all[g] == nil
	}
	if len(goals) == 0 {
		goals = []string{first}
	}
	if computed {
		goals = slices.Sorted(maps.Keys(all))
	}
	out, done, asked := loose, make(map[*makeRule]bool), make(map[string]bool)
	for len(goals) > 0 {
		goal := goals[0]
		goals = goals[1:]
		if asked[goal] {
			continue
		}
		asked[goal] = true
		for _, rule := range all[goal] {
			if done[rule] {
				continue
			}
			done[rule] = true
			goals = append(goals, rule.needs...)
			for _, line := range rule.lines {
				out = append(out, line)
				if with := setVariables(line, variables); with != line {
					out = append(out, with)
				}
			}
		}
	}
	return out, !computed
}

// readRules reads rules by their names, the lines that belong to none, the name
// of the first rule, and whether names are computed.
func readRules(text string) (all map[string]makeRules, loose []string, first string, computed bool) {
	all = make(map[string]makeRules)
	var at *makeRule
	prefix := byte('\t')
	if _, rest, ok := strings.Cut(text, ".RECIPEPREFIX"); ok {
		if rest = strings.TrimLeft(rest, " :="); rest != "" {
			prefix = rest[0]
		}
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if (line[0] == '\t' || line[0] == ' ' || line[0] == prefix) && at != nil {
			at.lines = append(at.lines, strings.TrimPrefix(line, string(prefix)))
			continue
		}
		names, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(rest, "=") || strings.Contains(names, "=") || strings.HasPrefix(names, " ") {
			loose = append(loose, line) // X := $(shell ...)
			continue
		}
		needs, inline, _ := strings.Cut(rest, ";")
		at = &makeRule{needs: strings.Fields(needs), lines: []string{inline}}
		computed = computed || strings.ContainsAny(names+needs, "$%")
		for name := range strings.FieldsSeq(names) {
			if of := all[name]; len(of) == 0 || of[len(of)-1] != at {
				all[name] = append(of, at)
			}
			if first == "" && !strings.HasPrefix(name, ".") {
				first = name
			}
		}
	}
	return all, loose, first, computed
}

// goals are the words of make and just that are no options.
func (a *author) goals() []string {
	var out []string
	for _, c := range a.r.commands {
		if c.Name != "make" && c.Name != "gmake" && c.Name != "just" {
			continue
		}
		for _, w := range c.Argv[1:] {
			if w.Text != "" && w.Text[0] != '-' && !strings.Contains(w.Text, "=") && strings.Trim(w.Text, "0123456789") != "" {
				out = append(out, w.Text)
			}
		}
	}
	return out
}
