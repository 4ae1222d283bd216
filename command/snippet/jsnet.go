package snippet

import (
	"strconv"
	"strings"

	"passepartout/pipeline"
)

// Connections and servers. What is connected to is known; with what comes of it
// only listed methods are called, so that none leads on.

// reaches judges a function of http, https or net.
func (j *jsJudge) reaches(object, name string, n *node) jsValue {
	j.alive = true
	args := n.kids[1:]
	if name == "createServer" {
		for _, a := range args {
			if !j.written(a) {
				j.free = true
			}
			j.plain(a)
		}
		return jsValue{}
	}
	if len(args) == 0 {
		return j.fail()
	}
	if object == "net" {
		j.connects(args)
	} else {
		j.asks(object, args)
	}
	for _, a := range args {
		if a.kind != nDict {
			j.plain(a)
			continue
		}
		j.eval(j.agentless(a))
	}
	return jsValue{}
}

// connects is net.connect(port, host) or net.connect({port, host}). A port that the
// program only reckons, or got from a server of its own, is stated as 0: whose it is
// cannot be told, but the host is known.
func (j *jsJudge) connects(args []*node) {
	if args[0].kind == nDict {
		at, ok := j.options(args[0], "host port timeout family")
		if !ok || at["port"] == "" {
			j.failed = true
			return
		}
		j.visits("http://" + hostOr(at["host"]) + ":" + at["port"])
		return
	}
	port := args[0].text
	if args[0].kind != nConst {
		if port = "0"; !j.addressed(args[0]) {
			j.failed = true
			return
		}
	}
	host := "localhost"
	if len(args) > 1 && args[1].kind != nLambda {
		texts := j.plain(args[1]).texts
		if len(texts) != 1 || texts[0].glob {
			j.failed = true
			return
		}
		host = texts[0].s
	}
	j.visits("http://" + host + ":" + port)
}

// asks is http.get(url, options, f) or http.get(options, f). The path does not matter
// to who judges hosts, but for path and host that are both unknown.
func (j *jsJudge) asks(scheme string, args []*node) {
	if args[0].kind != nDict {
		if !j.visitsValue(args[0]) {
			j.failed = true
			return
		}
		switch {
		case len(args) == 1 || args[1].kind != nDict && j.written(args[1]):
		case args[1].kind != nDict:
			j.failed = true
		default:
			if _, ok := j.options(args[1], "method headers timeout agent"); !ok {
				j.failed = true
			}
		}
		return
	}
	at, ok := j.options(args[0], "hostname host port path method headers timeout protocol rejectUnauthorized agent")
	if !ok || at["path"] == "?" && at["hostname"] == "?" || at["protocol"] != "" && at["protocol"] != scheme+":" {
		j.failed = true
		return
	}
	host := at["hostname"]
	if host == "" {
		host = hostOr(at["host"])
	}
	if at["port"] != "" {
		host += ":" + at["port"]
	}
	j.visits(scheme + "://" + host + "/")
}

// hostOr is a host, or the one that Node takes where there is none.
func hostOr(host string) string {
	if host == "" {
		return "localhost"
	}
	return host
}

// options reads an object of options; those that say where are constants. An option
// that is not among the known ones may be a function that is called, a socket
// (socketPath) or another way to the host (lookup).
func (j *jsJudge) options(n *node, known string) (at map[string]string, ok bool) {
	at = make(map[string]string)
	for i := 0; i+1 < len(n.kids); i += 2 {
		key, value := n.kids[i], n.kids[i+1]
		if key == nil || key.kind != nText || !key.sure || !listWords(known, key.text) {
			return nil, false
		}
		switch key.text {
		case "hostname", "host", "protocol", "port":
			texts := j.used(j.eval(value)).texts
			switch {
			case len(texts) == 1 && !texts[0].glob:
				at[key.text] = texts[0].s
			case value.kind == nConst && key.text == "port":
				at[key.text] = value.text
			case key.text == "port" && j.numeric(value):
				at[key.text] = "0"
			default:
				return nil, false
			}
			if strings.ContainsAny(at[key.text], "/@?# \\") {
				return nil, false
			}
		case "agent":
			if value.kind != nConst && !j.agented(value) {
				return nil, false
			}
		}
	}
	return at, true
}

// listens is server.listen(port, host, f). Without a host a server listens on all
// addresses of the machine (Node.js, "server.listen"), which is stated so.
func (j *jsJudge) listens(n *node) jsValue {
	args := n.kids[1:]
	host, port := "0.0.0.0", "0"
	if len(args) > 0 && args[0].kind == nDict { // {port: 0, host: "…"}
		at, ok := j.options(args[0], "port host exclusive backlog listenTextResolver")
		if !ok || !j.alive {
			return j.fail()
		}
		return j.bound2(at, n)
	}
	switch {
	case !j.alive, len(args) == 0:
		return j.fail()
	case args[0].kind == nConst:
		port = args[0].text
	case !j.numeric(args[0]):
		return j.fail()
	}
	if len(args) > 1 && args[1].kind != nLambda {
		texts := j.plain(args[1]).texts
		if len(texts) != 1 || texts[0].glob {
			return j.fail()
		}
		host = texts[0].s
	}
	if _, err := strconv.Atoi(port); err != nil {
		return j.fail()
	}
	if host == "0.0.0.0" && port == "0" { // a port that the system chooses, so that only the program knows it
		host = "127.0.0.1"
	}
	j.add(Effect{Kind: pipeline.KindListen, Object: host + ":" + port})
	return j.arguments(n)
}

// bound2 is a server that is told where it listens by an object.
func (j *jsJudge) bound2(at map[string]string, n *node) jsValue {
	host, port := at["host"], at["port"]
	if _, err := strconv.Atoi(port); err != nil {
		return j.fail()
	}
	if host == "" {
		if host = "0.0.0.0"; port == "0" {
			host = "127.0.0.1"
		}
	}
	j.add(Effect{Kind: pipeline.KindListen, Object: host + ":" + port})
	for _, a := range n.kids[1:] {
		if a.kind != nDict {
			j.plain(a)
		}
	}
	return jsValue{}
}

// axios judges a function of the package of that name. Options are looked at since some
// say where else a request goes (baseURL, proxy, socketPath) or are called
// (transformResponse, adapter).
func (j *jsJudge) axios(name string, n *node) jsValue {
	j.alive = true
	args := n.kids[1:]
	known := "headers params timeout validateStatus auth responseType maxRedirects data withCredentials signal"
	var last int
	switch {
	case len(args) == 0 || len(args) > 3:
		return j.fail()
	case args[0].kind == nDict: // axios({method, url})
		last, known = 0, known+" method url"
		found := false
		for i := 0; i+1 < len(args[0].kids); i += 2 {
			if key := args[0].kids[i]; key != nil && key.text == "url" {
				found = j.visitsValue(args[0].kids[i+1])
			}
		}
		if !found || len(args) != 1 || name != "" && name != "request" {
			return j.fail()
		}
	case !j.visitsValue(args[0]):
		return j.fail()
	case listWords("post put patch", name):
		last = 2
	default:
		last = 1
	}
	if last < len(args) {
		if args[last].kind != nDict {
			return j.fail()
		}
		if _, ok := j.options(args[last], known); !ok {
			return j.fail()
		}
	}
	for _, a := range args {
		if a.kind == nLambda || a.kind == nDict && !j.orderly(a) {
			j.free = true
		}
		j.plain(a)
	}
	return jsValue{}
}

// orderly reports whether no function stands in an object.
func (j *jsJudge) orderly(n *node) bool {
	for i := 1; i < len(n.kids); i += 2 {
		if n.kids[i].kind == nLambda {
			return false
		}
	}
	return true
}
