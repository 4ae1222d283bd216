package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestPythonDuckDB: constant statements for databases that are known, and nothing else.
func TestPythonDuckDB(t *testing.T) {
	t.Parallel()
	told(t, snippet.Python, []toldCase{
		{"duckdb.sql(\"select * from 'data/a.csv'\").show()", "read data/a.csv"},
		{"con = duckdb.connect('w.duckdb')\nprint(con.execute('select 1').fetchone()[0])", "read w.duckdb|write w.duckdb"},
		{"duckdb.execute(\"copy (select 1) to '/etc/x.csv'\")", "write /etc/x.csv"},
		{"for q in ['select 1', \"from 'b.parquet'\"]:\n    print(duckdb.sql(q).df())", "read b.parquet"},
		{"duckdb.sql('install httpfs')", ""},
		{"duckdb.connect('md:prod')", ""},
		{"duckdb.connect(':memory:', config={'allow_unsigned_extensions': True})", ""},
		{"duckdb.sql(open('q.sql').read())", ""},
		{"duckdb.execute('select * from read_text(?)', ['/etc/shadow'])", ""},
		{"duckdb.connect().load_extension('x')", ""},
		{"f = duckdb.connect().sql\nf('select 1')", ""},
	}, "import duckdb\n")
}

// TestPythonPartitions: a table in folders by columns is written below its path.
func TestPythonPartitions(t *testing.T) {
	t.Parallel()
	effects, ok := snippet.Python("import pandas as pd\npd.read_csv('a.csv').to_parquet('out', partition_cols=['m'])", snippet.Given{})
	if last := len(effects) - 1; !ok || last < 0 || effects[last].Object != "out" || !effects[last].Tree {
		t.Errorf("%v %v", effects, ok)
	}
}
