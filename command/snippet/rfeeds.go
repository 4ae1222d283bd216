package snippet

import (
	"path"
	"strings"

	"passepartout/pipeline"
)

// rFeeds reports whether a program of R that runs code of files writes what may be part
// of that code: what it writes may be anything by then (lines of another file, texts put
// together), and what a file that is sourced sources is not known. Saved objects are
// looked at where they are loaded (Says).
func rFeeds(effects []Effect, text string) bool {
	runs := false
	for _, word := range [...]string{"source", "load_all", "devtools", "testthat", "pkgload", "roxygen", "rcmdcheck", "covr", "tar_make", "targets", "knitr", "knit", "rmarkdown", "quarto", "shiny", "pkgdown", "data("} {
		runs = runs || strings.Contains(text, word)
	}
	for _, e := range effects {
		runs = runs || e.Kind == pipeline.KindCode && e.Object != "." && !e.Says
	}
	typed := false // tools write by themselves what they format or extract
	for _, word := range [...]string{"write", "cat", "sink", "dput", "save", "capture", "copy", "rename", "append", "dump"} {
		typed = typed || strings.Contains(text, word)
	}
	if !runs || !typed {
		return false
	}
	moves := strings.Contains(text, "copy") || strings.Contains(text, "rename") // into a folder, under a name that is not said
	for _, e := range effects {
		if e.Kind == pipeline.KindWrite && rCodeFile(e, moves, strings.Contains(text, "use_")) {
			return true
		}
	}
	return false
}

// rCodeFile reports whether a file may be loaded as code by R or its tools. usethis: the
// functions of that package add to files in ways of their own.
func rCodeFile(e Effect, moves, usethis bool) bool {
	base := path.Base(e.Object)
	switch ending := strings.ToLower(path.Ext(base)); ending {
	case ".r", ".s", ".q", ".rmd", ".qmd", ".rnw", ".rda", ".rdata", ".rprofile", ".renviron", ".sh", ".py", ".so", ".c", ".cc", ".cpp", ".h", ".hpp", ".f", ".f90", ".stan", ".in", ".win":
		return true
	case "", ".*":
		return e.Pattern || moves || !usethis && listWords("DESCRIPTION NAMESPACE Makefile Makevars configure cleanup", base)
	}
	return false
}
