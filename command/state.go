package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// state turns what was read into effects. An analyzer that says true has stated
// everything; one that says false has added to what the entry says.
func (v *visit) state() {
	v.moveDirs()
	name := v.spec.Analyzer
	if name == "" {
		name = v.rootSpec().Analyzer
	}
	if name != "" {
		if f := analyzerOf(name); f == nil {
			v.unknown("no analyser "+name, v.fields[0])
		} else if f(v) {
			return
		}
	}
	v.finish()
}

// finish states the effects that the entry gives. A dry run replaces them, but never
// those of options that run something. hasOnly: some option turned the command into
// another one, such as --help or --dry-run. Even then what is run on the way is stated
// (git -c core.pager=X --help), and a word that is only unset may be an option after
// all.
func (v *visit) finish() {
	if v.hasOnly {
		for _, t := range v.only {
			v.template(t)
		}
		for _, f := range v.operands {
			if f.unset && !v.spec.Lenient {
				v.mayBeOption(f)
			}
		}
		for _, a := range v.args {
			if runs(a.role) {
				v.role(a.role, a.field, nil)
			}
		}
		return
	}
	for _, a := range v.args {
		v.role(a.role, a.field, nil)
	}
	v.operandRoles()
	for _, t := range v.effects {
		v.template(t)
	}
	if len(v.operands) == 0 && v.wrapped == nil && !v.noDef {
		for _, t := range v.spec.Default {
			v.template(t)
		}
	}
	if v.wrapped != nil {
		v.role(v.wrapRole, v.wrapped[0], v.wrapped)
	}
}

// runs reports whether a role starts something.
func runs(role catalogue.Role) bool {
	for _, a := range role.Acts {
		switch a {
		case catalogue.ActUser, catalogue.ActShell, catalogue.ActProgram, catalogue.ActCode, catalogue.ActScript, catalogue.ActCommand:
			return true
		}
	}
	return false
}

// operandRoles states what each operand means by its place. One that the entry has no
// place for is unknown: it may be what turns the command into another one.
func (v *visit) operandRoles() {
	if v.roles == nil {
		for _, f := range v.operands {
			v.unknown("operand "+clip(f.text)+" is not known", f)
		}
		return
	}
	n := len(v.operands) + v.instead
	for i, f := range v.operands {
		if v.r.over {
			return
		}
		role, ok := v.roles.At(i+v.instead, n)
		if !ok {
			v.unknown("one operand too many: "+clip(f.text), f)
			continue
		}
		if f.unset && f.optionLike() && !v.spec.Lenient && !role.Names() && !v.onlyData() {
			v.mayBeOption(f)
		}
		v.role(role, f, nil)
	}
}

// moveDirs applies options like -C, which change where relative paths start. They add
// up in their order, as for git and make: -C a -C b is a/b. A folder that may not exist
// is left out where the program would stop at it (passable).
func (v *visit) moveDirs() {
	moved := false
	for _, a := range v.args {
		if !a.role.Is(catalogue.ActDir) {
			continue
		}
		if !moved {
			v.home = v.sc
			v.sc, moved = v.sc.fork(), true
		}
		switch {
		case a.field.dynamic || a.field.many:
			v.sc.dirs = nil
		case path.IsAbs(a.field.text) && a.field.exact():
			v.sc.dirs = []string{path.Clean(a.field.text)}
		default:
			dirs := make([]string, 0, len(v.sc.dirs))
			for _, d := range v.sc.dirs {
				if _, some := folderPattern(d); some || a.field.pattern {
					d = folderBelow(d, a.field)
				} else {
					d = v.r.joinPath(d, a.field)
				}
				dirs = append(dirs, d)
			}
			v.sc.dirs = passable(dirs)
		}
		if !v.changesDir(a.option) && len(v.home.dirs) == 1 && len(v.sc.dirs) > 0 { // other words may still start where it was
			v.sc.dirs = append(v.sc.dirs[:len(v.sc.dirs):len(v.sc.dirs)], v.home.dirs...)
		}
	}
}

// changesDir reports whether an option makes a program go to a folder before it looks at
// any other word. jar and options like --project only say where some of them start.
func (v *visit) changesDir(option string) bool {
	switch option {
	case "-C":
		return v.name != "jar"
	case "--directory", "--cd", "--cwd", "-cwd", "-chdir", "--chdir", "--workdir", "--work_dir", "--working-dir", "--working-directory", "-cd", "--path", "--dir", "-dir", "-wdir", "--wdir", "--terragrunt-working-dir", "-D":
		return true
	}
	return false
}

// role states what the program does with one word; rest holds the words of a wrapped
// command. What an option says of its word comes before what the whole command is
// marked with.
func (v *visit) role(role catalogue.Role, f field, rest []field) {
	mark := role.Mark
	if mark == "" {
		mark = v.mark
	}
	for _, act := range role.Acts {
		v.act(act, f, rest, mark)
	}
}

// act states one act of a role.
//
// Long: it is the table of what roles mean, one line each.
func (v *visit) act(act catalogue.Act, f field, rest []field, mark string) {
	r := v.r
	switch act {
	case catalogue.ActRead, catalogue.ActStat, catalogue.ActWrite, catalogue.ActInto:
		if remoteName(f) { // no file is called so, and programs that can will fetch it
			v.network(catalogue.ActURL, f, mark)
			return
		}
	}
	switch act {
	case catalogue.ActData, catalogue.ActDir:
	case catalogue.ActRead:
		switch {
		case piped(f.text, v.name):
			r.unknown(v.path+" starts "+f.text, v.name, f.span)
		case address(f.text): // many programs fetch what looks like one: xmllint, ffmpeg, vim
			v.network(catalogue.ActURL, f, mark)
		case f.text != "-":
			r.path(v.sc, f, pipeline.KindRead, v.name, mark)
			v.pairedPath(f, mark)
		}
	case catalogue.ActStat:
		r.path(v.sc, f, pipeline.KindRead, v.name, strongerMark(mark, catalogue.MarkMetadata))
	case catalogue.ActWrite, catalogue.ActInto:
		if mark == catalogue.MarkUpload && saysWhere(v.rootSpec().Analyzer) { // the connection tells; what comes back stays here
			mark = ""
		}
		switch {
		case piped(f.text, v.name):
			r.unknown(v.path+" starts "+f.text, v.name, f.span)
		case address(f.text):
			v.network(catalogue.ActURL, f, strongerMark(mark, catalogue.MarkUpload))
		case f.text != "-":
			r.path(v.sc, f, pipeline.KindWrite, v.name, mark)
		}
	case catalogue.ActDelete:
		r.path(v.sc, f, pipeline.KindDelete, v.name, mark)
	case catalogue.ActHost, catalogue.ActURL, catalogue.ActRemoteRead, catalogue.ActRemoteWrite:
		v.network(act, f, mark)
	case catalogue.ActListen:
		v.simple(pipeline.KindListen, v.addPort(f), mark)
	case catalogue.ActProgram:
		if strings.ContainsAny(f.text, " \t\n") {
			r.unknown(v.path+" starts "+clip(f.text), v.name, f.span)
			return
		}
		r.within(v.name, func() { r.exec(v.sc, []field{f}) })
	case catalogue.ActCommand:
		switch {
		case len(rest) == 0, v.ownModule(rest[0]), v.inEnvironment(rest):
		case v.name == "uv" && (strings.HasSuffix(rest[0].text, ".py") || address(rest[0].text)): // uv run takes scripts, too
			if !v.elsewhere(rest[0], mark) {
				r.codePath(v.sc, rest[0], v.name, mark)
			}
		default:
			r.within(v.name, func() { r.exec(v.sc, rest) })
		}
	case catalogue.ActShell:
		if !v.scriptByName(f) {
			v.shell(f, "sh", nil)
		}
	case catalogue.ActRemoteShell:
		v.remoteShell(f, rest, mark)
	case catalogue.ActCode:
		if v.understood(f) {
			return
		}
		if !f.exact() {
			r.unknown(v.path+" code "+f.text, v.name, f.span)
		}
		r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: clip(v.name + ": " + f.text), By: v.name, Mark: mark, Span: f.span})
		if f.exact() {
			v.codeText(f.text, f, 0)
		}
	case catalogue.ActScript:
		if v.library(f) || v.fetched(f) || v.tinkers(f) || v.understoodScript(f) || v.elixirScript(f) || v.luaScript(f) || v.ocamlScript(f) || v.understoodAwk(f) || v.whole {
			return
		}
		if v.elsewhere(f, mark) || mark != "" && v.onlySettings(f) || mark == catalogue.MarkBuild && v.writtenMakefile(f) {
			return
		}
		if mark == catalogue.MarkBuild {
			mark = v.built()
		} else if m := targeted(path.Base(f.text), v.operands); m != "" && mark == "" && (m != catalogue.MarkLoaderInjection || !v.djangoShell(f)) {
			mark = m
		}
		v.openly()
		v.pythonPlaces(f)
		r.codePath(v.sc, f, v.name, mark)
		v.installed(f)
	case catalogue.ActProcess:
		if everyProcess(f.text) {
			mark = catalogue.MarkKillAll
		}
		v.simple(pipeline.KindSignal, f, mark)
	case catalogue.ActPID:
		if f.job {
			f = field{text: "job", span: f.span}
		}
		v.simple(pipeline.KindSignal, f, mark)
	case catalogue.ActUnit:
		v.simple(pipeline.KindSystem, f, unitMark(f.text, mark))
	case catalogue.ActSystem:
		v.simple(pipeline.KindSystem, f, mark)
	case catalogue.ActUser:
		if f.text == "-" { // su - is su -l
			f.text = "root"
		}
		v.simple(pipeline.KindPrivilege, f, mark)
	case catalogue.ActSecret:
		if f.exact() && f.text == "" {
			return // an empty one guards nothing and tells nothing
		}
		r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: v.path + ": credential in an argument", By: v.name, Mark: strongerMark(mark, catalogue.MarkCredential), Span: f.span})
	case catalogue.ActAssign:
		v.assignment(f)
	case catalogue.ActSed:
		v.sed(f)
	case catalogue.ActAwk:
		v.awk(f)
	default:
		v.unknown("operand "+f.text, f)
	}
}

// simple is an effect whose object is the word itself. Units, signals and users are no
// paths: they are shown, and compared with what the policy names, but never resolved.
func (v *visit) simple(kind pipeline.EffectKind, f field, mark string) {
	if f.dynamic {
		v.r.unknown(kind.String()+" "+f.text, v.name, f.span)
		return
	}
	v.r.emit(pipeline.Effect{Kind: kind, Object: clip(f.text), Certain: f.exact(), By: v.name, Mark: mark, Span: f.span})
}

// shell judges a text that a shell gets as one argument. The shell that gets it has its
// own variables and functions: of ours it has those that are exported. That any of ours
// may be is what exported says.
func (v *visit) shell(f field, by string, args []value) {
	if !f.exact() {
		v.r.unknown(v.path+" runs "+f.text, v.name, f.span)
		if f.pattern && !f.dynamic { // a text with names of files in it
			v.r.ruins(f.span, func() { v.r.suspectText(newScope(v.r), sampled(f.text), by, f.span) })
		}
		return
	}
	v.r.within(v.name, func() {
		inner := v.sc.fork()
		inner.funcs, inner.sure, inner.vars = nil, nil, v.exported()
		v.handed(inner)
		inner.alone()
		if args == nil {
			args = []value{}
		}
		v.r.shellText(inner, f.text, by, f.span, args)
	})
}

// exported are the variables that a child shell may see. Which ones are
// exported is not followed: their values are the same if they are.
func (v *visit) exported() map[string]variable {
	out := make(map[string]variable, len(v.sc.vars))
	for name, known := range v.sc.vars {
		if name == "IFS" {
			continue // every shell begins with its own
		}
		known.sealed = false // nothing is readonly to a child
		if slices.Contains(v.given, name) {
			out[name] = known
		} else if env, ok := v.r.w.Env[name]; ok {
			out[name] = merge(known, single(text(env)))
		} else {
			out[name] = merge(known, variable{unset: true})
		}
	}
	return out
}

// remoteShell is a command that runs elsewhere: what it does there is code
// as far as this machine is concerned.
func (v *visit) remoteShell(f field, rest []field, mark string) {
	if len(rest) == 0 {
		rest = []field{f}
	}
	words := make([]string, len(rest))
	for i, w := range rest {
		words[i] = w.text
		if w.dynamic {
			v.r.unknown(v.path+" runs "+w.text, v.name, w.span)
		}
	}
	v.r.code(v.name+": "+strings.Join(words, " "), v.name, strongerMark(mark, catalogue.MarkRemoteCommand), f.span)
}

// assignment is NAME=VALUE for a wrapped command.
func (v *visit) assignment(f field) {
	name, val := cutAssign(f.text)
	switch {
	case f.dynamic:
		if n, _, ok := strings.Cut(f.prefix, "="); ok {
			v.r.influence(v.sc, n, value{}, f.span)
			return
		}
		v.unknown("assignment "+f.text, f)
	default:
		v.r.influence(v.sc, name, text(val), f.span)
		v.r.namedInfluence(v.sc, name, text(val), f.span)
	}
}

// saysWhere reports whether a program that sends something states by its
// connections all of the places that this goes to.
func saysWhere(analyzer string) bool { return analyzer == "curl" || analyzer == "http" }
