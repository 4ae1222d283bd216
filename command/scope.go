package command

import (
	"maps"
	"path"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// variable is what is known of one shell variable: one of several values, or the
// elements of an array. The zero value is a variable that is set to nothing that is
// known; one that nobody has set says unset.
type variable struct {
	alts []value
	list []value // elements of an indexed array
	// keys are those of an associative array, one for each element of list,
	// in no order. Open: it may have others, or the number of an element is
	// not known since one before it may be several.
	keys  []string
	to    string // of a reference: the other variable, if that is known
	array bool
	unset bool
	ref   bool // declare -n
	assoc bool
	open  bool
	sums  bool // every element of an associative array is a number
	// sealed says that it may be readonly: what is assigned from then on may not be
	// what it holds.
	sealed bool
	gone   bool // it may be unset, and counts as empty
}

// single is a variable with one value.
func single(v value) variable { return variable{alts: []value{v}} }

// scope is the state of one shell as its commands pass: variables, functions,
// the working folder, the positional parameters, the standard input.
type scope struct {
	vars    map[string]variable
	env     map[string]string // the environment that the shell was started with
	funcs   map[string]*syntax.Stmt
	sure    map[string]bool // functions that are certainly defined
	aliases map[string]string
	dirs    []string // where it may be; empty: unknown; never changed in place
	first   [1]string
	made    map[string]made // files that were certainly written with a known text
	madeIf  map[string]made // the same, if the list that was just judged went well
	failed  []string        // where it is if the last cd failed
	prev    []string        // where cd - leads; empty: unknown
	args    []value         // $1 and on
	stack   [][]string      // what pushd keeps, as far as it is known
	argsOK  bool
	zero    value
	stdin   stdin
	bind    map[string]value // the value that a variable has in this turn
	posix   bool
	top     bool // of the script itself: nobody gives it parameters
	opts    bool // expand_aliases or another option that changes the grammar
	errexit bool // set -e: a command that fails ends the shell
	exports bool // set -a: functions that are defined are exported, too
	murky   bool // any variable may have been set meanwhile
	locals  map[string]local
	frame   *exits // of the function under way
	turn    *exits // of the loop under way
	library *field // a file that it has taken in by source
	run     *run   // that keeps it
}

// stdin is where a command's standard input comes from.
type stdin struct {
	kind stdinKind
	text string // of a here-document or a folded echo
	path string
	glob bool   // path is a pattern, of which one file is meant
	file string // of known text, where it is one that the command has written
	fed  bool   // by the network
	// names are patterns of the words that the producer prints, one a line,
	// where that is known: find, ls.
	names []string
	nul   bool // and NUL divides them
	empty bool // and they are those of what holds nothing
	// figures says of the columns of each line which are certainly numbers, the
	// first in the lowest bit.
	figures uint8
	// numbered says that each line is a number, a colon and more.
	numbered bool
	counted  string    // a few numbers, one a line
	pids     bool      // the ids of all processes, one a line or among other columns
	tool     *toolPath // the one line is a path of a tool's own
}

// stdinKind says how much is known of what can be read there.
type stdinKind uint8

const (
	// From whoever starts the command: the request says what is there, if anything.
	stdinInherited stdinKind = iota
	// From another command, a file that is not known, or nobody knows what.
	stdinPipe
	// A text that is known to the letter.
	stdinText
	// A file, whose path is known.
	stdinFile
)

// newScope is the shell as a command begins: in the folder of the request, with its
// environment and no parameters.
func newScope(r *run) *scope {
	s := r.p.scopes.one()
	s.env, s.first[0], s.argsOK, s.zero, s.run = r.w.Env, path.Clean(r.w.Dir), true, text("bash"), r
	s.dirs = s.first[:]
	return s
}

// fork is a subshell, or a branch that may not be taken.
func (s *scope) fork() *scope {
	c := s.run.p.scopes.one()
	*c = *s
	if !s.run.spend(s.known() / 4) {
		return c // shares what nobody judges any more
	}
	c.vars = maps.Clone(s.vars)
	c.funcs = maps.Clone(s.funcs)
	c.sure = maps.Clone(s.sure)
	c.aliases = maps.Clone(s.aliases)
	c.locals = maps.Clone(s.locals)
	c.bind = maps.Clone(s.bind)
	c.made = maps.Clone(s.made)
	return c
}

// known is how many names the shell has given a meaning.
func (s *scope) known() int { return len(s.vars) + len(s.funcs) + len(s.aliases) }

// join takes in the state of a branch that may or may not have run. The state
// afterwards is the least that both have in common: a value both have, a folder of
// either, a function that is sure only where both have the same. Nothing of one branch
// alone may be relied upon, and everything that one branch alone may do must still be
// seen.
func (s *scope) join(o *scope) {
	if !s.run.spend(s.known() + o.known()) {
		return
	}
	s.dirs = unite(s.dirs, o.dirs)
	maps.DeleteFunc(s.made, func(p string, m made) bool { return o.made[p] != m })
	prev := s.prev
	if !sameDirs(prev, o.prev) {
		prev = nil
	}
	defer func() { s.prev = prev }() // OLDPWD is only merged
	bind := s.bind                   // of this turn, unless either way has set the variable since
	s.bind = nil
	defer func() {
		maps.DeleteFunc(bind, func(name string, _ value) bool {
			_, ok := o.bind[name]
			return !ok
		})
		s.bind = bind
	}()
	for name, v := range o.vars {
		s.store(name, merge(s.lookup(name), v))
	}
	for name, v := range s.vars {
		if _, ok := o.vars[name]; !ok {
			s.store(name, merge(v, o.lookup(name)))
		}
	}
	for name, body := range o.funcs {
		switch mine := s.funcs[name]; {
		case mine == body:
			s.sure[name] = s.sure[name] && o.sure[name]
		case mine == nil:
			s.define(name, body, false)
		default:
			s.define(name, severalBodies, false)
		}
	}
	for name := range s.funcs {
		if o.funcs[name] == nil {
			s.sure[name] = false
		}
	}
	for name, body := range o.aliases {
		s.alias(name, body)
	}
	if !slices.EqualFunc(s.stack, o.stack, sameDirs) {
		s.stack = nil
	}
	s.opts, s.murky, s.errexit = s.opts || o.opts, s.murky || o.murky, s.errexit && o.errexit
	s.exports = s.exports || o.exports
	if s.library == nil { // a name that neither knows does nothing in the other
		s.library = o.library
	}
	s.joinLocals(o)
	if len(s.args) != len(o.args) || !o.argsOK || !slices.EqualFunc(s.args, o.args, value.same) {
		s.argsOK = false
	}
}

// lookup is what is known of a variable here, with what a trap may have put into it at
// any moment.
func (s *scope) lookup(name string) variable {
	if v, ok := s.run.unsure[name]; ok {
		return merge(s.settled(name), v)
	}
	return s.settled(name)
}

// settled is lookup without what traps may do.
func (s *scope) settled(name string) variable {
	v, ok := s.vars[name]
	if name == "IFS" && (!ok && !s.murky || v.unset) { // no shell takes it from its environment
		return single(text(blanks))
	}
	if ok {
		return v
	}
	if s.murky {
		return variable{alts: []value{{}}}
	}
	if v, ok := s.env[name]; ok {
		return single(text(v))
	}
	return variable{unset: true}
}

// single is the one value of a variable that is set; otherwise nothing is known.
func (s *scope) single(name string) value {
	if v, ok := s.vars[name]; ok {
		if v.unset {
			return value{}
		}
		return v.one()
	}
	if v, ok := s.env[name]; ok && !s.murky {
		return text(v)
	}
	return value{}
}

// set changes a variable as a command of the shell does, which a readonly one withstands
// and a reference passes on: see sealed.go.
func (s *scope) set(name string, v variable) {
	if old, ok := s.vars[name]; ok && (old.sealed || old.ref && !v.ref) {
		v = s.withstood(name, old)
	}
	s.store(name, v)
}

// store notes what a variable is from now on. What the turn of a loop had bound it to is
// over then; what a trap may read from now on is this value as well.
func (s *scope) store(name string, v variable) {
	if s.vars == nil {
		s.vars = make(map[string]variable)
	}
	s.vars[name] = v
	if name == "OLDPWD" {
		s.prev = nil // cd - goes there
	}
	delete(s.bind, name)
	if s.run.traps != nil {
		s.run.traps.holds(name, v)
	}
}

// manyNames is how many names one command gives a meaning before room is made for all of
// them at once, which is half the memory.
const manyNames = 64

// expects makes room for variables that the next commands will set.
func (s *scope) expects(n int) {
	if n <= max(manyNames, len(s.vars)) {
		return
	}
	vars := make(map[string]variable, n+len(s.vars))
	maps.Copy(vars, s.vars)
	s.vars = vars
}

// severalBodies stands for the body of a function that branches have defined in
// different ways: who calls it does nobody knows what.
var severalBodies = &syntax.Stmt{Cmd: &syntax.Block{}} //nolint:gochecknoglobals // a name for what is known of it, never changed

// define notes a function. It is not sure where only a branch defines it, so that a
// program of its name may be started instead.
func (s *scope) define(name string, body *syntax.Stmt, sure bool) {
	if s.funcs == nil {
		s.funcs = make(map[string]*syntax.Stmt)
		s.sure = make(map[string]bool)
	}
	s.funcs[name] = body
	s.sure[name] = sure
}

// alias notes an alias, also where the shell would not expand it.
func (s *scope) alias(name, body string) {
	if s.aliases == nil {
		s.aliases = make(map[string]string)
	}
	s.aliases[name] = body
}

// settle ends a statement after which nobody looks whether cd went well.
func (s *scope) settle() {
	s.madeIf = nil
	if s.failed != nil {
		s.dirs = unite(s.dirs, s.failed)
		s.failed, s.prev = nil, nil
	}
}

// unite joins two sets of folders; an unknown one makes the union unknown. More than
// eight are unknown: what is done in each of them is stated for each. The slices are
// shared between scopes, hence the clip.
func unite(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := a
	for _, d := range b {
		if !slices.Contains(out, d) {
			out = append(slices.Clip(out), d)
		}
	}
	if len(out) > 8 {
		return nil
	}
	return out
}

// merge is a variable that has one of two states. Beyond maxAlts values nothing is
// known any more. Arrays are kept where both are the same, or where all elements are
// numbers; of other pairs nothing is.
func merge(a, b variable) variable {
	out := mergeValues(a, b)
	out.sealed = a.sealed || b.sealed
	out.gone = a.gone || b.gone || a.unset || b.unset
	return out
}

// mergeValues is merge without what may be done with the variable.
func mergeValues(a, b variable) variable {
	if a.unset {
		a = single(text(""))
	}
	if b.unset {
		b = single(text(""))
	}
	if a.array || b.array || a.ref || b.ref || a.assoc || b.assoc {
		if a.assoc && b.assoc {
			return a.mergeKeys(b)
		}
		if a.array && !a.assoc && !b.assoc && b.array && slices.EqualFunc(a.list, b.list, value.same) && a.open == b.open {
			return a
		}
		if v, ok := a.joinFigures(b); ok {
			return v
		}
		if v, ok := a.longer(b); ok {
			return v
		}
		return single(value{})
	}
	out := variable{alts: slices.Clip(a.alts)}
	for _, v := range b.alts {
		if !slices.ContainsFunc(out.alts, v.same) {
			out.alts = append(out.alts, v)
		}
	}
	if len(out.alts) > maxAlts {
		return single(value{})
	}
	return out
}
