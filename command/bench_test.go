package command_test

import (
	"bytes"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command"
)

func typical() []string {
	return []string{
		"ls", "git status --short", "git commit -m \"fix: rm -rf / bug\"", "cat go.mod | grep -n module | head -5",
		"rm -rf build && mkdir -p build", "find . -name '*.go' -print0 | xargs -0 grep -l TODO", "sudo env A=1 timeout 5 bash -c 'rm -rf /tmp/x'",
		"for f in a b c; do echo \"$f\"; done", "sed -n '1,5p' README.md", "grep -rn \"rm -rf /\" .", "cp -r src/ dst/", "echo $(date +%F) > out.txt",
	}
}

// workersGC is the percentage that the worker gives the garbage collector.
const workersGC = 400

func benchWorld() command.World { return command.ExampleWorld() }

func BenchmarkTypical(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
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

// shapes are texts of 64 kB, each heavy for another part of the analysis. As
// given they are not quite what the printer writes, so that they are read
// twice where that cannot be avoided.
func shapes() map[string]string {
	out := map[string]string{}
	fill := func(name, head, unit string) {
		out[name] = head + strings.Repeat(unit, (command.MaxText-64)/len(unit)) + " cat"
	}
	for name, unit := range map[string]string{
		"lists": "echo a; ", "pipes": "cat a | ", "passing": "cat | ", "words": "x ", "quotes": "'a b' ", "double": "\"a b\" ", "blanks": " ", "and": "true && ", "or": "true || ",
		"paths": "a/b/c ", "globs": "*.go ", "params": "$HOME ", "substitutions": "$(x) ", "assignments": "a=b ", "redirections": ">a ", "braces": "{a,b} ", "lines": "echo a\n",
		"background": "a& ", "options": "-l ", "arithmetic": "$((1)) ", "escapes": "\\a ", "tildes": "~/a ", "one-word": "a", "joined": "'a'", "runes": "é ",
	} {
		fill(name, "echo ", unit)
	}
	for name, unit := range map[string]string{"deletes": "x ", "delete-paths": "a/b/c ", "delete-globs": "* ", "delete-options": "-r "} {
		fill(name, "rm -rf ", unit)
	}
	maps.Copy(out, costly())
	return out
}

func Benchmark64kB(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	a := analyzer(b)
	w := benchWorld()
	list := shapes()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Analyze(command.Input{Text: list[name], Shell: true}, w); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParser is what the parser and the printer alone cost: the floor.
func BenchmarkParser(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(workersGC))
	parser, printer := syntax.NewParser(syntax.Variant(syntax.LangBash)), syntax.NewPrinter()
	var buf bytes.Buffer
	once := func(b *testing.B, text string) {
		file, err := parser.Parse(strings.NewReader(text), "")
		if err != nil {
			b.Fatal(err)
		}
		buf.Reset()
		if err := printer.Print(&buf, file); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("typical", func(b *testing.B) {
		b.ReportAllocs()
		list, i := typical(), 0
		for b.Loop() {
			once(b, list[i%len(list)])
			i++
		}
	})
	list := shapes()
	for _, name := range slices.Sorted(maps.Keys(list)) {
		b.Run("64kB/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				once(b, list[name])
			}
		})
	}
}
