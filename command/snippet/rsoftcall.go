package snippet

import "strings"

// call judges a call by what its function is.
func (j *rSoft) call(n *node) {
	callee, args := n.kids[0], n.kids[1:]
	j.invokes = j.invokes || callee.kind != nName && callee.kind != nLambda
	switch callee.kind {
	case nName:
		j.named(callee.text, args)
	case nAttr: // a method of an object, an element of a list
		j.walk(callee.kids[0])
		if rReaches(callee.text) && !listWords("close open get", callee.text) || j.own && pyReaches(callee.text) || len(j.attached) > 0 && rObject(callee.text) {
			j.no()
		}
		j.args("", args)
	case nLambda, nTuple, nCall, nIndex:
		j.walk(callee)
		j.args("", args)
	default:
		j.no()
	}
}

// rObject lists methods of objects of packages by which those reach out.
func rObject(name string) bool {
	return listWords("run exec eval call kill signal spawn write_input download upload post put patch delete send connect listen install restore", name)
}

// named judges the call of a function by its name.
func (j *rSoft) named(name string, args []*node) {
	pkg, member := rSplit(name)
	switch {
	case name == "return" || name == "(":
		j.args("", args)
		return
	case strings.Contains(name, ":::"):
		j.no()
		return
	case pkg != "" && rBasePackage(pkg):
		j.base(pkg, member, args)
		return
	case pkg != "":
		if !rKnown(pkg) || rUnlisted(pkg, member) {
			j.no()
			return
		}
		j.ofPackage(pkg, member, args)
		return
	}
	j.bare(name, args)
}

// bare judges a call by a name without a package. Where several things may have the name,
// the rules of all of them hold.
func (j *rSoft) bare(name string, args []*node) {
	own, ruled := len(j.bound[name]) > 0, false
	j.invokes = j.invokes || own && !j.lambdas[name] || j.mask > 0 // a column may have the name
	for _, of := range j.packages() {
		if j.reachesIn(of, name) {
			j.ofPackage(of, name, args)
			ruled = true
		}
	}
	switch {
	case rReaches(name) || rRuled(name) != "":
		if own && !j.lambdas[name] || !ruled || rRuled(name) != "" {
			j.base("", name, args)
		}
	case ruled:
	case own:
		j.ownArgs(name, args)
	case rComputes("", name):
		j.computes(name, args)
	case j.own:
		j.project(name, args)
	case len(j.attached) > 0:
		j.ofPackage("", name, args)
	default:
		j.no()
	}
}

// packages are those that are attached, in an order that is always the same.
func (j *rSoft) packages() (out []string) {
	for name := range strings.FieldsSeq(rPackages) {
		if j.attached[name] {
			out = append(out, name)
		}
	}
	return out
}

// project judges the call of a function of the project, which does by convention what its
// name says.
func (j *rSoft) project(name string, args []*node) {
	if pyReaches(name) || pyCommands(name) && len(args) > 0 {
		j.no()
		return
	}
	j.mask++
	j.args(name, args)
	j.mask--
}

// ownArgs judges what a function of the program is called with. It could take a function
// apart that it gets, so none may change files.
func (j *rSoft) ownArgs(name string, args []*node) {
	for _, a := range args {
		if len(a.kids) == 1 && a.kids[0].kind == nLambda && changesFiles(a.kids[0]) {
			j.no()
			return
		}
	}
	j.args(name, args)
}

// base judges the call of a function of R.
func (j *rSoft) base(pkg, name string, args []*node) {
	switch line := rRuled(name); {
	case line == "special":
		j.special(name, args)
	case line != "":
		j.ruled(name, line, args)
	case rReaches(name):
		j.no()
	case rComputes(pkg, name):
		j.computes(name, args)
	default:
		j.no()
	}
}

// rMakesTexts lists functions that make texts of others, as far as the names of functions
// could be put together by them.
func rMakesTexts(name string) bool {
	return listWords(`paste paste0 sprintf gettextf chartr casefold tolower toupper substr substring sub gsub rawToChar intToUtf8 strsplit strtoi rev format formatC toString sQuote dQuote encodeString iconv URLdecode
		basename trimws strtrim abbreviate make.names regmatches glue str_c str_sub str_replace str_replace_all str_remove str_remove_all str_to_lower str_flatten str_glue`, name)
}

// computes judges the call of a function that computes. Some draw, and some look for a
// function by its name.
func (j *rSoft) computes(name string, args []*node) {
	j.makes = j.makes || j.shown == 0 && rMakesTexts(name)
	if listWords(rDraws, name) || listWords(rDrawsModel, name) || listWords("curve barplot boxplot ggplot autoplot qplot", name) {
		j.draws = true
	}
	if listWords("cat message stop warning deparse deparse1", name) {
		j.shown++
		defer func() { j.shown-- }()
	}
	if listWords("as.list unlist unclass as.list.default as.list.function rapply", name) && len(args) > 0 && len(args[0].kids) == 1 {
		if k := args[0].kids[0]; k.kind == nName && (j.handled[k.text] || j.lambdas[k.text]) || k.kind == nLambda {
			j.no()
			return
		}
	}
	if listWords("packageVersion packageDescription packageDate maintainer find.package path.package", name) && len(args) != 1 {
		j.no() // where to look for it
		return
	}
	j.symbols = j.symbols || rFits(name)
	if rFits(name) && !j.modelled(args) {
		j.no()
		return
	}
	j.args(name, args)
}

// args judges arguments: those that are functions, and all others as values.
func (j *rSoft) args(name string, args []*node) {
	functions := map[*node]bool{}
	elements := (*node)(nil)
	if line := rTakes(name); line != "" {
		marks := strings.Fields(line)
		formals := make([]string, len(marks))
		for i, m := range marks {
			formals[i] = strings.TrimLeft(m, "!")
		}
		if listWords("tapply aggregate by outer apply", name) { // whose first parameters have several names
			formals = formalsOf(name, args, formals)
		}
		of := j.matched(formals, args)
		for i, f := range formals {
			if of[f] != nil && marks[i][0] == '!' {
				functions[of[f]] = true
			}
		}
		if a := of[formals[0]]; a != nil && marks[0][0] != '!' && len(a.kids) == 1 {
			elements = a.kids[0]
		}
	}
	for _, a := range args {
		switch {
		case len(a.kids) != 1:
		case a.text != "" && (strings.HasPrefix("lib.loc", a.text) && len(a.text) > 2 || a.text == "colClasses" && namesCode(a.kids[0])):
			j.no()
		case listWords("file filename con connection outfile path", a.text) && listWords("print plot summary format show toString autoplot update", name):
			j.no() // methods of packages write there
		case a.text == "MoreArgs":
			j.injects = true
			j.walk(a.kids[0])
		case functions[a] || rFunctionWord(a.text):
			j.function(a.kids[0], elements, 0)
		default:
			j.walk(a.kids[0])
		}
	}
}

// namesCode reports whether a class of code is named anywhere in a value.
func namesCode(n *node) bool {
	if n.kind == nText && listWords("symbol name function call expression language environment", n.text) {
		return true
	}
	for _, k := range n.kids {
		if namesCode(k) {
			return true
		}
	}
	return false
}

// formalsOf are the names of the parameters of a function by what a call says.
func formalsOf(name string, args []*node, formals []string) []string {
	switch name {
	case "tapply":
		return []string{"X", "INDEX", "FUN"}
	case "by":
		return []string{"data", "INDICES", "FUN"}
	case "apply":
		return []string{"X", "MARGIN", "FUN"}
	case "aggregate":
		for _, a := range args {
			if a.text == "data" || a.text == "formula" {
				return []string{"formula", "data", "FUN"}
			}
		}
		return []string{"x", "by", "FUN"}
	}
	return formals
}
