package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// ruin is the first effect of a command that the floor denies, or "".
func ruin(t *testing.T, text string) string {
	t.Helper()
	a, err := analyzer(t).Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	i := slices.IndexFunc(a.Effects, func(e pipeline.Effect) bool {
		switch e.Mark {
		case catalogue.MarkForkBomb, catalogue.MarkKillAll, catalogue.MarkPower, catalogue.MarkDisk, catalogue.MarkSecurityOff:
			return true
		}
		return e.Kind == pipeline.KindDelete && strings.HasPrefix(e.Object, "/usr") || e.Kind == pipeline.KindWrite && strings.HasPrefix(e.Object, "/dev/sd")
	})
	if i < 0 {
		return ""
	}
	if e := a.Effects[i]; e.Kind == pipeline.KindDelete || e.Kind == pipeline.KindWrite {
		return e.Kind.String() + " " + e.Object
	}
	return a.Effects[i].Mark
}

// What code that is not understood spells out is seen; what it prints, compares
// or hands to something else is not taken for it.
func TestRuinInCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`python3 -c 'zzz(); import os; os.system("po" + "weroff")'`:                                                             "power",
		`python3 -c "zzz(); import os; getattr(os, 'sys' + 'tem')('rm -rf /usr')"`:                                              "delete /usr",
		`python3 -c "zzz(); import subprocess as s; s.run(['rm', '-rf', '/usr'])"`:                                              "delete /usr",
		`python3 -c "zzz(); import os,base64; os.system(base64.b64decode('cG93ZXJvZmY='))"`:                                     "power",
		`python3 -c 'zzz(); import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)'`:                                               "power",
		`python3 -c "zzz(); import os; fd = os.open('/dev/sda', os.O_WRONLY)"`:                                                  "write /dev/sda",
		`node -e "zzz(); const c = require('child_' + 'process'); c.execSync('sudo poweroff')"`:                                 "power",
		`node -e "zzz(); const k = ['ki','ll'].join(''); process[k](-1, 'SIGKILL')"`:                                            "kill-all",
		`perl -e 'zzz(); exec qw(sudo halt -f)'`:                                                                                "power",
		`perl -e 'zzz(); open my $d, ">", "/dev/sda" or die'`:                                                                   "write /dev/sda",
		`ruby -e 'zzz; loop { fork { loop {} } }'`:                                                                              "fork-bomb",
		`php -r 'zzz(); $f = "sys" . "tem"; $f("rm -rf /usr");'`:                                                                "delete /usr",
		`lua -e 'zzz(); local o = _G["o".."s"]; o["exe".."cute"]("rm -rf /usr")'`:                                               "delete /usr",
		`elixir -e 'Zzz.x(); System.cmd("rm", ["-rf", "/usr"])'`:                                                                "delete /usr",
		`emacs --batch --eval '(shell-command "sudo poweroff")'`:                                                                "power",
		`gdb -batch -ex 'shell reboot -f'`:                                                                                      "power",
		`sqlite3 :memory: '.shell rm -rf /usr'`:                                                                                 "delete /usr",
		`psql -c '\! rm -rf /usr'`:                                                                                              "delete /usr",
		"ed -s <<'E'\n!rm -rf /usr\nE":                                                                                          "delete /usr",
		"tclsh <<'E'\nzzz\nexec sudo poweroff\nE":                                                                               "power",
		"make -f - <<'E'\nall:\n\trm -rf /usr\nE":                                                                               "delete /usr",
		`make --eval='x:;sudo poweroff' x`:                                                                                      "power",
		"cat > w.py <<'E'\nimport glob, os\nfor d in glob.glob('/dev/sd?'):\n    fd = os.open(d, os.O_WRONLY)\nE\npython3 w.py": "write /dev/sd?",

		`python3 -c "zzz(); print('os.system(\"poweroff\")')"`:                                           "",
		`python3 -c "zzz(); app.delete('/usr', handler)"`:                                                "",
		`python3 -c "zzz(); guard.run('rm -rf /usr')"`:                                                   "",
		"python3 - <<'E'\n# os.system('poweroff')\nzzz()\nE":                                             "",
		`python3 -c "zzz(); client.reboot('i-123')"`:                                                     "",
		`python3 -c "zzz(); print(open('/dev/sda', 'rb').read(1))"`:                                      "",
		`node -e "zzz(); /rm/.exec('rm -rf /usr')"`:                                                      "",
		`perl -e 'zzz(); my @w = qw(rm -rf /usr); print "@w"'`:                                           "",
		`sqlite3 x.db "select '.shell rm -rf /usr'"`:                                                     "",
		"ed -s notes <<'E'\na\n!rm -rf /usr\n.\nw\nE":                                                    "",
		`gdb -batch -ex 'print "shell reboot"'`:                                                          "",
		`ruby -e 'zzz; loop { fork { work }; Process.wait }'`:                                            "",
		"make -f - <<'E'\nall:\n\techo rm -rf /usr\nE":                                                   "",
		"cat > t.test.js <<'E'\ntest('x', () => expect(run('poweroff')).toBe(0))\nE\nnpx jest t.test.js": "",
	} {
		if got := ruin(t, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// What a filter makes of a constant is as known as the constant.
func TestConstantsThroughFilters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`tr 'a-z' 'n-za-m' <<< 'ez -es /hfe' | bash`: "delete /usr",
		`echo 'RM -RF /USR' | tr A-Z a-z | sh`:       "delete /usr",
		`echo 'xrm -rf /usr' | cut -c2- | sh`:        "delete /usr",
		`base64 -d <<< cm0gLXJmIC91c3I= | sh`:        "delete /usr",
		`rev <<< 'rsu/ fr- mr' | sh`:                 "delete /usr",
		`echo 'rm -rf /usr' | tr r x | sh`:           "",
		`echo 'rm -rf /usr' | tr -d r | sh`:          "",
		`echo 'rm -rf /usr' | tr '[:lower:]' x | sh`: "",
		`tr 'a-z' 'n-za-m' <<< 'ez -es /hfe'`:        "",
		`echo 'rm -rf /usr' | cut -d' ' -f1 | sh`:    "",
	} {
		if got := ruin(t, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
