package command

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// ExampleWorld is the machine that examples of catalogue entries are judged
// on: an ordinary user in a workspace, no links, nothing looked up.
func ExampleWorld() World {
	return World{
		Dir: "/home/u/w", Home: "/home/u", User: "u",
		Env:   map[string]string{"HOME": "/home/u", "USER": "u", "PATH": DefaultPath},
		Paths: Fixed{},
	}
}

// CheckExamples analyses every example of an entry and reports those whose
// effects differ. Unmarked starts of programs are left out of the comparison
// unless the example lists them.
func (a *Analyzer) CheckExamples(p *catalogue.Program) error {
	var errs []error
	for _, e := range p.Examples {
		if err := a.checkExample(e); err != nil {
			errs = append(errs, &catalogue.EntryError{File: p.File, Line: e.Line, Reason: fmt.Sprintf("%q: %v", e.Command, err)})
		}
	}
	return errors.Join(errs...)
}

// checkExample judges the command of an example of the catalogue and compares what
// comes out with what the entry promises, in a world that is the same everywhere.
func (a *Analyzer) checkExample(e catalogue.Example) error {
	w := ExampleWorld()
	got, err := a.Analyze(Input{Text: e.Command, Shell: true}, w)
	if err != nil {
		return err
	}
	var want, have []string
	for _, s := range e.Effects {
		t, err := catalogue.ParseTemplate(s)
		if err != nil {
			return err
		}
		want = append(want, effectText(t.Kind, exampleObject(w, t), t.Mark))
	}
	for _, f := range got.Effects {
		t := effectText(f.Kind, f.Object, f.Mark)
		if f.Kind == pipeline.KindRun && (f.Mark == "" || f.Mark == catalogue.MarkShell) && !slices.Contains(want, t) {
			continue
		}
		have = append(have, t)
	}
	missing, extra := difference(want, have), difference(have, want)
	if len(missing)+len(extra) == 0 {
		return nil
	}
	return fmt.Errorf("missing [%s], unexpected [%s]", strings.Join(missing, "; "), strings.Join(extra, "; "))
}

// exampleObject is the object that an example means, in that world.
func exampleObject(w World, t catalogue.Template) string {
	o := t.Object
	if o == "~" || strings.HasPrefix(o, "~/") {
		return w.Home + o[1:]
	}
	if strings.HasPrefix(o, `"`) || strings.HasPrefix(o, "$") { // a variable that nothing sets
		return o
	}
	if o == "." || strings.HasPrefix(o, "./") || catalogue.PathKind(t.Kind) && o != "remote" && !strings.HasPrefix(o, "/") {
		return path.Join(w.Dir, o)
	}
	return o
}

// effectText is an effect as a failed example shows it.
func effectText(kind pipeline.EffectKind, object, mark string) string {
	s := kind.String() + " " + object
	if mark != "" {
		s += " @" + mark
	}
	return s
}

// difference lists what is in a and not in b.
func difference(a, b []string) []string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
