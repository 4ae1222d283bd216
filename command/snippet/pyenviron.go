package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// variable is the value of a variable of the environment, if the command knows it and
// the program does not set it.
func (j *pyJudge) variable(name pyValue) pyValue {
	out := pyValue{}
	if j.given.Variable == nil || len(name.texts) != 1 || name.texts[0].glob {
		return out
	}
	for _, s := range j.given.Variable(name.texts[0].s) {
		if strings.ContainsAny(s, globbing+"~\x00") {
			return pyValue{}
		}
		out.texts = append(out.texts, pyText{s: s})
	}
	if len(out.texts) > 0 {
		if j.asked == nil {
			j.asked = make(map[string]bool)
		}
		j.asked[name.texts[0].s] = true
	}
	return out
}

// sets notes that the program gives a variable a value, for itself and what it
// starts. It must be known, and point nowhere out of the project.
func (j *pyJudge) sets(name, value pyValue) {
	if len(name.texts) != 1 || name.texts[0].glob || len(value.texts) == 0 {
		j.failed = true
		return
	}
	key := name.texts[0].s
	if !settable(key) {
		j.failed = true
		return
	}
	if j.put == nil {
		j.put = make(map[string]bool)
	}
	j.put[key] = true
	for _, t := range value.texts {
		if t.glob || t.home || t.full || j.outside(t.s) {
			j.failed = true
			return
		}
		if file, ok := strings.CutPrefix(t.s, "sqlite:///"); ok && file != "" && file != ":memory:" {
			j.touch(pipeline.KindWrite, []pyText{{s: file}}, false, false)
		}
		j.add(Effect{Sets: key, Object: t.s})
	}
}

// settable lists variables that tell a program of its data and how loud it is, not what
// code there is or where programs are.
func settable(name string) bool {
	for _, prefix := range [...]string{"GIT_", "PIP_", "UV_", "NPM_", "DOCKER_", "SSH_", "LD_", "DYLD_", "PYTHON", "NODE_", "BASH_", "KUBE", "AWS_", "SUDO_", "PERL", "RUBY", "JAVA_", "GO"} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	for _, suffix := range [...]string{"_URL", "_URI", "_ENV", "_SETTINGS_MODULE", "_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_USER", "_NAME", "_HOST", "_PORT", "_LEVEL", "_MODE", "_DEBUG", "_TIMEOUT", "_SEED",
		"_THREADS", "_PARALLELISM", "_DEVICES", "_SETTINGS", "_CONFIG", "_DSN", "_DB"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return listWords("ENV ENVIRONMENT STAGE DEBUG TESTING TEST CI TZ LANG LC_ALL MPLBACKEND NO_COLOR FORCE_COLOR COLUMNS LINES PORT HOST LOGLEVEL VERBOSE QT_QPA_PLATFORM SDL_VIDEODRIVER FLASK_APP DATABASE DSN", name)
}

// changeable reports whether a variable whose value was relied upon is set as well.
func (j *pyJudge) changeable() bool {
	for name := range j.put {
		if j.asked[name] || (name == "TEMP" || name == "TMP") && j.asked["TMPDIR"] {
			return true
		}
	}
	return false
}

// outside is outward, but for paths below the folders that are the program's to use.
func (j *pyJudge) outside(s string) bool { return outsideOf(s, j.given.Inner) }

// outsideOf reports whether a text points out of the project, where some folders
// outside are the program's to use: those are taken for folders within.
func outsideOf(s string, inner []string) bool {
	for _, folder := range inner {
		s = strings.ReplaceAll(s, "sqlite:///"+folder+"/", "sqlite:///")
		for from := 0; ; {
			i := strings.Index(s[from:], folder)
			if i < 0 {
				break
			}
			i += from
			end := i + len(folder)
			if (i == 0 || strings.IndexByte(" \t\n\"'=,;:(", s[i-1]) >= 0) && (end == len(s) || s[end] == '/') {
				s = s[:i] + "." + s[end:]
				from = i + 1
				continue
			}
			from = end
		}
	}
	return outward(s)
}

// envCall is a call of a method of the environment.
func (j *pyJudge) envCall(n *node) pyValue {
	switch n.kids[0].text {
	case "get", "setdefault":
		return j.getenv(n, n.kids[0].text == "setdefault")
	case "items", "keys", "values", "copy":
		j.arguments(n)
	default:
		return j.fail()
	}
	return pyValue{}
}

// getenv is os.environ.get, setdefault, or os.getenv: the value, or another one.
func (j *pyJudge) getenv(n *node, set bool) pyValue {
	j.only(n, 2, "default")
	a := j.argument(n, 0, "key")
	if a == nil {
		return j.fail()
	}
	name := j.plain(a)
	j.reads(name)
	other := nothing()
	if d := j.argument(n, 1, "default"); d != nil {
		other = j.plain(d)
	}
	if set {
		j.sets(name, other)
		return pyValue{}
	}
	v := j.variable(name)
	if len(v.texts) == 0 || len(other.texts) == 0 {
		return pyValue{}
	}
	if other.none { // it is set
		return v
	}
	v, _ = either(v, other)
	return v
}

// someName stands for the part of a name that tempfile makes up: letters and digits.
const someName = "xxxxxxxx"

// temporary is a function of tempfile: what it makes lies in the folder that it is given,
// or in that of the environment.
func (j *pyJudge) temporary(act string, n *node) pyValue {
	j.only(n, 3, "suffix prefix dir mode delete encoding newline buffering text ignore_cleanup_errors")
	base := []pyText{{s: "/tmp"}}
	if v := j.variable(pyValue{texts: []pyText{{s: "TMPDIR"}}}); len(v.texts) > 0 && path.IsAbs(v.texts[0].s) {
		base = v.texts
	}
	if act == "tempdir" {
		return pyValue{texts: base}
	}
	place := map[string]int{"mkdtemp": 2, "TemporaryDirectory": 2, "mkstemp": 2}[act]
	if d := j.argument(n, max(place, 9*(1-min(place, 1))), "dir"); d != nil {
		if v := j.pathLike(d); !v.none {
			base = v.texts
		}
	}
	prefix := "tmp"
	if p := j.argument(n, max(place-1, 8*(1-min(place, 1))), "prefix"); p != nil {
		if v := j.plain(p); !v.none {
			if prefix = j.word(p); strings.ContainsAny(prefix, "/"+globbing) {
				return j.fail()
			}
		}
	}
	suffix := ""
	if s := j.argument(n, 9*(1-min(place, 1)), "suffix"); s != nil {
		if v := j.plain(s); !v.none {
			if len(v.texts) != 1 || v.texts[0].glob || strings.ContainsAny(v.texts[0].s, "/"+globbing) {
				return j.fail()
			}
			suffix = v.texts[0].s
		}
	}
	made := combine(base, []pyText{{s: prefix + someName}}, pyText.join)
	if len(made) == 0 || len(n.kids) > 1 && place == 0 && n.kids[1].kind != nArg && len(n.kids) > 2 && n.kids[2].kind != nArg {
		return j.fail()
	}
	j.touch(pipeline.KindWrite, made, false, false)
	switch act {
	case "TemporaryDirectory": // its name is what it deletes
		j.lends = true
		if j.soft != nil {
			j.soft.stateful = true
		}
		return pyValue{texts: made}
	case "mkdtemp":
		return pyValue{texts: made}
	case "NamedTemporaryFile":
		return pyValue{what: pyObject, name: "tempfile", texts: made}
	case "mkstemp": // an open file, and its path
		made = each(made, func(s string) string { return s + suffix })
		j.touch(pipeline.KindRead, made, false, false)
		return pyValue{parts: []pyValue{{}, {texts: made}}}
	}
	return pyValue{}
}
