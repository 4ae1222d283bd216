package snippet

import "strings"

// prepare notes what names are bound to, and which packages are attached.
//
// Long: one case a form that binds.
func (j *rSoft) prepare(n *node, above *node) {
	if n == nil {
		return
	}
	switch n.kind {
	case nName: // as in what is done for each of some files
		_, name := rSplit(n.text)
		j.own = j.own || n.text == "source"
		j.stored = j.stored || listWords("readRDS read_rds load", name)
		j.invokes = j.invokes || name == "load" // whatever the program calls may come in with it
	case nAssign:
		j.assigned(n)
	case nFor:
		j.bound[n.text] = append(j.bound[n.text], &node{kind: nIndex, text: "[[", kids: []*node{n.kids[0]}})
	case nLambda:
		for _, p := range n.kids[0].kids {
			var value *node
			if above != nil && above.kind == nCall {
				value = elementsFor(above, n, p)
			}
			j.bound[p.text] = append(j.bound[p.text], value)
		}
	case nCall:
		j.handlers(n)
		if callee := n.kids[0]; callee.kind == nName {
			_, name := rSplit(callee.text)
			switch {
			case listWords("library require requireNamespace loadNamespace", name) && len(n.kids) > 1 && len(n.kids[1].kids) == 1:
				if pkg := n.kids[1].kids[0]; pkg.kind == nName || pkg.kind == nText {
					j.attach(pkg.text)
				}
			case name == "assign" && len(n.kids) > 2 && len(n.kids[1].kids) == 1 && len(n.kids[2].kids) == 1:
				j.bound[n.kids[1].kids[0].text] = append(j.bound[n.kids[1].kids[0].text], nil)
			case name == "setGeneric" && len(n.kids) > 2 && len(n.kids[1].kids) == 1 && n.kids[1].kids[0].kind == nText && len(n.kids[2].kids) == 1 && n.kids[2].kids[0].kind == nLambda:
				generic := n.kids[1].kids[0].text
				j.lambdas[generic] = len(j.bound[generic]) == 0 || j.lambdas[generic]
				j.bound[generic] = append(j.bound[generic], n.kids[2].kids[0])
				j.methods = true
			case listWords("setMethod setReplaceMethod setAs setRefClass setGeneric", name):
				j.methods = true
			case listWords("rm remove", name):
				j.removes = true
			case listWords("devtools::load_all pkgload::load_all source", callee.text), name == "load_all":
				j.own = true
			}
		}
	}
	for _, k := range n.kids {
		at := n
		if n.kind == nArg || n.kind == nTuple {
			at = above
		}
		j.prepare(k, at)
	}
}

// handlers notes the parameters of functions that get conditions: those hold code that ran.
func (j *rSoft) handlers(call *node) {
	for _, a := range call.kids[1:] {
		if len(a.kids) == 1 && a.kids[0].kind == nLambda && listWords("error warning message condition interrupt simpleError simpleWarning", a.text) {
			for _, p := range a.kids[0].kids[0].kids {
				j.handled[p.text] = true
			}
		}
	}
}

// assigned notes an assignment. What a part of a value is changed to is not followed.
func (j *rSoft) assigned(n *node) {
	target, value := n.kids[0], n.kids[1]
	part := false
	for target.kind == nIndex || target.kind == nAttr || target.kind == nCall && len(target.kids) > 1 && len(target.kids[1].kids) == 1 {
		part = true
		if target.kind == nCall {
			target = target.kids[1].kids[0]
		} else {
			target = target.kids[0]
		}
	}
	if target.kind != nName && target.kind != nText {
		j.no()
		return
	}
	if part {
		value = nil
	}
	j.bound[target.text] = append(j.bound[target.text], value)
	if generic, _, dotted := strings.Cut(target.text, "."); target.text != "" && (!nameStart(target.text[0]) && target.text[0] != '.' && target.text[0] != '%' || dotted && (rComputes("", generic) || rRuled(generic) != "" || rReaches(generic))) && value != nil {
		j.methods = true
	}
	only := true
	for _, v := range j.bound[target.text] {
		only = only && v != nil && v.kind == nLambda
	}
	j.lambdas[target.text] = only
}

// elementsFor is what a parameter of a function gets that is written where another
// function calls it for each element: lapply(files, function(f) …). nil: nobody knows.
func elementsFor(call, lambda, param *node) *node {
	if call.kids[0].kind != nName || len(lambda.kids[0].kids) == 0 || lambda.kids[0].kids[0] != param {
		return nil
	}
	_, name := rSplit(call.kids[0].text)
	if !listWords("lapply sapply vapply map map_chr map_dbl map_int map_lgl map_df map_dfr map_dfc walk mclapply Filter Map", name) {
		return nil
	}
	for _, a := range call.kids[1:] {
		if len(a.kids) == 1 && a.kids[0] != lambda && (a.text == "" || a.text == "X" || a.text == ".x" || a.text == "x") {
			return &node{kind: nIndex, text: "[[", kids: []*node{a.kids[0]}}
		}
	}
	return nil
}

// attach notes a package, with those that it brings.
func (j *rSoft) attach(pkg string) {
	j.attached[pkg] = true
	if pkg == "tidyverse" {
		for name := range strings.FieldsSeq("ggplot2 tibble tidyr readr purrr dplyr stringr forcats lubridate") {
			j.attached[name] = true
		}
	}
	if pkg == "devtools" {
		j.attached["usethis"] = true
	}
}
