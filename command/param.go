package command

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// param expands $x and ${x...}. First whatever the shell evaluates on the way is
// judged, whether or not the value is known in the end: a subscript, the two numbers of
// a slice and both parts of a replacement may all hold $(…) (bash(1), "Shell Parameter
// Expansion").
func (r *run) param(b *builder, sc *scope, p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	if p.Index != nil && !allIndex(p.Index) {
		if w, ok := p.Index.(*syntax.Word); ok && sc.lookup(name).assoc {
			r.judgeWord(sc, w)
		} else {
			r.arithmetic(sc, p.Index)
		}
	}
	if p.Slice != nil || p.Repl != nil {
		r.perhaps(sc, p, func(sc *scope) { r.derives(sc, p) })
	}
	// Forms of zsh and mksh that bash does not have, or that the parser has learned
	// since.
	if p.NestedParam != nil || p.Flags != nil || len(p.Modifiers) > 0 || p.Width || p.IsSet {
		r.unhandled(p)
		b.unknowable()
		return
	}
	if list, ok := r.listOf(sc, p, name); ok && p.Exp == nil && p.Repl == nil && !p.Length && !p.Excl {
		r.addList(b, p, name, list, quoted)
		if p.Index != nil && sc.lookup(name).open { // any number of elements, each as the pattern says
			b.many = true
		}
		return
	}
	if p.Excl && p.Index != nil && allIndex(p.Index) && p.Exp == nil && p.Repl == nil && p.Slice == nil {
		// ${!a[@]}: the keys. Those of a list are numbers; those of a map come in an
		// order that depends on the version of bash, so several are unknown unless it
		// does not matter in which order they come.
		v := sc.lookup(name)
		list, ok := v.names()
		switch places := v.array && !v.assoc && !r.keys; {
		case places && !ok:
			list = []value{number()}
		case !ok || len(list) > 1 && !r.anyOrder || !places && !v.assoc:
			list = []value{{}}
		}
		r.addList(b, p, name, list, quoted)
		return
	}
	v := r.paramValue(sc, p, name)
	if quoted && p.Exp != nil && quotesItself(p.Exp.Word) {
		v = value{}
	}
	b.value(v, quoted)
}

// listOf is "$@", "$*", ${a[@]} and ${a[*]}. Not ok: the expansion is no list but one
// value.
func (r *run) listOf(sc *scope, p *syntax.ParamExp, name string) ([]value, bool) {
	if name == "@" || name == "*" {
		if v, ok := sc.bind["@"]; ok && v.kind == valueDynamic {
			return []value{{}}, true
		}
		if !sc.argsOK {
			return []value{{}}, true
		}
		if p.Slice != nil && severalIn(sc.args) {
			return []value{{}}, true
		}
		return sliced(sc.args, p.Slice, 1), true
	}
	if p.Index != nil && allIndex(p.Index) {
		v := r.variable(sc, name)
		if v.array && p.Slice == nil && (!v.assoc || !v.open && (len(v.list) < 2 || r.anyOrder)) {
			return v.list, true
		}
		if v.array && !v.assoc && !v.open && !v.ref && p.Slice != nil {
			return sliced(v.list, p.Slice, 0), true
		}
		return []value{{}}, true
	}
	return nil, false
}

// sliced is what ${@:2} or ${a[@]:1} leaves of a list whose first element has a
// certain number; ${@:0} begins with what $0 is.
func sliced(list []value, s *syntax.Slice, first int) []value {
	if s == nil {
		return list
	}
	w, ok := s.Offset.(*syntax.Word)
	if !ok || s.Length != nil {
		return []value{{}}
	}
	from, err := strconv.Atoi(w.Lit())
	if err != nil || from < first {
		return []value{{}}
	}
	return list[min(from-first, len(list)):]
}

// allIndex reports whether a subscript means all elements.
func allIndex(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

// addList adds the elements of a list to the word that is being built: "$@" makes a
// word of each, "$*" one word with the first character of IFS between them, and
// unquoted both are split again (POSIX 2.5.2).
func (r *run) addList(b *builder, p *syntax.ParamExp, name string, list []value, quoted bool) {
	star := name == "*" || p.Index != nil && name != "@" && p.Index.(*syntax.Word).Lit() == "*" //nolint:forcetypeassert // allIndex checked it
	if quoted && star {
		joined := value{kind: valueText}
		between := b.joint()
		for i, v := range list {
			if v.kind != valueText || b.ifsKind == separatedSomehow {
				joined = value{}
				break
			}
			if i > 0 {
				joined.text += between
			}
			joined.text += v.text
		}
		b.value(joined, true)
		return
	}
	for i, v := range list {
		if i > 0 {
			b.flush()
		}
		if quoted {
			b.started = true
		}
		b.value(v, quoted)
		if v.kind == valueDynamic {
			b.many = true
		}
	}
}

// variable looks a variable up: this turn's value of a loop variable first.
func (r *run) variable(sc *scope, name string) variable {
	if v, ok := sc.bind[name]; ok {
		return single(v)
	}
	return sc.lookup(name)
}

// paramValue is the value of ${name...} after its operator.
func (r *run) paramValue(sc *scope, p *syntax.ParamExp, name string) value {
	v, unset := r.baseValue(sc, p, name)
	if p.Excl {
		return r.indirect(sc, p, v)
	}
	if p.Length {
		return number()
	}
	if p.Exp != nil {
		return r.operator(sc, p, name, v, unset)
	}
	if p.Repl != nil || p.Slice != nil {
		return r.derived(p, v)
	}
	return v
}

// baseValue is the value before any operator. Many variables of the shell's own are
// numbers as long as nobody has set or unset them (bash(1), "Shell Variables"): those
// count as numbers and not as constants. What depends on what ran before ($_,
// PIPESTATUS, REPLY) is not known.
func (r *run) baseValue(sc *scope, p *syntax.ParamExp, name string) (v value, unset bool) {
	switch name {
	case "IFS":
		if own := sc.lookup(name); own.unset {
			return text(" \t\n"), false
		}
	case "?", "$", "#":
		return number(), false
	case "!", "-", "PPID", "BASHPID", "UID", "EUID", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "EPOCHSECONDS", "SHLVL", "COLUMNS", "LINES", "BASH_SUBSHELL", "OPTIND",
		"GROUPS", "HISTCMD", "BASH_ARGC", "BASH_LINENO", "BASH_MONOSECONDS", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "BASH_VERSION", "EPOCHREALTIME":
		return r.kept(sc, name)
	case "0":
		return sc.zero, false
	case "BASH_SOURCE":
		return sc.source(p.Index), false
	case "@", "*", "_", "BASH_COMMAND", "REPLY", "PIPESTATUS", "FUNCNAME", "OPTARG", "MAPFILE", "COPROC", "DIRSTACK", "BASH_REMATCH",
		"BASH_ARGV", "BASH_TRAPSIG", "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO":
		if own, ok := sc.vars[name]; ok && name == "BASH_REMATCH" && own.array && p.Index != nil {
			return r.element(sc, own, p.Index), false
		}
		return value{}, false
	case "PWD":
		if own, ok := sc.vars["PWD"]; ok {
			return own.one(), false
		}
		return sc.folder(), false
	}
	if v, ok := sc.bind[name]; ok {
		return v, false
	}
	if n, ok := position(name); ok {
		if !sc.argsOK {
			return value{}, false
		}
		if severalIn(sc.args[:min(n, len(sc.args))]) || n > len(sc.args) && severalIn(sc.args) {
			return value{}, false
		}
		if n-1 < len(sc.args) {
			return sc.args[n-1], false
		}
		return text(""), true
	}
	return r.namedValue(sc, p, name)
}

// namedValue is the value of a variable that neither the shell keeps itself nor
// a loop or a call has bound. HOME, USER and LOGNAME count as those of the
// account, as a login sets them (login(1)), if the environment does not name
// them; once unset they are nothing, like any other.
func (r *run) namedValue(sc *scope, p *syntax.ParamExp, name string) (v value, unset bool) {
	found := r.variable(sc, name)
	if found.unset {
		if _, taken := sc.vars[name]; taken {
			return value{}, true
		}
		switch name {
		case "HOME":
			return text(r.w.Home), false
		case "USER", "LOGNAME":
			return text(r.w.User), false
		}
		return value{}, true
	}
	if p.Index != nil {
		return r.element(sc, found, p.Index), false
	}
	return found.one(), false
}

// source is where a script was read from: one that is given as text is no file.
func (s *scope) source(index syntax.ArithmExpr) value {
	if w, ok := index.(*syntax.Word); s.top && (index == nil || ok && w.Lit() == "0") {
		return text("")
	}
	return value{}
}

// position is the number of a positional parameter. An error that nobody looks
// at would cost more than all else.
func position(name string) (int, bool) {
	if name == "" || name[0] < '0' || name[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(name)
	return n, err == nil
}

// element is ${a[i]}. A place beyond the list is empty for bash but counts as unknown
// here: the list may be longer than what is known of it.
func (r *run) element(sc *scope, v variable, index syntax.ArithmExpr) value {
	w, ok := index.(*syntax.Word)
	if !ok || !v.array {
		return value{}
	}
	if v.assoc {
		mute := r.mute() // it was judged before
		defer r.unmute(mute)
		if key, ok := r.key(sc, w); ok {
			if i := slices.Index(v.keys, key); i >= 0 {
				return v.list[i]
			}
		}
		if v.sums { // or it has no such element
			n := number()
			n.hollow = true
			return n
		}
		return value{}
	}
	at := w.Lit()
	if at == "" {
		mute := r.mute() // it was judged before
		at = r.assigned(sc, w).text
		r.unmute(mute)
	}
	i, err := strconv.Atoi(at)
	if err != nil || i < 0 || i >= len(v.list) || v.open {
		return value{}
	}
	return v.list[i]
}

// indirect is ${!x}: x names the variable; a subscript in it would be evaluated, so that
// a value like a[$(cmd)] runs the command. That is why a value which is not certainly a
// name is unknown, and not only unset.
func (r *run) indirect(sc *scope, p *syntax.ParamExp, v value) value {
	if p.Names != 0 || p.Index != nil {
		return value{}
	}
	if v.kind != valueText || !validName(v.text) {
		r.unknown("indirect expansion of a name that is not known", "expansion", r.spanOf(p))
		return value{}
	}
	return r.variable(sc, v.text).one()
}

// validName reports whether a text is the name of a variable and nothing more.
func validName(s string) bool { return syntax.ValidName(s) }

// operator applies ${x:-w}, ${x%w} and their like. absent: the variable is certainly
// unset or, with a colon, empty; maybe: it is set, but nobody knows to what, so that
// either side may come of it. The word behind the operator is expanded, and so judged,
// in each case in which the shell might.
func (r *run) operator(sc *scope, p *syntax.ParamExp, name string, v value, unset bool) value {
	word := func() value { return r.assigned(sc, p.Exp.Word) }
	judge := func(sc *scope) { r.judgeWord(sc, p.Exp.Word) }
	null := p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AlternateUnsetOrNull ||
		p.Exp.Op == syntax.AssignUnsetOrNull || p.Exp.Op == syntax.ErrorUnsetOrNull
	absent := unset || null && v.kind == valueText && v.text == ""
	maybe := !unset && (null && v.kind != valueText || !null && r.perhapsUnset(sc, name, v))
	if alternate := p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull; maybe || absent == alternate || !defaults(p.Exp.Op) {
		word = func() (w value) { // it may not be asked for, and then sets nothing
			r.perhaps(sc, p.Exp.Word, func(sc *scope) { w = r.assigned(sc, p.Exp.Word) })
			return w
		}
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		w := word()
		assigns := p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull
		switch {
		case absent && assigns:
			r.assign(sc, name, w)
			return w
		case absent:
			return w
		case maybe && !v.same(w):
			either := value{}
			if v.number && (w.number || w.kind == valueText && w.text != "" && strings.Trim(w.text, "0123456789") == "") {
				either = number()
			}
			if assigns {
				r.assign(sc, name, either)
			}
			return either
		}
		return v
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		w := word()
		switch {
		case absent:
			return text("")
		case maybe:
			return value{}
		}
		return w
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		r.perhaps(sc, p.Exp.Word, judge)
		return v
	case syntax.OtherParamOps:
		return r.transform(p, v, unset)
	}
	r.perhaps(sc, p.Exp.Word, judge)
	return r.derived(p, v)
}

// transform is ${x@P} and its like. P expands the value as a prompt, which runs the
// substitutions in it. What comes out of the others (quoting, letters in capitals) is
// not reckoned.
func (r *run) transform(p *syntax.ParamExp, v value, unset bool) value {
	op := ""
	if p.Exp.Word != nil {
		op = p.Exp.Word.Lit()
	}
	if op == "P" && !unset && (v.kind != valueText || strings.ContainsAny(v.text, "$`\\")) {
		r.unknown("${...@P} runs the substitutions in its value", "expansion", r.spanOf(p))
		if v.kind == valueText {
			r.suspectExpansions(newScope(r), v.text, r.spanOf(p))
		}
	}
	return value{}
}
