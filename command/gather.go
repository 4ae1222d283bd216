package command

import (
	"path"
	"strings"

	"passepartout/command/snippet"
)

// gather finds the texts among what is compiled; found: there is one.
func (v *visit) gather(c *compile) (b build, found bool) {
	b.opaque = ""
	base := source{search: v.placesOf(c.search), old: c.old}
	for _, file := range c.files {
		if file.name == "-" {
			if v.sc.stdin.kind != stdinText {
				b.own = true
				continue
			}
			found = true
			s := base
			if s.read = cLanguage(v.name, "-", file.lang); s.read == nil {
				b.opaque = "compiled: " + v.sc.stdin.text
			}
			s.text = c.defines.String() + v.sc.stdin.text
			s.folder, _ = v.sc.exactFolder()
			b.sources = append(b.sources, s)
			continue
		}
		at, ok := v.r.place(v.sc, field{text: file.name, span: v.fields[0].span})
		if !ok {
			b.own = true
			continue
		}
		if object, ok := v.r.built[at]; ok {
			found = true
			b.sources = append(b.sources, object.sources...)
			b.own = b.own || object.own
			if b.opaque == "" {
				b.opaque = object.opaque
			}
			continue
		}
		text, written, sure, spoilt := v.r.writtenText(v.sc, at)
		if !written {
			b.own = true
			continue
		}
		found = true
		b.own = b.own || !sure
		s := base
		s.text, s.folder = c.defines.String()+text, path.Dir(at)
		if s.read = cLanguage(v.name, file.name, file.lang); s.read == nil || spoilt {
			b.opaque = "compiled: " + text
		}
		b.sources = append(b.sources, s)
	}
	if found && len(b.sources) > 0 {
		texts := v.r.knownTexts(v.sc)
		for i := range b.sources {
			if b.sources[i].texts == nil {
				b.sources[i].texts = texts
			}
		}
	}
	if c.odd != "" {
		b.opaque = "compiled with " + c.odd
	}
	return b, found
}

// placesOf are folders as paths; one that is not known is left out, since no
// text can be known to lie there.
func (v *visit) placesOf(names []string) []string {
	var places []string
	for _, name := range names {
		if at, ok := v.r.place(v.sc, field{text: name, span: v.fields[0].span}); ok {
			places = append(places, at)
		}
	}
	return places
}

// cLanguage finds the reader of a file that a compiler is given; nil: there is none.
func cLanguage(compiler, file, lang string) language {
	if lang == "" || lang == "none" {
		switch path.Ext(file) {
		case ".c":
			lang = "c"
			if strings.Contains(compiler, "+") {
				lang = "c++"
			}
		case ".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".cp":
			lang = "c++"
		}
	}
	switch lang {
	case "c":
		return snippet.C
	case "c++":
		return snippet.Cpp
	}
	return nil
}

// compiles states the effects of a compiler, and notes what comes out. exact: it
// writes nothing else; unsaid: where that goes no option says.
func (v *visit) compiles(b build, exact bool, outs []string, unsaid bool) {
	if exact {
		v.r.folder, _ = v.sc.exactFolder()
	}
	v.finish()
	v.r.folder = ""
	for _, out := range outs {
		at, ok := v.r.place(v.sc, field{text: out, span: v.fields[0].span})
		if !ok {
			continue
		}
		if exact && unsaid && v.r.tracking {
			v.r.touched = append(v.r.touched, at)
		}
		v.r.builds(at, b)
	}
}

// gathered finds the texts among files of one language.
func (v *visit) gathered(files []compiled, ending string, read language) (b build, found bool) {
	for _, file := range files {
		if file.name == "-" && v.sc.stdin.kind == stdinText {
			found = true
			b.sources = append(b.sources, source{read: read, text: v.sc.stdin.text})
			continue
		}
		at, ok := v.r.place(v.sc, field{text: file.name, span: v.fields[0].span})
		if !ok {
			b.own = true
			continue
		}
		text, written, sure, spoilt := v.r.writtenText(v.sc, at)
		if !written {
			b.own = true
			continue
		}
		found = true
		b.own = b.own || !sure
		if spoilt || path.Ext(file.name) != ending {
			b.opaque = "compiled: " + text
		}
		b.sources = append(b.sources, source{read: read, text: text, folder: path.Dir(at)})
	}
	return b, found
}
