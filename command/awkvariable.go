package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
)

// awkVariables judges what an awk program does with the variables by which awk tells
// it of the world: a name put into ARGV is a file that is read next, ENVIRON holds
// credentials, SYMTAB is every variable by its name: POSIX awk, gawk(1).
func (v *visit) awkVariables(tokens []awkToken, f field) {
	for i, t := range tokens {
		switch {
		case t.str:
		case t.text == "SYMTAB", t.text == "ARGV" && !awkOnlyReads(tokens, i):
			v.r.unknown("awk, which changes "+t.text, v.name, f.span)
			return
		case t.text == "ENVIRON":
			v.awkEnvironment(tokens, i, f)
		}
	}
}

// awkOnlyReads reports whether a use of ARGV takes an element's value, or deletes it:
// nothing assigns to it, and no function gets it that could.
func awkOnlyReads(tokens []awkToken, at int) bool {
	if at+1 >= len(tokens) || tokens[at+1].text != "[" || slices.ContainsFunc(tokens, func(t awkToken) bool {
		return !t.str && (t.text == "sub" || t.text == "gsub" || t.text == "getline")
	}) {
		return false
	}
	if at > 0 && (tokens[at-1].text == "++" || tokens[at-1].text == "--") {
		return false
	}
	depth := 0
	for i := at + 1; i < len(tokens); i++ {
		switch {
		case tokens[i].str:
		case tokens[i].text == "[":
			depth++
		case tokens[i].text == "]":
			if depth--; depth > 0 {
				continue
			}
			return i+1 >= len(tokens) || !awkAssigns(tokens[i+1:])
		}
	}
	return false
}

// awkAssigns reports whether an operator that changes what stands before it comes next.
func awkAssigns(rest []awkToken) bool {
	switch rest[0].text {
	case "=", "++", "--", "[":
		return !rest[0].str
	case "+", "-", "*", "/", "%", "^", "**", "/re/":
		return len(rest) > 1 && (rest[1].text == "=" || rest[0].text == "*" || rest[0].text == "/re/")
	}
	return false
}

// awkEnvironment judges one use of ENVIRON: an element whose name is a constant; its
// keys; its elements by the keys that a loop gives, where nothing chooses among them by
// what is put together. Any other name may be a credential's.
func (v *visit) awkEnvironment(tokens []awkToken, at int, f field) {
	if at > 0 && tokens[at-1].text == "in" && !tokens[at-1].str {
		return
	}
	if at+3 < len(tokens) && tokens[at+1].text == "[" && tokens[at+3].text == "]" {
		key := tokens[at+2]
		switch {
		case key.str && secretName(key.text):
			v.tells("the variable "+key.text, f)
			return
		case key.str && !strings.Contains(key.text, `\`), awkLoopsOver(tokens, key.text) && !awkChooses(tokens):
			return
		}
	}
	v.r.unknown("awk, which reads a variable of the environment that it computes", v.name, f.span)
}

// awkLoopsOver reports whether a name stands for the keys of ENVIRON and for nothing else.
func awkLoopsOver(tokens []awkToken, name string) bool {
	loops := 0
	for i, t := range tokens {
		if t.str || t.text != name || i+2 >= len(tokens) {
			continue
		}
		if tokens[i+1].text == "in" && tokens[i+2].text == "ENVIRON" {
			loops++
		} else if awkAssigns(tokens[i+1:]) || tokens[i+1].text == "in" {
			return false
		}
	}
	return loops > 0
}

// awkChooses reports whether a program puts texts together, by which it may choose names
// that stand nowhere in it.
func awkChooses(tokens []awkToken) bool {
	for i, t := range tokens {
		if t.str && (strings.Contains(t.text, `\`) && strings.Trim(t.text, `\nt=: `) != "" || i+1 < len(tokens) && tokens[i+1].str) {
			return true
		}
		switch t.text {
		case "sub", "gsub", "substr", "sprintf", "toupper", "tolower", "split", "gensub":
			if !t.str {
				return true
			}
		}
	}
	return false
}

// fills judges envsubst(1), which puts the values of variables into a text: of what the
// command itself says, any name of a credential is one that gets printed.
func (v *visit) fills() {
	said := v.r.in.Text + "\n" + strings.Join(v.r.in.Argv, "\n")
	if len(v.operands) > 0 { // only these are replaced
		said = v.operands[0].text
	}
	for rest := said; ; {
		at := strings.IndexByte(rest, '$')
		if at < 0 {
			return
		}
		rest = strings.TrimPrefix(rest[at+1:], "{")
		end := 0
		for end < len(rest) && nameByte(rest[end]) {
			end++
		}
		if name := rest[:end]; secretName(name) {
			v.tells("the variable "+name, v.fields[0])
			return
		}
	}
}

// runsLua reports whether neovim is told to run a file: what is the mode for Lisp in vim
// is a script there.
func (v *visit) runsLua() {
	if v.name != "nvim" && v.name != "neovide" {
		return
	}
	for i, f := range v.fields[1:] {
		if f.text == "--" {
			return
		}
		if strings.HasPrefix(f.text, "-") && !strings.HasPrefix(f.text, "--") && strings.HasSuffix(f.text, "l") && i+2 < len(v.fields) {
			v.act(catalogue.ActScript, v.fields[i+2], nil, "")
			return
		}
	}
}
