package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// tool judges functions that run code of the project: its tests, its package, its
// documents, its pipeline. They are stated as code and not looked into. Words that say
// where are paths of the project.
//
// Long: one case an argument.
func (j *rSoft) tool(pkg, name string, args []*node) {
	if listWords("percent_coverage tally_coverage zero_coverage style_text package_info session_info dev_packages status dependencies paths project diagnostics tar_progress include_graphics as.package", name) {
		if name == "include_graphics" || pkg == "renv" && len(args) > 0 {
			j.no()
			return
		}
		j.args(name, args)
		return
	}
	at := &node{kind: nText, text: "."}
	writes := listWords("styler pkgdown rmarkdown roxygen2 bookdown quarto", pkg) || name == "document" || name == "knit" || name == "purl"
	for i, a := range args {
		if len(a.kids) != 1 {
			j.no()
			return
		}
		k := a.kids[0]
		switch {
		case a.text == "" && i == 0 && pkg != "targets", listWords("path pkg input package dir source_file source_files", a.text):
			at = k
		case listWords("output_file output_dir output", a.text):
			j.path(k, pipeline.KindWrite, false)
		case a.text == "linters" && pkg == "lintr":
			j.walk(k)
		case listWords("names fields complete_only targets_only", a.text) && pkg == "targets", a.text == "" && pkg == "targets":
			j.mask++
			j.walk(k)
			j.mask--
		case listWords(`reporter filter stop_on_failure stop_on_warning quiet line_length output_format type exclude_pattern error_on dry args document manual vignettes cran error_on roclets load_bundles
			export_all helpers recompile attach_testthat export_imports warn_conflicts attach_all reset preview lazy callr_function shortcut fields encoding clean exclusions relative_path line_exclusions
			function_exclusions combine_types exclude_files transformers indent_by strict scope show_progress load_package new_process run_dont_run`, a.text):
			if k.kind != nConst && k.kind != nText && !(k.kind == nName && rConstant(k.text)) && !(k.kind == nCall && (a.text == "output_format" || a.text == "exclusions" || a.text == "exclude_files" || a.text == "args" || a.text == "filter" || a.text == "exclude_pattern")) {
				j.no()
				return
			}
			if a.text == "callr_function" && k.kind != nConst || a.text == "args" && !checks(k) {
				j.no()
				return
			}
			j.walk(k)
		default:
			j.no()
			return
		}
	}
	texts, ok := j.texts(at, 0)
	if !ok {
		j.no()
		return
	}
	for _, t := range texts {
		if t.temp || t.conn {
			j.no()
			return
		}
		j.states(t, Effect{Kind: pipeline.KindCode})
		if writes {
			if pkg != "styler" && pkg != "roxygen2" && pkg != "pkgdown" && pkg != "devtools" {
				t.s, t.glob = rFolder(t.s), false
			}
			j.states(t, Effect{Kind: pipeline.KindWrite})
		}
	}
	if name == "tar_make" {
		j.states(rText{s: "_targets"}, Effect{Kind: pipeline.KindWrite})
	}
	j.own = j.own || name == "load_all"
}

// serves judges shiny::runApp: code of a folder, which listens on a port of this machine.
func (j *rSoft) serves(args []*node) {
	at, port := rText{s: "."}, ""
	for i, a := range args {
		if len(a.kids) != 1 {
			j.no()
			return
		}
		k := a.kids[0]
		switch {
		case a.text == "appDir" || a.text == "" && i == 0:
			if k.kind != nText {
				j.no()
				return
			}
			at.s = k.text
		case a.text == "port" || a.text == "" && i == 1:
			if k.kind != nConst || strings.Trim(k.text, "0123456789") != "" || k.text == "" {
				j.no()
				return
			}
			port = k.text
		case a.text == "host":
			if k.kind != nText || k.text != "127.0.0.1" && k.text != "localhost" {
				j.no()
				return
			}
		case listWords("launch.browser quiet test.mode", a.text) && k.kind == nConst && (a.text != "launch.browser" || k.text == "FALSE"):
		case a.text == "display.mode" && k.kind == nText:
		default:
			j.no()
			return
		}
	}
	if port == "" {
		j.no()
		return
	}
	j.states(at, Effect{Kind: pipeline.KindCode})
	j.add(Effect{Kind: pipeline.KindListen, Object: "127.0.0.1:" + port})
}

// uses judges what usethis writes into the package at hand.
func (j *rSoft) uses(name string, args []*node) {
	where := map[string]string{"use_test": "tests/testthat", "use_r": "R", "use_testthat": "tests", "use_package": "DESCRIPTION", "use_version": "DESCRIPTION", "use_dev_version": "DESCRIPTION", "use_news_md": "NEWS.md",
		"use_vignette": "vignettes", "use_import_from": "R", "use_tidy_description": "DESCRIPTION", "use_data_raw": "data-raw", "use_data": "data"}
	at, ok := where[name]
	if !ok {
		if !strings.HasPrefix(name, "ui_") && name != "proj_get" {
			j.no()
		}
		if len(args) > 0 {
			j.no()
		}
		return
	}
	for _, a := range args {
		switch {
		case len(a.kids) != 1, a.text == "open":
			j.no()
		case name == "use_data" && a.text == "":
			if a.kids[0].kind != nName {
				j.no()
			}
			j.walk(a.kids[0])
		case a.text == "internal" && a.kids[0].kind == nConst:
			at = "R"
		case a.kids[0].kind == nText && (strings.Contains(a.kids[0].text, "..") || strings.HasPrefix(a.kids[0].text, "/")), a.kids[0].kind != nText && a.kids[0].kind != nConst:
			j.no()
		}
	}
	j.states(rText{s: at}, Effect{Kind: pipeline.KindWrite})
	if strings.HasPrefix(name, "use_v") || name == "use_tidy_description" || name == "use_import_from" || name == "use_data" {
		j.states(rText{s: "DESCRIPTION"}, Effect{Kind: pipeline.KindWrite})
	}
}

// checks reports whether a value holds options of R CMD check alone that leave something out.
func checks(n *node) bool {
	if n.kind == nCall && n.kids[0].kind == nName && n.kids[0].text == "c" {
		for _, a := range n.kids[1:] {
			if len(a.kids) != 1 || !checks(a.kids[0]) {
				return false
			}
		}
		return true
	}
	return n.kind == nConst || n.kind == nText && (strings.HasPrefix(n.text, "--no-") || n.text == "--as-cran" || n.text == "--ignore-vignettes")
}
