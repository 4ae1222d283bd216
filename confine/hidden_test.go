package confine_test

import (
	"os"
	"testing"

	"passepartout/confine"
)

// TestHiddenStaysHidden: a secret is hidden from the next command, too, when its
// owner has meanwhile made it, or put another file in its place.
func TestHiddenStaysHidden(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			ws, scratch := t.TempDir(), t.TempDir()
			put := func(name, text string) {
				if err := os.WriteFile(ws+"/new", []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(ws+"/new", ws+"/"+name); err != nil {
					t.Fatal(err)
				}
			}
			c := open(t, builder)
			p := confine.ProfileOf(nil, confine.Base{
				Workspace: []string{ws}, Scratch: scratch, Hidden: []string{ws + "/.env", ws + "/late", ws + "/folder", ws + "/swapped", ws + "/open/late"},
			})
			if err := os.Mkdir(ws+"/folder", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(ws+"/open", 0o755); err != nil {
				t.Fatal(err)
			}
			put(".env", "first")
			put("swapped", "first")
			look := func(when string) {
				s := bash("cat .env late folder/* swapped swapped/* open/* 2>/dev/null; :")
				s.Dir = ws
				if out, err := c.Run(t.Context(), "a", p, s); err != nil || len(out.Stdout.Kept) != 0 {
					t.Errorf("%s: %q %v", when, out.Stdout.Kept, err)
				}
			}
			look("at first")
			put(".env", "second")
			put("late", "second")
			put("open/late", "second")
			look("later")
			put("folder/file", "third")
			if err := os.Rename(ws+"/folder", ws+"/old"); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(ws + "/old/file"); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(ws+"/folder", 0o755); err != nil {
				t.Fatal(err)
			}
			put("folder/file", "fourth")
			if err := os.Remove(ws + "/swapped"); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(ws+"/swapped", 0o755); err != nil {
				t.Fatal(err)
			}
			put("swapped/file", "fifth")
			look("in other places")
		})
	}
}
