package snippet

import "strings"

// variable is the value of a variable of the environment, if the command knows
// it. No program that is understood sets one.
func (j *rbJudge) variable(keys []pyText) rbValue {
	if j.given.Variable == nil || len(keys) != 1 || keys[0].glob {
		return rbValue{}
	}
	var out rbValue
	j.relied = true
	for _, s := range j.given.Variable(keys[0].s) {
		if strings.ContainsAny(s, globbing+"~\x00") {
			return rbValue{}
		}
		out.texts = append(out.texts, pyText{s: s})
	}
	return out
}
