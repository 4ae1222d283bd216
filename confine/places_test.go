package confine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"passepartout/confine"
)

// ownPlaces are where a view has something of its own, and the host has, too.
func ownPlaces() []string {
	all := []string{"/tmp", "/var/tmp", "/dev/shm", "/run"}
	return slices.DeleteFunc(all, func(at string) bool {
		f, err := os.CreateTemp(at, "passepartout-*")
		if err != nil {
			return true // not everybody's, as /run
		}
		return f.Close() != nil || os.Remove(f.Name()) != nil
	})
}

// placed is a folder of the host in such a place, with a file in it.
func placed(t *testing.T, at string) string {
	t.Helper()
	dir, err := os.MkdirTemp(at, "passepartout-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.WriteFile(dir+"/there", []byte(secret), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestPlacesOfTheView clears what lies where a sandbox has something of its own,
// or puts a link: what was cleared happens on the host, and the sandbox still
// has a place for temporary files.
func TestPlacesOfTheView(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		for _, place := range ownPlaces() {
			t.Run(builder+place, func(t *testing.T) {
				t.Parallel()
				c := open(t, builder)
				for _, row := range placeRows() {
					dir := placed(t, place)
					p := confine.ProfileOf(nil, confine.Base{Workspace: []string{t.TempDir()}, Scratch: t.TempDir()})
					at := strings.NewReplacer("DIR", dir, "PLACE", place, "NEW", dir+"-new")
					row.clear(&p, at.Replace)
					t.Cleanup(func() { _ = os.RemoveAll(dir + "-new") })
					s := bash("set -e; " + at.Replace(row.script) + `; x=$(mktemp); echo hi >"$x"; rm "$x"`)
					out, err := c.Run(t.Context(), "a", p, s)
					if err != nil || out.ExitCode != 0 {
						t.Errorf("%s: exit %d %v: %s", row.script, out.ExitCode, err, out.Stderr.Kept)
						continue
					}
					made := at.Replace(row.made)
					if _, err := os.Lstat(filepath.Clean(made)); made != "" && err != nil {
						t.Errorf("%s: not there: %v", row.script, err)
					}
					if _, err := os.Lstat(dir + "/there"); row.gone == (err == nil) {
						t.Errorf("%s: the file that was there: %v", row.script, err)
					}
				}
			})
		}
	}
}

type placeRow struct {
	script string
	clear  func(p *confine.Profile, at func(string) string)
	made   string
	gone   bool
}

func placeRows() []placeRow {
	write := func(paths ...string) func(*confine.Profile, func(string) string) {
		return func(p *confine.Profile, at func(string) string) {
			for _, path := range paths {
				p.Write = append(p.Write, at(path))
			}
		}
	}
	return []placeRow{
		{script: "cp /etc/hostname NEW", clear: write("NEW"), made: "NEW"},
		{script: "mkdir NEW; cp /etc/hostname NEW/x", clear: write("NEW", "NEW/x"), made: "NEW/x"},
		{script: "echo x >DIR/new", clear: write("DIR/new"), made: "DIR/new"},
		{script: "echo x >>DIR/there", clear: write("DIR/there")},
		{script: "echo x >DIR/a; echo x >>DIR/there", clear: write("DIR/a", "DIR/there"), made: "DIR/a"},
		{script: "cat DIR/there >NEW", clear: func(p *confine.Profile, at func(string) string) {
			p.Read, p.Write = append(p.Read, at("DIR/there")), append(p.Write, at("NEW"))
		}, made: "NEW"},
		{script: "grep -q . DIR/there", clear: func(p *confine.Profile, at func(string) string) { p.Read = append(p.Read, at("DIR/there")) }},
		{script: "ls PLACE >/dev/null", clear: func(p *confine.Profile, at func(string) string) { p.Read = append(p.Read, at("PLACE")) }},
		{script: "rm DIR/there", clear: func(p *confine.Profile, at func(string) string) { p.Delete = append(p.Delete, at("DIR/there")) }, gone: true},
		{script: "rm -r DIR", clear: func(p *confine.Profile, at func(string) string) { p.Delete = append(p.Delete, at("DIR")) }, gone: true},
		{script: "mv DIR/there DIR/moved", clear: func(p *confine.Profile, at func(string) string) {
			p.Write, p.Delete = append(p.Write, at("DIR/moved")), append(p.Delete, at("DIR/there"))
		}, made: "DIR/moved", gone: true},
	}
}

// TestPlacesOfTheMachine does so with a machine, whose own view lies between.
func TestPlacesOfTheMachine(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	p := confine.ProfileOf(nil, confine.Base{Workspace: []string{t.TempDir()}, Scratch: t.TempDir()})
	script := "set -e; x=$(mktemp); echo hi >$x; rm $x"
	var dirs []string
	for _, place := range ownPlaces() {
		if place == "/dev/shm" {
			continue // its memory is its own, as its devices are
		}
		dir := placed(t, place)
		t.Cleanup(func() { _ = os.RemoveAll(dir + "-new") })
		p.Write, p.Delete = append(p.Write, dir+"-new", dir+"/new"), append(p.Delete, dir+"/there")
		script += strings.ReplaceAll("; echo x >DIR-new; echo x >DIR/new; rm DIR/there", "DIR", dir)
		dirs = append(dirs, dir)
	}
	s := bash(script)
	s.Timeout = time.Minute
	out, err := c.Run(t.Context(), "a", p, s)
	if err != nil || out.ExitCode != 0 {
		t.Fatalf("exit %d %v: %s", out.ExitCode, err, out.Stderr.Kept)
	}
	for _, dir := range dirs {
		_, direct := os.Stat(dir + "-new")
		_, below := os.Stat(dir + "/new")
		if _, gone := os.Stat(dir + "/there"); direct != nil || below != nil || gone == nil {
			t.Errorf("%s: %v, %v, %v", dir, direct, below, gone)
		}
	}
}

// TestNewFilesDoNotShowWhatIsHidden clears a file that does not exist yet, for
// which a command needs its folder: what is hidden there stays so.
func TestNewFilesDoNotShowWhatIsHidden(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			dir := placed(t, "/var/tmp")
			if err := os.Mkdir(dir+"/keys", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+"/keys/one", []byte(secret), 0o644); err != nil {
				t.Fatal(err)
			}
			p := confine.ProfileOf(nil, confine.Base{
				Workspace: []string{t.TempDir()}, Scratch: t.TempDir(), Hidden: []string{dir + "/there", dir + "/keys"},
			})
			p.Write = append(p.Write, dir+"/new", dir+"/deeper/new")
			r := strings.NewReplacer("DIR", dir)
			for _, script := range []string{
				"cat DIR/there", "cat DIR/keys/one", "ls DIR/keys", "echo x >>DIR/there", "rm -f DIR/keys/one && test ! -e DIR/keys/one",
				"mv DIR/there DIR/new", "ln DIR/there DIR/new", "mv DIR/keys DIR/new",
			} {
				out, err := c.Run(t.Context(), "a", p, bash(r.Replace(script)))
				if err != nil || out.ExitCode == 0 || strings.Contains(string(out.Stdout.Kept), secret) {
					t.Errorf("%s: exit %d %v: %s", script, out.ExitCode, err, out.Stdout.Kept)
				}
			}
			for _, at := range []string{"/there", "/keys/one"} {
				if raw, err := os.ReadFile(dir + at); err != nil || string(raw) != secret {
					t.Errorf("%s: %q %v", at, raw, err)
				}
			}
		})
	}
}
