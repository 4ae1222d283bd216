package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// What a command unpacks, clones or applies from elsewhere and runs in the same breath is
// code that nobody has looked at, as what it copies from there is. An archive of the
// project itself, or one that lies in the scratch folder, is the project's own. Once it is
// unpacked and the command has ended, a person can look at it.

// unpacks names what puts files into a folder that an archive, a patch or another
// repository holds.
func unpacks(by string) bool {
	switch by {
	case "tar", "gtar", "bsdtar", "star", "pax", "cpio", "bsdcpio", "unzip", "bsdunzip", "7z", "7za", "7zr", "7zz", "p7zip", "unrar", "rar", "unar", "jar", "ar", "git", "hg", "svn", "patch", "gpatch", "zipfile", "tarfile",
		"unsquashfs", "cabextract", "unlzx", "lha", "arj", "ouch", "aunpack", "atool", "dtrx", "dpkg-deb", "dpkg", "rpm2archive", "ditto", "zip", "unace", "unzoo", "msiextract", "innoextract", "zpaq", "borg", "restic":
		return true
	}
	return false
}

// feeds names what hands a file on to a program that reads its standard input.
func feeds(by string) bool {
	switch by {
	case "redirect", "cat", "bat", "tac", "head", "tail", "pv", "dd", "gzip", "gunzip", "zcat", "pigz", "unpigz", "bzip2", "bunzip2", "bzcat", "xz", "unxz", "xzcat", "lz4", "lz4cat", "zstd", "unzstd", "zstdcat", "brotli", "base64", "openssl", "gpg", "age", "rpm2cpio", "ssh", "docker", "podman", "kubectl", "aws", "gsutil", "rclone", "nc", "ncat", "socat":
		return true
	}
	return fetches(by)
}

// unpackedAsCode holds a command that runs code of a folder into which it has put
// somebody else's files.
func (r *run) unpackedAsCode() {
	if r.over || r.muted > 0 {
		return
	}
	for i := range len(r.effects) {
		if r.effects[i].Kind != pipeline.KindRun || !unpacks(r.effects[i].By) {
			continue
		}
		if !r.spend(len(r.effects)/8 + 1) {
			return
		}
		start, by := i, r.effects[i].By
		end := start + 1
		for end < len(r.effects) && r.effects[end].Kind != pipeline.KindRun {
			end++
		}
		from := r.unpackedFrom(start, end, by)
		if from == "" {
			continue
		}
		for j := start + 1; j < end; j++ {
			w := r.effects[j]
			if w.Kind == pipeline.KindWrite && w.By == by && path.IsAbs(w.Object) && path.Base(w.Object) != ".git" && r.runsOf(w, end) {
				r.emit(pipeline.Effect{Kind: pipeline.KindUnknown, Object: clip(path.Base(w.Object) + ", which it makes, reaches out: " + by + " " + from), By: by, Mark: catalogue.MarkMadeCode, Span: w.Span})
				break
			}
		}
	}
}

// unpackedFrom is what is unpacked, if it does not lie in the project; effects from start
// to end are those of one command. What is read from standard input is what was read or
// fetched before.
func (r *run) unpackedFrom(start, end int, by string) string {
	own := false
	for _, e := range r.effects[start:end] {
		if e.Kind != pipeline.KindRead || e.By != by || e.Mark == catalogue.MarkMetadata || !path.IsAbs(e.Object) {
			continue
		}
		if own = true; r.foreignFile(e.Object, start) {
			return e.Object
		}
	}
	if own {
		return ""
	}
	for _, e := range r.effects[:start] {
		switch {
		case !feeds(e.By):
		case e.Kind == pipeline.KindConnect && by != "git":
			return e.Object
		case e.Kind == pipeline.KindRead && e.Mark != catalogue.MarkMetadata && path.IsAbs(e.Object) && !strings.HasPrefix(e.Object, "/dev/") && r.foreignFile(e.Object, start):
			return e.Object
		}
	}
	return ""
}

// foreignFile reports whether a file is not the project's: it lies elsewhere, or
// something has just been fetched into it.
func (r *run) foreignFile(file string, before int) bool {
	if !r.inOwn(file) {
		return true
	}
	for _, e := range r.effects[:before] {
		if e.Kind == pipeline.KindWrite && fetches(e.By) && mayTouch(e.Object, e.Certain, file) {
			return true
		}
	}
	return false
}

// inOwn reports whether a path lies in the project or in its scratch folder.
func (r *run) inOwn(p string) bool {
	for _, dir := range [...]string{r.w.Dir, r.w.Env["TMPDIR"]} {
		if path.IsAbs(dir) && (mayTouch(path.Clean(dir), true, p) || mayTouch(r.w.Paths.Resolve(path.Clean(dir)), true, p)) {
			return true
		}
	}
	return false
}

// runsOf reports whether code that runs later lies in what was written, or around it.
func (r *run) runsOf(w pipeline.Effect, after int) bool {
	for i := after; i < len(r.effects); i++ {
		e := &r.effects[i]
		if e.Kind == pipeline.KindCode && path.IsAbs(e.Object) && (mayTouch(w.Object, true, e.Object) || r.covers(e, path.Join(w.Object, "x"))) {
			return true
		}
	}
	return false
}
