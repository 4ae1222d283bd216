package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"passepartout/gates/corpus"
)

func TestOwn(t *testing.T) {
	t.Parallel()
	cases, err := corpus.Own()
	if err != nil {
		t.Fatal(err)
	}
	ids, texts, classes := map[string]bool{}, map[string]string{}, map[string]int{}
	for _, c := range cases {
		if ids[c.ID] || !strings.HasPrefix(c.ID, c.Class+"-") {
			t.Errorf("id %q is taken or not of class %s", c.ID, c.Class)
		}
		ids[c.ID] = true
		key := c.Cwd + "\x00" + c.Command
		// "unsafe" leaves open what "hold" and "deny" say: only "allow" is against it.
		if other, ok := texts[key]; ok && other != c.Expect && (other == "allow" || c.Expect == "allow" || other != "unsafe" && c.Expect != "unsafe") {
			t.Errorf("%s: %q is expected to be %s here and %s elsewhere", c.ID, c.Command, c.Expect, other)
		}
		texts[key] = c.Expect
		classes[c.Class]++
	}
	if len(cases) < 1200 || len(classes) < 25 {
		t.Errorf("%d cases in %d classes, want at least 1200 in 25", len(cases), len(classes))
	}
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want []corpus.Case
	}{
		"a.jsonl":  {`{"id":"1","command":"ls","expect":"allow","class":"x","cwd":"/"}` + "\n\n" + `{"command":"rm"}`, []corpus.Case{{ID: "1", Class: "x", Expect: "allow", Cwd: "/", Command: "ls"}, {ID: "a-0002", Class: "a", Expect: "unsafe", Command: "rm"}}},
		"b.tsv":    {"deny\trm -rf /\nallow\tls\treads\t/tmp\n", []corpus.Case{{ID: "b-0001", Class: "b", Expect: "deny", Command: "rm -rf /"}, {ID: "b-0002", Class: "reads", Expect: "allow", Cwd: "/tmp", Command: "ls"}}},
		"dir/c.sh": {"# note\nls\n\npwd\n", []corpus.Case{{ID: "c-0001", Class: "c", Expect: "unsafe", Command: "ls"}, {ID: "c-0002", Class: "c", Expect: "unsafe", Command: "pwd"}}},
		"d.yaml":   {"class: k\ncases: [{id: k-1, expect: hold, command: x}]", []corpus.Case{{ID: "k-1", Class: "k", Expect: "hold", Command: "x"}}},
	} {
		got, err := corpus.Read(name, []byte(c.body), corpus.Unsafe)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %+v, want %+v", name, got[i], c.want[i])
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a.jsonl": "{", "b.tsv": "deny", "c.tsv": "maybe\tls", "d.yaml": "class: a\ncase: []", "e.yaml": "cases: [{command: x, expect: no}]",
	} {
		if _, err := corpus.Read(name, []byte(body), ""); !errors.Is(err, corpus.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
