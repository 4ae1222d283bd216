package snippet

import "strings"

// jsNoted is what was noted of a program on the way. No single note is harm; some
// must not meet.
type jsNoted struct {
	handed     bool           // functions of the project were called
	codes      bool           // texts were put together that may be code
	free       bool           // data was called, as functions are, or changed
	reached    bool           // an object's method has a name that stays behind
	leads      bool           // an object's method has a name by which a connection leads on
	spawned    bool           // programs run beside it
	named      bool           // names of entries of folders are relied upon
	renamed    bool           // they may have been changed
	hollowed   bool           // they may have become numbers, or what was made empty
	looping    bool           // within a loop that may go round any number of times
	inMain     bool           // what stands here is run by the first thread alone
	repeats    int            // loops and functions around
	awaited    *node          // what is waited for
	feeds      bool           // what such a program reads is asked for
	alive      bool           // there are connections or servers
	kept       bool           // values of the project's code have got among the other
	loose      bool           // data that may be a constructor has got among the other
	texted     bool           // texts that nobody has read were handed to other code
	spoken     bool           // such texts are arguments of methods
	woven      bool           // values were handed over that the first look would not hand over
	unsure     bool           // what was called may have come from other code
	leans      bool           // a method is relied upon to give a number
	streamed   bool           // files that are opened later on were handed to functions
	loaded     []string       // packages that are the project's own code to the program
	strange    bool           // packages that nobody knows are among them
	datum      bool           // paths come out of data
	dated      []string       // the files that they come from
	mixes      bool           // data of files may have got what objects have that the program made
	bunned     bool           // databases are those of Bun, where query and run take statements as well
	database   bool           // a database of SQLite was opened
	questioned bool           // something is asked that may reach out of one
	reckoned   bool           // members are asked for by names that are reckoned
	lured      bool           // what leads on from living things is looked at as a value
	steered    bool           // options that say where connections go may have been set behind them
	told       map[*node]bool // texts of commands that are stated
	argued     bool           // the arguments of the program are looked at
	dug        bool           // what an object has under its own names is taken for data
	borne      bool           // modules or their functions are values
	lent       bool           // the same, or other functions of the language are
	polluted   bool           // data may have got into all objects
	tinged     bool           // the same, by two names that are reckoned
	optioned   bool           // files are opened with options in an object
}

// contradicted reports whether things met that must not.
func (j *jsJudge) contradicted() bool {
	other := j.handed || j.kept
	switch {
	case j.free && (j.loose || j.given.Texts),
		j.feeds && j.spawned,
		j.named && j.misnamed(),
		j.reached && j.handed,
		j.leads && (j.alive || j.handed),
		(j.texted || j.spoken && j.kept) && j.unsure,
		j.soft && j.loose && other,
		j.alive && (j.steered || j.lured && j.unsure),
		j.database && (j.questioned || j.reckoned && j.free && j.unsure),
		j.leans && other,
		j.tinged && (j.spawned || j.optioned || other),
		j.dug && (other || j.alive || j.spawned || j.database || j.borne),
		j.strange && j.kept && j.unsure: // any function of it might be called
		return true
	}
	return j.redirected() || j.undatum()
}

// leadsOut reports whether a program that calls other code has a text, or the
// means to make one, that points out of the project or is code.
func (j *jsJudge) leadsOut(tree *node) bool {
	if j.datum && (j.jsAbsolute(tree) || j.codes || jsComposes(tree)) {
		return true
	}
	if !j.handed {
		return false
	}
	if j.woven && (j.rooted(tree) || j.argued && !j.inwardArguments()) {
		return true
	}
	return !j.inward(tree) || j.codes || scripted(tree)
}

// inwardArguments reports whether no argument of the program points out.
func (j *jsJudge) inwardArguments() bool {
	if !j.given.Known {
		return false
	}
	for _, a := range j.given.Args {
		if outsideOf(a, j.given.Inner) || strings.HasPrefix(a, "/") {
			return false
		}
	}
	return true
}

// rooted reports whether a program has a text that a path from the root, from a
// home or upwards may be made of, but where it is a route.
func (j *jsJudge) rooted(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case nAttr, nIndex: // a variable of the environment
		if base := n.kids[0]; n.text == "env" || base.kind == nAttr && base.text == "env" {
			return n.kind == nIndex || n.text == "env" || !listWords(ownVariables, n.text)
		}
	case nText:
		return strings.HasPrefix(n.text, "/") || strings.HasPrefix(n.text, "~") || strings.Contains(n.text, "..") || n.text == "." || strings.HasPrefix(n.text, "./..")
	case nFormat:
		if first := n.kids[0].text; len(n.kids) > 1 && (first != "" && !strings.Contains(first, "..") && first[0] != '/' && first[0] != '~' || first == "" && len(n.kids) > 2) {
			for _, kid := range n.kids[1:] {
				if kid.kind == nArg && j.rooted(kid) || strings.Contains(kid.text, "..") {
					return true
				}
			}
			return false
		}
	case nCall:
		if j.leaves(n.kids[0]) {
			n = withoutHere(n) // find(".")
		}
		if requires(n) || routed(n) {
			for _, kid := range n.kids[min(2, len(n.kids)):] {
				if j.rooted(kid) {
					return true
				}
			}
			return j.rooted(n.kids[0])
		}
	}
	for _, kid := range n.kids {
		if j.rooted(kid) {
			return true
		}
	}
	return false
}

// routed reports whether the first argument of a call is a route, or asks something
// about a text.
func routed(n *node) bool {
	fn := n.kids[0]
	if fn.kind == nName {
		return fn.text == "fetch" || fn.text == "describe" || fn.text == "it" || fn.text == "test"
	}
	return fn.kind == nAttr && len(n.kids) > 1 && listWords("get post put patch delete all use head options inject request route split startsWith endsWith includes indexOf", fn.text)
}

// jsAbsolute reports whether a program has a text of its own that points out of the
// project, or what makes one. What a program is started with is no path.
func (j *jsJudge) jsAbsolute(n *node) bool {
	if n == nil {
		return false
	}
	kids := n.kids
	switch n.kind {
	case nText:
		return n.text != "/" && !versionText(n.text) && (strings.HasPrefix(n.text, "/") && !j.insideOf(n.text) || outsideOf(withoutIdioms(n.text), j.given.Inner)) || strings.Contains(n.text, "../") || n.text == ".." || !n.sure && spelt(n.text)
	case nBinary: // an ending
		if right := n.kids[1]; n.text == "+" && right.kind == nText && right.sure && !strings.Contains(right.text, "..") && !outward(strings.TrimLeft(right.text, "/")) {
			kids = kids[:1]
		}
	case nFormat:
		for i, kid := range n.kids {
			if kid.kind == nArg && j.jsAbsolute(kid) || kid.kind == nText && (i == 0 || outward(strings.TrimLeft(kid.text, "/")) || strings.Contains(kid.text, "..")) && j.jsAbsolute(kid) {
				return true
			}
		}
		return false
	case nNew, nCall:
		if n.kids[0].kind == nName && n.kids[0].text == "URL" {
			return true
		}
		if v := j.callee(n.kids[0]); v.what == jsMember && v.name == "child_process" && len(kids) > 1 {
			kids = kids[2:]
		}
	}
	for _, kid := range kids {
		if j.jsAbsolute(kid) {
			return true
		}
	}
	return false
}

// leaves reports whether a function is one of other code, or of the module path: what it
// is told is not put together with anything in the program.
func (j *jsJudge) leaves(fn *node) bool {
	switch fn.kind {
	case nName:
		return len(j.bindingOf(fn.text).sites) > 0 && j.name(fn).owned()
	case nAttr:
		base := fn.kids[0]
		if base.kind != nName || len(j.bindingOf(base.text).sites) == 0 {
			return false
		}
		v := j.name(base)
		return v.owned() || v.what == jsObject && v.name == "path"
	}
	return false
}

// withoutHere is a call without arguments that are the folder at hand, as they stand there.
func withoutHere(n *node) *node {
	rest := *n
	rest.kids = nil
	for i, kid := range n.kids {
		if i > 0 && kid.kind == nText && kid.text == "." && n.text != "tag" {
			kid = &node{kind: nConst, text: "0", at: kid.at}
		}
		rest.kids = append(rest.kids, kid)
	}
	return &rest
}
