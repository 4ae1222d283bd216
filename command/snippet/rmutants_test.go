package snippet

import (
	"os"
	"strings"
	"testing"
)

// TestRMutants: wherever in a harmless program a value is replaced by a call that reaches out,
// or by the function itself, the program is not understood.
func TestRMutants(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/r-harmless.txt")
	if err != nil {
		t.Fatal(err)
	}
	given := Given{Known: true, Eval: true}
	mutants := 0
	for _, program := range strings.Split(strings.TrimSpace(string(text)), "\n%%\n") {
		block := rParse(program, true)
		if block == nil {
			continue
		}
		if _, ok := rSoftly(block, given); !ok {
			continue // known by the first reading alone
		}
		callees, operands := map[*node]bool{}, map[*node]bool{}
		eachNode(block, func(n *node) {
			switch n.kind {
			case nCall:
				callees[n.kids[0]] = true
			case nUnary, nBinary:
				for _, k := range n.kids {
					operands[k] = n.text != "~" // which fail for a function
				}
			case nAssign:
				base := n.kids[0]
				for base.kind == nIndex || base.kind == nAttr || base.kind == nCall {
					if base.kind == nCall {
						base = base.kids[1]
					}
					base = base.kids[0]
				}
				callees[base] = true
			}
		})
		eachNode(block, func(n *node) {
			if n.kind != nConst && n.kind != nText && n.kind != nName || callees[n] {
				return
			}
			was := *n
			for i, mutant := range []string{`system("id")`, "system", `f(eval)`, `sapply(x, paste0("sys", "tem"))`} {
				if i == 1 && (was.kind != nName || operands[n]) {
					continue
				}
				*n = *rParse(mutant, true).kids[0]
				mutants++
				if effects, ok := rSoftly(block, given); ok {
					t.Errorf("%s for %q is understood in\n%s\n%v", mutant, was.text, program, effects)
				}
				*n = was
			}
		})
	}
	if mutants < 1000 {
		t.Errorf("only %d mutants", mutants)
	}
}

// eachNode calls a function with every node of a tree.
func eachNode(n *node, do func(*node)) {
	if n == nil {
		return
	}
	do(n)
	for _, k := range n.kids {
		eachNode(k, do)
	}
}
