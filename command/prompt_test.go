package command_test

import (
	"testing"

	"passepartout/pipeline"
)

// What an interpreter is told at its prompt, behind a file that it has loaded, runs.
func TestPrompts(t *testing.T) {
	t.Parallel()
	wantEffects(t, map[string]bool{
		"swipl a.pl <<< 'shell(id).'":                 true,
		"swipl -g main -t halt a.pl <<< 'shell(id).'": false, // it is the program's
		"swipl -g main a.pl <<< 'shell(id).'":         true,
		"sbcl --load a.lisp <<< '(quit)'":             true,
		"sbcl --script a.lisp <<< data":               false,
		"lua -i a.lua <<< 'os.exit()'":                true,
		"lua a.lua <<< data":                          false,
		"cat x | gp a.gp":                             true,
		"gp a.gp < /dev/null":                         false,
		"python -m pdb a.py <<< c":                    true,
		"python a.py <<< data":                        false,
		"perl -d a.pl <<< c":                          true,
		"perl a.pl <<< data":                          false,
		"perl -wd a.pl <<< c":                         true,
		"perl -w a.pl <<< data":                       false,
		"ruby -r debug a.rb <<< c":                    true,
		"ruby -rbyebug a.rb <<< c":                    true,
		"ruby -rjson a.rb <<< data":                   false,
		"ocaml unix.cma <<< 'x'":                      true,
		"ocaml -init a.ml <<< 'x'":                    true,
		"node inspect a.js <<< c":                     true,
		"node a.js <<< data":                          false,
	}, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindCode && !e.Certain })
}
