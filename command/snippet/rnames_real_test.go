package snippet

import (
	"slices"
	"strings"
	"testing"
)

// exports prints what packages of R export, a line a name. It is one line without tabs, at
// which R would divide it.
const exports = `for (p in c("base", "stats", "utils", "methods", "grDevices", "graphics", "tools", "parallel", "compiler", "splines", "stats4", "grid")) { e <- if (p == "base") baseenv() else asNamespace(p); for (n in if (p == "base") ls(e, all.names = TRUE) else getNamespaceExports(p)) if (is.function(get(n, envir = e))) cat(p, " ", n, "
", sep = "") }`

// TestRNamesForReal: every function that a real R exports computes, or reaches out.
func TestRNamesForReal(t *testing.T) {
	t.Parallel()
	out, ok := saidBy(t, "Rscript", "--vanilla", "-e", exports)
	if !ok {
		return
	}
	syntax := strings.Fields("<- <<- = { ( if for while repeat function break next return :: ::: $ @ ~")
	names := 0
	for line := range strings.Lines(out) {
		pkg, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		names++
		computes := rComputes(pkg, name)
		switch {
		case computes && rReaches(name) && !rElsewhere(pkg, name):
			t.Errorf("%s::%s computes and reaches out", pkg, name)
		case computes || rReaches(name) || slices.Contains(syntax, name):
		default:
			t.Errorf("nobody knows %s::%s", pkg, name)
		}
	}
	if names < 2000 {
		t.Errorf("R has only %d functions", names)
	}
}

// rElsewhere reports whether a name that one package has for what computes is that of a
// function of another one which reaches out.
func rElsewhere(pkg, name string) bool {
	return listWords("stats::update stats4::update grid::delayGrob graphics::frame methods::body<- base::format stats::start", pkg+"::"+name)
}

// TestROutwardHasNoValue: none of the names that reach out is a value, a function for others,
// or computes where packages are attached.
func TestROutwardHasNoValue(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq(rOutward.text) {
		if strings.ContainsAny(name, "<?") || name == "as.vector" /* which the first reading knows */ {
			continue
		}
		for _, form := range []string{"f <- NAME", "g(NAME)", "sapply(x, NAME)", "list(NAME)[[1]](1)", "base::NAME |> print()", "(NAME)(1)", "if (a) NAME else b", "function(x = NAME) x", "switch(a, b = NAME)"} {
			text := "a <- TRUE; b <- 1; x <- intToUtf8(47); g <- function(y) 1; " + strings.ReplaceAll(form, "NAME", name)
			if effects, ok := R(text, Given{Known: true, Eval: true}); ok {
				t.Errorf("understood: %s %v", text, effects)
			}
		}
	}
}
