package command

import "testing"

// What runs wherever a person opens a folder passes only if each part of it is known to
// say how things are shown.
func TestOnlyPrefers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, text string
		want       bool
	}{
		{"/w/.vscode/settings.json", `{"editor.tabSize": 2}`, true},
		{"/w/settings.json", `{"editor.tabSize": 2}`, false},
		{"/w/.Rprofile", "source(\"renv/activate.R\")\n", true},
		{"/w/.Rprofile", "# shown\noptions(digits = 4)\noptions(encoding = \"UTF-8\")\n", true},
		{"/w/.Rprofile", "options(digits = 4); system(\"id\")\n", false},
		{"/w/.Rprofile", "options(digits = system(\"id\"))\n", false},
		{"/w/.Rprofile", "options(repos = \"http://x\")\n", false},
		{"/w/.Rprofile", "source(\"renv/activate.R\") ; system('id')\n", false},
		{"/w/.Rprofile", "source(\"~/a.R\")\n", false},
		{"/w/.gdbinit", "set print pretty on\nbreak main\n# x\n", true},
		{"/w/.gdbinit", "shell id\n", false},
		{"/w/.gdbinit", "break main\npython import os\n", false},
		{"/w/.gdbinit", "set print pretty on | id\n", false},
		{"/w/.gdbinit", "set auto-load safe-path /\n", false},
		{"/w/a.code-workspace", `{"folders": [{"path": "a"}], "settings": {"files.eol": "\n"}}`, true},
		{"/w/a.code-workspace", `{"folders": [], "tasks": {}}`, false},
		{"/w/a.code-workspace", `{"folders": [], "settings": {"terminal.integrated.env.linux": {}}}`, false},
		{"/w/a.code-workspace", `{`, false},
		{"/w/.irbrc", "", false},
	} {
		if got := onlyPrefers(c.file, c.text); got != c.want {
			t.Errorf("onlyPrefers(%q, %q) = %v, want %v", c.file, c.text, got, c.want)
		}
	}
}
