package command

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// sed judges a sed script: w and r name files, e and the flag e of s run
// commands: sed(1), GNU.
func (v *visit) sed(f field) {
	script, ok := f.withBlanks()
	plain := sedScanner{text: script, v: v, f: f}
	if !ok || !strings.Contains(script, "[") {
		if !ok || !plain.run() {
			v.r.unknown("sed script "+clip(f.text), v.name, f.span)
		}
		return
	}
	sets := plain
	sets.sets = true
	one, other := plain.ends(), sets.ends()
	switch {
	case one == nil && other == nil, (one == nil || other == nil) && strings.IndexByte(script, blank) >= 0: // refused by us, perhaps by no sed
		v.r.unknown("sed script "+clip(f.text), v.name, f.span)
	case slices.Equal(one, other):
		plain.run()
	default:
		if one != nil {
			plain.run()
		}
		if other != nil {
			sets.run()
		}
	}
}

// analyzeSed names the backups of -i. In a suffix "*" stands for the name of
// the file, and a slash leads to another folder: sed(1), GNU.
func analyzeSed(v *visit) bool {
	suffix, ok := v.arg("-i", "--in-place")
	if !ok || !strings.Contains(suffix.text, "/") {
		return false
	}
	from := 0
	if !v.has("-e", "--expression", "-f", "--file") {
		from = 1
	}
	for _, f := range v.operands[min(from, len(v.operands)):] {
		if !suffix.exact() || !f.exact() {
			v.unknown("keeps copies under "+suffix.text, suffix)
			continue
		}
		base := f.text[strings.LastIndexByte(f.text, '/')+1:]
		g := field{text: strings.ReplaceAll(suffix.text, "*", base), span: suffix.span}
		if !strings.Contains(suffix.text, "*") {
			g.text = f.text + suffix.text
		} else if !strings.HasPrefix(g.text, "/") {
			g.text = f.text[:len(f.text)-len(base)] + g.text
		}
		v.r.path(v.sc, g, pipeline.KindWrite, v.name, "")
	}
	return false
}

// sedScanner reads a script. A delimiter between brackets ends the pattern for
// some versions of sed, for newer ones of GNU's it does not, so that two scripts
// may stand in one text; what one version refuses does nothing there.
type sedScanner struct {
	text string
	at   int
	v    *visit
	f    field
	sets bool  // a delimiter between brackets means itself
	dry  bool  // nothing is stated
	past []int // where patterns and what replaces them end
}

// ends reads the script without stating anything. Nil: it is none.
func (s sedScanner) ends() []int {
	s.dry, s.past = true, []int{0}
	if !s.run() {
		return nil
	}
	return s.past
}

// peek is the next character, or 0 at the end.
func (s *sedScanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// skip goes past some characters.
func (s *sedScanner) skip(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

// open reports whether a value that is not known stands in what was read from
// one place on. Anywhere but in addresses, patterns and what replaces them, a line's end in
// it would turn text into commands.
func (s *sedScanner) open(from int) bool {
	return strings.IndexByte(s.text[from:min(s.at, len(s.text))], blank) >= 0
}

// onlyShows reports whether a line in whose addresses a value stands prints,
// deletes and ends alone. A number may be 1e-05, which is 1 and the command e.
func (s *sedScanner) onlyShows(from int) bool {
	line, _, _ := strings.Cut(s.text[from:], "\n")
	return strings.Trim(line, "0123456789,$!~+ ;{}pdq=\x01") == ""
}

// line takes the rest of the line.
func (s *sedScanner) line() string {
	end := strings.IndexByte(s.text[s.at:], '\n')
	if end < 0 {
		end = len(s.text) - s.at
	}
	out := s.text[s.at : s.at+end]
	s.at += end
	return out
}

// to steps over text up to and with an unescaped delimiter.
func (s *sedScanner) to(delim byte, pattern bool) bool {
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			if s.at++; s.peek() == blank {
				return false // it may be empty
			}
		case c == delim:
			s.at++
			if s.dry {
				s.past = append(s.past, s.at)
			}
			return true
		case c == '[' && pattern && s.sets:
			s.set()
		}
	}
	return false
}

// set steps to the end of a bracket expression, in which a backslash means
// itself: regex(7).
func (s *sedScanner) set() {
	at := s.at + 1
	if strings.HasPrefix(s.text[at:], "^") {
		at++
	}
	for first := at; at < len(s.text); at++ {
		switch c := s.text[at]; {
		case c == ']' && at > first:
			if strings.IndexByte(s.text[s.at:at], blank) >= 0 { // it may begin with what ends the expression
				s.at = len(s.text)
				return
			}
			s.at = at
			return
		case c == '[' && at+1 < len(s.text) && strings.IndexByte(":.=", s.text[at+1]) >= 0: // [:alpha:]
			if end := strings.Index(s.text[at+2:], s.text[at+1:at+2]+"]"); end >= 0 {
				at += 2 + end + 1
			}
		}
	}
	s.at = len(s.text)
}

// run reads all commands of a script; false: one of them is not understood.
func (s *sedScanner) run() bool {
	for {
		s.skip(" \t\n;{}")
		if s.at >= len(s.text) {
			return true
		}
		from := s.at
		if !s.addresses() || s.open(from) && !s.onlyShows(from) {
			return false
		}
		plain := s.peek() == 's' || s.peek() == 'y'
		if from := s.at; !s.command() || !plain && s.open(from) {
			return false
		}
	}
}

// addresses steps over 1, $, /re/, \cREc, first~step, ranges and !.
func (s *sedScanner) addresses() bool {
	for {
		s.skip(" \t")
		switch c := s.peek(); {
		case c >= '0' && c <= '9' || c == '$' || c == ',' || c == '~' || c == '+' || c == '!' || c == blank:
			s.at++
		case c == '/':
			s.at++
			if !s.to('/', true) {
				return false
			}
			s.skip("IM")
		case c == '\\':
			s.at++
			d := s.peek()
			if d == 0 || s.mayHold(d) {
				return false
			}
			s.at++
			if !s.to(d, true) {
				return false
			}
			s.skip("IM")
		default:
			return true
		}
	}
}

// command reads one command behind its address. Those that only change the text in hand
// need no more than their letter (POSIX sed, "Commands in sed").
func (s *sedScanner) command() bool {
	c := s.peek()
	s.at++
	switch c {
	case '{', '}', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F', 0:
		return true
	case 'q', 'Q', 'l', 'L':
		s.skip(" \t0123456789")
		return true
	case 'a', 'i', 'c':
		for {
			l := s.line()
			if slashes := len(l) - len(strings.TrimRight(l, "\\")); slashes%2 == 0 || s.at >= len(s.text) {
				return true
			}
			s.at++
		}
	case ':', 'b', 't', 'T', 'v':
		for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != ';' && s.text[s.at] != '}' {
			s.at++
		}
		return true
	case '#':
		s.line()
		return true
	case 'r', 'R':
		s.file(pipeline.KindRead)
		return true
	case 'w', 'W':
		s.file(pipeline.KindWrite)
		return true
	case 'y':
		d := s.peek()
		s.at++
		return d != 0 && !s.mayHold(d) && s.to(d, false) && s.to(d, false)
	case 's':
		return s.substitution()
	case 'e':
		s.skip(" \t")
		cmd := s.line()
		switch {
		case s.dry:
			return true
		case cmd == "":
			s.v.r.code("sed runs its input", s.v.name, "", s.f.span)
			if in := s.v.sc.stdin; in.kind == stdinText {
				s.v.spelledOut(in.text, s.f)
			}
			return true
		}
		g := s.f
		g.text = cmd
		s.v.shell(g, "sh", nil)
		return true
	}
	return false
}

// file states what r, R, w and W name. The name goes up to the end of the line,
// semicolons and all.
func (s *sedScanner) file(kind pipeline.EffectKind) {
	s.skip(" \t")
	name := s.line()
	if s.dry || name == "/dev/stdout" || name == "/dev/stderr" || name == "/dev/stdin" {
		return
	}
	s.v.r.path(s.v.sc, field{text: name, span: s.f.span}, kind, s.v.name, "")
}

// mayHold reports whether a value of the script may hold a delimiter, and so end
// what it stands in.
func (s *sedScanner) mayHold(delim byte) bool {
	return strings.IndexByte("/|,#@!;%~^=", delim) < 0 && strings.IndexByte(s.text, blank) >= 0
}

// substitution reads s/a/b/flags: of the flags w names a file, and e of GNU sed runs
// what comes out.
func (s *sedScanner) substitution() bool {
	d := s.peek()
	if d == 0 || d == '\n' || d == '\\' || s.mayHold(d) {
		return false
	}
	s.at++
	if !s.to(d, true) {
		return false
	}
	from := s.at
	if !s.to(d, false) {
		return false
	}
	with := s.text[from : s.at-1]
	for {
		switch c := s.peek(); {
		case c == 'g' || c == 'p' || c == 'i' || c == 'I' || c == 'm' || c == 'M' || c >= '0' && c <= '9':
			s.at++
		case c == 'e':
			if s.at++; !s.dry {
				s.v.r.code("sed runs what it substitutes", s.v.name, "", s.f.span)
				if strings.Contains(with, " ") { // a whole command, not a word of one
					s.v.spelledOut(strings.ReplaceAll(with, `\`+string(d), string(d)), s.f)
				}
			}
		case c == 'w':
			s.at++
			from := s.at
			s.file(pipeline.KindWrite)
			return !s.open(from)
		case c == 0 || strings.IndexByte(" \t\n;}#", c) >= 0:
			return true
		default:
			return false
		}
	}
}
