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

		`python3 -c "zzz(); from os import system as s; s('rm -rf /usr')"`:                                   "delete /usr",
		`python3 -c "zzz(); import os; os.system('rm -rf %s' % '/usr')"`:                                     "delete /usr",
		`python3 -c "zzz(); import pathlib; pathlib.Path('/dev/sda').write_bytes(b'0')"`:                     "write /dev/sda",
		`perl -e 'zzz(); open(my $p, "|-", "rm -rf /usr")'`:                                                  "delete /usr",
		`php -r 'zzz(); call_user_func("system", "rm -rf /usr");'`:                                           "delete /usr",
		"cat > t.c <<'E'\n#define C \"rm -rf /usr\"\nint main() { zzz(); system(C); }\nE\ncc t.c && ./a.out": "delete /usr",

		`python3 -c "zzz(); axios.delete('/usr'); hash.delete('/usr'); client.unlink('/usr')"`:                                              "",
		`php -r 'zzz(); $r->delete("/usr"); Route::delete("/usr", "x");'`:                                                                   "",
		`python3 -c "zzz(); dev='/dev/sda'; open('out.txt','w').write(dev)"`:                                                                "",
		`python3 -c "zzz(); import os; os.system(f'rm -rf {d}/usr')"`:                                                                       "",
		"cat > t_test.py <<'E'\nimport subprocess\ndef test_x():\n    subprocess.run(['./w', 'check', 'rm -rf /usr'])\nE\npytest t_test.py": "",
		`python3 -c "zzz(); print('os.system(\"poweroff\")')"`:                                                                              "",
		`python3 -c "zzz(); app.delete('/usr', handler)"`:                                                                                   "",
		`python3 -c "zzz(); guard.run('rm -rf /usr')"`:                                                                                      "",
		"python3 - <<'E'\n# os.system('poweroff')\nzzz()\nE":                                                                                "",
		`python3 -c "zzz(); client.reboot('i-123')"`:                                                                                        "",
		`python3 -c "zzz(); print(open('/dev/sda', 'rb').read(1))"`:                                                                         "",
		`node -e "zzz(); /rm/.exec('rm -rf /usr')"`:                                                                                         "",
		`perl -e 'zzz(); my @w = qw(rm -rf /usr); print "@w"'`:                                                                              "",
		`sqlite3 x.db "select '.shell rm -rf /usr'"`:                                                                                        "",
		"ed -s notes <<'E'\na\n!rm -rf /usr\n.\nw\nE":                                                                                       "",
		`gdb -batch -ex 'print "shell reboot"'`:                                                                                             "",
		`ruby -e 'zzz; loop { fork { work }; Process.wait }'`:                                                                               "",
		"make -f - <<'E'\nall:\n\techo rm -rf /usr\nE":                                                                                      "",
		"cat > t.test.js <<'E'\ntest('x', () => expect(run('poweroff')).toBe(0))\nE\nnpx jest t.test.js":                                    "",
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
		`echo 'rm -rf /usr' | tr '?' x | sh`:         "",
		`echo 'xx -rf /usr' | tr x{r,m} | sh`:        "",
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

// What a name, a link or a container leads to is what is ruined.
func TestRuinByOtherNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"/???/r? -rf /usr":                                                    "delete /usr",
		"/b?n/[r]m -rf /usr":                                                  "delete /usr",
		"/sbin/sh*down -h now":                                                "power",
		"cp /bin/rm ./c && ./c -rf /usr":                                      "delete /usr",
		"ln -s /sbin/poweroff p; sudo ./p":                                    "power",
		"ln -s / r && rm -rf r/usr":                                           "delete /usr",
		"ln -s / r && cd r && rm -rf usr":                                     "delete /usr",
		"ln -s /usr r && rm -rf r/":                                           "delete /usr",
		"ln -s /dev/sda d && dd if=x of=d":                                    "write /dev/sda",
		"declare -n r=t; t=/usr; rm -rf \"$r\"":                               "delete /usr",
		"a[3]=rm; ${a[3]} -rf /usr":                                           "delete /usr",
		"hash -p /bin/rm ls; ls -rf /usr":                                     "delete /usr",
		"for d in $(lsblk -dno NAME); do wipefs -a \"/dev/$d\"; done":         "write /dev/*",
		"lsblk -dpno NAME | xargs -n1 wipefs -a":                              "write /dev/sda",
		"while read -r l; do $l; done <<< 'sudo poweroff'":                    "power",
		"ls | xargs -I% sh -c 'x=rm; [ % = a ] && $x -rf /usr'":               "delete /usr",
		"kill -9 $(pidof auditd)":                                             "security-off",
		"for p in /proc/[0-9]*; do kill -9 ${p#/proc/}; done":                 "kill-all",
		"echo '\"$0\" & \"$0\" &' > b.sh; chmod +x b.sh; ./b.sh":              "fork-bomb",
		"docker run -v /:/h alpine sh -c 'rm -rf /h/usr'":                     "delete /usr",
		"docker run --mount type=bind,source=/usr,target=/u alpine rm -rf /u": "delete /usr",
		"docker run -v /:/h alpine chroot /h systemctl poweroff":              "power",
		"docker run --privileged --pid=host alpine nsenter -t 1 -m -- reboot": "power",
		"docker run --device /dev/sda alpine dd if=x of=/dev/sda":             "write /dev/sda",
		"kubectl debug node/n -it --image=b -- chroot /host rm -rf /usr":      "delete /usr",
		"awk 'BEGIN { c = \"power\" \"off\"; system(c) }'":                    "power",
		"awk 'BEGIN { print \"rm -rf /usr\" | \"sh\" }'":                      "delete /usr",
		"echo x | sed 's/x/shutdown -h now/e'":                                "power",
		"rlwrap rm -rf /usr":                                                  "delete /usr",
		"bwrap --bind / / rm -rf /usr":                                        "delete /usr",
		"env - rm -rf /usr":                                                   "delete /usr",
		"capsh -- -c 'rm -rf /usr'":                                           "delete /usr",

		"apptainer exec -B /:/h x.sif rm -rf /h/usr":                                "delete /usr",
		"ctr run --mount type=bind,src=/,dst=/h,options=rbind:rw i x rm -rf /h/usr": "delete /usr",
		"flatpak-spawn --host rm -rf /usr":                                          "delete /usr",
		">&-rm -rf /usr":                                                            "delete /usr",

		"apptainer exec x.sif rm -rf /usr":                                                   "",
		"apptainer exec -B /:/h:ro x.sif rm -rf /h/usr":                                      "",
		"flatpak-spawn rm -rf /usr":                                                          "",
		"/bin/?? -rf /usr":                                                                   "",
		"/bin/l? -rf /usr":                                                                   "",
		"/bin/r* -rf /usr":                                                                   "",
		"cp /bin/rm ./c && ./c -rf build":                                                    "",
		"cp /bin/echo ./c && ./c rm -rf /usr":                                                "",
		"ln -s /usr r && rm -f r":                                                            "",
		"ln -s /usr r && ls r/bin":                                                           "",
		"declare -n r=t; t=/usr; ls \"$r\"":                                                  "",
		"lsblk -dno NAME | xargs -I{} smartctl -a /dev/{}":                                   "",
		"for d in $(lsblk -dno NAME); do wipefs -n \"/dev/$d\"; done":                        "",
		"kill -9 $(pgrep -u postgres)":                                                       "",
		"docker run alpine rm -rf /usr":                                                      "",
		"docker run -v /:/h:ro alpine rm -rf /h/usr":                                         "",
		"docker run -v /:/h alpine rm -rf /usr":                                              "",
		"docker run alpine poweroff":                                                         "",
		"docker run --pid=host alpine poweroff":                                              "",
		"docker run alpine dd if=x of=/dev/sda":                                              "",
		"kubectl debug pod/p -it --image=b -- rm -rf /host/usr":                              "",
		"awk 'BEGIN { c = \"power\" \"off\"; print c }'":                                     "",
		"awk 'BEGIN { print \"rm -rf /usr\" | \"cat\" }'":                                    "",
		"rlwrap echo rm -rf /usr":                                                            "",
		"bwrap --ro-bind / / rm -rf /usr":                                                    "",
		"bwrap --bind / / echo rm -rf /usr":                                                  "",
		"printf '#!/bin/sh\\n[ $# = 0 ] || exit\\n\"$0\" a & \"$0\" b &\\n' > x.sh; sh x.sh": "",
	} {
		if got := ruin(t, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Who kills each process that there is kills all; who asks which one it is does not.
func TestCodeThatKillsEach(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"import os\nfor p in filter(str.isdigit, os.listdir('/proc')):\n  os.kill(int(p), 9)":                                           true,
		"import os\nfor p in os.listdir('/proc'):\n  if 'x' in open('/proc/'+p+'/cmdline').read():\n    os.kill(int(p), 15)":            false,
		"import os\nfor p in filter(str.isdigit, os.listdir('/proc')):\n  try: os.kill(int(p),0); print(p)\n  except OSError: continue": false,
	} {
		a := analyze(t, command.Input{Text: "python3 - <<'E'\n" + text + "\nE\n", Shell: true})
		got := false
		for _, e := range a.Effects {
			got = got || e.Kind == pipeline.KindSignal && e.Object == "-1"
		}
		if got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
