package command

import (
	"regexp"
	"slices"
	"strings"
)

// fd(1) prints the names that it finds behind the folder that it was given, and
// nothing hidden unless it is asked to.

// fdWords are the words of fd: those of options that leave names as they are, and
// those whose argument is another word.
//
//nolint:gochecknoglobals // a table, never changed
var fdWords = struct {
	flags, valued   string
	long, longValue []string
}{
	flags: "HIugFsip10q", valued: "etEdjcSo",
	long:      strings.Fields("--hidden --no-ignore --no-ignore-vcs --unrestricted --glob --fixed-strings --ignore-case --case-sensitive --full-path --print0 --strip-cwd-prefix --prune --one-file-system"),
	longValue: strings.Fields("--type --extension --exclude --max-depth --min-depth --exact-depth --max-results --size --changed-within --changed-before --newer --older --color --threads"),
}

// fdLine are the words of fd, taken apart.
type fdLine struct {
	options    optionNames
	extensions []string
	operands   []field
	command    []field // behind -x or -X
}

// readFd takes the words of fd apart. Not ok: one of them makes it print something else.
func readFd(args []field) (fd fdLine, ok bool) {
	for i := 0; i < len(args); i++ {
		f := args[i]
		name, value, valued := strings.Cut(f.text, "=")
		switch {
		case f.dynamic:
			return fd, false
		case !f.optionLike():
			fd.operands = append(fd.operands, f)
			continue
		case !f.exact():
			return fd, false
		case name == "-x" || name == "-X" || name == "--exec" || name == "--exec-batch":
			if fd.command = args[i+1:]; valued || len(fd.command) == 0 {
				return fd, false
			}
			return fd, true
		case strings.HasPrefix(name, "--"):
			if !valued && slices.Contains(fdWords.longValue, name) {
				if i++; i == len(args) || args[i].dynamic {
					return fd, false
				}
				value = args[i].text
			} else if valued != slices.Contains(fdWords.longValue, name) || !valued && !slices.Contains(fdWords.long, name) {
				return fd, false
			}
		default:
			bundle := f.text[1:]
			at := strings.IndexAny(bundle, fdWords.valued)
			flags := bundle
			if at >= 0 {
				flags, name, value = bundle[:at], "-"+bundle[at:at+1], strings.TrimPrefix(bundle[at+1:], "=")
				if value == "" {
					if i++; i == len(args) || args[i].dynamic {
						return fd, false
					}
					value = args[i].text
				}
			}
			if strings.Trim(flags, fdWords.flags) != "" {
				return fd, false
			}
			for _, letter := range flags {
				fd.options = append(fd.options, "-"+string(letter))
			}
			if at < 0 {
				continue
			}
		}
		fd.options = append(fd.options, name)
		if name == "-e" || name == "--extension" {
			fd.extensions = append(fd.extensions, value)
		}
		if (name == "--color" || name == "-c") && value == "always" {
			return fd, false
		}
	}
	return fd, true
}

// fdPrinted are the names that fd prints, as patterns.
func fdPrinted(args []field) []string {
	fd, ok := readFd(args[1:])
	if !ok || fd.command != nil && !listsEach(fd.command) {
		return nil
	}
	hidden := fd.options.has("-H", "--hidden", "-u", "--unrestricted")
	starts := []string{""}
	if len(fd.operands) > 1 {
		starts = starts[:0]
		for _, f := range fd.operands[1:] {
			starts = append(starts, strings.TrimSuffix(operandPattern(f), "/")+"/")
		}
	}
	var out []string
	for _, start := range starts {
		for _, name := range fd.names() {
			if hidden || name[0] != '*' {
				out = append(out, start+"**/"+name)
			} else {
				out = append(out, start+name, start+"*/**/"+name)
			}
		}
	}
	if len(out) > maxAlts {
		return nil
	}
	return append(out, askedNamesOf(args)...)
}

// names are what each name matches by its last part: an ending, or what fd is asked for.
func (fd fdLine) names() []string {
	var out []string
	for _, e := range fd.extensions {
		if strings.ContainsAny(e, `*?[]\/ `) || e == "" {
			return []string{"*"}
		}
		out = append(out, "*."+strings.TrimPrefix(e, "."))
	}
	if out != nil {
		return out
	}
	if len(fd.operands) == 0 || !fd.operands[0].exact() || fd.options.has("-p", "--full-path") {
		return []string{"*"}
	}
	text := fd.operands[0].text
	match := fdSimple.FindStringSubmatch(text)
	switch {
	case fd.options.has("-g", "--glob"):
		if plainEnding.MatchString(text) {
			return []string{text[strings.LastIndexByte(text, '*'):]}
		}
	case !fd.options.has("-F", "--fixed-strings") && len(match) == 4:
		glob := strings.ReplaceAll(match[2], `\.`, ".")
		if match[1] == "" {
			glob = "*" + glob
		}
		if match[3] == "" {
			glob += "*"
		}
		return []string{glob}
	}
	return []string{"*"}
}

// fdSimple is an expression that stands for a text, at an end of the name or anywhere.
var fdSimple = regexp.MustCompile(`^(\^?)((?:[\w-]|\\\.)+)(\$?)$`)

// listsEach reports whether a command that fd runs prints the names of files, of
// those that it is given: -x grep -l TEXT {} \;
func listsEach(words []field) bool {
	if slices.ContainsFunc(words, func(f field) bool { return !f.exact() }) {
		return false
	}
	if last := len(words) - 1; words[last].text == ";" {
		words = words[:last]
	}
	if last := len(words) - 1; last > 0 && words[last].text == "{}" {
		words = words[:last]
	}
	if len(words) < 3 || words[0].text != "grep" && words[0].text != "rg" {
		return false
	}
	p := searchOf(words[0].text)
	s := p.read(words[1:])
	return s.ok && s.options.has("-l", "--files-with-matches", "--files-without-match") && len(s.paths) == 0 && !s.options.has("-r", "--recursive", "-c", "--count", "-Z", "-0", "--null", "-f", "--file", "--files") &&
		!slices.ContainsFunc(words, func(f field) bool { return strings.Contains(f.text, "{") })
}
