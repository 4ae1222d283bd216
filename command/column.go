package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Some lines begin with columns that are certainly numbers, whatever the rest of
// them says. read takes them apart.

// fileFigures are the columns of a file of the kernel that are numbers.
func fileFigures(p string) uint8 {
	switch p {
	case "/proc/uptime":
		return 3
	case "/proc/loadavg":
		return 7 // the fourth is a fraction
	case "/proc/meminfo":
		return 2
	}
	return 0
}

// figureColumns are the columns of what a command prints that are numbers.
// Names in them are no danger: git and wc quote what would end a line.
func (s *scope) figureColumns(st *syntax.Stmt) uint8 {
	if bin, ok := st.Cmd.(*syntax.BinaryCmd); ok && bin.Op == syntax.Pipe {
		return s.passesFigures(bin.Y, s.figureColumns(bin.X))
	}
	call, ok := st.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return 0
	}
	switch call.Args[0].Lit() {
	case "git", "uniq", "cat":
	default:
		return 0
	}
	words := literals(st)
	if len(words) == 0 || s.renamed(words[0]) {
		return 0
	}
	switch words[0] {
	case "git":
		if len(words) > 2 && len(words) == len(call.Args) && (words[1] == "diff" || words[1] == "show" && slices.Contains(words, "--format=") && showsCommits(words[2:])) && slices.Contains(words, "--numstat") && !slices.ContainsFunc(words[2:], func(w string) bool {
			return w == "" || strings.HasPrefix(w, "-") && w != "--numstat" && w != "--cached" && w != "--staged" && w != "--" && w != "-w" && w != "--format=" && w != "--no-renames"
		}) {
			return 3
		}
	case "uniq":
		if len(words) == 2 && words[1] == "-c" {
			return 1
		}
	case "cat":
		if len(words) == 2 && len(call.Args) == 2 {
			return fileFigures(words[1])
		}
	}
	return 0
}

// passesFigures are the columns of numbers that are left behind one more
// command of a pipe.
func (s *scope) passesFigures(st *syntax.Stmt, figures uint8) uint8 {
	if figures == 0 && commandName(st) != "uniq" {
		return 0
	}
	words, ok := literalWords(st)
	if !ok || s.renamed(words[0]) {
		return 0
	}
	switch words[0] {
	case "uniq":
		if len(words) == 2 && words[1] == "-c" {
			return 1
		}
	case "sort", "head", "tail", "tac":
		if s.passesNames(st) {
			return figures
		}
	}
	return 0
}

// showsCommits reports whether words of git show before -- name commits alone.
func showsCommits(words []string) bool {
	fields := make([]field, len(words))
	for i, w := range words {
		fields[i].text = w
	}
	return commits(fields)
}

// readFigures gives the variables of read the columns that are numbers.
func (s *scope) readFigures(builtin string, args []field) {
	if builtin == "read" && s.stdin.numbered {
		s.readNumber(args)
	}
	if builtin != "read" || s.stdin.figures == 0 {
		return
	}
	b := builder{}
	if b.separators(s); b.ifsKind == separatedSomehow || b.ifsKind == separatedByText && !strings.Contains(b.ifs, "\t") || strings.Trim(b.ifs, blanks) != "" {
		return
	}
	names := slices.DeleteFunc(slices.Clone(args), func(f field) bool { return f.text == "-r" })
	for i, f := range names {
		if !f.exact() || !validName(f.text) || i == len(names)-1 { // the last takes the rest
			return
		}
		if i < 8 && s.stdin.figures&(1<<i) != 0 {
			n := value{number: true} // perhaps several, if a tab alone divides them
			if b.ifsKind == separatedByBlanks {
				n = number()
				n.hollow = true
			}
			s.set(f.text, single(n))
		}
	}
}

// readNumber gives the first of several variables of IFS=: read the number that
// stands before the colon.
func (s *scope) readNumber(args []field) {
	b := builder{}
	names := slices.DeleteFunc(slices.Clone(args), func(f field) bool { return f.text == "-r" })
	if b.separators(s); b.ifsKind != separatedByText || b.ifs != ":" || len(names) < 2 || !names[0].exact() || !validName(names[0].text) {
		return
	}
	n := number()
	n.hollow = true
	s.set(names[0].text, single(n))
}

// readWords gives several variables of read the words of the lines of a known
// text. Which of them go together is forgotten.
func (s *scope) readWords(args []field) {
	b := builder{}
	names := slices.DeleteFunc(slices.Clone(args), func(f field) bool { return f.text == "-r" })
	b.separators(s)
	sign := b.ifsKind == separatedByText && len(b.ifs) == 1 && strings.Contains(",|:;=", b.ifs)
	if b.ifsKind != separatedByBlanks && !sign || s.stdin.kind != stdinText || strings.Contains(s.stdin.text, "\\") ||
		slices.ContainsFunc(names, func(f field) bool { return !f.exact() || !validName(f.text) }) {
		return
	}
	values := make([]variable, len(names))
	for line := range strings.SplitSeq(strings.TrimSuffix(s.stdin.text, "\n"), "\n") {
		rest := line
		if !sign {
			rest = strings.Trim(line, " \t")
		} else if strings.HasSuffix(line, b.ifs) {
			return // shells differ in what they take off
		}
		for i := range names {
			word := rest
			switch {
			case i == len(names)-1:
			case sign:
				word, rest, _ = strings.Cut(rest, b.ifs)
			default:
				end := strings.IndexAny(rest, " \t")
				if end < 0 {
					end = len(rest)
				}
				word, rest = rest[:end], strings.TrimLeft(rest[end:], " \t")
			}
			if one := text(word); !slices.ContainsFunc(values[i].alts, one.same) {
				values[i].alts = append(values[i].alts, one)
			}
		}
	}
	for i, f := range names {
		if len(values[i].alts) <= maxAlts {
			s.set(f.text, values[i])
		}
	}
}
