package command

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// manyRuns is how often a loop must start something in the background to be
// taken for one without end: more than the processes that a machine gives to a
// user, as a rule.
const manyRuns = 10_000

// numbers is how many numbers seq(1) prints; 0 if a statement is none. Only whole
// numbers are read: what seq makes of fractions depends on its version.
func numbers(s *syntax.Stmt) int {
	if commandName(s) != "seq" {
		return 0
	}
	words := literals(s)
	bounds := []int{}
	for _, w := range words[min(1, len(words)):] {
		if n, err := strconv.Atoi(w); err == nil {
			bounds = append(bounds, n)
		}
	}
	switch len(bounds) {
	case 1:
		return bounds[0]
	case 2:
		return bounds[1] - bounds[0] + 1
	case 3:
		if bounds[1] > 0 {
			return (bounds[2]-bounds[0])/bounds[1] + 1
		}
	}
	return 0
}

// counted is how often a loop over words runs at least, where a range says so. A word
// with a comma, or with a step, is not read; such a loop counts as short.
func counted(items []*syntax.Word) int {
	if len(items) != 1 || len(items[0].Parts) != 1 {
		return 0
	}
	switch p := items[0].Parts[0].(type) {
	case *syntax.CmdSubst:
		if len(p.Stmts) == 1 {
			return numbers(p.Stmts[0])
		}
	case *syntax.Lit:
		body, ok := strings.CutPrefix(p.Value, "{")
		if body, closed := strings.CutSuffix(body, "}"); ok && closed {
			from, to, _ := strings.Cut(body, "..")
			a, err := strconv.Atoi(from)
			b, err2 := strconv.Atoi(to)
			if err == nil && err2 == nil {
				return max(b-a, a-b) + 1
			}
		}
	}
	return 0
}

// countedTo is the bound of a loop like for ((i=0; i<N; i++)). It is taken to begin at
// nought and to go up by one, as nearly all do.
func countedTo(cond syntax.ArithmExpr) int {
	bin, ok := cond.(*syntax.BinaryArithm)
	if !ok || bin.Op != syntax.Lss && bin.Op != syntax.Leq {
		return 0
	}
	w, ok := bin.Y.(*syntax.Word)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(w.Lit())
	if err != nil {
		return 0
	}
	return n
}

// mows looks for a loop that signals every process there is, one by one. for p in $(ps
// -eo pid=); do kill $p; done ends the session of everybody on the machine, and no
// single word of it says so.
func (r *run) mows(items []*syntax.Word, name string, do []*syntax.Stmt, at syntax.Node) {
	if len(items) != 1 || len(items[0].Parts) != 1 {
		return
	}
	every := counted(items) >= manyRuns
	switch p := items[0].Parts[0].(type) {
	case *syntax.CmdSubst:
		every = every || len(p.Stmts) == 1 && listsEverything(p.Stmts[0])
	case *syntax.Lit:
		every = every || p.Value == "/proc/[0-9]*" || p.Value == "/proc/[1-9]*" || p.Value == "/proc/[0-9]*/"
	}
	if every {
		r.mowing(name, do, at)
	}
}

// mowing emits the end of all processes where a body signals what a variable
// names.
func (r *run) mowing(name string, do []*syntax.Stmt, at syntax.Node) {
	for _, s := range do {
		if signalsEach(s, name) {
			r.emit(pipeline.Effect{Kind: pipeline.KindSignal, Object: everyPID, By: "kill", Mark: catalogue.MarkKillAll, Span: r.spanOf(at)})
			return
		}
	}
}

// signalsEach reports whether a statement gives a variable to kill(1). kill -0 only
// asks whether a process is there.
func signalsEach(s *syntax.Stmt, name string) bool {
	found := false
	syntax.Walk(s, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return !found
		}
		args := call.Args
		if len(args) > 0 && (args[0].Lit() == "sudo" || args[0].Lit() == "command") {
			args = args[1:]
		}
		if len(args) < 2 || args[0].Lit() != "kill" && args[0].Lit() != "/bin/kill" || args[1].Lit() == "-0" {
			return !found
		}
		for _, w := range args[1:] {
			syntax.Walk(w, func(n syntax.Node) bool {
				if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && p.Param.Value == name {
					found = true
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// readsInto is the variable of a condition like read -r NAME, or "".
func readsInto(cond []*syntax.Stmt) string {
	if len(cond) != 1 || commandName(cond[0]) != "read" {
		return ""
	}
	words := literals(cond[0])
	if n := len(words); n > 1 && (n == 2 || n == 3 && words[1] == "-r") && validName(words[n-1]) {
		return words[n-1]
	}
	return ""
}

// maxCounted bounds how many numbers are written out.
const maxCounted = 128

// countedOut is what seq(1) prints where that is a few numbers: one after the other,
// without a format. They are written out so that each can be judged as the word that it
// becomes: file1, file2.
func (s *scope) countedOut(st *syntax.Stmt) string {
	words, ok := literalWords(st)
	if !ok || words[0] != "seq" || s.renamed("seq") || len(words) < 2 || len(words) > 3 {
		return ""
	}
	from, last := 1, 0
	for i, w := range words[1:] {
		n, err := strconv.Atoi(w)
		if err != nil || w[0] < '0' || w[0] > '9' || len(w) > 9 {
			return ""
		}
		if i == len(words)-2 {
			last = n
		} else {
			from = n
		}
	}
	if last-from >= maxCounted {
		return ""
	}
	var out strings.Builder
	for n := from; n <= last; n++ {
		out.WriteString(strconv.Itoa(n))
		out.WriteByte('\n')
	}
	return out.String()
}
