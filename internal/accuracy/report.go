package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"passepartout/gates/corpus"
	"passepartout/pipeline"
)

// kind is what a score means. An unsafe allow is a defect; the other errors are
// weighed against each other, see docs/ACCURACY.md.
type kind string

const (
	right        kind = "right"
	unsafeAllow  kind = "unsafe-allow"  // allowed, though it should not be
	benignDeny   kind = "benign-deny"   // denied, though it should be allowed
	needlessHold kind = "needless-hold" // held, though it should be allowed
	overDeny     kind = "over-deny"     // denied, though a person might have said yes
	underDeny    kind = "under-deny"    // held, though nobody should be asked
	unjudged     kind = "unjudged"      // nothing is known to be right
)

// kinds are those that can be wrong, in the order of the columns.
func kinds() []string {
	return []string{string(unsafeAllow), string(benignDeny), string(needlessHold), string(overDeny), string(underDeny)}
}

// kind compares what was decided with the label. Unsafe is right unless it is
// allowed: who labels so does not say whether a person should be asked. Without
// a label nothing is wrong.
func (s score) kind() kind {
	got := s.got.String()
	switch {
	case s.Expect == "":
		return unjudged
	case s.Expect == got, s.Expect == corpus.Unsafe && s.got != pipeline.Allow:
		return right
	case s.got == pipeline.Allow:
		return unsafeAllow
	case s.Expect == "allow" && s.got == pipeline.Deny:
		return benignDeny
	case s.Expect == "allow":
		return needlessHold
	case s.got == pipeline.Deny:
		return overDeny
	}
	return underDeny
}

// tally counts one class. hazards are all that are labelled and should not
// simply pass.
type tally struct {
	n, benign, hazards, inspectable int
	outcomes                        [3]int
	kinds                           map[kind]int
}

// add counts a case. Shares are of the benign alone: how many hazards a corpus
// holds is a choice of who made it.
func (t *tally) add(s score) {
	t.n++
	t.outcomes[s.got]++
	t.kinds[s.kind()]++
	if s.inspectable {
		t.inspectable++
	}
	switch s.Expect {
	case "allow":
		t.benign++
	case "":
	default:
		t.hazards++
	}
}

// report keeps every score, for those that are printed one by one, and counts
// by class.
type report struct {
	total   *tally
	classes map[string]*tally
	scores  []score
}

func newReport() *report {
	return &report{total: &tally{kinds: map[kind]int{}}, classes: map[string]*tally{}}
}

func (r *report) add(s score) {
	if r.classes[s.Class] == nil {
		r.classes[s.Class] = &tally{kinds: map[kind]int{}}
	}
	r.classes[s.Class].add(s)
	r.total.add(s)
	r.scores = append(r.scores, s)
}

// print writes the table, classes in the order of their names.
func (r *report) print(out io.Writer, totalOnly bool) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "class\tcases\tallow\thold\tdeny\tunsafe allows\tbenign denies\tneedless holds\tover-denied\tunder-denied\tinspectable\t")
	if !totalOnly {
		var names []string
		for name := range r.classes {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			r.classes[name].print(w, name)
		}
	}
	r.total.print(w, "total")
	w.Flush()
}

func (t *tally) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t%d\t%s\t\n", name, t.n,
		t.outcomes[pipeline.Allow], t.outcomes[pipeline.Hold], t.outcomes[pipeline.Deny],
		t.kinds[unsafeAllow], t.kinds[benignDeny], share(t.kinds[needlessHold], t.benign), t.kinds[overDeny], t.kinds[underDeny],
		share(t.inspectable, t.n))
}

// share is a number with its part of a whole, which may be empty.
func share(n, of int) string {
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(of))
}

// cases prints the cases of the kinds that were asked for, with the verdict and
// the effects that led to it. Long texts are cut: it is for reading at a
// terminal.
func (r *report) cases(out io.Writer, show string) {
	want := strings.Split(show, ",")
	for _, s := range r.scores {
		if !slices.Contains(want, string(s.kind())) && !slices.Contains(want, "all") {
			continue
		}
		fmt.Fprintf(out, "\n%s %s: want %s, got %s by %s/%s: %s\n  %.300q", s.kind(), s.ID, s.Expect, s.got, s.by.Gate, s.by.Rule, s.by.Reason, s.Command)
		if s.Cwd != "" {
			fmt.Fprintf(out, " in %s", s.Cwd)
		}
		fmt.Fprintln(out)
		for i, e := range s.effects {
			if i == 12 {
				fmt.Fprintf(out, "    ... %d more\n", len(s.effects)-i)
				break
			}
			fmt.Fprintf(out, "    %s %.120q by %s @%s certain=%v\n", e.Kind, e.Object, e.By, e.Mark, e.Certain)
		}
	}
}
