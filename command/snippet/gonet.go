package snippet

import (
	"go/ast"
	"net/netip"
	"net/url"
	"strings"

	"passepartout/pipeline"
)

// starts judges exec.Command: with words that are known it is that command, which the
// program may run or not. Whether Run is ever called on it does not matter: what could
// start is stated. Fields of it that change what starts, as Dir and Env do, are names
// that a program must not ask for (gojudge.go).
func (j *goJudge) starts(sel *ast.SelectorExpr, n *ast.CallExpr) bool {
	args := n.Args
	if sel.Sel.Name == "CommandContext" && len(args) > 0 {
		args = args[1:]
	} else if sel.Sel.Name != "Command" {
		return true
	}
	commands := []string{""}
	known := len(args) > 0
	for i, a := range args {
		all := j.values(a)
		if n.Ellipsis.IsValid() && i == len(args)-1 {
			all = nil
		}
		if len(all) == 0 || len(all)*len(commands) > maxTexts {
			known = false
			break
		}
		var longer []string
		for _, c := range commands {
			for _, v := range all {
				word, ok := j.word(v)
				if !ok || i == 0 && word == "" {
					known = false
				}
				if i > 0 {
					word = c + "\x00" + word
				}
				longer = append(longer, word)
			}
		}
		commands = longer
	}
	if known {
		for _, c := range commands {
			j.add(Effect{Kind: pipeline.KindRun, Object: c})
		}
		return true
	}
	for i, a := range args {
		if j.loose && j.tainted(a) && (i > 0 || !j.programName(a)) {
			j.bad()
		}
	}
	return false
}

// programName reports whether an expression is a constant without a blank, which is the
// name of a program rather than what it is to do. exec.Command(name, args...) of a test
// with a name that is a constant says at least which program it is.
func (j *goJudge) programName(e ast.Expr) bool {
	all := j.values(e)
	for _, v := range all {
		if v.place != goPlain || strings.ContainsAny(v.text, " /~") {
			return false
		}
	}
	return len(all) > 0
}

// word is a text as a word of a command. A new folder goes by some name below
// the folder for temporary files.
func (j *goJudge) word(v goValue) (string, bool) {
	switch v.place {
	case goPlain:
		return v.text, true
	case goFresh:
		return j.temp() + "/go-new" + v.text, true
	}
	return "", false
}

// dials judges connections and ports that are listened at: this machine's alone.
func (j *goJudge) dials(name string, args []ast.Expr) bool {
	if len(args) < 2 {
		return false
	}
	kind := j.values(args[0])
	if len(kind) != 1 || !strings.HasPrefix(kind[0].text, "tcp") && !strings.HasPrefix(kind[0].text, "udp") {
		return false
	}
	if name != "Listen" && j.listening(args[1]) {
		return true
	}
	all := j.values(args[1])
	for _, v := range all {
		host, port := splitHost(v.text)
		if v.place != goPlain || !loopbackName(host) || name == "Listen" && port != "0" {
			if name != "Listen" && v.place == goPlain && host != "" {
				j.add(Effect{Kind: pipeline.KindConnect, Object: "tcp://" + v.text})
				continue
			}
			return false
		}
		if name != "Listen" {
			j.add(Effect{Kind: pipeline.KindConnect, Object: "tcp://" + v.text})
		}
	}
	return len(all) > 0
}

// listening reports whether an expression is the address of what the program
// listens at itself: ln.Addr().String().
func (j *goJudge) listening(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "String" {
		return false
	}
	addr, ok := sel.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok = addr.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Addr" || j.methods["Addr"] || j.methods["String"] {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && j.madeBy(x, "net", "Listen")
}

// splitHost divides HOST:PORT as net.Dial takes it, with brackets around a number of
// IPv6.
func splitHost(s string) (host, port string) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return "", ""
	}
	return strings.Trim(s[:i], "[]"), s[i+1:]
}

// loopbackName reports whether a host is this machine without asking anybody for it.
func loopbackName(host string) bool {
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.IsLoopback()
}

// requests judges functions of package http.
func (j *goJudge) requests(name string, args []ast.Expr) bool {
	switch name {
	case "Get", "Head", "Post", "PostForm":
		return len(args) > 0 && j.connects(args[0])
	case "NewRequest":
		return len(args) == 3 && (!j.asks || j.connects(args[1]))
	case "NewRequestWithContext":
		return len(args) == 4 && (!j.asks || j.connects(args[2]))
	case "Redirect": // whoever asked follows
		return len(args) == 4 && (!j.asks || j.staysHere(args[2]))
	}
	return false
}

// gets judges a method that is called like one of a client of HTTP: a header's
// and a query's have a name where that has a URL.
func (j *goJudge) gets(args []ast.Expr) bool {
	if len(args) == 0 {
		return true
	}
	for _, v := range j.values(args[0]) {
		if v.place != goPlain || strings.Contains(v.text, ":") {
			return j.connects(args[0])
		}
	}
	return j.values(args[0]) != nil
}

// connects states the hosts that a URL leads to.
func (j *goJudge) connects(e ast.Expr) bool {
	all := j.values(e)
	for _, v := range all {
		switch v.place {
		case goLoop:
		case goPlain:
			u, err := url.Parse(v.text)
			if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return false
			}
			j.add(Effect{Kind: pipeline.KindConnect, Object: v.text})
		default:
			return false
		}
	}
	return len(all) > 0
}

// staysHere reports whether a URL has no host, or is one of the program's own.
func (j *goJudge) staysHere(e ast.Expr) bool {
	all := j.values(e)
	for _, v := range all {
		if v.place != goLoop && (v.place != goPlain || !strings.HasPrefix(v.text, "/") || strings.HasPrefix(v.text, "//") || strings.HasPrefix(v.text, "/\\")) {
			return false
		}
	}
	return len(all) > 0
}

// pointsInward refuses a program that hands to functions of the project, or to
// hosts that may lead on, what points out of it.
func (j *goJudge) pointsInward() {
	for _, t := range j.files {
		for _, d := range t.tree.Decls {
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.BasicLit:
					if s, ok := unquoteGo(n); ok && outward(s) {
						j.no()
					}
				case *ast.BinaryExpr:
					for _, v := range j.values(n) {
						if outward(v.text) {
							j.no()
						}
					}
				case *ast.SelectorExpr: // makes texts that nobody has read
					if listWords("DecodeString Unquote PathUnescape QueryUnescape UnescapeString UnquoteUsage UserHomeDir ExpandEnv Expand", n.Sel.Name) {
						j.no()
					}
				}
				return !j.failed
			})
		}
	}
}
