package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// grep -n puts before each line its number and a colon, as long as it looks
// through one file. Of a file that is no text it says so instead, in words that
// depend on the language and that name the file.

// numbersLines reports whether a pipe ends with the numbers of the lines that
// grep has found: grep -n PATTERN FILE | cut -d: -f1.
func (r *run) numbersLines(sc *scope, bin *syntax.BinaryCmd) bool {
	last, ok := literalWords(bin.Y)
	if !ok || sc.renamed(last[0]) {
		return false
	}
	switch strings.Join(last, " ") {
	case "cut -d: -f1", "cut -f1 -d:", "cut -d : -f 1", "cut -d: -f 1", "cut -d : -f1", "awk -F: {print $1}", "awk -F: {print $1; exit}", "awk -F: NR==1{print $1}", "sed s/:.*//":
	default:
		return false
	}
	from := bin.X
	for range 2 {
		b, ok := from.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.Pipe {
			break
		}
		words, ok := literalWords(b.Y)
		if !ok || words[0] != "head" && words[0] != "tail" || sc.renamed(words[0]) || !sc.passesNames(b.Y) {
			return false
		}
		from = b.X
	}
	return r.numbersOne(sc, from)
}

// numbersOne reports whether a command is grep -n of one file.
func (r *run) numbersOne(sc *scope, from *syntax.Stmt) bool {
	call, ok := from.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 3 || len(call.Assigns) > 0 || call.Args[0].Lit() != "grep" || sc.renamed("grep") || !sc.speaksEnglish() {
		return false
	}
	for _, rd := range from.Redirs {
		if rd.Op != syntax.RdrIn && rd.Op != syntax.WordHdoc && (rd.Op != syntax.RdrOut || rd.N == nil || rd.N.Value != "2") {
			return false
		}
	}
	mute := r.mute()
	defer r.unmute(mute)
	return oneFileNumbered(r.fields(sc, call.Args[1:]))
}

// oneFileNumbered reports whether grep is told to number the lines of one file
// of a plain name below the folder, or of its standard input.
func oneFileNumbered(args []field) bool {
	numbered, operands, pattern := false, 0, 1
	for i := 0; i < len(args); i++ {
		switch f := args[i]; {
		case f.many:
			return false
		case f.exact() && f.text == "-e" && pattern == 1:
			i++
			pattern = 0
		case f.exact() && (f.text == "-m" || f.text == "--max-count"):
			i++
		case f.exact() && f.text == "--" && operands == 0:
		case f.optionLike():
			letters, count, _ := strings.Cut(f.text, "m")
			if !f.exact() || letters == "" || strings.Trim(letters[1:], "niEFGPwxahos") != "" || strings.Trim(count, "0123456789") != "" {
				return false
			}
			numbered = numbered || strings.Contains(letters, "n")
		case operands < pattern:
			operands++
		default:
			operands++
			if !f.exact() || !staysWord(f.text) || path.IsAbs(f.text) || strings.Contains(f.text, "..") || f.text[0] == '~' {
				return false
			}
		}
	}
	return numbered && operands >= pattern && operands <= pattern+1
}

// speaksEnglish reports whether nothing that the script has set makes programs
// speak another language than the one of whoever started it, or English.
func (s *scope) speaksEnglish() bool {
	for _, name := range [...]string{"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"} {
		v := s.lookup(name)
		if v.unset {
			continue
		}
		if one := v.one(); one.kind != valueText || one.text != "" && one.text != "C" && one.text != "POSIX" && !strings.HasPrefix(one.text, "C.") && !strings.HasPrefix(one.text, "en") {
			return false
		}
	}
	return true
}

// takesLines reports whether a loop takes its input line by line, and nothing in
// it takes a part of a line.
func takesLines(s *syntax.Stmt) bool {
	loop, ok := s.Cmd.(*syntax.WhileClause)
	if !ok || len(loop.Cond) != 1 || commandName(loop.Cond[0]) != "read" || len(s.Redirs) > 0 {
		return false
	}
	whole := true
	for _, st := range loop.Do {
		syntax.Walk(st, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				whole = whole && (len(n.Args) == 0 || takesAll(n.Args[0].Lit()))
			case *syntax.FuncDecl, *syntax.DeclClause, *syntax.CoprocClause, *syntax.ProcSubst:
				whole = false
			}
			return whole
		})
	}
	return whole
}

// takesAll knows programs that read their standard input to its end or not at all.
func takesAll(name string) bool {
	switch name {
	case "echo", "printf", "sed", "awk", "grep", "cut", "tr", "sort", "wc", "test", "[", "true", ":", "continue", "break", "git", "basename", "dirname", "cat", "tail":
		return true
	}
	return false
}
