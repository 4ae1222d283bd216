package command

import (
	"maps"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A text that nobody can follow is held, and a person may approve that. What it
// would certainly ruin, were it read in the way that its author plainly means,
// is for nobody to approve: the floor under all policies has to see it. So such
// readings are judged beside what is stated, and of what they do only ruin is
// kept. A reading never takes an effect away; it can turn a hold into a denial
// and nothing else.

// maxReadings bounds readings within readings.
const maxReadings = 3

// ruins judges a reading and keeps of its effects those that the floor looks
// for, which is nothing below the working folder. Nothing else of it stays: the run is as it was before.
func (r *run) ruins(span pipeline.Span, reading func()) {
	r.ruinsBy(span, reading, func(e pipeline.Effect) (pipeline.Effect, bool) {
		return e, ruinous(&e) && !strings.HasPrefix(e.Object, r.w.Dir+"/")
	})
}

// ruinsBy is ruins with a choice of its own, which may say what an effect is
// outside of where it happens.
func (r *run) ruinsBy(span pipeline.Span, reading func(), keep func(pipeline.Effect) (pipeline.Effect, bool)) {
	if r.muted > 0 || r.over || r.readings >= maxReadings {
		return
	}
	saved := *r
	r.programs, r.typed, r.unread = maps.Clone(r.programs), maps.Clone(r.typed), maps.Clone(r.unread)
	r.pids, r.built, r.integers = maps.Clone(r.pids), maps.Clone(r.built), maps.Clone(r.integers)
	r.arrays = maps.Clone(r.arrays)
	if r.readings++; r.fixed == nil {
		r.fixed = &span
	}
	r.p.seen.clear()
	reading()
	var found []pipeline.Effect
	for _, e := range r.effects[min(len(saved.effects), len(r.effects)):] {
		if e, ok := keep(e); ok {
			found = append(found, e)
		}
	}
	if r.over { // what stands behind it was not judged
		found = append(found, r.passed)
	}
	saved.work, saved.count, saved.walked = r.work, r.count, r.walked // what was spent is spent
	*r = saved
	r.p.seen.clear() // what was taken back may be emitted again
	for _, e := range found {
		if len(r.effects) < maxEffects && !slices.Contains(r.effects, e) {
			r.effects = append(r.effects, e)
		}
	}
}

// ruinous reports whether the floor may deny an effect.
func ruinous(e *pipeline.Effect) bool {
	switch e.Mark {
	case catalogue.MarkForkBomb, catalogue.MarkKillAll, catalogue.MarkPower, catalogue.MarkDisk, catalogue.MarkSecurityOff, catalogue.MarkBoot:
		return e.Kind != pipeline.KindRead
	case catalogue.MarkRecursive:
		return e.Kind != pipeline.KindRead
	}
	return e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindWrite && machineFile(e.Object)
}

// machineFile reports whether a file is a device or one that says who may do
// what on the machine.
func machineFile(object string) bool {
	switch object {
	case "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/sudoers", "/etc/fstab":
		return true
	}
	return strings.HasPrefix(object, "/dev/") || strings.HasPrefix(object, "/proc/") || strings.HasSuffix(object, "/**")
}

// spelledOut judges a text that code hands to a shell, and keeps of it what
// ruins or deletes.
func (v *visit) spelledOut(text string, f field) {
	v.r.ruinsBy(f.span, func() { v.r.suspectText(v.sc, text, v.name, f.span) }, func(e pipeline.Effect) (pipeline.Effect, bool) { return e, ruinous(&e) })
}

// spelledCode looks into code that is stated as such, by the program that runs
// it, wherever that is stated.
func (r *run) spelledCode(object, by, mark string, span pipeline.Span) {
	text, ok := strings.CutPrefix(object, by+": ")
	if !ok || r.muted > 0 || r.over || mark == catalogue.MarkRemoteCommand || mark == catalogue.MarkContainer || !r.spend(len(text)/16) {
		return
	}
	r.ruins(span, func() {
		v := &visit{r: r, sc: newScope(r), name: by}
		v.codeText(text, field{text: text, span: span}, 0)
	})
}

// spelledFile looks into a file that the command has written and then runs as
// code, which is read as a whole where a shell or another interpreter gets it.
func (r *run) spelledFile(text string, code pipeline.Effect) {
	if r.muted > 0 || r.over || len(text) > maxValue || !r.spend(len(text)/8) {
		return
	}
	first, _, _ := strings.Cut(text, "\n")
	by := code.By
	if strings.HasSuffix(code.Object, ".sh") || strings.HasSuffix(code.Object, ".bash") {
		by = "sh"
	}
	if line, ok := strings.CutPrefix(first, "#!"); ok {
		if words := strings.Fields(line); len(words) > 0 {
			by = nameIn(words[0])
			if by == "env" && len(words) > 1 {
				by = words[len(words)-1]
			}
		}
	}
	r.ruins(code.Span, func() {
		if isShell(by) || by == "zsh" || by == "ksh" {
			r.suspectText(newScope(r), text, "bash", code.Span)
			return
		}
		v := &visit{r: r, sc: newScope(r), name: by}
		v.codeText(text, field{text: text, span: code.Span}, 0)
	})
}
