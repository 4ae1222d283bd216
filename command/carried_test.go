package command_test

import (
	"slices"
	"strings"
	"testing"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// TestCarried: what is brought from another folder and run in the same breath; true where
// it is nothing that the project has.
func TestCarried(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"dd if=/opt/x.py of=tests/test_x.py && pytest":                           true,
		"dd if=/dev/zero of=tests/x.bin count=1 && pytest":                       false,
		"cp -r /opt/x tests/x && pytest":                                         true,
		"cp -r /opt/x tests/x":                                                   false,
		"cp -r /usr/share/x tests/x && pytest":                                   false,
		"cp -r /opt/assets public/ && make":                                      false,
		"cp /opt/x/*.py tests/ && pytest":                                        true,
		"cp /opt/x/*.csv tests/ && pytest":                                       false,
		"x=$(cat /opt/x.py); echo \"$x\" > tests/x.py; pytest":                   true,
		"x=$(cat /opt/x.py); echo ok > tests/x.py; pytest":                       false,
		"declare x=$(cat /opt/x.py); echo \"$x\" > tests/x.py; pytest":           true,
		"read -r v < /opt/VERSION.txt; echo \"$v\" > v.py; pytest":               false,
		"exec 4< /opt/x.py; cat <&4 > tests/x.py; pytest":                        true,
		"tar cf - -C /opt x | tar xf - -C tests; pytest":                         true,
		"sed -i 'r /opt/x.py' tests/a.py; pytest":                                true,
		"python3 -c 'import shutil; shutil.copytree(\"/opt/x\", \"t\")' && make": true,
	} {
		found := slices.ContainsFunc(analyze(t, command.Input{Text: text, Shell: true}).Effects, func(e pipeline.Effect) bool {
			return e.Mark == catalogue.MarkMadeCode && strings.Contains(e.Object, "reaches out")
		})
		if found != want {
			t.Errorf("%s: found %v, want %v", text, found, want)
		}
	}
}
