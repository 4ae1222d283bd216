package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// TestPaths: a path that is put together is the one that the language makes, or
// none that is known.
func TestPaths(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`import os; open(os.path.dirname("a") + "/etc/x", "w")`:             "",
		`import os; open(os.path.dirname("a/b") + "/x", "w")`:               "a/x",
		`import os; open("y" + os.path.dirname("./x/a"), "w")`:              "y./x",
		`import os; open("/etc" + os.path.abspath("x"), "w")`:               "",
		`import os; open(os.path.abspath("x") + "/y", "w")`:                 "x/y",
		`import os; open(os.path.abspath(".") + "y", "w")`:                  "",
		`import os; open(os.path.abspath("l/../x"), "w")`:                   "",
		`import os; open(os.path.join("/a", os.path.abspath("x")), "w")`:    "x",
		`import os; open(os.path.join("a", "/etc/x"), "w")`:                 "/etc/x",
		`import os; open(os.path.join("a/", "b"), "w")`:                     "a/b",
		`from pathlib import Path; open("y" + str(Path("./x")), "w")`:       "yx",
		`from pathlib import Path; (Path("a") / "./b//c").write_text("")`:   "a/b/c",
		`from pathlib import Path; (Path("a") / "/etc/x").write_text("")`:   "/etc/x",
		`from pathlib import Path; open(str(Path.cwd()) + "x", "w")`:        "",
		`from pathlib import Path; (Path.cwd() / "x").write_text("")`:       "x",
		`from pathlib import Path; open("/etc" + str(Path("x").resolve()))`: "",
		`from pathlib import Path; Path(".b").with_suffix(".x").touch()`:    "",
		`from pathlib import Path; Path("a/b.c").with_suffix(".x").touch()`: "a/b.x",
		`from pathlib import Path; Path("a/../b").with_name("c").touch()`:   "a/../c",
		`from pathlib import Path; (Path("a/b").parent / "c").touch()`:      "a/c",
		`from pathlib import Path; Path("a/../b").parent.touch()`:           "",
		`from pathlib import Path; Path("//a/b").touch()`:                   "",
		`from pathlib import Path; open(f"{Path('./etc')}/x", "w")`:         "etc/x",
	} {
		effects, ok := snippet.Python(text, snippet.Given{})
		if got := written(effects); ok != (want != "") || ok && got != want {
			t.Errorf("%s: writes %q, understood %v, want %q", text, got, ok, want)
		}
	}
	for text, want := range map[string]string{
		`fs.writeFileSync(path.join("a/", "b") + "c", "")`:    "",
		`fs.writeFileSync("y" + path.join("./a"), "")`:        "ya",
		`fs.writeFileSync(path.join("a", "/b"), "")`:          "a/b",
		`fs.writeFileSync(path.join("a", "../../b"), "")`:     "../b",
		`fs.writeFileSync(__dirname + "/b", "")`:              "./b",
		`fs.writeFileSync(path.resolve("a"), "")`:             "a",
		`fs.writeFileSync(path.resolve("a", "/etc/x"), "")`:   "/etc/x",
		`fs.writeFileSync("/etc" + path.resolve("a"), "")`:    "",
		`fs.writeFileSync(process.cwd() + "x", "")`:           "",
		`fs.writeFileSync(process.cwd() + "/x", "")`:          "./x",
		`fs.writeFileSync(path.join(process.cwd(), "x"), "")`: "x",
		`fs.writeFileSync(path.join("x", process.cwd()), "")`: "",
	} {
		effects, ok := snippet.JavaScript(text, snippet.Given{Eval: true})
		if got := written(effects); ok != (want != "") || ok && got != want {
			t.Errorf("%s: writes %q, understood %v, want %q", text, got, ok, want)
		}
	}
	if effects, ok := snippet.JavaScript(`require("fs").writeFileSync(__dirname + "x", "")`, snippet.Given{Folder: "."}); ok {
		t.Errorf("the folder of a script: %v", effects)
	}
}

func written(effects []snippet.Effect) string {
	for _, e := range effects {
		if e.Kind == pipeline.KindWrite {
			return e.Object
		}
	}
	return ""
}
