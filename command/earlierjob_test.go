package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestEarlierJob: only the content of a file of the scratch folder that nothing
// in the command writes is what an earlier command has noted.
func TestEarlierJob(t *testing.T) {
	t.Parallel()
	a, w := analyzer(t), command.ExampleWorld()
	w.Env["TMPDIR"] = "/tmp/s"
	for text, want := range map[string]bool{
		`kill "$(cat $TMPDIR/a.pid)"`:                                        true,
		`kill -9 $(< /tmp/s/a.pid)`:                                          true,
		`kill "$(cat a.pid)"`:                                                false,
		`kill "$(cat $TMPDIR/../a.pid)"`:                                     false,
		`kill "$(cat $TMPDIR/a.txt)"`:                                        false,
		`kill -- -$(cat $TMPDIR/a.pid)`:                                      false,
		`echo 1 > $TMPDIR/a.pid; kill $(cat $TMPDIR/a.pid)`:                  false,
		`cat() { echo 1; }; kill $(cat $TMPDIR/a.pid)`:                       false,
		`for i in 1 2; do kill $(cat $TMPDIR/a.pid); x > /tmp/s/a.pid; done`: false,
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, w)
		if err != nil {
			t.Fatal(err)
		}
		got := !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindSignal && e.Object != "earlier-job"
		})
		if got != want {
			t.Errorf("%s: %v, want %v: %+v", text, got, want, out.Effects)
		}
	}
}
