package command_test

import (
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestDocuments: what runs in a document is looked through as a program, what is only
// shown is not.
func TestDocuments(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for _, c := range []struct {
		file, text, tool string
		seen             bool
	}{
		{"a.md", ">>> import os\n>>> os.system('rm -rf ~')", "python3 -m doctest a.md", true},
		{"a.md", ">>> total([1, 2])\n3", "python3 -m doctest a.md", false},
		{"a.txt", ">>> for p in pathlib.Path.home().iterdir():\n...     p.unlink()", "pytest --doctest-glob=*.txt", true},
		{"a.rst", ".. testcode::\n\n   import shutil\n   shutil.rmtree('/home/u')\n\nText.", "sphinx-build docs out", true},
		{"a.rst", ".. code-block:: python\n\n   import shutil\n   shutil.rmtree('/home/u')\n", "sphinx-build docs out", false},
		{"a.rst", ".. program-output:: rm -rf ~/x", "sphinx-build docs out", true},
		{"README.md", "```rust\nstd::fs::remove_dir_all(\"/home/u\");\n```", "cargo test", true},
		{"README.md", "```rust\nstd::fs::remove_dir_all(\"/home/u\");\n```", "pytest", false},
		{"README.md", "```rust,ignore\nstd::fs::remove_dir_all(\"/home/u\");\n```", "cargo test", false},
		{"README.md", "```python exec=\"1\"\nimport os\nos.system('rm -rf ~')\n```", "mkdocs build", true},
		{"README.md", "```console\n$ rm -rf ~/x\n```", "cargo test", true},
		{"README.md", "```console\n$ rm -rf ~/x\n```", "npm test", false},
		{"t/a.t", "  $ rm -rf ~/x\n  > true", "dune test", true},
		{"t/a.t", "  $ ./cli --version\n  1.0", "dune test", false},
		{"test/a.test", "# RUN: rm -rf ~/x %s", "lit test", true},
		{"testdata/script/a.txtar", "! exec rm -rf /home/u/x", "go test ./...", true},
		{"src/a.mdx", "export const x = require('child_process').execSync('rm -rf ~')", "npm run build", true},
		{"src/a.mdx", "import { Card } from '../Card'\n\n# Hello {title}", "npm run build", false},
		{"a.tex", "\\directlua{os.execute('rm -rf ~')}", "lualatex a.tex", true},
		{"a.tex", "\\directlua{tex.print(1 + 2)}", "lualatex a.tex", false},
		{"layouts/a.html", "{{ resources.GetRemote \"https://x.example\" }}", "hugo", true},
		{"a.xsl", "<e:document href=\"/home/u/.bashrc\">x</e:document>", "xsltproc a.xsl a.xml", true},
		{"a.ipynb", `{"cells":[{"cell_type":"code","source":["%%bash\n","rm -rf ~/x"]}]}`, "papermill a.ipynb b.ipynb", true},
		{"a.ly", "#(system \"rm -rf ~\")", "lilypond a.ly", true},
		{"a.bats", "@test \"a\" { rm -rf ~/x; }", "bats a.bats", true},
		{"a.bats", "setup() { rm -rf ~/x; }\n@test \"a\" { true; }", "bats a.bats", true},
		{"a.bats", "@test \"a\" { run ls; }", "bats a.bats", false},
	} {
		text := "cat > " + c.file + " <<'EOF'\n" + c.text + "\nEOF\n" + c.tool
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		seen := false
		for _, e := range out.Effects {
			seen = seen || e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindUnknown && strings.Contains(e.Object, "reaches out")
		}
		if seen != c.seen {
			t.Errorf("%q: seen %v: %v", text, seen, out.Effects)
		}
	}
}
