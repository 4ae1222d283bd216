package command

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"
)

// plainCensus counts what tooMuch and tooDeep count, node by node.
func plainCensus(file *syntax.File) (commands, statements, parts, deepest int) {
	depth := 0
	var counted []bool
	inner := map[*syntax.Stmt]bool{} // what stands before the last operator of a list is none of its own
	syntax.Walk(file, func(n syntax.Node) bool {
		counts := false
		switch n := n.(type) {
		case nil:
			if counted[len(counted)-1] {
				depth--
			}
			counted = counted[:len(counted)-1]
			return true
		case *syntax.CallExpr:
			commands++
		case *syntax.Stmt:
			_, list := n.Cmd.(*syntax.BinaryCmd)
			if counts = !list; !inner[n] {
				statements++
			}
		case *syntax.BinaryCmd:
			_, list := n.X.Cmd.(*syntax.BinaryCmd)
			inner[n.X] = list
		case *syntax.Word:
			parts += len(n.Parts)
		case *syntax.DblQuoted:
			parts += len(n.Parts)
		case *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm, *syntax.BinaryTest, *syntax.UnaryTest, *syntax.ParenTest:
			counts = true
		}
		if counts {
			depth++
			deepest = max(deepest, depth)
		}
		counted = append(counted, counts)
		return true
	})
	return commands, statements, parts, deepest
}

// TestCensus: the short ways through a tree find what the long one finds.
func TestCensus(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"a ", "b", "$a", "${a}", "${a:-$b}", "${a[$b]}", "\"$a b\"", "'x'", "$(", ")", "(", "{ ", "; }", " | ", " && ", ";", "\n", ">f ", "<<<x ", "a[$b]=c ", "x=(a $b) ", "((a[$b] + 1))",
		"[[ -f a && ! -n $b ]]", "if a; then ", "; fi; ", "`b $c`", "f() { ", "case x in a) b;; esac; ", "for i in a $b; do ", "; done; ", "$((1+(2*3)))", "<(b)", "#c\n", "& ", "a<<E\nx$a $(b)\nE\n", "let a+=1 ", "export a=$b ", "! ", "time ",
	}
	pairs := [][2]string{{"(", ")"}, {"{ ", "; }"}, {"$(", ")"}, {"a \"$(", ")\""}, {"if a; then ", "; fi"}, {"a | ", ""}, {"", " && b"}, {"echo $((1+", "))"}, {"echo <(", ")"}}
	p, read := newParsers(), 0
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 6).Draw(t, "pieces"), "")
		pair := pairs[rapid.IntRange(0, len(pairs)-1).Draw(t, "pair")]
		n := rapid.IntRange(0, 150).Draw(t, "depth")
		text = strings.Repeat(pair[0], n) + text + strings.Repeat(pair[1], n)
		file, err := p.parse(text, Bash)
		if err != nil {
			return
		}
		read++
		if f, ok := p.flatten(text); ok && f.parsed == f.text { // what is left out goes by this
			if _, _, parts, _ := plainCensus(file); f.parts > parts {
				t.Fatalf("%q: %d parts, read as %d", text, parts, f.parts)
			}
		}
		commands, statements, parts, deepest := plainCensus(file)
		var c census
		c.visit = c.node
		syntax.Walk(file, c.visit)
		if !c.full() && (c.commands != commands || c.statements != statements || c.parts != parts) {
			t.Fatalf("%q: %d commands, %d statements, %d parts; counted %+v", text, commands, statements, parts, c)
		}
		var d depths
		d.visit = d.node
		syntax.Walk(file, d.visit)
		if d.most <= maxIndent && d.most != deepest || d.most > maxIndent && deepest <= maxIndent {
			t.Fatalf("%q: %d deep, measured %d", text, deepest, d.most)
		}
	})
	if read == 0 {
		t.Error("no text could be read")
	}
}
