package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Arithmetic evaluates what is in a variable, and a subscript in that runs
// commands: a[$(cmd)]. So only what is certainly a number may be reckoned with.
// Here a number is a text without letters and brackets: digits, signs, points,
// blanks between them. Whatever else comes of such a text, it is no name.

// certainOutput reports whether a command of which a number or a name is known
// to come prints one whatever it finds: others print nothing when a file is
// missing, a date is none, or a folder is no repository.
func certainOutput(stmts []*syntax.Stmt, number bool) bool {
	if len(stmts) != 1 {
		return false
	}
	switch bin, _ := stmts[0].Cmd.(*syntax.BinaryCmd); {
	case bin == nil:
	case bin.Op == syntax.AndStmt:
		return certainOutput([]*syntax.Stmt{bin.Y}, number)
	default: // a hash, and what stands for a value that is missing, say so themselves
		return !number
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	words := literals(stmts[0])
	switch path.Base(words[0]) {
	case "nproc", "id", "basename", "dirname", "pwd", "mktemp", "echo":
		return true
	case "printf":
		return !number
	case "uname":
		return !slices.ContainsFunc(words[1:], func(w string) bool { return w == "" || strings.Trim(w, "-asnrvmpio") != "" })
	case "seq": // up, not down: seq 2 1 prints nothing
		return len(words) == 2 && strings.Trim(words[1], "0") != "" && figure(field{text: words[1]})
	case "date":
		return !slices.ContainsFunc(words[1:], func(w string) bool { return w != "-u" && w != "--utc" && !strings.HasPrefix(w, "+") })
	}
	return false
}

// printsNumber reports whether a program prints nothing but numbers, whatever it
// reads.
//
// Long: one case a program; it is a table.
func printsNumber(name string, args []field) bool {
	for _, f := range args {
		if f.dynamic && f.optionLike() && name != "printf" || f.many {
			return false // perhaps --help
		}
	}
	word := func(i int) string {
		if i < len(args) && args[i].exact() {
			return args[i].text
		}
		return ""
	}
	files := func(from, most int) bool {
		return len(args) <= from+most && !slices.ContainsFunc(args[min(from, len(args)):], func(f field) bool { return f.optionLike() || strings.Contains(f.text, "=") })
	}
	switch name {
	case "tr": // takes away all but digits
		return len(args) == 2 && (word(0) == "-dc" || word(0) == "-cd") && namesDigits(word(1))
	case "sed":
		i := 0
		if word(0) == "-E" || word(0) == "-r" {
			i = 1
		}
		if word(0) == "-n" && lineNumbers.MatchString(word(1)) {
			return files(2, 8)
		}
		return (word(i) == "s/[^0-9]*//g" || word(i) == "s/[^0-9]//g" || word(i) == "s/[^0-9.]//g") && files(i+1, 1)
	case "grep": // what matches, which is digits
		return slices.Contains([]string{"-o", "-oE", "-Eo", "-oP", "-Po", "-oh", "-ohE", "-ohP"}, word(0)) && digitPattern(word(1), strings.Contains(word(0), "P")) && files(2, 1)
	case "jq":
		return jqFigure(args)
	case "awk", "gawk", "mawk":
		i := 0
		if strings.HasPrefix(word(0), "-F") && len(word(0)) > 2 {
			i = 1
		}
		for i+2 < len(args) && word(i) == "-v" && !args[i+1].dynamic || i+2 < len(args) && word(i) == "-v" && args[i+1].prefix != "" {
			if !plainVariable.MatchString(args[i+1].text + args[i+1].prefix) {
				return false // ORS, OFMT: how it is printed
			}
			i += 2 // whatever it holds, what is reckoned out is a number
		}
		return (sums(word(i)) && i < 2 && (zeroed.MatchString(word(i)) || !slices.ContainsFunc(args[i+1:], setsVariable)) || reckons.MatchString(word(i))) && files(i+1, 8) || len(args) == i+2 && columnOf(word(i+1), word(i))
	case "pgrep", "pidof":
		return !slices.ContainsFunc(args, func(f field) bool {
			return strings.HasPrefix(f.text, "--") || strings.HasPrefix(f.text, "-") && (strings.Trim(f.text, "-cfnoxus") != "" || !f.exact())
		})
	case "ps":
		return processFigure(args)
	case "expr":
		return len(args) == 3 && figure(args[0]) && figure(args[2]) && len(word(1)) == 1 && strings.Contains("+-*/%", word(1))
	case "printf":
		return figures.MatchString(word(0))
	case "curl":
		return writesFigure(args)
	case "git":
		return commitTime(args)
	case "cat":
		return len(args) == 1 && figureFile(word(0))
	case "cut": // -d. -f1 /proc/uptime
		return len(args) == 3 && strings.HasPrefix(word(0), "-d") && strings.HasPrefix(word(1), "-f") && figureFile(word(2))
	}
	return false
}

// orElse is what x || y prints: the one, the other, or both, one a line.
func orElse(x, y value) value {
	switch {
	case x.number && y.figure():
		v := number()
		v.hollow, v.plain = true, x.plain
		return v
	case x.kind == valuePattern && x.text == "*" && y.kind == valueText && y.text != "" && y.text[0] != '-' && staysWord(y.text) && !strings.Contains(y.text, "/") && strings.Trim(y.text, ".") != "":
		return token()
	}
	return value{}
}

// figure reports whether a word is a number.
func figure(f field) bool {
	return f.exact() && f.text != "" && strings.Trim(f.text, "0123456789") == "" || f.number && !f.many
}

// namesDigits reports whether tr's name for a set of characters means digits, and
// perhaps a point, a line's end or a blank.
func namesDigits(set string) bool {
	set = strings.Replace(strings.Replace(set, "[:digit:]", "0", 1), "0-9", "0", 1)
	set = strings.ReplaceAll(set, `\n`, "")
	return strings.HasPrefix(set, "0") && strings.Trim(set, "0123456789. \n") == ""
}

// digitPattern reports whether all that a regular expression matches is digits
// and points: [0-9]+, [0-9]+\.[0-9]+, and as Perl's \d+ and v\K[0-9]+, too. To
// others \d is the letter.
func digitPattern(p string, perl bool) bool {
	if i := strings.LastIndex(p, `\K`); perl && i >= 0 && !strings.ContainsAny(p, "()|") {
		p = p[i+2:]
	}
	if perl {
		p = strings.ReplaceAll(p, `\d`, "[0-9]")
	}
	rest := strings.NewReplacer("[0-9]", "", "[0-9.]", "", `\.`, "", "[[:digit:]]", "", `\+`, "").Replace(p)
	return rest != p && strings.Trim(rest, "+*?$^(){},0123456789") == ""
}

// adds are programs of awk that print at their end what they have added up or
// counted. The condition before the block must not set anything.
var adds = regexp.MustCompile(`^(?:` + awkCondition + `\{ *(?:(\w+) *\+= *[^;{}"\n]+|(\w+) *\+\+|\+\+ *(\w+)) *;? *\} *)? *END *\{ *print +(\w+)(?: *\+ *0)?(?: *[-+*/] *(?:[0-9.]+|NR))* *;? *\}$`)

// awkCondition is what may stand before the braces of awk without setting anything.
const awkCondition = `(?:/[^/{}]*/ *|NR *[<>=!]=? *[0-9]+ *|\$[0-9]+ *(?:[=!]=|!?~|[<>]=?) *(?:"[^"{}]*"|/[^/{}]*/|[0-9.]+) *)?`

// plainVariable is what sets a variable of awk that means nothing to awk itself.
var plainVariable = regexp.MustCompile(`^[a-z_]\w*=`)

// zeroed are programs that print a sum as a number even if the first file that
// they are given turns out to set the variable.
var zeroed = regexp.MustCompile(`print +(?:NR|\w+ *[-+*/])[^{}]*\}$`)

// setsVariable reports whether an operand of awk may turn out to be s=TEXT.
func setsVariable(f field) bool {
	if f.exact() || f.dynamic && strings.ContainsAny(f.prefix, "/.-") {
		return false // looked through by whoever asks
	}
	begin, _, _ := strings.Cut(strings.NewReplacer("?", "*", "[", "*").Replace(f.text), "*")
	return !strings.ContainsAny(begin, "/.-")
}

// sums reports whether a program of awk adds up a variable and prints that.
func sums(program string) bool {
	m := adds.FindStringSubmatch(program)
	return len(m) == 5 && (m[4] == "NR" || m[4] != "" && m[4] == m[1]+m[2]+m[3])
}

// lineNumbers are scripts of sed that print with -n the numbers of lines alone.
var lineNumbers = regexp.MustCompile(`^(?:\$|/[^/\\\n]*/|/[^/\\\n]*\\[.*\[\]][^/\\\n]*/)(?:=|\{ *=; *q;? *\})$`)

// reckons are programs of awk that print what they have reckoned out, which is
// a number whatever is in the fields.
var reckons = regexp.MustCompile(`^` + awkCondition + `(?:END *|BEGIN *)?\{ *(?:print +(?:F?NR|NF|length(?:\(\$[0-9]+\))?|` + awkReckoning + `|int\((?:` + awkReckoning + `|` + awkTerm + `)\))|printf *\(? *"%[.0-9]*[df](?:\\n)?" *, *[\w$()+*/%. -]+\)?)(?: *; *exit)? *;? *\}$`)

// awkTerm and awkReckoning are numbers, fields and variables, and sums of them, whose
// value is a number whatever the fields hold: to awk a text is 0.
const (
	awkTerm      = `(?:[0-9]+(?:\.[0-9]+)?|\$?[A-Za-z_]\w*|\$[0-9]+)` // $1.5 would be a field and .5 behind it
	awkReckoning = awkTerm + `(?: *[-+*/%] *` + awkTerm + `)+`
)

// figures are formats of printf that give a number whatever they are given.
var figures = regexp.MustCompile(`^%0?[0-9]*(?:\.[0-9]+)?[df](?:\\n)?$`)

// processFigure reports whether ps prints one column that is a number and has
// no head: ps -o rss= -p 1.
func processFigure(args []field) bool {
	columns := 0
	for i := 0; i < len(args); i++ {
		option := args[i].text
		if option == "-o" && i+1 < len(args) {
			i++
			option += args[i].text
		}
		switch {
		case figure(args[i]), option == "-p", option == "--pid":
		case !args[i].exact():
			return false
		case slices.Contains([]string{"rss=", "vsz=", "pid=", "ppid=", "pgid=", "sid=", "nlwp=", "pcpu=", "pmem=", "%cpu=", "%mem=", "etimes=", "ni=", "pri="}, strings.TrimPrefix(option, "-o")):
			columns++
		default:
			return false
		}
	}
	return columns == 1
}

// writesFigure reports whether curl prints a status or the like, and what it
// fetches goes nowhere.
func writesFigure(args []field) bool {
	figures, discards, urls := 0, 0, 0
	for i := 0; i < len(args); i++ {
		next := ""
		if i+1 < len(args) && args[i+1].exact() {
			next = args[i+1].text
		}
		switch text := args[i].text; {
		case !args[i].optionLike():
			urls++
		case !args[i].exact():
			return false
		case (text == "-w" || text == "--write-out") && slices.Contains([]string{"%{http_code}", `%{http_code}\n`, "%{response_code}", "%{time_total}", "%{size_download}"}, next):
			figures, i = figures+1, i+1
		case (text == "-o" || text == "-so" || text == "-sSo" || text == "-sLo" || text == "--output") && next == "/dev/null":
			discards, i = discards+1, i+1
		case (text == "-m" || text == "--max-time" || text == "--connect-timeout" || text == "--retry") && next != "" && strings.Trim(next, "0123456789.") == "":
			i++
		case strings.Trim(text, "sSLkf") == "-":
		default:
			return false
		}
	}
	return figures == 1 && discards == 1 && urls == 1
}

// commitTime reports whether git prints when a commit was made.
func commitTime(args []field) bool {
	if len(args) < 2 || args[0].text != "log" && args[0].text != "show" {
		return false
	}
	formats, patches := 0, args[0].text == "show"
	for _, f := range args[1:] {
		switch text := f.text; {
		case !f.exact() && f.optionLike():
			return false
		case text == "--format=%ct" || text == "--format=%at" || text == "--pretty=%ct" || text == "--pretty=format:%ct":
			formats++
		case text == "-s":
			patches = false
		case strings.HasPrefix(text, "-") && strings.Trim(text, "-n0123456789") != "":
			return false
		}
	}
	return formats == 1 && !patches && (args[0].text == "log" || commits(args[1:]))
}

// figureFile reports whether a file holds nothing but numbers, as the kernel
// writes it.
func figureFile(p string) bool {
	switch p {
	case "/proc/uptime", "/proc/loadavg", "/proc/sys/kernel/pid_max", "/proc/sys/kernel/threads-max", "/proc/sys/fs/file-max", "/proc/sys/fs/file-nr", "/proc/sys/vm/swappiness":
		return true
	}
	return false
}

// columnOf reports whether a program of awk prints a column of a file of the
// kernel that is a number.
func columnOf(file, program string) bool {
	m := columns.FindStringSubmatch(program)
	return len(m) == 3 && (figureFile(file) || file == "/proc/meminfo" && m[2] == "2")
}

// columns are programs of awk that print one field of one line or of all.
var columns = regexp.MustCompile(`^(/[^/{}]*/ *|NR *== *[0-9]+ *)?\{ *print +\$([0-9]) *;? *(?:exit)? *;? *\}$`)

// tableNumber reports whether a pipe ends with a column of a table of the
// system that is a number: df | awk 'NR==2 {print $4}'.
func (s *scope) tableNumber(bin *syntax.BinaryCmd) bool {
	last, ok := literalWords(bin.Y)
	if !ok || s.renamed(last[0]) {
		return false
	}
	from, ended := bin.X, false
	if tail, ok := from.Cmd.(*syntax.BinaryCmd); ok && tail.Op == syntax.Pipe {
		words, ok := literalWords(tail.Y)
		if !ok || s.renamed("tail") || !lastLine(words) {
			return false
		}
		from, ended = tail.X, true
	}
	table, ok := literalWords(from)
	if !ok || s.renamed(table[0]) {
		return false
	}
	options := ""
	for _, w := range table[1:] {
		if strings.HasPrefix(w, "-") {
			options += " " + w
		}
	}
	if strings.Contains(options, "h") || strings.Contains(options, "H") {
		return false // 4.0K
	}
	condition, column := "", ""
	switch line := strings.Join(last, " "); {
	case line == "cut -f1":
		column = "1"
	case len(last) == 2 && last[0] == "awk":
		if m := columns.FindStringSubmatch(last[1]); m != nil {
			condition, column = strings.ReplaceAll(m[1], " ", ""), m[2]
		}
	}
	switch table[0] {
	case "du":
		return column == "1" && condition == "" && !ended && strings.HasPrefix(options, " -s") && strings.Trim(options, " -skmb") == "" && !strings.ContainsAny(strings.Join(table, " "), "\n*?[~")
	case "df":
		if strings.HasPrefix(options, " --output=") {
			return !ended && lastLine(last) && slices.Contains([]string{"avail", "pcent", "size", "used", "ipcent", "iavail"}, strings.TrimPrefix(strings.Fields(options)[0], "--output=")) && strings.Trim(strings.Join(strings.Fields(options)[1:], ""), "-kmP") == ""
		}
		return strings.Trim(options, " -kmPB1KMG") == "" && len(column) == 1 && column >= "2" && column <= "5" && (condition == "NR==2" && !ended || condition == "" && ended)
	case "free":
		return strings.Trim(options, " -bkmgw") == "" && column >= "2" && !ended && (condition == "NR==2" || strings.Contains(condition, "Mem") || strings.Contains(condition, "Swap"))
	case "go": // the share of statements, in percent
		return len(table) == 4 && table[1] == "tool" && table[2] == "cover" && strings.HasPrefix(table[3], "-func=") && column == "3" && (ended && condition == "" || !ended && (condition == "/total/" || condition == "/^total/" || condition == "/total:/" || condition == "/^total:/"))
	case "jps": // jps(1): the number of each process, and its class
		return column == "1" && !ended && strings.Trim(options, " -lmv") == ""
	case "grep":
		return len(table) == 3 && table[2] == "/proc/meminfo" && options == "" && condition == "" && column == "2" && !ended
	}
	return false
}

// lastLine reports whether words are tail(1) for the last line.
func lastLine(words []string) bool {
	line := strings.Join(words, " ")
	return line == "tail -1" || line == "tail -n1" || line == "tail -n 1"
}
