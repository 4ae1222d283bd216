package housecheck

import (
	"slices"
	"strconv"
	"strings"
)

// layer says what the packages of some folders may import of this module.
type layer struct {
	in    []string // folders, each with everything below it
	allow []string // folders of this module; "x/" allows everything below x
	why   string
}

// layers of the house, first match wins. A folder may always import itself and
// what lies below it. Floor 0 is the words and the small machines.
func layers() []layer {
	ground := []string{"pipeline", "command/", "confine/", "process/", "display/", "internal/"}
	return []layer{
		{[]string{"cmd/", "test/", "examples/"}, []string{""}, "the roof knows everything"},
		{[]string{"pipeline/perceive/", "pipeline/reason/", "pipeline/act/"}, []string{"pipeline"}, "stages know the words only"},
		{[]string{"pipeline"}, nil, "the words know nothing but the standard library"},
		{[]string{"command/", "confine/", "process/", "display/"}, ground, "floor 0 stands on itself"},
		{[]string{"internal/"}, []string{""}, "judged by whoever imports it"},
		{[]string{"actuators/"}, append(ground, "actuators"), "hands know the words and floor 0, not each other"},
		{[]string{"gates/"}, append(ground, "gates"), "judges know the words and floor 0, not each other"},
		{[]string{"skills/"}, append(ground, "skills"), "skills know the words and floor 0, not each other"},
		{[]string{"hitl/", "audit/", "event/", "bus/", "console/", "mcp/"}, ground, "rooms know the words, not each other; the roof connects them"},
	}
}

// owners are the libraries that one room alone may import. Tests are free of
// this, and so is what only helps them.
func owners() map[string][]string {
	return map[string][]string{
		"github.com/nats-io/":              {"bus/", "test/"},
		"github.com/cloudevents/":          {"event/", "test/"},
		"mvdan.cc/sh/":                     {"command/"},
		"charm.land/":                      {"console/"},
		"github.com/modelcontextprotocol/": {"mcp/", "test/"},
		"github.com/spf13/cobra":           {"cmd/"},
		"os/exec":                          {"process/", "confine/", "internal/spawn/", "test/"},
	}
}

// layers checks every import of every file that is not a test: tests may look
// around, what ships may not.
func (h *house) layers() {
	for _, f := range h.files {
		if f.test {
			continue
		}
		for _, spec := range f.tree.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue
			}
			if local, ok := strings.CutPrefix(path, h.module+"/"); ok {
				h.local(f, local)
			} else {
				h.foreign(f, path)
			}
		}
	}
}

// local checks an import of this module. A folder for which no layer speaks is
// an error, so that a new one has to be given its place.
func (h *house) local(f file, to string) {
	if to == f.dir || strings.HasPrefix(to, f.dir+"/") {
		return
	}
	for _, l := range layers() {
		if !below(f.dir, l.in) {
			continue
		}
		// Test support (<thing>test) is for tests; only other test support may use it.
		if !below(to, l.allow) && !testSupport(f.dir) {
			h.add(f.path, "imports %s: %s", to, l.why)
		}
		return
	}
	h.add(f.path, "lies in a folder that no layer names")
}

// foreign checks an import from elsewhere. What has a dot before its first
// slash is no part of the standard library.
func (h *house) foreign(f file, path string) {
	if f.dir == "pipeline" || strings.HasPrefix(f.dir, "pipeline/") {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			h.add(f.path, "imports %s: package pipeline and its stages import the standard library only", path)
		}
		return
	}
	for library, folders := range owners() {
		if (path == library || strings.HasPrefix(path, library)) && !below(f.dir, folders) && !testSupport(f.dir) {
			h.add(f.path, "imports %s, which belongs to %s", path, strings.Join(folders, ", "))
		}
	}
}

// below reports whether dir is one of folders; a folder written with a slash at
// its end covers what lies below it, the empty one covers everything.
func below(dir string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return folder == "" || dir == strings.TrimSuffix(folder, "/") ||
			strings.HasSuffix(folder, "/") && strings.HasPrefix(dir, folder)
	})
}

// testSupport reports whether a folder only helps tests, by its name.
func testSupport(dir string) bool {
	_, base := cutLast(dir)
	return strings.HasSuffix(base, "test") && base != "test"
}
