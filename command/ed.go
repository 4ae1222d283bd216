package command

import (
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// analyzeEd is ed(1), whose commands are a text on standard input: where they
// only change the text and write it back, they do no more than its operand says.
func analyzeEd(v *visit) bool {
	if in := v.sc.stdin; in.kind == stdinText && v.r.spend(4*len(in.text)) && edits(in.text) && len(v.operands) == 1 && v.operands[0].exact() && !strings.HasPrefix(v.operands[0].text, "!") {
		v.effects = nil // the operand could be a command as well
	} else if in.kind == stdinText {
		at := v.fields[0]
		v.r.ruins(at.span, func() { v.editorText(in.text, at) })
	}
	return false
}

// analyzeMan is man(1): a pager that only prints is no code of somebody else.
func analyzeMan(v *visit) bool {
	if f, ok := v.arg("-P", "--pager"); ok && !v.has("-H", "--html") {
		if f.exact() && (f.text == "cat" || f.text == "more" || f.text == "col -b") {
			v.effects = nil
		}
	}
	for _, f := range v.operands { // a page with a slash in its name is a file: man(1)
		if strings.Contains(f.text, "/") {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
		}
	}
	return false
}

// edAddress is where a command of ed works: ed(1), "Line addressing". An expression
// with ! in it is left out, as ! begins a command of the shell.
const edAddress = `(?:[0-9]+|[.$,;%]|'[a-z]|[-+][0-9]*|/[^/!]*/|\?[^?!]*\?| )*`

// Commands of ed that are read: those that change the text, g and v over lines, s with
// its three delimiters, and those that name another file.
var (
	edCommand    = regexp.MustCompile(`^` + edAddress + `([acidjlnpqQuwhHk=mts]|wq)?(.*)$`)
	edEverywhere = regexp.MustCompile(`^` + edAddress + `[gv]/[^/!\\]*/(.*)$`)
	edReplace    = regexp.MustCompile(`^(?:/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/?|\|(?:[^|\\]|\\.)*\|(?:[^|\\]|\\.)*\|?|,(?:[^,\\]|\\.)*,(?:[^,\\]|\\.)*,?|#(?:[^#\\]|\\.)*#(?:[^#\\]|\\.)*#?)?[gpnl0-9]*$`)
	edElsewhere  = regexp.MustCompile(`^` + edAddress + `[rweEfW]q? .*(?:/|~|\.\.)`)
	edTarget     = regexp.MustCompile(`^` + edAddress + `[pnl]?$`)
)

// edits reports whether the commands of ed(1) start nothing and name no file.
// A line that begins none of the listed commands could go on from the one before.
func edits(text string) bool {
	typing := false
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if typing { // unless the command before failed: ed goes on with what was meant as text
			if strings.Contains(line, "!") || edElsewhere.MatchString(line) {
				return false
			}
			typing = line != "."
			continue
		}
		if m := edEverywhere.FindStringSubmatch(line); len(m) == 2 {
			if line = m[1]; line != "d" && line != "p" && line != "n" && line != "j" && !strings.HasPrefix(line, "s") {
				return false
			}
		}
		m := edCommand.FindStringSubmatch(line)
		if len(m) != 3 || strings.HasSuffix(line, `\`) {
			return false
		}
		switch command, rest := m[1], m[2]; command {
		case "a", "c", "i":
			if rest != "" {
				return false
			}
			typing = true
		case "s":
			if !edReplace.MatchString(rest) {
				return false
			}
		case "m", "t":
			if !edTarget.MatchString(rest) {
				return false
			}
		case "k":
			if len(rest) != 1 || rest[0] < 'a' || rest[0] > 'z' {
				return false
			}
		default:
			if strings.Trim(rest, "pnl") != "" && (command != "w" || rest != "q") {
				return false
			}
		}
	}
	return !typing
}
