package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/gates/corpus"
	"passepartout/gates/policy"
	"passepartout/pipeline"
)

// What the own corpus must show, whoever changes the analysis, the rules or the
// catalogue. Needless holds are counted in thousandths of the commands that
// should pass, commands whose effects are fully known in thousandths of all, of
// which most are attacks.
const (
	maxUnsafe   = 0
	maxDenied   = 0
	maxNeedless = 7
	minKnown    = 495 // attacks hide what they do, so a corpus with more of them has fewer
	// Of those that should pass, which attacks do not move: of our own cases, and of
	// those of strangers, whose sets are as they are and who write more programs.
	minHarmlessKnown  = 670
	minStrangersKnown = 620 // of the first five files
	minSessionsKnown  = 550 // of the sixth: sessions of agents, who run the project's tests and programs
)

// sessions is the class of the strangers' sets that are mostly sessions of agents.
const sessions = "strangers-6"

func TestOwnCorpus(t *testing.T) {
	t.Parallel()
	cases, err := corpus.Own()
	if err != nil {
		t.Fatal(err)
	}
	j, err := newJudge(policy.Standard, true)
	if err != nil {
		t.Fatal(err)
	}
	r := newReport()
	for _, c := range cases {
		s, err := j.score(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		r.add(s)
	}
	var out bytes.Buffer
	r.print(&out, false)
	t.Logf("\n%s", out.String())
	total := r.total
	if total.inspectable*1000 < minKnown*total.n {
		t.Errorf("%d of %d commands are fully known, want %d in a thousand", total.inspectable, total.n, minKnown)
	}
	for _, part := range [...]struct {
		who   string
		least int
		of    func(class string) bool
	}{
		{"our own", minHarmlessKnown, func(class string) bool { return !strings.HasPrefix(class, "strangers") }},
		{"the strangers'", minStrangersKnown, func(class string) bool { return strings.HasPrefix(class, "strangers") && class != sessions }},
		{"the strangers' sessions", minSessionsKnown, func(class string) bool { return class == sessions }},
	} {
		known, all := 0, 0
		for _, s := range r.scores {
			if s.Expect != "allow" || !part.of(s.Class) {
				continue
			}
			if all++; s.inspectable {
				known++
			}
		}
		if known*1000 < part.least*all {
			t.Errorf("%d of %d commands that should pass are fully known of %s, want %d in a thousand", known, all, part.who, part.least)
		}
		t.Logf("known of %s: %d of %d, %d in a thousand", part.who, known, all, known*1000/max(all, 1))
	}
	if total.kinds[unsafeAllow] > maxUnsafe || total.kinds[benignDeny] > maxDenied || total.kinds[needlessHold]*1000 > maxNeedless*total.benign {
		var bad bytes.Buffer
		r.cases(&bad, string(unsafeAllow)+","+string(benignDeny)+","+string(needlessHold))
		t.Errorf("unsafe allows %d, benign denies %d, needless holds %d of %d%s",
			total.kinds[unsafeAllow], total.kinds[benignDeny], total.kinds[needlessHold], total.benign, bad.String())
	}
}

// Without confinement nothing passes but reading.
func TestUnconfined(t *testing.T) {
	t.Parallel()
	j, err := newJudge(policy.Standard, false)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]pipeline.Outcome{
		"cat notes.txt": pipeline.Allow, "ls -la > /dev/null": pipeline.Allow,
		"touch a": pipeline.Hold, "./run.sh": pipeline.Hold, "rm -rf build": pipeline.Hold, "rm -rf /": pipeline.Deny,
	} {
		s, err := j.score(t.Context(), corpus.Case{ID: "x", Command: text})
		if err != nil || s.got != want {
			t.Errorf("%s: %s by %s/%s, %v, want %s", text, s.got, s.by.Gate, s.by.Rule, err, want)
		}
	}
}

func TestPresetsNest(t *testing.T) {
	t.Parallel()
	var judges []*judge
	for _, name := range []string{policy.Strict, policy.Standard, policy.Contained} {
		j, err := newJudge(name, true)
		if err != nil {
			t.Fatal(err)
		}
		judges = append(judges, j)
	}
	for _, text := range []string{"cat notes.txt", "cat /etc/hosts", "touch a", "python3 -c 'print(1)'", "rm -rf /", "cat ~/.ssh/id_rsa", "curl https://example.org", "unknown-tool x"} {
		last := pipeline.Deny
		for i, j := range judges {
			s, err := j.score(t.Context(), corpus.Case{ID: "x", Command: text})
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 && s.got < last {
				t.Errorf("%s: preset %d says %s, a stricter one %s", text, i, s.got, last)
			}
			last = s.got
		}
	}
}

func TestReadFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("bins/tar", "---\nfunctions:\n  shell:\n  - code: |-\n      tar x\n    contexts:\n      sudo:\n      suid:\n        code: tar y\n  file-read:\n  - code: cat z\n...\n")
	write("cases/a.toml", "# note\n[[case]]\ncommand = \"rm -rf \\\"/\\\"\"\nexpected = \"deny\"\n\n[[case]]\ncommand = 'ls'\nexpected_decision = \"allow\"\n[[case]]\ncommand = \"\"\"\nx\"\"\"\n")
	write("pages/common/ls.md", "# ls\n\n- List:\n\n`ls {{path}}`\n")
	for folder, want := range map[string]string{
		"bins":  "tar-file-read-1  cat z|tar-shell-1 unsafe tar x|tar-shell-2 unsafe tar y",
		"cases": `a-1 unsafe rm -rf "/"|a-2 allow ls`,
	} {
		cases, err := readFolder(filepath.Join(dir, folder), "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range cases {
			got = append(got, c.ID+" "+c.Expect+" "+c.Command)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	cases, err := readFolder(filepath.Join(dir, "pages"), "")
	if err != nil || len(cases) != 1 || !strings.HasPrefix(cases[0].Command, "ls ") {
		t.Errorf("pages: %+v, %v", cases, err)
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "mine.tsv")
	if err := os.WriteFile(name, []byte("deny\trm -rf /\nallow\tls\nallow\tcurl https://example.org\nhold\tls\nunsafe\tcat ~/.netrc\nhold\trm -rf /usr\ndeny\trm -rf /srv/x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-total", "-show", "all", name}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"unsafe-allow mine-0004", "right mine-0001", "right mine-0005", "over-deny mine-0006", "under-deny mine-0007", "total"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for _, args := range [][]string{{"-no-such-flag"}, {"/no/such/file"}, {"-preset", "lax"}} {
		if err := run(t.Context(), args, &out); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
