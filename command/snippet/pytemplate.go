package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Templates of Jinja are code: their expressions ask objects for attributes and call them.
// Those in a folder of the project are the project's own, and are stated as that. One that
// the program spells out is read here: its expressions may ask for nothing that leads out
// of the data that it is given.

// pyJinja lists what is taken of the library.
const pyJinja = `jinja2.Environment jinja2.Template jinja2.FileSystemLoader jinja2.DictLoader jinja2.select_autoescape jinja2.StrictUndefined jinja2.Undefined jinja2.ChainableUndefined jinja2.DebugUndefined
	jinja2.TemplateError jinja2.TemplateNotFound jinja2.TemplateSyntaxError jinja2.UndefinedError jinja2.exceptions jinja2.exceptions.TemplateError jinja2.exceptions.TemplateNotFound
	jinja2.exceptions.TemplateSyntaxError jinja2.exceptions.UndefinedError jinja2.meta jinja2.meta.find_undeclared_variables`

// jinja judges a call of one of its functions; false: it is another one.
func (j *pyJudge) jinja(name string, n *node) (pyValue, bool) {
	if !listWords(pyJinja, name) {
		return pyValue{}, false
	}
	if j.soft == nil {
		return j.fail(), true
	}
	j.lends = true
	switch name {
	case "jinja2.Environment", "jinja2.Template":
		return j.jinjaMade(name, n), true
	case "jinja2.FileSystemLoader":
		j.only(n, 1, "encoding followlinks searchpath")
		first := j.argument(n, 0, "searchpath")
		if lists := j.lists(first, 0); len(lists) == 1 {
			for _, one := range lists[0] {
				j.loadsFile(j.localPaths(one), true)
			}
		} else {
			texts := j.localPaths(first)
			j.loadsFile(texts, true)
			return pyValue{what: pyObject, name: "jinja", texts: texts}, true
		}
		return pyValue{what: pyObject, name: "jinja"}, true
	case "jinja2.DictLoader":
		if len(n.kids) != 2 || n.kids[1].kind != nDict {
			return j.fail(), true
		}
		for i := 0; i+1 < len(n.kids[1].kids); i += 2 {
			if n.kids[1].kids[i] == nil {
				return j.fail(), true
			}
			j.plain(n.kids[1].kids[i])
			j.templateText(n.kids[1].kids[i+1])
		}
		return pyValue{what: pyObject, name: "jinja"}, true
	case "jinja2.select_autoescape", "jinja2.meta.find_undeclared_variables":
		j.arguments(n)
		return pyValue{}, true
	}
	return j.fail(), true
}

// jinjaMade is an environment, or a template that the program spells out.
func (j *pyJudge) jinjaMade(name string, n *node) pyValue {
	var folders []pyText
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nArg && a.text == "extensions":
			if !builtInExtensions(a.kids[0]) {
				return j.fail()
			}
		case a.kind == nArg && a.text == "loader":
			v := j.eval(a.kids[0])
			if v.what != pyObject || v.name != "jinja" {
				return j.fail()
			}
			folders = v.texts
		case a.kind == nArg && a.text == "undefined":
			if v := j.eval(a.kids[0]); v.what != pyForeign || !strings.HasPrefix(v.name, "jinja2.") || !strings.HasSuffix(v.name, "Undefined") {
				return j.fail()
			}
		case a.kind == nArg && listWords("trim_blocks lstrip_blocks autoescape keep_trailing_newline enable_async auto_reload cache_size newline_sequence", a.text):
			j.plain(a.kids[0])
		case name == "jinja2.Template" && a == n.kids[1] && a.kind != nStar && a.kind != nArg:
			j.templateText(a)
		default:
			return j.fail()
		}
	}
	return pyValue{what: pyObject, name: "jinja", texts: folders}
}

// builtInExtensions reports whether all extensions are some that Jinja brings.
func builtInExtensions(n *node) bool {
	if n.kind != nList && n.kind != nTuple {
		return false
	}
	for _, kid := range n.kids {
		if kid.kind != nText || !kid.sure || !listWords("jinja2.ext.do jinja2.ext.loopcontrols jinja2.ext.i18n", kid.text) {
			return false
		}
	}
	return true
}

// templated judges a method of such an object; false: it is another one.
func (j *pyJudge) templated(base pyValue, name string, n *node) (pyValue, bool) {
	if base.name != "jinja" {
		return pyValue{}, false
	}
	switch name {
	case "get_template", "select_template", "list_templates": // below the folders of the loader
		j.arguments(n)
		if len(n.kids) > 1 && n.kids[1].kind != nArg && n.kids[1].kind != nStar {
			for _, t := range below(base.texts, j.plain(n.kids[1]).texts) {
				j.add(Effect{Kind: pipeline.KindCode, Object: t.s, Pattern: t.glob, Says: true})
			}
		}
		return base, true
	case "from_string":
		if len(n.kids) != 2 {
			return j.fail(), true
		}
		j.templateText(n.kids[1])
		return base, true
	case "render", "parse":
		for _, a := range n.kids[1:] {
			if a.kind == nArg || a.kind == nStar {
				a = a.kids[0]
			}
			j.plain(a)
		}
		return pyValue{}, true
	}
	return j.fail(), true
}

// templateText judges the text of a template: one that is known, or what stands in a file of
// the project.
func (j *pyJudge) templateText(n *node) {
	v := j.plain(n)
	if len(v.src) > 0 && len(v.texts) == 0 && len(v.also) == 0 {
		j.loadsFile(v.src, false)
		return
	}
	if len(v.texts) == 0 {
		j.failed = true
	}
	for _, t := range v.texts {
		if t.glob || !plainTemplate(t.s) {
			j.failed = true
		}
	}
}

// plainTemplate reports whether the expressions and statements of a template only show data,
// choose and repeat. Names that begin with a low line lead to the inside of objects, and so
// does asking for attributes by texts; a method is one of those that texts and containers
// have. Source: "Template Designer Documentation" of Jinja.
func plainTemplate(s string) bool {
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 || i+1 == len(s) {
			return true
		}
		begin := s[i+1]
		s = s[i+2:]
		end := map[byte]string{'{': "}}", '%': "%}", '#': "#}"}[begin]
		if end == "" {
			if begin == '{' || strings.HasPrefix(s, "{") {
				return false
			}
			s = string(begin) + s
			continue
		}
		inner, rest, ok := strings.Cut(s, end)
		if !ok || begin != '#' && !plainExpression(inner) {
			return false
		}
		s = rest
	}
}

// plainExpression is plainTemplate for what stands between brackets.
func plainExpression(s string) bool {
	if !closed(s) { // it ends within a text, so that this is not its end
		return false
	}
	if strings.ContainsAny(s, "\\{}`@$;") || strings.Contains(s, "__") {
		return false
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '[': // an element by a number or by a name
			rest := strings.TrimLeft(s[i+1:], " ")
			if rest == "" || (rest[0] < '0' || rest[0] > '9') && rest[0] != '-' && rest[0] != ':' {
				return false
			}
			i++
		case c == '(': // what is called has a name
			if before := strings.TrimSpace(s[:i]); before != "" && strings.IndexByte(")]'\"", before[len(before)-1]) >= 0 {
				return false
			}
			i++
		case !alnum(c) && c != '_':
			i++
		default:
			from := i
			for i < len(s) && (alnum(s[i]) || s[i] == '_') {
				i++
			}
			before, called := strings.TrimSpace(s[:from]), strings.HasPrefix(strings.TrimSpace(s[i:]), "(")
			if !plainTemplateWord(s[from:i], called, strings.HasSuffix(before, ".")) {
				return false
			}
			if called && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "|") && !listWords("if elif for in not and or else range", s[from:i]) { // it could be a method under another name
				return false
			}
		}
	}
	return true
}

// closed reports whether every text that begins in an expression ends there.
func closed(s string) bool {
	var open byte
	for i := range len(s) {
		switch c := s[i]; {
		case open == 0 && (c == '\'' || c == '"'):
			open = c
		case c == open:
			open = 0
		}
	}
	return open == 0
}

// plainTemplateWord reports whether a word of an expression is harmless, where it perhaps is
// called, or stands behind a point.
func plainTemplateWord(word string, called, member bool) bool {
	if pyInner(word) || listWords(`attr attribute map select reject selectattr rejectattr groupby include import from extends call self lipsum cycler joiner namespace request config mro func_globals
		sort unique sum min max xmlattr tojson trans autoescape filter do debug`, word) {
		return false
	}
	if member && called {
		return listWords("items keys values get upper lower title capitalize strip lstrip rstrip split join startswith endswith count index isoformat strftime splitlines", word)
	}
	return true
}
