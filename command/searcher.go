package command

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Programs that search a tree print names of files, each behind the folder that they
// were given: alone (rg -l), or before a colon and what was found (rg -n). So where the
// operands are known, so is where the names lead. Options may stand anywhere, before
// the folders or behind them, and everything depends on knowing which word is which:
// an option that is not listed here ends the knowledge.

// searcher says how the words of such a program are read.
type searcher struct {
	flags, valued   string   // letters without an argument, and with one
	long, longValue []string // the same for options that are words
	list, files     []string // options that ask for names alone; and those of all files, so that no word is a pattern
	filters         []string // options whose argument is a glob that files must match
	hidden          bool     // it goes into hidden folders without being told to
	alone           bool     // of one file that it is given it prints no name
	recursive       bool     // it searches the folder at hand where it is given none
}

// searchers are the programs.
//
//nolint:gochecknoglobals // a table, never changed
var searchers = map[string]*searcher{
	"rg": {
		flags: "inNwxFsSvUu.0PaHlcob", valued: "egfGtTjmMrABCEd", alone: true, recursive: true,
		long: strings.Fields("--ignore-case --word-regexp --line-regexp --fixed-strings --case-sensitive --smart-case --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --null --no-messages --multiline --pcre2 --text " +
			"--no-heading --line-number --no-line-number --with-filename --count --count-matches --only-matching --invert-match --trim --column --files --files-with-matches --files-without-match"),
		longValue: strings.Fields("--glob --iglob --type --type-not --regexp --file --sort --sortr --max-depth --max-count --max-filesize --max-columns --threads --color --replace --after-context --before-context --context --type-add"),
		list:      []string{"-l", "--files-with-matches", "--files-without-match", "--files"}, files: []string{"--files"}, filters: []string{"-g", "--glob", "--iglob"},
	},
	"grep": {
		flags: "rinwxEFGPvlLcosaIHbqyzZU", valued: "efABCmdD", alone: true, hidden: true,
		long:      strings.Fields("--recursive --ignore-case --line-number --word-regexp --line-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp --invert-match --count --only-matching --no-messages --text --with-filename --null --files-with-matches --files-without-match"),
		longValue: strings.Fields("--include --exclude --exclude-dir --regexp --file --max-count --after-context --before-context --context --binary-files --color --colour"),
		list:      []string{"-l", "-L", "--files-with-matches", "--files-without-match"}, filters: []string{"--include"},
	},
	"ag": {
		flags: "isSwQFlLvcatUu0", valued: "GmABCWp", alone: true, recursive: true,
		long:      strings.Fields("--ignore-case --case-sensitive --smart-case --word-regexp --literal --fixed-strings --files-with-matches --files-without-matches --invert-match --count --hidden --nocolor --nogroup --noheading --nobreak --js --ts --python --ruby --go --rust --java --php --css --html --json"),
		longValue: strings.Fields("--ignore --ignore-dir --depth --file-search-regex --max-count"),
		list:      []string{"-l", "-L", "--files-with-matches", "--files-without-matches"},
	},
	"ack": {
		flags: "iwQlLvcHfs", valued: "mABC", alone: true, recursive: true, hidden: true,
		long:      strings.Fields("--ignore-case --smart-case --word-regexp --literal --files-with-matches --files-without-matches --invert-match --count --nocolor --nogroup --noheading --nobreak --js --ts --python --ruby --go --rust --java --php --perl --css --html --json"),
		longValue: strings.Fields("--ignore-dir --type --max-count"),
		list:      []string{"-l", "-L", "-f", "--files-with-matches", "--files-without-matches"}, files: []string{"-f"},
	},
}

// searchOf finds the searcher that a name stands for.
func searchOf(name string) *searcher {
	switch name {
	case "egrep", "fgrep":
		name = "grep"
	case "ripgrep":
		name = "rg"
	case "ack-grep":
		name = "ack"
	}
	return searchers[name]
}

// search is what was read of the words of one.
type search struct {
	options optionNames
	globs   []string // what files must match
	kinds   []string // what files of a kind match that was added
	paths   []field
	context bool // lines that were not found are printed as well, with another sign behind the name
	ok      bool
}

// read takes the words apart.
//
// Long: one walk over the words, in which each decides what the next one is.
func (p *searcher) read(args []field) (s search) {
	pattern := true // the first operand is one
	var operands []field
	for i := 0; i < len(args); i++ {
		f := args[i]
		name, value, valued := "", "", false
		switch {
		case f.dynamic:
			return search{}
		case f.pattern && strings.HasPrefix(f.text, "--include="), f.pattern && strings.HasPrefix(f.text, "--exclude="), f.pattern && strings.HasPrefix(f.text, "--exclude-dir="):
			f.pattern = false // no file is called that, and if so it says the same
		case f.exact() && f.text == "--":
			operands = append(operands, args[i+1:]...)
			i = len(args)
			continue
		case !f.optionLike():
			operands = append(operands, f)
			continue
		case f.pattern:
			return search{}
		}
		if strings.HasPrefix(f.text, "--") {
			name, value, valued = strings.Cut(f.text, "=")
			takes := slices.Contains(p.longValue, name)
			if !takes && (valued || !slices.Contains(p.long, name)) {
				return search{}
			}
			if takes && !valued && name != "--color" && name != "--colour" {
				if i++; i == len(args) || args[i].dynamic {
					return search{}
				}
				value = args[i].text
			}
			if !s.option(p, name, value) {
				return search{}
			}
			pattern = pattern && name != "--regexp" && name != "--file"
			continue
		}
		for rest := f.text[1:]; rest != ""; {
			name, rest = "-"+rest[:1], rest[1:]
			value = ""
			switch {
			case strings.Contains(p.valued, name[1:]):
				if value, rest = strings.TrimPrefix(rest, "="), ""; value == "" {
					if i++; i == len(args) || args[i].dynamic {
						return search{}
					}
					value = args[i].text
				}
			case !strings.Contains(p.flags, name[1:]):
				return search{}
			}
			if !s.option(p, name, value) {
				return search{}
			}
			pattern = pattern && (name != "-e" && name != "-f" || slices.Contains(p.list, name))
		}
	}
	if s.options.has(p.files...) {
		pattern = false
	}
	if pattern {
		if len(operands) == 0 {
			return search{}
		}
		operands = operands[1:]
	}
	s.paths, s.ok = operands, true
	return s
}

// option notes one option. False: it changes the names that are printed.
func (s *search) option(p *searcher, name, value string) bool {
	s.options = append(s.options, name)
	switch {
	case name == "--color" || name == "--colour":
		return value == "never" || value == "auto" || value == ""
	case name == "-A" || name == "-B" || name == "-C" || strings.HasSuffix(name, "-context") || name == "--context":
		s.context = true
	case name == "-d" && value != "skip" && strings.Trim(value, "0123456789") != "": // grep's for folders
		return false
	case name == "--type-add":
		s.kinds = append(s.kinds, value[strings.IndexByte(value, ':')+1:])
	case slices.Contains(p.filters, name) && !strings.HasPrefix(value, "!"):
		s.globs = append(s.globs, value)
	}
	return true
}

// searchedNames are the names that such a program prints; heads: before the first
// colon of its lines, rather than alone.
func searchedNames(args []field, heads bool) []string {
	p := searchOf(path.Base(args[0].text))
	if p == nil {
		return nil
	}
	s := p.read(args[1:])
	counts := s.options.has("-c", "--count", "--count-matches")
	if !s.ok || heads == s.options.has(p.list...) || !heads && (counts || s.options.has("-o", "--only-matching")) {
		return nil
	}
	var out []string
	if heads {
		if s.context || s.options.has("-z", "-Z", "-0", "-a", "--text", "--null", "--replace") || s.options.has("-r") && p != searchers["grep"] {
			return nil
		}
		numbered := s.options.has("-n", "--line-number") && p.alone
		if !s.options.has("-H", "--with-filename") && !numbered && !counts && !severalFiles(s.paths, s.options.has("-r", "--recursive"), p.recursive) {
			return nil // of one file what is found stands alone
		}
		out = append(out, "[0-9]", "Binary", "file", "matches", "grep") // a number of any length; "grep: x: binary file matches"
	}
	return append(out, s.names(p)...)
}

// severalFiles reports whether operands are certainly not a single file. Without any
// some programs read standard input, if something is there.
func severalFiles(paths []field, told, recursive bool) bool {
	switch len(paths) {
	case 0:
		return told && !recursive
	case 1:
		return (told || recursive) && paths[0].exact() && (paths[0].text == "." || paths[0].text == ".." || strings.HasSuffix(paths[0].text, "/"))
	}
	return true
}

// names are patterns for the files of each operand. Endings that all of them have
// say more than where they lie.
func (s search) names(p *searcher) []string {
	if p == searchers["grep"] && !s.options.has("-r", "--recursive") {
		out := make([]string, 0, len(s.paths))
		for _, f := range s.paths {
			out = append(out, operandPattern(f))
		}
		return out
	}
	below := s.endings()
	switch {
	case below != nil:
	case p.hidden || s.options.has("--hidden", "-.", "-u", "--unrestricted") || len(s.globs) > 0 || len(s.paths) > 8:
		below = []string{"**"}
	default:
		below = []string{"*", "*/**"}
	}
	for _, glob := range slices.Concat(s.globs, s.kinds) { // which may be that of a secret
		for _, name := range alternatives(strings.ToLower(path.Base(glob))) {
			if telling(name) && len(below) < maxTurns {
				below = append(below, "**/"+name)
			}
		}
	}
	if len(s.paths) == 0 {
		return below
	}
	var out []string
	for _, f := range s.paths {
		at := operandPattern(f)
		out = append(out, at) // which may be a file
		for _, name := range below {
			out = append(out, strings.TrimSuffix(at, "/")+"/"+name)
		}
	}
	return out
}

// endings are patterns by the endings that every name has, or nil.
func (s search) endings() []string {
	var out []string
	for _, glob := range s.globs {
		for _, one := range alternatives(glob) {
			if !plainEnding.MatchString(one) || len(out) > 6 {
				return nil
			}
			out = append(out, "**/"+one[strings.LastIndexByte(one, '*'):])
		}
	}
	return out
}

// plainEnding is a glob by the ending of names alone.
var plainEnding = regexp.MustCompile(`^(?:\*\*/)?\*[\w-]*\.[\w.-]*\w$`)

// formattedNames are the files that gofmt -l and shfmt -f list.
func formattedNames(args []field) []string {
	var out []string
	lists := false
	for _, f := range args[1:] {
		switch {
		case f.exact() && (f.text == "-l" || f.text == "--list" || f.text == "-f" && args[0].text == "shfmt" || f.text == "--find" && args[0].text == "shfmt"):
			lists = true
		case f.exact() && (f.text == "-s" || f.text == "-w"):
		case f.optionLike():
			return nil
		default:
			out = append(out, operandPattern(f), strings.TrimSuffix(operandPattern(f), "/")+"/**")
		}
	}
	if !lists {
		return nil
	}
	return out
}

// operandPattern is a word as a pattern.
func operandPattern(f field) string {
	if f.pattern {
		return f.text
	}
	return escapePattern(f.text)
}
