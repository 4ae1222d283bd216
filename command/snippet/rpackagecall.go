package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// ofPackage judges the call of a function of a package. Most of them evaluate what they
// get among the columns of some data.
func (j *rSoft) ofPackage(pkg, name string, args []*node) {
	line := rPackageRule(pkg, name)
	switch {
	case line == "special":
		j.packageSpecial(pkg, name, args)
		return
	case line != "":
		if pkg == "data.table" && name == "fread" && !j.readsTable(args) {
			j.no()
			return
		}
		if pkg == "ggplot2" {
			j.draws = false
		}
		for _, a := range args {
			if listWords("path device cmd pipe fun progress_text", a.text) && (name == "ggsave" || name == "fread" || a.text == "cmd" || a.text == "pipe") && !(a.text == "device" && len(a.kids) == 1 && a.kids[0].kind == nText && listWords("png pdf svg jpeg tiff bmp eps ps tex wmf", a.kids[0].text)) {
				j.no()
				return
			}
		}
		if name == "dir_ls" || name == "file_delete" || name == "dir_create" {
			for _, a := range args {
				if a.text == "fun" || a.text == "recurse" && name == "file_delete" {
					j.no()
					return
				}
			}
		}
		j.ruled(name, line, args)
		return
	case j.reachesIn(pkg, name):
		j.no()
		return
	}
	unmasked := listWords("purrr testthat magrittr bench microbenchmark scales stringr lubridate jsonlite broom R6 zoo xts patchwork cowplot digest here knitr", pkg) ||
		rTakes(name) != "" && !listWords("across if_any if_all", name) || rPlots(name)
	if !unmasked {
		j.mask++
		defer func() { j.mask-- }()
	}
	if name == "test_that" || name == "it" || name == "describe" {
		j.args(name, args)
		return
	}
	j.computes(name, args)
}

// rPlots reports whether a function makes a part of a plot of ggplot2, which evaluates
// nothing among the columns but what aes has.
func rPlots(name string) bool {
	for _, begin := range [...]string{"geom_", "stat_", "scale_", "theme", "coord_", "guide", "element_", "annotate"} {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return listWords("labs xlab ylab ggtitle xlim ylim expand_limits position_dodge position_jitter margin unit", name)
}

// readsTable reports whether fread gets a path: what has a blank in it is a command to it.
func (j *rSoft) readsTable(args []*node) bool {
	for i, a := range args {
		if len(a.kids) != 1 || a.text == "cmd" || a.text == "text" && a.kids[0].kind == nName {
			return false
		}
		if a.text == "file" || a.text == "text" {
			return false
		}
		if a.text == "input" || a.text == "" && i == 0 {
			texts, ok := j.texts(a.kids[0], 0)
			if !ok {
				return false
			}
			for _, t := range texts {
				if strings.ContainsAny(t.s, " \t;&|$") || t.glob && strings.Contains(t.s, " ") {
					return false
				}
			}
		}
	}
	return true
}

// packageSpecial judges functions of packages with rules of their own.
//
// Long: one case a kind.
func (j *rSoft) packageSpecial(pkg, name string, args []*node) {
	if j.frozen > 0 {
		j.no()
		return
	}
	switch pkg {
	case "glue", "stringr", "cli":
		j.glued(args)
	case "rlang", "dplyr":
		if strings.HasPrefix(name, "en") || strings.HasPrefix(name, "quo") || name == "vars" {
			j.frozen++
			j.mask++
			j.args(name, args)
			j.mask--
			j.frozen--
			return
		}
		j.glued(args)
	case "ggplot2":
		j.facets(name, args)
	case "purrr":
		for i, a := range args {
			if len(a.kids) != 1 {
				continue
			}
			if name == "compose" || i == 0 {
				j.function(a.kids[0], nil, 0)
			} else {
				j.walk(a.kids[0])
			}
		}
	case "jsonlite":
		j.parsesJSON(args)
	case "digest":
		for _, a := range args {
			if a.text != "" && strings.HasPrefix("file", a.text) {
				j.no()
				return
			}
		}
		j.args(name, args)
	case "shiny":
		j.serves(args)
	case "usethis":
		j.uses(name, args)
	default:
		j.tool(pkg, name, args)
	}
}

// glued judges texts with code in braces.
func (j *rSoft) glued(args []*node) {
	for _, a := range args {
		if len(a.kids) != 1 {
			continue
		}
		if listWords(".transformer .open .close .envir .null .trim class call .envir", a.text) && a.text != ".null" && a.text != ".trim" && a.text != "class" && a.text != "call" {
			j.no()
			return
		}
		j.gluedText(a.kids[0], 0)
	}
}

// gluedText judges a text whose braces are evaluated: it must be a constant, or none.
func (j *rSoft) gluedText(n *node, depth int) {
	switch n.kind {
	case nText:
		for rest := n.text; ; {
			i := strings.IndexByte(rest, '{')
			if i < 0 {
				return
			}
			end := strings.IndexByte(rest[i:], '}')
			if strings.HasPrefix(rest[i:], "{{") || end < 0 {
				j.no()
				return
			}
			code := strings.TrimLeft(rest[i+1:i+end], "?")
			if word, after, ok := strings.Cut(code, " "); ok && strings.HasPrefix(word, ".") { // {.val {x}}
				code = strings.TrimPrefix(strings.TrimSpace(after), "{")
			}
			rest = rest[i+end+1:]
			tree := rParse(code, true)
			if tree == nil || strings.ContainsAny(code, "{") {
				j.no()
				return
			}
			j.walk(tree)
		}
	case nConst, nLambda:
		j.walk(n)
	case nCall:
		if depth < 4 && n.kids[0].kind == nName && listWords("c list", n.kids[0].text) && len(j.bound[n.kids[0].text]) == 0 {
			for _, a := range n.kids[1:] {
				if len(a.kids) == 1 {
					j.gluedText(a.kids[0], depth+1)
				}
			}
			return
		}
		j.no()
	default:
		j.no()
	}
}

// facets judges what takes a text for a formula, or a formula for data.
func (j *rSoft) facets(name string, args []*node) {
	for _, a := range args {
		if len(a.kids) != 1 {
			continue
		}
		k := a.kids[0]
		switch {
		case a.text == "labeller" && !(k.kind == nCall && k.kids[0].kind == nName && listWords("labeller label_wrap_gen as_labeller ggplot2::labeller ggplot2::label_wrap_gen ggplot2::as_labeller", k.kids[0].text)):
			j.function(k, nil, 0)
			continue
		case strings.HasPrefix(name, "facet") && (a.text == "" || listWords("facets rows cols", a.text)):
			vars := k.kind == nCall && k.kids[0].kind == nName && listWords("vars ggplot2::vars", k.kids[0].text)
			if !vars && k.kind != nText && !j.formulaOnly(k, 0) && !(k.kind == nName && k.text == "." || k.kind == nConst) {
				j.no()
				return
			}
			if k.kind == nText && !j.formulaText(k, 0) {
				j.no()
			}
		case a.text == "formula" && !j.formulaOnly(k, 0), a.text == "method" && k.kind != nText && k.kind != nConst:
			if a.text == "method" && k.kind == nName && len(j.bound[k.text]) == 0 {
				j.function(k, nil, 0)
				continue
			}
			j.no()
			return
		}
		j.mask++
		j.walk(k)
		j.mask--
	}
}

// parsesJSON judges fromJSON, which reads a file or an address if the text is the name of one.
func (j *rSoft) parsesJSON(args []*node) {
	for i, a := range args {
		if len(a.kids) != 1 {
			j.no()
			return
		}
		k := a.kids[0]
		if a.text != "txt" && (i > 0 || a.text != "") {
			j.walk(k)
			continue
		}
		if k.kind == nText && k.text != "" && strings.IndexByte("{[", strings.TrimLeft(k.text, " \n\t")[0]) >= 0 {
			continue
		}
		j.walkPath(k)
		j.path(k, pipeline.KindRead, false)
	}
}
