package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// tracksHere reports whether mlflow keeps its records in files: its server is given a
// database of SQLite or a folder and listens on this machine alone, or its commands
// look into the folder where it keeps them by default. Every word has to be one that is
// known, since a proxy, a plugin or another store would be named by a single one; a
// variable that names a server decides more than the words.
func (v *visit) tracksHere() bool {
	if len(v.operands) == 0 {
		return false
	}
	for _, name := range [...]string{"MLFLOW_TRACKING_URI", "MLFLOW_REGISTRY_URI", "MLFLOW_BACKEND_STORE_URI", "MLFLOW_HOST"} {
		if _, here := v.sc.vars[name]; here || v.r.w.Env[name] != "" {
			return false
		}
	}
	serves := v.operands[0].text == "server" || v.operands[0].text == "ui"
	if !serves && (len(v.operands) < 2 || v.operands[0].text+" "+v.operands[1].text != "experiments search" && v.operands[0].text+" "+v.operands[1].text != "runs list") {
		return false
	}
	words := v.fields[1:]
	for i, f := range words {
		if !f.exact() {
			return false
		}
		name, value, joined := strings.Cut(f.text, "=")
		if f.text = value; !joined && i+1 < len(words) {
			f = words[i+1]
		}
		switch name {
		case "--backend-store-uri", "--registry-store-uri", "--default-artifact-root", "--artifacts-destination":
			switch {
			case !f.exact() || f.text == "":
				return false
			case strings.HasPrefix(f.text, "sqlite:"):
				file, ok := sqliteFile(f.text)
				if !ok || file == "" {
					return false
				}
				v.local(f, file, pipeline.KindWrite, "")
			case strings.Contains(f.text, ":"):
				return false
			default:
				v.local(f, f.text, pipeline.KindWrite, "")
			}
		case "-h", "--host":
			if f.text != "127.0.0.1" && f.text != "localhost" {
				return false
			}
		case "-p", "--port", "-w", "--workers", "--experiment-id", "--view", "--serve-artifacts", "--no-serve-artifacts":
		default:
			if strings.HasPrefix(name, "-") {
				return false
			}
		}
	}
	v.effects = append(v.effects[:0:0], catalogue.Template{Kind: pipeline.KindWrite, Object: "./mlruns"})
	return true
}

// playsHere reports whether ansible-playbook(1) only checks what it would change, on
// this machine and as this user, and states the playbook, which is code of the project.
// Check mode still runs what a playbook marks as harmless, and plugins beside it, so it
// stays code of the project (ansible-playbook(1), --check).
func (v *visit) playsHere() bool {
	var books []field
	checks, here, local := false, false, false
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		value := field{}
		if i+1 < len(v.fields) {
			value = v.fields[i+1]
		}
		switch f.text {
		case "-C", "--check":
			checks = true
		case "-D", "--diff", "-v", "-vv", "-vvv":
		case "-i", "--inventory":
			here = value.text == "localhost," || value.text == "127.0.0.1,"
			if i++; !here || !value.exact() {
				return false
			}
		case "-c", "--connection":
			local = value.text == "local"
			i++
		case "-t", "--tags", "--skip-tags", "-l", "--limit":
			i++
		case "-e", "--extra-vars": // NAME=VALUE, of which some say where and as whom
			if i++; value.dynamic || strings.HasPrefix(value.text, "ansible_") || strings.ContainsAny(value.text, "@{ \t\n") || !strings.Contains(value.text, "=") {
				return false
			}
		default:
			if !f.exact() || strings.HasPrefix(f.text, "-") || !strings.HasSuffix(f.text, ".yml") && !strings.HasSuffix(f.text, ".yaml") {
				return false
			}
			books = append(books, f)
		}
	}
	if !checks || !here || !local || len(books) == 0 {
		return false
	}
	for _, f := range books {
		v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
	}
	v.mark, v.effects = "", append(v.effects[:0:0], catalogue.Template{Kind: pipeline.KindCode, Object: ".", Mark: catalogue.MarkBuild})
	return true
}

// runsLisp reports whether a function that emacs(1) is told to call by its name
// does no more than test, check or compile what was loaded and what files its
// words name.
func runsLisp(name string) bool {
	switch name {
	case "ert-run-tests-batch-and-exit", "ert-run-tests-batch", "batch-byte-compile", "checkdoc", "batch-native-compile":
		return true
	}
	return false
}
