package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// gather finds the texts among what is compiled; found: there is one. Everything that
// the command has written and that goes into a program is read; everything else is the
// project's own (own) or makes it opaque, code that nobody has seen. Texts are shared
// between the sources, as one may include another.
func (v *visit) gather(c *compile) (b build, found bool) {
	b.own = c.own
	if c.unseen {
		found, b.opaque = true, "compiled: what another program prints"
	}
	base := source{search: v.placesOf(c.search), old: c.old}
	for _, file := range c.files {
		found = v.gatherFile(c, &b, base, file) || found
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

// gatherFile takes in one file that is compiled or linked; true: the command has
// written it. An object file counts as the sources that it was made of.
func (v *visit) gatherFile(c *compile, b *build, base source, file compiled) bool {
	s, text := base, ""
	at, ok := v.r.place(v.sc, field{text: file.name, span: v.fields[0].span})
	object, linked := v.r.built[at]
	switch {
	case file.name == "-" && v.sc.stdin.kind == stdinText:
		text = v.sc.stdin.text
		s.folder, _ = v.sc.exactFolder()
	case file.name == "-" && v.sc.stdin.kind != stdinFile:
		b.opaque = "compiled: standard input"
		return true
	case file.name == "-" || !ok:
		b.own = true
		return false
	case linked:
		b.sources = append(b.sources, object.sources...)
		if b.own = b.own || object.own; b.opaque == "" {
			b.opaque = object.opaque
		}
		return true
	default:
		var written, sure, spoilt bool
		if text, written, sure, spoilt = v.r.writtenText(v.sc, at); !written {
			return v.gatherOther(b, base, at)
		}
		b.own = b.own || !sure
		s.folder = path.Dir(at)
		if spoilt {
			b.opaque = "compiled: " + text
		}
	}
	s.text = c.defines.String() + text
	if s.read = cLanguage(v.name, file.name, file.lang); s.read == nil {
		b.opaque = "compiled: " + text
	}
	b.sources = append(b.sources, s)
	return true
}

// gatherOther takes in a file whose text is not known. It is the project's, unless the
// command has put it there. A file that was moved or copied there may be any of the
// texts that are known, so all of them count.
func (v *visit) gatherOther(b *build, base source, at string) bool {
	b.own = true
	switch {
	case v.r.hides(at):
		b.opaque = "compiled: " + at
		return true
	case v.r.writes(at): // by what puts another file there, perhaps one of those that are known
		if len(b.sources) < 64 {
			b.sources = append(b.sources, v.allTexts(base)...)
		}
		return true
	}
	return false
}

// hides reports whether the command has put a text into a file that is not known, by
// what puts there what it is given. A write by a program that reads names only (touch,
// mkdir) puts no text there.
func (r *run) hides(at string) bool {
	if r.unread[at] {
		return true
	}
	for i := range r.effects {
		e := &r.effects[i]
		if e.Kind != pipeline.KindWrite || e.Object != at {
			continue
		}
		switch e.By {
		case "tee", "dd", "base64", "basenc", "xxd", "openssl", "install", "sponge", "ed", "ex", "vim", "compiled":
			return true
		case "cp", "ln":
			if slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
				return e.Kind == pipeline.KindRead && strings.HasPrefix(e.Object, "/dev/")
			}) {
				return true
			}
		}
		if languageOf(e.By) != nil {
			return true
		}
	}
	return false
}

// writes reports whether the command has written a file. Changing who may read a file
// is a write by its kind, but leaves its text.
func (r *run) writes(at string) bool {
	return slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindWrite && e.Object == at && e.Certain && e.Mark != catalogue.MarkPermission
	})
}

// allTexts are the programs of compiled languages that the command has written.
func (v *visit) allTexts(base source) []source {
	var found []source
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		s := base
		if m := v.sc.made[at]; !m.pid && m.built == nil {
			s.text, s.folder = m.text, path.Dir(at)
			switch {
			case path.Ext(at) == ".rs":
				s.read = snippet.Rust
			case path.Ext(at) == ".java":
				s.read = snippet.Java
			default:
				s.read = cLanguage("", at, "")
			}
			if s.read != nil {
				found = append(found, s)
			}
		}
	}
	return found
}

// matching are the files that the command has written and that a pattern of
// names stands for.
func (v *visit) matching(f field) []compiled {
	var files []compiled
	folder, deep := path.Dir(f.text), false
	if above, _, below := strings.Cut(f.text, "**"); below { // whatever find lists
		folder, deep = path.Clean(above+"."), true
	}
	dir, ok := v.r.place(v.sc, field{text: folder, span: f.span})
	if !ok {
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(v.sc.made)) {
		if fits, err := path.Match(path.Base(f.text), path.Base(at)); err == nil && fits && (path.Dir(at) == dir || deep && mayTouch(dir, true, at)) && !v.sc.made[at].pid && v.sc.made[at].built == nil {
			files = append(files, compiled{name: at})
		}
	}
	return files
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
// g++ reads .c as C++ (gcc(1), "Compiling C++ Programs"), which matters where a text
// means something else there.
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

// compiles states the effects of a compiler, and notes what comes out. exact: it writes
// nothing else; unsaid: where that goes no option says. What is written beside the
// output, with a name that no option says, lies in the folder at hand; see
// compilesInto.
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

// gathered finds the texts among files of one language. javac and rustc take a file by
// its ending; another ending makes them do something else, or refuse.
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
			found = v.gatherOther(&b, source{read: read}, at) || found
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
