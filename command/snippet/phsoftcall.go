package snippet

import "strings"

// softly judges a call in the second reading; what it leaves to the first one is not done.
func (j *phJudge) softly(n *node) (v phValue, done bool) {
	fn, args := n.kids[0], n.kids[1:]
	whole := len(args) == 1 && args[0].kind == nStar && args[0].text == "()"
	if whole {
		args = nil
	}
	switch {
	case n.text == "()" && fn.kind == nAttr && fn.kids[0].kind == nClass && len(fn.kids) == 1:
		return j.fail(), true // (A::b)(…) would call what a property holds
	case n.text == "()", fn.kind == nName && fn.text[0] == '$':
		if !(fn.kind == nName && j.soft.methods["__invoke"] && j.mine(fn)) && !j.tamed(fn) {
			return j.fail(), true
		}
		if fn.kind != nName {
			j.eval(fn)
		}
		return j.all(args), true
	case fn.kind == nAttr:
		return j.asked(fn, args), true
	case fn.kind != nName:
		return j.fail(), true
	}
	name := strings.ToLower(fn.text)
	if whole && !j.defs[fn.text] && !phPure(name) && !phSoftPure(name) {
		return j.fail(), true
	}
	switch {
	case j.defs[fn.text]:
		return j.all(args), true
	case strings.Contains(name, `\`):
		if last := fn.text[strings.LastIndexByte(fn.text, '\\')+1:]; !j.soft.loads || phInternal(strings.ToLower(last)) && !phPure(strings.ToLower(last)) || phOutwardWord(fn.text) {
			return j.fail(), true
		}
		return j.lends(fn.text, "call of", args), true
	case phPure(name), phSoftPure(name):
		return j.all(args), true
	case phLastCalls(name), phCalling(name) >= 0:
		return j.callsTame(name, args), true
	case name == "parse_str":
		if len(args) != 2 || args[0].kind == nStar || args[1].kind == nStar {
			return j.fail(), true
		}
		return j.all(args), true
	case phSoftRefers(name):
		if name == "preg_filter" || name == "preg_replace_callback_array" || name == "exif_thumbnail" {
			return j.fail(), true
		}
		return j.all(args), true
	case name == "compact" && phCompacts(args), name == "ob_start" && len(args) == 0, name == "assert" && len(args) > 0 && args[0].kind != nText && args[0].kind != nName:
		return j.all(args), true
	case j.soft.loads && listWords("now today collect str dump dd trans blank filled class_basename data_get head last fake u s b tap value", name):
		return j.lends("", "call of", args), true
	case j.soft.loads && !whole && !phInternal(name) && wordEnd(name, 0) == len(name) && !listWords("getenv ini_set filter_var", name) && !j.touches(name): // of a file that is loaded
		return j.lends("", fn.text, args), true
	}
	return phValue{}, false
}

// callsTame judges a function that calls one of its arguments, whose value is tame.
func (j *phJudge) callsTame(name string, args []*node) phValue {
	at := phCalling(name)
	if phLastCalls(name) {
		at = len(args) - 1
	}
	for _, a := range args { // the places would not be known
		if a.kind == nStar || a.kind == nArg {
			return j.fail()
		}
	}
	if len(args) <= at {
		if name != "array_filter" {
			return j.fail()
		}
		return j.all(args)
	}
	if !j.tamed(args[at]) {
		return j.fail()
	}
	return j.all(args)
}

// phCompacts reports whether all that compact is told are names of plain variables.
func phCompacts(args []*node) bool {
	for _, a := range args {
		if a.kind != nText || a.text == "" || a.text[0] == '_' || a.text == "GLOBALS" || a.text == "argv" {
			return false
		}
	}
	return true
}

// statement judges what a database in memory is told: SQL that stands in the text and names
// no file. How rows are given back is a listed constant, as others call functions.
func (j *phJudge) statement(name string, base *node, args []*node) phValue {
	j.eval(base)
	switch name {
	case "exec", "query", "querysingle", "prepare":
		if len(args) == 0 || args[0].kind == nArg {
			return j.fail()
		}
		texts := j.eval(args[0]).texts
		if len(texts) == 0 {
			return j.fail()
		}
		for _, t := range texts {
			lower := strings.ToLower(t.s)
			if t.glob || strings.Contains(lower, "attach") || strings.Contains(lower, "vacuum") || strings.Contains(lower, "load_extension") || strings.Contains(lower, "pragma") || strings.Contains(lower, "writefile") || strings.Contains(lower, "readfile") {
				return j.fail()
			}
		}
		args = args[1:]
	case "execute":
		return j.all(args)
	case "fetch", "fetchall", "fetcharray", "fetchcolumn", "setfetchmode", "setattribute":
	default:
		return j.fail()
	}
	for _, a := range args {
		if !(a.kind == nConst && (listWords(`PDO::FETCH_ASSOC PDO::FETCH_NUM PDO::FETCH_COLUMN PDO::FETCH_OBJ PDO::FETCH_KEY_PAIR PDO::FETCH_BOTH PDO::ATTR_ERRMODE PDO::ERRMODE_EXCEPTION PDO::ATTR_DEFAULT_FETCH_MODE
			PDO::ATTR_EMULATE_PREPARES PDO::ERRMODE_WARNING PDO::ERRMODE_SILENT SQLITE3_ASSOC SQLITE3_NUM SQLITE3_BOTH false true`, a.text) || len(args) == 1 && name == "fetchcolumn" && digit(a.text[0]))) {
			return j.fail()
		}
	}
	return phValue{}
}
