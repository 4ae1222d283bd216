package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestDuckDB: statements that only work on tables and constant files are
// understood.
func TestDuckDB(t *testing.T) {
	t.Parallel()
	understands(t, snippet.DuckDB, "duckdb", 40, 15)
}

// TestDuckDBFiles: whatever stands for a table is a file that is read.
func TestDuckDBFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"FROM 'a.csv'":                                             "a.csv",
		`SELECT * FROM t, "dir/a.csv"`:                             "dir/a.csv",
		"SELECT * FROM a JOIN b ON a.x = b.x, 'c.csv'":             "c.csv",
		"SELECT * FROM a JOIN b USING (x), 'c.csv'":                "c.csv",
		"SELECT * FROM range(1) AS sample, 'c.csv'":                "c.csv",
		"SELECT * FROM range(1) AS set, 'c.csv'":                   "c.csv",
		"SELECT * FROM ('c.csv')":                                  "c.csv",
		"SELECT (SELECT max(x) FROM 'c.csv')":                      "c.csv",
		"SELECT * FROM (TABLE 'c.csv')":                            "c.csv",
		"SELECT * FROM (DESCRIBE 'c.csv')":                         "c.csv",
		"SELECT * FROM t WHERE x IN (FROM 'c.csv')":                "c.csv",
		"INSERT INTO t FROM 'c.csv'":                               "c.csv",
		"COPY t FROM 'c.csv'":                                      "c.csv",
		"DELETE FROM t USING 'c.csv'":                              "c.csv",
		"SELECT * FROM read_text('/etc/shadow')":                   "/etc/shadow",
		"SELECT content FROM t SEMI JOIN read_text('.env') ON (1)": ".env",
		"PIVOT 'c.csv' ON x":                                       "c.csv",
		"SELECT 'a.csv' FROM 'c.csv' UNION ALL FROM 'd.csv'":       "d.csv",
	} {
		effects, ok := snippet.DuckDB(text, snippet.Given{})
		found := false
		for _, e := range effects {
			found = found || ok && e.Kind == pipeline.KindRead && e.Object == want
		}
		if !found {
			t.Errorf("%s: %v %v", text, ok, effects)
		}
	}
}
