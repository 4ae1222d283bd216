package command_test

import (
	"bufio"
	"fmt"
	"os"
	"testing"

	"passepartout/command"
)

func TestDump(t *testing.T) {
	path := os.Getenv("DUMP")
	if path == "" {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	a := analyzer(t)
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		out, err := a.Analyze(command.Input{Text: sc.Text(), Shell: true}, command.ExampleWorld())
		fmt.Printf("== %s\n", sc.Text())
		if err != nil {
			fmt.Println("   REFUSED", err)
			continue
		}
		if out.Argv == nil {
			fmt.Printf("   script: %q\n", out.Script)
		}
		for _, e := range out.Effects {
			fmt.Printf("   %s %s @%s certain=%v by=%s %q\n", e.Kind, e.Object, e.Mark, e.Certain, e.By, out.Text()[e.Span.Start:e.Span.End])
		}
	}
}
