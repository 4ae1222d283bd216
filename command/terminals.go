package command

import "path"

// ownTerminals reports whether a command for tmux reaches a server of the agent's own:
// one whose socket lies in the folder at hand or in its scratch folder, by -S, or by -L
// and TMUX_TMPDIR. Where neither is said, $TMUX or the user's own server is meant.
func (v *visit) ownTerminals() bool {
	if f, ok := v.arg("-S"); ok {
		return v.inScratch(f)
	}
	if _, ok := v.arg("-L"); !ok || v.sc.murky {
		return false
	}
	name, _ := v.arg("-L")
	dir := v.sc.lookup("TMUX_TMPDIR")
	if !name.exact() || path.Base(name.text) != name.text || dir.unset || dir.array || dir.ref || dir.assoc || len(dir.alts) != 1 || dir.alts[0].kind != valueText {
		return false
	}
	return v.inScratch(field{text: dir.alts[0].text, span: name.span})
}

// inScratch reports whether a path lies in the folder at hand or in the scratch folder.
func (v *visit) inScratch(f field) bool {
	at, ok := v.r.place(v.sc, f)
	if !ok {
		return false
	}
	scratch := v.r.w.Env["TMPDIR"]
	if scratch == "/tmp" || scratch == "/var/tmp" || !path.IsAbs(scratch) { // anybody's
		scratch = v.r.w.Dir
	}
	return mayTouch(v.r.w.Dir, true, at) || mayTouch(path.Clean(scratch), true, at)
}
