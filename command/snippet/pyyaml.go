package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// loads judges what PyYAML reads and writes with a class that is named: only those that
// make plain data, and what the program derives from them. False: it is another call.
// yaml.load without a class means the full loader in old versions, which makes objects
// of any class that the text names (CVE-2017-18342), so it fails.
func (j *pyJudge) loads(name string, n *node) (pyValue, bool) {
	switch name {
	case "yaml.load", "yaml.load_all", "yaml.dump", "yaml.dump_all", "yaml.safe_dump", "yaml.safe_dump_all":
	case "pytest.main":
		return j.pytest(n), true
	case "websockets.connect", "websockets.sync.client.connect":
		j.only(n, 1, "open_timeout close_timeout ping_interval ping_timeout additional_headers extra_headers subprotocols max_size")
		j.lends = true
		for _, t := range j.paths(j.argument(n, 0, "uri")) {
			where, ok := strings.CutPrefix(t.s, "ws://")
			if !ok || t.glob || !local("http://"+where+"/") || strings.ContainsAny(where, "\\ @") {
				return j.fail(), true
			}
			j.add(Effect{Kind: pipeline.KindConnect, Object: "http://" + where})
		}
		return pyValue{what: pyObject, name: "websocket"}, true
	case "aiohttp.ClientTimeout":
		j.arguments(n)
		return pyValue{}, true
	case "aiohttp.ClientSession":
		j.only(n, 0, "timeout headers cookies raise_for_status")
		j.lends = true
		return pyValue{what: pyObject, name: "session"}, true
	case "requests.Session", "requests.session":
		j.only(n, 0, "")
		j.lends = true
		return pyValue{what: pyObject, name: "session"}, true
	default:
		return j.jinja(name, n)
	}
	reads := strings.HasPrefix(name, "yaml.load")
	class := j.argument(n, 1, "Loader")
	if !reads {
		class = j.argument(n, 9, "Dumper")
	}
	if reads && class == nil {
		return j.fail(), true
	}
	for _, a := range n.kids[1:] {
		given := a
		if a.kind == nArg {
			given = a.kids[0]
		}
		switch {
		case a.kind == nStar:
			return j.fail(), true
		case given == class:
			v := j.eval(class)
			if v.what != pyOwn && (v.what != pyForeign || !listWords("yaml.SafeLoader yaml.CSafeLoader yaml.SafeDumper yaml.CSafeDumper yaml.BaseLoader", v.name)) {
				return j.fail(), true
			}
		default:
			j.plain(given)
		}
	}
	return pyValue{}, true
}

// pytest is a test run of the project within the program. It is stated as the command
// that it is, so that the shell's own rules about options of pytest hold.
func (j *pyJudge) pytest(n *node) pyValue {
	words := [][]pyText{nil}
	switch {
	case len(n.kids) == 1:
	case (len(n.kids) == 2 || len(n.kids) == 3 && n.kids[2].kind == nArg && n.kids[2].text == "plugins" && n.kids[2].kids[0].kind == nList) && (n.kids[1].kind == nList || n.kids[1].kind == nTuple):
		words = j.words(n.kids[1].kids)
		for _, a := range n.kids[2:] { // objects of the program, which the run asks
			for _, plugin := range a.kids[0].kids {
				if plugin.kind == nText || j.plain(plugin).texts != nil { // the name of a module
					return j.fail()
				}
			}
			j.owns, j.handed = true, true
		}
	default:
		return j.fail()
	}
	for _, w := range words {
		j.starting(append([]pyText{{s: "python3"}, {s: "-m"}, {s: "pytest"}}, w...), false)
	}
	return pyValue{}
}

// session judges a call of a method of a session with servers of this machine; false:
// it is another one. One with a base is asked for paths below it. What a session may be
// asked for is listed, since proxies, hooks and mounted adapters decide where a request
// goes and what runs.
func (j *pyJudge) session(base pyValue, name string, n *node) (pyValue, bool) {
	if base.name != "session" && base.name != "client" {
		return pyValue{}, false
	}
	if name == "close" || name == "aclose" {
		j.only(n, 0, "")
		return pyValue{}, true
	}
	if !listWords("get post put patch head options", name) {
		return j.fail(), true
	}
	j.only(n, 2, "timeout params headers json data allow_redirects content")
	first := j.argument(n, 0, "url")
	if base.name == "client" && first != nil {
		v := j.shown(first)
		begin := j.begins(first)
		below := func(s string) bool { return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") }
		ok := len(v.texts) > 0 || below(begin) && len(begin) > 1
		for _, t := range v.texts {
			ok = ok && below(t.s) && len(t.s) > 1
		}
		if ok {
			return pyValue{what: pyObject, name: "requests"}, true
		}
	}
	j.connects(first)
	return pyValue{what: pyObject, name: "requests"}, true
}

// client is httpx.Client(base_url="http://localhost:8000"); it fails for another. The
// base has to be this machine's: a path below it can be joined to nothing else.
func (j *pyJudge) client(n *node) pyValue {
	where := j.argument(n, 9, "base_url")
	if where == nil {
		return j.fail()
	}
	j.only(n, 0, "base_url headers timeout cookies params follow_redirects")
	for _, t := range j.paths(where) {
		if t.glob || !local(t.s+"/") {
			return j.fail()
		}
		j.add(Effect{Kind: pipeline.KindConnect, Object: t.s})
	}
	j.lends = true
	return pyValue{what: pyObject, name: "client"}
}

// packs judges a call of a method of an archive that is written; false: it is another
// one. What goes into an archive is read where it is named. tarfile.add takes a whole
// tree.
func (j *pyJudge) packs(base pyValue, name string, n *node) (pyValue, bool) {
	if base.name != "packer" {
		return pyValue{}, false
	}
	switch name {
	case "write", "add":
		j.only(n, 2, "arcname compress_type compresslevel recursive")
		j.touch(pipeline.KindRead, j.paths(j.argument(n, 0, "filename")), false, name == "add")
	case "gettarinfo":
		j.only(n, 2, "name arcname")
		if a := j.argument(n, 0, "name"); a != nil {
			j.touch(pipeline.KindRead, j.paths(a), true, false)
		}
	case "writestr", "addfile", "close", "mkdir", "namelist", "getnames":
		j.arguments(n)
	default:
		return j.fail(), true
	}
	return pyValue{}, true
}
