package snippet_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// julias is a list of programs, one in a line.
func julias(tb testing.TB, name string) []string {
	tb.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// TestJuliaComputes: programs that compute, test, measure and call the project are
// understood; what reaches out, or comes to a name that is not written down, is not.
func TestJuliaComputes(t *testing.T) {
	t.Parallel()
	given := snippet.Given{Stands: func(name string) bool { return name == "src/Krylo.jl" }}
	for _, text := range julias(t, "julia-harmless.txt") {
		if _, ok := snippet.Julia(text, given); !ok {
			t.Errorf("not understood: %s", text)
		}
	}
	for _, text := range julias(t, "julia-attacks.txt") {
		if effects, ok := snippet.Julia(text, given); ok {
			t.Errorf("understood as %v: %s", effects, text)
		}
	}
	for _, text := range []string{"using Stranger; Stranger.f(1)", "using Krylo, Stranger; f(1)"} {
		if _, ok := snippet.Julia(text, given); ok {
			t.Errorf("understood: %s", text)
		}
	}
}

// TestJuliaFiles: what is read, written and deleted is stated.
func TestJuliaFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]snippet.Effect{
		`x = readlines("a.txt"); println(x[1])`:                                {{Kind: pipeline.KindRead, Object: "a.txt"}},
		`open("b.csv", "w") do io; println(io, 1); end`:                        {{Kind: pipeline.KindWrite, Object: "b.csv"}},
		`open("b.csv", "r+") do io; println(io, 1); end`:                       {{Kind: pipeline.KindWrite, Object: "b.csv"}, {Kind: pipeline.KindRead, Object: "b.csv"}},
		`rm("/x/y.txt"; force=true); f = 1`:                                    {{Kind: pipeline.KindDelete, Object: "/x/y.txt"}},
		`println(ENV["TOKEN"])`:                                                {{Kind: pipeline.KindSecret, Object: "TOKEN"}},
		`println(readdir())`:                                                   {{Kind: pipeline.KindRead, Object: ".", Look: true}},
		`using DelimitedFiles; writedlm("m.csv", rand(2, 2)); isfile("m.csv")`: {{Kind: pipeline.KindWrite, Object: "m.csv"}, {Kind: pipeline.KindRead, Object: "m.csv", Look: true}},
		`using JuliaFormatter; format("src")`:                                  {{Kind: pipeline.KindRead, Object: "src", Tree: true}, {Kind: pipeline.KindWrite, Object: "src/*.jl", Pattern: true}, {Kind: pipeline.KindWrite, Object: "src/**/*.jl", Pattern: true}},
		`include("a.jl"); f(2)`:                                                {{Kind: pipeline.KindCode, Object: "sub/a.jl"}},
	} {
		effects, ok := snippet.Julia(text, snippet.Given{Folder: "sub"})
		want = append([]snippet.Effect{{Kind: pipeline.KindCode, Object: "."}}, want...)
		if !ok || !slices.Equal(effects, want) {
			t.Errorf("%v %v: %s", ok, effects, text)
		}
	}
}

// FuzzJulia: reading ends, whatever the text, and a program that starts another never
// passes.
func FuzzJulia(f *testing.F) {
	for _, name := range []string{"julia-attacks.txt", "julia-harmless.txt"} {
		for _, s := range julias(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, ok := snippet.Julia(s, snippet.Given{}); ok && strings.HasPrefix(s, "run(`") {
			t.Errorf("%q passes", s)
		}
	})
}
