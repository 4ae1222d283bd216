package command

import "strings"

// asksHelp reports whether the command only asks for help on a sub-command:
// "kubectl delete --help". It holds for programs whose option readers answer
// that wherever it stands, before they do anything: cobra, clap, click,
// argparse, APT's, systemd's, git(1), npm(1). Words between must look like
// sub-commands, and none may start another command, which would get the option.
func (v *visit) asksHelp() bool {
	n := len(v.fields) - 1
	last := &v.fields[n]
	if n < 2 || n > 7 || !last.exact() {
		return false
	}
	switch last.text {
	case "--help", "-h", "-help":
	case "help":
		if v.name != "aws" {
			return false
		}
	default:
		return false
	}
	if !answersHelp(v.name) {
		return false
	}
	for i := 1; i < n; i++ {
		f := &v.fields[i]
		if i == 1 && f.exact() && placesOnly(v.name, f.text) && n > 2 {
			continue
		}
		if !f.exact() || !subcommandLike(f.text) || passesOn(f.text) {
			return false
		}
	}
	return true
}

// placesOnly reports whether an option before any sub-command only says where the
// program would work, or with which of several clusters, had it something to do.
// Git's are none of them: the settings found there name what shows the manual.
func placesOnly(program, word string) bool {
	name, value, ok := strings.Cut(word, "=")
	if !ok || value == "" {
		return false
	}
	switch program {
	case "terraform", "tofu":
		return name == "-chdir"
	case "kubectl", "helm":
		return name == "--context" || name == "--namespace" || name == "--kube-context"
	case "aws":
		return name == "--region" || name == "--profile"
	}
	return false
}

// answersHelp names programs of which it is known that --help behind any sub-command
// only prints. Others may take it for an operand, or hand it on.
func answersHelp(program string) bool {
	switch program {
	case "git", "npm", "pip", "pip3", "uv", "poetry", "cargo", "rustup", "go", "docker", "podman", "docker-compose", "kubectl", "helm", "kustomize", "minikube", "kind",
		"terraform", "tofu", "pulumi", "gh", "glab", "aws", "gcloud", "az", "doctl", "flyctl", "fly", "vault", "consul", "nomad", "argocd", "flux", "istioctl", "eksctl",
		"apt", "apt-get", "openssl", "systemctl", "journalctl", "dnf", "conda", "brew", "restic", "rclone", "dotnet", "ko", "rover", "celery", "ruff", "skaffold", "tilt", "trivy", "syft", "grype", "cosign", "helmfile", "goreleaser", "buf", "sqlc", "atlas", "packer", "cdk", "sam",
		"dbt", "airflow", "prefect", "dagster", "mlflow", "semgrep", "checkov", "hatch", "pdm", "pixi", "rye", "twine", "alembic", "k6", "tflint", "vercel", "netlify", "wrangler", "heroku", "supabase", "firebase",
		"oras", "crane", "regctl", "nerdctl", "buildah", "skopeo", "k3d", "stern", "velero", "cilium", "linkerd", "talosctl", "clusterctl", "kubeadm", "cmctl", "kubebuilder", "operator-sdk", "vcluster", "okteto", "cobra-cli", "hugo", "caddy", "golangci-lint",
		"zola", "mdbook", "diesel", "sqlx", "sea-orm-cli", "maturin", "sqlfluff", "cz", "bump-my-version", "huggingface-cli", "hf", "dvc", "pipx", "pipenv", "pre-commit", "cookiecutter", "copier", "towncrier", "typos", "git-cliff", "gitleaks", "promtool", "amtool", "influx", "nats", "temporal", "rpk", "doppler", "infracost", "terragrunt", "terraform-docs", "opa", "conftest", "kyverno", "polaris", "pluto", "kubeconform":
		return true
	}
	return false
}

// subcommandLike reports whether a word looks like the name of a sub-command: no path,
// no option, no value.
func subcommandLike(word string) bool {
	return word != "" && word[0] >= 'a' && word[0] <= 'z' && strings.Trim(word, lowerSet+digitSet+"-_") == ""
}

// passesOn names sub-commands that hand what follows to something else.
func passesOn(word string) bool {
	switch word {
	case "run", "run-script", "exec", "x", "dlx", "create", "init", "foreach", "bisect", "tool", "sh", "shell", "ssh", "test", "t", "start", "stop", "restart", "compose", "debug", "local", "script", "scripts":
		return true
	}
	return false
}
