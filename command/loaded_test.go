package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestLoaded: a module that a command writes and that a program of the same
// command loads is read, or is code that nobody has seen.
func TestLoaded(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	const hidden = "import os\ngetattr(os, 're' + 'move')('/home' + '/u/x')"
	for text, held := range map[string]bool{
		"cat > h.py <<'E'\n" + hidden + "\nE\npython3 -c 'import h'":                                                                    true,
		"cat > .py <<'E'\n" + hidden + "\nE\npython3 -c 'import h'":                                                                     false,
		"cat > h.py <<'E'\n" + hidden + "\nE\npython3 -m h":                                                                             true,
		"cat > h.py <<'E'\n" + hidden + "\nE\npython3 -c 'from x import (a,\n h)'":                                                      true,
		"cat > h.py <<'E'\n" + hidden + "\nE\npython3 -c 'import other'":                                                                false,
		"cat > h.py <<'E'\n" + hidden + "\nE\npython3 -m pytest -k h":                                                                   false,
		"cat > h.py <<'E'\ndef f(x):\n    return x + 1\nE\npython3 -c 'import h'":                                                       false,
		"cat > h.py <<'E'\nx = 1\nE\ncat >> h.py <<'E'\n" + hidden + "\nE\npython3 -c 'import h'":                                       true,
		"cat > random.py <<'E'\n" + hidden + "\nE\npython3 -c 'import tempfile'":                                                        true,
		"cat > sub/random.py <<'E'\n" + hidden + "\nE\npython3 -c 'import tempfile'":                                                    false,
		"cat > l/random.py <<'E'\n" + hidden + "\nE\nPYTHONPATH=l python3 -c 'import tempfile'":                                         true,
		"cat > l/sitecustomize.py <<'E'\n" + hidden + "\nE\nPYTHONPATH=l python3 -c 'print(1)'":                                         true,
		"cat > a/h.py <<'E'\n" + hidden + "\nE\npython3 -c 'from a.h import x'":                                                         true,
		"cat > a/h.py <<'E'\n" + hidden + "\nE\npython3 -c 'from b.h import x'":                                                         false,
		"cat > a/__init__.py <<'E'\n" + hidden + "\nE\npython3 -c 'import a'":                                                           true,
		"wget -qO h.py \"$URL\"; python3 -c 'import h'":                                                                                 true,
		"cat > h.js <<'E'\nprocess['bin' + 'ding']\nE\nnode -e 'require(\"./h\")'":                                                      true,
		"cat > h.js <<'E'\nconsole.log(1)\nE\ncat > m.js <<'E'\nrequire('./h');\nE\nnode m.js":                                          false,
		"cat > h.rb <<'E'\nFile.send('del' + 'ete', 'x')\nE\nruby -I. -e 'require \"h\"'":                                               true,
		"cat > h.rb <<'E'\nFile.send('del' + 'ete', 'x')\nE\nRUBYLIB=. ruby -e 'require \"h\"; puts 1'":                                 true,
		"mkdir h; cat > h/__main__.py <<'E'\n" + hidden + "\nE\npython3 h":                                                              true,
		"cat > e.rb <<'E'\nFile.send('del' + 'ete', 'x')\nE\nruby -r./e -e 'puts 1'":                                                    true,
		"cat > e.rb <<'E'\nmodule A\n  def self.f(x)\n    x + 1\n  end\nend\nE\nruby -I. -re -e 'puts A.f(1)'":                          false,
		"cat > e.rb <<'E'\nmodule A\n  def system(x)\n  end\n  def self.f\n    system('id')\n  end\nend\nE\nruby -I. -re -e 'puts A.f'": true,
		"cat > php.ini <<'E'\nauto_prepend_file=a.php\nE\ncat > m.php <<'E'\n<?php echo 1;\nE\nPHPRC=. php m.php":                       true,
		"cat > c.ini <<'E'\na=1\nE\nphp -r 'echo 1;'":                                                                                   false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		found := slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return strings.HasSuffix(e.Object, " brings it") || e.Kind == pipeline.KindCode && slices.ContainsFunc(out.Effects, func(w pipeline.Effect) bool {
				return w.Kind == pipeline.KindWrite && w.Object == e.Object
			})
		})
		if found != held {
			t.Errorf("%q: found %v, want %v: %+v", text, found, held, out.Effects)
		}
	}
}
