package snippet

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// rText is one text that a value may be.
type rText struct {
	s    string
	glob bool // s is a pattern, whose signs mean no slash
	dots bool // what a sign of the pattern means may be "." or ".."
	conn bool // a connection, whose file was stated where it was opened
	temp bool // below R's own folder for temporary files, which it deletes when it ends
	root bool // s stands for the same path from the root
}

// rNumeric is a text that is a number.
var rNumeric = []rText{{s: "*", glob: true}}

// texts are all texts that a value may be; false: nobody knows.
//
// Long: one case a form.
func (j *rSoft) texts(n *node, depth int) ([]rText, bool) {
	if j.steps++; n == nil || depth > 12 || j.steps > rMaxSteps {
		return nil, false
	}
	switch n.kind {
	case nText:
		return []rText{{s: n.text}}, true
	case nConst:
		if n.text != "" && digit(n.text[0]) && strings.Trim(n.text, "0123456789") == "" && len(n.text) < 6 {
			return []rText{{s: n.text}}, true
		}
		return rNumeric, n.text != "" && (digit(n.text[0]) || n.text[0] == '.')
	case nTuple:
		return j.texts(n.kids[0], depth+1)
	case nBlock:
		if len(n.kids) > 0 {
			return j.texts(n.kids[len(n.kids)-1], depth+1)
		}
	case nIf:
		if len(n.kids) == 3 {
			return j.joined(n.kids[1:], depth)
		}
	case nIndex, nAttr:
		return j.texts(n.kids[0], depth+1)
	case nBinary:
		switch n.text {
		case ":": // of two factors it gives texts
			return rNumeric, !j.methods && (n.kids[0].kind == nConst || n.kids[1].kind == nConst)
		case "+", "-", "*", "/", "^", "%%", "%/%":
			return rNumeric, !j.methods
		}
	case nName:
		if j.mask > 0 {
			return nil, false
		}
		if listWords("letters LETTERS month.name month.abb", n.text) && len(j.bound[n.text]) == 0 {
			return rNumeric, true
		}
		values := j.bound[n.text]
		if len(values) == 0 || len(values) > 8 {
			return nil, false
		}
		return j.joined(values, depth)
	case nCall:
		return j.textsOf(n, depth)
	}
	return nil, false
}

// joined are the texts that any of some values may be.
func (j *rSoft) joined(values []*node, depth int) (out []rText, ok bool) {
	for _, v := range values {
		texts, ok := j.texts(v, depth+1)
		if out = append(out, texts...); !ok || len(out) > maxTexts {
			return nil, false
		}
	}
	return out, true
}

// textsOf are the texts that a call gives.
//
// Long: one case a function.
func (j *rSoft) textsOf(n *node, depth int) ([]rText, bool) {
	if n.kids[0].kind != nName {
		return nil, false
	}
	_, name := rSplit(n.kids[0].text)
	if len(j.bound[n.kids[0].text]) > 0 || len(j.bound[name]) > 0 {
		return nil, false
	}
	var args []*node
	named := map[string]*node{}
	for _, a := range n.kids[1:] {
		if len(a.kids) != 1 {
			return nil, false
		}
		if a.text != "" && !listWords("c list", name) {
			named[a.text] = a.kids[0]
			continue
		}
		args = append(args, a.kids[0])
	}
	switch name {
	case "c", "list", "union", "ifelse", "if_else":
		if strings.HasPrefix(name, "if") && len(args) > 0 {
			args = args[1:]
		}
		return j.joined(args, depth)
	case "switch":
		for _, v := range named {
			args = append(args, v)
		}
		if len(args) > 1 {
			return j.joined(args[1:], depth)
		}
	case "unlist", "as.character", "sort", "rev", "unique", "head", "tail", "setNames", "normalizePath", "path.expand", "invisible", "Filter", "setdiff", "intersect", "print":
		if name == "Filter" && len(args) == 2 {
			args = args[1:]
		}
		if len(args) > 0 && name == "normalizePath" {
			return rooted(j.texts(args[0], depth+1))
		}
		if len(args) > 0 {
			return j.texts(args[0], depth+1)
		}
	case "seq_len", "seq_along", "seq", "length", "nrow", "ncol", "as.integer", "round", "sum", "Sys.getpid", "Sys.Date":
		return rNumeric, !j.methods
	case "format":
		if len(args) > 1 && args[1].kind == nText && !strings.Contains(args[1].text, "/") && args[0].kind == nCall {
			if _, of := rSplit(args[0].kids[0].text); !j.methods && args[0].kids[0].kind == nName && (of == "Sys.Date" || of == "Sys.time") {
				return []rText{{s: "*", glob: true, dots: true}}, true
			}
		}
	case "getwd", "here", "i_am":
		if name == "getwd" || name == "here" && len(args) == 0 {
			return []rText{{s: ".", root: true}}, true
		}
		return j.product(args, "/", depth)
	case "file.path", "path":
		return j.product(args, "/", depth)
	case "paste0", "str_c":
		if named["collapse"] == nil && named["sep"] == nil {
			return j.product(args, "", depth)
		}
	case "paste":
		sep := named["sep"]
		if named["collapse"] == nil && (sep == nil || sep.kind == nText) {
			by := " "
			if sep != nil {
				by = sep.text
			}
			return j.product(args, by, depth)
		}
	case "sprintf":
		return j.printed(args, depth)
	case "tempfile", "tempdir":
		for _, a := range n.kids[1:] {
			if a.kids[0].kind != nText || strings.Contains(a.kids[0].text, "..") || a.text == "tmpdir" {
				return nil, false
			}
		}
		return []rText{{s: "tmp", temp: true}}, true
	case "basename", "file_path_sans_ext", "path_file", "path_ext_remove", "tolower", "toupper":
		return j.changed(name, args, depth)
	case "commandArgs":
		if j.given.Known && (len(args) == 1 && args[0].text == "TRUE" || named["trailingOnly"] != nil && (named["trailingOnly"].text == "TRUE" || named["trailingOnly"].text == "T")) {
			var out []rText
			for _, a := range j.given.Args {
				out = append(out, rText{s: a})
			}
			return out, len(out) > 0 && len(out) < maxTexts
		}
	case "list.files", "dir", "Sys.glob":
		return j.listed(name, args, named)
	case "file", "gzfile", "textConnection":
		return []rText{{conn: true}}, true
	case "stdout", "stderr":
		return []rText{{conn: true}}, true
	}
	return nil, false
}

// listed are the names of files that a call lists.
func (j *rSoft) listed(name string, args []*node, named map[string]*node) ([]rText, bool) {
	at := []rText{{s: "."}}
	if named["path"] != nil {
		args = []*node{named["path"]}
	}
	if len(args) > 0 {
		var ok bool
		if at, ok = j.texts(args[0], 4); !ok {
			return nil, false
		}
	}
	if name == "Sys.glob" {
		for i := range at {
			if at[i].glob || at[i].temp || strings.ContainsAny(at[i].s, "{\\") {
				return nil, false
			}
			at[i].glob = true
		}
		return at, len(args) == 1
	}
	full := named["full.names"] != nil && (named["full.names"].text == "TRUE" || named["full.names"].text == "T")
	if named["recursive"] != nil && named["recursive"].text != "FALSE" || named["all.files"] != nil {
		return nil, false
	}
	if !full {
		return rNumeric, true
	}
	out := make([]rText, 0, len(at))
	for _, t := range at {
		if t.glob || strings.ContainsAny(t.s, "*?[") {
			return nil, false
		}
		out = append(out, rText{s: t.s + "/*", glob: true, temp: t.temp})
	}
	return out, true
}

// changed is what is made of the name of a file: without its folder, without its ending, in
// other letters.
func (j *rSoft) changed(name string, args []*node, depth int) ([]rText, bool) {
	if len(args) != 1 {
		return nil, false
	}
	texts, ok := j.texts(args[0], depth+1)
	if name == "basename" || name == "path_file" {
		if !ok {
			return []rText{{s: "*", glob: true, dots: true}}, true
		}
		out := make([]rText, 0, len(texts))
		for _, t := range texts {
			if t.conn || t.temp {
				return nil, false
			}
			t.s = path.Base(t.s)
			out = append(out, t)
		}
		return out, true
	}
	if !ok {
		return nil, false
	}
	out := make([]rText, 0, len(texts))
	for _, t := range texts {
		switch {
		case t.conn || t.temp:
			return nil, false
		case t.glob && !strings.HasPrefix(name, "to"):
			t.s, t.dots = path.Join(path.Dir(t.s), "*"), true
		case t.glob:
			return nil, false
		case name == "tolower":
			t.s = strings.ToLower(t.s)
		case name == "toupper":
			t.s = strings.ToUpper(t.s)
		default:
			t.s = strings.TrimSuffix(t.s, path.Ext(t.s))
		}
		out = append(out, t)
	}
	return out, true
}

// product are the texts that several make together.
func (j *rSoft) product(args []*node, sep string, depth int) ([]rText, bool) {
	out := []rText{{}}
	for i, a := range args {
		parts, ok := j.texts(a, depth+1)
		if !ok || len(parts)*len(out) > maxTexts || len(parts) == 0 {
			return nil, false
		}
		var next []rText
		for _, left := range out {
			for _, right := range parts {
				if i > 0 {
					left2 := left
					left2.s += sep
					right = left2.with(right)
				}
				if right.conn {
					return nil, false
				}
				next = append(next, right)
			}
		}
		out = next
	}
	return out, len(args) > 0
}

// with is a text with another one behind it. A constant with signs of patterns does not go
// together with one.
func (t rText) with(u rText) rText {
	if t.root && u.s != "" && !strings.HasSuffix(t.s, "/") && u.s[0] != '/' || u.root && t.s != "" {
		return rText{conn: true} // the name of a sibling
	}
	if t.glob != u.glob && (strings.ContainsAny(t.s, "*?[") && !t.glob || strings.ContainsAny(u.s, "*?[") && !u.glob) || u.temp && t.s != "" || t.temp && strings.Contains(u.s, "..") {
		return rText{conn: true}
	}
	return rText{s: t.s + u.s, glob: t.glob || u.glob, dots: t.dots || u.dots, temp: t.temp || u.temp, conn: t.conn || u.conn, root: t.root || u.root}
}

// rooted are texts that stand for the same paths from the root.
func rooted(texts []rText, ok bool) ([]rText, bool) {
	out := slices.Clone(texts)
	for i, t := range out {
		out[i].root = !t.temp && !strings.HasPrefix(t.s, "/") && !strings.HasPrefix(t.s, "~")
	}
	return out, ok
}

// printed is sprintf with a constant format.
func (j *rSoft) printed(args []*node, depth int) ([]rText, bool) {
	if len(args) == 0 {
		return nil, false
	}
	formats, ok := j.texts(args[0], depth+1)
	if !ok || len(formats) != 1 || formats[0].glob || formats[0].temp {
		return nil, false
	}
	out := []rText{{}}
	format, next := formats[0].s, 1
	for format != "" {
		before, after, some := strings.Cut(format, "%")
		for i := range out {
			if out[i] = out[i].with(rText{s: before}); out[i].conn {
				return nil, false
			}
		}
		if !some {
			break
		}
		verb := strings.TrimLeft(after, "0123456789.")
		if verb == "" || next >= len(args) || strings.IndexByte("dsifg", verb[0]) < 0 || verb[0] == 's' && verb != after {
			return nil, false
		}
		parts := rNumeric // a text there is an error
		if verb[0] == 's' {
			if parts, ok = j.texts(args[next], depth+1); !ok {
				return nil, false
			}
		}
		var all []rText
		for _, left := range out {
			for _, right := range parts {
				if all = append(all, left.with(right)); len(all) > maxTexts || all[len(all)-1].conn {
					return nil, false
				}
			}
		}
		out, next, format = all, next+1, verb[1:]
	}
	return out, true
}

// path states what happens to the paths that a value may be, as for the first reading
// (rChecker.path).
func (j *rSoft) path(n *node, kind pipeline.EffectKind, look bool) {
	texts, ok := j.texts(n, 0)
	if !ok || len(texts) == 0 {
		j.no()
		return
	}
	for _, t := range texts {
		j.states(t, Effect{Kind: kind, Look: look && kind == pipeline.KindRead})
	}
}

// states states an effect on a path.
func (j *rSoft) states(t rText, e Effect) {
	s := t.s
	home := s == "~" || strings.HasPrefix(s, "~/")
	switch {
	case t.conn, t.temp && !strings.Contains(s, ".."):
		if t.temp && (e.Kind == pipeline.KindCode || strings.ContainsAny(s, "\x00\n|")) || t.conn && e.Kind != pipeline.KindRead && e.Kind != pipeline.KindWrite {
			j.no()
		}
		return
	case s == "", strings.ContainsAny(s, "\x00\n|<>{"), strings.Contains(s, ":"), s[0] == '~' && !home, !t.glob && strings.ContainsAny(s, "*?["), s == "stdin" || strings.HasPrefix(s, "clipboard") || strings.HasPrefix(s, "X11_"):
		j.no()
		return
	}
	if t.dots {
		for part := range strings.SplitSeq(s, "/") {
			if strings.Trim(part, "*") == "" && part != "" {
				j.no()
				return
			}
		}
	}
	e.Object, e.Pattern, e.Home = s, t.glob, home
	j.add(e)
}
