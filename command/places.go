package command

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// eachPlace states as code every place of a list that leads elsewhere: a class path, the
// folders of -I and of variables like RUBYLIB. As one path a list would lie where its
// first place does. What stands behind a separator and begins in the folder is the
// folder's own, as the first one is.
func (r *run) eachPlace(sc *scope, f field, by, mark string) {
	if scheme, _, ok := strings.Cut(f.text, "://"); ok && scheme != "" && strings.Trim(scheme, lowerSet+"+") == "" {
		return
	}
	for part := range strings.FieldsFuncSeq(f.text, func(c rune) bool { return strings.ContainsRune(":;, \t\n", c) }) {
		if part == f.text || !path.IsAbs(part) && !strings.HasPrefix(part, "~") && !strings.HasPrefix(part, "..") {
			continue
		}
		g := f
		g.text = part
		if rest, ok := strings.CutPrefix(part, "~/"); ok && r.w.Home != "" {
			g.text = path.Join(r.w.Home, rest)
		}
		r.path(sc, g, pipeline.KindCode, by, mark)
	}
}

// classPlaces judges where a compiler for Java's machine looks for classes: annotation
// processors, macros and transformations that lie there run while it compiles.
func (v *visit) classPlaces() {
	for _, a := range v.args {
		switch a.option {
		case "-cp", "-classpath", "--class-path", "-p", "--module-path", "-sourcepath":
			if wordsOf(v.fields).any("-proc:none") && v.name == "javac" {
				continue
			}
			g := a.field
			g.text = ":" + g.text // a place alone is one of a list
			v.r.eachPlace(v.sc, g, v.name, "build")
		}
	}
}
