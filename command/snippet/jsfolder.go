package snippet

import "strings"

// The names that a folder has are any names; what goes through them, leaves
// some out or puts them in order has no others.

// left is what filter and sort give back of a list.
func left(name string, base jsValue, n *node) jsValue {
	if !onlyAsked(n) {
		return jsValue{}
	}
	if name == "filter" && len(n.kids) > 1 {
		return jsValue{items: ending(base.items, n.kids[1]), entry: base.entry}
	}
	return jsValue{items: base.items, entry: base.entry}
}

// onlyAsked reports whether a function that is given to filter or sort gets the
// elements, and perhaps their number, but not the list itself, which it could change.
func onlyAsked(call *node) bool {
	if len(call.kids) < 2 {
		return true
	}
	fn := call.kids[1]
	if fn.kind == nName {
		return fn.text == "Boolean"
	}
	if fn.kind != nLambda || len(call.kids) > 2 || len(fn.kids[0].kids) > 2 {
		return false
	}
	for _, param := range fn.kids[0].kids {
		if param.kind == nStar {
			return false
		}
	}
	return true
}

// ending is what a filter like f => f.endsWith(".js") leaves of any names.
func ending(items []pyText, filter *node) []pyText {
	end, ok := endsWith(filter)
	if !ok {
		return items
	}
	return each(items, func(s string) string {
		if s == anyName {
			return s + end
		}
		return s
	})
}

// endsWith reports whether a function is f => f.endsWith(".js") and no more.
func endsWith(filter *node) (end string, ok bool) {
	if filter.kind != nLambda || len(filter.kids[0].kids) != 1 || filter.kids[0].kids[0].kind != nName || filter.kids[1].kind != nCall || len(filter.kids[1].kids) != 2 {
		return "", false
	}
	fn, text := filter.kids[1].kids[0], filter.kids[1].kids[1]
	if fn.kind != nAttr || fn.text != "endsWith" || fn.kids[0].kind != nName || fn.kids[0].text != filter.kids[0].kids[0].text || text.kind != nText || !text.sure || strings.ContainsAny(text.text, globbing+"/]") {
		return "", false
	}
	return text.text, true
}

// linesOfInput is readline.createInterface({input: process.stdin}).
func (j *jsJudge) linesOfInput(args []*node) jsValue {
	if len(args) != 1 || args[0].kind != nDict {
		return j.fail()
	}
	input := false
	for i := 0; i+1 < len(args[0].kids); i += 2 {
		key, value := args[0].kids[i], args[0].kids[i+1]
		switch {
		case key != nil && key.text == "input" && j.eval(value).what == jsStdin:
			input = true
		case key != nil && listWords("crlfDelay terminal", key.text) && (value.kind == nConst || value.kind == nName && value.text == "Infinity"):
		default:
			return j.fail()
		}
	}
	if !input {
		return j.fail()
	}
	return jsValue{what: jsStdin}
}
