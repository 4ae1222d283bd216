package snippet

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"
)

// reaching says what the objects of a real Python have.
//
//go:embed testdata/reaching.py
var reaching string

// TestReachingNames: whatever the objects of the real library have that touch files, start
// programs, connect or load is a name that reaches out, or one that was looked at.
func TestReachingNames(t *testing.T) {
	t.Parallel()
	out, ok := saidBy(t, "python3", "-c", reaching)
	if !ok {
		return
	}
	var found [][2]string
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatal(err)
	}
	if len(found) < 800 {
		t.Fatalf("only %d names", len(found))
	}
	looked := pyWords(pyLookedAt)
	for _, f := range found {
		kind, name := f[0], f[1]
		if pyInner(name) || pyAttr(name) || capital(name) || looked[name] || strings.HasPrefix(name, "assert") || listWords(pyReaching(kind), name) {
			continue
		}
		t.Errorf("%s: %s is not known", kind, name)
	}
}

// TestReachingKinds: every kind has names, and every module that the reader knows brings kinds
// that there are.
func TestReachingKinds(t *testing.T) {
	t.Parallel()
	for kind := range strings.FieldsSeq(pyReachingKinds) {
		if pyReaching(kind) == "" {
			t.Errorf("%s has no names", kind)
		}
	}
	for module := range strings.FieldsSeq(pyStdlib) {
		for kind := range strings.FieldsSeq(pyBrings(module)) {
			if pyReaching(kind) == "" {
				t.Errorf("%s brings %s, which has no names", module, kind)
			}
		}
	}
}
