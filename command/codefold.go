package command

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/internal/needle"
	"passepartout/pipeline"
)

// A program may take a constant apart, or the name of a function, and put it
// together again: "po" + "weroff", getattr(os, "sys" "tem"). Whoever looks for
// calls with constant words has to see what comes out. Reading that is textual:
// what is put together otherwise stays as it is.

// quotedConstant is a constant on one line, with its quotes, in nearly every language.
const quotedConstant = `("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`

// Each expression has a prefilter (package needle), for they are tried on every text
// that a tool may load, which may be 64 kB. None crosses a line without need.
var (
	foldEscape  = needle.MustCompile(`\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}`)
	foldJoin    = needle.MustCompile(`\[\s*(` + quotedConstant + `(?:\s*,\s*` + quotedConstant + `)*)\s*\]\s*\.join\(\s*` + quotedConstant + `\s*\)`)
	foldJoinPy  = needle.MustCompile(quotedConstant + `\.join\(\s*[\[(]\s*(` + quotedConstant + `(?:\s*,\s*` + quotedConstant + `)*)\s*[\])]\s*\)`)
	foldReverse = needle.MustCompile(quotedConstant + `(?:\[::-1\]|\.split\(['"]{2}\)\.reverse\(\)\.join\(['"]{2}\)|\.reverse\b)|\bstrrev\(\s*` + quotedConstant + `\s*\)|\breverse\(?\s*` + quotedConstant + `\s*\)?`)
	foldBase64  = needle.MustCompile(`(?:\bbase64\.(?:b64decode|standard_b64decode|urlsafe_b64decode)|\b(?:b64decode|atob|base64_decode|decode_base64|Base64\.(?:strict_)?decode64)|Buffer\.from)\(\s*b?` + quotedConstant + `(?:\s*,\s*['"]base64['"])?\s*\)(?:\.(?:decode|toString)\(\s*(?:['"][\w-]*['"])?\s*\))?`)
	foldGetattr = needle.MustCompile(`\bgetattr\(\s*([A-Za-z_][\w.()'"]*)\s*,\s*["'](\w+)["']\s*\)`)
	foldImport  = needle.MustCompile(`\b(?:__import__|importlib\.import_module)\(\s*["']([\w.]+)["']\s*\)`)
	foldPercent = needle.MustCompile(quotedConstant + `\s*%\s*\(?\s*` + quotedConstant + `\s*,?\s*\)?`)
	foldFormat  = needle.MustCompile(quotedConstant + `\.format\(\s*` + quotedConstant + `\s*\)`)
	foldHanded  = needle.MustCompile(`\bcall_user_func\(\s*["'](\w+)["']\s*,\s*`)
	foldPiped   = needle.MustCompile(`["']\|-["']\s*,\s*` + quotedConstant)
	foldOpened  = needle.MustCompile(`\bopen\s*\(?\s*(?:my\s*)?\$?\w+\s*,\s*["']([^"'|<>]+)\|\s*["']`)
	foldDefined = needle.MustCompile(`(?m)^#define\s+([A-Za-z_]\w*)\s+` + quotedConstant + `\s*$`)
	foldAlias   = needle.MustCompile(`\bimport\s+(subprocess|os|shutil|pty)\s+as\s+(\w+)`)
	foldModule  = needle.MustCompile(`\b([A-Za-z_]\w*)\s*=\s*(?:_G\.(os|io)\b|require\(\s*["'](?:node:)?(child_process|fs)["']\s*\)|\b(os|subprocess|shutil)\s*(?:;|\n|$))`)
	foldTable   = needle.MustCompile(`["']?(\w+)["']?\s*=>\s*sub\s*\{\s*(exec|system)\s*\(?\s*@_\s*\)?\s*;?\s*\}`)
	foldWords   = needle.MustCompile(`\bqw\s*(?:\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}|/([^/]*)/)|%w(?:\[([^\[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\})`)
	foldRun     = needle.MustCompile(quotedConstant + `\s*\.(?:execute\(\)|!!?)`)
)

// plainTools puts one name in the place of several that do the same in languages
// apart, and takes away what wraps a list of words.
func plainTools(text string) string { return toolWords.Replace(text) }

//nolint:gochecknoglobals // made once, for it costs more than to use it
var toolWords = strings.NewReplacer("new String[] {", "", "new String[]{", "", "List.of(", "", "Arrays.asList(", "", "{args:[", "[", "{ args: [", "[", "{args: [", "[",
	"shell-command-to-string ", "system ", "shell-command ", "system ", "uiop:run-program ", "system ", "run-program ", "system ", "call-process ", "system ", "delete-directory ", "rmtree ",
	"Sys.command ", "system ", "System.cmd(", "system(", "rm_rf!(", "rm_rf(", "system* ", "system ", "do shell script ", "system ", "os:cmd(", "system(", ":os.cmd(~c", "system(", ":os.cmd(", "system(", "send(:system, ", "system(", "*qw", "qw", "*%w", "%w", "exec *", "exec ", "b\"/", "\"/")

// plainCode is the text of a program with constants put together, functions called
// by their names, and lines that are comments left out.
func plainCode(text string) string {
	text = withoutComments(text)
	if len(text) > maxSearched { // which nothing passes that a tool loads
		return text
	}
	text = foldEscape.ReplaceAllStringFunc(text, func(s string) string {
		n, err := strconv.ParseUint(s[len(s)-2:], 16, 8)
		if err != nil || n < ' ' || n > '~' || strings.IndexByte("\"'`\\", byte(n)) >= 0 {
			return s
		}
		return string(rune(n))
	})
	text = plainTools(text)
	if strings.ContainsAny(text, "w") {
		text = foldWords.ReplaceAllStringFunc(text, func(s string) string {
			words := strings.Fields(strings.Trim(strings.TrimLeft(s, "%qw "), "()[]{}/"))
			for i, w := range words {
				words[i] = strconv.Quote(w)
			}
			return "(" + strings.Join(words, ", ") + ")"
		})
	}
	for range 4 { // what is put together may be part of more
		before := text
		text = foldConstants(text)
		if text = foldCalls(text); text == before {
			break
		}
	}
	return text
}

// foldConstants puts constants together that stand side by side: sums, joins, formats,
// what is turned round, what is encoded. An escape or a number in them that it does not
// know leaves them as they are.
func foldConstants(text string) string {
	text = sumsOfConstants(text)
	text = foldJoin.ReplaceAllStringFunc(text, func(s string) string {
		m := foldJoin.FindStringSubmatch(s)
		return quoteLike(strings.Join(constantsIn(m[1]), inner(m[len(m)-1])))
	})
	text = foldJoinPy.ReplaceAllStringFunc(text, func(s string) string {
		m := foldJoinPy.FindStringSubmatch(s)
		return quoteLike(strings.Join(constantsIn(m[2]), inner(m[1])))
	})
	text = foldReverse.ReplaceAllStringFunc(text, func(s string) string {
		m := foldReverse.FindStringSubmatch(s)
		runes := []rune(inner(m[1] + m[2] + m[3]))
		slices.Reverse(runes)
		return quoteLike(string(runes))
	})
	if betweenConstants(text, "%") {
		text = foldPercents(text)
	}
	text = foldFormat.ReplaceAllStringFunc(text, func(s string) string {
		m := foldFormat.FindStringSubmatch(s)
		if strings.Count(m[1], "{") != 1 || !strings.Contains(m[1], "{}") {
			return s
		}
		return quoteLike(strings.Replace(inner(m[1]), "{}", inner(m[2]), 1))
	})
	return foldBase64.ReplaceAllStringFunc(text, func(s string) string {
		plain, err := base64.StdEncoding.DecodeString(inner(foldBase64.FindStringSubmatch(s)[1]))
		if err != nil {
			return s
		}
		return quoteLike(strings.TrimRight(string(plain), "\n"))
	})
}

// betweenConstants reports whether a mark stands between two quotes, with nothing but
// blanks, brackets and further ones beside it: it may join constants.
func betweenConstants(text, mark string) bool {
	for rest := text; ; {
		i := strings.Index(rest, mark)
		if i < 0 {
			return false
		}
		before := strings.TrimRight(rest[:i], blankBytes)
		if rest = strings.TrimLeft(rest[i:], blankBytes+"("+mark); rest == "" {
			return false
		}
		if before != "" && quoteByte(before[len(before)-1]) && quoteByte(rest[0]) {
			return true
		}
	}
}

// quoteByte reports whether a byte begins or ends a text of most languages.
func quoteByte(c byte) bool { return c == '"' || c == '\'' }

// foldPercents puts a constant into the one %s of another: "a%s" % "b".
func foldPercents(text string) string {
	return foldPercent.ReplaceAllStringFunc(text, func(s string) string {
		m := foldPercent.FindStringSubmatch(s)
		if strings.Count(m[1], "%") != 1 || !strings.Contains(m[1], "%s") {
			return s
		}
		return quoteLike(strings.Replace(inner(m[1]), "%s", inner(m[2]), 1))
	})
}

// foldCalls puts names in the place of what looks them up, and constants in that
// of the names that have them.
func foldCalls(text string) string {
	text = foldGetattr.ReplaceAllString(text, "$1.$2")
	text = fieldsByName(text)
	text = foldHanded.ReplaceAllString(text, "$1(")
	text = foldPiped.ReplaceAllString(text, "system($1)")
	text = foldOpened.ReplaceAllString(text, `system("$1"`)
	for _, m := range foldDefined.FindAllStringSubmatch(text, maxRenamed) {
		text = replaceName(text, "("+m[1], "("+m[2], ")")
	}
	text = foldImport.ReplaceAllString(text, "$1")
	if containsAny(text, ".execute()", ".!") {
		text = foldRun.ReplaceAllString(text, "execute($1)")
	}
	for _, m := range foldAlias.FindAllStringSubmatch(text, maxRenamed) {
		if m[1] != m[2] {
			text = replaceName(text, m[2], m[1], ".")
		}
	}
	for _, m := range foldModule.FindAllStringSubmatch(text, maxRenamed) {
		if module := m[2] + m[3] + m[4]; module != m[1] {
			text = replaceName(text, m[1], module, ".")
		}
	}
	for _, m := range foldTable.FindAllStringSubmatch(text, maxRenamed) { // Perl
		text = strings.ReplaceAll(text, "{"+m[1]+"}->(", " "+m[2]+"(")
	}
	for _, m := range namedConstants(text) {
		name, constant := m[0], m[1]
		if strings.Count(text, name+" =")+strings.Count(text, name+"=") != 1 || len(constant) < 3 {
			continue // it may be another one
		}
		for _, end := range [...]string{")", ","} {
			text = replaceName(text, "("+name, "("+constant, end)
		}
		if plain := inner(constant); validName(plain) { // a name to call by
			text = strings.ReplaceAll(text, "["+name+"](", "."+plain+"(")
			if name[0] == '$' {
				text = replaceName(text, name, plain, "(")
			}
		} else if name[0] == '$' {
			text = strings.NewReplacer("system "+name+";", "system "+constant+";", "exec "+name+";", "exec "+constant+";").Replace(text)
		}
	}
	return text
}

// constantsIn are the texts of constants with commas between them.
func constantsIn(list string) []string {
	var out []string
	for _, m := range regexConstant.FindAllString(list, -1) {
		out = append(out, inner(m))
	}
	return out
}

var regexConstant = needle.MustCompile(quotedConstant)

// inner is a constant without its quotes.
func inner(constant string) string {
	if len(constant) < 2 {
		return ""
	}
	return constant[1 : len(constant)-1]
}

// quoteLike quotes a text that stood between quotes already, so that what is escaped in
// it is. A text with both kinds of quotes stays readable by the rules of most
// languages.
func quoteLike(text string) string {
	if strings.Contains(text, `"`) && !strings.Contains(text, `\"`) && !strings.Contains(text, "'") {
		return "'" + text + "'"
	}
	return `"` + text + `"`
}

// withoutComments leaves out the lines that are comments as a whole, whatever
// the language: nothing else begins a line so.
func withoutComments(text string) string {
	if !strings.ContainsAny(text, "#/-") || !strings.Contains(text, "\n") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		t := strings.TrimSpace(line)
		if strings.HasPrefix(t, "# ") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "-- ") || strings.HasPrefix(t, "* ") || t == "#" {
			b.WriteString("\n")
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// startsItself reports whether a program that never rests starts itself beside
// itself each time round. The blanks and constants of the code are gone.
func startsItself(squeezed string) bool {
	if containsAny(squeezed, "sleep", "wait", "join(", "break", "return") {
		return false
	}
	if at := strings.Index(squeezed, "whileTrue:"); at >= 0 {
		body := squeezed[at:]
		return containsAny(body, "os.spawnv(os.P_NOWAIT,sys.executable", "Popen([sys.executable,__file__", "Popen([sys.executable,sys.argv[0]", "Popen([__file__", "os.spawnl(os.P_NOWAIT,sys.executable")
	}
	return containsAny(squeezed, "spawn(process.execPath,", "spawn(process.argv[0],") && containsAny(squeezed, ";f()}", "setImmediate(f", "setInterval(", "while(true)", "while(1)", "for(;;)") && containsAny(squeezed, "+f+", "__filename", "process.argv[1]")
}

// stopsMachine reports whether a program asks the kernel for another power
// state: reboot(2), by the names or the numbers of what it takes. The blanks and
// constants of the code are gone.
func stopsMachine(squeezed string) bool {
	at := strings.Index(squeezed, "reboot(")
	if at >= 0 && containsAny(squeezed[at:], "(RB_", "(LINUX_REBOOT", "(0x4321fedc", "(0x1234567", "(0xfee1dead", "(0xFEE1DEAD", "(0xcdef0123", "(0x01234567", "(0x4321FEDC", "(1126301404", "(19088743") {
		return true
	}
	return containsAny(squeezed, "syscall(169", "syscall(SYS_reboot", "syscall(__NR_reboot", "&SYS_reboot", "syscall.Reboot(", "unix.Reboot(") &&
		containsAny(strings.ToLower(squeezed), "0xfee1dead", "4276215469", "_magic1", "linux_reboot")
}

// These find constants that name a device, and how they are opened. A device that is
// only read is left to others.
var (
	deviceConstant = needle.MustCompile(`["'](/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|md|dm-|mapper/|disk/|nbd|zd|mem\b|kmem\b|port\b)[\w/*?\[\]-]*|/proc/sysrq-trigger)["']`)
	deviceNamed    = needle.MustCompile(`(\$?[A-Za-z_]\w*)\s*(?:=|\bin\b)[^\n;=]{0,60}$`)
	writesMode     = needle.MustCompile(`O_WRONLY|O_RDWR|["'](?:[wa]b?\+?|r\+b?|rb\+|wb\+?|\+?>{1,2}|\+<)["']|["'](?:>{1,2}|\+<)\s*/dev/`)
	opensNamed     = needle.MustCompile(`\bopen(?:Sync)?\(\s*(\$?[A-Za-z_]\w*)\s*,[^\n;]*`)
	opensFile      = needle.MustCompile(`\b(?:sys)?f?open(?:Sync)?\b|\bOpenFile\b|\bFile\.(?:open|new)\b`)
)

// spelledDevices states that a program stops the machine or writes to its devices.
func (v *visit) spelledDevices(text, squeezed string, span pipeline.Span) {
	if stopsMachine(squeezed) {
		v.r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "the power state of the machine", Certain: true, By: v.name, Mark: catalogue.MarkPower, Span: span})
	}
	for _, device := range devicesWritten(text) {
		v.r.path(v.sc, field{text: device, pattern: special(device), span: span}, pipeline.KindWrite, v.name, "")
	}
}

// maxOpened bounds the files of one text that are looked at for devices.
const maxOpened = 256

// devicesWritten are the devices that a program names in a constant and opens
// for writing in the same statement, or by a name that it has given them.
func devicesWritten(text string) []string {
	var out []string
	var opened [][]string // once they were asked for
	for _, m := range deviceConstant.FindAllStringSubmatchIndex(text, maxRenamed) {
		from := strings.LastIndexAny(text[:m[0]], ";\n{") + 1
		to := len(text)
		if end := strings.IndexAny(text[m[1]:], ";\n"); end >= 0 {
			to = m[1] + end
		}
		statement, device := text[from:to], text[m[2]:m[3]]
		if strings.HasPrefix(text[m[1]:], ").write_") { // Path("/dev/sda").write_bytes(...)
			out = append(out, device)
			continue
		}
		opens := opensFile.FindAllStringIndex(text[from:m[0]], -1)
		if len(opens) > 0 && !strings.Contains(text[from+opens[len(opens)-1][1]:m[0]], ")") && writesMode.MatchString(statement) {
			out = append(out, device)
			continue
		}
		named := deviceNamed.FindStringSubmatch(text[from:m[0]])
		if named == nil {
			continue
		}
		if opened == nil {
			opened = opensNamed.FindAllStringSubmatch(text, maxOpened)
		}
		if len(opened) == maxOpened {
			out = append(out, device)
			continue
		}
		for _, call := range opened {
			if call[1] == named[1] && writesMode.MatchString(call[0]) {
				out = append(out, device)
				break
			}
		}
	}
	return out
}
