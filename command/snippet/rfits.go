package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// function judges what is given where a function is wanted. A text there is the name of
// one, so it must be written out; a name must be bound to functions alone.
//
// Long: one case a form.
func (j *rSoft) function(n, elements *node, depth int) {
	if depth > 4 {
		j.no()
		return
	}
	switch n.kind {
	case nLambda:
		j.walk(n)
	case nConst:
	case nTuple:
		j.function(n.kids[0], elements, depth+1)
	case nUnary:
		if n.text != "~" {
			j.no()
		}
		for _, k := range n.kids {
			j.walk(k)
		}
	case nText, nName:
		j.functionNamed(n, elements)
	case nCall:
		callee := n.kids[0]
		if callee.kind != nName {
			j.no()
			return
		}
		_, name := rSplit(callee.text)
		switch {
		case listWords("list c funs vars", name) && len(j.bound[name]) == 0:
			for _, a := range n.kids[1:] {
				if len(a.kids) == 1 {
					j.function(a.kids[0], elements, depth+1)
				}
			}
		case rMakesFunction(name) && len(j.bound[name]) == 0:
			j.call(n)
		default:
			j.no()
		}
	default:
		j.no()
	}
}

// rMakesFunction lists functions that give functions, or what stands for one.
func rMakesFunction(name string) bool {
	_, name = rSplit(name)
	return listWords(`Negate Vectorize partial compose possibly safely insistently slowly ecdf approxfun splinefun colorRampPalette as_mapper binomial poisson Gamma gaussian quasibinomial quasipoisson
		negative.binomial label_comma label_percent label_dollar label_number label_date comma_format percent_format dollar_format memoise`, name)
}

// functionNamed judges the name of a function.
func (j *rSoft) functionNamed(n, elements *node) {
	pkg, name := rSplit(n.text)
	ruled := rRuled(name)
	for _, of := range append(j.packages(), pkg) {
		if line := rPackageRule(of, name); line != "" {
			ruled = line
		}
	}
	switch {
	case strings.Contains(n.text, ":::"):
		j.no()
	case strings.HasPrefix(ruled, "<"): // for each of some files
		if elements == nil || j.bound[n.text] != nil {
			j.no()
			return
		}
		j.path(&node{kind: nIndex, text: "[[", kids: []*node{elements}}, pipeline.KindRead, false)
	case name == "source" && (pkg == "" || pkg == "base") && elements != nil && j.bound[name] == nil:
		j.brings(name, &node{kind: nIndex, text: "[[", kids: []*node{elements}}, nil)
	case rReaches(name) || ruled != "" || j.reachesAttached(name):
		j.no()
	case pkg != "" && rBasePackage(pkg):
		if !rComputes(pkg, name) {
			j.no()
		}
	case pkg != "":
		if !rKnown(pkg) || rUnlisted(pkg, name) || j.reachesIn(pkg, name) {
			j.no()
		}
	case len(j.bound[name]) > 0:
		for _, v := range j.bound[name] {
			if v == nil || v.kind != nLambda && (v.kind != nCall || v.kids[0].kind != nName || !rMakesFunction(v.kids[0].text) || len(j.bound[v.kids[0].text]) > 0) {
				j.no()
			}
		}
	case rComputes("", name), listWords("[ [[ ( $", name), j.own && !pyReaches(name) && !pyCommands(name), len(j.attached) > 0:
		if n.kind == nName && j.mask > 0 {
			j.masked = true
		}
	default:
		j.no()
	}
}

// rFits lists functions that take a formula, or a text for one.
func rFits(name string) bool {
	return listWords(`lm glm nls aov loess manova xtabs model.frame model.matrix get_all_vars ppr factanal lmer glmer nlmer coxph survfit survreg gam bam lme gls polr rq randomForest rpart ctree multinom nnet ranger feols
		feglm ivreg plm zeroinfl hurdle glm.nb gamm rlm betareg clm clmm glmmTMB terms medpolish step add1 drop1`, name)
}

// modelled reports whether the first argument of such a function is certainly no text.
func (j *rSoft) modelled(args []*node) bool {
	var first *node
	for _, a := range args {
		if a.text == "formula" {
			first = a
			break
		}
		if a.text == "" && first == nil {
			first = a
		}
		if strings.HasPrefix("formula", a.text) && a.text != "" {
			return false
		}
	}
	return first == nil || len(first.kids) == 1 && j.formulaOnly(first.kids[0], 0)
}

// formulaOnly reports whether a value is a formula, or what a model gives.
func (j *rSoft) formulaOnly(n *node, depth int) bool {
	if j.steps++; n == nil || depth > 6 || j.steps > rMaxSteps {
		return false
	}
	switch n.kind {
	case nUnary, nBinary:
		return n.text == "~"
	case nTuple:
		return j.formulaOnly(n.kids[0], depth+1)
	case nCall:
		if n.kids[0].kind != nName {
			return false
		}
		_, name := rSplit(n.kids[0].text)
		if len(j.bound[name]) > 0 {
			return false
		}
		if listWords("list c", name) {
			for _, a := range n.kids[1:] {
				if len(a.kids) != 1 || !j.formulaOnly(a.kids[0], depth+1) {
					return false
				}
			}
			return true
		}
		return listWords("as.formula formula reformulate update bf", name) || rFits(name)
	case nIndex:
		return j.formulaOnly(n.kids[0], depth+1)
	case nName:
		if j.mask > 0 { // a column may have the name
			return false
		}
		for _, v := range j.bound[n.text] {
			if !j.formulaOnly(v, depth+1) {
				return false
			}
		}
		return len(j.bound[n.text]) > 0
	}
	return false
}
