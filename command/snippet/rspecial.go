package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// rSignature lists parameters of functions that need a look at some of them:
//
//	!f  a function that is called     <f  a path that is read
//	^f  evaluated among columns       >f  a path that is written
//	-f  a path that is deleted        ?f  a path that is looked at
//
// The parameters stand in the order of R's manual, since arguments without a name
// go by it; "" means that the function has no such line.
//
// Long: a table, one line a function.
func rSignature(name string) string {
	switch name {
	case "sapply", "lapply":
		return "X !FUN ... simplify USE.NAMES"
	case "vapply":
		return "X !FUN FUN.VALUE ... USE.NAMES"
	case "apply":
		return "X MARGIN !FUN ... simplify"
	case "tapply":
		return "X INDEX !FUN ... default simplify"
	case "outer":
		return "X Y !FUN ..."
	case "sweep":
		return "x MARGIN STATS !FUN"
	case "by":
		return "data INDICES !FUN"
	case "aggregate":
		return "x by !FUN ..."
	case "Map":
		return "!f ..."
	case "mapply":
		return "!FUN ... SIMPLIFY USE.NAMES"
	case "Filter", "Find", "Position":
		return "!f x"
	case "Reduce":
		return "!f x init right accumulate"
	case "integrate":
		return "!f lower upper ..."
	case "optimize", "optimise", "uniroot":
		return "!f interval ... lower upper tol maximum maxiter"
	case "optim":
		return "par !fn !gr ... method lower upper hessian"
	case "ave":
		return "x ... !FUN"
	case "with":
		return "data ^expr"
	case "subset":
		return "x ^subset ^select drop"
	case "read.csv", "read.csv2", "read.delim", "read.table":
		return "<file header sep ..."
	case "readLines":
		return "<con n ok warn encoding"
	case "scan":
		return "<file what nmax n sep quiet text"
	case "write.csv", "write.csv2":
		return "x >file ..."
	case "write.table":
		return "x >file append quote sep ..."
	case "write":
		return "x >file ncolumns append sep"
	case "writeLines":
		return "text >con sep"
	case "saveRDS":
		return "object >file"
	case "pdf", "svg", "png", "jpeg", "tiff", "bmp", "cairo_pdf":
		return ">file width height ..."
	case "dir.create", "file.create":
		return ">path showWarnings recursive"
	case "file.remove":
		return "-path"
	case "file.copy":
		return "<from >to overwrite"
	case "file.exists", "file.info", "file.size", "file.mtime", "dir.exists", "normalizePath", "count.fields":
		return "?path"
	}
	return ""
}

// special checks a call of a function with a rule of its own. Some do not evaluate what
// they are given as other functions do (?library, ?local), some take code, names of
// functions or paths. What such a function gives is data unless it says more. A case
// that does not return is refused below, so a call with other arguments than those that
// were looked at is never taken for understood.
//
// Long: one case a function.
func (c *rChecker) special(name string, args []*node) rValue {
	data := rValue{kind: rData}
	switch name {
	case "suppressWarnings", "suppressMessages", "suppressPackageStartupMessages", "invisible", "system.time":
		if len(args) == 1 && args[0].text == "" && len(args[0].kids) == 1 {
			return c.checked(c.eval(args[0].kids[0]))
		}
	case "return":
		if len(args) == 0 {
			return data
		}
		if v := c.argument(args[0]); len(args) == 1 && v.kind <= rModels {
			if c.gives = rJoin(c.gives, v.kind); c.gives != rBad {
				return data
			}
		}
	case "library", "require", "data", "requireNamespace":
		return c.loads(name, args)
	case "quit", "q":
		for i, a := range args {
			if len(a.kids) != 1 || a.text != "status" && (a.text != "save" && (i > 0 || a.text != "") || a.kids[0].kind != nText || a.kids[0].text != "no") {
				return c.refuse()
			}
			c.operand(a.kids[0])
		}
		return data
	case "options":
		for _, a := range args {
			if !listWords("digits width scipen warn stringsAsFactors digits.secs OutDec max.print nwarnings warning.length", a.text) {
				return c.refuse()
			}
			c.operand(a.kids[0])
		}
		if len(args) > 0 {
			return data
		}
	case "Sys.getenv":
		if len(args) > 0 && len(args) < 3 {
			if v := c.argument(args[0]); v.known && !v.pattern && args[0].text == "" {
				c.report.add(Effect{Kind: pipeline.KindSecret, Object: v.text})
				c.plain(args[1:], false, false)
				return data
			}
		}
	case "try", "local":
		if len(args) > 0 && args[0].text == "" && (len(args) == 1 || name == "try" && len(args) == 2 && args[1].text == "silent") {
			v := c.part(name == "local", func() rValue { return c.eval(args[0].kids[0]) })
			return c.checked(rValue{kind: v.kind})
		}
	case "tryCatch":
		return c.catches(args)
	case "replicate":
		if len(args) > 1 && args[1].text == "" && len(args[1].kids) == 1 && (len(args) == 2 || len(args) == 3 && args[2].text == "simplify") {
			c.operand(args[0].kids[0])
			v := c.part(true, func() rValue { return c.eval(args[1].kids[0]) })
			return c.listOf(v.kind)
		}
	case "transform":
		if len(args) > 0 && args[0].text == "" && c.argument(args[0]).kind == rData {
			for _, a := range args[1:] {
				if a.text == "" || len(a.kids) != 1 || c.masked(func() rValue { return c.eval(a.kids[0]) }).kind > rColumn {
					return c.refuse()
				}
			}
			return data
		}
	case "do.call":
		if len(args) == 2 && args[0].text == "" && args[1].text == "" && c.argument(args[1]).kind == rData {
			what := args[0].kids[0]
			if (what.kind == nName || what.kind == nText) && (c.names[what.text].kind == rFunc || listWords("rbind cbind c paste paste0 sum max min data.frame list union intersect order pmin pmax file.path", what.text)) {
				return rValue{kind: c.callback(what, 0, data)}
			}
		}
	case "cat":
		return c.cat(args)
	case "vector", "attr", "structure":
		return c.constructs(name, args)
	case "curve":
		return c.curve(args)
	case "list.files", "dir", "Sys.glob", "unlink", "save", "source", "capture.output":
		return c.files(name, args)
	default:
		if s := rSignature(name); s != "" {
			return c.signed(name, s, args)
		}
	}
	return c.refuse()
}

// listOf is what sapply and its like make of the results of a function: of models a
// list, of all else that is not data nothing that may be used. A list of functions or
// formulas could be called by its elements.
func (c *rChecker) listOf(t rType) rValue {
	switch t {
	case rData, rModels:
		return rValue{kind: t}
	case rModel:
		return rValue{kind: rModels}
	}
	return c.refuse()
}

// loads checks what brings a package or a table of examples. library and data take a
// bare name as it stands (?library), so no value of the program is meant by it. Which
// package that is decides whether its functions are known; loading one runs its
// .onLoad, which is code of a package that was installed.
func (c *rChecker) loads(name string, args []*node) rValue {
	for i, a := range args {
		switch {
		case len(a.kids) != 1:
			return c.refuse()
		case i > 0:
			if !listWords("quietly warn.conflicts", a.text) || a.kids[0].kind != nConst {
				return c.refuse()
			}
		case a.text != "":
			return c.refuse()
		case name == "requireNamespace":
			if a.kids[0].kind != nText {
				return c.refuse()
			}
		case a.kids[0].kind != nName && a.kids[0].kind != nText, name == "data" && !rConstant(a.kids[0].text), name != "data" && !rPackage(a.kids[0].text):
			return c.refuse()
		}
	}
	if len(args) == 0 {
		return c.refuse()
	}
	return rValue{kind: rData}
}

// catches checks tryCatch: handlers get a condition, which holds a call. A handler may
// be called with any condition, so its parameter holds what a call holds.
func (c *rChecker) catches(args []*node) rValue {
	gives := rBad
	for i, a := range args {
		if len(a.kids) != 1 {
			return c.refuse()
		}
		v, body := rValue{}, a.kids[0]
		switch {
		case i == 0 && (a.text == "" || a.text == "expr"), a.text == "finally":
			v = c.part(false, func() rValue { return c.eval(body) })
		case listWords("error warning message condition interrupt", a.text) && body.kind == nLambda:
			v.kind = c.function(body, []rValue{{kind: rModel}})
		default:
			return c.refuse()
		}
		switch {
		case i == 0:
			gives = v.kind
		case a.text != "finally":
			gives = rJoin(gives, v.kind)
		}
	}
	return c.checked(rValue{kind: gives})
}

// signed checks a call by its signature. R matches names by their beginnings as well
// ("Argument matching", R Language Definition 4.3.2); bindArguments takes only whole
// ones, and refuses what could be the beginning of another.
func (c *rChecker) signed(name, signature string, args []*node) rValue {
	marks := strings.Fields(signature)
	formals := make([]string, len(marks))
	for i, m := range marks {
		formals[i] = strings.TrimLeft(m, "!<>^-?")
	}
	if len(args) > 0 && name == "aggregate" && len(args[0].kids) == 1 {
		if k := args[0].kids[0]; k.kind == nBinary && k.text == "~" || k.kind == nName && c.names[k.text].kind == rFormula {
			formals[1] = "data"
		}
	}
	if rDevice(name) && name != "pdf" && name != "svg" {
		formals[0] = "filename"
	}
	of, rest := c.bindArguments(formals, args)
	values := make([]rValue, len(formals))
	for i, f := range formals {
		a := of[f]
		if a == nil || marks[i][0] == '!' {
			continue
		}
		if len(a.kids) == 0 {
			return c.refuse()
		}
		switch {
		case marks[i] == "<file" && c.standard(a.kids[0], "stdin") || marks[i] == "<con" && c.standard(a.kids[0], "stdin") || marks[i][0] == '>' && c.standard(a.kids[0], "stdout"):
			values[i] = rValue{kind: rData}
		case marks[i] == "^select" && c.chooses(a.kids[0]):
			values[i] = rValue{kind: rData}
		case marks[i][0] == '^':
			values[i] = c.masked(func() rValue { return c.eval(a.kids[0]) })
		default:
			values[i] = c.argument(a)
		}
	}
	unnamed := 0
	for _, a := range rest {
		if v := c.argument(a); v.kind != rData || a.text != "" && !listWords(rArguments, a.text) {
			return c.refuse()
		}
		unnamed += boolInt(a.text == "")
	}
	if unnamed > 3 {
		return c.refuse()
	}
	return c.carried(name, marks, formals, values, of, unnamed, rest)
}

// chooses reports whether an expression only names columns. select= evaluates its
// expression with columns as numbers, so a call in it would run.
func (c *rChecker) chooses(n *node) bool {
	switch n.kind {
	case nUnary:
		return n.text == "-" && c.chooses(n.kids[0])
	case nBinary:
		return n.text == ":" && c.chooses(n.kids[0]) && c.chooses(n.kids[1])
	case nCall:
		if n.kids[0].kind != nName || n.kids[0].text != "c" || c.names["c"].kind != rBad {
			return false
		}
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 || !c.chooses(a.kids[0]) {
				return false
			}
		}
		return true
	}
	return n.kind == nName || n.kind == nText || n.kind == nConst
}

// carried states what a call by signature does.
func (c *rChecker) carried(name string, marks, formals []string, values []rValue, of map[string]*node, unnamed int, rest []*node) rValue {
	first := rValue{kind: rData}
	if marks[0][0] != '!' && of[formals[0]] != nil {
		first = values[0]
	} else if len(formals) > 1 && of[formals[1]] != nil && formals[1] == "x" { // Filter(f, x)
		first = values[1]
	}
	gives := rBad
	for i, f := range formals {
		a, v := of[f], values[i]
		if v.kind == rColumn && marks[i][0] != '^' && !listWords("tapply outer sweep", name) { // of a function R makes a list of its code
			return c.refuse()
		}
		if marks[i][0] != '!' && a != nil && v.kind != rData && v.kind != rColumn && !(first.kind == v.kind && (v.kind == rModels || v.kind == rFormula && name == "aggregate" || v.kind == rModel && name == "saveRDS")) {
			return c.refuse()
		}
		switch mark := marks[i][0]; {
		case a == nil && (mark == '<' || mark == '>' || mark == '-') && of["text"] == nil:
			c.leftOut(name, rest)
		case a == nil:
		case mark == '!':
			gives = c.called(a, unnamed, first)
		case mark == '<' && !c.standard(a.kids[0], "stdin"):
			c.path(v, pipeline.KindRead, false)
		case mark == '>' && !c.standard(a.kids[0], "stdout"):
			c.path(c.numbered(name, v), pipeline.KindWrite, false)
		case mark == '-':
			c.path(v, pipeline.KindDelete, false)
		case mark == '?':
			c.path(v, pipeline.KindRead, true)
		}
	}
	switch {
	case c.bad:
	case rDevice(name):
		c.device = true
	case listWords("sapply lapply vapply Map mapply apply tapply by", name) && gives != rBad:
		return c.listOf(gives)
	case name == "integrate" || name == "uniroot": // their results hold the call
		return rValue{kind: rModel}
	case name == "Filter":
		return rValue{kind: first.kind}
	case name == "with":
		if v := values[1]; v.kind <= rModels {
			return c.checked(rValue{kind: v.kind})
		}
		return c.refuse()
	case gives != rBad && gives != rData: // Reduce gives back what its function does
		c.bad = true
	}
	return rValue{kind: rData}
}

// called checks a callback that gets the elements of a value.
func (c *rChecker) called(a *node, unnamed int, of rValue) rType {
	each := rValue{kind: rData}
	switch of.kind {
	case rData:
		each = rValue{kind: rData, known: of.pattern, pattern: of.pattern, text: of.text}
	case rModels:
		each.kind = rModel
	case rColumn: // tapply(x, g, f) fails for what is no data
	case rFormula:
	default:
		c.bad = true
	}
	if len(a.kids) != 1 {
		c.bad = true
		return rBad
	}
	if k := a.kids[0]; k.kind == nConst && k.text == "NULL" {
		return rData
	}
	return c.callback(a.kids[0], unnamed, each)
}
