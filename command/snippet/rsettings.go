package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// files judges what touches files, settings and the environment.
//
// Long: one case a function.
func (j *rSoft) files(name string, args []*node) {
	switch name {
	case "Sys.getenv":
		for i, a := range args {
			if len(a.kids) != 1 || i > 1 || i == 0 && (a.kids[0].kind != nText || a.text != "" && a.text != "x") || a.text == "names" {
				j.no()
				return
			}
			if i == 0 {
				j.add(Effect{Kind: pipeline.KindSecret, Object: a.kids[0].text})
				continue
			}
			j.walk(a.kids[0])
		}
		if len(args) == 0 {
			j.no()
		}
	case "Sys.setenv":
		for _, a := range args {
			if len(a.kids) != 1 || a.kids[0].kind != nText && a.kids[0].kind != nConst || !listWords("TZ LANG LC_ALL NOT_CRAN TESTTHAT_CPUS TESTTHAT_PARALLEL OMP_NUM_THREADS CI _R_CHECK_FORCE_SUGGESTS_ R_TESTS MC_CORES VROOM_CONNECTION_SIZE", a.text) {
				j.no()
			}
		}
	case "options":
		for _, a := range args {
			if len(a.kids) != 1 || !rOption(a.text) {
				j.no()
				return
			}
		}
		j.args("", args)
	case "quit", "q":
		for i, a := range args {
			if len(a.kids) != 1 || (a.text == "save" || a.text == "" && i == 0) && (a.kids[0].kind != nText || a.kids[0].text != "no") || a.text != "" && a.text != "save" && a.text != "status" && a.text != "runLast" {
				j.no()
				return
			}
		}
		j.args("", args)
	case "file", "gzfile":
		j.opens(args)
	case "file.exists", "file.info":
		for _, a := range args {
			if len(a.kids) != 1 || a.text != "" {
				j.no()
				return
			}
			j.walkPath(a.kids[0])
			if _, ok := j.texts(a.kids[0], 0); ok || name != "file.exists" { // whether anything stands somewhere tells nothing else
				j.path(a.kids[0], pipeline.KindRead, true)
			}
		}
	case "file.create", "file.remove":
		kind := pipeline.KindWrite
		if name == "file.remove" {
			kind = pipeline.KindDelete
		}
		for _, a := range args {
			if len(a.kids) != 1 || a.text != "" && a.text != "showWarnings" {
				j.no()
				return
			}
			if a.text == "" {
				j.walkPath(a.kids[0])
				j.path(a.kids[0], kind, false)
			}
		}
	case "tempfile", "tempdir":
		j.args("", args)
	case "cat", "capture.output":
		j.prints(name, args)
	case "save":
		j.saves(args)
	case "data":
		if len(args) != 1 || len(args[0].kids) != 1 || args[0].text != "" || args[0].kids[0].kind != nName && args[0].kids[0].kind != nText {
			j.no()
			return
		}
		if at := args[0].kids[0].text; !rConstant(at) { // data/ of the folder may hold code
			j.states(rText{s: "data"}, Effect{Kind: pipeline.KindCode})
		}
	default:
		j.no()
	}
}

// rOption lists settings that say how something is shown or computed.
func rOption(name string) bool {
	return listWords(`digits width scipen warn stringsAsFactors digits.secs OutDec max.print nwarnings warning.length mc.cores knitr.kable.NA readr.show_col_types readr.show_progress readr.num_columns
		dplyr.summarise.inform dplyr.print_max dplyr.print_min tibble.print_max tibble.print_min tibble.width pillar.sigfig pillar.width pillar.print_max pillar.max_footer_lines datatable.print.nrows
		datatable.print.topn datatable.verbose cli.num_colors cli.unicode crayon.enabled lubridate.week.start survey.lonely.psu max.deparse.length keep.source showWarnCalls warnPartialMatchDollar
		warnPartialMatchArgs testthat.progress.max_fails timeout encoding useFancyQuotes`, name)
}

// opens judges file(path, mode). Without a mode it is opened by what uses it.
func (j *rSoft) opens(args []*node) {
	if j.standardInput(&node{kind: nCall, kids: append([]*node{{kind: nName, text: "file"}}, args...)}) {
		if !j.given.Eval {
			j.no()
		}
		return
	}
	of := j.matched([]string{"description", "open"}, args)
	for _, a := range args {
		if len(a.kids) != 1 || a.text != "" && !listWords("description open encoding", a.text) || a.text == "encoding" && a.kids[0].kind != nText {
			j.no()
			return
		}
	}
	at, mode := of["description"], of["open"]
	if at == nil {
		j.no()
		return
	}
	j.walkPath(at.kids[0])
	reads, writes := true, true
	if mode != nil {
		if mode.kids[0].kind != nText || !listWords("r rt rb w wt wb a at ab r+ w+", mode.kids[0].text) {
			j.no()
			return
		}
		reads = mode.kids[0].text[0] == 'r' || strings.HasSuffix(mode.kids[0].text, "+")
		writes = mode.kids[0].text[0] != 'r' || strings.HasSuffix(mode.kids[0].text, "+")
	}
	if reads {
		j.path(at.kids[0], pipeline.KindRead, false)
	}
	if writes {
		j.path(at.kids[0], pipeline.KindWrite, false)
	}
}

// prints judges cat and capture.output, which may write to a file.
func (j *rSoft) prints(name string, args []*node) {
	for _, a := range args {
		switch {
		case len(a.kids) != 1:
			j.no()
		case a.text == "file":
			if k := a.kids[0]; k.kind != nText || k.text != "" {
				if k.kind != nConst || k.text != "NULL" {
					j.walkPath(k)
					j.path(k, pipeline.KindWrite, false)
				}
			}
		case name == "cat":
			j.shown++
			j.walk(a.kids[0])
			j.shown--
		default:
			j.walk(a.kids[0])
		}
	}
}

// saves judges save(a, b, file = path).
func (j *rSoft) saves(args []*node) {
	there := false
	for _, a := range args {
		switch {
		case len(a.kids) != 1:
			j.no()
		case a.text == "file":
			there = true
			j.walkPath(a.kids[0])
			j.path(a.kids[0], pipeline.KindWrite, false)
		case a.text == "":
			if a.kids[0].kind != nName && a.kids[0].kind != nText {
				j.no()
			}
		case !listWords("compress version ascii compression_level", a.text) || a.kids[0].kind != nConst && a.kids[0].kind != nText:
			j.no()
		}
	}
	if !there {
		j.no()
	}
}
