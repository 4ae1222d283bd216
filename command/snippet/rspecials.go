package snippet

import "strings"

// special judges calls that have rules of their own.
//
// Long: one case a function.
func (j *rSoft) special(name string, args []*node) {
	value := func(i int) *node {
		if i < len(args) && len(args[i].kids) == 1 {
			return args[i].kids[0]
		}
		return &node{}
	}
	if j.frozen > 0 && !listWords("with as.vector quote bquote expression enquote structure transform subset", name) {
		j.no()
		return
	}
	switch name {
	case "library", "require", "requireNamespace", "loadNamespace":
		j.loads(name, args)
	case "do.call":
		j.doesCall(args)
	case "with", "within", "subset", "transform":
		if len(args) > 0 {
			j.args("", args[:1])
			j.mask++
			j.args("", args[1:])
			j.mask--
		}
	case "UseMethod", "standardGeneric", "Sys.which":
		if k := value(0); k.kind != nText || strings.Trim(k.text, letterSet+digitSet+"._-") != "" || args[0].text != "" {
			j.no()
			return
		}
		j.text(value(0).text)
		j.args("", args[1:])
	case "quote", "bquote", "expression", "enquote":
		j.frozen++
		j.args("", args)
		j.frozen--
	case "substitute", "match.call", "sys.call", "conditionCall", "body", "formals": // code, which is only shown
		if j.shown == 0 || len(args) > 1 {
			j.no()
		}
		j.args("", args)
	case "structure":
		for _, a := range args {
			if (a.text == "class" || a.text == ".S3Class" || a.text == "mode" || a.text == "") && (len(a.kids) != 1 || a != args[0] && !j.classes(a.kids[0])) {
				j.no()
			}
		}
		j.args("", args)
	case "as.vector", "as":
		if k := value(1); len(args) > 2 || len(args) == 2 && (k.kind != nText || listWords("symbol name function call expression language environment any", k.text)) {
			j.no()
		}
		j.args("", args)
	case "new":
		if k := value(0); len(args) == 0 || k.kind != nText && (k.kind != nName || !j.generator(k.text)) || listWords("symbol name function call expression language environment", k.text) || args[0].text != "" {
			j.no()
		}
		j.args("", args)
	case "assign":
		if k := value(0); len(args) != 2 || k.kind != nText || args[0].text != "" || args[1].text != "" && args[1].text != "value" || rReaches(k.text) || rRuled(k.text) != "" {
			j.no()
		}
		j.args("", args)
	case "local", "Recall", "readline", "close", "getOption", "citation", "open":
		if name == "local" && len(args) != 1 || name == "open" && len(args) > 2 {
			j.no()
		}
		j.args("", args)
	case "glm":
		j.symbols = true
		for i, a := range args {
			switch {
			case len(a.kids) != 1:
				j.no()
			case i == 1 && a.text == "":
				j.function(a.kids[0], nil, 0)
			case a.text == "method" && (a.kids[0].kind != nText || !listWords("glm.fit model.frame", a.kids[0].text)):
				j.no()
			}
		}
		if !j.modelled(args) {
			j.no()
		}
		j.args("", args)
	case "as.formula", "formula", "reformulate":
		j.symbols = true
		j.formula(name, args)
	case "update":
		j.symbols = true
		if k := value(1); len(args) > 1 && (args[1].text == "" || strings.HasPrefix("formula.", args[1].text)) && !j.formulaOnly(k, 0) {
			j.no()
		}
		j.args("", args)
	case "installed.packages":
		if len(args) > 0 {
			j.no()
		}
	case "curve":
		j.draws = true
		if len(args) > 0 {
			if k := value(0); k.kind == nName {
				j.function(k, nil, 0)
			} else {
				j.mask++
				j.walk(k)
				j.mask--
			}
			j.args("", args[1:])
		}
	case "textConnection":
		if len(args) != 1 {
			j.no()
		}
		j.args("", args)
	case "txtProgressBar":
		for _, a := range args {
			if a.text != "" && strings.HasPrefix("file", a.text) {
				j.no()
			}
		}
		j.args("", args)
	case "serialize":
		if k := value(1); len(args) != 2 || k.kind != nConst || k.text != "NULL" {
			j.no()
		}
		j.args("", args)
	default:
		j.files(name, args)
	}
}

// generator reports whether a name is bound to what makes objects of a class.
func (j *rSoft) generator(name string) bool {
	for _, v := range j.bound[name] {
		if v == nil || v.kind != nCall || v.kids[0].kind != nName || !listWords("setClass setRefClass", v.kids[0].text) {
			return false
		}
	}
	return len(j.bound[name]) > 0
}

// loads judges what brings a package. It must be one of R or one that is known.
func (j *rSoft) loads(name string, args []*node) {
	for i, a := range args {
		switch {
		case len(a.kids) != 1, i == 0 && a.text != "" && a.text != "package":
			j.no()
			return
		case i == 0:
			k := a.kids[0]
			if k.kind != nText && (k.kind != nName || strings.HasSuffix(name, "Namespace")) || !rBasePackage(k.text) && !rKnown(k.text) {
				j.no()
				return
			}
		case !listWords("quietly warn.conflicts", a.text) || a.kids[0].kind != nConst && a.kids[0].kind != nName:
			j.no()
			return
		}
	}
	if len(args) == 0 {
		j.no()
	}
}

// doesCall judges do.call, which evaluates what is in the list.
func (j *rSoft) doesCall(args []*node) {
	for i, a := range args {
		switch {
		case len(a.kids) != 1:
			j.no()
		case a.text == "what" || i == 0 && a.text == "":
			j.function(a.kids[0], nil, 0)
			if _, name := rSplit(a.kids[0].text); len(j.bound[name]) > 0 || !listWords("rbind cbind bind_rows rbindlist anova sum max min paste paste0 order pmin pmax file.path merge union intersect data.frame expand.grid", name) {
				j.injects = true
			}
		case a.text == "" && i == 1 || a.text == "args":
			j.walk(a.kids[0])
		default:
			j.no()
		}
	}
}
