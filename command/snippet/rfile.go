package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// path states what happens to a path, if that is a constant and leads to a
// file: not to a command ("| cmd", see ?pipe), an address or the clipboard
// (?file), a display ("X11_…"), or the home of another user (?path.expand).
// What is a pattern to the judge must not be a name to R, so a constant must
// hold no signs of one. If the path is not certain the program is refused; the
// answer is false then. look: its content is not read.
func (c *rChecker) path(v rValue, kind pipeline.EffectKind, look bool) bool {
	s := v.text
	home := s == "~" || strings.HasPrefix(s, "~/")
	if !v.known && !v.pattern || s == "" || strings.ContainsAny(s, "\x00\n|") || strings.Contains(s, "://") || s[0] == '~' && !home || !v.pattern && strings.ContainsAny(s, "*?[") || s == "stdin" || strings.HasPrefix(s, "clipboard") || strings.HasPrefix(s, "X11_") {
		c.bad = true
		return false
	}
	c.report.add(Effect{Kind: kind, Object: s, Pattern: v.pattern, Home: home, Look: look && kind == pipeline.KindRead})
	return true
}

// numbered makes a pattern of the path of a device that numbers its pages. R
// hands the name to the C function sprintf with the number of the page (?png,
// "filename"): %d and %03d are taken, anything else behind a % is refused.
func (c *rChecker) numbered(name string, v rValue) rValue {
	if !rDevice(name) || !v.known || !strings.Contains(v.text, "%") {
		return v
	}
	before, after, _ := strings.Cut(v.text, "%")
	rest := strings.TrimLeft(after, "0123456789")
	if !strings.HasPrefix(rest, "d") || strings.ContainsAny(before+rest, "*?[%") {
		return rValue{}
	}
	return rValue{pattern: true, text: before + "*" + rest[1:]}
}

// standard reports whether an expression is standard input or output.
//
// file("stdin"), or "stdin" where a file is read, is the standard input of the
// process (?file). It is taken only if the program is an argument, as the
// program may come from there otherwise. stdin() is where R reads the program
// (?stdin) and never taken. "" is the console for what writes. A textConnection
// reads a value.
func (c *rChecker) standard(n *node, stream string) bool {
	if n.kind == nText && n.text == "stdin" && stream == "stdin" {
		return c.free
	}
	if n.kind == nText && n.text == "" && stream == "stdout" {
		return true
	}
	if n.kind != nCall || n.kids[0].kind != nName {
		return false
	}
	switch name := n.kids[0].text; {
	case c.names[name].kind != rBad || c.names[name].known:
		return false
	case len(n.kids) == 1: // stdin() is where the program comes from
		return stream == "stdout" && (name == "stdout" || name == "stderr")
	case name == "file" && stream == "stdin":
		return c.free && len(n.kids) == 2 && len(n.kids[1].kids) == 1 && n.kids[1].kids[0].kind == nText && n.kids[1].kids[0].text == "stdin"
	case name == "textConnection" && stream == "stdin":
		c.plain(n.kids[1:], false, false)
		return len(n.kids) == 2
	}
	return false
}

// leftOut is a call without the path that it might have had. What writes tables
// or lines prints then, pdf has a name of its own, and what reads tables can
// have text= instead of a file. Everything else would read the console or ask,
// or has a name that is not known here.
func (c *rChecker) leftOut(name string, rest []*node) {
	switch name {
	case "writeLines", "write.csv", "write.csv2", "write.table":
		return
	case "pdf":
		c.report.add(Effect{Kind: pipeline.KindWrite, Object: "Rplots.pdf"})
		return
	}
	for _, a := range rest {
		if a.text == "text" && strings.HasPrefix(name, "read.") {
			return
		}
	}
	c.bad = true
}

// cat prints, or writes to a file. A function cannot be printed by it (?cat); R
// stops there.
func (c *rChecker) cat(args []*node) rValue {
	for _, a := range args {
		switch {
		case len(a.kids) != 1, a.text != "" && !listWords("sep fill append labels file", a.text):
			return c.refuse()
		case a.text == "file":
			if !c.standard(a.kids[0], "stdout") {
				c.path(c.argument(a), pipeline.KindWrite, false)
			}
		default:
			if v := c.argument(a); v.kind != rData && v.kind != rColumn {
				return c.refuse()
			}
		}
	}
	return rValue{kind: rData}
}

// constructs checks what makes values that may be more than data. A vector of
// mode "expression" holds code, and a class that structure gives chooses
// methods: so the modes and the attributes that are data are listed.
func (c *rChecker) constructs(name string, args []*node) rValue {
	c.plain(args, false, true)
	switch {
	case len(args) == 0 || c.bad:
	case name == "vector":
		if k := args[0].kids[0]; len(args) == 2 && args[0].text == "" && args[1].text != "mode" && k.kind == nText && listWords("numeric character logical list integer double", k.text) {
			return rValue{kind: rData}
		}
	case name == "attr":
		if len(args) == 2 && args[1].text == "" && args[1].kids[0].kind == nText && listWords("names dim dimnames levels units class tzone", args[1].kids[0].text) {
			return rValue{kind: rData}
		}
	default:
		for i, a := range args {
			if i == 0 != (a.text == "") || i > 0 && !listWords(".Names names dim dimnames levels", a.text) {
				return c.refuse()
			}
		}
		return rValue{kind: rData}
	}
	return c.refuse()
}

// curve draws a function, or an expression of x. An expression is evaluated
// with x bound to numbers, whatever x is elsewhere (?curve).
func (c *rChecker) curve(args []*node) rValue {
	if len(args) == 0 || args[0].text != "" || len(args[0].kids) != 1 {
		return c.refuse()
	}
	c.draws = true
	switch k := args[0].kids[0]; k.kind {
	case nName, nLambda:
		c.callback(k, 0, rValue{kind: rData})
	case nBinary, nUnary, nCall:
		c.part(true, func() rValue {
			c.bind("x", rValue{kind: rData}, true)
			return c.operand(k)
		})
	default:
		return c.refuse()
	}
	c.plain(args[1:], false, false)
	return rValue{kind: rData}
}

// files checks what lists files, and what writes or deletes them in other ways.
//
// unlink takes wildcards (?unlink) and deletes folders if recursive is said; a
// constant with wildcards is refused by path, what Sys.glob gives is not. save
// writes values under the names that are given, never by a list that is
// computed. source runs another program of R, which is stated as code and not
// read here.
func (c *rChecker) files(name string, args []*node) rValue {
	data := rValue{kind: rData}
	switch name {
	case "list.files", "dir":
		return c.listing(args)
	case "Sys.glob":
		if len(args) == 1 && args[0].text == "" {
			if v := c.argument(args[0]); v.known && !v.pattern && !strings.ContainsAny(v.text, "{\\") {
				v = rValue{kind: rData, pattern: true, known: true, text: v.text}
				c.path(v, pipeline.KindRead, true)
				return v
			}
		}
	case "unlink":
		if len(args) > 0 && args[0].text == "" {
			v := c.argument(args[0])
			if v.known && c.path(v, pipeline.KindDelete, false) {
				for _, a := range args[1:] {
					if !listWords("recursive force", a.text) || a.kids[0].kind != nConst {
						return c.refuse()
					}
					c.report.add(Effect{Kind: pipeline.KindDelete, Object: v.text, Tree: true, Home: v.text[0] == '~', Pattern: v.pattern})
				}
				return data
			}
		}
	case "save":
		for _, a := range args {
			switch {
			case len(a.kids) != 1:
				return c.refuse()
			case a.text == "file":
				c.path(c.argument(a), pipeline.KindWrite, false)
			case a.text != "" || a.kids[0].kind != nName:
				return c.refuse()
			}
		}
		if len(args) > 1 && args[len(args)-1].text == "file" {
			return data
		}
	case "source":
		if len(args) == 1 && args[0].text == "" {
			if v := c.argument(args[0]); v.known && !v.pattern {
				c.path(v, pipeline.KindCode, false)
				return data
			}
		}
	case "capture.output":
		for _, a := range args {
			if a.text != "" || len(a.kids) != 1 {
				return c.refuse()
			}
			if v := c.argument(a); v.kind == rFormula || v.kind == rFunc {
				return c.refuse()
			}
		}
		return data
	}
	return c.refuse()
}

// listing is list.files; what it gives are paths if it gives them whole.
//
// Only with full.names are the results paths. With recursive they lie deeper
// than a pattern says, and with all.files there are names that begin with a
// dot, which the pattern * leaves out: then they are data, and opening one is
// refused. That pattern= leaves some out does no harm: fewer files are touched
// than stated.
func (c *rChecker) listing(args []*node) rValue {
	at := rValue{kind: rData, known: true, text: "."}
	full, deep := false, false
	for i, a := range args {
		if len(a.kids) != 1 {
			return c.refuse()
		}
		v := c.argument(a)
		switch {
		case v.kind != rData:
			return c.refuse()
		case i == 0 && a.text == "" || a.text == "path":
			at = v
		case i == 1 && a.text == "", a.text == "pattern", a.text == "ignore.case", a.text == "include.dirs", a.text == "no..":
		case a.text == "full.names" && a.kids[0].kind == nConst:
			full = a.kids[0].text == "TRUE"
		case a.text == "recursive" && a.kids[0].kind == nConst:
			deep = true
		case a.text == "all.files":
			deep = true // names with a dot are not what a pattern of all names means
		default:
			return c.refuse()
		}
	}
	c.path(at, pipeline.KindRead, true)
	if !full || deep || at.pattern {
		return rValue{kind: rData}
	}
	return rValue{kind: rData, known: true, pattern: true, text: at.text + "/*"}
}

// tool is a function that checks, tests, formats or documents the package at
// hand: code of the folder, as a run of its tests is. Those that format or
// render write as well: styler the files themselves, rmarkdown beside the
// document.
func (c *rChecker) tool(name string, args []*node) rValue {
	at := rValue{kind: rData, known: true, text: "."}
	writes := strings.HasPrefix(name, "styler::") || strings.HasPrefix(name, "rmarkdown::") || strings.HasPrefix(name, "knitr::")
	for i, a := range args {
		if len(a.kids) != 1 || a.text == "" && i > 0 {
			return c.refuse()
		}
		if strings.HasPrefix(name, "lintr::") && (a.text == "linters" || strings.HasSuffix(name, "_linter") || strings.HasSuffix(name, "_defaults")) {
			c.linter(a.kids[0])
			continue
		}
		v := c.argument(a)
		switch {
		case v.kind != rData:
			return c.refuse()
		case a.text == "", listWords("path pkg input package dir", a.text):
			at = v
		case a.text == "output_file", a.text == "output_dir", a.text == "output":
			c.path(v, pipeline.KindWrite, false)
		case !listWords("reporter filter stop_on_failure stop_on_warning quiet line_length output_format type exclude_pattern error_on dry", a.text):
			return c.refuse()
		}
	}
	if strings.HasSuffix(name, "_linter") || strings.HasSuffix(name, "_defaults") {
		return rValue{kind: rData}
	}
	c.path(at, pipeline.KindCode, false)
	if writes && !strings.HasPrefix(name, "styler::") {
		at.text = rFolder(at.text)
	}
	if writes && at.known {
		c.report.add(Effect{Kind: pipeline.KindWrite, Object: at.text, Home: strings.HasPrefix(at.text, "~")})
	}
	return rValue{kind: rData}
}

// linter checks what chooses linters: their names and numbers.
//
// A linter may be a function, and so code that lintr calls for each file: only
// those of lintr itself may stand here, with constants for their arguments, and
// neither list nor c may be what the program has bound.
func (c *rChecker) linter(n *node) {
	switch n.kind {
	case nConst, nText:
	case nCall:
		if callee := n.kids[0]; callee.kind != nName || callee.text != "list" && callee.text != "c" && !(strings.HasPrefix(callee.text, "lintr::") && rTool(callee.text)) || c.names[callee.text].kind != rBad {
			c.bad = true
			return
		}
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 {
				c.bad = true
				return
			}
			c.linter(a.kids[0])
		}
	default:
		c.bad = true
	}
}

// rFolder is the folder of a path as it is written, "." for a bare name.
func rFolder(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "."
}
