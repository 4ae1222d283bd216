package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// visit is one program start that is read by its catalogue entry.
type visit struct {
	r        *run
	sc       *scope
	home     *scope // where it was started, if a word moves it elsewhere
	name     string // program
	path     string // program and sub-commands, for people
	spec     *catalogue.Spec
	parents  []*catalogue.Spec
	fields   []field // every word, the program first
	runAt    int     // index of the run effect
	operands []field
	fewUp    [2]*catalogue.Spec
	fewArgs  [2]argument
	fewOpts  [4]string
	args     []argument
	options  optionNames
	mark     string
	roles    *catalogue.Operands
	effects  []catalogue.Template
	noDef    bool
	only     []catalogue.Template
	hasOnly  bool
	instead  int
	ended    bool
	dashes   bool    // "--" was given
	wrapped  []field // the command that a wrapper starts
	wrapRole catalogue.Role
	wild     bool     // the last word of path is a sub-command that no entry names as such
	staged   bool     // what it installs goes below a folder that its words name
	given    []string // variables that this command alone was given
	after    func()   // notes the program that was built
	whole    bool     // the Go program that it is given was read as a whole
	follows  bool     // links of the folders that it reads are followed
	failed   bool     // an unknown was said that makes the rest pointless
}

// argument is the argument of an option with what the option does with it.
type argument struct {
	option string
	level  int // 0: before any sub-command
	role   catalogue.Role
	field  field
}

// interpret reads the words by the entry and states the effects.
func (v *visit) interpret(spec *catalogue.Spec) {
	spec, err := v.r.a.catalogue.Follow(spec)
	if err != nil {
		v.r.unknown("catalogue entry of "+v.name+" leads nowhere", v.name, v.fields[0].span)
		return
	}
	v.path, v.parents = v.name, v.fewUp[:0]
	if v.onlyHelp(spec) {
		return
	}
	if v.asksHelp() || v.spokenProgram() {
		return
	}
	v.enterSpec(spec)
	v.args, v.options = v.fewArgs[:0], v.fewOpts[:0]
	v.operands = v.r.p.fields.list(min(len(v.fields)-1, fewOperands))
	v.parse(v.fields[1:])
	if v.failed {
		if v.name == "git" { // what -c configures runs all the same
			for _, a := range v.args {
				if a.option == "-c" {
					v.gitConfig(a.field)
				}
			}
		}
		return
	}
	v.destined()
	v.toolArguments()
	v.fed()
	v.strayOptions()
	v.credentials()
	before := len(v.r.effects)
	v.r.formats = v.name == "gofmt" && v.fields[0].text == "gofmt" && !v.has("-r")
	v.state()
	v.notesServer()
	v.r.formats = false
	if v.follows {
		v.followsLinks(before)
	}
	if v.after != nil {
		v.after()
	}
	if v.mark != "" && len(v.r.effects) == before && v.r.muted == 0 && v.runAt < len(v.r.effects) && v.r.effects[v.runAt].Kind == pipeline.KindRun {
		v.r.effects[v.runAt].Mark = v.mark
	}
}

// onlyHelp reports whether nothing is asked for but a description: sub-commands
// that the entry names, no operand, no option, and --help at the end.
func (v *visit) onlyHelp(spec *catalogue.Spec) bool {
	last := len(v.fields) - 1
	if last < 1 || !v.fields[last].exact() {
		return false
	}
	for _, f := range v.fields[1:last] {
		if !f.exact() {
			return false
		}
		if spec = spec.Commands[f.text]; spec == nil { // named, not matched by a pattern
			return false
		}
		var err error
		if spec, err = v.r.a.catalogue.Follow(spec); err != nil {
			return false
		}
	}
	switch v.fields[last].text {
	case "--help":
		return true
	case "--version":
		return last == 1
	case "-help", "-version":
		return spec.Style == catalogue.StyleLong || spec.Style == catalogue.StyleGo
	case "-h":
		return last > 1 && (spec.Style == catalogue.StyleModern || spec.Style == catalogue.StyleGo)
	}
	return false
}

// enterSpec goes down to a program or a sub-command.
func (v *visit) enterSpec(spec *catalogue.Spec) {
	if v.spec != nil {
		v.parents = append(v.parents, v.spec)
	}
	v.spec = spec
	v.roles = spec.Operands
	v.mark = strongerMark(spec.Mark, v.mark)
	v.walks(spec.Links)
	if len(v.effects) == 0 {
		v.effects = spec.Effects[:len(spec.Effects):len(spec.Effects)]
	} else {
		v.effects = append(v.effects, spec.Effects...)
	}
}

// unknown states that something of this command is not understood, with its name
// before.
func (v *visit) unknown(what string, f field) {
	v.r.unknown(v.path+": "+what, v.name, f.span)
}

// parse sorts words into options, their arguments and operands.
func (v *visit) parse(words []field) {
	for i := 0; i < len(words) && !v.failed && v.wrapped == nil; {
		f := words[i]
		if v.ended || v.spec.Style == catalogue.StyleNone {
			if used, ok := v.key(f); ok {
				i += used
				continue
			}
			i += v.operand(words[i:])
			continue
		}
		switch {
		case f.exact() && f.text == "--":
			v.ended, v.dashes = true, true
			i++
		case f.dynamic && f.optionLike() && v.buildFlags(f):
			i++
		case f.dynamic && f.optionLike() && f.prefix == "":
			if !v.spec.Lenient && !v.onlyData() && !v.laterPath(f) {
				v.mayBeOption(f)
			}
			i += v.operand(words[i:])
		case f.optionLike():
			i += 1 + v.option(f, words[i+1:])
		case (i == 0 || i == 1 && words[0].text == "--thin") && v.spec.Dashless && v.spec == v.rootSpec() && f.exact():
			bundle := f
			bundle.text = "-" + f.text
			i += 1 + v.bundle(bundle, bundle.text, words[i+1:], true)
		default:
			if used, ok := v.key(f); ok {
				i += used
				continue
			}
			if v.madeOption(f) {
				v.mayBeOption(f)
			}
			i += v.operand(words[i:])
		}
	}
}

// madeOption reports whether a pattern may stand for a file that the command
// itself has made under the name of an option. That such names lie about is not
// assumed else.
func (v *visit) madeOption(f field) bool {
	if !f.pattern || f.text == "" || strings.IndexByte("*?[", f.text[0]) < 0 || v.spec.Lenient || v.onlyData() {
		return false
	}
	return slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindWrite && strings.HasPrefix(path.Base(e.Object), "-")
	})
}

// mayBeOption states that a word may be an option once it is known: $x in rm $x may be
// -rf.
func (v *visit) mayBeOption(f field) {
	v.unknown("word that may turn out to be an option: "+f.text, f)
}

// laterPath reports whether operandRoles will see to a word that nothing is
// known of because nothing sets its variable. Such a word is empty, so it is no
// option; but only where it stands for a path is anything said of it.
func (v *visit) laterPath(f field) bool {
	if root := v.rootSpec().Analyzer; !f.unset || v.roles == nil || root != "" && root != "chmod" {
		return false
	}
	return v.spec.Analyzer == "" || v.spec.Analyzer == "chmod"
}

// rootSpec is the entry of the program itself, where that of a sub-command is at hand.
func (v *visit) rootSpec() *catalogue.Spec {
	if len(v.parents) > 0 {
		return v.parents[0]
	}
	return v.spec
}

// onlyData reports whether every operand is mere data and the entry lists no
// option that takes more.
func (v *visit) onlyData() bool {
	if v.roles == nil || v.roles.Rest == nil || len(v.roles.Head)+len(v.roles.Tail) > 0 || !v.roles.Rest.Is(catalogue.ActData) {
		return false
	}
	for _, o := range v.spec.Options {
		if len(o.Effects) > 0 || o.Unknown != "" || o.Mark != "" {
			return false
		}
		for _, role := range o.Args {
			if !role.Is(catalogue.ActData) {
				return false
			}
		}
	}
	return len(v.spec.Commands) == 0
}

// key handles operands like if=FILE and words that begin with +.
func (v *visit) key(f field) (int, bool) {
	text := f.text
	if f.dynamic {
		text = f.prefix
	}
	name, value, ok := strings.Cut(text, "=")
	if any := v.spec.Keys["*"]; any != nil && (ok || f.dynamic) { // whatever is set: sysctl
		v.apply(any, "=", []field{f})
		return 1, true
	}
	if ok {
		if o := v.keyOption(name); o != nil {
			if name == "SHELL" && f.exact() && usualShell(value) { // it runs the recipes, which are code as it is
				return 1, true
			}
			g := f
			g.text = value
			g.prefix = ""
			if f.dynamic {
				g.text = f.text
			}
			v.apply(o, name+"=", []field{g})
			return 1, true
		}
	}
	if strings.HasPrefix(text, "+") && v.spec.Options["+"] != nil {
		g := f
		g.text = strings.TrimPrefix(f.text, "+")
		v.apply(v.spec.Options["+"], "+", []field{g})
		return 1, true
	}
	return 0, false
}

// usualShell reports whether a word names a shell of the machine and nothing more.
func usualShell(word string) bool {
	switch word {
	case "sh", "bash", "dash", "/bin/sh", "/bin/bash", "/bin/dash", "/usr/bin/sh", "/usr/bin/bash", "/usr/bin/dash":
		return true
	}
	return false
}

// keyOption is what the entry says of NAME=, here or, where options are global, further
// up: make all SHELL=… is as much as make SHELL=…, and as "SHELL := …".
func (v *visit) keyOption(name string) *catalogue.Option {
	name = strings.TrimRight(name, " :+?!")
	if o := v.spec.Keys[name]; o != nil {
		return o
	}
	for i := len(v.parents) - 1; i >= 0; i-- {
		if p := v.parents[i]; p.Globals && p.Keys[name] != nil {
			return p.Keys[name]
		}
	}
	return nil
}

// fewOperands is how many operands are made room for before one is seen: a wrapper has
// few, however many words the command has that it starts.
const fewOperands = 64

// operand takes the first of words as an operand or a sub-command and says how
// many words it used.
func (v *visit) operand(words []field) int {
	f := words[0]
	if len(v.operands) == 0 && v.spec.Commands != nil && !v.ended {
		if done := v.subcommand(f); done {
			return 1
		}
	}
	if len(v.operands) == cap(v.operands) && len(v.operands) >= fewOperands { // for all that may follow
		v.operands = append(make([]field, 0, len(v.operands)+len(words)), v.operands...)
	}
	v.operands = append(v.operands, f)
	if role := v.wrapping(len(v.operands) - 1 + v.instead); role != nil {
		v.operands = v.operands[:len(v.operands)-1]
		v.wrapped, v.wrapRole = words, *role
		return len(words)
	}
	if v.spec.Style == catalogue.StylePOSIX || v.spec.Style == catalogue.StyleGo || v.name == "java" && ownMain(f) { // java(1): what follows the class is the program's
		v.ended = true
	}
	return 1
}

// wrapping is the role of operand i if that begins a command of its own.
func (v *visit) wrapping(i int) *catalogue.Role {
	if v.roles == nil {
		return nil
	}
	var role *catalogue.Role
	switch {
	case i < len(v.roles.Head):
		role = &v.roles.Head[i]
	case v.roles.Rest != nil && len(v.roles.Tail) == 0:
		role = v.roles.Rest
	}
	if role == nil || !role.Wraps() {
		return nil
	}
	return role
}

// subcommand goes down if the word names a sub-command; true if the word is
// used up.
func (v *visit) subcommand(f field) bool {
	if !f.exact() {
		if v.spec.Operands == nil {
			v.unknown("sub-command "+f.text+" is not a constant", f)
			v.failed = true
		}
		return v.failed
	}
	sub := v.spec.Command(f.text)
	if sub == nil {
		switch {
		case f.text == "help":
			v.failed, v.hasOnly = true, true
			return true
		case v.spec.Operands == nil:
			v.unknown("sub-command "+clip(f.text)+" is not known", f)
			v.failed = true
			return true
		}
		return false
	}
	followed, err := v.r.a.catalogue.Follow(sub)
	if err != nil {
		v.unknown("entry of "+f.text+" leads nowhere", f)
		v.failed = true
		return true
	}
	if n := len(v.path); len(sub.Path) == n+1+len(f.text) && sub.Path[:n] == v.path && sub.Path[n] == ' ' && sub.Path[n+1:] == f.text {
		v.path, v.wild = sub.Path, false
	} else {
		v.path += " " + f.text
		v.wild = true
	}
	v.enterSpec(followed)
	return true
}
