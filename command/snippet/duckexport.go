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
