package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestFedByExec: what exec without a command puts on standard input is there for all
// commands that follow, wherever they stand.
func TestFedByExec(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`gdb -q -batch -ex bt ./app core`:                         false,
		`exec <<< 'shell rm -rf ~'; gdb -q ./app`:                 true,
		`exec < cmds; qemu-system-arm -nographic -kernel a`:       true,
		`exec < /dev/null; qemu-system-arm -nographic -kernel a`:  false,
		`command exec 0< cmds; { gdb -q ./app; }`:                 true,
		`f() { exec < cmds; }; f; if true; then gdb -q ./app; fi`: true,
		`exec > log; qemu-system-arm -nographic -kernel a`:        false,
	} {
		fed := false
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			fed = fed || e.Kind == pipeline.KindCode && !e.Certain || e.Kind == pipeline.KindDelete
		}
		if fed != want {
			t.Errorf("%s: fed %v", text, fed)
		}
	}
}
