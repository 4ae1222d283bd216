package snippet

import (
	"slices"
	"strings"
)

// What argparse makes of the words on the command line is known where these are, and
// where every option is of a plain kind. Else a value is plain data, or a path that nobody
// knows. All options of a program count, whichever parser they belong to.

// pyOption is a call of add_argument.
type pyOption struct {
	names   []string
	dest    string
	takes   bool   // a value
	count   string // nargs
	kind    *node  // type
	value   *node  // default
	certain bool   // nothing else is said of it
}

// option notes an option of a command line, and whether a program has sub-commands.
func (c *pyNames) option(n *node) {
	fn := n.kids[0]
	if fn.kind != nAttr {
		return
	}
	switch fn.text {
	case "add_subparsers", "set_defaults", "parse_known_args":
		c.options.nested = true
		if fn.text == "set_defaults" {
			for _, a := range n.kids[1:] {
				if a.kind == nArg {
					c.options.set = append(c.options.set, a.text)
				}
			}
		}
	case "add_argument":
		c.options.all = append(c.options.all, readOption(n))
	case "parse_args":
		c.options.parses = append(c.options.parses, n)
	}
}

// dispatched makes the options attributes of any data, where a function is chosen that gets
// all of them.
func (c *pyNames) dispatched() {
	if len(c.options.set) == 0 {
		return
	}
	c.classy = true
	for _, o := range c.options.all {
		if o.dest != "" {
			c.field(o.dest)
		}
	}
}

// readOption reads a call of add_argument.
func readOption(n *node) pyOption {
	o := pyOption{takes: true, certain: true}
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nText && a.sure:
			o.names = append(o.names, a.text)
		case a.kind != nArg:
			o.certain = false
		case a.text == "dest" && a.kids[0].kind == nText:
			o.dest = a.kids[0].text
		case a.text == "action":
			if o.takes = false; a.kids[0].kind != nText || !listWords("store_true store_false count version help", a.kids[0].text) {
				o.certain = a.kids[0].kind == nText && a.kids[0].text == "store"
				o.takes = o.certain
			}
		case a.text == "nargs":
			if o.count = a.kids[0].text; a.kids[0].kind != nText {
				o.certain = false
			}
		case a.text == "type":
			o.kind = a.kids[0]
		case a.text == "default":
			o.value = a.kids[0]
		case listWords("help metavar required choices version", a.text):
		default:
			o.certain = false
		}
	}
	for _, name := range o.names {
		if long, ok := strings.CutPrefix(name, "--"); o.dest == "" && (ok || !strings.HasPrefix(name, "-")) {
			o.dest = strings.ReplaceAll(long, "-", "_")
		}
	}
	if o.dest == "" && len(o.names) > 0 {
		o.dest = strings.TrimLeft(o.names[0], "-")
	}
	return o
}

// place reports whether an option is known by its place.
func (o pyOption) place() bool { return len(o.names) > 0 && !strings.HasPrefix(o.names[0], "-") }

// pyOptions are those of a program.
type pyOptions struct {
	all    []pyOption
	set    []string // names that set_defaults gives
	parses []*node  // calls of parse_args
	nested bool     // there are sub-commands
	read   bool
	known  bool
	given  map[string][]pyText // what the words say, by dest
}

// divided divides the words of the command line among the options. Not known: one of them is
// not certainly an option or its value.
//
// Long: one case a kind of word.
func (j *pyJudge) divided() {
	o, given := j.options, j.given
	if o.read {
		return
	}
	o.read, o.given = true, make(map[string][]pyText)
	if !given.Known || o.nested || len(o.parses) != 1 {
		return
	}
	for _, a := range o.parses[0].kids[1:] {
		if a.kind == nArg {
			a = a.kids[0]
		}
		if lists := j.lists(a, 0); len(lists) == 1 && len(o.parses[0].kids) == 2 {
			var ok bool
			if given.Args, ok = j.constant(lists[0]); !ok {
				return
			}
			given.Patterns = nil
			continue
		}
		if v := j.eval(a); !v.none && !given.line(v) { // other words than those of the command line
			return
		}
	}
	flags := make(map[string]pyOption)
	var places []pyOption
	for _, one := range o.all {
		if !one.certain || one.dest == "" || one.count != "" && !one.place() {
			return
		}
		if one.place() {
			places = append(places, one)
			continue
		}
		for _, name := range one.names {
			if _, twice := flags[name]; twice {
				return
			}
			flags[name] = one
		}
	}
	var rest []pyText
	for i := 0; i < len(given.Args); i++ {
		word := given.Args[i]
		if i < len(given.Patterns) && given.Patterns[i] { // no match is taken for an option
			if strings.IndexAny(word, globbing) == 0 {
				return
			}
			rest = append(rest, pyText{s: word, glob: true})
			continue
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			rest = append(rest, pyText{s: word})
			continue
		}
		name, value, joined := strings.Cut(word, "=")
		one, ok := flags[name]
		switch {
		case !ok || joined && (!one.takes || !strings.HasPrefix(name, "--")):
			return
		case joined:
			o.given[one.dest] = append(o.given[one.dest], pyText{s: value})
		case one.takes:
			if i++; i >= len(given.Args) || strings.HasPrefix(given.Args[i], "-") || i < len(given.Patterns) && given.Patterns[i] {
				return
			}
			o.given[one.dest] = append(o.given[one.dest], pyText{s: given.Args[i]})
		}
	}
	o.known = o.placed(places, rest)
}

// line reports whether a list certainly is that of the words of the command line.
func (g Given) line(v pyValue) bool {
	if v.what != pyPlain || len(v.parts) != len(g.Args) || len(g.Args) == 0 || slices.Contains(g.Patterns, true) || g.Glob {
		return false
	}
	for i, part := range v.parts {
		if part.what != pyPlain || len(part.texts) != 1 || part.texts[0] != (pyText{s: g.Args[i]}) {
			return false
		}
	}
	return true
}

// constant are the words of a list that is spelt out.
func (j *pyJudge) constant(list []*node) (words []string, ok bool) {
	for _, kid := range list {
		v := j.eval(kid)
		if v.what != pyPlain || len(v.texts) != 1 || v.texts[0].glob || v.texts[0].home || v.texts[0].full || v.none {
			return nil, false
		}
		words = append(words, v.texts[0].s)
	}
	return words, true
}

// placed gives words to options that are known by their place.
func (o *pyOptions) placed(places []pyOption, rest []pyText) bool {
	if len(places) != 1 && slices.ContainsFunc(rest, func(t pyText) bool { return t.glob }) { // whatever number of words
		return false
	}
	for i, one := range places {
		switch {
		case one.count == "" && len(rest) > 0 && !rest[0].glob:
			o.given[one.dest], rest = append(o.given[one.dest], rest[0]), rest[1:]
		case i < len(places)-1:
			return false
		case listWords("* + ?", one.count):
			o.given[one.dest], rest = rest, nil
		default:
			return false
		}
	}
	return len(rest) == 0
}

// parsed is an attribute of what parse_args gives back.
func (j *pyJudge) parsed(name string) pyValue {
	if strings.HasPrefix(name, "_") {
		return j.fail()
	}
	out, found := pyValue{}, false
	j.divided()
	for _, o := range j.options.all {
		if o.dest != name {
			continue
		}
		v := j.optionValue(o)
		if !found {
			out, found = v, true
			continue
		}
		var ok bool
		if out, ok = either(out, v); !ok {
			return j.fail()
		}
	}
	if !found && listWords(strings.Join(j.options.set, " "), name) {
		return pyValue{}
	}
	if !found {
		return j.fail()
	}
	return out
}

// optionValue is what an option may be.
func (j *pyJudge) optionValue(o pyOption) pyValue {
	several := o.count != "" && o.count != "?"
	path := false
	if o.kind != nil {
		v := j.eval(o.kind)
		if path = v.what == pyClass && v.name == "Path"; !path && v.what != pyOwn {
			j.accept(v)
			if pattern := map[string]string{"int": anyNumber, "float": anyFloat}[j.listedName(o.kind)]; pattern != "" && !j.disguised {
				return j.numberOption(o, pattern, several)
			}
			if o.kind.kind != nName || o.kind.text != "str" {
				return pyValue{}
			}
		} else if !path {
			return pyValue{}
		}
	}
	var texts []pyText
	words, given := j.options.given[o.dest]
	if j.options.known && o.takes {
		texts = words
	}
	if path {
		texts = asPath(texts)
	}
	out := pyValue{texts: texts}
	switch {
	case several && path:
		out = pyValue{what: pyPaths, items: texts}
	case several:
		out = pyValue{items: texts}
	case path:
		out.what = pyPath
	}
	if j.options.known && given && len(words) > 0 {
		return out
	}
	return j.otherwise(o, out, path && !several)
}

// numberOption is the value of an option that is a number.
func (j *pyJudge) numberOption(o pyOption, pattern string, several bool) pyValue {
	out := pyValue{texts: certainNames(pattern), number: true}
	if words := j.options.given[o.dest]; j.options.known && len(words) == 1 && counts(words[0].s) {
		out.texts = words
	}
	switch left := j.otherwise(o, pyValue{}, false); {
	case several:
		return pyValue{}
	case j.options.known && len(j.options.given[o.dest]) > 0 || o.place() && o.count == "":
		return out
	case o.value != nil && left.numeric():
		out.texts = append(out.texts[:len(out.texts):len(out.texts)], left.texts...)
		return out
	case o.value != nil && j.eval(o.value).numeric():
		out.texts = append(out.texts[:len(out.texts):len(out.texts)], j.eval(o.value).texts...)
		return out
	}
	return pyValue{}
}

// otherwise is the value of an option that the words do not give, or may not. A text that
// it has by itself goes through its type, too.
func (j *pyJudge) otherwise(o pyOption, out pyValue, path bool) pyValue {
	left := nothing()
	if o.value != nil {
		left = j.eval(o.value)
		if left.what != pyPath {
			j.accept(left)
		}
	}
	if path && left.what == pyPlain && !left.none {
		left = pyValue{what: pyPath, texts: asPath(left.texts)}
	}
	switch {
	case j.options.known && o.takes:
		return left
	case out.what == pyPaths || o.count != "":
		return pyValue{what: out.what}
	}
	v, ok := either(left, out)
	if !ok {
		return j.fail()
	}
	v.texts = nil
	return v
}

// parser judges a call of a method of a parser; false: it is another object.
func (j *pyJudge) parser(base pyValue, name string, n *node) (pyValue, bool) {
	switch {
	case base.name == "arguments":
		if listWords(strings.Join(j.options.set, " "), name) { // args.func(args)
			j.arguments(n)
			return pyValue{}, true
		}
		return j.fail(), true
	case base.name != "parser":
		return pyValue{}, false
	}
	for _, a := range n.kids[1:] {
		if a.kind == nArg && (a.text == "fromfile_prefix_chars" || a.text == "parser_class" || a.text == "action" && a.kids[0].kind != nText && j.origin(a.kids[0]) != "argparse.BooleanOptionalAction") || a.kind == nStar {
			return j.fail(), true
		}
		value := a
		if a.kind == nArg {
			value = a.kids[0]
		}
		v := j.eval(value)
		if v.what == pyClass && v.name == "Path" && a.kind == nArg && a.text == "type" || v.what == pyFunc && name == "set_defaults" {
			if v.what == pyFunc {
				return j.fail(), true
			}
			continue
		}
		j.accept(v)
	}
	switch name {
	case "add_argument", "set_defaults", "print_help", "print_usage", "error", "exit", "format_help", "format_usage":
		return pyValue{}, true
	case "add_argument_group", "add_mutually_exclusive_group", "add_subparsers", "add_parser":
		return base, true
	case "parse_args":
		return pyValue{what: pyObject, name: "arguments"}, true
	}
	return j.fail(), true
}
