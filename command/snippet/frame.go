package snippet

// tally bounds what a parser builds: how deep it is and of how many nodes.
type tally struct {
	depth  int
	nodes  int
	failed bool
}

func (t *tally) enter() bool {
	if t.depth++; t.depth > maxDepth {
		t.failed = true
	}
	return !t.failed
}

func (t *tally) leave() { t.depth-- }

func (t *tally) build(k kind, text string, at int, kids []*node) *node {
	if t.nodes++; t.nodes > maxNodes {
		t.failed = true
	}
	return &node{kind: k, text: text, kids: kids, at: at}
}

func (t *tally) fail() *node {
	t.failed = true
	return &node{}
}

// frame is what every judge has: what it found, what it was given, and how far
// it may go.
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

func (f *frame) back() { f.depth-- }
