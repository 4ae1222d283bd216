package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Documents that libraries read and write, and that are plain data in between: notebooks,
// TOML, graphs, text that becomes HTML.

// pyDocuments lists the functions of these libraries.
func pyDocuments(library string) string {
	switch library {
	case "nbformat": // a notebook is a dictionary whose keys are attributes as well
		return `read reads write writes validate convert from_dict NotebookNode v4 v4.new_notebook v4.new_code_cell v4.new_markdown_cell v4.new_raw_cell
			v4.new_output v4.reads v4.writes v4.upgrade v4.output_from_msg`
	case "toml":
		return "load dump"
	case "networkx":
		return `read_adjlist read_edgelist read_gexf read_gml read_graph6 read_graphml read_multiline_adjlist read_pajek read_sparse6 read_weighted_edgelist
			write_adjlist write_edgelist write_gexf write_gml write_graph6 write_graphml write_graphml_xml write_multiline_adjlist write_pajek write_sparse6 write_weighted_edgelist`
	case "markdown":
		return "markdown"
	}
	return ""
}

// documents judges a call of one of these; false: it is another function.
func (j *pyJudge) documents(name string, n *node) (pyValue, bool) {
	library, rest, _ := strings.Cut(name, ".")
	if !listWords(pyDocuments(library), rest) {
		return pyValue{}, false
	}
	first, second := j.argument(n, 0, ""), j.argument(n, 1, "fp")
	switch {
	case name == "nbformat.read":
		j.only(n, 2, "as_version")
		j.fileOrOpened(pipeline.KindRead, first)
	case name == "nbformat.write":
		j.only(n, 3, "version fp")
		j.fileOrOpened(pipeline.KindWrite, second)
	case name == "toml.load":
		j.only(n, 1, "")
		j.fileOrOpened(pipeline.KindRead, first)
	case library == "markdown":
		j.only(n, 1, "extensions output_format tab_length")
		if a := j.argument(n, 9, "extensions"); a != nil && !j.extends(a) {
			return j.fail(), true
		}
	case library == "networkx" && strings.HasPrefix(rest, "read"):
		j.only(n, 2, "delimiter nodetype data comments label node_type edge_key_type encoding force_multigraph")
		j.fileOrOpened(pipeline.KindRead, first)
		return pyValue{what: pyObject, name: library}, true
	case library == "networkx":
		j.only(n, 3, "delimiter data comments encoding prettyprint version infer_numeric_types named_key_ids edge_id_from_attribute header")
		j.fileOrOpened(pipeline.KindWrite, j.argument(n, 1, "path"))
	default:
		j.arguments(n)
	}
	return pyValue{}, true
}

// extends reports whether extensions of Markdown are those that it has itself; any other
// name would be a module.
func (j *pyJudge) extends(n *node) bool {
	if n.kind != nList && n.kind != nTuple {
		return false
	}
	for _, e := range n.kids {
		if e.kind != nText || !e.sure || !listWords("extra abbr attr_list def_list fenced_code footnotes md_in_html tables admonition codehilite legacy_attrs legacy_em meta nl2br sane_lists smarty toc wikilinks",
			strings.TrimPrefix(e.text, "markdown.extensions.")) {
			return false
		}
	}
	return true
}

// fileOrOpened states what happens to a file that is named by a constant path; one that the
// program has opened was stated there.
func (j *pyJudge) fileOrOpened(kind pipeline.EffectKind, n *node) {
	if n != nil && j.openFile(n, 0) {
		j.plain(n)
		return
	}
	j.touch(kind, j.localPaths(n), false, false)
}

// compiled judges compile(text, name, "exec") as a statement: it tells whether a text is
// Python, and nobody gets the code. False: it is something else.
func (j *pyJudge) compiled(n *node) bool {
	if n.kind != nCall || n.kids[0].kind != nName || n.kids[0].text != "compile" || len(n.kids) != 4 {
		return false
	}
	if b := j.names["compile"]; b != nil && len(b.sites) > 0 {
		return false
	}
	for i, a := range n.kids[1:] {
		if a.kind == nStar || a.kind == nArg || i == 2 && (a.kind != nText || !listWords("exec eval single", a.text)) {
			j.failed = true
			return true
		}
		j.pathLike(a)
	}
	j.code(j.given.Folder) // what a warning about the text is shown by
	return true
}

// openFile reports whether an expression certainly is an open file, or data in memory that is
// like one: a call of open, or a name that is bound to nothing else.
func (j *pyJudge) openFile(n *node, depth int) bool {
	switch {
	case n == nil || depth > 4:
		return false
	case n.kind == nName:
		b := j.names[n.text]
		if b == nil || len(b.sites) == 0 {
			return false
		}
		for _, s := range b.sites {
			if s.how != byValue || !j.openFile(s.node, depth+1) {
				return false
			}
		}
		return true
	case n.kind != nCall:
		return false
	case j.opened(n): // in memory
		return true
	case n.kids[0].kind == nName:
		b := j.names[n.kids[0].text]
		return n.kids[0].text == "open" && (b == nil || len(b.sites) == 0)
	case n.kids[0].kind == nAttr && n.kids[0].text == "open":
		base := j.eval(n.kids[0].kids[0])
		return base.what == pyPath || base.what == pyModule && listWords("io gzip bz2 lzma codecs", base.name)
	}
	return false
}
