package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// exports checks EXPORT DATABASE 'folder', which writes scripts and tables there.
func (d *duckdb) exports(t []sqlToken) {
	if len(t) < 3 || t[1].text != "database" || t[2].kind != '\'' || !d.path(t[2].text) || strings.ContainsAny(t[2].text, "*?[") || len(t) > 3 && t[3].kind != '(' {
		d.bad = true
		return
	}
	for _, k := range t[3:] {
		d.bad = d.bad || k.kind == '\'' || k.kind == '"' || k.kind == 'n' && !listWords("format csv parquet header true delimiter compression zstd gzip snappy row_group_size", k.text)
	}
	d.report.add(Effect{Kind: pipeline.KindWrite, Object: t[2].text, Home: t[2].text[0] == '~', Tree: true})
}

// attaches checks ATTACH 'file' AS name: a database of DuckDB by its ending, since
// others are opened by what would be fetched first.
func (d *duckdb) attaches(t []sqlToken) {
	i := 1
	for i < len(t) && t[i].kind == 'n' && listWords("database if not exists", t[i].text) {
		i++
	}
	rest := t[min(i+1, len(t)):]
	if i >= len(t) || t[i].kind != '\'' || !d.path(t[i].text) || strings.ContainsAny(t[i].text, "*?[") || !strings.HasSuffix(t[i].text, ".duckdb") && !strings.HasSuffix(t[i].text, ".ddb") {
		d.bad = true
		return
	}
	if len(rest) > 1 && rest[0].kind == 'n' && rest[0].text == "as" && rest[1].kind == 'n' {
		rest = rest[2:]
	}
	for _, k := range rest {
		d.bad = d.bad || k.kind != '(' && k.kind != ')' && (k.kind != 'n' || !listWords("read_only readonly", k.text))
	}
	d.report.add(Effect{Kind: pipeline.KindRead, Object: t[i].text, Home: t[i].text[0] == '~'})
	d.report.add(Effect{Kind: pipeline.KindWrite, Object: t[i].text, Home: t[i].text[0] == '~'})
}

// tree states that the files of a tree are read: data/**/*.parquet.
func (d *duckdb) tree(name string) {
	top, below, _ := strings.Cut(name, "/**/")
	if !duckFile(below) || !d.path(top) || strings.ContainsAny(top, "*?[") || !d.path(below) || strings.Contains(below, "..") {
		d.bad = true
		return
	}
	d.report.add(Effect{Kind: pipeline.KindRead, Object: top, Home: top[0] == '~', Tree: true})
}
