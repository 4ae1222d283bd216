package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// A folder that is there when the command is judged need not be there when cd gets to
// it: what stands behind is then done in the folder above.
func TestFoldersThatMayBeGone(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	w := command.ExampleWorld()
	w.Paths = command.Fixed{Dirs: map[string]bool{"/home/u/w": true, "/home/u/w/there": true}}
	for text, above := range map[string]bool{
		"cd there; rm -r *":                                              false,
		"ls; cd there; rm -r *":                                          false,
		"rm x; cd there; rm -r *":                                        false,
		"cd there && rm -r *":                                            false,
		"cd ~/w && cd there; rm -r *":                                    false,
		"rm -r there; cd there; rm -r *":                                 true,
		"mv there x; cd there; rm -r *":                                  true,
		"rmdir there; cd there && ls; rm -r *":                           true,
		"find . -name there -delete; cd there; rm -r *":                  true,
		"./x.sh; cd there; rm -r *":                                      true,
		"git checkout x; cd there; rm -r *":                              true,
		"chmod 0 there; cd there; rm -r *":                               true,
		"for i in 1 2; do (cd there; rm -r *); rm -r there; done":        true,
		"f() { (cd there; rm -r *); rm -r there; }; f; f":                true,
		"cd gone; rm -r *":                                               true,
		"cd there && cd gone; rm -r *":                                   false,
		"cd /home/u/w && printf 'cd there; rm -r *' > a.sh; bash a.sh":   false,
		"cd ~/w && printf 'rm -r there; cd there; rm -r *' | bash; ls *": true,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, e := range out.Effects {
			got = got || e.Kind == pipeline.KindDelete && e.Object == "/home/u/w/*"
		}
		if got != above {
			t.Errorf("%s: deletes above: %v, want %v", text, got, above)
		}
	}
}
