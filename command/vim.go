package command

import (
	"regexp"
	"strings"

	"passepartout/command/catalogue"
)

// analyzeVim is vim(1) and ex(1) with commands on the command line or on standard
// input. Where they only change the text and write it back, they do no more than
// read and write the files that are named.
func analyzeVim(v *visit) bool {
	v.runsLua()
	files, ok := v.onlyEdits()
	if line := (vimLine{ex: v.name == "ex"}); !ok && line.read(v.fields[1:]) {
		for _, c := range line.commands {
			v.r.ruins(v.fields[0].span, func() { v.editorText(c, v.fields[0]) })
		}
	}
	if in := v.sc.stdin; !ok && in.kind == stdinText && (v.name == "ex" || wordsOf(v.fields).any("-e", "-E", "-es", "-Es")) {
		v.r.ruins(v.fields[0].span, func() { v.editorText(in.text, v.fields[0]) })
	}
	for _, f := range files {
		v.act(catalogue.ActRead, f, nil, v.mark)
		v.act(catalogue.ActWrite, f, nil, v.mark)
	}
	return ok
}

// onlyEdits reports whether an editor is given listed commands alone, and the
// files that it edits.
func (v *visit) onlyEdits() ([]field, bool) {
	switch v.name {
	case "vim", "vi", "nvim", "ex":
	default:
		return nil, false
	}
	line := vimLine{ex: v.name == "ex"}
	if !line.read(v.fields[1:]) || line.commands == nil && v.sc.stdin.kind == stdinInherited {
		return nil, false // what is typed is judged by the entry
	}
	switch in := v.sc.stdin; {
	case in.kind == stdinInherited, in.kind == stdinFile && in.path == "/dev/null":
	case in.kind == stdinText && line.ex:
		line.commands = append(line.commands, strings.Split(strings.TrimSuffix(in.text, "\n"), "\n")...)
	default:
		return nil, false
	}
	for _, c := range line.commands {
		if !v.r.spend(maxEditSteps+len(c)) || !editsText(c, 0) {
			return nil, false
		}
	}
	return line.files, len(line.files) > 0
}

// vimLine is a command line of vim's.
type vimLine struct {
	ex       bool // commands are read, not keys
	commands []string
	files    []field
}

// read takes a command line apart; false: there is an option that is not
// listed. What -s means hangs on an -e before it.
func (l *vimLine) read(words []field) bool {
	ended := false
	for i := 0; i < len(words); i++ {
		f := words[i]
		switch {
		case f.dynamic:
			return false
		case !ended && f.exact() && strings.HasPrefix(f.text, "+") && len(f.text) > 1:
			l.commands = append(l.commands, f.text[1:])
		case !ended && f.text == "--":
			ended = true
		case ended || !strings.HasPrefix(f.text, "-") && !strings.HasPrefix(f.text, "+"):
			l.files = append(l.files, f)
		case !f.exact():
			return false
		default:
			used, ok := l.option(f.text, words[i+1:])
			if !ok {
				return false
			}
			i += used
		}
	}
	return true
}

// option reads one word that begins with a dash; it says how many words after
// it are its argument.
func (l *vimLine) option(text string, rest []field) (used int, ok bool) {
	next := ""
	if len(rest) > 0 && rest[0].exact() {
		next = rest[0].text
	}
	switch text {
	case "--clean", "--noplugin", "--not-a-term", "--headless":
		return 0, true
	case "-u", "-U", "-i":
		return 1, next == "NONE" || text == "-u" && next == "NORC"
	case "-T":
		return 1, next == "dumb"
	case "--cmd":
		l.commands = append(l.commands, next)
		return 1, next != ""
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case 'e', 'E':
			l.ex = true
		case 's':
			if !l.ex {
				return 0, false // a script of keys
			}
		case 'n', 'N', 'b', 'Z':
		case 'u', 'i':
			return 1, i == len(text)-1 && next == "NONE"
		case 'c':
			if i+1 < len(text) {
				l.commands = append(l.commands, text[i+1:])
				return 0, true
			}
			l.commands = append(l.commands, next)
			return 1, next != ""
		default:
			return 0, false
		}
	}
	return 0, len(text) > 1
}

// vimAddress is where a command of vi works, without bars and quotation marks, which
// end one (vim, ":help cmdline-ranges").
const vimAddress = `(?:[0-9]+|[.$,;%]|'[a-z<>]|[-+][0-9]*|/[^/|!\x22]*/|\?[^?|!\x22]*\?| )*`

var (
	vimEverywhere = regexp.MustCompile(`^` + vimAddress + `(?:g!?|v|global!?|vglobal) */([^/|!\x22\\]|\\[^|])*/`)
	vimEach       = regexp.MustCompile(`^(?:(?:arg|buf|win)do +|sil(?:ent)?!? +)`)
	vimReplace    = regexp.MustCompile(`^` + vimAddress + `(?:s|su|substitute) *(?:/` + vimPart("/") + `/` + vimPart("/") + `(?:/` + vimFlags + `)?|#` + vimPart("#") + `#` + vimPart("#") + `(?:#` + vimFlags + `)?|,` + vimPart(",") + `,` + vimPart(",") + `(?:,` + vimFlags + `)?|@` + vimPart("@") + `@` + vimPart("@") + `(?:@` + vimFlags + `)?)`)
	vimListed     = regexp.MustCompile(`^(` + vimAddress + `(?:` +
		`(?:d|de|delete|p|print|j!?|join!?|y|yank|nu|number|=|>+|<+|retab!?|sor(?:t)?!?(?: *[nufxbi]+)?|noh(?:lsearch)?|normal!? gg=G|norm!? gg=G)` +
		`|(?:m|move|t|co|copy) *(?:[0-9]+|[.$])(?:[-+][0-9]+)?` +
		`|(?:w|write|wq|wqa|wa|wall|x|xit|xa|xall|exit|q|quit|qa|qall|up|update)!?` +
		`|(?:set|se|setl|setlocal)(?: +` + vimSetting + `)+)?)[ \t]*(?:\||$)`)
)

// vimSetting are options that say how a text is kept: 'shell', 'equalprg' and
// their like name programs.
const vimSetting = `(?:(?:no)?(?:bomb|eol|endofline|fixeol|fixendofline|et|expandtab|bin|binary|ic|ignorecase|ai|autoindent|modeline|ml|backup|swapfile|swf|writebackup|wb|hls|hlsearch|nu|number|magic|gdefault|gd|compatible|cp|more|wrap)|(?:ff|fileformat)=(?:unix|dos|mac)|(?:fenc|fileencoding|enc|encoding)=[\w-]+|(?:ts|sw|sts|tw|tabstop|shiftwidth|softtabstop|textwidth)=[0-9]+)`

// vimFlags may follow a replacement (":help s_flags"). c asks, which nobody answers.
const vimFlags = `[&cegiInp#]*`

// vimPart is a pattern or what replaces it: no bar, which would begin another
// command, and no quotation mark, which would begin a comment.
func vimPart(delim string) string { return `(?:[^` + delim + `|"\\]|\\.)*` }

// maxEdits is how long commands of vim on one line are that are read: longer ones than
// anybody types.
const maxEdits = 4 << 10

// maxEditSteps is about what it takes to read one command, however short.
const maxEditSteps = 48

// editsText reports whether commands of vim with bars between them are all
// listed: they change the text, write it where it came from, and end.
func editsText(text string, depth int) bool {
	if len(text) > maxEdits {
		return false
	}
	for range 64 {
		if text = strings.TrimLeft(text, " \t:"); text == "" {
			return true
		}
		if m := vimEach.FindString(text); m != "" {
			return depth < 4 && editsText(text[len(m):], depth+1)
		}
		if m := vimEverywhere.FindString(text); m != "" { // the rest is done on each line
			return depth < 4 && editsText(text[len(m):], depth+1)
		}
		m := vimReplace.FindString(text)
		if m != "" && strings.Contains(m, `\=`) { // what replaces it is an expression
			return false
		}
		if listed := vimListed.FindStringSubmatch(text); m == "" && listed != nil {
			m = listed[1]
		}
		text = strings.TrimLeft(text[len(m):], " \t")
		if text == "" {
			return true
		}
		if text[0] != '|' {
			return false
		}
		text = text[1:]
	}
	return false
}
