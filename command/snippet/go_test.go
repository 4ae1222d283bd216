package snippet_test

import (
	"fmt"
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// goGiven is what go run gets with an argument behind its file.
var goGiven = snippet.Given{Known: true, Args: []string{"a.txt"}, Temp: "/tmp/t"}

func goRead(text string) ([]snippet.Effect, bool) {
	return snippet.Go([]snippet.GoFile{{Name: "x.go", Text: text}}, goGiven)
}

// TestGoAttacks: none of these is understood.
func TestGoAttacks(t *testing.T) {
	t.Parallel()
	all := texts(t, "go-attacks.txt")
	if len(all) < 150 {
		t.Errorf("only %d attacks", len(all))
	}
	for _, s := range all {
		if effects, ok := goRead(s); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}

// TestGoHarmless: what people and agents write to try something is understood.
func TestGoHarmless(t *testing.T) {
	t.Parallel()
	all := texts(t, "go-harmless.txt")
	if len(all) < 55 {
		t.Errorf("only %d programs", len(all))
	}
	for _, s := range all {
		if _, ok := goRead(s); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
}

// goProgram is a Go program of imports and statements; what stands behind a line
// of --- are declarations.
func goProgram(imports, body string) string {
	var b strings.Builder
	b.WriteString("package main\n\n")
	for at := range strings.FieldsSeq(imports) {
		fmt.Fprintf(&b, "import %q\n", at)
	}
	body, rest, _ := strings.Cut(body, "---")
	return b.String() + "\nfunc main() {\n" + body + "\n}\n" + rest + "\n"
}

// TestGoPaths: what a program does to which paths, in order; "-" says that it
// is not known.
func TestGoPaths(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`os.Remove("a")`:                                                                                                        "delete a",
		`os.RemoveAll("a/" + "b")`:                                                                                              "delete a/b",
		`p := "a"; os.Remove(p)`:                                                                                                "delete a",
		`p := "a"; p = "b"; os.Remove(p)`:                                                                                       "delete a, delete b",
		`p := "a"; p += "b"; os.Remove(p)`:                                                                                      "-",
		`p := "a"; q := &p; *q = "/etc"; os.Remove(p)`:                                                                          "-",
		`var p string; os.Remove(p)`:                                                                                            "",
		`const p = "a"; os.Remove(p + "/b")`:                                                                                    "delete a/b",
		`const (p = "a"; q); os.Remove(q)`:                                                                                      "-",
		`os.Remove(os.Args[1])`:                                                                                                 "delete a.txt",
		`os.Remove(os.Args[2])`:                                                                                                 "-",
		`os.Args[1] = "/etc"; os.Remove(os.Args[1])`:                                                                            "-",
		`a := os.Args; a[1] = "/etc"; os.Remove(os.Args[1])`:                                                                    "-",
		`for _, p := range os.Args[1:] { os.Remove(p) }`:                                                                        "delete a.txt",
		`for _, p := range []string{"a", "b"} { os.Remove(p) }`:                                                                 "delete a, delete b",
		`xs := []string{"a"}; for _, p := range xs { os.Remove(p) }`:                                                            "delete a",
		`xs := []string{"a"}; xs[0] = "/etc"; for _, p := range xs { os.Remove(p) }`:                                            "-",
		`xs := []string{"a"}; ys := xs; ys[0] = "/etc"; for _, p := range xs { os.Remove(p) }`:                                  "-",
		`xs := []string{"a"}; xs = append(xs, "/etc"); for _, p := range xs { os.Remove(p) }`:                                   "-",
		`for _, r := range []struct{ p string }{{"a"}, {p: "b"}} { os.Remove(r.p) }`:                                            "delete a, delete b",
		`for _, r := range []struct{ p string }{{"a"}} { r.p = "/etc"; os.Remove(r.p) }`:                                        "-",
		`f("a"); f("b") --- func f(p string) { os.Remove(p) }`:                                                                  "delete a, delete b",
		`f("a"); g := f; g("/etc") --- func f(p string) { os.Remove(p) }`:                                                       "-",
		`f("a") --- func f(p string) { p = "/etc"; os.Remove(p) }`:                                                              "delete a, delete /etc",
		`f("a", "/etc") --- func f(ps ...string) { for _, p := range ps { os.Remove(p) } }`:                                     "-",
		`f(two()) --- func f(p, q string) { os.Remove(q) }; func two() (string, string) { return "a", "/etc" }`:                 "-",
		`os.Remove(g()) --- func g() (p string) { p = "a"; return }`:                                                            "-",
		`T("a").f() --- type T string; func (t T) f() { os.Remove(string(t)) }`:                                                 "-",
		`p := T("a"); p.set(); os.Remove(string(p)) --- type T string; func (t *T) set() { *t = "/etc" }`:                       "-",
		`var p T = "a"; p.set(); os.Remove(string(p)) --- type T string; func (t *T) set() { *t = "/etc" }`:                     "-",
		`func() { p := "a"; { p := "b"; _ = p }; os.Remove(p) }()`:                                                              "delete a",
		`p := "a"; func() { p = "/etc" }(); os.Remove(p)`:                                                                       "delete a, delete /etc",
		`os.Remove(filepath.Join("a", "..", "b"))`:                                                                              "delete b",
		`os.Remove(filepath.Join("a", os.Args[1]))`:                                                                             "delete a/a.txt",
		`os.Remove(filepath.Dir("a/b"))`:                                                                                        "delete a",
		`os.Remove(fmt.Sprintf("%s/%v", "a", "b"))`:                                                                             "delete a/b",
		`os.Remove(fmt.Sprintf("a%d", 1))`:                                                                                      "-",
		`os.Remove(fmt.Sprintf("%s", T("a"))) --- type T string; func (T) String() string { return "/etc" }`:                    "-",
		`const p T = "a"; os.Remove(fmt.Sprintf("%s", p)) --- type T string; func (T) String() string { return "/etc" }`:        "-",
		`h, _ := os.UserHomeDir(); os.Remove(h + "/a")`:                                                                         "delete ~/a, delete /a",
		`os.RemoveAll(os.Getenv("HOME"))`:                                                                                       "delete ~, secret HOME",
		`os.RemoveAll(os.Getenv("X"))`:                                                                                          "-",
		`d, _ := os.MkdirTemp("", "x"); os.RemoveAll(d)`:                                                                        "write /tmp/t/go-*",
		`d, _ := os.MkdirTemp("", "x"); os.Remove(filepath.Join(d, "a"))`:                                                       "write /tmp/t/go-*, delete a",
		`d, _ := os.MkdirTemp("", "x"); os.Remove(filepath.Join(d, "..", "a"))`:                                                 "-",
		`d, _ := os.MkdirTemp("", "x"); os.Remove(d + "/../a")`:                                                                 "-",
		`d, _ := os.MkdirTemp("", "x"); os.Remove(d + "a")`:                                                                     "-",
		`d, _ := os.MkdirTemp("", "x"); os.RemoveAll(filepath.Dir(d))`:                                                          "-",
		`d, _ := os.MkdirTemp("", "x/y"); os.Remove(d)`:                                                                         "-",
		`d, _ := os.MkdirTemp("/etc", "x"); os.Remove(d)`:                                                                       "-",
		`d, _ := os.MkdirTemp("a", "x"); _ = d`:                                                                                 "write a/*",
		`f, _ := os.CreateTemp("", "x"); os.Remove(f.Name())`:                                                                   "write /tmp/t/go-*",
		`f, _ := os.Open("a"); os.Remove(f.Name())`:                                                                             "read a, -",
		`os.Rename("a", "b")`:                                                                                                   "delete a, write b, moves",
		`os.OpenFile("a", os.O_RDONLY, 0)`:                                                                                      "read a",
		`os.OpenFile("a", os.O_CREATE|os.O_WRONLY, 0)`:                                                                          "read a, write a",
		`f := os.O_RDWR; os.OpenFile("a", f, 0)`:                                                                                "read a, write a",
		`filepath.WalkDir("a", func(p string, d os.DirEntry, err error) error { b, err := os.ReadFile(p); _ = b; return err })`: "look a, read a",
		`filepath.WalkDir("a", func(p string, d os.DirEntry, err error) error { return os.Remove(p) })`:                         "-",
		`filepath.WalkDir("a", func(p string, d os.DirEntry, err error) error { p = "/etc/x"; _, err = os.ReadFile(p); return err })`: "look a, read a, read /etc/x",
		`filepath.WalkDir("a", w) --- func w(p string, d os.DirEntry, err error) error { return os.Remove(p) }`:                       "-",
		`filepath.Glob("a/*.go")`: "look a/*.go",
		`os := fake{}; os.RemoveAll("/etc") --- type fake struct{}; func (fake) RemoveAll(string) {}`:             "",
		`{ os := fake{}; _ = os }; os.RemoveAll("/etc") --- type fake struct{}; func (fake) RemoveAll(string) {}`: "delete /etc",
		`os := os.Args; _ = os`:                     "",
		`fmt.Println(filepath.Base("/etc/passwd"))`: "",
	} {
		effects, ok := goRead(goProgram("fmt os path/filepath", body+" \n"))
		if got := goSays(effects, ok); got != want && !(strings.HasSuffix(want, "-") && got == "-") {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

// goSays puts effects into words.
func goSays(effects []snippet.Effect, ok bool) string {
	if !ok {
		return "-"
	}
	var words []string
	for _, e := range effects {
		word, object := e.Kind.String(), e.Object
		switch {
		case e.Moves:
			word = "moves"
		case e.Look:
			word = "look"
		}
		words = append(words, strings.TrimSpace(word+" "+strings.ReplaceAll(object, "\x00", " ")))
	}
	return strings.Join(words, ", ")
}

// TestGoStarts: what is started and asked for.
func TestGoStarts(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`exec.Command("ls", "-l").Run()`:                                                                              "run ls -l",
		`exec.CommandContext(context.Background(), "ls").Run()`:                                                       "run ls",
		`a := []string{"x"}; exec.Command("ls", a...).Run()`:                                                          "-",
		`c := exec.Command("ls"); c.Stdout = os.Stdout; c.Run()`:                                                      "run ls",
		`c := exec.Command("ls"); c.Args = nil; c.Run()`:                                                              "-",
		`c := exec.Command("sh"); c.Stdin = strings.NewReader("x"); c.Run()`:                                          "-",
		`for _, a := range []string{"a", "b"} { exec.Command("rm", a).Run() }`:                                        "run rm a, run rm b",
		`exec.Command(os.Args[0]).Run()`:                                                                              "-",
		`http.Get("http://localhost:80/x")`:                                                                           "connect http://localhost:80/x",
		`http.Get("http://" + os.Args[1])`:                                                                            "-",
		`http.Get("file:///etc/x")`:                                                                                   "-",
		`s := httptest.NewServer(nil); http.Get(s.URL + "/x")`:                                                        "",
		`s := httptest.NewServer(nil); http.Get(s.URL + ".evil.net/")`:                                                "-",
		`s := httptest.NewServer(nil); s = other(); http.Get(s.URL) --- func other() *httptest.Server { return nil }`: "-",
		`http.NewRequest("GET", "http://example.com/", nil)`:                                                          "",
		`r, _ := http.NewRequest("GET", "http://localhost/", nil); http.DefaultClient.Do(r)`:                          "connect http://localhost/",
		`l, _ := net.Listen("tcp", "127.0.0.1:0"); net.Dial("tcp", l.Addr().String())`:                                "",
		`net.Listen("tcp", ":8080")`:                                                                                  "-",
		`net.Dial("tcp", "localhost:80")`:                                                                             "connect tcp://localhost:80",
		`net.Dial("unix", "/var/run/docker.sock")`:                                                                    "-",
	} {
		effects, ok := goRead(goProgram("context net net/http net/http/httptest os os/exec strings", body+" \n"))
		if got := goSays(effects, ok); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
}

// TestGoPart: of a part of a program what it does for certain is told, and only
// what is out of the ordinary is refused.
func TestGoPart(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`os.RemoveAll(where())`:                                          "",
		`os.RemoveAll(os.Getenv("HOME"))`:                                "delete ~",
		`os.RemoveAll(filepath.Join(os.Getenv("HOME"), where()))`:        "-",
		`os.RemoveAll("/" + where())`:                                    "-",
		`exec.Command(where(), "x").Run()`:                               "",
		`exec.Command("rm", "-rf", where()).Run()`:                       "-",
		`exec.Command("git", "add", where()).Run()`:                      "",
		`exec.Command("sh", "-c", "rm -rf ~/"+where()).Run()`:            "-",
		`exec.Command("rm", "-rf", "x").Run()`:                           "run rm -rf x",
		`store.New(t).Wipe("/etc")`:                                      "",
		`syscall.Exec("/bin/sh", nil, nil)`:                              "-",
		`os.ReadFile("/etc/shadow")`:                                     "read /etc/shadow",
		`os.WriteFile(filepath.Join(t.TempDir(), "x"), nil, 0o600)`:      "",
		`t.Setenv("HOME", t.TempDir()); os.RemoveAll(os.Getenv("HOME"))`: "",
		`t.Setenv("X", ""); os.RemoveAll(os.Getenv("HOME"))`:             "delete ~",
		`plainly wrong`: "",
	} {
		text := "package x\n\nimport (\n\"os\"\n\"os/exec\"\n\"path/filepath\"\n\"syscall\"\n\"testing\"\n\n\"github.com/acme/x/store\"\n)\n\nfunc TestX(t *testing.T) {\n" + body + "\n}\n"
		effects, ok := snippet.GoPart([]snippet.GoFile{{Name: "x_test.go", Text: text}}, goGiven)
		if got := goSays(effects, ok); got != want {
			t.Errorf("%s\n got %q\nwant %q", body, got, want)
		}
	}
	begins := "package x\n\nimport \"os\"\n\nvar _ = os.Remove(\"a\")\n\nfunc init() { os.Remove(\"b\") }\n\nfunc f() { os.Remove(\"c\") }\n"
	effects, ok := snippet.GoPart([]snippet.GoFile{{Name: "x.go", Text: begins, Begins: true}}, goGiven)
	if got := goSays(effects, ok); got != "delete a, delete b" {
		t.Errorf("what begins: %q", got)
	}
}

// FuzzGo: the reader ends without a panic, whatever the text.
func FuzzGo(f *testing.F) {
	for _, name := range []string{"go-harmless.txt", "go-attacks.txt"} {
		for _, s := range texts(f, name) {
			f.Add(s)
		}
	}
	f.Fuzz(func(_ *testing.T, text string) {
		goRead(text)
		snippet.GoPart([]snippet.GoFile{{Name: "x_test.go", Text: text}, {Name: "y.go", Text: text, Begins: true}}, snippet.Given{Peers: true})
	})
}
