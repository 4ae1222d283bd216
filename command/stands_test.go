package command_test

import (
	"os"
	"path/filepath"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestOwnModulesLieThere: on a real machine a module is the project's own if it
// lies there, or if the same command has just written it.
func TestOwnModulesLieThere(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "src", "shop"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "src", "shop", "core.py"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.Dir, w.Paths = dir, command.OS()
	for text, own := range map[string]bool{
		`python3 -c 'from shop.core import f; print(f(1))'`:                           true,
		`python3 -c 'from lupa import f; print(f(1))'`:                                false,
		`python3 -c 'from shop.other import f; print(f(1))'`:                          false,
		`cd src && python3 -c 'from shop.core import f; print(f(1))'`:                 true,
		`cd src/shop && python3 -c 'from shop.core import f; print(f(1))'`:            false,
		`echo 'x = 1' > fresh.py; python3 -c 'from fresh import f; print(f(1))'`:      true,
		`cd "$(cat place)"; python3 -c 'from shop.core import f; print(f(1))'`:        false,
		`python3 -c 'open("late.py", "w").write("x = 1"); import late; late.greet()'`: false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatal(err)
		}
		unseen := false
		for _, e := range out.Effects {
			unseen = unseen || e.Kind == pipeline.KindCode && !e.Certain
		}
		if unseen == own {
			t.Errorf("%s: code that cannot be seen: %v", text, unseen)
		}
	}
}
