package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// make -f FILE of a file that the same command has written is what its recipes
// are. Read is a small part of the language: variables that are plain texts, rules
// with names that are written out, recipes of lines. Whatever else there is leaves
// the file what it was, code that nobody has seen.

// maxRuleLines bounds the lines of recipes that are judged.
const maxRuleLines = 64

// writtenMakefile judges the recipes of a Makefile by its text. Goals may be the file's
// own rules only; a goal without one would be made by rules that are built in, or is a
// file.
func (v *visit) writtenMakefile(f field) bool {
	if v.name != "make" && v.name != "gmake" || !f.exact() || !v.plainMake() {
		return false
	}
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok {
		return false
	}
	rules, variables, first, ok := plainRules(m.text)
	if !ok {
		return false
	}
	goals := []string{first}
	if len(v.operands) > 0 || v.path != v.name {
		goals = strings.Fields(strings.TrimPrefix(v.path, v.name))
		for _, o := range v.operands {
			if !o.exact() || strings.Contains(o.text, "=") {
				return false
			}
			goals = append(goals, o.text)
		}
	}
	lines, ok := recipeLines(goals, rules, variables)
	if !ok {
		return false
	}
	v.stood(m, f, catalogue.MarkBuild)
	v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
	for _, line := range lines {
		v.shell(field{text: line, span: f.span}, "sh", nil)
	}
	v.r.wasRead(at)
	return true
}

// plainMake reports whether make is told nothing but a file, goals and how much to do
// at once or to say. A variable on the command line (X=y) and -e would overrule those
// of the file; -f twice would read both.
func (v *visit) plainMake() bool {
	files := 0
	for _, a := range v.args {
		switch a.option {
		case "-f", "--file", "--makefile":
			files++
		case "-C", "--directory", "-j", "--jobs":
		default:
			return false
		}
	}
	for _, o := range v.options {
		switch o {
		case "-f", "--file", "--makefile", "-C", "--directory", "-j", "--jobs", "-s", "--silent", "--quiet", "-k", "--keep-going", "-B", "--always-make", "--no-print-directory", "-w":
		default:
			return false
		}
	}
	return files == 1
}

// plainRules reads a Makefile; false if anything in it is not plain. What is not plain:
// continued lines, conditionals, include, define, functions, patterns, double colons,
// special targets but .PHONY, a variable that is set twice (which of its values a
// recipe gets depends on when it is expanded: GNU make, "How make Reads a Makefile").
func plainRules(text string) (rules map[string]*makeRule, variables map[string]string, first string, ok bool) {
	rules, variables = make(map[string]*makeRule), make(map[string]string)
	var at []*makeRule
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		recipe, isRecipe := strings.CutPrefix(line, "\t")
		switch {
		case strings.HasSuffix(line, `\`):
			return nil, nil, "", false
		case isRecipe:
			if at == nil {
				return nil, nil, "", false
			}
			for _, rule := range at {
				rule.lines = append(rule.lines, recipe)
			}
			continue
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "#"):
			continue
		}
		if i := strings.IndexByte(line, '='); i > 0 {
			name := strings.TrimRight(strings.TrimRight(line[:i], " "), ":")
			name = strings.TrimSpace(name)
			value := strings.TrimSpace(line[i+1:])
			if !validName(name) || strings.ContainsAny(value, "#\\") || special(name) || machineVariable(name) {
				return nil, nil, "", false
			}
			if _, twice := variables[name]; twice {
				return nil, nil, "", false
			}
			variables[name], at = value, nil
			continue
		}
		targets, needs, found := strings.Cut(line, ":")
		if !found || strings.HasPrefix(needs, ":") || strings.ContainsAny(line, "$%;|&!\\\"'#*?[(=") {
			return nil, nil, "", false
		}
		names := strings.Fields(targets)
		if len(names) == 1 && names[0] == ".PHONY" {
			at = nil
			continue
		}
		at = nil
		for _, name := range names {
			if name[0] == '.' || rules[name] != nil {
				return nil, nil, "", false
			}
			rules[name] = &makeRule{needs: strings.Fields(needs)}
			at = append(at, rules[name])
			if first == "" {
				first = name
			}
		}
		if len(names) == 0 {
			return nil, nil, "", false
		}
	}
	return rules, variables, first, first != ""
}

// machineVariable names variables by which make itself, or a shell, works.
func machineVariable(name string) bool {
	return slices.Contains([]string{"SHELL", "MAKE", "MAKEFLAGS", "GNUMAKEFLAGS", "MAKEFILES", "VPATH", "PATH", "HOME", "CURDIR", "IFS", "TMPDIR"}, name)
}

// recipeLines are the lines that goals run, with their variables replaced, what they
// need first. make stops at the first line that fails, so that a later one may not run;
// all are judged as if they did. Each line is a shell of its own, unless .ONESHELL says
// otherwise, which is no plain target.
func recipeLines(goals []string, rules map[string]*makeRule, variables map[string]string) ([]string, bool) {
	var out []string
	done := make(map[string]bool)
	var visit func(name string) bool
	visit = func(name string) bool {
		if done[name] {
			return true
		}
		done[name] = true
		rule := rules[name]
		if rule == nil {
			return true // a file, or what the folder's own rules make: the entry says so
		}
		for _, need := range rule.needs {
			if !visit(need) {
				return false
			}
		}
		for _, line := range rule.lines {
			text, ok := plainRecipe(line, name, rule.needs, variables)
			if !ok || len(out) >= maxRuleLines || strings.Contains(text, "MAKE") || strings.Contains(text, "MFLAGS") { // which make sets for its recipes
				return false
			}
			if text != "" {
				out = append(out, text)
			}
		}
		return true
	}
	for _, goal := range goals {
		if rules[goal] == nil || !visit(goal) {
			return nil, false
		}
	}
	return out, true
}

// plainRecipe is one line of a recipe as the shell gets it. @, - and + before a line
// say how make shows and runs it. Automatic variables are those of the rule; $? and $*
// depend on what is there and are not known.
func plainRecipe(line, target string, needs []string, variables map[string]string) (string, bool) {
	line = strings.TrimLeft(line, "@-+ \t")
	var b strings.Builder
	for depth := 0; ; depth++ {
		before, rest, found := strings.Cut(line, "$")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		if rest == "" || depth > 64 {
			return "", false
		}
		switch rest[0] {
		case '$':
			b.WriteByte('$')
			line = rest[1:]
		case '@':
			b.WriteString(target)
			line = rest[1:]
		case '<', '^':
			if len(needs) == 0 {
				return "", false
			}
			if b.WriteString(needs[0]); rest[0] == '^' {
				for _, need := range needs[1:] {
					b.WriteString(" " + need)
				}
			}
			line = rest[1:]
		case '(', '{':
			name, after, closed := strings.Cut(rest[1:], map[byte]string{'(': ")", '{': "}"}[rest[0]])
			value, known := variables[name]
			if !closed || !known || strings.Contains(value, "$") {
				return "", false
			}
			b.WriteString(value)
			line = after
		default:
			return "", false
		}
	}
}
