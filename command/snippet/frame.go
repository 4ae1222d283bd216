package snippet

// tally bounds what a parser builds: how deep it is and of how many nodes. Go has no
// bound on the depth of calls but memory, and 64 kB of brackets are deep; every parser
// here therefore counts, and fails beyond.
type tally struct {
	depth  int
	nodes  int
	failed bool
}

// enter goes one deeper; false says that it is too deep. Every enter needs its leave.
func (t *tally) enter() bool {
	if t.depth++; t.depth > maxDepth {
		t.failed = true
	}
	return !t.failed
}

// leave comes back.
func (t *tally) leave() { t.depth-- }

// build makes a node and counts it: a list may be long without being deep.
func (t *tally) build(k kind, text string, at int, kids []*node) *node {
	if t.nodes++; t.nodes > maxNodes {
		t.failed = true
	}
	return &node{kind: k, text: text, kids: kids, at: at}
}

// fail ends the reading. It gives a node all the same, so that whoever called need not
// ask.
func (t *tally) fail() *node {
	t.failed = true
	return &node{}
}

// frame is what every judge has: what it found, what it was given, and how far it may
// go. A node may be evaluated more than once (a name in several places, a function for
// each of its calls), so steps are bounded apart from the size of the tree: 16 for each
// node that may be there.
type frame struct {
	report
	given  Given
	depth  int
	steps  int
	failed bool
}

// step begins the evaluation of a node; false says that it is over.
func (f *frame) step() bool {
	f.depth++
	f.steps++
	if f.depth > 4*maxDepth || f.steps > 16*maxNodes {
		f.failed = true
	}
	return !f.failed
}

// back ends what step began.
func (f *frame) back() { f.depth-- }
