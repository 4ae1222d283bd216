package command

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// param expands $x and ${x...}.
func (r *run) param(b *builder, sc *scope, p *syntax.ParamExp, quoted bool) {
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	if p.Index != nil && !allIndex(p.Index) {
		r.arithmetic(sc, p.Index)
	}
	if p.Slice != nil {
		r.arithmetic(sc, p.Slice.Offset)
		r.arithmetic(sc, p.Slice.Length)
	}
	if p.Repl != nil {
		r.judgeWord(sc, p.Repl.Orig)
		r.judgeWord(sc, p.Repl.With)
	}
	if p.NestedParam != nil || p.Flags != nil || len(p.Modifiers) > 0 || p.Width || p.IsSet {
		r.unhandled(p)
		b.unknowable()
		return
	}
	if list, ok := r.listOf(sc, p, name); ok && p.Exp == nil && p.Repl == nil && !p.Length && !p.Excl {
		r.addList(b, sc, p, name, list, quoted)
		return
	}
	b.value(r.paramValue(sc, p, name), quoted)
}

// listOf is "$@", "$*", ${a[@]} and ${a[*]}.
func (r *run) listOf(sc *scope, p *syntax.ParamExp, name string) ([]value, bool) {
	if name == "@" || name == "*" {
		if v, ok := sc.bind["@"]; ok && v.kind == valueDynamic {
			return []value{{}}, true
		}
		if !sc.argsOK || p.Slice != nil {
			return []value{{}}, true
		}
		return sc.args, true
	}
	if p.Index != nil && allIndex(p.Index) {
		v := r.variable(sc, name)
		if v.array && p.Slice == nil {
			return v.list, true
		}
		return []value{{}}, true
	}
	return nil, false
}

func allIndex(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

func (r *run) addList(b *builder, _ *scope, p *syntax.ParamExp, name string, list []value, quoted bool) {
	star := name == "*" || p.Index != nil && name != "@" && p.Index.(*syntax.Word).Lit() == "*" //nolint:forcetypeassert // allIndex checked it
	if quoted && star {
		joined := value{kind: valueText}
		for i, v := range list {
			if v.kind != valueText {
				joined = value{}
				break
			}
			if i > 0 {
				joined.text += " "
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

// baseValue is the value before any operator.
func (r *run) baseValue(sc *scope, p *syntax.ParamExp, name string) (v value, unset bool) {
	switch name {
	case "IFS":
		if own := sc.lookup(name); own.unset {
			return text(" \t\n"), false
		}
	case "!":
		v := number()
		v.job = true
		return v, false
	case "?", "$", "#", "PPID", "BASHPID", "RANDOM", "SRANDOM", "SECONDS", "LINENO", "UID", "EUID", "EPOCHSECONDS", "SHLVL", "COLUMNS", "LINES", "BASH_SUBSHELL", "OPTIND":
		return number(), false
	case "-", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "BASH_VERSION", "EPOCHREALTIME":
		if own := sc.lookup(name); !own.unset {
			return own.one(), false
		}
		return token(), false
	case "0":
		return sc.zero, false
	case "@", "*":
		return value{}, false
	case "_", "BASH_COMMAND", "REPLY", "PIPESTATUS", "FUNCNAME", "BASH_SOURCE", "OPTARG", "MAPFILE", "COPROC", "DIRSTACK", "BASH_REMATCH":
		return value{}, false
	case "PWD":
		if len(sc.dirs) == 1 {
			return text(sc.dirs[0]), false
		}
		return value{}, false
	}
	if v, ok := sc.bind[name]; ok {
		return v, false
	}
	if n, err := strconv.Atoi(name); err == nil {
		if !sc.argsOK {
			return value{}, false
		}
		if n-1 < len(sc.args) {
			return sc.args[n-1], false
		}
		return text(""), true
	}
	found := r.variable(sc, name)
	if found.unset {
		switch name {
		case "HOME":
			return text(r.w.Home), false
		case "USER", "LOGNAME":
			return text(r.w.User), false
		}
		return value{}, true
	}
	if p.Index != nil {
		return r.element(found, p.Index), false
	}
	return found.one(), false
}

func (r *run) element(v variable, index syntax.ArithmExpr) value {
	w, ok := index.(*syntax.Word)
	if !ok || !v.array {
		return value{}
	}
	i, err := strconv.Atoi(w.Lit())
	if err != nil || i < 0 || i >= len(v.list) {
		return value{}
	}
	return v.list[i]
}

// indirect is ${!x}: x names the variable; a subscript in it would be evaluated.
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

func validName(s string) bool { return syntax.ValidName(s) }

// operator applies ${x:-w}, ${x%w} and their like.
func (r *run) operator(sc *scope, p *syntax.ParamExp, name string, v value, unset bool) value {
	word := func() value { return r.assigned(sc, p.Exp.Word) }
	null := p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AlternateUnsetOrNull ||
		p.Exp.Op == syntax.AssignUnsetOrNull || p.Exp.Op == syntax.ErrorUnsetOrNull
	absent := unset || null && v.kind == valueText && v.text == ""
	maybe := !unset && null && v.kind != valueText
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
			if assigns {
				r.assign(sc, name, value{})
			}
			return value{}
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
		r.judgeWord(sc, p.Exp.Word)
		return v
	case syntax.OtherParamOps:
		return r.transform(p, v, unset)
	}
	r.judgeWord(sc, p.Exp.Word)
	return r.derived(p, v)
}

// transform is ${x@P} and its like. P expands the value as a prompt, which
// runs the substitutions in it.
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

// derived computes an operator that only cuts and replaces. On a pattern the
// result keeps the folder if the operator cannot touch it.
func (r *run) derived(p *syntax.ParamExp, v value) value {
	switch v.kind {
	case valueText:
		bare := &syntax.ParamExp{Param: &syntax.Lit{Value: "x"}, Exp: p.Exp, Repl: p.Repl, Slice: p.Slice}
		if !staticParam(bare) {
			return value{}
		}
		cfg := &expand.Config{Env: expand.FuncEnviron(func(n string) string {
			if n == "x" {
				return v.text
			}
			return ""
		})}
		s, err := expand.Literal(cfg, &syntax.Word{Parts: []syntax.WordPart{bare}})
		if err != nil || len(s) > maxValue {
			return value{}
		}
		return text(s)
	case valuePattern:
		return derivedPattern(p, v.text)
	}
	return value{}
}

// derivedPattern handles the idioms ${f%.c}, ${f##*/} and ${f%/*} for a name
// that stands for files.
func derivedPattern(p *syntax.ParamExp, s string) value {
	if p.Exp == nil || p.Exp.Word == nil {
		return value{}
	}
	arg := p.Exp.Word.Lit()
	dir := ""
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		dir = s[:i+1]
	}
	switch p.Exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		if !strings.Contains(arg, "/") && arg != "" && !strings.HasPrefix(arg, "*") {
			return pattern(dir + "*")
		}
	case syntax.RemLargePrefix:
		if arg == "*/" {
			return token()
		}
	}
	return value{}
}

// staticParam reports whether the words of the operator are literals.
func staticParam(p *syntax.ParamExp) bool {
	ok := true
	syntax.Walk(p, func(n syntax.Node) bool {
		switch n.(type) {
		case nil, *syntax.Word, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted, *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm:
		case *syntax.ParamExp:
			ok = ok && n == syntax.Node(p)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// substitution judges $( ) and says what it prints where that is certain.
func (r *run) substitution(sc *scope, p *syntax.CmdSubst) value {
	if p.TempFile || p.ReplyVar {
		r.unhandled(p)
	}
	if r.muted == 0 { // judged once; looking again for what it prints must not judge what is nested again
		inner := sc.fork()
		inner.failed = nil
		r.stmts(inner, p.Stmts)
	}
	return r.printed(sc, p.Stmts)
}

// printed folds what a substitution prints: constants, the working folder,
// and programs whose output is a number or a name by their nature.
func (r *run) printed(sc *scope, stmts []*syntax.Stmt) value {
	if len(stmts) != 1 || stmts[0].Background || stmts[0].Negated {
		return value{}
	}
	s := stmts[0]
	if bin, ok := s.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		last := r.printed(sc, []*syntax.Stmt{bin.Y})
		if last.number {
			return last
		}
		return value{}
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return value{}
	}
	for _, rd := range s.Redirs {
		if rd.Op != syntax.RdrOut && rd.Op != syntax.RdrIn || rd.Op == syntax.RdrOut && (rd.N == nil || rd.N.Value != "2") {
			return value{}
		}
	}
	mute := r.mute()
	defer r.unmute(mute)
	args := r.fields(sc, call.Args)
	if len(args) == 0 || !args[0].exact() || sc.funcs[args[0].text] != nil {
		return value{}
	}
	return outputOf(sc, path.Base(args[0].text), args[1:])
}

// outputOf says what some well-known programs print.
func outputOf(sc *scope, name string, args []field) value {
	exact := !slices.ContainsFunc(args, func(f field) bool { return !f.exact() })
	switch name {
	case "echo", "printf":
		return folded(name, args)
	case "true", ":", "false":
		return text("")
	case "pwd":
		if len(args) == 0 && len(sc.dirs) == 1 {
			return text(sc.dirs[0])
		}
	case "nproc", "wc", "uptime", "getconf", "tput":
		if name == "wc" && slices.ContainsFunc(args, func(f field) bool { return !strings.HasPrefix(f.text, "-") || !f.exact() }) {
			return value{} // names follow the counts
		}
		return number()
	case "date":
		if exact && !slices.ContainsFunc(args, func(f field) bool {
			return strings.HasPrefix(f.text, "+") && strings.ContainsAny(f.text, "/ ") || f.text == "-f"
		}) && len(args) > 0 {
			return token()
		}
	case "id", "stat":
		if exact && len(args) > 0 && slices.ContainsFunc(args, func(f field) bool {
			return f.text == "-u" || f.text == "-g" || f.text == "%s" || f.text == "-c%s" || f.text == "%Y"
		}) {
			return number()
		}
	case "grep":
		if len(args) > 0 && (args[0].text == "-c" || strings.HasPrefix(args[0].text, "-c")) {
			return number()
		}
	case "uname", "hostname", "whoami", "arch", "uuidgen":
		return token()
	case "mktemp":
		if exact && !slices.ContainsFunc(args, func(f field) bool { return f.text != "-d" && f.text != "-q" }) {
			dir := "/tmp"
			if v := sc.lookup("TMPDIR").one(); v.kind == valueText && v.text != "" {
				dir = v.text
			}
			return pattern(path.Join(dir, "tmp.*"))
		}
	case "basename":
		if len(args) > 0 && !args[0].dynamic && args[0].exact() && len(args) == 1 {
			return text(path.Base(args[0].text))
		}
		if len(args) > 0 && !args[0].optionLike() && args[0].pattern {
			return token()
		}
	case "dirname":
		if len(args) == 1 && args[0].exact() && !args[0].optionLike() {
			return text(path.Dir(args[0].text))
		}
	case "seq":
		return number()
	}
	return value{}
}

// folded is what echo and printf print for constants.
func folded(name string, args []field) value {
	words := make([]string, 0, len(args))
	for _, f := range args {
		if !f.exact() {
			return value{}
		}
		words = append(words, f.text)
	}
	if name == "echo" {
		for len(words) > 0 && words[0] == "-n" {
			words = words[1:]
		}
		if len(words) > 0 && strings.HasPrefix(words[0], "-") {
			s, _, err := expand.Format(nil, strings.Join(words[1:], " "), nil)
			if strings.Contains(strings.Join(words[1:], " "), `\0`) || strings.Contains(s, `\c`) || words[0] != "-e" && words[0] != "-ne" && words[0] != "-en" || err != nil {
				return value{}
			}
			return text(strings.TrimRight(s, "\n"))
		}
		return text(strings.TrimRight(strings.Join(words, " "), "\n"))
	}
	if len(words) == 0 || strings.HasPrefix(words[0], "-") && words[0] != "--" {
		return value{}
	}
	if words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return value{}
	}
	s, n, err := expand.Format(nil, words[0], words[1:])
	if err != nil {
		return value{}
	}
	for n > 0 && n < len(words)-1 { // the format is used again for what is left
		words = slices.Delete(slices.Clone(words), 1, 1+n)
		more, _, err := expand.Format(nil, words[0], words[1:])
		if err != nil || len(s) > maxValue {
			return value{}
		}
		s += more
	}
	return text(strings.TrimRight(s, "\n"))
}
