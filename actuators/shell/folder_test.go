package shell_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
	"passepartout/pipeline"
)

func TestFolder(t *testing.T) {
	t.Parallel()
	b := open(t)
	target := filepath.Join(b.dir, "sub")
	if err := os.Mkdir(target, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(b.dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	c := actuatortest.Must(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, map[string]any{"argv": []string{"pwd"}, "cwd": link})})
	// The link leads elsewhere after the judging; the judged folder counts.
	_ = os.Remove(link)
	if err := os.Symlink("/etc", link); err != nil {
		t.Fatal(err)
	}
	r, err := b.Do(t.Context(), c, nil)
	var a shell.Account
	if err != nil || json.Unmarshal(r.Data, &a) != nil || a.Stdout != target+"\n" {
		t.Errorf("ran in %q, %v", a.Stdout, err)
	}
	file := filepath.Join(b.dir, "file")
	write(t, file, "", 0o600)
	for _, cwd := range []string{"/no/such/folder", file} {
		_, err := actuatortest.Propose(t, b, actuatortest.Example{Op: shell.OpRun, Params: params(t, map[string]any{"argv": []string{"pwd"}, "cwd": cwd})})
		if e := told(t, err); e.Code != pipeline.CodeNotFound || e.Field != "params.cwd" {
			t.Errorf("%s: told %v", cwd, e)
		}
	}
}
