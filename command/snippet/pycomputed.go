package snippet

import "strings"

// computed is what a listed function that only computes gives, as far as more is known
// of it than that it is plain data; otherwise v. All of these are functions of Python's
// own. What a number or a date looks like as a text is what file names are made of:
// out_{time.time()}.txt certainly has no slash in it.
//
// Long: one case a function; it is a table.
func (j *pyJudge) computed(n *node, v pyValue) pyValue {
	name := j.listedName(n.kids[0])
	if j.disguised || starred(n) {
		return v
	}
	if listWords(readers, name) && len(n.kids) == 2 && n.kids[1].kind != nArg {
		return pyValue{src: j.eval(n.kids[1]).src}
	}
	module, member, dotted := strings.Cut(name, ".")
	if !dotted {
		return j.builtinGives(name, n, v)
	}
	whole := pyValue{texts: certainNames(anyNumber), number: true}
	switch module {
	case "hashlib", "hmac":
		if member == "new" && module == "hmac" || listWords("md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_224 sha3_256 sha3_384 sha3_512", member) {
			return pyValue{sort: sortHash}
		}
	case "uuid":
		if strings.HasPrefix(member, "uuid") {
			return pyValue{sort: sortUUID, texts: certainNames(anyHex)}
		}
	case "secrets":
		if (member == "token_hex" || member == "token_urlsafe") && (len(n.kids) == 1 || len(n.kids) == 2 && n.kids[1].kind == nConst && counts(n.kids[1].text) && n.kids[1].text != "0") {
			if member == "token_hex" {
				return pyValue{texts: certainNames(anyHex)}
			}
			return pyValue{texts: certainNames("*")}
		}
	case "time":
		switch member {
		case "strftime":
			if len(n.kids) > 1 {
				return timeText(n.kids[1])
			}
		case "time", "monotonic", "perf_counter", "process_time":
			return pyValue{texts: certainNames(anyFloat), number: true}
		case "time_ns", "monotonic_ns", "perf_counter_ns":
			return whole
		}
	case "datetime":
		if member == "datetime" || member == "date" {
			return someTime()
		}
	case "dict":
		if member == "fromkeys" && len(n.kids) > 1 {
			out := j.handsOn(n.kids[1])
			out.what, out.vals = pyPlain, &pyValue{}
			return out
		}
	case "collections":
		if member == "deque" {
			if len(n.kids) == 1 {
				return pyValue{hollow: true}
			}
			return j.handsOn(n.kids[1])
		}
	case "os":
		switch member {
		case "getpid", "getppid":
			return whole
		case "path.splitext":
			return splitName(j.pathLike(placed(n, 0)).texts)
		}
	case "itertools":
		if member == "chain" {
			return j.passes(name, n, v)
		}
		if member == "product" {
			return j.builtinGives("zip", n, v)
		}
	case "random":
		return j.chosen(member, n)
	case "re":
		if member == "compile" {
			if r := j.regex(placed(n, 0), j.flagged(n, 1)); r != nil {
				return pyValue{sort: sortRegex, regex: r}
			}
			return v
		}
		if at := map[string]int{"match": 2, "search": 2, "fullmatch": 2, "findall": 2, "finditer": 2}[member]; at > 0 {
			return j.applied(j.regex(placed(n, 0), j.flagged(n, at)), member, n, 2)
		}
		if member == "sub" && len(n.kids) > 3 {
			return j.applied(j.regex(placed(n, 0), j.flagged(n, 9)), member, n, 2)
		}
	}
	return v
}

// flagged is the argument of a function of re that gives its flags.
func (j *pyJudge) flagged(n *node, at int) *node {
	for _, a := range n.kids[1:] {
		if a.kind == nArg && a.text == "flags" {
			return a.kids[0]
		}
	}
	return placed(n, at)
}

// listedName is the name of a function of Python's own that is called: that of a
// builtin, or one with its module. "": not known. A name that the program binds to
// something of its own is none of Python's.
func (j *pyJudge) listedName(fn *node) string {
	switch fn.kind {
	case nName:
		if b := j.names[fn.text]; b == nil || len(b.sites) == 0 {
			return fn.text
		}
		if name := j.origin(fn); strings.Contains(name, ".") {
			return name
		}
	case nAttr:
		if v := j.eval(fn.kids[0]); v.what == pyModule {
			return v.name + "." + fn.text
		}
	}
	return ""
}

// builtinGives is the same for builtin functions.
func (j *pyJudge) builtinGives(name string, n *node, v pyValue) pyValue {
	whole := pyValue{texts: certainNames(anyNumber), number: true}
	switch name {
	case "len", "ord", "id", "hash":
		return whole
	case "int":
		if len(n.kids) > 1 {
			return whole
		}
	case "float":
		return pyValue{texts: certainNames(anyFloat), number: true}
	case "round", "abs":
		if len(n.kids) > 1 && j.eval(n.kids[1]).numeric() {
			return pyValue{texts: certainNames(anyFloat), number: true}
		}
	case "max", "min", "next", "filter":
		return j.passes(name, n, v)
	case "zip":
		out := pyValue{}
		for _, a := range n.kids[1:] {
			if a.kind == nArg && a.text == "strict" {
				continue
			}
			if a.kind == nArg || a.kind == nStar {
				return v
			}
			out.rows = append(out.rows, j.within(j.eval(a).element()))
		}
		return out
	}
	return v
}

// numeric reports whether a value is certainly a number: as a text it has no slash. nan
// and inf are numbers, too, and have no slash either.
func (v pyValue) numeric() bool {
	for _, t := range v.texts {
		if t.s != anyNumber && t.s != anyFloat && !counts(t.s) {
			return false
		}
	}
	return v.number && len(v.texts) > 0
}

// chosen is a function of random: a number, or one of the things that it gets.
func (j *pyJudge) chosen(member string, n *node) pyValue {
	switch member {
	case "randint", "randrange", "getrandbits":
		return pyValue{texts: certainNames(anyNumber), number: true}
	case "random", "uniform":
		return pyValue{texts: certainNames(anyFloat), number: true}
	case "Random":
		return pyValue{sort: sortRandom}
	case "choice", "choices", "sample":
		if len(n.kids) < 2 || n.kids[1].kind == nArg || n.kids[1].kind == nStar {
			return pyValue{}
		}
		from := j.eval(n.kids[1])
		one := from.element()
		if len(from.texts) > 0 && from.what == pyPlain { // a letter of a text
			one = pyValue{texts: cut(from.texts)}
			if len(from.texts) == 1 && !from.texts[0].glob && !strings.Contains(from.texts[0].s, ".") && len(one.texts) > 0 {
				one.texts = certainNames(anyName)
			}
		}
		if member == "choice" {
			return one
		}
		if one.what == pyPath {
			return pyValue{what: pyPaths, items: one.texts}
		}
		return pyValue{items: one.texts}
	}
	return pyValue{}
}

// splitName is os.path.splitext: what stands before the last dot, and the rest. A dot
// at the beginning of a name is no ending (Library Reference, os.path.splitext).
func splitName(texts []pyText) pyValue {
	var stem, ext []pyText
	for _, t := range texts {
		name := t.s[strings.LastIndexByte(t.s, '/')+1:]
		dot := strings.LastIndexByte(name, '.')
		if t.glob && t.s == name && !t.loose && name[0] == '*' && strings.HasPrefix(name[1:], ".") && !strings.ContainsAny(name[1:], globbing) { // *.csv
			stem, ext = append(stem, pyText{s: name[:dot], glob: true}), append(ext, pyText{s: name[dot:]})
			continue
		}
		if t.glob || t.home || t.full || dot < 1 || strings.Trim(name[:dot], ".") == "" {
			return pyValue{parts: []pyValue{{texts: cut(texts)}, {texts: someNames()}}, fixed: true}
		}
		one, two := t, t
		one.s, two.s = t.s[:len(t.s)-len(name)+dot], name[dot:]
		stem, ext = append(stem, one), append(ext, two)
	}
	if len(stem) == 0 {
		ext = someNames()
	}
	return pyValue{parts: []pyValue{{texts: stem}, {texts: ext}}, fixed: true}
}

// dictionary is one that is spelt out: its keys, and what they lead to. A key that is
// not known may be any of them, and then none is.
func (j *pyJudge) dictionary(n *node) pyValue {
	out, known := pyValue{hollow: len(n.kids) == 0}, len(n.kids) > 0
	var vals pyValue
	for i, kid := range n.kids {
		if kid == nil {
			known = false
			continue
		}
		v := j.eval(kid)
		if i%2 == 0 || v.what != pyPath {
			v = j.accept(v)
		}
		v = j.within(v)
		if i%2 == 0 {
			known = known && len(v.texts) > 0 && !v.number && len(out.items) < maxTexts
			out.items = append(out.items, v.texts...)
			continue
		}
		if i == 1 {
			vals = v
			continue
		}
		var ok bool
		if vals, ok = either(vals, v); !ok {
			known = false
		}
	}
	if known {
		out.vals = &vals
		return out
	}
	return pyValue{}
}

// specified is a value in a format string with a constant format: a number of some width, a time.
func specified(format *node, v pyValue) pyValue {
	if len(format.kids) != 1 || format.kids[0].kind != nText {
		return pyValue{}
	}
	spec := format.kids[0]
	switch {
	case v.sort == sortTime:
		return timeText(&node{kind: nText, text: spec.text, sure: true})
	case v.numeric() && strings.Trim(spec.text, "0123456789.,_+-<>^dxXobeEfgGn%") == "":
		return pyValue{texts: certainNames("*")}
	}
	return pyValue{}
}
