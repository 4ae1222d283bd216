package snippet

// forks reports whether a call of fork makes a handful of processes: it stands in main,
// which nothing but the start calls, behind no loop and in none, and nothing jumps
// back. It is a bomb otherwise, or may be one: how often a function with fork in it is
// called nobody counts here. The answer is kept, as each call of fork asks.
func (c *cCode) forks(ws []codeWord, i int) bool {
	if c.cpp || c.own || c.others || c.given.Peers || !is(ws, i+1, "(") || !is(ws, i+2, ")") || len(ws) != len(c.words) {
		return false
	}
	if c.forked == 0 {
		c.forked = 1
		if c.forksFew() {
			c.forked = 2
		}
	}
	return c.forked == 2
}

// forksFew judges all calls of fork that a program has. Four calls in a row make
// sixteen processes at most. A macro could hide a loop, so there must be none.
func (c *cCode) forksFew() bool {
	ws := c.words
	mains, calls, depth, inMain, loop := 0, 0, 0, false, false
	var open []bool // of each brace: it is one of main, if, else or switch
	var before []int
	for i, w := range ws {
		if w.kind != wordMark && w.kind != wordName {
			continue
		}
		switch w.text {
		case "(":
			before = append(before, i-1)
		case ")":
			if len(before) == 0 {
				return false
			}
			depth = before[len(before)-1]
			before = before[:len(before)-1]
		case "{":
			asked := is(ws, i-1, ")") && (is(ws, depth, "if") || is(ws, depth, "switch"))
			starts := len(open) == 0 && is(ws, i-1, ")") && is(ws, depth, "main")
			inMain = inMain && len(open) > 0 || starts
			open = append(open, asked || starts || is(ws, i-1, "else"))
		case "}":
			if len(open) == 0 {
				return false
			}
			open = open[:len(open)-1]
		case "main":
			mains++
		case "for", "while", "do":
			loop = loop || inMain && len(open) > 0
		case "fork":
			calls++
			for _, plain := range open {
				inMain = inMain && plain
			}
			if !inMain || len(open) == 0 || loop {
				return false
			}
		case "goto", "setjmp", "sigsetjmp", "longjmp", "siglongjmp", "getcontext", "setcontext", "swapcontext", "makecontext", "_start", "start", "__attribute__", "__attribute", "_Pragma":
			return false
		}
	}
	return mains == 1 && calls <= 4 && len(c.macros) == 0
}
