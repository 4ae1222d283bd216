package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"passepartout/pipeline"
)

func TestReadLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxCheckLine+1)
	in := bufio.NewReaderSize(strings.NewReader("one\n\n"+long+"\ntwo\n"+long), 4096)
	for i, want := range []struct {
		line string
		err  error
	}{{"one\n", nil}, {"\n", nil}, {"", errLongLine}, {"two\n", nil}, {"", io.EOF}} {
		line, err := readLine(in)
		if string(line) != want.line || !errors.Is(err, want.err) {
			t.Fatalf("line %d: %.20q %v, want %.20q %v", i, line, err, want.line, want.err)
		}
	}
}

func TestDecodeLine(t *testing.T) {
	t.Parallel()
	c := &checker{app: &app{}, cwd: "/ws", agent: "agent"}
	for name, row := range map[string]struct {
		line string
		want checkLine
		bad  string
	}{
		"least":       {`{"command":"ls"}`, checkLine{Command: "ls", Shell: true, Dir: "/ws", Agent: "agent"}, ""},
		"most":        {`{"id":"a","command":"ls","shell":false,"cwd":"/x","agent":"bob"}`, checkLine{ID: "a", Command: "ls", Dir: "/x", Agent: "bob"}, ""},
		"number":      {`{"id":17,"command":"ls"}`, checkLine{ID: "17", Command: "ls", Shell: true, Dir: "/ws", Agent: "agent"}, ""},
		"empty":       {`{"command":""}`, checkLine{Shell: true, Dir: "/ws", Agent: "agent"}, ""},
		"labels":      {`{"command":"ls","class":"x","expect":["allow"]}`, checkLine{Command: "ls", Shell: true, Dir: "/ws", Agent: "agent"}, ""},
		"none":        {`{"id":"a"}`, checkLine{}, "command: is missing"},
		"null":        {`{"command":null}`, checkLine{}, "command: is missing"},
		"twice":       {`{"command":"ls","command":"rm"}`, checkLine{}, "command"},
		"list":        {`["ls"]`, checkLine{}, "array"},
		"wrong kind":  {`{"command":7}`, checkLine{}, "number"},
		"cut short":   {`{"command":"ls`, checkLine{}, "JSON"},
		"two objects": {`{"command":"ls"}{"command":"rm"}`, checkLine{}, "after"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.decode([]byte(row.line))
			switch {
			case row.bad != "":
				if err == nil {
					t.Errorf("accepted as %+v", got)
				}
			case err != nil:
				t.Error(err)
			case got.ID != row.want.ID || got.Command != row.want.Command || got.Shell != row.want.Shell || got.Dir != row.want.Dir || got.Agent != row.want.Agent:
				t.Errorf("got %+v, want %+v", got, row.want)
			}
		})
	}
}

// FuzzCheckLine holds that no line makes the reader panic or lose its place.
func FuzzCheckLine(f *testing.F) {
	f.Add(`{"id":"1","command":"ls","env":{"A":"b"}}`)
	f.Add("{\"command\":\"\\u0000\"}")
	f.Add("[[[[")
	f.Fuzz(func(t *testing.T, line string) {
		c := &checker{app: &app{}}
		if l, err := c.decode([]byte(line)); err == nil && l.Agent != c.agent && l.Agent == "" {
			t.Errorf("no agent: %+v", l)
		}
		in := bufio.NewReaderSize(strings.NewReader(line+"\nlast\n"), 16)
		var got string
		for {
			part, err := readLine(in)
			got += string(part)
			if err != nil {
				break
			}
		}
		if got != line+"\nlast\n" {
			t.Errorf("read %q of %q", got, line)
		}
	})
}

func TestStrictestOnEffect(t *testing.T) {
	t.Parallel()
	v := func(outcomes ...pipeline.Outcome) pipeline.Verdict {
		var out pipeline.Verdict
		for _, o := range outcomes {
			out.PerEffect = append(out.PerEffect, pipeline.Verdict{Outcome: o, Rule: o.String() + "-rule"})
		}
		return out
	}
	d := pipeline.Decision{Verdicts: []pipeline.Verdict{
		{Outcome: pipeline.Allow}, v(pipeline.Allow, pipeline.Hold), v(pipeline.Deny, pipeline.Allow),
	}}
	for i, want := range []string{"deny-rule", "hold-rule", pipeline.RuleUncovered} {
		if got := strictestOn(d, i); got.Rule != want {
			t.Errorf("effect %d: %+v, want %s", i, got, want)
		}
	}
	if got := strictestOn(d, 2); got.Outcome != pipeline.Hold {
		t.Errorf("an effect that nobody covers is %v", got.Outcome)
	}
}

func TestExitCodesOfErrors(t *testing.T) {
	t.Parallel()
	for code, want := range map[pipeline.Code]int{
		pipeline.CodeBlocked: 3, pipeline.CodeIntentRequired: 3, pipeline.CodePaused: 3, pipeline.CodeRateLimited: 3,
		pipeline.CodeHeld: 4, pipeline.CodeExpired: 4, pipeline.CodeRejected: 5, pipeline.CodeOutcomeUnknown: 6,
		pipeline.CodeInvalidRequest: 2, pipeline.CodeUnknownTarget: 2, pipeline.CodeInternal: 1, "": 1,
	} {
		if got := exitOfCode(code); got != want {
			t.Errorf("%s: exit %d, want %d", code, got, want)
		}
	}
}
