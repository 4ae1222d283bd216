package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// copies notes that a file of known text was copied: cp FILE PLACE. The place may be a
// folder, though its name has an ending; then what lies in there counts. Only the plain
// form counts: an option could keep what stands there, or follow a link.
func (r *run) copies(sc *scope, s *syntax.Stmt, call *syntax.CallExpr) {
	if len(sc.made) == 0 || len(call.Args) != 3 || call.Args[0].Lit() != "cp" || len(s.Redirs)+len(call.Assigns) > 0 || s.Negated || s.Background {
		return
	}
	if r.muted > 0 || r.linked || r.fixed != nil || len(r.calling) > 0 || sc.renamed("cp") {
		return
	}
	mute := r.mute()
	words := r.appendWord(r.appendWord(nil, sc, call.Args[1]), sc, call.Args[2])
	r.unmute(mute)
	if len(words) != 2 || words[0].optionLike() || words[1].optionLike() || !words[0].exact() || !words[1].exact() {
		return
	}
	if to := words[1].text; to == "." || strings.HasSuffix(to, "/") { // a folder
		words[1].text = path.Join(to, path.Base(words[0].text))
	}
	if path.Ext(words[1].text) == "" {
		return
	}
	m, _, ok := r.madeFile(sc, words[0])
	if at, known := r.place(sc, words[1]); ok && known {
		r.keeps(sc, at, m.text, true)
	}
}
