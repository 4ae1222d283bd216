package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// started is a command between backquotes, as a call of the function of that name.
func (p *rbParser) started(text *node) *node {
	return p.node(nCall, "", p.node(nName, "`"), text)
}

// rbFed is the name of calls by which a program gets its input from this one.
const rbFed = "fed"

// starts notes that a program is started with constant words: by a shell if
// there is one text, else without. Ruby may do without a shell where the text
// has nothing that means something to one, which is the same.
func (j *rbJudge) starts(name string, n *node) rbValue {
	args := n.kids[1:]
	var words []string
	for _, a := range args {
		v := j.plain(a)
		if a.kind == nStar || a.kind == nArg || a.kind == nDict || a.kind == nLambda || len(v.texts) != 1 || v.texts[0].glob || v.texts[0].home || strings.IndexByte(v.texts[0].s, 0) >= 0 {
			return j.fail()
		}
		words = append(words, v.texts[0].s)
	}
	switch {
	case len(words) == 0 || words[0] == "":
		return j.fail()
	case len(words) == 1:
		words = []string{"/bin/sh", "-c", words[0]}
	}
	j.runs = append(j.runs, Effect{Kind: pipeline.KindRun, Object: strings.Join(words, "\x00"), Fed: name == rbFed})
	return rbValue{}
}
