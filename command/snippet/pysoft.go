package snippet

import (
	"maps"
	"strings"
)

// A program that says a name which nobody has listed is read once more, and then names that
// reach out are what is listed (pyReaching), and any other one computes: what the
// libraries have under it cannot open, run or load anything, whatever value it is asked of.
// That holds as long as nothing in the program reckons names (getattr with a variable,
// eval, format with unknown texts), which no program that is understood does, and as long
// as whatever reaches out stands only where it is called: both ways of reading have that
// in common.

// pySoft is what a judge knows more in the second reading.
type pySoft struct {
	pyClasses
	pyFollowed
	divides  bool // names are several variables
	words    map[string]map[string]bool
	modules  map[string]bool // those that it imports, by their first names
	kinds    map[string]bool // kinds of objects that the program may have got hold of
	library  bool            // it has libraries that are no part of Python
	owns     bool            // it has modules of the project
	guessed  bool            // a name was taken to compute
	stray    bool            // an object of a library that does more than compute went from hand to hand
	stateful bool            // one of the standard library did, which touches what its attributes say
	gathered bool            // what the project's own modules hold was listed
	called   bool            // a value that may be the project's was called
	stores   bool            // attributes of something that nobody knows get values
}

// pyInner begins the names by which the inside of frames, code and generators is asked for.
func pyInner(name string) bool {
	for _, begin := range [...]string{"_", "f_", "gi_", "cr_", "ag_", "co_", "tb_", "func_", "im_"} {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return name == ""
}

// computes reports whether a name that is not listed certainly only computes, on any data
// of this program.
func (s *pySoft) computes(name string) bool {
	if s == nil || pyInner(name) || s.reaching("")[name] || pyHidden(name) {
		return false
	}
	if s.library && (pyWild("pandas", name) || listWords("parse_file parse_raw construct model_rebuild update_forward_refs", name)) || s.owns && (pyReaches(name) || pyCommands(name) || pyBorrowed("."+name)) {
		return false
	}
	s.guessed = true
	return true
}

// reaching are the names that objects of a kind reach out by; of "", all of them and the
// functions of modules.
func (s *pySoft) reaching(kind string) map[string]bool {
	if s.words == nil {
		s.words = map[string]map[string]bool{"": pyWords(pyReachingFunctions)}
		for kind := range strings.FieldsSeq(pyReachingKinds) {
			s.words[kind] = pyWords(pyReaching(kind))
			maps.Copy(s.words[""], s.words[kind])
		}
	}
	return s.words[kind]
}

// free reports whether a name that the program gives to its own objects means nothing on
// any other object that it may have: then it may be asked of anything.
func (s *pySoft) free(name string) bool {
	if pyEverywhere(name) || s.library && pyWild("pandas", name) || s.owns && (pyHidden(name) || pyReaches(name) || pyCommands(name)) || strings.HasPrefix(name, "_") {
		return false
	}
	for kind := range strings.FieldsSeq(pyReachingKinds) {
		if (s.library || s.owns || s.kinds[kind]) && s.reaching(kind)[name] {
			return false
		}
	}
	return true
}

// strays notes that an object goes where nobody follows it.
func (s *pySoft) strays(object string) {
	switch {
	case s == nil, object == "", pyHarmless(object), pyDefines(object), listWords("sqlite3 subprocess child websocket jinja executor timer logger snapshot profile arguments pkgutil modname excelwriter h5py", object):
	case listWords("tempfile request session client socket packer zipfile configparser spec parser processes server connection", object):
		s.stateful = true
	default:
		s.stray = true
	}
}

// sound reports whether what the program has and what it asks for go together.
func (s *pySoft) sound() bool {
	return !(s.stray && s.guessed) && !(s.called && s.gathered) && !(s.stores && (s.stray || s.stateful))
}

// imported notes what an import brings within reach.
func (s *pySoft) imported(module string) {
	if s.kinds == nil {
		s.kinds = map[string]bool{"core": true}
	}
	first, _, _ := strings.Cut(module, ".")
	if s.modules == nil {
		s.modules = make(map[string]bool)
	}
	s.modules[first] = true
	if !listWords(pyStdlib, first) && first != "__future__" {
		s.library = s.library || pyThird(first)
		s.owns = s.owns || !pyThird(first)
		return
	}
	for kind := range strings.FieldsSeq(pyBrings(first)) {
		s.kinds[kind] = true
	}
}

// pyBrings lists the kinds of objects that a module of the standard library hands out. Of
// one that is not here, all.
//
// Long: it is a table.
func pyBrings(module string) string {
	switch module {
	case "pathlib", "tempfile", "subprocess", "sqlite3", "asyncio", "logging", "unittest":
		return map[string]string{"pathlib": "pathlib", "tempfile": "tempfile", "subprocess": "subprocess", "sqlite3": "sqlite3", "asyncio": "asyncio sockets subprocess processes",
			"logging": "logging sockets", "unittest": "unittest logging asyncio sockets"}[module]
	case "socket", "ssl", "select", "selectors", "http", "urllib", "socketserver":
		return "sockets mail"
	case "multiprocessing", "concurrent":
		return "processes sockets"
	case "zipfile", "tarfile":
		return "archives pathlib"
	case "importlib", "pkgutil", "inspect", "dis", "py_compile":
		return "imports pathlib"
	case "argparse", "configparser", "fileinput", "filecmp":
		return "options"
	case "cProfile", "pstats", "timeit", "tracemalloc":
		return "profile"
	case "pickle", "plistlib":
		return "stores"
	case "xml":
		return "xml"
	case "email":
		return "mail"
	case "sys", "os", "io", "time", "itertools", "errno", "codecs", "stat", "glob", "shutil", "gzip", "bz2", "lzma", "csv", "shlex", "tokenize", "linecache", "traceback", "threading", "sched",
		"signal", "resource", "gc", "weakref", "contextvars", "platform", "locale", "getpass", "mimetypes", "uuid", "sysconfig", "site", "getopt", "atexit", "faulthandler", "types", "imghdr", "sndhdr",
		"tomllib", "warnings", "gettext", "opcode", "quopri", "__future__", "secrets":
		return ""
	}
	if pyOnlyComputes(module) {
		return ""
	}
	return pyReachingKinds
}

// pyOnlyComputes lists the modules of the standard library all of whose members compute, but
// for those of pyNotComputing.
func pyOnlyComputes(module string) bool {
	return listWords(`json re math cmath statistics itertools collections collections.abc dataclasses datetime textwrap string decimal fractions numbers enum typing difflib heapq bisect random
		hashlib hmac base64 binascii zlib struct html html.entities urllib.parse unicodedata colorsys calendar zoneinfo graphlib keyword token ipaddress fnmatch copy pprint abc array operator
		functools contextlib time queue weakref threading secrets csv ast reprlib contextvars errno stat pickletools symtable stringprep`, module)
}

// pyComputingMember reports whether a name of such a module computes. What evaluates a
// text, finds something by its name, reads what it is told, changes the folder or is a
// module in turn does not.
func pyComputingMember(module, name string) bool {
	return pyOnlyComputes(module) && !strings.HasPrefix(name, "_") && !listWords(pyStdlib, name) && !listWords(`main test tool decoder encoder scanner get_type_hints ForwardRef evaluate_forward_ref make_dataclass
		Formatter attrgetter methodcaller call chdir reset_tzpath settrace setprofile settrace_all_threads setprofile_all_threads excepthook namedtuple partial compile get_annotations uuid1 template
		sre_parse sre_compile sre_constants codecs`, name)
}

// begin looks at the classes of a program and at what it imports.
func (s *pySoft) begin(tree *node) {
	s.kinds = map[string]bool{"core": true}
	s.pyClasses = pyClasses{classes: make(map[string]*pyClassInfo), same: make(map[string]string), methods: make(map[string]bool), escaped: make(map[string]bool), functions: make(map[string]bool)}
	s.gather(tree, nil)
	s.look(tree)
	s.importing(tree)
	s.follow(tree)
}

// importing finds the imports of a program, wherever they stand.
func (s *pySoft) importing(n *node) {
	if n == nil {
		return
	}
	if n.kind == nImport {
		if n.sure {
			s.imported(n.text)
		}
		for _, a := range n.kids {
			if !n.sure {
				s.imported(a.text)
			}
		}
	}
	for _, kid := range n.kids {
		s.importing(kid)
	}
}

// pyComputesInLibrary reports whether a function or a class of a library only computes,
// whatever it is called with.
func pyComputesInLibrary(name string) bool {
	library, rest, _ := strings.Cut(name, ".")
	last := rest[strings.LastIndexByte(rest, '.')+1:]
	return rest != "" && (harmless(library, rest) && !pyWild(library, last) || listWords(pyFramework(library), rest))
}

// calls judges a call of a value of which nothing is known but that it is data, or a function
// that only computes. It may be one of the project's functions as well, but for those that
// are found by looking what there is.
func (j *pyJudge) calls(n *node) pyValue {
	if j.soft.owns {
		j.soft.called = true
		j.ownCall("it", n)
		return pyValue{}
	}
	j.arguments(n)
	return pyValue{}
}

// lists notes that names and values of the project were asked for.
func (s *pySoft) lists(name string) {
	if s != nil && !listWords("__version__ __file__ __name__ __doc__ __qualname__ __module__ VERSION", name) {
		s.gathered = true
	}
}
