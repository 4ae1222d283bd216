package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// member judges a call of a member of a class or a module. A path that begins with a
// bar is a command to open of Kernel and to IO.read, not to File.read, but a library
// may be older than that: touch refuses such texts everywhere.
//
// Long: one case an act; it is a table.
func (j *rbJudge) member(object, name string, n *node) rbValue {
	act := rbAct(object, name)
	args := n.kids[1:]
	switch {
	case object == "File" && listWords("dirname expand_path absolute_path basename", name):
		return j.named(name, args)
	case object == "ObjectSpace" && listWords("memsize_of_all count_objects_size", name): // of a class
		for _, a := range args {
			if v := j.eval(a); v.what != rbObject && v.what != rbClass {
				j.accept(v)
			}
		}
		return rbValue{}
	case object == "Pathname":
		return j.pathnameClass(name, args)
	case rbHeld(object):
		return j.library(object, name, n)
	case listWords(rbLibraryMembers(object), name):
		j.arguments(n)
		return rbValue{}
	case name == "new" && strings.HasSuffix(object, "Error"), listWords(rbMembers(object), name):
		if object == "Integer" && name != "sqrt" || object == "CSV" && name == "generate" && (len(args) != 1 || args[0].kind != nLambda) {
			return j.fail() // CSV.generate(x) would write into x
		}
		j.arguments(n)
		return rbValue{}
	case listWords("name to_s inspect", name) && len(args) == 0:
		return rbValue{}
	case act == "":
		return j.fail()
	}
	switch act {
	case "join":
		v := rbValue{texts: []pyText{{}}}
		for _, a := range args {
			v.texts = combine(v.texts, j.plain(a).texts, rbJoin)
		}
		return v
	case "glob":
		return j.globbed(args)
	case "json":
		return j.options(args, 1, "symbolize_names max_nesting")
	case "yaml":
		return j.options(args, 1, "symbolize_names aliases permitted_classes")
	case "load": // YAML.load(File.read("x")): old versions make objects of any class
		if last := len(args) - 1; last == 1 && name == "load_stream" && args[last].kind == nLambda && args[last].text == "&" {
			j.plain(args[last])
			args = args[:last]
		}
		if len(args) == 1 && args[0].kind == nCall && args[0].kids[0].kind == nAttr && args[0].kids[0].text == "read" && len(args[0].kids) == 2 {
			j.plain(args[0])
			j.touch(pipeline.KindCode, j.plain(args[0].kids[1]).texts, false, false)
			return rbValue{}
		}
		return j.fail()
	case "open":
		return j.opens(args)
	case "locked":
		j.touch(pipeline.KindRead, []pyText{{s: "Gemfile.lock"}}, false, false)
		return j.options(args, 0, "")
	}
	if len(args) == 0 {
		return j.fail()
	}
	first := j.pathOf(args[0])
	if args[0].kind == nStar || args[0].kind == nArg {
		return j.fail()
	}
	switch act {
	case "read":
		j.touch(pipeline.KindRead, first, false, false)
		return j.options(args, 3, "encoding chomp", "r rb")
	case "file", "safe", "table":
		j.touch(pipeline.KindRead, first, false, false)
		return j.options(args, 1, "symbolize_names aliases permitted_classes headers col_sep quote_char row_sep converters header_converters skip_blanks liberal_parsing encoding return_headers strip")
	case "objects": // before Psych 4 the file says of which classes objects are made
		j.touch(pipeline.KindRead, first, false, false)
		j.touch(pipeline.KindCode, first, false, false)
		return j.options(args, 1, "symbolize_names aliases permitted_classes")
	case "write":
		j.touch(pipeline.KindWrite, first, false, false)
		return j.options(args, 2, "encoding", "w wb a ab")
	case "look":
		if len(first) == 0 && rbMetadata(object, name) { // of whatever file: what it holds is not told
			j.add(Effect{Kind: pipeline.KindRead, Object: "/", Look: true, Tree: true})
			return j.options(args, 1, "")
		}
		j.touch(pipeline.KindRead, first, true, false)
		return j.options(args, 1, "")
	case "make":
		j.touch(pipeline.KindWrite, first, false, false)
		return j.options(args, 1, "verbose")
	case "delete", "tree":
		for _, a := range args {
			if a.kind == nArg {
				continue
			}
			v := j.plain(a)
			if a.kind == nList {
				v.texts = v.items
			}
			j.touch(pipeline.KindDelete, v.texts, false, act == "tree")
		}
		return j.options(args, len(args), "force verbose")
	}
	return j.fail()
}

// named is what File makes of names: their folders, their full paths. A tilde at the
// beginning is a home for expand_path and a letter for absolute_path; neither is read.
func (j *rbJudge) named(name string, args []*node) rbValue {
	var texts [][]pyText
	for _, a := range args {
		texts = append(texts, j.plain(a).texts)
		if a.kind == nStar || a.kind == nArg || a.kind == nLambda {
			return rbValue{}
		}
	}
	v := rbValue{}
	switch {
	case len(args) == 1 && name == "dirname":
		for _, t := range texts[0] {
			if t.glob || strings.HasSuffix(t.s, "/") || t.full && t.s == "." {
				return rbValue{}
			}
			v.texts = append(v.texts, pyText{s: path.Dir(t.s), home: t.home, full: t.full})
		}
	case len(args) == 2 && listWords("expand_path absolute_path", name):
		for _, t := range texts[0] {
			if t.glob || t.s == "" || strings.HasPrefix(t.s, "~") {
				return rbValue{}
			}
			for _, base := range texts[1] {
				if base.glob || base.s == "" || strings.HasPrefix(base.s, "~") {
					return rbValue{}
				}
				if strings.HasPrefix(t.s, "/") {
					base.s = "/"
				}
				s := path.Join(base.s, t.s)
				v.texts = append(v.texts, pyText{s: s, home: base.home, full: !base.home && !strings.HasPrefix(s, "/")})
			}
		}
	case len(args) == 1 && listWords("expand_path absolute_path", name):
		for _, t := range texts[0] {
			if t.glob || t.s == "" || strings.HasPrefix(t.s, "~") {
				return rbValue{}
			}
			if !t.home && !strings.HasPrefix(t.s, "/") {
				t.s, t.full = path.Clean(t.s), true
			}
			v.texts = append(v.texts, t)
		}
	}
	if len(v.texts) > maxTexts {
		v.texts = nil
	}
	return v
}

// options judges arguments: so many without a name, and of those with names only the
// listed ones, and the modes of a file. A block may follow. Names of options are a
// door: external encodings may load a file, headers: may be a proc, and Psych makes
// objects of the classes that it is permitted.
func (j *rbJudge) options(args []*node, most int, names string, modes ...string) rbValue {
	for i, a := range args {
		switch {
		case a.kind == nLambda && a.text == "&", a.kind == nStar && a.text == "&":
			j.argument(a)
		case a.kind == nArg:
			switch {
			case a.text == "mode" && len(modes) == 1:
				if m := a.kids[0]; m.kind != nText || !m.sure || !listWords(modes[0], m.text) {
					return j.fail()
				}
			case !listWords(names, a.text):
				return j.fail()
			case a.text == "permitted_classes":
				if !rbClasses(a.kids[0]) {
					return j.fail()
				}
				continue
			}
			j.plain(a)
		case a.kind == nStar || a.kind == nDict || i >= most:
			return j.fail()
		case i == 0:
			j.pathOf(a)
		default:
			j.plain(a)
		}
	}
	return rbValue{}
}

// rbClasses reports whether a list has only classes that do nothing when one of their
// objects is made. Of another class init_with or marshal_load would run with what the
// file says.
func rbClasses(n *node) bool {
	if n.kind != nList {
		return false
	}
	for _, kid := range n.kids {
		if kid.kind != nName || !listWords("Symbol Date Time DateTime", kid.text) {
			return false
		}
	}
	return true
}

// opens is File.open with a constant path and mode.
func (j *rbJudge) opens(args []*node) rbValue {
	if len(args) == 0 || args[0].kind == nStar || args[0].kind == nArg {
		return j.fail()
	}
	paths := j.plain(args[0]).texts
	mode := "r"
	rest := args[1:]
	if len(rest) > 0 && rest[0].kind != nArg && rest[0].kind != nLambda && rest[0].kind != nStar {
		if rest[0].kind != nText || !rest[0].sure {
			return j.fail()
		}
		mode, rest = rest[0].text, rest[1:]
	}
	mode, _, _ = strings.Cut(mode, ":")
	switch {
	case !listWords("r rb rt r+ rb+ r+b w wb wt w+ wb+ w+b a ab at a+ ab+ a+b", mode):
		return j.fail()
	case strings.HasPrefix(mode, "r"):
		j.touch(pipeline.KindRead, paths, false, false)
	}
	if mode[0] != 'r' || strings.Contains(mode, "+") {
		j.touch(pipeline.KindWrite, paths, false, false)
		j.touch(pipeline.KindRead, paths, strings.Contains(mode, "+") && mode[0] == 'r', false)
	}
	return j.options(rest, 0, "encoding")
}

// globbed is Dir.glob with constants. {a,b} stands for both.
func (j *rbJudge) globbed(args []*node) rbValue {
	v := rbValue{}
	for _, a := range args {
		if a.kind == nLambda && a.text == "&" {
			j.plain(a)
			continue
		}
		texts := j.plain(a).texts
		if len(texts) == 0 || a.kind == nStar || a.kind == nArg {
			return j.fail()
		}
		for _, t := range texts {
			for _, s := range rbBraces(t.s) {
				if t.glob || strings.ContainsAny(s, "{}\\") {
					return j.fail()
				}
				v.items = append(v.items, pyText{s: s, glob: strings.ContainsAny(s, globbing)})
			}
		}
	}
	if len(v.items) == 0 || len(v.items) > maxTexts {
		return j.fail()
	}
	j.touch(pipeline.KindRead, v.items, true, false)
	return v
}

// rbBraces spells out alternatives in a pattern, up to five times two.
func rbBraces(s string) []string {
	before, rest, ok := strings.Cut(s, "{")
	if !ok || strings.Count(rest, "{") > 4 {
		return []string{s}
	}
	inside, after, ok := strings.Cut(rest, "}")
	if !ok || strings.Contains(inside, "{") {
		return []string{s}
	}
	var out []string
	tails := rbBraces(after)
	for one := range strings.SplitSeq(inside, ",") {
		for _, tail := range tails {
			if len(out) > maxTexts {
				return []string{s}
			}
			out = append(out, before+one+tail)
		}
	}
	return out
}

// rbJoin is File.join.
func rbJoin(t, o pyText) (pyText, bool) {
	if t.s == "" {
		return o, true
	}
	if t.glob || o.glob {
		return t, false
	}
	return pyText{s: strings.TrimRight(t.s, "/") + "/" + strings.TrimLeft(o.s, "/")}, true
}

// touch notes an effect on paths, which must be known. A path that is not known ends
// the judgement; nil among others is no path.
func (j *rbJudge) touch(kind pipeline.EffectKind, texts []pyText, look, tree bool) {
	if len(texts) == 0 {
		j.failed = true
	}
	for _, t := range texts {
		if t.s == "" && len(texts) > 1 {
			continue // nil: there is no such file
		}
		if t.s == "" || strings.IndexByte(t.s, 0) >= 0 || t.s[0] == '|' {
			j.failed = true
		}
		j.add(Effect{Kind: kind, Object: t.s, Pattern: t.glob, Home: t.home, Look: look, Tree: tree})
	}
}

// items are the elements of a value, as far as they are written. What else
// evaluating it does is judged where it stands.
func (j *rbJudge) items(n *node) []pyText {
	if !j.step() {
		return nil
	}
	defer j.back()
	switch n.kind {
	case nList:
		return j.list(n).items
	case nName:
		if n.text == "ARGV" && !j.names.bound("ARGV") {
			return j.args()
		}
		return j.eval(n).items
	case nIndex:
		if n.kids[0].kind == nName && n.kids[0].text == "Dir" {
			return j.eval(n).items
		}
	case nCall:
		fn := n.kids[0]
		if names := rbLinesOf(n); names != nil {
			return names
		}
		switch {
		case fn.kind != nAttr:
		case fn.kids[0].kind == nName && fn.kids[0].text == "Dir":
			return j.globs(fn.text, n)
		case rbMaps(fn.text, n.kids[1:]):
		case listWords(rbPassing, fn.text) && !listWords("first last", fn.text), listWords("first last", fn.text) && len(n.kids) > 1:
			return j.items(fn.kids[0])
		}
	}
	return nil
}

// globs are the paths that Dir.glob gives.
func (j *rbJudge) globs(name string, n *node) []pyText {
	if rbAct("Dir", name) != "glob" {
		return nil
	}
	var args []*node
	for _, a := range n.kids[1:] {
		if a.kind != nLambda {
			args = append(args, a)
		}
	}
	return j.globbed(args).items
}
