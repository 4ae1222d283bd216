package command

import "strings"

// analyzeDuckDB is duckdb(1), whose statements package snippet reads.
func analyzeDuckDB(v *visit) bool {
	if len(v.operands) > 0 && strings.Contains(v.operands[0].text, ":") && v.operands[0].text != ":memory:" { // md:, quack:, s3://
		v.unknown("database "+clip(v.operands[0].text), v.operands[0])
	}
	if len(v.operands) < 2 && !v.has("-c", "-s", "-f", "-no-stdin") && !v.understoodStdin(v.fields[0], nil) {
		v.r.codeStdin(v.sc, v.name, v.fields[0].span, v.mark)
	}
	return false
}
