package snippet

import "strconv"

// The arguments of a program: process.argv, parts of it, and one of them.

// words is what comes before the first argument: node, and the program if that
// is a file or standard input.
func (j *jsJudge) words() int {
	if j.given.Eval {
		return 1
	}
	return 2
}

// argument is one of the arguments, counted from the first that a list has.
func (j *jsJudge) argument(index *node, from int) jsValue {
	i, err := strconv.Atoi(index.text)
	if err != nil || index.kind != nConst {
		return jsValue{}
	}
	return j.argumentAt(i + from)
}

// argumentAt is process.argv[i]. The first words are the program and the script, of
// which -e has but one.
func (j *jsJudge) argumentAt(i int) jsValue {
	args := j.given.Args
	if i -= j.words(); i < 0 || !j.given.Known || len(args) == 0 {
		return jsValue{}
	}
	last := len(args) - 1
	switch {
	case j.given.Glob && i >= last: // each file that it stands for may have any place from here on
		return jsValue{texts: []pyText{{s: args[last], glob: true}}}
	case i > last:
		return jsValue{}
	}
	return jsValue{texts: []pyText{{s: args[i]}}}
}

// variable is a variable of the environment, if the program sets none of that name.
func (j *jsJudge) variable(name string) jsValue {
	if j.given.Variable == nil || j.own[name] {
		return jsValue{}
	}
	var v jsValue
	for _, s := range j.given.Variable(name) {
		if s == "" || len(v.texts) == maxTexts {
			return jsValue{}
		}
		v.texts = append(v.texts, pyText{s: s})
	}
	return v
}

// sliced is process.argv.slice(n).
func (j *jsJudge) sliced(n *node) jsValue {
	j.arguments(n)
	if len(n.kids) != 2 || n.kids[1].kind != nConst {
		return jsValue{}
	}
	from, err := strconv.Atoi(n.kids[1].text)
	if err != nil || from < j.words() || !j.given.Known {
		return jsValue{}
	}
	v := jsValue{rest: from}
	for i := from; i < j.words()+len(j.given.Args) && len(v.items) < maxTexts; i++ {
		v.items = append(v.items, j.argumentAt(i).texts...)
	}
	if len(v.items) == maxTexts {
		v.items = nil
	}
	return v
}

// element is an element of a list by its place, as in const [a, b] = x.
func (j *jsJudge) element(s site[jsValue]) jsValue {
	v := j.eval(s.node)
	i, err := strconv.Atoi(s.member)
	switch {
	case err != nil:
	case v.what == jsArgv:
		return j.argumentAt(i)
	case v.rest > 0:
		return j.argumentAt(i + v.rest)
	case v.what == jsPlain && s.node.kind == nList && i < len(s.node.kids): // as it is written
		for _, kid := range s.node.kids[:i+1] {
			if kid.kind == nStar {
				return jsValue{}
			}
		}
		return j.plain(s.node.kids[i])
	}
	if v.owned() {
		return v
	}
	j.used(v)
	return jsValue{}
}
