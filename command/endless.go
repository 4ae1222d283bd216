package command

import (
	"regexp"
	"slices"
	"strings"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// A program that goes round for ever and writes in each turn fills the disk for everybody,
// as yes > file does, wherever it may write. Each of its effects is harmless by itself.

// endlessLoop is the head of a loop that nothing in it ends, in the languages that are read.
var endlessLoop = regexp.MustCompile(`\bwhile\s*\(\s*(?:true|TRUE|1|!0)\s*\)|\bwhile\s+(?:True|true|1)\s*(?:[:;{}\n]|do\b|$)|\bfor\s*\(\s*;\s*;[^)]*\)|\bfor\s*\{|\bloop\s*(?:\{|do\b)|\buntil\s+false\b|\brepeat\s*\{|\b(?:itertools|it)\.count\(|\biter\(int,\s*1\)`)

// goesOnWriting reports whether a program that has these effects writes files, or starts
// programs and goes on, in a loop that has no word to leave it or to rest in. One that
// listens waits for others in each turn.
func goesOnWriting(text string, effects []snippet.Effect) bool {
	does := func(kind pipeline.EffectKind) bool {
		return slices.ContainsFunc(effects, func(e snippet.Effect) bool { return e.Kind == kind })
	}
	code := withoutConstants(text)
	loop := endlessLoop.FindStringIndex(code)
	if loop == nil || does(pipeline.KindListen) {
		return false
	}
	body := code[loop[0]:]
	return neverLeft(code, loop) && (does(pipeline.KindWrite) || does(pipeline.KindRun) && goesOn(body))
}

// neverLeft reports whether no word behind the head of a loop leaves it or rests.
func neverLeft(code string, head []int) bool {
	if body := code[head[0]:]; strings.Trim(code[head[1]:], ";}\n ") != "" {
		return !leavesLoop(body)
	}
	return !leavesLoop(code) // print F while 1
}

// roundForEver reports whether a program that is given as a word goes round for ever.
func roundForEver(word string) bool {
	if !strings.Contains(word, "while") && !strings.Contains(word, "for") && !strings.Contains(word, "loop") && !strings.Contains(word, "repeat") {
		return false
	}
	code := withoutConstants(word)
	loop := endlessLoop.FindStringIndex(code)
	return loop != nil && neverLeft(code, loop)
}

// goesOn reports whether a code starts programs that it does not wait for.
func goesOn(code string) bool {
	return strings.Contains(code, "Popen") || strings.Contains(code, "spawn") || strings.Contains(code, "Process") || strings.Contains(code, "exec")
}
