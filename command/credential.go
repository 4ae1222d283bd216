package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// credentials looks at questions that programs answer with a credential, where
// the entry cannot tell them from harmless ones.
//
// Long: one case a program; it is a table.
func (v *visit) credentials() {
	switch v.name {
	case "printenv":
		for _, f := range v.operands {
			if secretName(f.text) {
				v.tells("the variable "+f.text, f)
			}
		}
	case "envsubst":
		v.fills()
	case "ps":
		for _, f := range v.operands {
			if strings.Contains(f.text, "e") && strings.Trim(f.text, "aAcdefghjlmnruvwxTXZH") == "" {
				v.tells("the environments of processes", f)
			}
		}
	case "kubectl", "oc", "k", "kubecolor":
		if strings.HasSuffix(v.path, "config view") && v.has("--raw", "--flatten") {
			v.tells("credentials of clusters", v.fields[0])
		}
	case "docker", "podman", "nerdctl":
		if f, ok := v.arg("-f", "--format"); ok && f.exact() && strings.HasSuffix(v.path, " inspect") && asksState(f.text) {
			v.effects = nil
		}
	case "npm", "pnpm", "yarn", "pip", "pip3", "composer", "poetry", "gem", "bundle":
		if slices.ContainsFunc(v.fields, func(f field) bool { return f.text == "config" || f.text == "c" }) {
			for _, f := range v.fields[1:] {
				if text := strings.ToLower(f.text); strings.Contains(text, "_auth") || strings.Contains(text, "token") || strings.Contains(text, "passw") {
					v.tells("the setting "+f.text, f)
				}
			}
		}
	case "git":
		if v.path == "git config" {
			for _, f := range v.fields[1:] {
				if text := strings.ToLower(f.text); strings.Contains(text, "extraheader") || strings.Contains(text, "token") || strings.Contains(text, "passw") {
					v.tells("the setting "+f.text, f)
				}
			}
		}
	case "rails", "rake", "bin/rails":
		for _, f := range v.operands {
			if strings.HasPrefix(f.text, "credentials:") || strings.HasPrefix(f.text, "secrets:") || strings.HasPrefix(f.text, "encrypted:") {
				v.tells("what "+f.text+" opens", f)
			}
		}
	case "ssh-keygen":
		if v.has("-l", "-B") {
			for i := range v.args {
				if v.args[i].option == "-f" { // prints a fingerprint, and that is public
					v.args[i].role = catalogue.Role{Acts: []catalogue.Act{catalogue.ActStat}}
				}
			}
		}
	}
}

// tells states that a credential is printed.
func (v *visit) tells(what string, f field) {
	v.r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: clip(what), Certain: true, By: v.name, Mark: catalogue.MarkCredential, Span: f.span})
}

// asksState reports whether a template of docker-inspect(1) asks only for what
// tells no environment: every field is below one of these.
func asksState(template string) bool {
	for rest := template; ; {
		_, after, ok := strings.Cut(rest, "{{")
		if !ok {
			return template != "json"
		}
		inside, tail, ok := strings.Cut(after, "}}")
		if !ok {
			return false
		}
		known := false
		for _, field := range [...]string{".State", ".NetworkSettings", ".Id", ".Name", ".Created", ".RestartCount", ".Image", ".Mounts", ".HostConfig", ".RepoTags", ".RepoDigests", ".Size", ".Architecture", ".Os"} {
			known = known || strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(inside), "json "), field)
		}
		if !known || strings.Contains(inside, ".Config") || strings.Contains(inside, "$") {
			return false
		}
		rest = tail
	}
}
