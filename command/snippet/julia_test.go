package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestJulia: what runs tests and files of the project is understood, what
// installs, starts or computes is not.
func TestJulia(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`using Test; include("test/runtests.jl")`: true,
		"using Pkg; Pkg.test()":                   true,
		"import Pkg\nPkg.status()":                true,
		"using Test, LinearAlgebra":               true,
		"println(VERSION)":                        true,
		`include("a.jl"); println("done; it is")`: true,
		`println("done")`:                         true,
		"Pkg.test()":                              false,
		`using Pkg; Pkg.add("JSON")`:              false,
		"using Pkg; Pkg.instantiate()":            false,
		`using Pkg; Pkg.test("Other")`:            false,
		"run(`id`)":                               false,
		`include("a" * "b")`:                      false,
		`include(ARGS[1])`:                        false,
		`include("$x")`:                           false,
		`include(f, "a.jl")`:                      false,
		`include("a.jl")(run)`:                    false,
		`println("a", run(x), "b")`:               false,
		`println("a")  # run`:                     true,
		`using Pkg: add`:                          false,
		`using .Local`:                            true,
		`include = run; include("id")`:            false,
		`include("a") ; eval(x)`:                  false,
		`using Test include("x")`:                 false,
		"using Pkg;Pkg.test(\n)":                  false,
		`@eval x`:                                 false,
		`ccall(:system, Int, (Cstring,), "id")`:   false,
		`println"id"`:                             false,
		`include("x"),run("y")`:                   false,
	} {
		if _, ok := snippet.Julia(text, snippet.Given{}); ok != want {
			t.Errorf("%v: %s", ok, text)
		}
	}
}
