package command

import (
	"strings"

	"passepartout/pipeline"
)

// membersOfArchive states as read what a command takes out of an archive by its name: what
// an archive holds of a file of secrets is as secret as that file, whatever the archive is
// called and wherever the copy goes. A list of names says nothing of what they hold.
func (v *visit) membersOfArchive() {
	switch v.name {
	case "tar", "gtar", "bsdtar":
		if !v.has("-x", "--extract", "--get", "-d", "--diff", "--compare") {
			return
		}
	case "unzip", "bsdunzip":
		if v.has("-l", "-t", "-z", "-Z", "-v") {
			return
		}
	case "7z", "7za", "7zr", "7zz", "p7zip", "rar", "unrar":
		if !strings.HasSuffix(v.path, " e") && !strings.HasSuffix(v.path, " x") && !strings.HasSuffix(v.path, " p") {
			return
		}
	case "ar", "cpio", "jar", "unar":
	default:
		return
	}
	left := -1 // unzip leaves out what stands behind -x, up to the next option
	for i, f := range v.fields {
		if f.text == "-x" && (v.name == "unzip" || v.name == "bsdunzip") && len(v.operands) > 0 && v.operands[0].span.Start < f.span.Start {
			left = i
		}
	}
	for _, f := range v.operands {
		if left >= 0 && f.span.Start > v.fields[left].span.Start {
			continue
		}
		if telling(f.text[strings.LastIndexByte(f.text, '/')+1:]) || telling(f.text) {
			v.local(f, f.text, pipeline.KindRead, "")
		}
	}
}
