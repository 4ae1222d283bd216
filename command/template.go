package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// template states an effect that the entry words.
func (v *visit) template(t catalogue.Template) {
	mark := t.Mark
	if mark == "" {
		mark = v.mark
	}
	if t.Kind == pipeline.KindWrite && mark == catalogue.MarkUpload && saysWhere(v.rootSpec().Analyzer) {
		mark = ""
	}
	if t.Kind == pipeline.KindCode && (mark == catalogue.MarkBuild || mark == catalogue.MarkTest) {
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
		if !v.understoodStdin(f, nil) && !v.elixirInput() && !v.luaInput() {
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
		if object == "" {
			object = v.path
		}
		r.emit(pipeline.Effect{Kind: t.Kind, Object: object, Certain: object != "remote" && f.exact(), By: v.name, Mark: mark, Span: f.span})
	}
}

// reference finds $1, $-o and $--output.
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

func pathLike(s string) bool {
	return s == "." || s == "~" || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~/") || strings.HasPrefix(s, "$")
}

func (v *visit) homed(f field) field {
	if f.text == "~" || strings.HasPrefix(f.text, "~/") {
		f.text = v.r.w.Home + f.text[1:]
	}
	if !f.dynamic && !f.pattern && strings.ContainsAny(f.text, "*?[") && f.span == v.fields[0].span {
		f.pattern = true
	}
	return f
}
