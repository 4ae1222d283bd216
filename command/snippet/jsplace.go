package snippet

import (
	"path"
	"slices"
	"strings"
)

// argumentsFor are what a parameter is called with; nil if not all calls are known. A
// call with fewer arguments gets what the parameter has by itself.
func (j *jsJudge) argumentsFor(s site[jsValue]) (args []*node) { return j.argumentsUpTo(s, 8) }

// argumentsUpTo is that for a function that is called some times at most.
func (j *jsJudge) argumentsUpTo(s site[jsValue], most int) (args []*node) {
	calls, ok := j.callsOf(s.node)
	if !ok || len(calls) > most {
		return nil
	}
	at := 0
	for _, digit := range s.member {
		at = 10*at + int(digit-'0')
	}
	for _, c := range calls {
		kid := s.node.kids[at]
		switch {
		case at+1 < len(c.call.kids):
			args = append(args, c.call.kids[at+1])
		case kid.kind == nParam:
			args = append(args, kid.kids[1])
		default:
			return nil
		}
	}
	return args
}

// originOwn is where what a function of the program gives back comes from. A function
// that ends without a return gives undefined, which is no path.
func (j *jsJudge) originOwn(name string, depth int) (from source, ok bool) {
	b := j.bindingOf(name)
	if len(b.sites) != 1 || depth > 20 {
		return source{}, false
	}
	if b.asked { // within itself: it has no more than what is found
		return source{same: true}, true
	}
	b.asked = true
	defer func() { b.asked = false }()
	for _, fn := range j.functions {
		if fn.name == name && fn.body != nil {
			return j.origins(givenBack(fn.body), depth)
		}
	}
	return source{}, false
}

// givenBack are what a function may give back, one by one. Functions within it give
// back to others.
func givenBack(body *node) (values []*node) {
	if body.kind != nBlock {
		return []*node{body}
	}
	var walk func(*node)
	walk = func(n *node) {
		if n == nil {
			return
		}
		switch n.kind {
		case nLambda, nDef, nClass:
			return
		case nReturn, nYield:
			values = append(values, n.kids...)
		}
		for _, kid := range n.kids {
			walk(kid)
		}
	}
	walk(body)
	return values
}

// originPath is where a path comes from that is put together: a folder that is
// known, names and what data say behind it.
func (j *jsJudge) originPath(n *node, depth int) (from source, ok bool) {
	if depth > 20 {
		return source{}, false
	}
	var d datum
	if !j.datumPath(n, &d, depth) {
		return source{}, false
	}
	from = source{files: d.files, roots: d.roots, same: d.same}
	if d.head != "" {
		from.roots = append(from.roots, d.head)
	}
	return from, true
}

// globbers lists packages that find files by patterns. They only list names; that some
// follow links is for the sandbox.
func globbers(name string) bool { return listWords("glob fast-glob globby tinyglobby tiny-glob", name) }

// globs judges a call of such a package: names below constant folders.
func (j *jsJudge) globs(n *node) jsValue {
	if _, ok := j.globRoots(n); !ok {
		return j.fail()
	}
	return jsValue{}
}

// globRoots are the folders that patterns begin with. That they are looked through is
// stated. What is left out by ! needs no look. A pattern has to be a constant: one that
// data say could climb.
func (j *jsJudge) globRoots(n *node) (roots []string, ok bool) {
	if len(n.kids) < 2 || len(n.kids) > 3 {
		return nil, false
	}
	patterns, at := []*node{n.kids[1]}, "."
	if n.kids[1].kind == nList {
		patterns = n.kids[1].kids
	}
	if len(n.kids) == 3 {
		if n.kids[2].kind != nDict {
			return nil, false
		}
		for i := 0; i+1 < len(n.kids[2].kids); i += 2 {
			key := n.kids[2].kids[i]
			if key == nil || key.kind != nText || !key.sure || !listWords("ignore nodir dot onlyFiles deep absolute nocase matchBase gitignore exclude cwd", key.text) {
				return nil, false
			}
			texts := j.plain(n.kids[2].kids[i+1]).texts
			if key.text != "cwd" {
				continue
			}
			if len(texts) != 1 || !constant(texts[0]) && !(texts[0].s == "." && texts[0].full) || strings.Contains(texts[0].s, "..") || outsideOf(texts[0].s, j.given.Inner) {
				return nil, false
			}
			at = texts[0].s
		}
	}
	patterns = slices.Clone(patterns)
	for i := 0; i < len(patterns) && i < 4*maxTexts; i++ {
		p := patterns[i]
		if p.kind == nText && p.sure && !climbsByBraces(p.text) {
			if more := firstBraces(p); len(more) > 0 { // folders of their own
				patterns = append(patterns, more...)
				continue
			}
		}
		texts := j.plain(p).texts
		if len(texts) != 1 || !constant(texts[0]) || climbsByBraces(texts[0].s) || outsideOf(withoutIdioms(texts[0].s), j.given.Inner) {
			return nil, false
		}
		s := texts[0].s
		if strings.HasPrefix(s, "!") {
			continue
		}
		head := "."
		if i := strings.IndexAny(s, "*?[{(!@+\\"); i >= 0 {
			s = s[:i]
		}
		if i := strings.LastIndexByte(s, '/'); i > 0 {
			head = s[:i]
		}
		roots = append(roots, head)
		if at != "." { // what it gives back is seen from there
			head = path.Join(at, head)
			roots = append(roots, head)
		}
		j.looksBelow(head)
	}
	return roots, len(roots) > 0
}

// firstBraces are the patterns that one stands for which begins with braces: {a,b}/**.
// Only braces at the very beginning are taken apart, which say folders; others stay in
// the pattern.
func firstBraces(p *node) (more []*node) {
	inner, rest, found := strings.Cut(strings.TrimPrefix(p.text, "{"), "}")
	if !found || p.text[:1] != "{" || strings.ContainsAny(inner, "{*?!") {
		return nil
	}
	for _, one := range strings.Split(inner, ",") {
		more = append(more, &node{kind: nText, text: one + rest, sure: true, at: p.at})
	}
	return more
}

// climbsByBraces reports whether a pattern may stand for a folder above: as it is
// written, or by what its braces leave ({.,a}{.,b}).
func climbsByBraces(s string) bool {
	if strings.Contains(s, "..") || strings.ContainsAny(s, "()[]\\") {
		return true
	}
	if !strings.Contains(s, "{") {
		return false
	}
	for _, part := range [...]string{",}", "{,", ",,", ".,", ".}", "./"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}
