package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
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

// ofTwin judges a program by the name that it was copied or linked from. True: it is that
// program and nothing else, as the command has just put it where nothing was.
func (r *run) ofTwin(sc *scope, object string, fields []field) bool {
	for _, t := range slices.Backward(r.twins) {
		if t.at != object {
			continue
		}
		if !systemDir(path.Dir(t.of)) && !systemDir(path.Dir(r.w.Paths.Resolve(t.of))) {
			return false
		}
		words := slices.Clone(fields)
		words[0].text = t.of
		codes := r.codes
		r.within(path.Base(object), func() { r.exec(sc.fork(), words) })
		if r.codes != codes || !r.copiedWhole(t) {
			return false
		}
		for i, e := range r.effects {
			if e.Kind == pipeline.KindRun && e.Object == object {
				r.effects[i].Object = t.of
			}
		}
		return true
	}
	return false
}

// copiedWhole reports whether a name certainly stands for a copy of a program of the
// machine: one cp has written it, and there was no other file of that name.
func (r *run) copiedWhole(t twin) bool {
	m, _ := r.w.Paths.(*memo)
	if name := path.Base(t.at); name != path.Base(t.of) && (asCalled(path.Base(t.of)) || asCalled(path.Base(r.w.Paths.Resolve(t.of))) || asCalled(name) || ofCoreutils(name)) {
		return false
	}
	if t.linked || r.linked || m == nil || m.finds() != nil && m.finds().Exists(t.at) || r.w.Paths.IsDir(path.Dir(t.at)+"/"+path.Base(t.of)) {
		return false
	}
	copies := 0
	for _, e := range r.effects {
		if (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && mayTouch(e.Object, e.Certain, t.at) {
			if copies++; e.Kind != pipeline.KindWrite || e.By != "cp" || e.Object != t.at || !e.Certain {
				return false
			}
		}
	}
	return copies == 1
}

// asCalled names programs that do what they are called, as systemctl does that is called
// reboot.
func asCalled(name string) bool {
	switch name {
	case "systemctl", "shutdown", "halt", "poweroff", "reboot", "init", "telinit", "udevadm", "busybox", "toybox", "coreutils", "kmod", "modprobe", "insmod", "rmmod", "lsmod", "modinfo", "depmod", "lvm", "mtools", "iptables", "ip6tables", "xtables-nft-multi", "xtables-legacy-multi",
		"vim", "nvim", "vi", "ex", "view", "bash", "rbash", "sh", "dash", "zsh", "ksh", "git", "zip", "xz", "gzip", "bzip2", "zstd", "sendmail", "postfix", "exim4", "perl", "e2fsck", "tune2fs", "mke2fs", "ncat", "crun", "runc", "multipath":
		return true
	}
	return false
}

// ofCoreutils names those that change something: where one program holds all of
// coreutils(1), any of them does so under that name.
func ofCoreutils(name string) bool {
	switch name {
	case "rm", "rmdir", "unlink", "mv", "cp", "dd", "ln", "shred", "truncate", "chmod", "chown", "chgrp", "kill", "install", "env", "timeout", "nohup", "nice", "chroot", "tee", "split", "mknod", "mkfifo", "stdbuf":
		return true
	}
	return false
}

// throughTwin states what an effect on a path would ruin if the path leads
// through one of the links. To delete a link itself ruins nothing, unless a slash
// behind it means what it leads to.
func (r *run) throughTwin(e pipeline.Effect, slash bool) {
	if special(e.Object) && !r.twinning && catalogue.PathKind(e.Kind) && e.Mark != catalogue.MarkMetadata && e.By != "find" {
		r.patternThroughTwin(e)
	}
	if e.By == "ln" || r.twinning {
		return
	}
	if e.Kind == pipeline.KindRead || e.Kind == pipeline.KindCode {
		r.readsTwins(e)
	}
	if e.Kind != pipeline.KindDelete && e.Kind != pipeline.KindWrite {
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

// readsTwins states as read what links in a folder lead to that were just made: what goes
// through that folder may follow them (rg -L, tar -h, zip -r, a build of a site).
func (r *run) readsTwins(e pipeline.Effect) {
	if e.Mark == catalogue.MarkMetadata || e.By == "link" || !path.IsAbs(e.Object) {
		return
	}
	for _, t := range slices.Backward(r.twins) {
		if !t.linked || t.of == r.w.Dir || !r.spend(1) || !strings.HasPrefix(t.at, strings.TrimSuffix(e.Object, "/")+"/") {
			continue
		}
		through := e
		through.Kind, through.Object, through.Certain = pipeline.KindRead, t.of, false
		if through.Mark = ""; e.Kind == pipeline.KindRead {
			through.Mark = e.Mark
		}
		r.twinning = true
		r.emit(through)
		r.twinning = false
	}
}

// patternThroughTwin states what an effect on a pattern does behind a link that was just
// made, which one of the names that it stands for may be.
func (r *run) patternThroughTwin(e pipeline.Effect) {
	want := strings.Split(e.Object, "/")
	for _, t := range slices.Backward(r.twins) {
		if !t.linked || t.of == r.w.Dir || strings.HasPrefix(t.of, r.w.Dir+"/") || !r.spend(len(want)) {
			continue
		}
		rest, meets := restBehind(want, strings.Split(t.at, "/"))
		if !meets || rest == "" && e.Kind == pipeline.KindDelete { // the link itself
			continue
		}
		through := e
		through.Object = path.Join(t.of, rest)
		r.twinning = true
		r.emit(through)
		r.twinning = false
	}
}

// restBehind is what is left of a pattern behind a path that its beginning may be.
func restBehind(want, at []string) (rest string, meets bool) {
	for i, segment := range at {
		switch {
		case i >= len(want):
			return "", false
		case want[i] == "**":
			return strings.Join(want[i+1:], "/"), true
		}
		if ok, err := path.Match(want[i], segment); err == nil && !ok {
			return "", false
		}
	}
	return strings.Join(want[len(at):], "/"), true
}

// linksTo states as read what symbolic links lead to outside of the folder: whoever goes
// through one later, to copy, pack or publish a folder, reads that without naming it.
// Nobody packs a whole machine by mistake.
func (v *visit) linksTo() {
	dir, ok := v.sc.exactFolder()
	if !ok || len(v.operands) == 0 {
		return
	}
	targets, at := v.operands, dir
	if len(targets) > 1 && !v.has("-t", "--target-directory") {
		last := targets[len(targets)-1]
		targets = targets[:len(targets)-1]
		if last.exact() && last.text != "" {
			at = path.Dir(absolute(dir, last.text))
			if strings.HasSuffix(last.text, "/") {
				at = absolute(dir, last.text)
			}
		}
	}
	for _, f := range targets {
		if !f.exact() || f.text == "" {
			continue
		}
		g := f
		if !path.IsAbs(g.text) {
			g.text = path.Join(at, g.text)
		}
		if p := path.Clean(g.text); p != "/" && !strings.HasPrefix(p, "/dev/") && p != v.r.w.Dir && !strings.HasPrefix(p, v.r.w.Dir+"/") {
			v.r.path(v.sc, g, pipeline.KindRead, v.name, "")
		}
	}
}
