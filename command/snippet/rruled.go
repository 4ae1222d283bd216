package snippet

import (
	"slices"
	"strings"

	"passepartout/pipeline"
)

// rRuled lists functions of R that reach out and have a rule in the second reading, with
// their parameters. The marks are those of rSignature, and more:
//
//	!f  a file whose code, or whose objects, come in      =f  a constant text
//
// "special" stands for what has a rule of its own.
//
// Long: a table.
func rRuled(name string) string {
	switch name {
	case "read.csv", "read.csv2", "read.delim", "read.delim2", "read.table", "read.fwf", "read.fortran", "read.DIF", "count.fields", "scan", "read.dcf", "read.ftable":
		return "<file ..."
	case "readLines":
		return "<con ..."
	case "source", "readRDS", "load", "parse", "checkRd":
		return "!file ..."
	case "write.csv", "write.csv2", "write.table", "write", "saveRDS", "dput", "write.dcf", "write.ftable":
		return "x >file ..."
	case "writeLines":
		return "text >con ..."
	case "pdf", "svg", "cairo_pdf", "cairo_ps":
		return ">file ..."
	case "png", "jpeg", "tiff", "bmp":
		return ">filename ..."
	case "dir.create":
		return ">path ..."
	case "Rprof", "sink":
		return ">filename ..."
	case "file.rename":
		return "-from >to"
	case "file.copy":
		return "<from >to ..."
	case "unlink":
		return "-x ..."
	case "normalizePath", "list.files", "list.dirs", "dir", "Sys.glob", "file_test", "dir.exists", "file.access", "file.size", "file.mtime":
		if name == "file_test" {
			return "op ?x"
		}
		return "?path ..."
	case "md5sum", "showNonASCIIfile", "summaryRprof":
		return "<files ..."
	}
	if listWords(rSpecials, name) {
		return "special"
	}
	return ""
}

// rSpecials have rules of their own, see special.
const rSpecials = `library require requireNamespace loadNamespace do.call with within subset transform UseMethod standardGeneric quote bquote expression enquote substitute match.call sys.call
	conditionCall body formals structure as.vector assign local glm as.formula formula reformulate update Sys.getenv Sys.setenv options quit q Sys.which installed.packages citation curve textConnection
	file gzfile file.exists file.info file.create file.remove tempfile tempdir cat capture.output save data txtProgressBar serialize Recall readline close open new as getOption transform.data.frame`

// rTakes lists functions that look for a function by its name: the parameters up to that
// one, which is marked.
//
// Long: a table.
func rTakes(name string) string {
	switch name {
	case "sapply", "lapply", "vapply", "mclapply", "dendrapply", "pvec", "future_lapply", "future_sapply", "bplapply", "pblapply", "pbsapply":
		return "X !FUN"
	case "map", "map_chr", "map_dbl", "map_int", "map_lgl", "map_df", "map_dfr", "map_dfc", "map_vec", "walk", "imap", "iwalk", "imap_chr", "imap_dfr", "pmap", "pmap_dfr", "pmap_chr", "pmap_dbl", "pwalk", "modify", "lmap", "map_raw",
		"future_map", "future_map_dfr", "future_map_dbl", "future_map_chr", "reduce", "accumulate", "reduce_right", "accumulate_right":
		return ".x !.f"
	case "keep", "discard", "detect", "detect_index", "some", "every", "none", "head_while", "tail_while", "compact":
		return ".x !.p"
	case "map2", "map2_chr", "map2_dbl", "map2_int", "map2_lgl", "map2_dfr", "map2_dfc", "walk2", "modify2", "reduce2", "future_map2", "map_if", "map_at", "modify_if", "modify_at", "map_depth", "modify_depth":
		return ".x .y !.f"
	case "tapply", "aggregate", "aggregate.data.frame", "by", "outer", "apply", "aggregate.ts", "combn", "kronecker", "addmargins", "ddply", "daply", "dlply", "rollapply", "rollapplyr", "frollapply", "reorder":
		return "X Y !FUN"
	case "sweep":
		return "x MARGIN STATS !FUN"
	case "mapply", "Vectorize", "grid.DLapply", "mcmapply":
		return "!FUN"
	case "Map", "Filter", "Find", "Position", "Reduce", "Negate", "integrate", "optimize", "optimise", "uniroot", "nlm", "functionGrob", "grid.function", "mcMap":
		return "!f"
	case "rapply", "reg.finalizer", "callCC":
		return "object !f"
	case "optim", "optimHess", "nlminb":
		return "par !fn !gr"
	case "constrOptim":
		return "theta !f !grad"
	case "forceAndCall", "maphash", "llply", "ldply", "laply", "l_ply", "apply.monthly", "apply.daily", "apply.weekly", "apply.yearly", "apply.quarterly", "if_any", "if_all", "across", "rename_with", "mutate_all", "summarise_all", "summarize_all", "select_if", "fct_relabel":
		return "x !FUN"
	case "mutate_at", "summarise_at", "summarize_at", "mutate_if", "summarise_if", "summarize_if", "fct_reorder", "rename_at", "rename_if", "fct_reorder2", "period.apply":
		return "x y !FUN"
	}
	return ""
}

// rFunctionWord lists names of arguments by which functions are given to others.
func rFunctionWord(name string) bool {
	return listWords(`FUN fun .fun .f .fn .fns fn func .funs .p .predicate fun.y fun.x fun.data fun.min fun.max fun.ymin fun.ymax fun.aggregate values_fn names_fn .combine panel diag.panel lower.panel upper.panel text.panel
		formatNum transform.x rotation family link na.action contrasts strip.custom handler objective gradient hessian distfun hclustfun reorderfun statistic summaryFunction name_repair .name_repair`, name)
}

// matched finds the arguments of parameters. A name that is the beginning of one would
// count as it, and is refused; behind ... only whole names count.
func (j *rSoft) matched(formals []string, args []*node) map[string]*node {
	out := map[string]*node{}
	var rest []*node
	for _, a := range args {
		if a.text == "" {
			rest = append(rest, a)
			continue
		}
		if slices.Contains(formals, a.text) {
			out[a.text] = a
			continue
		}
		for _, f := range formals {
			if strings.HasPrefix(f, a.text) {
				j.no()
			}
		}
	}
	for _, f := range formals {
		if out[f] == nil && f != "..." && len(rest) > 0 {
			out[f], rest = rest[0], rest[1:]
		}
	}
	return out
}

// ruled judges a call by the line of its function.
//
// Long: one case a mark.
func (j *rSoft) ruled(name, line string, args []*node) {
	if j.frozen > 0 {
		j.no()
		return
	}
	marks := strings.Fields(line)
	formals := make([]string, len(marks))
	for i, m := range marks {
		formals[i] = strings.TrimLeft(m, "!<>-?=")
	}
	if listWords("read.csv read.csv2 read.delim read.delim2 read.table scan", name) && slices.ContainsFunc(args, func(a *node) bool { return a.text == "text" }) {
		j.args(name, args)
		return
	}
	if name == "file.copy" && slices.ContainsFunc(args, func(a *node) bool { return a.text != "" && strings.HasPrefix("recursive", a.text) }) {
		j.no()
		return
	}
	of := j.matched(formals, args)
	paths := map[*node]bool{}
	for i, f := range formals {
		a := of[f]
		mark := marks[i][0]
		if a != nil && len(a.kids) != 1 {
			j.no()
			return
		}
		if a == nil {
			j.missing(name, mark)
			continue
		}
		if strings.IndexByte("!<>-?=", mark) < 0 {
			continue
		}
		paths[a] = true
		j.walkPath(a.kids[0])
		value := a.kids[0]
		switch mark {
		case '=':
			if value.kind != nText {
				j.no()
			}
		case '<':
			if value.kind == nText && value.text == "stdin" || j.standardInput(value) {
				if !j.given.Eval {
					j.no()
				}
				continue
			}
			j.path(value, pipeline.KindRead, false)
		case '>':
			if value.kind == nText && value.text == "" || value.kind == nConst && value.text == "NULL" {
				continue
			}
			if rDevice(name) {
				j.device(value)
				continue
			}
			j.path(value, pipeline.KindWrite, false)
		case '?':
			j.path(value, pipeline.KindRead, true)
			if texts, ok := j.texts(value, 0); ok && name == "normalizePath" {
				for _, t := range texts {
					j.add(Effect{Leads: true, Object: t.s, Pattern: t.glob})
				}
			}
		case '-':
			j.path(value, pipeline.KindDelete, false)
			if name == "unlink" {
				j.deletesTree(value, args)
			}
		case '!':
			j.brings(name, value, args)
		}
	}
	for _, a := range args {
		if !paths[a] {
			j.args(name, []*node{a})
		}
	}
}

// walkPath judges what makes a path, for what it calls.
func (j *rSoft) walkPath(n *node) {
	before := j.makes
	j.naming++
	j.walk(n)
	j.naming--
	j.makes = before
}

// standardInput reports whether a value is file("stdin").
func (j *rSoft) standardInput(n *node) bool {
	return n.kind == nCall && n.kids[0].kind == nName && n.kids[0].text == "file" && len(n.kids) > 1 && len(n.kids[1].kids) == 1 && n.kids[1].kids[0].kind == nText && n.kids[1].kids[0].text == "stdin"
}

// missing judges a call without a path that it might have had.
func (j *rSoft) missing(name string, mark byte) {
	switch {
	case strings.IndexByte("!<>-?", mark) < 0, mark == '?', mark == '>' && listWords("write.csv write.csv2 write.table writeLines dput sink write.ftable write_csv write.dcf", name):
	case name == "pdf":
		j.add(Effect{Kind: pipeline.KindWrite, Object: "Rplots.pdf"})
	case rDevice(name) && name != "cairo_pdf":
		j.add(Effect{Kind: pipeline.KindWrite, Object: "Rplot*." + name, Pattern: true})
	default:
		j.no()
	}
}

// device states the files of a graphics device, which numbers its pages by a format.
func (j *rSoft) device(n *node) {
	texts, ok := j.texts(n, 0)
	if !ok {
		j.no()
		return
	}
	for _, t := range texts {
		if before, after, some := strings.Cut(t.s, "%"); some {
			rest := strings.TrimLeft(after, "0123456789")
			if t.glob || !strings.HasPrefix(rest, "d") || strings.ContainsAny(before+rest, "*?[%") {
				j.no()
				return
			}
			t.s, t.glob = before+"*"+rest[1:], true
		}
		j.states(t, Effect{Kind: pipeline.KindWrite})
	}
}

// deletesTree states what unlink deletes below a folder. It takes wildcards, which a
// constant path may not have.
func (j *rSoft) deletesTree(value *node, args []*node) {
	for _, a := range args {
		if a.text != "recursive" && a.text != "force" && a.text != "expand" && a.text != "x" && a.text != "" || a.text == "" && a.kids[0] != value {
			j.no()
			return
		}
	}
	texts, _ := j.texts(value, 0)
	for _, t := range texts {
		if len(args) > 1 {
			j.states(t, Effect{Kind: pipeline.KindDelete, Tree: true})
		}
	}
}

// brings states code, or saved objects of R, that come out of a file: it must be one of
// the project that nothing has just written, as such objects may hold functions.
func (j *rSoft) brings(name string, value *node, args []*node) {
	unnamed := 0
	for _, a := range args {
		unnamed += boolInt(a.text == "")
		if unnamed > 1 || len(a.kids) != 1 || a.text != "" && !listWords("file local echo encoding verbose con quiet keep.source print.eval max.deparse.length", a.text) || a.text == "local" && a.kids[0].kind != nConst {
			j.no()
			return
		}
	}
	texts, ok := j.texts(value, 0)
	if !ok {
		j.no()
		return
	}
	for _, t := range texts {
		if t.temp || t.conn || strings.HasPrefix(t.s, "/") || strings.HasPrefix(t.s, "~") || strings.HasPrefix(t.s, "..") || strings.Contains(t.s, "/..") {
			j.no()
			return
		}
		j.states(t, Effect{Kind: pipeline.KindCode, Says: name != "source"})
		if name != "source" {
			j.states(t, Effect{Kind: pipeline.KindRead})
		}
	}
}
