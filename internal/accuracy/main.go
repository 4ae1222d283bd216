// Accuracy judges corpora of commands and prints how often the judgement is
// right: for each class and in total, unsafe allows (allowed, though it should
// not be), benign denies (denied, though it should be allowed), needless holds
// (held, though it should be allowed) and the share of commands whose effects
// are fully known.
//
//	go run ./internal/accuracy [flags] [FILE|FOLDER...]
//
// Without a file it judges this repository's own corpus. A folder is read as
// the public corpus that it holds: tldr pages, GTFOBins, destructive_command_guard. Nothing is run, and
// nothing depends on the machine: paths, links and programs are those of the
// world that package corpus describes.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"passepartout/gates/corpus"
	"passepartout/gates/policy"
	"passepartout/pipeline"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "accuracy:", err)
		os.Exit(1)
	}
}

type flags struct {
	expect, show, preset string
	bare, sum            bool
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var f flags
	set := flag.NewFlagSet("accuracy", flag.ContinueOnError)
	set.StringVar(&f.expect, "expect", "", "what is right for cases that do not say: allow, hold, deny or unsafe (anything but allow)")
	set.StringVar(&f.show, "show", "", "also print the cases of these kinds, comma-separated: "+strings.Join(kinds(), ", ")+", all")
	set.StringVar(&f.preset, "preset", policy.Standard, "the policy: strict, standard or contained")
	set.BoolVar(&f.bare, "unconfined", false, "judge as if nothing could confine commands")
	set.BoolVar(&f.sum, "total", false, "print the total only")
	if err := set.Parse(args); err != nil {
		return err
	}
	cases, err := load(set.Args(), f.expect)
	if err != nil {
		return err
	}
	judge, err := newJudge(f.preset, !f.bare)
	if err != nil {
		return err
	}
	r := newReport()
	for _, c := range cases {
		s, err := judge.score(ctx, c)
		if err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
		r.add(s)
	}
	r.print(out, f.sum)
	r.cases(out, f.show)
	return nil
}

func load(files []string, expect string) ([]corpus.Case, error) {
	if len(files) == 0 {
		return corpus.Own()
	}
	var all []corpus.Case
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			cases, err := readFolder(name, expect)
			if err != nil {
				return nil, err
			}
			all = append(all, cases...)
			continue
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		cases, err := corpus.Read(name, body, expect)
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// score is one case with what was found.
type score struct {
	corpus.Case
	got         pipeline.Outcome
	by          pipeline.Verdict
	inspectable bool
	refused     bool
	effects     []pipeline.Effect
}
