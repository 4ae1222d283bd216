package snippet

import "strings"

// Classes that a program may derive from. What an object of the program has from them
// is asked for as what it has from the program itself, so none of it may mean something
// on other data that leads out of it.

// pyBase lists what a class of a module, or of a listed library, hands down.
//
// Long: it is a table.
func pyBase(class string) (fields string, ok bool) {
	switch class {
	case "http.server.BaseHTTPRequestHandler":
		return "send_response send_header end_headers send_error log_message path headers rfile wfile command client_address requestline protocol_version server_version close_connection", true
	case "socketserver.BaseRequestHandler", "socketserver.StreamRequestHandler":
		return "request client_address rfile wfile recv sendall", true
	case "html.parser.HTMLParser":
		return "feed close reset getpos get_starttag_text rawdata", true
	case "json.JSONEncoder":
		return "default iterencode", true
	case "json.JSONDecoder":
		return "", true
	case "ast.NodeVisitor", "ast.NodeTransformer":
		return "visit generic_visit", true
	case "threading.Thread":
		return "start join is_alive daemon name run", true
	case "multiprocessing.Process":
		return "start join is_alive daemon name run exitcode pid", true
	case "unittest.TestCase", "unittest.IsolatedAsyncioTestCase":
		return `assertEqual assertNotEqual assertTrue assertFalse assertIs assertIsNot assertIsNone assertIsNotNone assertIn assertNotIn assertIsInstance assertNotIsInstance assertAlmostEqual
			assertNotAlmostEqual assertGreater assertGreaterEqual assertLess assertLessEqual assertRaises assertRaisesRegex assertWarns assertWarnsRegex assertLogs assertNoLogs assertRegex assertNotRegex
			assertCountEqual assertDictEqual assertListEqual assertTupleEqual assertSetEqual assertSequenceEqual assertMultiLineEqual subTest skipTest fail addCleanup maxDiff exception msg output records`, true
	case "logging.Handler", "logging.StreamHandler":
		return "emit setLevel setFormatter level stream", true
	case "logging.Formatter", "logging.Filter", "logging.LoggerAdapter":
		return "", true
	case "yaml.SafeLoader", "yaml.CSafeLoader", "yaml.SafeDumper", "yaml.CSafeDumper":
		return `add_constructor add_multi_constructor construct_scalar construct_sequence construct_mapping construct_object add_representer represent_scalar represent_dict represent_list represent_str
			represent_sequence represent_mapping represent_data add_implicit_resolver ignore_aliases increase_indent flatten_mapping yaml_implicit_resolvers`, true
	case "collections.UserDict", "collections.UserList":
		return "data", true
	case "collections.OrderedDict", "collections.defaultdict", "collections.Counter", "collections.deque", "threading.local", "string.Template", "contextlib.ContextDecorator", "contextlib.AbstractContextManager",
		"random.Random", "argparse.ArgumentTypeError", "argparse.RawDescriptionHelpFormatter", "types.SimpleNamespace", "queue.Queue", "queue.PriorityQueue", "collections.abc.Mapping", "collections.abc.MutableMapping",
		"collections.abc.Sequence", "collections.abc.MutableSequence", "collections.abc.Iterator", "collections.abc.Iterable", "collections.abc.Set", "collections.abc.Hashable", "collections.abc.Callable",
		"abc.ABC", "enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "typing.NamedTuple", "typing.TypedDict", "typing.Protocol", "typing.Generic", "datetime.tzinfo", "enum.ReprEnum":
		return "", true
	}
	return "", false
}

// inherits notes what a class may have from the one with a name, wherever that
// comes from. Whether it comes from there is judged later.
func (c *pyNames) inherits(base *node) {
	name := spelled(base.text)
	c.disguised = c.disguised || listWords("str int float UserString StrEnum IntEnum IntFlag bytes", name)
	for _, module := range [...]string{"html.parser", "json", "ast", "threading", "multiprocessing", "unittest", "logging", "yaml", "collections", "http.server", "socketserver"} {
		fields, _ := pyBase(module + "." + name)
		for field := range strings.FieldsSeq(fields) {
			c.fields[field] = true
		}
	}
}

// named notes attributes that a call makes: those of a named tuple, of a namespace.
func (c *pyNames) named(n *node) {
	switch fn := n.kids[0]; {
	case fn.kind != nName && fn.kind != nAttr:
	case spelled(fn.text) == "SimpleNamespace":
		c.classy = true
		for _, a := range n.kids[1:] {
			if a.kind == nArg {
				c.field(a.text)
			}
		}
	case spelled(fn.text) == "namedtuple" && len(n.kids) > 2:
		list := n.kids[2]
		texts := []*node{list}
		c.classy = true
		if list.kind == nList || list.kind == nTuple {
			texts = list.kids
		}
		for _, t := range texts {
			if t.kind != nText || !t.sure {
				continue
			}
			for _, name := range strings.FieldsFunc(t.text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
				c.field(name)
			}
		}
		c.fields["_asdict"], c.fields["_fields"], c.fields["_replace"], c.fields["_make"] = true, true, true, true
		c.fields["_field_defaults"] = true
	}
}

// derives judges the base of a class.
func (j *pyJudge) derives(b, class *node) {
	if b.kind == nArg {
		j.classOption(b)
		return
	}
	if b.kind == nIndex { // Generic[T]
		j.annotation(b.kids[1])
		b = b.kids[0]
	}
	if class := j.origin(b); class != "" {
		if _, ok := pyBase(class); ok {
			return
		}
	}
	v := j.eval(b)
	switch {
	case v.what == pyOwn:
	case j.soft != nil && !pyListed(passingName(b)) && (v.what == pyForeign && pyComputesInLibrary(v.name) || v.what == pyObject && (v.name == "sqlalchemy" || pyDefines(v.name))): // a class of a library
	case j.soft != nil && !pyListed(passingName(b)) && v.what == pyForeign && v.name != "" && !pyThird(v.name) && !pyBorrowed(v.name) && !pyHidden(passingName(b)): // of the project
		j.owns, j.handed = true, true
		j.heir = true
		j.failed = j.failed || commanding(class)
	case b.kind == nName && v.what == pyPlain && (listWords("object dict list int float bytes frozenset Exception BaseException", b.text) || listWords(pyErrors, b.text)):
	case b.kind == nName && listWords("str set tuple", b.text) && v.what == pyFunc:
	case v.what == pyPlain && j.origin(b) == "json.JSONDecodeError":
	default:
		j.failed = true
	}
}

// commanding reports whether a class gives itself what its base, which is the project's, may
// take for a command, or for what it may destroy.
func commanding(class *node) bool {
	for _, s := range class.kids[1].kids {
		names := []*node{s}
		switch s.kind {
		case nAssign:
			names = s.kids[1:]
		case nDecor:
			names = s.kids[len(s.kids)-1:]
		}
		for _, name := range names {
			text := spelled(name.text)
			if name.kind == nName && (pyCommands(text) || pyReaches(text)) {
				return true
			}
			if name.kind != nDef {
				continue
			}
			for part := range nameParts(text) {
				if listWords("cmd command commands shell script argv exec", part) {
					return true
				}
			}
		}
	}
	return false
}

// classOption judges a keyword in the head of a class.
func (j *pyJudge) classOption(a *node) {
	switch {
	case a.text == "metaclass" && j.origin(a.kids[0]) == "abc.ABCMeta":
	case listWords("total frozen", a.text) && a.kids[0].kind == nConst:
	default:
		j.failed = true
	}
}

// origin is the module and the name that a listed class comes from; "" if that
// is not certain.
func (j *pyJudge) origin(n *node) string {
	switch n.kind {
	case nName:
		b := j.names[n.text]
		if b == nil || len(b.sites) != 1 || b.sites[0].how != byFrom {
			return ""
		}
		return b.sites[0].module + "." + b.sites[0].member
	case nAttr:
		if v := j.eval(n.kids[0]); v.what == pyModule || v.what == pyForeign && v.name == "yaml" {
			return v.name + "." + n.text
		}
	}
	return ""
}
