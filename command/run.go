package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// run is one analysis under way.
type run struct {
	a               *Analyzer
	p               *parsers
	w               World
	in              Input
	canonical       string
	effects         []pipeline.Effect
	commands        []Command
	words           []Word // where the words of the next command go
	programs        map[string]string
	fedProcs        map[*syntax.ProcSubst]bool
	via             []string
	spelled         int // calls of code that were read as a shell would
	integers        map[string]bool
	arrays          map[string]bool          // declared so, with or without a value
	gaveUp          bool                     // something of the statement could not be reckoned: see giveup.go
	keys            bool                     // a loop gives some array keys for places
	tree            *syntax.File             // the script, until it was looked at for what runs beside
	alone           bool                     // nothing in the script runs beside the rest
	tracking        bool                     // a file was made whose text is known
	touched         []string                 // paths that were changed since then
	typed           map[string]string        // texts that files were made with
	spoken          map[*syntax.Stmt]textsOf // what statements that write say, once it was asked for
	pids            map[string]*pidFile
	ran             []string          // files of known text that were run
	toomuch         bool              // the text holds more than is judged
	selves          map[string]string // scripts that were looked at for what starts them again, and their texts
	whole           map[string]string // what those of one text said that were read, by their places
	built           map[string]build  // programs that were compiled from known texts
	unread          map[string]bool   // files that were written with texts which are not known
	folder          string            // where a compiler runs that writes its output alone
	open            []string          // those of them that a shell is reading
	beside          bool              // something may run beside the rest, or write to a file that the rest writes
	staged          int               // > 0: inside of a pipeline
	formats         bool              // what is written is put in order and nothing else: gofmt -w
	outer           *syntax.BinaryCmd // the list that is a statement of the text itself
	twins           []twin            // other names of what belongs to the machine
	boxed           *inside           // a command within a container is judged
	twinning        bool              // such a name is being followed
	decoded         map[string]bool   // texts that stood there in another spelling; false: the first word of one
	pathFrom        string            // the folder from which a PATH with relative folders was set
	pathOwn         bool              // a PATH has folders of the project before others
	linked          bool              // a link was made or moved, so that paths may lead elsewhere now
	keepsFiles      bool              // set -C may be on, so that > leaves a file that is there
	guarded         []pipeline.Effect // files and folders of which someone changed who may write to them
	traps           *trapped
	unsure          map[string]variable // what a trap may put into a variable at any time
	calling         []string            // functions under way, so that recursion ends
	entered         []entrance          // what they were called with, but for those of traps
	looking         []string            // functions whose changes are looked for
	fixed           *pipeline.Span      // inside a nested text: where that text stands
	muted           int                 // > 0: effects are not kept
	readings        int                 // > 0: a reading of what is unknown is judged, of which only ruin stays
	depth           int
	count           int
	work            int             // steps that were spent
	walked          int             // nodes that were looked at once more
	apart           int             // commands that are judged for each item of a loop
	fed             bool            // exec has put something else where all later commands read from
	tested          int             // > 0: somebody looks at the status, so that set -e does nothing
	erring          bool            // the next return gives on that the command before it has failed
	anyOrder        bool            // the words are those of a loop, which takes each in turn
	over            bool            // a limit was passed and said
	passed          pipeline.Effect // what was said of it
	oneWord         string          // the last long value that was one word
	posix           bool
	codes           int      // effects of code so far, those that were stated before as well
	phase           phase    // what a variable has said of production
	given, clusters []string // variables that the next command alone gets; folders of servers of PostgreSQL, started or stopped
	namesRun        []string // patterns of files whose names are part of code
	odd             bool     // a file has a name that is more than one word
	oddSeen         int      // how many effects were looked at for that
	serving         []servingVariable
	addresses       []string        // variables that were exported with an address
	coders          map[string]bool // programs that have run code or listen, see codeOf
	codersAt        int             // how many effects were looked at for that
	passing         bool            // a variable is set for one command alone
	passingOwn      bool            // which is a program of the project
	hollowed        bool            // what is deleted holds nothing
	looked          int             // names that were looked at for links that patterns lead through
	out             *printing       // where what is judged prints, while a function's output is looked for
}

// newRun begins an analysis. It lives in the reused parts, so that an ordinary command
// makes next to nothing new; the variables of the request come over those of the world.
func newRun(a *Analyzer, p *parsers, w World, in Input) *run {
	if len(in.Env) > 0 {
		env := make(map[string]string, len(w.Env)+len(in.Env))
		maps.Copy(env, w.Env)
		maps.Copy(env, in.Env)
		w.Env = env
	}
	p.memo.of = w.Paths
	w.Paths = &p.memo
	p.run = run{a: a, p: p, w: w, in: in, posix: in.Dialect == POSIX, effects: p.effects, commands: p.commands, via: p.via}
	return &p.run
}

// reset forgets what a first attempt found.
func (r *run) reset() {
	r.p.seen.clear()
	*r = run{a: r.a, p: r.p, w: r.w, in: r.in, posix: r.posix, effects: r.effects[:0], commands: r.commands[:0], via: r.via[:0]}
}

// script judges a text that bash will run. The shell itself is an effect, since it is a
// program that starts. Then the statements in turn; last what can only be told when all
// is known: texts written for tools, searches through the environment.
func (r *run) script(j judged) Analysis {
	j = r.begins(j)
	if j.moved {
		r.fixed = &pipeline.Span{}
	}
	shell := "bash"
	if r.posix {
		shell = "sh"
	}
	path, certain := shell, false
	if p, ok := r.lookPath(shell, nil); ok {
		path, certain = r.w.Paths.Resolve(p), true
		r.program(shell, p)
	}
	r.emit(pipeline.Effect{Kind: pipeline.KindRun, Object: path, Certain: certain, By: shell, Mark: catalogue.MarkShell})
	r.requested(r.in.Env)
	sc := newScope(r)
	sc.posix, sc.top = r.posix, true
	if r.toomuch = j.many != ""; r.toomuch { // it is held whatever it says: what is denied is still looked for at its beginning
		r.work = max(r.work, maxWork-crowdedWork)
	}
	r.inTurn(sc, j.file.Stmts)
	if j.many != "" {
		r.limit(j.many)
	}
	if !r.over {
		r.builtAsCode()
		r.namesMade()
		r.authored(j.file)
		r.filtersEnvironment(j.file)
	}
	out := r.analysis()
	out.Script = r.canonical
	return out
}

// direct judges a text that is one simple command with known words, so that no shell is
// needed. False: it is not. It is not even tried for a word with an expansion that
// depends on the shell. NUL bytes cannot be given to execve(2).
func (r *run) direct(file *syntax.File, written string) (Analysis, bool) {
	call := onlyCall(file)
	if call == nil || len(call.Args) == 0 || len(call.Args) > maxWords {
		return Analysis{}, false
	}
	for _, w := range call.Args {
		if !static(w) {
			return Analysis{}, false
		}
	}
	sc := newScope(r)
	var env map[string]string
	if len(call.Assigns) > 0 {
		env = make(map[string]string, len(call.Assigns))
	}
	var pairs []string
	for _, as := range call.Assigns {
		if as.Name == nil || as.Append || as.Index != nil || as.Array != nil || as.Value != nil && !static(as.Value) {
			return Analysis{}, false
		}
		v := r.assigned(sc, as.Value)
		if v.kind != valueText {
			return Analysis{}, false
		}
		env[as.Name.Value] = v.text
		pairs = append(pairs, as.Name.Value+"="+v.text)
	}
	fields := r.fields(sc, call.Args)
	argv := make([]string, len(fields))
	for i, f := range fields {
		if !f.exact() || f.many || strings.IndexByte(f.text, 0) >= 0 {
			return Analysis{}, false
		}
		argv[i] = f.text
	}
	if len(argv) == 0 || argv[0] == "" || shellOnly(argv[0]) {
		return Analysis{}, false
	}
	joined := r.p.join(fields, written)
	r.requested(r.in.Env)
	if len(env) > 0 {
		r.passingOwn = r.ownBinary(sc, fields)
		r.environment(sc, env, fields[0].span)
		r.passingOwn = false
		for name, v := range env {
			sc.set(name, single(text(v)))
			r.given = append(r.given, name)
		}
	}
	r.start(sc, fields)
	r.builtAsCode()
	r.namesMade()
	r.authored(file)
	r.filtersEnvironment(file)
	out := r.analysis()
	out.Argv, out.Env, out.joined = argv, pairs, joined
	return out, true
}

// analysis packs up what was found. Inspectable is the promise that nothing is hidden:
// it is false as soon as one effect is code or unknown.
func (r *run) analysis() Analysis {
	r.spring()
	r.unpackedAsCode()
	r.overrun()
	out := Analysis{Effects: slices.Clone(r.effects), Programs: r.programs, Inspectable: true}
	if out.Effects == nil {
		out.Effects = []pipeline.Effect{}
	}
	if len(r.commands) > 0 {
		out.Commands = slices.Clone(r.commands)
	}
	for _, e := range r.effects {
		if e.Kind == pipeline.KindCode || e.Kind == pipeline.KindUnknown {
			out.Inspectable = false
		}
	}
	return out
}

// emit keeps an effect once. Every effect goes through here, so whatever must see all
// of them hangs here: files whose text is known and that may change now, other names of
// what belongs to the machine, the bound on their number. Few effects are compared one
// by one, many by a set; the order in which they came is kept, as the digest is taken
// over it.
func (r *run) emit(e pipeline.Effect) {
	if r.muted > 0 {
		return
	}
	if r.hollowed && e.Kind == pipeline.KindDelete && (e.Mark == "" || e.Mark == catalogue.MarkForce || e.Mark == catalogue.MarkRecursive) {
		e.Mark = catalogue.MarkEmpty
	}
	if e.Mark == catalogue.MarkPermission || e.By == "chattr" || e.By == "chflags" || e.By == "setfacl" {
		r.guarded = append(r.guarded, e)
	}
	if e.Kind == pipeline.KindCode {
		r.codes++
	}
	if r.tracking {
		r.changed(e)
	}
	if r.fixed != nil {
		e.Span = *r.fixed
	}
	if len(r.twins) > 0 {
		r.throughTwin(e, false)
	}
	if len(r.effects) >= maxEffects {
		r.limit("more than 2,048 effects")
		return
	}
	if len(r.effects) < 16 {
		for i := range r.effects {
			if r.effects[i] == e {
				return
			}
		}
	} else if !r.first(&e) {
		return
	}
	r.effects = append(r.effects, e)
	if len(r.effects) > fewEffects {
		work := effectWork
		if strings.IndexByte(e.Object, '/') == 0 && strings.ContainsAny(e.Object, globChars) {
			work = patternWork
		}
		r.spend(work)
	}
}

// first reports whether an effect was not emitted before. To take in again those that
// were is work that a text may ask for thousands of times.
func (r *run) first(e *pipeline.Effect) bool {
	if n := len(r.effects); len(r.p.seen.keys) == 0 && n >= 64 && !r.spend(n) {
		return false
	}
	r.p.seen.fill(r.effects)
	return r.p.seen.add(e)
}

// unknown states that something is not understood. It is the answer to every doubt.
func (r *run) unknown(object, by string, span pipeline.Span) {
	r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: object, By: by, Span: span})
}

// unhandled is a node of the tree without a rule.
func (r *run) unhandled(n syntax.Node) {
	r.unknown(fmt.Sprintf("construct without a rule: %s", strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax.")), "syntax", r.spanOf(n))
}

// mute makes the analysis look without keeping effects; unmute ends it. Looks are for
// values (what does this print?) of what is judged elsewhere, or was before. Whoever
// mutes must be sure of that.
func (r *run) mute() int { r.muted++; return r.muted }

// unmute takes what mute gave, so that a pair is easy to see.
func (r *run) unmute(int) { r.muted-- }

// spanOf is where a node stands in the text that was given. Within a text that was made
// (eval, a nested shell) its own offsets mean nothing: there it is where the text came
// from.
func (r *run) spanOf(n syntax.Node) pipeline.Span {
	if r.fixed != nil {
		return *r.fixed
	}
	return pipeline.Span{Start: int(n.Pos().Offset()), End: int(n.End().Offset())}
}

// source is how a node was written.
func (r *run) source(n syntax.Node) string {
	if r.fixed == nil && r.canonical != "" {
		from, to := int(n.Pos().Offset()), int(n.End().Offset())
		if from < to && to <= len(r.canonical) {
			return r.canonical[from:min(to, from+200)]
		}
	}
	if !r.spend(int(n.End().Offset()-n.Pos().Offset()) / 8) {
		return "?"
	}
	s, err := r.p.print(n)
	if err != nil {
		return "?"
	}
	return s[:min(len(s), 200)]
}

// enter bounds depth; every enter that says true is followed by a leave.
func (r *run) enter() bool {
	if r.depth >= MaxDepth {
		r.limit("nested deeper than 64")
		return false
	}
	r.depth++
	return true
}

// leave ends what enter began.
func (r *run) leave() { r.depth-- }

// program notes which file a name stands for, so that the last mile can see whether it
// is still that file.
func (r *run) program(name, path string) {
	if r.programs == nil {
		r.programs = make(map[string]string, 2)
	}
	r.programs[name] = path
}

// lookPath finds a program as execvp(3) would, by the PATH that the command has at that
// place.
func (r *run) lookPath(name string, sc *scope) (string, bool) {
	list := r.w.Env["PATH"]
	if sc != nil {
		if v := sc.single("PATH"); v.kind == valueText {
			list = v.text
		}
	}
	if list == "" {
		list = DefaultPath
	}
	return r.w.Paths.LookPath(name, list)
}
