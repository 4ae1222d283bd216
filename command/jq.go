package command

import (
	"regexp"
	"strings"
)

// A program of jq prints numbers alone where the last step of its pipe can make
// nothing else: length, tonumber, floor, what is reckoned out of them, and the
// sum or the ends of a list of them. What jq prints of a number that is none is
// "null".

// jqFigure reports whether words of jq print nothing but numbers, whatever is
// in the files.
func jqFigure(args []field) bool {
	i := 0
	for ; i < len(args) && args[i].optionLike(); i++ {
		switch text := args[i].text; {
		case !args[i].exact():
			return false
		case text == "--arg" || text == "--argjson":
			if i += 2; i >= len(args) || args[i-1].optionLike() || args[i].optionLike() {
				return false
			}
		case text == "--raw-output", text == "--slurp", text == "--null-input", text == "--exit-status", text == "--compact-output", text == "--raw-input":
		case strings.HasPrefix(text, "--") || strings.Trim(text[1:], "rscneR") != "": // -C prints brackets
			return false
		}
	}
	if i >= len(args) || !args[i].exact() || len(args) > i+9 {
		return false
	}
	for _, f := range args[i+1:] {
		if f.optionLike() {
			return false
		}
	}
	return jqNumeric(args[i].text, 0)
}

// jqWords are what may give a program other names, or hides a part of it.
var jqWords = regexp.MustCompile(`\b(?:def|import|include)\b|#|\\\(`)

// jqTerm is a step that gives a number or fails.
var jqTerm = regexp.MustCompile(`^(?:length|utf8bytelength|floor|ceil|round|trunc|sqrt|fabs|tonumber|now|[0-9]+(?:\.[0-9]+)?|\(\.(?:[\w.]|\[\])*\|(?:length|floor|round|tonumber)\)|\. *[-/%] *[0-9]+)$`) // a text may be multiplied

// jqFold is a step that takes one out of a list, or adds it up.
var jqFold = regexp.MustCompile(`^(?:add|max|min|first|last|\.\[\]|\.\[-?[0-9]+\])(?: *// *[0-9]+)?$`)

// jqNumeric reports whether all that a program gives is numbers.
func jqNumeric(program string, depth int) bool {
	if depth > 4 || len(program) > 4096 || jqWords.MatchString(program) {
		return false
	}
	steps, ok := jqSteps(program)
	for ok && len(steps) > 1 && strings.HasPrefix(steps[len(steps)-1], "select(") && strings.HasSuffix(steps[len(steps)-1], ")") && closesAtEnd(steps[len(steps)-1]) {
		steps = steps[:len(steps)-1] // takes away, and changes nothing
	}
	if !ok || len(steps) == 0 {
		return false
	}
	last := steps[len(steps)-1]
	if jqFold.MatchString(last) && len(steps) > 1 {
		list := steps[len(steps)-2]
		inner, mapped := strings.CutPrefix(list, "map(")
		switch {
		case !closesAtEnd(list):
			return false
		case mapped:
			return jqNumeric(inner[:len(inner)-1], depth+1)
		}
		return list[0] == '[' && jqNumeric(list[1:len(list)-1], depth+1)
	}
	return jqReckons(last)
}

// jqReckons reports whether a step is made of numbers and what is between them.
// In jq a comma divides less than these.
func jqReckons(step string) bool {
	step = strings.TrimSuffix(step, " // 0")
	for part := range strings.FieldsFuncSeq(step, func(c rune) bool { return c == '+' }) {
		if !jqTerm.MatchString(jqTight.ReplaceAllString(strings.TrimSpace(part), "$1")) {
			return false
		}
	}
	return strings.Trim(step, "+ ") != ""
}

// jqTight are blanks that mean nothing.
var jqTight = regexp.MustCompile(`\s*([|()])\s*`)

// jqSteps are the steps of a program's outermost pipe. False: it has a
// construct whose ends are words, or one that takes in the pipe behind it:
// A, B as $x | C is A, (B as $x | C).
func jqSteps(program string) ([]string, bool) {
	if jqBlocks.MatchString(program) {
		return nil, false
	}
	var steps []string
	depth, begin := 0, 0
	for i := 0; i < len(program); i++ {
		switch c := program[i]; {
		case c == '"':
			for i++; i < len(program) && program[i] != '"'; i++ {
				if program[i] == '\\' {
					i++
				}
			}
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '|' && depth == 0 && !strings.HasPrefix(program[i+1:], "="):
			steps = append(steps, strings.TrimSpace(program[begin:i]))
			begin = i + 1
		}
		if depth < 0 {
			return nil, false
		}
	}
	return append(steps, strings.TrimSpace(program[begin:])), depth == 0
}

// jqBlocks are the words by which a program has parts that do not stand one behind the
// other, so that it is not divided at its bars.
var jqBlocks = regexp.MustCompile(`\b(?:if|end|label|reduce|foreach|as)\b`)

// closesAtEnd reports whether the first bracket of a step is closed by its last
// character.
func closesAtEnd(step string) bool {
	depth := 0
	for i := 0; i < len(step); i++ {
		switch step[i] {
		case '"':
			for i++; i < len(step) && step[i] != '"'; i++ {
				if step[i] == '\\' {
					i++
				}
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i == len(step)-1
			}
		}
	}
	return false
}
