package command

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// maxMembers bounds the members of archives that one command names.
const maxMembers = 64

// namesMembers states what a command unpacks by its name: an archive writes into the whole
// folder, which says nothing of a file that runs later.
func (r *run) namesMembers() {
	named := 0
	for i := range r.commands {
		c := &r.commands[i]
		if !takesOut(c) {
			continue
		}
		for k, w := range c.Argv[1:] {
			if w.Text == "-x" && c.Name == "unzip" && k > 0 && !strings.HasPrefix(c.Argv[k].Text, "-") {
				break // what stands behind the archive's name and this is left out
			}
			name := strings.TrimPrefix(w.Text, "./")
			if name == "" || name[0] == '-' || name[0] == '/' || strings.HasPrefix(name, "..") || !strings.Contains(name, "/") && name[0] != '.' {
				continue
			}
			if named++; named > maxMembers {
				r.unknown("names more members of archives than are looked at", c.Name, pipeline.Span{})
				return
			}
			r.emit(pipeline.Effect{Kind: pipeline.KindWrite, Object: path.Join(r.w.Dir, name), By: c.Name})
		}
	}
}

// takesOut reports whether a command takes files out of an archive.
func takesOut(c *Command) bool {
	if len(c.Argv) < 2 {
		return false
	}
	switch c.Name {
	case "unzip", "unrar", "7z", "7za", "7zr", "7zz", "cpio", "pax", "unar":
		return true
	case "tar", "bsdtar", "gtar":
		for _, w := range c.Argv[1:] {
			if w.Text == "--extract" || w.Text == "--get" {
				return true
			}
		}
		first := strings.TrimPrefix(c.Argv[1].Text, "-")
		return !strings.HasPrefix(first, "-") && strings.Contains(first, "x")
	}
	return false
}
