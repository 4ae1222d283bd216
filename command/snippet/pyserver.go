package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Servers that a program runs for itself, on this machine alone, and its own clients of
// them. Which port it got nobody knows before, but a port that a socket of the program tells
// is one of this machine's on which the program itself listens.

// pyServes names what begins to listen, or opens a connection, by host and port.
func pyServes(module, name string) string {
	switch module + "." + name {
	case "http.server.HTTPServer", "http.server.ThreadingHTTPServer", "socketserver.TCPServer", "socketserver.ThreadingTCPServer":
		return "server"
	case "asyncio.start_server", "asyncio.open_connection":
		return name
	case "http.client.HTTPConnection":
		return "connection"
	}
	return ""
}

// serves judges a call of one of these.
func (j *pyJudge) serves(act string, first, n *node) pyValue {
	switch act {
	case "server": // its second argument is a class of the program
		if len(n.kids) != 3 || n.kids[2].kind != nName || j.eval(n.kids[2]).what != pyOwn {
			return j.fail()
		}
		j.listens(first)
		return pyValue{what: pyObject, name: "server"}
	case "start_server":
		if len(n.kids) < 4 || n.kids[2].kind == nArg || n.kids[2].kind == nStar {
			return j.fail()
		}
		j.only(n, 3, "host port limit reuse_address backlog start_serving")
		j.listens(&node{kind: nTuple, kids: []*node{j.argument(n, 1, "host"), j.argument(n, 2, "port")}})
		return pyValue{}
	case "open_connection", "connection":
		j.only(n, 2, "host port timeout limit")
		host, port := j.argument(n, 0, "host"), j.argument(n, 1, "port")
		if port == nil {
			port = &node{kind: nConst, text: "80"}
		}
		if !j.ownPort(port) || !j.loopback(host) {
			j.reaches(&node{kind: nTuple, kids: []*node{host, port}})
		}
		if act == "connection" {
			return pyValue{what: pyObject, name: "connection"}
		}
	}
	return pyValue{}
}

// loopback reports whether a host certainly is this machine.
func (j *pyJudge) loopback(n *node) bool {
	if n == nil {
		return false
	}
	v := j.plain(n)
	for _, t := range v.texts {
		if t.glob || !loopbackHost(t.s) {
			return false
		}
	}
	return len(v.texts) > 0
}

// listens notes that a program listens at (host, port) of this machine alone.
func (j *pyJudge) listens(n *node) {
	if n == nil || n.kind != nTuple || len(n.kids) != 2 || n.kids[0] == nil || n.kids[1] == nil || !j.loopback(n.kids[0]) || !listWords("127.0.0.1 localhost ::1", j.word(n.kids[0])) {
		j.failed = true
		return
	}
	ports := j.plain(n.kids[1])
	if len(ports.texts) == 0 {
		j.failed = true
	}
	for _, port := range ports.texts {
		if port.glob {
			j.failed = true
		}
		j.add(Effect{Kind: pipeline.KindListen, Object: "127.0.0.1:" + port.s})
	}
}

// ownPort reports whether an expression is the port that a socket of the program has:
// s.getsockname()[1], server.server_port.
func (j *pyJudge) ownPort(n *node) bool {
	if j.soft == nil || j.fields["getsockname"] || j.fields["server_port"] || j.fields["server_address"] {
		return false
	}
	if n.kind == nName {
		b := j.names[n.text]
		if b == nil || len(b.sites) != 1 {
			return false
		}
		s := b.sites[0]
		return s.how == byValue && s.node.kind != nName && j.ownPort(s.node) || s.how == byElement && s.member == "1" && j.socketName(s.node)
	}
	if n.kind == nAttr {
		return n.text == "server_port" && j.eval(n.kids[0]).name == "server"
	}
	return n.kind == nIndex && n.kids[1].kind == nConst && n.kids[1].text == "1" && j.socketName(n.kids[0])
}

// socketName reports whether an expression is the address of a socket, or of a server, of
// the program.
func (j *pyJudge) socketName(n *node) bool {
	if n == nil {
		return false
	}
	at := n
	if n.kind == nCall && len(n.kids) == 1 && n.kids[0].kind == nAttr && n.kids[0].text == "getsockname" {
		at = n.kids[0]
	} else if n.kind != nAttr || n.text != "server_address" {
		return false
	}
	switch v := j.eval(at.kids[0]); {
	case v.what == pyObject && (v.name == "socket" || v.name == "server"):
		return true
	default: // of asyncio: server.sockets[0]
		return v.what == pyPlain && at.text == "getsockname" && !j.soft.owns && !j.soft.library && !j.soft.kinds["unittest"]
	}
}

// pyListed reports whether a class of a name is one that a program may derive from (pyBase),
// wherever it comes from.
func pyListed(name string) bool {
	for _, module := range [...]string{"html.parser", "json", "ast", "threading", "multiprocessing", "unittest", "logging", "yaml", "collections", "http.server", "socketserver", "string", "random", "queue", "types",
		"contextlib", "argparse", "enum", "typing", "datetime", "abc", "collections.abc"} {
		if _, ok := pyBase(module + "." + strings.TrimPrefix(name, ".")); ok {
			return true
		}
	}
	return false
}
