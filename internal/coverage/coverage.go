// Package coverage measures how much of a corpus of command lines the
// catalogue of programs understands, and names the programs and options whose
// entries would help most.
//
// A line counts as known if it is analysed and has neither a code nor an
// unknown effect; as code if what it runs cannot be looked into but nothing
// else is unknown; otherwise the reason for each unknown effect is counted
// once a line. Limits: nothing says that a known effect is right. That is what
// the examples of the entries are for.
package coverage

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"passepartout/command"
	"passepartout/pipeline"
)

// Analyzer is what is measured.
type Analyzer interface {
	Analyze(in command.Input, w command.World) (command.Analysis, error)
}

// Report is the result for one corpus.
type Report struct {
	Lines    int     `json:"lines"`
	Known    int     `json:"known"`   // every effect is known
	Code     int     `json:"code"`    // runs code that cannot be seen, all else is known
	Unknown  int     `json:"unknown"` // something is not known
	Refused  int     `json:"refused"` // not a command that may be analysed
	Share    float64 `json:"share"`   // Known of Lines, 0 to 1
	Programs []Miss  `json:"programs"`
	Options  []Miss  `json:"options"`
	Other    []Miss  `json:"other"`
}

// Miss is something that the catalogue or the analysis lacks.
type Miss struct {
	What    string `json:"what"`
	Lines   int    `json:"lines"`
	Example string `json:"example"` // the first line that had it
}

// counter counts in how many lines something was missed.
type counter map[string]*Miss

func (c counter) add(what, line string) {
	if m := c[what]; m != nil {
		m.Lines++
		return
	}
	c[what] = &Miss{What: what, Lines: 1, Example: line}
}

// ranked lists the most frequent first, equal ones by name.
func (c counter) ranked() []Miss {
	out := make([]Miss, 0, len(c))
	for _, m := range c {
		out = append(out, *m)
	}
	slices.SortFunc(out, func(a, b Miss) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), strings.Compare(a.What, b.What))
	})
	return out
}

// Measure analyses every line in the world of the catalogue's examples.
func Measure(a Analyzer, lines []string) Report {
	r := Report{Lines: len(lines)}
	programs, options, other := counter{}, counter{}, counter{}
	world := command.ExampleWorld()
	for _, line := range lines {
		got, err := a.Analyze(command.Input{Text: line, Shell: true}, world)
		if err != nil {
			r.Refused++
			other.add(refusal(err), line)
			continue
		}
		code, missed := false, map[string]counter{}
		for _, e := range got.Effects {
			switch e.Kind {
			case pipeline.KindCode:
				code = true
			case pipeline.KindUnknown:
				what, kind := classify(e.Object)
				missed[what] = [...]counter{programs, options, other}[kind]
			}
		}
		for what, c := range missed {
			c.add(what, line)
		}
		switch {
		case len(missed) > 0:
			r.Unknown++
		case code:
			r.Code++
		default:
			r.Known++
		}
	}
	if r.Lines > 0 {
		r.Share = float64(r.Known) / float64(r.Lines)
	}
	r.Programs, r.Options, r.Other = programs.ranked(), options.ranked(), other.ranked()
	return r
}

func refusal(err error) string {
	if e, ok := errors.AsType[*command.RefusedError](err); ok {
		return "refused: " + e.Rule
	}
	return "refused: " + err.Error()
}

// What a reason for an unknown effect speaks of.
const (
	aboutProgram = iota
	aboutOption
	aboutOther
)

// classify shortens the reason of an unknown effect, so that equal gaps count
// together: operands and values are left out, names are kept.
func classify(reason string) (what string, kind int) {
	if name, ok := strings.CutPrefix(reason, "program "); ok {
		if name, ok = strings.CutSuffix(name, " is not in the catalogue"); ok {
			return name, aboutProgram
		}
	}
	path, rest, ok := strings.Cut(reason, ": ")
	if !ok {
		return firstWords(reason), aboutOther
	}
	for _, prefix := range []string{"option ", "sub-command "} {
		if name, found := strings.CutPrefix(rest, prefix); found {
			if name, found = strings.CutSuffix(name, " is not known"); found {
				return path + " " + name, aboutOption
			}
		}
	}
	switch {
	case strings.HasPrefix(rest, "operand "):
		return path + " (an operand)", aboutOption
	case strings.HasPrefix(rest, "one operand too many"):
		return path + " (one operand too many)", aboutOption
	}
	return path + ": " + firstWords(rest), aboutOther
}

func firstWords(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(len(words), 4)], " ")
}

// Write prints the report for people; at most top of each kind of gap.
func (r Report) Write(w io.Writer, top int) error {
	var b strings.Builder
	share := func(n int) float64 { return 100 * float64(n) / float64(max(r.Lines, 1)) }
	fmt.Fprintf(&b, "%d lines: %d known (%.1f %%), %d code (%.1f %%), %d unknown (%.1f %%), %d refused (%.1f %%)\n",
		r.Lines, r.Known, share(r.Known), r.Code, share(r.Code), r.Unknown, share(r.Unknown), r.Refused, share(r.Refused))
	for _, list := range []struct {
		title string
		of    []Miss
	}{{"programs without an entry", r.Programs}, {"options, sub-commands and operands not known", r.Options}, {"other reasons", r.Other}} {
		if len(list.of) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s (%d):\n", list.title, len(list.of))
		for _, m := range list.of[:min(top, len(list.of))] {
			fmt.Fprintf(&b, "%6d  %-32q  %q\n", m.Lines, m.What, m.Example)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
