package zone_test

import (
	"testing"

	"passepartout/internal/zone"
)

// TestWords: a file of data counts as a credential by the words of its name, a program,
// a folder of programs, a template and an example do not.
func TestWords(t *testing.T) {
	t.Parallel()
	m := ground(t)
	for want, names := range map[zone.Class][]string{
		zone.Secret: {
			"serviceAccount.json", "serviceAccountKey.json", "keys/gcp-key.json", "sa_key.json", "my-app-firebase-adminsdk-x1.json", "client_secret_12.apps.json", "application_default_credentials.json", "gha-creds-1.json",
			"aws_credentials", "db-creds.txt", "credentials.toml", "api_key.txt", "apikeys.yaml", "openai-api-key.txt", "access_token.txt", "token.json", ".token", "passwords.txt", "password.txt", "secret.yaml", "k8s/secret.yml", "secrets.toml",
			".secrets", ".secrets/db", "playwright/.auth/user.json", "deploy_key", "github_deploy_key", "deploy_rsa", "ci_ed25519", "private_key", "kubeconfig.yaml", "kubeconfig-prod.yml", "vault_pass.txt", "vault-password", "terraform.tfstate.backup",
			"secrets.auto.tfvars", ".dev.vars", "release.keystore", ".docker/config.json", "recovery-codes.txt", "storageState.json", "PASSWORDS.TXT",
		},
		zone.Workspace: {
			"internal/token", "internal/secrets", "app/api-keys", "pkg/credentials.go", "src/PasswordField.tsx", "password.py", "token.go", "docs/secrets.md", "tokens.json", "tokenizer.json", "special_tokens_map.json", "secret.example.yaml", "credentials.json.example",
			"locales/en/password.json", "charts/web/templates/secret.yaml", "testdata/token.txt", "sealed-secret.yaml", "external-secret.yaml", "secrets.enc.yaml", "schema/credentials.schema.json", "keyboard.json", "keys.json", "translation-key.json", "service-account.yaml",
			"account.json", "accounts.csv", "passport.json", "bypass.txt", "compass.yaml", "secretary.csv", "monkey.json", "hosts.yaml", "auth.json", "messages/token.json", "src/auth",
		},
	} {
		for _, name := range names {
			if got := m.Of("/home/agent/ws/"+name, false); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		}
	}
}
