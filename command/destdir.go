package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// An installation goes below the folder that DESTDIR names, whatever the rules
// say where files belong: GNU Coding Standards, "DESTDIR", cmake(1), meson. So
// it changes that folder and nothing of the machine.

// destined finds the folder that an installation is put together in and states
// that it is written. On make's command line the last assignment counts.
func (v *visit) destined() {
	var at field
	found := false
	switch v.name {
	case "make", "gmake", "bmake":
		var prefix field
		for _, f := range v.fields[1:] {
			text := f.text
			if f.dynamic {
				text = f.prefix
			}
			name, value, ok := strings.Cut(text, "=")
			switch f.text = value; {
			case !ok || f.many:
			case strings.HasSuffix(name, ":") || strings.HasSuffix(name, "+") || strings.HasSuffix(name, "?") || strings.HasSuffix(name, "!"):
				if strings.HasPrefix(name, "DESTDIR") || strings.HasPrefix(strings.ToLower(name), "prefix") {
					return // assigned in another way
				}
			case name == "DESTDIR":
				at, found = f, true
			case name == "PREFIX" || name == "prefix":
				prefix = f
			}
		}
		if !found && prefix.text != "" {
			at, found = prefix, true
		}
	case "meson":
		at, found = v.arg("--destdir")
		if !found {
			at, found = v.givenFolder("DESTDIR")
		}
	case "cmake", "ninja", "samu":
		at, found = v.givenFolder("DESTDIR")
	}
	if !found || !at.exact() || at.text == "" || strings.ContainsAny(at.text, "$`") {
		return // make expands what is left of a value itself
	}
	if !path.IsAbs(at.text) && strings.Contains(at.text, "..") {
		return // it depends on the folder that the rules run in
	}
	if v.name != "make" && v.name != "gmake" || !v.has("-n", "--just-print", "--dry-run", "--recon") { // make(1): then it only says what it would run
		v.r.path(v.sc, at, pipeline.KindWrite, v.name, catalogue.MarkRecursive)
	}
	v.staged = true
	v.withoutInstall()
}

// givenFolder is the value of a variable that the command certainly has in its
// environment.
func (v *visit) givenFolder(name string) (field, bool) {
	if !slices.Contains(v.given, name) {
		return field{}, false
	}
	known := v.sc.single(name)
	return field{text: known.text, span: v.fields[0].span}, known.kind == valueText
}

// withoutInstall takes what an installation does to the machine from the
// effects that the entry gives.
func (v *visit) withoutInstall() {
	machine := func(t catalogue.Template) bool { return t.Kind == pipeline.KindWrite && t.Object == "/usr/local" }
	switch {
	case v.mark == catalogue.MarkPackageInstall:
		v.mark = ""
	case v.path == v.name+" install": // of builds that the catalogue does not tell apart from those that publish
		v.mark = ""
		machine = func(t catalogue.Template) bool { return t.Kind == pipeline.KindConnect }
	}
	if i := slices.IndexFunc(v.effects, machine); i >= 0 {
		v.effects = slices.Delete(slices.Clone(v.effects), i, i+1)
	}
}
