package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// call checks a call by what its function is: one of the program, or one of the
// vocabulary. R evaluates an argument only when the function looks at it (R
// Language Definition, "Argument evaluation"), so what an argument binds may
// not be bound. A name that the program binds to data may still be called, and
// means R's function then: R skips values that are no functions when it looks
// for one. For a rColumn that is not certain either way.
func (c *rChecker) call(n *node) rValue {
	callee := n.kids[0]
	if callee.kind != nName {
		return c.refuse()
	}
	name, args := callee.text, n.kids[1:]
	switch v := c.names[name]; {
	case v.kind == rFunc:
		for _, a := range args {
			if len(a.kids) == 0 || c.part(false, func() rValue { return c.eval(a.kids[0]) }).kind != rData {
				return c.refuse()
			}
		}
		return rValue{kind: v.gives}
	case v.kind == rColumn, v.kind == rBad && v.known:
		return c.refuse() // who knows what R finds
	}
	pkg, member, dotted := strings.Cut(name, "::")
	if dotted {
		if rTool(name) {
			return c.tool(name, args)
		}
		if !rPackage(pkg) && !listWords(rMembers, name) {
			return c.refuse()
		}
		name = member
	}
	spec := rSpec(name)
	if spec == "" {
		return c.refuse()
	}
	if spec[0] != 'x' {
		return c.listed(spec, name, args)
	}
	return c.special(name, args)
}

// plain evaluates arguments that are data. columns: they may be of uncertain
// kind as well. free: they may have any name, because the function only makes
// columns or elements of it.
func (c *rChecker) plain(args []*node, columns, free bool) {
	for _, a := range args {
		if a.text != "" && !free && !listWords(rArguments, a.text) {
			c.bad = true
		}
		if len(a.kids) == 0 {
			c.bad = true
			return
		}
		if v := c.argument(a); v.kind != rData && (v.kind != rColumn || !columns) {
			c.bad = true
		}
	}
}

// argument is the value of an argument; R may never look at it. Three names
// take more than data: na.action and family the name of a function, of which
// the harmless are listed, and colClasses names of classes, for any of which
// as() could be called (?read.table). Such a name must not be bound by the
// program or by a column.
func (c *rChecker) argument(a *node) rValue {
	if c.bad || len(a.kids) == 0 {
		return c.refuse()
	}
	switch value := a.kids[0]; a.text {
	case "na.action":
		if value.kind != nName || !listWords("na.omit na.exclude na.pass na.fail", value.text) || c.names[value.text].kind != rBad || c.data > 0 {
			return c.refuse()
		}
		return rValue{kind: rData}
	case "family":
		if value.kind == nCall && (len(value.kids) == 1 || len(value.kids) == 2 && len(value.kids[1].kids) == 1 && value.kids[1].kids[0].kind == nText) {
			value = value.kids[0]
		}
		if value.kind != nName && value.kind != nText || !listWords("binomial gaussian poisson Gamma quasibinomial quasipoisson serif sans mono symmetric", value.text) || c.names[value.text].kind != rBad || c.data > 0 {
			return c.refuse()
		}
		return rValue{kind: rData}
	case "colClasses":
		if !rClasses(value) || c.names["c"].kind != rBad {
			return c.refuse()
		}
		return rValue{kind: rData}
	}
	return c.part(false, func() rValue { return c.eval(a.kids[0]) })
}

// listed checks a call by the line of its function: what it takes, how many
// arguments without a name, and what it gives.
//
//	v  values of any kind, v* any number of them
//	l  data that is certain
//	m  a formula or data first; gives a model
//	f  a formula or data first; gives data
//	s  a model or data; gives data. S: gives what it got
//	g  draws values. G: and may draw a formula or a model
//
// A digit behind the letter is the number; without one it is four. More
// arguments without a name could reach parameters that are not data, as the
// names of those that follow are not known here.
func (c *rChecker) listed(spec, name string, args []*node) rValue {
	limit := 4
	if len(spec) > 1 {
		limit = int(spec[1] - '0')
		if spec[1] == '*' {
			limit = len(args)
		}
	}
	unnamed := 0
	for _, a := range args {
		if a.text == "" {
			unnamed++
		}
	}
	if unnamed > limit {
		return c.refuse()
	}
	switch spec[0] {
	case 'g':
		c.draws = true
		fallthrough
	case 'v':
		c.plain(args, true, listWords(rFreeNames, name))
	case 'l':
		c.plain(args, false, listWords(rFreeNames, name))
	case 'm', 'f', 'G', 's', 'S':
		return c.modelled(spec[0], name, args, unnamed)
	default:
		return c.refuse()
	}
	if name == "c" || name == "paste0" || name == "file.path" {
		return c.constant(name, args)
	}
	return rValue{kind: rData}
}

// modelled checks a call whose first argument decides what the function does: R
// looks for the method by its class (?UseMethod). A formula is evaluated among
// the columns of the data that follow, so what follows is checked as masked. spec
// is the letter of the function's line, see listed; unnamed is how many arguments
// stand without a name.
func (c *rChecker) modelled(spec byte, name string, args []*node, unnamed int) rValue {
	out := rValue{kind: rData}
	if len(args) == 0 {
		return c.refuse()
	}
	c.draws = c.draws || spec == 'G'
	first := c.argument(args[0])
	switch first.kind {
	case rFormula:
		if spec == 's' || spec == 'S' {
			return c.refuse()
		}
		if unnamed > 2 { // subset and na.action follow, the name of a function
			return c.refuse()
		}
		c.mask++
		defer func() { c.mask-- }()
	case rModel, rModels:
		if first.kind == rModels && spec != 'S' {
			return c.refuse()
		}
		if spec == 'm' || spec == 'f' {
			return c.refuse()
		}
		if spec == 'S' {
			out.kind = first.kind
		}
	case rData:
		if name == "plot" && unnamed > 2 && (unnamed > 3 || len(args) < 3 || args[0].text+args[1].text+args[2].text != "" || len(args[2].kids) != 1 || args[2].kids[0].kind != nText || len(args[2].kids[0].text) != 1) {
			return c.refuse() // the name of a function, for a table of data
		}
		// A text would be read as a formula by what makes models.
		if spec == 'm' && !listWords(rWithoutFormula, name) {
			return c.refuse()
		}
	case rColumn:
		if (spec != 'G' || unnamed < 2) && !listWords(rWithoutFormula, name) {
			return c.refuse()
		}
	default:
		return c.refuse()
	}
	for _, a := range args {
		if a.text == "method" && listWords(rModelling, name) { // the name of a function
			return c.refuse()
		}
	}
	if word := args[0].text; word != "" && word != "x" && word != "formula" && word != "object" {
		return c.refuse()
	}
	c.rest(args[1:], spec)
	if spec == 'm' {
		out.kind = rModel
	}
	return out
}

// rClasses reports whether a value names classes of columns that are data. For
// a class that is none of R's own read.table calls as(), for which a program
// can have its own method.
func rClasses(n *node) bool {
	if n.kind == nCall && n.kids[0].kind == nName && n.kids[0].text == "c" {
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 || !rClasses(a.kids[0]) {
				return false
			}
		}
		return true
	}
	return n.kind == nConst || n.kind == nText && listWords("numeric character integer logical Date factor NULL POSIXct double", n.text)
}

// rest checks what follows a formula or a model. Data and weights are looked up
// among the columns (?lm), na.action and family are not. The beginning of a
// name counts as the name (R Language Definition, "Argument matching"), which
// is why one that could mean a function is refused, however short.
func (c *rChecker) rest(args []*node, spec byte) {
	for _, a := range args {
		if a.text != "" && !listWords(rArguments, a.text) {
			c.bad = true
			return
		}
		for _, whole := range [...]string{"na.action", "family", "method", "contrasts", "FUN", "panel"} { // R takes the beginning for the name
			if a.text != "" && a.text != whole && strings.HasPrefix(whole, a.text) {
				c.bad = true
			}
		}
		masked := boolInt(c.mask > 0 && a.text != "na.action" && a.text != "family")
		c.data += masked
		v := c.argument(a)
		c.data -= masked
		if v.kind == rModel && spec == 's' { // anova(a, b)
			continue
		}
		if v.kind != rData && v.kind != rColumn {
			c.bad = true
		}
	}
}

// constant puts constant texts together, for the paths that are made of them.
// If a part is not constant the whole is data without a text: not refused, but
// no path either.
func (c *rChecker) constant(name string, args []*node) rValue {
	out := rValue{kind: rData, known: true}
	for i, a := range args {
		part := rValue{}
		if a.text == "" && len(a.kids) == 1 {
			switch k := a.kids[0]; k.kind {
			case nText:
				part = rValue{known: true, text: k.text}
			case nName:
				if part = c.names[k.text]; c.data > 0 {
					part = rValue{}
				}
			}
		}
		if !part.known || part.pattern || name == "c" && i > 0 {
			return rValue{kind: rData}
		}
		if i > 0 && name == "file.path" {
			out.text += "/"
		}
		out.text += part.text
	}
	out.known = len(args) > 0
	return out
}

// callback checks what is called for values of a kind and further words, and
// says what it gives. A name must be a function for certain: of any other value
// R takes the text for the name of one.
//
// more is how many arguments besides the elements the caller hands on, which
// count against the number that the function may have.
func (c *rChecker) callback(n *node, more int, given ...rValue) rType {
	if n.kind == nLambda {
		return c.function(n, given)
	}
	if n.kind != nName && n.kind != nText || n.kind == nName && c.data > 0 {
		c.bad = true
		return rBad
	}
	if n.kind == nText && listWords("[ [[ + - * / ^ == != < > <= >= & | %in% %% %/% :", n.text) {
		return rData
	}
	name := n.text
	for _, pkg := range [...]string{"base::", "stats::", "utils::"} {
		name = strings.TrimPrefix(name, pkg)
	}
	v, there := c.names[name]
	switch spec := rSpec(name); {
	case there && v.kind == rFunc && given[0].kind == rData:
		return v.gives
	case there && (n.kind == nName || v.kind != rData), spec == "", len(spec) > 1 && spec[1] != '*' && int(spec[1]-'0') < more+len(given), more > 3:
	case (spec[0] == 'v' || spec[0] == 'l') && given[0].kind == rData:
		return rData
	case spec[0] == 's':
		return rData
	case spec[0] == 'S':
		return given[0].kind
	case listWords("read.csv read.delim read.table readLines", name) && more == 0 && given[0].kind == rData && c.path(given[0], pipeline.KindRead, false):
		return rData
	}
	c.bad = true
	return rBad
}

// bindArguments puts arguments where they belong by R's rules: names first,
// then places (R Language Definition, "Argument matching"). What is left
// belongs to "..." if the signature has that, and is bad if not. Behind "..." a
// parameter is only reached by its whole name. An argument whose name is the
// beginning of a parameter's is bad, although R would take it: which one it
// means depends on all parameters, and the signature need not have all.
func (c *rChecker) bindArguments(formals []string, args []*node) (map[string]*node, []*node) {
	out := map[string]*node{}
	var rest, unnamed []*node
	dots := slices.Index(formals, "...")
	for _, a := range args {
		switch at := slices.Index(formals, a.text); {
		case a.text == "":
			unnamed = append(unnamed, a)
		case at >= 0 && out[a.text] == nil && a.text != "...":
			out[a.text] = a
		default:
			for i, f := range formals {
				if strings.HasPrefix(f, a.text) && (dots < 0 || i < dots) {
					c.bad = true
				}
			}
			if !listWords(rArguments, a.text) || dots < 0 {
				c.bad = true
			}
			rest = append(rest, a)
		}
	}
	for i, f := range formals {
		if len(unnamed) == 0 || dots >= 0 && i >= dots {
			break
		}
		if out[f] == nil {
			out[f], unnamed = unnamed[0], unnamed[1:]
		}
	}
	if dots < 0 && len(unnamed) > 0 {
		c.bad = true
	}
	return out, append(unnamed, rest...)
}
