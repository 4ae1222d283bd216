package command_test

import (
	"testing"

	"passepartout/command"
)

// What tools keep in files, check on this machine or only ask is known; the same
// words that lead elsewhere are not.
func TestHere(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"mlflow server --backend-store-uri sqlite:///a.db --host 127.0.0.1 --port 5001": true,
		"mlflow ui":                true,
		"mlflow runs list":         true,
		"mlflow ui --host 0.0.0.0": false,
		"mlflow server --backend-store-uri postgresql://db/x":   false,
		"MLFLOW_TRACKING_URI=http://h.example mlflow runs list": false,
		"mlflow run .":               false,
		"osv-scanner --offline -r .": true,
		"osv-scanner -r .":           false,
		"ansible-playbook -i localhost, -c local a.yml --check -e x=1":            true,
		"ansible-playbook -i localhost, -c local a.yml":                           false,
		"ansible-playbook -i h.example, -c local a.yml --check":                   false,
		"ansible-playbook -i localhost, -c local a.yml --check -b":                false,
		"ansible-playbook -i localhost, -c local a.yml --check -e ansible_user=x": false,
		"(exec 3<>/dev/tcp/localhost/5432) && echo up":                            true,
		"</dev/tcp/localhost/5432":                                                true,
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		here := true
		for _, e := range a.Effects {
			switch e.Kind.String() {
			case "connect":
				here = here && e.Mark == "metadata"
			case "listen", "unknown", "system":
				here = false
			}
		}
		if here != want {
			t.Errorf("%s: %v", text, a.Effects)
		}
	}
}

// Preferences of an editor are told from what runs programs.
func TestPreferences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"editor.tabSize": 2, "[go]": {"editor.rulers": [80]}}`: "preferences",
		`{"editor.tabSize": 2, "git.path": "./x"}`:               "",
		`{"[go]": {"go.alternateTools": {}}}`:                    "",
		`{"editor.tabSize": 2`:                                   "",
		`{"terminal.integrated.shell.linux": "./x"}`:             "",
	} {
		a := analyze(t, command.Input{Text: "cat > .vscode/settings.json <<'E'\n" + text + "\nE", Shell: true})
		for _, e := range a.Effects {
			if e.Kind.String() == "write" && e.Mark != want {
				t.Errorf("%s: marked %q, want %q", text, e.Mark, want)
			}
		}
	}
}
