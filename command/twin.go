package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// A program that was just copied or linked to another name is still that
// program, and what lies below a link to another folder is what lies in that
// folder. Both are held as they stand, since a path may lead elsewhere than it
// seems to; what they would ruin is judged by what they lead to.

// maxTwins bounds the names that are followed.
const maxTwins = 32

// twin is another name of a file or folder of the machine.
type twin struct {
	at, of string
	linked bool // what is written to it, or below it, is written there
}

// notesTwin notes the names that ln, cp, mv and install give to what they take.
func (v *visit) notesTwin() {
	switch v.name {
	case "ln", "link", "cp", "mv", "install":
	default:
		return
	}
	if len(v.operands) < 2 || len(v.r.twins) >= maxTwins || v.r.muted > 0 || v.has("-t", "--target-directory") {
		return
	}
	dir, ok := v.sc.exactFolder()
	if !ok {
		return
	}
	to := v.operands[len(v.operands)-1]
	if !to.exact() || to.text == "" {
		return
	}
	at, linked := absolute(dir, to.text), v.name == "ln" && v.has("-s", "--symbolic")
	for _, f := range v.operands[:len(v.operands)-1] {
		from := f.text
		if !f.exact() {
			continue
		}
		switch {
		case path.IsAbs(from):
		case linked:
			from = path.Join(path.Dir(at), from)
		default:
			from = absolute(dir, from)
		}
		from = path.Clean(from)
		if from == "" || strings.HasPrefix(from, v.r.w.Dir+"/") {
			continue // the folder's own
		}
		// Whether the last word is a folder is not asked: both are noted.
		v.r.twins = append(v.r.twins, twin{at, from, linked}, twin{path.Join(at, path.Base(from)), from, linked})
	}
}

// ofTwin judges a program by the name that it was copied or linked from.
func (r *run) ofTwin(sc *scope, object string, fields []field) {
	for _, t := range slices.Backward(r.twins) {
		if t.at != object {
			continue
		}
		if !systemDir(path.Dir(t.of)) && !systemDir(path.Dir(r.w.Paths.Resolve(t.of))) {
			return
		}
		words := slices.Clone(fields)
		words[0].text = t.of
		r.ruins(fields[0].span, func() { r.exec(sc.fork(), words) })
		return
	}
}

// throughTwin states what an effect on a path would ruin if the path leads
// through one of the links. To delete a link itself ruins nothing, unless a slash
// behind it means what it leads to.
func (r *run) throughTwin(e pipeline.Effect, slash bool) {
	if e.Kind != pipeline.KindDelete && e.Kind != pipeline.KindWrite || e.By == "ln" || r.twinning {
		return
	}
	for _, t := range slices.Backward(r.twins) {
		if !t.linked {
			continue
		}
		rest, below := strings.CutPrefix(e.Object, t.at+"/")
		if !below && (e.Object != t.at || e.Kind == pipeline.KindDelete && !slash) {
			continue
		}
		if !below {
			rest = ""
		}
		e.Object = path.Join(t.of, rest)
		if ruinous(&e) && !strings.HasPrefix(e.Object, r.w.Dir+"/") {
			r.twinning = true
			r.emit(e)
			r.twinning = false
		}
		return
	}
}
