package command

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// fact is a comparison of a word, as it is written, with a number.
type fact struct {
	word string // $1, or the name of a variable
	op   string // <, <=, ==, !=, >=, >
	than int
	any  []int // instead: it is one of those, or with op != none of them
}

// holds reports whether a fact is true of a number.
func (f fact) holds(n int) bool {
	switch f.op {
	case "<":
		return n < f.than
	case "<=":
		return n <= f.than
	case ">":
		return n > f.than
	case ">=":
		return n >= f.than
	case "==":
		return n == f.than || slices.Contains(f.any, n)
	}
	return n != f.than && !slices.Contains(f.any, n)
}

//nolint:gochecknoglobals // tables, never changed
var (
	opposites = map[string]string{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
	mirrored  = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
	compares  = map[string]string{"-lt": "<", "-le": "<=", "-gt": ">", "-ge": ">=", "-eq": "==", "-ne": "!="}
)

// factsOf is what is known once a statement has gone well, or has not.
func factsOf(s *syntax.Stmt, well bool) []fact { return someFacts(s, well, maxFacts) }

// someFacts is factsOf with a bound on how many lists in lists are looked into.
func someFacts(s *syntax.Stmt, well bool, left int) []fact {
	if left == 0 || s.Background || len(s.Redirs) > 0 {
		return nil
	}
	well = well != s.Negated
	switch n := s.Cmd.(type) {
	case *syntax.ArithmCmd:
		if b, ok := n.X.(*syntax.BinaryArithm); ok {
			return oneFact(arithOperand(b.X), b.Op.String(), arithOperand(b.Y), well)
		}
	case *syntax.TestClause:
		if b, ok := n.X.(*syntax.BinaryTest); ok {
			x, _ := b.X.(*syntax.Word)
			y, _ := b.Y.(*syntax.Word)
			return oneFact(x, compares[b.Op.String()], y, well)
		}
	case *syntax.CallExpr:
		words := n.Args
		if len(words) == 5 && words[0].Lit() == "[" && words[4].Lit() == "]" || len(words) == 4 && words[0].Lit() == "test" {
			return oneFact(words[1], compares[words[2].Lit()], words[3], well)
		}
	case *syntax.BinaryCmd:
		switch {
		case n.Op == syntax.AndStmt && well || n.Op == syntax.OrStmt && !well:
			return append(someFacts(n.X, well, left-1), someFacts(n.Y, well, left-1)...)
		case n.Op == syntax.AndStmt && succeeds(n.Y): // only the first of them can have failed
			return someFacts(n.X, well, left-1)
		}
	}
	return nil
}

// factsOfLast is what holds behind a list that has ended well or not: its last
// statement says how it ends.
func factsOfLast(list []*syntax.Stmt, well bool) []fact {
	if len(list) == 0 {
		return nil
	}
	return factsOf(list[len(list)-1], well)
}

// succeeds reports whether a statement always goes well, or is never left.
func succeeds(s *syntax.Stmt) bool {
	if s.Background || s.Negated || len(s.Redirs) > 0 {
		return false
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 && len(call.Assigns) == 0 {
		switch call.Args[0].Lit() {
		case "echo", "printf", "true", ":":
			return true
		}
	}
	return quits(s)
}

// arithOperand is an operand that is one word.
func arithOperand(x syntax.ArithmExpr) *syntax.Word {
	w, _ := x.(*syntax.Word)
	return w
}

// oneFact is a comparison; none if it is not of a word with a number.
func oneFact(x *syntax.Word, op string, y *syntax.Word, well bool) []fact {
	if x == nil || y == nil || opposites[op] == "" {
		return nil
	}
	if !well {
		op = opposites[op]
	}
	if name := named(x); name != "" {
		if than, err := strconv.Atoi(y.Lit()); err == nil {
			return []fact{{word: name, op: op, than: than}}
		}
	}
	if name := named(y); name != "" {
		if than, err := strconv.Atoi(x.Lit()); err == nil {
			return []fact{{word: name, op: mirrored[op], than: than}}
		}
	}
	return nil
}

// factsOfItem is what is known in an item of a case over numbers, and in those
// after it.
func factsOfItem(word *syntax.Word, item *syntax.CaseItem) (is, not []fact) {
	name := named(word)
	if name == "" {
		return nil, nil
	}
	var any []int
	for _, p := range item.Patterns {
		n, err := strconv.Atoi(p.Lit())
		if err != nil {
			return nil, nil
		}
		any = append(any, n)
	}
	if len(any) == 0 {
		return nil, nil
	}
	return []fact{{name, "==", any[0], any}}, []fact{{name, "!=", any[0], any}}
}
