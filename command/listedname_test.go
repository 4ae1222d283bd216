package command_test

import (
	"os"
	"path/filepath"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestListedNames: names of files in a program are looked at where the file system tells
// them, and none that the command may have given itself is trusted.
func TestListedNames(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"data/a.json", "data/b-1.json", "odd/it's.json", "odd/b.json", "deep/x$(y)/a.json", "dot/.'.json"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.Dir, w.Paths = dir, command.OS()
	say := `; do node -e "console.log('$f')"; done`
	for text, known := range map[string]bool{
		`for f in data/*.json` + say:          true,
		`for f in ./data/*.json` + say:        true,
		`cd data; for f in *.json` + say:      true,
		`for f in none/*.json` + say:          true,
		`for f in odd/*.json` + say:           false,
		`for f in */a.json` + say:             true,
		`for f in deep/*/a.json` + say:        false,
		`for f in dot/*.json` + say:           false,
		`for f in odd/b*.json` + say:          true,
		`for f in **/*.json` + say:            false,
		`for f in data/[ab]*.json` + say:      false,
		`for f in ` + dir + `/data/*` + say:   true,
		`for f in ` + dir + `-2/data/*` + say: false,
		`for f in $(ls data)` + say:           false,
		`x=$(curl http://localhost); for f in data/$x*; do node -e "console.log('$f')"; done`:                             false,
		`cp -r /srv/x data; for f in data/*` + say:                                                                        false,
		`for i in 1 2; do for f in data/*` + say + `; mv /srv/x data/; done`:                                              false,
		`for f in data/*.json; do node -e "console.log('${f//a/\'}')"; done`:                                              false,
		`for f in data/*.json; do n=$(basename "$f" .json); node -e "console.log('$n')"; done`:                            true,
		`for f in data/*.json; do node -e "console.log('${f%.json}')"; done`:                                              true,
		`for f in data/*.json; do python3 -c "print(open('$f').read())"; done`:                                            true,
		`for f in data/*.json; do node -e "require('fs').writeFileSync('$f', '{}')"; done`:                                true,
		`for f in data/*.json; do node -e "require('fs').writeFileSync('$f' + require('fs').readFileSync('x'))"; done`:    false,
		`for f in data/*.json; do f=$(cat "$f"); node -e "console.log('$f')"; done`:                                       false,
		`for f in data/*.json; do node -e "console.log('$f')" & done; tar xf x.tar -C data`:                               false,
		`for f in data/*.json; do ruby -e "puts File.read('$f')"; done; for f in odd/*; do ruby -e "puts '$f'"; done`:     false,
		`for f in data/*.json; do php -r "echo '$f';"; done; for f in data/*.json; do php -r "echo $f;"; done`:            false,
		`for f in data/*.json; do sh -c "echo '$f'"; done; for f in data/*.json; do perl -e "print '$f'; system 1"; done`: false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatal(err)
		}
		unseen := false
		for _, e := range out.Effects {
			unseen = unseen || e.Kind == pipeline.KindUnknown
		}
		if unseen == known {
			t.Errorf("%s: not known: %v, %v", text, unseen, out.Effects)
		}
	}
}
