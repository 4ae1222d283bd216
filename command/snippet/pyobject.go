package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Objects of the standard library that do more than hold data: pools of threads and
// processes, loggers, connections to this machine, requests. Each has the methods that
// are listed for it.

// pyHolds names what makes such an object. The names are acts, not kinds of objects:
// several functions may make the same thing.
//
// Long: it is a table.
func pyHolds(module, name string) string {
	switch module + "." + name {
	case "concurrent.futures.ThreadPoolExecutor", "concurrent.futures.ProcessPoolExecutor", "multiprocessing.Pool", "multiprocessing.pool.ThreadPool":
		return "executor"
	case "argparse.ArgumentParser":
		return "parser"
	case "logging.getLogger":
		return "logger"
	case "cProfile.Profile":
		return "profile"
	case "pstats.Stats":
		return "stats"
	case "traceback.print_exception", "traceback.format_exception", "traceback.format_exception_only":
		return "exception"
	case "importlib.reload":
		return "reload"
	case "timeit.Timer":
		return "timer"
	case "multiprocessing.get_context":
		return "processes"
	case "pickle.loads":
		return "unpickles"
	case "subprocess.Popen":
		return "child"
	case "py_compile.compile":
		return "compiles"
	case "filecmp.cmp", "filecmp.dircmp":
		return "compares"
	case "wave.open":
		return "sound"
	case "doctest.testmod":
		return "doctests"
	case "socket.create_server":
		return "listener"
	case "xml.etree.ElementTree.iterparse":
		return "iterparse"
	case "logging.FileHandler":
		return "logfile"
	case "operator.attrgetter", "operator.methodcaller":
		return "getter"
	case "tracemalloc.take_snapshot":
		return "snapshot"
	case "socket.socket", "socket.create_connection":
		return name
	case "urllib.request.Request":
		return "request"
	case "contextlib.closing", "contextlib.nullcontext":
		return "passes"
	case "functools.partial":
		return "partial"
	case "collections.namedtuple":
		return "partial"
	case "shutil.copytree":
		return "copytree"
	case "os.scandir":
		return "list"
	case "os.chmod":
		return "chmod"
	case "xml.etree.ElementTree.ElementTree":
		return "xmltree"
	case "xml.etree.ElementTree.indent":
		return "indent"
	case "unittest.main":
		return "tests"
	case "unittest.skip", "unittest.skipIf", "unittest.skipUnless", "unittest.expectedFailure", "typing.overload", "typing.final", "typing.runtime_checkable", "contextlib.contextmanager",
		"contextlib.asynccontextmanager", "functools.cached_property", "enum.verify":
		return "decorator"
	}
	return ""
}

// holds judges a call of what makes an object; it fails for any other act. lends: the
// object can be asked for attributes that the program's own classes may have as well;
// from then on such names are looked at more narrowly.
//
// Long: one case an act; it is a table.
func (j *pyJudge) holds(act string, first, n *node) pyValue {
	switch act {
	case "executor", "logger":
		j.arguments(n)
		return pyValue{what: pyObject, name: act}
	case "parser":
		j.only(n, 1, "description prog epilog formatter_class add_help allow_abbrev usage")
		return pyValue{what: pyObject, name: act}
	case "profile", "snapshot":
		j.only(n, 0, "subcalls builtins")
		j.lends = true
		return pyValue{what: pyObject, name: act}
	case "stats": // a text would be a file
		v := j.eval(first)
		switch {
		case v.what == pyPlain && len(v.texts) > 0: // what a profile was dumped to
			j.touch(pipeline.KindRead, v.texts, false, false)
			j.lends = true
		case v.what != pyObject || v.name != "profile":
			return j.fail()
		}
		for _, a := range n.kids[2:] {
			if a.kind != nArg || a.text != "stream" {
				return j.fail()
			}
			j.plain(a.kids[0])
		}
		return pyValue{what: pyObject, name: "profile"}
	case "create_connection":
		j.only(n, 2, "timeout")
		j.lends = true
		j.reaches(first)
		return pyValue{what: pyObject, name: "socket"}
	case "socket":
		j.only(n, 2, "family type proto")
		j.lends = true
		return pyValue{what: pyObject, name: "socket"}
	case "request":
		j.only(n, 3, "data headers method unverifiable")
		j.lends = true
		j.connects(first)
		return pyValue{what: pyObject, name: "request"}
	case "timer", "processes", "unpickles", "compiles", "compares", "iterparse", "logfile", "getter", "sound", "doctests", "listener":
		return j.further(act, first, n)
	case "child":
		return j.child(n)
	case "mocks":
		return j.mocks(n)
	case "server", "start_server", "open_connection", "connection":
		return j.serves(act, first, n)
	case "patch":
		return j.patched("patch", n)
	case "reload": // its code again
		if v := j.eval(first); v.what != pyForeign || v.name == "" || pyThird(v.name) || pyBorrowed(v.name) || len(n.kids) != 2 {
			return j.fail()
		}
		j.handed = true
		return pyValue{what: pyObject}
	case "passes":
		switch {
		case len(n.kids) == 1:
			return nothing()
		case len(n.kids) > 2 || first == nil:
			return j.fail()
		}
		return j.eval(first)
	case "partial":
		j.arguments(n)
		return pyValue{what: pyOwn}
	case "copytree":
		j.only(n, 2, "dirs_exist_ok symlinks ignore")
		if a := j.argument(n, 3, "ignore"); a != nil && !j.ignores(a) {
			return j.fail()
		}
		j.touch(pipeline.KindRead, j.paths(first), false, true)
		j.touch(pipeline.KindWrite, j.paths(j.argument(n, 1, "dst")), false, true)
		return pyValue{}
	case "chmod":
		j.only(n, 2, "")
		return j.permits(j.paths(first), j.argument(n, 1, "mode"))
	case "xmltree":
		j.only(n, 1, "")
		return pyValue{what: pyXML}
	case "indent":
		if v := j.eval(first); v.what != pyXML {
			j.accept(v)
		}
		for _, a := range n.kids[1:] {
			if a.kind == nArg {
				a = a.kids[0]
			}
			if a != first {
				j.plain(a)
			}
		}
		return pyValue{}
	case "tests":
		return j.tests(n)
	}
	return j.fail()
}

// permits changes who may do what with a file, to what files usually have. Bits that
// give the rights of the owner to whoever runs a file (setuid) or let everybody write
// are not among them.
func (j *pyJudge) permits(texts []pyText, mode *node) pyValue {
	if mode == nil || mode.kind != nConst || !listWords("0o755 0o775 0o700 0o644 0o664 0o600 0o640 0o750 0o555 0o444 0o400", mode.text) {
		return j.fail()
	}
	j.touch(pipeline.KindWrite, texts, false, false)
	return pyValue{}
}

// tests is unittest.main: the tests of the program itself. Words of the command line
// would name modules. Modules that are named would be imported, which is code; options
// only change what is printed.
func (j *pyJudge) tests(n *node) pyValue {
	j.only(n, 0, "argv exit verbosity failfast buffer")
	words := j.argument(n, 9, "argv")
	if words == nil {
		if !j.given.Known {
			return j.fail()
		}
		for _, s := range j.given.Args {
			if !listWords("-v -q -f -b --verbose --quiet --failfast --buffer", s) {
				return j.fail()
			}
		}
		return pyValue{}
	}
	if words.kind != nList && words.kind != nTuple {
		return j.fail()
	}
	for i, kid := range words.kids {
		if word := j.plain(kid); i > 0 && (len(word.texts) != 1 || !listWords("-v -q -f -b", word.texts[0].s)) {
			return j.fail()
		}
	}
	return pyValue{}
}

// reaches notes a connection to (host, port), which must be this machine's.
func (j *pyJudge) reaches(n *node) {
	if n == nil || n.kind != nTuple || len(n.kids) != 2 {
		j.failed = true
		return
	}
	hosts, ports := j.plain(n.kids[0]), j.plain(n.kids[1])
	if len(hosts.texts) == 0 || len(ports.texts) == 0 {
		j.failed = true
		return
	}
	for _, host := range hosts.texts {
		for _, port := range ports.texts {
			if host.glob || port.glob || !loopbackHost(host.s) {
				j.failed = true
				return
			}
			j.add(Effect{Kind: pipeline.KindConnect, Object: "http://" + host.s + ":" + port.s})
		}
	}
}

// pyTouches lists objects of which plain data has a method that reaches out there: they
// are not lost sight of.
func pyTouches(object string) bool {
	return listWords("configparser session client packer parser signature", object)
}

// pyHeld lists the methods of such objects, and what they hold.
func pyHeld(object string) string {
	switch object {
	case "timer":
		return "timeit repeat autorange print_exc"
	case "executor":
		return "map submit shutdown imap imap_unordered starmap apply apply_async map_async starmap_async close join terminate"
	case "logger":
		return "debug info warning warn error exception critical log setLevel isEnabledFor name level addHandler removeHandler propagate handlers hasHandlers getEffectiveLevel disabled getChild"
	case "profile":
		return "enable disable runcall create_stats get_stats_profile print_title print_stats sort_stats strip_dirs print_callers print_callees reverse_order total_calls total_tt"
	case "snapshot":
		return "statistics compare_to filter_traces traces"
	case "socket":
		return "listen settimeout close sendall send recv shutdown makefile setsockopt getsockname getpeername setblocking fileno recv_into"
	case "server":
		return "serve_forever shutdown server_close handle_request server_address server_port timeout close"
	case "websocket":
		return "send recv close ping pong wait_closed"
	case "child":
		return "wait communicate poll terminate kill send_signal"
	case "connection":
		return "getresponse close"
	case "request":
		return "full_url get_method add_header has_header get_header"
	}
	return ""
}

// held judges a call of a method of such an object; false: it is another one.
func (j *pyJudge) held(base pyValue, name string, n *node) (pyValue, bool) {
	list := pyHeld(base.name)
	switch {
	case list == "":
		return pyValue{}, false
	case base.name == "socket" && (name == "connect" || name == "connect_ex"):
		j.only(n, 1, "")
		j.reaches(j.argument(n, 0, ""))
		return pyValue{}, true
	case base.name == "socket" && name == "bind" && j.soft != nil:
		j.only(n, 1, "")
		j.listens(j.argument(n, 0, ""))
		return pyValue{}, true
	case base.name == "socket" && name == "accept" && j.soft != nil: // what leads to whoever has asked, and where that is
		j.only(n, 0, "")
		return pyValue{parts: []pyValue{{what: pyObject, name: "socket"}, {}}}, true
	case base.name == "connection" && name == "request":
		j.only(n, 4, "body headers method url")
		if !j.startsWithSlash(j.argument(n, 1, "url")) { // nor is it a proxy
			return j.fail(), true
		}
		return pyValue{}, true
	case base.name == "profile" && name == "dump_stats":
		j.only(n, 1, "")
		j.touch(pipeline.KindWrite, j.paths(j.argument(n, 0, "")), false, false)
		return pyValue{}, true
	case !listWords(list, name):
		return j.fail(), true
	}
	j.arguments(n)
	if base.name == "profile" { // each gives the profile back
		return base, true
	}
	return pyValue{}, true
}

// begins is what the text of an address certainly begins with, as far as that is its
// host and a slash behind it: http://localhost:8000/items/ and anything.
func (j *pyJudge) begins(n *node) string {
	switch n.kind {
	case nBinary:
		if n.text == "+" {
			if v := j.plain(n.kids[0]); len(v.texts) == 1 && !v.texts[0].glob {
				return v.texts[0].s
			}
			return j.begins(n.kids[0])
		}
	case nFormat:
		begin := ""
		for _, kid := range n.kids {
			v := pyValue{}
			switch {
			case kid.kind == nArg && kid.sure && j.ownPort(kid.kids[0]):
				v.texts = []pyText{{s: "0"}}
			case kid.kind == nArg && kid.sure:
				v = j.shown(kid.kids[0])
			case kid.kind != nArg && kid.sure:
				v.texts = constantTexts(kid.text)
			}
			if v.what != pyPlain || len(v.texts) != 1 || v.texts[0].glob {
				return begin
			}
			begin += v.texts[0].s
		}
		return begin
	}
	return ""
}

// startsWithSlash reports whether a text certainly begins with a slash, and names no host.
func (j *pyJudge) startsWithSlash(n *node) bool {
	if n == nil {
		return false
	}
	begin := []string{j.begins(n)}
	if v := j.plain(n); len(v.texts) > 0 {
		begin = begin[:0]
		for _, t := range v.texts {
			if t.glob && strings.IndexAny(t.s, globbing) < 2 || t.home || t.full {
				return false
			}
			begin = append(begin, t.s)
		}
	}
	return !slices.ContainsFunc(begin, func(s string) bool { return !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") })
}

// local reports whether the begin of an address says that its host is this machine.
func local(begin string) bool {
	rest, ok := strings.CutPrefix(begin, "http://")
	if !ok {
		return false
	}
	host, _, ok := strings.Cut(rest, "/")
	if !ok || strings.ContainsAny(rest, "\\@ \t\n") {
		return false
	}
	host, port, _ := strings.Cut(host, ":")
	return loopbackHost(host) && strings.Trim(port, "0123456789") == ""
}
