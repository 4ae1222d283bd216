package coverage_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"passepartout/command"
	"passepartout/command/catalogue"
	"passepartout/internal/coverage"
)

func TestFill(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"tar cf {{path/to/a.tar}} {{path/to/b path/to/c ...}}": "tar cf path/to/a.tar path/to/b path/to/c",
		"tar {{[-C|--directory]}} {{dir}}":                     "tar -C dir",
		"x --color {{auto|always|never}}":                      "x --color auto",
		"docker ps --format '\\{\\{.ID\\}\\}'":                 "docker ps --format '{{.ID}}'",
		"echo {{{a,b}}} c":                                     "echo {a,b} c",
		"ls {{unfinished":                                      "ls {{unfinished",
		"ls":                                                   "ls",
		"":                                                     "",
	} {
		if got := coverage.Fill(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func FuzzFill(f *testing.F) {
	f.Add("a {{b|c}} {{{d}}} \\{\\{e\\}\\}")
	f.Fuzz(func(t *testing.T, s string) {
		if got := coverage.Fill(s); len(got) > len(s) {
			t.Errorf("%q became longer: %q", s, got)
		}
	})
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	t.Parallel()
	plain := write(t, "a.txt", "# a comment\nls -l\n\n  cat a\n")
	lines := write(t, "a.jsonl", "{\"id\":1,\"command\":\"ls -l\"}\n\n{\"command\":\"  cat a\"}\n")
	page := filepath.Dir(write(t, "ls.md", "# ls\n\n> List.\n\n- Long:\n\n`ls {{[-l|--long]}}`\n\n- Other:\n\n`  cat {{a}}`\n"))
	for _, path := range []string{plain, lines, page} {
		got, err := coverage.Read(path)
		if err != nil || len(got) != 2 || got[0] != "ls -l" || strings.TrimSpace(got[1]) != "cat a" {
			t.Errorf("%s: got %q, %v", path, got, err)
		}
	}
	for name, text := range map[string]string{"no command": "{}\n", "no JSON": "ls\n"} {
		if _, err := coverage.Read(write(t, "b.jsonl", text)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := coverage.Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a corpus that is not there has no lines")
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	c, err := catalogue.OpenOnly(fstest.MapFS{"own.yaml": {Data: []byte(
		"- program: look\n  flags: -a\n  operands: read\n- program: py\n  options: {-c: code}\n  operands: script\n")}})
	if err != nil {
		t.Fatal(err)
	}
	r := coverage.Measure(command.New(c), []string{
		"look x", "look -a x", "look -b x", "look x y", "gone", "gone -q; look -b", "py -c 1", "echo \x01", "look $(gone)",
	})
	if r.Lines != 9 || r.Known != 2 || r.Code != 1 || r.Unknown != 5 || r.Refused != 1 {
		t.Errorf("got %+v", r)
	}
	if len(r.Programs) != 1 || r.Programs[0].What != "gone" || r.Programs[0].Lines != 3 || r.Programs[0].Example != "gone" {
		t.Errorf("programs: %+v", r.Programs)
	}
	if len(r.Options) < 2 || r.Options[0].What != "look -b" || r.Options[0].Lines != 2 {
		t.Errorf("options: %+v", r.Options)
	}
	var b bytes.Buffer
	if err := r.Write(&b, 1); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"9 lines: 2 known (22.2 %)", `3  "gone"`, `"look -b"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	if empty := coverage.Measure(command.New(c), nil); empty.Share != 0 || empty.Lines != 0 {
		t.Errorf("nothing measured: %+v", empty)
	}
}
