package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
)

func typical() []string {
	return []string{
		"ls", "git status --short", "git commit -m \"fix: rm -rf / bug\"", "cat go.mod | grep -n module | head -5",
		"rm -rf build && mkdir -p build", "find . -name '*.go' -print0 | xargs -0 grep -l TODO", "sudo env A=1 timeout 5 bash -c 'rm -rf /tmp/x'",
		"for f in a b c; do echo \"$f\"; done", "sed -n '1,5p' README.md", "grep -rn \"rm -rf /\" .", "cp -r src/ dst/", "echo $(date +%F) > out.txt",
	}
}

func benchWorld() command.World { return command.ExampleWorld() }

func BenchmarkTypical(b *testing.B) {
	a := analyzer(b)
	w := benchWorld()
	list := typical()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := a.Analyze(command.Input{Text: list[i%len(list)], Shell: true}, w); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkEach(b *testing.B) {
	a := analyzer(b)
	w := benchWorld()
	for _, text := range typical() {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Analyze(command.Input{Text: text, Shell: true}, w); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func Benchmark64kB(b *testing.B) {
	a := analyzer(b)
	w := benchWorld()
	for name, unit := range map[string]string{"lists": "echo a; ", "pipes": "cat a | ", "words": "x ", "quotes": "'a b' ", "blanks": " "} {
		b.Run(name, func(b *testing.B) {
			text := "echo " + strings.Repeat(unit, (command.MaxText-64)/len(unit)) + " cat"
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Analyze(command.Input{Text: text, Shell: true}, w); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
