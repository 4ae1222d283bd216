package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// findNames are patterns for what find prints below its starting points. ** stands for
// any number of folders. A starting point that is a file has nothing below it, and is
// looked at by itself.
func findNames(starts []field, names ...string) []string {
	var out []string
	for _, f := range starts {
		if f.text == "" {
			continue // find(1) refuses an empty starting point
		}
		p := f.text
		if !f.pattern {
			p = escapePattern(p)
		}
		p = strings.TrimSuffix(p, "/")
		for _, name := range names {
			if name != "" {
				out = append(out, p+"/**/"+name)
			} else {
				out = append(out, p+"/**")
			}
		}
	}
	return out
}

// below stands for what lies below a starting point that is not known.
func below(s field) field {
	s.text, s.dynamic, s.many, s.prefix = s.text+"/**", true, false, ""
	return s
}

// findStarts are find's starting points: the words before the expression. GNU find
// takes the folder at hand where there are none; others say that one is missing.
func findStarts(args []field) []field {
	var out []field
	for i := 0; i < len(args); i++ {
		f := args[i]
		if f.exact() && (f.text == "-H" || f.text == "-L" || f.text == "-P" || strings.HasPrefix(f.text, "-O")) {
			continue
		}
		if f.exact() && f.text == "-D" {
			i++
			continue
		}
		if f.exact() && (strings.HasPrefix(f.text, "-") || f.text == "(" || f.text == "!" || f.text == ")" || f.text == ",") {
			break
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		out = []field{{text: "."}}
	}
	return out
}

// findFollows reports whether find goes where links lead, which may be anywhere:
// options stand before the starting points, the words behind -exec are another
// program's.
func findFollows(args []field) bool {
	for _, f := range args {
		if !f.optionLike() {
			break
		}
		if f.text == "-L" {
			return true
		}
	}
	return wordsOf(args).any("-follow")
}

// chosen is what the tests of find(1) leave over: names that match a pattern,
// some of what is there, or, when it is empty, all.
type chosen struct {
	names []string // nil: not chosen by name
	some  bool
	typed bool // files of one type
}

// and is what two tests one behind the other leave over. Of two names the first is
// kept: which of the two patterns is narrower is not reckoned, and either is an upper
// bound.
func (c chosen) and(d chosen) chosen {
	if c.names == nil {
		c.names = d.names
	}
	return chosen{c.names, c.some || d.some, c.typed || d.typed}
}

// selects reports whether something is left out at all, so that an action is not one on
// the whole tree.
func (c chosen) selects() bool {
	return !slices.Contains(c.names, "*") && (c.names != nil || c.some)
}

// chosenOf is what one of several alternatives leaves over.
func chosenOf(alts []chosen) chosen {
	if len(alts) == 1 {
		return alts[0]
	}
	out := chosen{some: true, typed: true}
	named := true
	for _, a := range alts {
		out.some, out.typed, named = out.some && a.selects(), out.typed && a.typed, named && a.names != nil
		out.names = slices.Concat(out.names, a.names)
	}
	if !named || len(out.names) > maxTurns {
		out.names = nil
	}
	return out
}

// findSelector says which names below the starting points an action reaches,
// going by the tests before it: the pattern of -name, "*" for some of what is
// there, "" for all of it. Of alternatives the last one leads to the action.
func findSelector(args []field) []string {
	alts, _, _ := findTests(args, 0, 0)
	return alts[len(alts)-1].selector(args)
}

// findPrinted is the same for what is printed in the end.
func findPrinted(args []field) []string {
	alts, _, _ := findTests(findPrinting(args), 0, 0)
	return chosenOf(alts).selector(args)
}

// selector is that as patterns; see findSelector.
func (c chosen) selector(args []field) []string {
	if c.typed && slices.ContainsFunc(args, func(f field) bool { return f.exact() && (f.text == "-maxdepth" || f.text == "-mindepth") }) {
		c.some = true // what lies in the folders themselves
	}
	switch {
	case !c.selects():
		return []string{""}
	case c.names != nil:
		return matchesHidden(c.names)
	}
	return []string{"*"}
}

// findTests reads an expression up to its end, or that of its parentheses: the
// alternatives that it has. Those of parentheses that are left open count from the last
// of those outside. -a binds more tightly than -o, and a test that is negated leaves
// over some of what is there, nobody knows which.
func findTests(args []field, i, depth int) (alts []chosen, next int, closed bool) {
	cur := chosen{}
	for ; i < len(args); i++ {
		if !args[i].exact() {
			continue
		}
		switch t := args[i].text; t {
		case "-o", "-or", ",":
			alts, cur = append(alts, cur), chosen{}
		case "(":
			if depth > maxNesting {
				return append(alts, chosen{}), len(args), false
			}
			inner, at, ended := findTests(args, i+1, depth+1)
			if !ended {
				return append(alts, cur.and(inner[len(inner)-1])), at, false
			}
			if i == 0 || args[i-1].text != "!" && args[i-1].text != "-not" {
				cur = cur.and(chosenOf(inner))
			}
			i = at
		case ")":
			return append(alts, cur), i, true
		case "-name", "-iname", "-path", "-wholename", "-regex":
			if i+1 < len(args) && args[i+1].exact() && cur.names == nil && (i == 0 || args[i-1].text != "!" && args[i-1].text != "-not") {
				cur.names = namedByTest(args, t, args[i+1].text)
			}
			cur.some = true
			i++
		case "-type", "-xtype":
			cur.typed = true
			i++
		case "-regextype", "-printf", "-D", "-maxdepth", "-mindepth":
			i++
		case "-not", "!", "-empty", "-nouser", "-nogroup", "-executable", "-readable", "-writable", "-false":
			cur.some = true
		default:
			if n, ok := findArity(t); ok && n > 0 {
				cur.some = true
				i += n
			}
		}
	}
	return append(alts, cur), i, false
}

// findArity is how many words a test or option of find takes: find(1).
func findArity(name string) (int, bool) {
	switch name {
	case "-depth", "-d", "-daystart", "-follow", "-ignore_readdir_race", "-noignore_readdir_race", "-mount", "-xdev", "-noleaf", "-nowarn", "-warn", "-help", "-version",
		"-empty", "-executable", "-false", "-true", "-nogroup", "-nouser", "-readable", "-writable", "-print", "-print0", "-prune", "-quit", "-ls", "-delete",
		"-a", "-and", "-o", "-or", "-not", "!", "(", ")", ",", "-H", "-L", "-P", "--help", "--version":
		return 0, true
	case "-maxdepth", "-mindepth", "-regextype", "-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-context", "-ctime", "-fstype", "-gid", "-group", "-ilname", "-iname", "-inum",
		"-ipath", "-iregex", "-iwholename", "-links", "-lname", "-mmin", "-mtime", "-name", "-newer", "-path", "-perm", "-regex", "-samefile", "-size", "-type", "-uid", "-used", "-user",
		"-wholename", "-xtype", "-printf", "-files0-from", "-D":
		return 1, true
	}
	if strings.HasPrefix(name, "-newer") && len(name) == 8 {
		return 1, true
	}
	return 0, strings.HasPrefix(name, "-O")
}

// findExpression is where the expression begins: behind the options that stand before
// the starting points (find(1), "OPTIONS"), and behind those points. A word that is
// not certain counts as a starting point.
func findExpression(args []field) int {
	i := 0
	for i < len(args) && args[i].exact() && (args[i].text == "-L" || args[i].text == "-H" || args[i].text == "-P" || strings.HasPrefix(args[i].text, "-O") || args[i].text == "-D") {
		if args[i].text == "-D" {
			i++
		}
		i++ // options before the starting points
	}
	for i < len(args) && !(args[i].exact() && (strings.HasPrefix(args[i].text, "-") || args[i].text == "(" || args[i].text == "!")) {
		i++
	}
	return i
}

// analyzeFind reads find's expression, which is a language of its own.
func analyzeFind(v *visit) bool {
	args := v.fields[1:]
	starts := findStarts(args)
	acts := wordsOf(args).any("-delete", "-exec", "-execdir", "-ok", "-okdir")
	if findFollows(args) && acts {
		v.unknown("acts on what links lead to", v.fields[0])
	}
	for i := range starts {
		if v.r.over {
			return true
		}
		if starts[i].span == (pipeline.Span{}) {
			starts[i].span = v.fields[0].span
		}
		v.findEnters(starts[i], args, acts)
		v.r.path(v.sc, starts[i], pipeline.KindRead, v.name, catalogue.MarkMetadata)
	}
	for i := findExpression(args); i < len(args) && !v.r.over; i++ {
		f := args[i]
		if !f.exact() {
			v.unknown("word in the expression: "+f.text, f)
			continue
		}
		switch f.text {
		case "-delete":
			v.r.spend(i / 2)
			v.findEmpty(starts, args, i, func(names []string) { v.findDelete(starts, names) }, findSelector(args[:i]))
			if whole := v.wholeStarts(starts, args[:i]); whole != nil {
				v.findDelete(whole, []string{""})
			}
		case "-exec", "-execdir", "-ok", "-okdir":
			v.r.spend(i / 2)
			sc := v.sc
			if f.text == "-execdir" || f.text == "-okdir" {
				v.sc = v.besideFound(starts)
			}
			v.wholeExec(starts, args, i)
			i = v.findEmptyExec(starts, args, i)
			v.sc = sc
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(args) {
				v.r.path(v.sc, args[i+1], pipeline.KindWrite, v.name, "")
			}
			i++
			if f.text == "-fprintf" {
				i++
			}
		case "-files0-from":
			v.unknown("starting points from a file", f)
			i++
		default:
			n, ok := findArity(f.text)
			if !ok {
				v.unknown("word in the expression: "+f.text, f)
			}
			i += n
		}
	}
	return true
}

// findEnters looks at the one kind of link that find goes through: a starting point of a
// pattern's that ends in a slash, or any with -H.
func (v *visit) findEnters(start field, args []field, acts bool) {
	if acts && start.pattern && start.listed && leadsUp(start.text+"/x") { // .* is .. to every sh and to bash before 5.2
		v.unknown("acts on the folder above", start)
	}
	if !acts || !start.pattern || !strings.HasSuffix(start.text, "/") && !wordsOf(args).any("-H") {
		return
	}
	if real := v.r.leadsAway(v.sc, start); real != "" {
		v.unknown("acts on what a link leads to, which is "+real, start)
	}
}

// findDelete states what -delete deletes below each starting point, and the points
// themselves where nothing is chosen.
func (v *visit) findDelete(starts []field, names []string) {
	for _, s := range starts {
		if !v.r.spend(1) {
			return
		}
		if s.dynamic {
			if !s.unset {
				v.unknown("deletes below "+s.text, s)
				continue
			}
			v.r.unresolved(v.sc, below(s), pipeline.KindDelete, v.name, catalogue.MarkRecursive)
			continue
		}
		for _, itself := range startsNamed([]field{s}, names) {
			v.r.path(v.sc, itself, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
		for _, p := range findNames([]field{s}, names...) {
			v.r.path(v.sc, field{text: p, pattern: true, many: true, span: s.span}, pipeline.KindDelete, v.name, catalogue.MarkRecursive)
		}
	}
}

// besideFound is the shell as -execdir starts a command: in the folder of what
// was found, which is that of a starting point, the point itself, or any below.
func (v *visit) besideFound(starts []field) *scope {
	sc := v.sc.fork()
	sc.made, sc.prev, sc.dirs = nil, nil, []string{}
	for _, s := range starts {
		at, ok := v.r.place(v.sc, s)
		if !ok || len(sc.dirs) > 4 {
			sc.dirs = nil
			break
		}
		if len(v.sc.dirs) != 1 || at != v.r.w.Paths.Resolve(v.sc.dirs[0]) {
			sc.dirs = append(sc.dirs, path.Dir(at))
		}
		sc.dirs = append(sc.dirs, at, oneOf+path.Join(escapePattern(at), "**"))
	}
	return sc
}

// findExec judges the command of -exec for each starting point and returns the
// index of its end.
func (v *visit) findExec(starts, args []field, from int, names []string) int {
	end := from
	for end < len(args) && !(args[end].exact() && (args[end].text == ";" || args[end].text == "+" && end > from && args[end-1].text == "{}")) {
		end++
	}
	if end == from {
		return end
	}
	for _, s := range starts {
		if !v.r.spend(end - from) {
			break
		}
		found := findNames([]field{s}, names...)
		if s.dynamic {
			found = found[:min(1, len(found))]
		}
		for _, itself := range startsNamed([]field{s}, names) {
			v.r.within(v.name, func() { v.r.exec(v.sc, substitute(args[from:end], "{}", itself)) })
		}
		for _, name := range found {
			x := below(s)
			if !s.dynamic {
				x = field{text: name, pattern: true, span: s.span}
			}
			words := substitute(args[from:end], "{}", x)
			if empties(words) {
				v.r.path(v.sc, x, pipeline.KindWrite, "truncate", catalogue.MarkRecursive)
			}
			v.r.within(v.name, func() { v.r.exec(v.sc, words) })
		}
	}
	return end
}
