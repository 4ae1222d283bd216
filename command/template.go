package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// template states an effect that the entry words. The object of a template is a path, a
// word of the shell (stdin, remote) or a reference: $1 is the first operand, $-o what
// the option got, $TMPDIR the folder for scratch. A reference to what was not given
// states nothing, since then the program does not do it. What a reader understands is
// stated instead of the code that it is, never beside it: a reader that fails makes the
// judgement stricter. On the other side of a connection (remote) nothing is certain.
//
// Long: one case a kind of effect.
func (v *visit) template(t catalogue.Template) {
	mark := t.Mark
	if mark == "" {
		mark = v.mark
	}
	// An analyzer that says itself where something is sent knows better than the entry,
	// which marks every write of the program as one.
	if t.Kind == pipeline.KindWrite && mark == catalogue.MarkUpload && saysWhere(v.rootSpec().Analyzer) {
		mark = ""
	}
	if t.Kind == pipeline.KindCode && (mark == catalogue.MarkBuild || mark == catalogue.MarkTest) {
		// A build or a test runs what the project's files say. Whether these are the
		// project's, or were written by this very command a moment ago, decides which
		// mark the code gets.
		v.strays(mark)
		v.openly()
		if mark == catalogue.MarkBuild {
			mark = v.built()
		}
	}
	f := field{text: t.Object, span: v.fields[0].span}
	if rest, ok := strings.CutPrefix(t.Object, "$TMPDIR"); ok {
		f.text = "/tmp" + rest
		if dir := v.sc.lookup("TMPDIR").one(); dir.kind == valueText && dir.text != "" {
			f.text = dir.text + rest
		}
	} else if name, ok := strings.CutPrefix(t.Object, "$"); ok {
		if f, ok = v.reference(name); !ok {
			return
		}
	}
	r := v.r
	switch {
	case catalogue.PathKind(t.Kind) && t.Object != "remote":
		r.path(v.sc, v.homed(f), t.Kind, v.name, mark)
	case t.Kind == pipeline.KindCode && t.Object == "stdin":
		if !v.understoodStdin(f, nil) && !v.elixirInput() && !v.luaInput() && !v.ocamlInput() {
			r.codeStdin(v.sc, v.name, f.span, mark)
		}
	case t.Kind == pipeline.KindCode && t.Object == "./package.json" && v.writtenScript(mark):
	case t.Kind == pipeline.KindCode && pathLike(t.Object):
		r.codePath(v.sc, v.homed(f), v.name, mark)
	case t.Kind == pipeline.KindRun:
		_, object, _ := r.identify(v.sc, f)
		r.emit(pipeline.Effect{Kind: pipeline.KindRun, Object: object, By: v.name, Mark: mark, Span: f.span})
	case t.Kind == pipeline.KindConnect && strings.HasPrefix(t.Object, "$"):
		v.network(catalogue.ActURL, f, mark)
	default:
		if f.dynamic {
			r.unknown(t.Kind.String()+" "+f.text, v.name, f.span)
			return
		}
		object := f.text
		if listens(t) {
			object = v.addPort(f).text
		}
		if object == "" {
			object = v.path
		}
		r.emit(pipeline.Effect{Kind: t.Kind, Object: object, Certain: object != "remote" && f.exact(), By: v.name, Mark: mark, Span: f.span})
	}
}

// reference finds $1, $-o and $--output. Of an option that was given twice the last
// counts, as getopt(3) leaves it to the program, and nearly all of them overwrite what
// they had.
func (v *visit) reference(name string) (field, bool) {
	if strings.HasPrefix(name, "-") {
		for i := len(v.args) - 1; i >= 0; i-- {
			if v.args[i].option == name {
				return v.args[i].field, true
			}
		}
		return field{}, false
	}
	n := 0
	for _, c := range name {
		if c < '0' || c > '9' {
			return field{}, false
		}
		n = n*10 + int(c-'0')
	}
	if n < 1 || n > len(v.operands) {
		return field{}, false
	}
	return v.operands[n-1], true
}

// pathLike tells the paths among the objects of an entry from its other words. A bare
// name is none: entries write ./name.
func pathLike(s string) bool {
	return s == "." || s == "~" || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, "$")
}

// homed is a word with the tilde at its start replaced, which entries and tools use
// where no shell has done it. What an entry says itself (it has the place of the
// program's name) may hold a pattern; what a user said in quotes may not.
func (v *visit) homed(f field) field {
	if f.text == "~" || strings.HasPrefix(f.text, "~/") {
		f.text = v.r.w.Home + f.text[1:]
	}
	if !f.dynamic && !f.pattern && strings.ContainsAny(f.text, "*?[") && f.span == v.fields[0].span {
		f.pattern = true
	}
	return f
}
