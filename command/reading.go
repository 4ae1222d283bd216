package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// likelyPrograms are those by which a pattern in command position is read: what
// ruins a machine when its options and operands say so.
func likelyPrograms() []string {
	return []string{
		"rm", "dd", "shred", "wipefs", "mkfs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat", "mke2fs", "mkswap", "sgdisk", "sfdisk", "fdisk", "parted", "blkdiscard",
		"shutdown", "poweroff", "reboot", "halt", "init", "telinit", "systemctl", "chmod", "chown", "chattr", "find", "kill", "killall", "pkill", "truncate", "iptables", "setenforce", "ufw", "busybox",
	}
}

// programFolders are where they lie.
var programFolders = [...]string{"/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/"} //nolint:gochecknoglobals // never changed

// patternCommand judges a command whose name is a pattern as each of the
// programs that it would find. A pattern that says next to nothing finds
// others first.
func (r *run) patternCommand(sc *scope, fields []field) {
	f := fields[0]
	if !f.pattern || f.dynamic || f.hollow || f.gaps || r.muted > 0 {
		return
	}
	glob := f.text
	if !path.IsAbs(glob) {
		dir, ok := sc.exactFolder()
		if !ok || !strings.Contains(glob, "/") && !systemDir(dir) {
			return
		}
		glob = path.Join(escapePattern(dir), glob)
	}
	said := 0
	for part := range strings.SplitSeq(classes.ReplaceAllString(path.Base(glob), ""), "*") {
		said += len(strings.ReplaceAll(part, "?", ""))
	}
	if said == 0 || said == 1 && strings.Contains(path.Base(glob), "*") {
		return
	}
	names := likelyPrograms()
	if !strings.ContainsAny(glob, "[\\") && !slices.ContainsFunc(programFolders[:], func(dir string) bool {
		ok, _ := path.Match(path.Dir(glob)+"/", dir)
		return ok
	}) {
		return // no pattern but a class could reach over a slash
	}
	if !r.spend((8 + len(glob)/4) * len(names)) {
		return
	}
	for _, name := range names {
		for _, dir := range programFolders {
			if ok, err := path.Match(glob, dir+name); err != nil || !ok {
				continue
			}
			words := slices.Clone(fields)
			words[0] = field{text: dir + name, span: f.span}
			r.ruins(f.span, func() { r.exec(sc.fork(), words) })
			break
		}
	}
}

// sampled is a text in which what a pattern stands for is a plain word.
func sampled(glob string) string {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\' && i+1 < len(glob):
			i++
			b.WriteByte(glob[i])
		case c == '*' || c == '?':
			b.WriteByte('x')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// What suspects of a text ask for by its words alone, where it does not run as it
// stands.
var (
	classes     = regexp.MustCompile(`\[[^\]]*\]`)
	namesOther  = regexp.MustCompile(`\b(?:declare|typeset|local) -n ([A-Za-z_]\w*)=([A-Za-z_]\w*)\b`)
	setsElement = regexp.MustCompile(`(?m)(^|[;&\s])([A-Za-z_]\w*)\[(\w+)\]=`)
	listsDisks  = regexp.MustCompile(`\blsblk((?: +-{1,2}[A-Za-z=,]+| +[A-Z,]+)+)`)
	findsDisk   = regexp.MustCompile(`\bfindmnt(?: +-{1,2}[a-z-]+)*(?: +SOURCE)? +(?:-T +)?/[^\s;|)]*|\bdf [^|;)\n]*--output=source[^|;)\n]*(?:\| *tail (?:-n *)?-?\+?[12])?`)
	readsLines  = regexp.MustCompile(`while (?:IFS= )?read (?:-r )?([A-Za-z_]\w*); do([^<]*?)done <<< ?('[^']*'|"[^"$` + "`" + `]*")`)
	eachProcess = regexp.MustCompile(`\bfor ([A-Za-z_]\w*) in /proc/\[[0-9]-9\][*]?\S*;`)
	hashesOther = regexp.MustCompile(`\bhash -p (/[\w./-]+) ([\w.-]+)`)
	asksPaths   = regexp.MustCompile(` -[a-z]*p`)
	closesFirst = regexp.MustCompile(`(?m)^[0-9]?[<>]&-([A-Za-z])`)
	manyPIDs    = regexp.MustCompile(`\b(kill (?:-\w+ )?)'?\{[0-9]{1,3}\.\.[0-9]{4,}\}'?`)
	printsLines = regexp.MustCompile(`\b(?:echo|printf) ('[^']*'|"[^"$` + "`" + `\\]*") \| while (?:IFS= )?read (?:-r )?([A-Za-z_]\w*); do([^<]*?)done`)
)

// plainReading is a script with a name in the place of its other one, samples in
// that of what lists disks, and loops over one line without the loop. False: it
// has nothing of the kind.
func plainReading(script string) (string, bool) {
	text := script
	if strings.Contains(script, " -n ") && (strings.Contains(script, "declare -n ") || strings.Contains(script, "typeset -n ") || strings.Contains(script, "local -n ")) {
		for _, m := range namesOther.FindAllStringSubmatch(script, maxRenamed) {
			text = strings.ReplaceAll(text, m[0], ":")
			text = regexp.MustCompile(`\$\{`+m[1]+`\}|\$`+m[1]+`\b`).ReplaceAllLiteralString(text, "${"+m[2]+"}")
		}
	}
	if strings.Contains(script, "]=") {
		for _, m := range setsElement.FindAllStringSubmatch(script, maxRenamed) {
			text = strings.NewReplacer(m[2]+"["+m[3]+"]=", m[2]+"_"+m[3]+"=", "${"+m[2]+"["+m[3]+"]}", "${"+m[2]+"_"+m[3]+"}").Replace(text)
		}
	}
	if strings.Contains(text, "lsblk") {
		text = listsDisks.ReplaceAllStringFunc(text, sampleDisk)
	}
	for _, r := range [...]struct {
		sign string
		from *regexp.Regexp
		to   string
	}{
		{"findmnt", findsDisk, "echo /dev/sda1 "}, {"--output=source", findsDisk, "echo /dev/sda1 "},
		{"hash -p", hashesOther, `$2() { $1 "$$@"; }`}, {"/proc/[", eachProcess, "for $1 in /proc/-1;"}, {"kill ", manyPIDs, "$1-1"},
		{"&-", closesFirst, "$1"}, {"<<<", readsLines, "$1=$3;$2"}, {"while ", printsLines, "$2=$1;$3"},
	} {
		if strings.Contains(text, r.sign) {
			text = r.from.ReplaceAllString(text, r.to)
		}
	}
	return text, text != script
}

// sampleDisk stands for what lsblk(8) prints: names, or paths.
func sampleDisk(s string) string {
	switch options := strings.TrimPrefix(s, "lsblk"); {
	case !strings.Contains(options, "NAME") && !strings.Contains(options, "PATH"):
		return s
	case strings.Contains(options, "PATH"), strings.Contains(options, "--paths"), asksPaths.MatchString(options):
		return "echo /dev/sda"
	}
	return "echo sda"
}

// maxPlain bounds what is judged once more; it is held in any case.
const maxPlain = 16 << 10

// plainly judges a script that is not fully known once more, by its plain
// reading, and adds what that would ruin.
func (a *Analyzer) plainly(out *Analysis, in Input, w World) {
	if out.Inspectable || in.reading || !in.Shell {
		return
	}
	if len(out.Text()) > maxPlain {
		return
	}
	text, ok := plainReading(out.Text())
	if !ok || len(text) > MaxText {
		return
	}
	in.Text, in.reading = text, true
	other, err := a.text(in, w)
	if err != nil {
		return
	}
	for _, e := range other.Effects {
		if e.Span = (pipeline.Span{}); ruinous(&e) && !strings.HasPrefix(e.Object, w.Dir+"/") && !slices.ContainsFunc(out.Effects, func(o pipeline.Effect) bool { return o.Kind == e.Kind && o.Object == e.Object && o.Mark == e.Mark }) {
			out.Effects = append(out.Effects, e)
		}
	}
}

// compileWork is what it takes to compile an expression with a name in it.
const compileWork = 1000

// multiplies looks for a script that starts itself more than once, or beside
// itself, whatever it is given: a bomb, as a function would be.
func (r *run) multiplies(text string, f field) {
	base := path.Base(f.text)
	if !strings.Contains(text, "$0") && !strings.Contains(text, "${0}") && !strings.Contains(text, base) || len(text) > maxValue || r.muted > 0 || r.selves[base] == text || !r.spend(len(text)+compileWork) {
		return
	}
	if r.selves == nil {
		r.selves = make(map[string]string, 1)
	}
	r.selves[base] = text // a script may be started hundreds of times
	self := regexp.MustCompile(`(?m)(^|[;&|({]|\bdo\b|\bthen\b|\belse\b)([ \t]*)(?:(?:setsid|nohup|bash|sh|command)[ \t]+)*(?:"\$\{?0\}?"|\$\{?0\}?|(?:\./)?` + regexp.QuoteMeta(base) + `)(\s|[;&|)]|$)`)
	plain := text
	for range 2 { // what ends one begins the next
		plain = self.ReplaceAllString(plain, "${1}${2}__self${3}")
	}
	if plain == text {
		return
	}
	file, err := r.p.nested("__self() {\n"+plain+"\n}", Bash)
	if err != nil || len(file.Stmts) != 1 {
		return
	}
	decl, ok := file.Stmts[0].Cmd.(*syntax.FuncDecl)
	if !ok {
		return
	}
	if c := climbOf(decl.Body, "__self"); c.chained || c.open && (c.written > 1 || c.splits) {
		r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: "a script that starts itself multiplies", By: "shell", Mark: "fork-bomb", Span: f.span})
	}
}
