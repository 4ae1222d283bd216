package zone

import "strings"

// What follows are the places where credentials are kept by the programs that
// people use; each name is the default of that program's own documentation.

// secretFiles are absolute places.
func secretFiles() []string {
	return []string{
		"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/security/opasswd",
		"/etc/sudoers", "/etc/sudoers.d", "/etc/krb5.keytab", "/etc/ssl/private",
		"/etc/ssh/ssh_host_*_key", "/etc/wireguard", "/etc/openvpn", "/etc/NetworkManager/system-connections",
		"/etc/kubernetes", "/etc/letsencrypt/live", "/etc/letsencrypt/archive", "/etc/docker/key.json",
		"/etc/ppp/chap-secrets", "/etc/ppp/pap-secrets", "/etc/master.passwd",
		"/var/lib/docker", "/var/lib/kubelet", "/var/run/secrets", "/run/secrets", "/var/lib/sss",
		"/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock",
		"/proc/*/environ", "/proc/*/mem", "/proc/*/fd", "/proc/*/root", "/proc/*/cwd", "/proc/*/task",
	}
}

// homeSecretPaths are relative to a home.
func homeSecretPaths() []string {
	return []string{
		".config/gh", ".config/hub", ".config/gcloud", ".config/op", ".config/doctl", ".config/rclone",
		".config/google-chrome", ".config/chromium", ".config/BraveSoftware", ".config/microsoft-edge",
		".config/configstore", ".config/helm", ".config/git/credentials", ".config/containers/auth.json",
		".config/sops", ".config/age", ".config/pypoetry/auth.toml", ".config/glab-cli", ".config/netlify", ".config/stripe", ".config/hcloud", ".config/scw", ".config/linode-cli",
		".config/vercel", ".local/share/com.vercel.cli", ".config/flyctl", ".config/wrangler", ".wrangler", ".supabase", ".config/heroku", ".local/share/heroku", "Library/Keychains", "Library/Cookies",
		".claude/.credentials.json", ".codex/auth.json", ".gemini/oauth_creds.json", ".local/share/opencode/auth.json", ".config/github-copilot", ".config/ngrok", ".config/nats", ".config/passepartout",
		".local/share/keyrings", ".local/share/kwalletd", ".thunderbird", ".cargo/credentials", ".cargo/credentials.toml",
		".gem/credentials", ".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties",
		".composer/auth.json", ".terraform.d/credentials.tfrc.json", ".docker/config.json",
		".config/glab-cli", ".config/netlify", ".config/.wrangler", ".config/stripe", ".config/solana", ".config/github-copilot", ".config/openstack", ".config/linode-cli", ".config/hcloud", ".config/scw",
		".config/pypoetry/auth.toml", ".config/dart/pub-credentials.json", ".config/Bitwarden CLI", ".config/filezilla", ".config/remmina", ".config/Signal", ".config/fish/fish_history",
		".config/Code/User/globalStorage", ".config/Cursor/User/globalStorage", ".local/share/fish/fish_history", ".local/share/atuin", ".local/share/com.vercel.cli", ".local/share/gem/credentials",
		".cache/huggingface/token", ".huggingface/token", ".kaggle/kaggle.json", ".supabase/access-token", ".railway/config.json", ".claude/.credentials.json", ".codex/auth.json",
		".cf/config.json", ".ivy2/.credentials", ".sbt/.credentials", ".pub-cache/credentials.json", ".hex/hex.config", ".bundle/config", ".nuget/NuGet/NuGet.Config", ".foundry/keystores",
		".dbt/profiles.yml", ".snowsql", ".config/snowflake", ".sqlmesh/config.yaml", ".dlt/secrets.toml", ".meltano", ".prefect/profiles.toml", ".dagster", ".clearml.conf", ".comet.config", ".config/wandb", ".mc/config.json", ".config/minio",
		".bash_history", ".zsh_history", ".python_history", ".psql_history", ".mysql_history", ".node_repl_history",
		".Renviron", ".Rhistory", ".mylogin.cnf", ".config/composer/auth.json", ".sbt/1.0/credentials.sbt", ".vercel/auth.json", ".netlify/config.json", ".wakatime.cfg", ".age", ".config/pip/pip.conf", ".pip/pip.conf",
		".jupyter/jupyter_server_config.json", ".jupyter/jupyter_notebook_config.json", ".ipython/profile_default/history.sqlite", ".config/anthropic", ".config/openai", ".claude.json", ".aider.conf.yml",
		".hgrc", ".fetchmailrc", ".muttrc", ".config/weechat/sec.conf", ".irssi/config", ".config/wireguard", ".circleci/cli.yml", ".travis/config.yml", ".bluemix", ".passwd-s3fs", ".vnc/passwd", ".google_authenticator",
		".dbeaver4", ".local/share/DBeaverData", ".pgadmin",
	}
}

// secretName reports whether a part of the path is named like a credential,
// whoever's home it lies in.
func secretName(p string) bool {
	last := p[strings.LastIndexByte(p, '/')+1:]
	if isPublic(p) {
		return false
	}
	for rest := p; strings.HasPrefix(p, ".") || strings.Contains(p, "/."); { // else none is hidden
		segment, after, ok := next(rest)
		if !ok {
			break
		}
		if segment[0] == '.' && secretFolder(segment) {
			return true
		}
		rest = after
	}
	if last == "config.json" && strings.HasSuffix(p, "/.docker/config.json") {
		return true
	}
	return (secretFile(last) || wordedSecret(p, last) || last != "" && last[0] == '.' && (strings.HasSuffix(last, "_history") || last == ".histfile")) && !publicTree(p)
}

// secretFolders are folders (and single files) in a home that hold nothing else.
func secretFolders() []string {
	return []string{
		".ssh", ".aws", ".gnupg", ".azure", ".kube", ".password-store", ".mozilla", ".oci", ".pki",
		".netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf", ".git-credentials", ".boto", ".s3cfg",
		".vault-token", ".htpasswd", ".msmtprc", ".mutt", ".electrum", ".bitcoin", ".ethereum", ".fly", ".databrickscfg",
		".snowflake", ".smbcredentials", ".authinfo", ".authinfo.gpg", ".dockercfg", ".bw", ".subversion",
		".terraformrc", ".viminfo", ".sentryclirc", ".bunfig.toml", ".ngrok2", ".cloudflared", ".near-credentials", ".monero", ".filezilla", ".vault_pass", ".vault_password",
		".secrets", ".secret", ".auth",
	}
}

// secretFolder reports whether a segment is one of secretFolders. It is a
// switch because it is asked for every hidden segment of every path.
func secretFolder(segment string) bool {
	switch segment {
	case ".ssh", ".aws", ".gnupg", ".azure", ".kube", ".password-store", ".mozilla", ".oci", ".pki",
		".netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".pgpass", ".my.cnf", ".git-credentials", ".boto", ".s3cfg",
		".vault-token", ".htpasswd", ".msmtprc", ".mutt", ".electrum", ".bitcoin", ".ethereum", ".fly", ".databrickscfg",
		".snowflake", ".smbcredentials", ".authinfo", ".authinfo.gpg", ".dockercfg", ".bw", ".subversion",
		".terraformrc", ".viminfo", ".sentryclirc", ".bunfig.toml", ".ngrok2", ".cloudflared", ".near-credentials", ".monero", ".filezilla", ".vault_pass", ".vault_password",
		".secrets", ".secret", ".auth":
		return true
	}
	return false
}

// throwaway reports whether a file of the scratch folder is a key or a
// certificate by its name alone: what an agent has made there for a server under
// test. Whoever copies a real one there has read it where it lies.
func throwaway(p string) bool {
	last := p[strings.LastIndexByte(p, '/')+1:]
	for rest := p; ; {
		segment, after, ok := next(rest)
		if !ok {
			break
		}
		if segment[0] == '.' {
			return false
		}
		rest = after
	}
	for _, suffix := range [...]string{".pem", ".key", ".p12", ".pfx", ".jks"} {
		if strings.HasSuffix(last, suffix) {
			return last != "master.key" && !strings.HasPrefix(last, "id_")
		}
	}
	return false
}

// secretFile judges the last segment.
func secretFile(name string) bool {
	switch name {
	case ".env", ".envrc", "credentials.json", "service-account.json", "service_account.json", "client_secret.json",
		"kubeconfig", "credentials", "secrets.yml", "secrets.yaml", "secrets.json", "master.key", "keystore.jks",
		"wallet.dat", "wp-config.php", "Login Data", "logins.json", "key4.db", "cookies.sqlite", "Cookies", "terraform.tfvars":
		return true
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return keyName(name)
	}
	if rest, ok := strings.CutPrefix(name, ".env."); ok {
		return !envTemplate(rest)
	}
	if head, ok := strings.CutSuffix(name, ".env"); ok { // prod.env, but not example.env
		return !envTemplate(strings.NewReplacer("-", ".", "_", ".").Replace(head))
	}
	if strings.Contains(name, ".secret.") || strings.Contains(name, ".secrets.") { // prod.secret.exs
		return !strings.Contains(name, "example") && !strings.Contains(name, "sample") && !strings.Contains(name, "template")
	}
	if certificate(name) {
		return false
	}
	if strings.HasPrefix(name, ".dev.vars") { // of Cloudflare's workers
		return !strings.HasSuffix(name, ".example")
	}
	if strings.HasSuffix(name, ".tfvars") && strings.Contains(name, "secret") {
		return true
	}
	switch name[dot:] {
	case ".pem", ".key", ".p12", ".pfx", ".kdbx", ".ppk", ".keytab", ".jks", ".keystore", ".ovpn", ".tfstate", ".age-key":
		return dot > 0
	}
	return false
}

// keyName reports whether a name without a point is that of somebody's own key.
func keyName(name string) bool {
	rest, ok := strings.CutPrefix(name, "id_")
	if !ok {
		return false
	}
	switch rest {
	case "rsa", "dsa", "ecdsa", "ed25519", "ecdsa_sk", "ed25519_sk", "xmss":
		return true
	}
	return false
}

// envTemplate reports whether what follows .env. says that the values are still
// to be filled in: .env.example, .env.production.sample, .env.example.new. What
// an editor or a person has put aside is what it was.
func envTemplate(rest string) bool {
	for {
		head, last, more := cutLast(rest)
		switch last {
		case "example", "sample", "template", "tmpl", "tpl", "dist", "defaults":
			return true
		case "new", "bak", "old", "orig", "tmp", "rej":
		default:
			return false
		}
		if !more {
			return false
		}
		rest = head
	}
}

// cutLast takes the part behind the last dot off.
func cutLast(name string) (head, last string, more bool) {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return "", name, false
}

// certificate reports whether a file of PEM is by its name one that is handed
// out: a certificate, a chain of them, a public key.
func certificate(name string) bool {
	if n := len(name); n < 4 || name[n-4] != '.' {
		return false
	}
	base, ok := strings.CutSuffix(strings.ToLower(name), ".pem")
	if !ok || strings.Contains(base, "priv") || strings.Contains(base, "key") && !strings.Contains(base, "pub") {
		return false
	}
	last := base[strings.LastIndexAny(base, "-_.")+1:]
	switch last {
	case "ca", "rootca", "cert", "certs", "certificate", "chain", "fullchain", "bundle", "public", "pub", "pubkey", "key", "csr", "crt":
		return true
	}
	return strings.HasSuffix(last, "cert") || strings.HasSuffix(last, "cacerts")
}

// isPublic names the parts of secret folders that are meant to be shown.
func isPublic(p string) bool {
	return strings.HasSuffix(p, ".pub") || strings.HasSuffix(p, "/known_hosts") || strings.HasSuffix(p, ".pem.example")
}

// publicTree are system folders whose certificates and samples are public.
func publicTree(p string) bool {
	for _, root := range [...]string{"/etc/ssl/certs/", "/usr/share/", "/usr/lib/", "/usr/local/share/", "/etc/ca-certificates/", "/etc/pki/tls/certs/", "/etc/apt/"} {
		if strings.HasPrefix(p, root) {
			return true
		}
	}
	return false
}

// spellsSecret reports whether a pattern's own text names a secret: *.pem,
// id_*, .env*, .ssh/*. A mere * does not.
func spellsSecret(p string) bool {
	walked := false
	for s, rest, ok := next(p); ok; s, rest, ok = next(rest) {
		if s == "*" || s == "**" {
			walked = s == "**" // by a program, to which a star means hidden files, too
			continue
		}
		if end, ok := strings.CutPrefix(s, "*"); walked && ok && endsSecret(listedName+end) {
			return true
		}
		walked = false
		if s[0] == '.' && secretFolder(strings.TrimRight(s, "*?")) {
			return true
		}
		if rest != "" {
			continue
		}
		s = plainClasses(s)
		if !IsPattern(s) { // in one of many folders: */.env
			return secretFile(s)
		}
		if endsSecret(s) || saysMost(s) {
			return true
		}
		if s[0] == '.' && (segmentMeets(s, ".env") || segmentMeets(s, ".envrc") || segmentMeets(s, ".env.local") || segmentMeets(s, ".env.production")) || spellsKey(s) {
			return true
		}
		if asLong(s) && (segmentMeets(s, ".env") || segmentMeets(s, ".envrc") || segmentMeets(s, "id_rsa") || segmentMeets(s, "id_ed25519")) {
			return true
		}
		bare := strings.Trim(s, "*?")
		if bare == ".env" || bare == "env" && strings.HasSuffix(s, "*env") || bare == "id_" || bare == "id_rsa" || bare == ".ss" || secretFile("x"+bare) || secretFile(bare) {
			return true
		}
	}
	return false
}

// listedName begins what a program may find that lists hidden files, too.
const listedName = "[.-~]*"

// endsSecret reports whether names of hidden files that a program has listed end as those
// of secrets do: *nv, *_rsa.
func endsSecret(s string) bool {
	end, ok := strings.CutPrefix(s, listedName)
	if !ok || len(end) < 2 || IsPattern(end) {
		return false
	}
	for _, name := range [...]string{".env", ".envrc", ".npmrc", ".netrc", ".pypirc", ".pgpass", "id_rsa", "id_ed25519", ".git-credentials"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// spellsKey reports whether a name ends as those of keys do, in other words: *.p?m.
func spellsKey(s string) bool {
	ending := s[strings.LastIndexByte(s, '.')+1:]
	return IsPattern(ending) && asLong(ending) && (segmentMeets(ending, "pem") || segmentMeets(ending, "key") || segmentMeets(ending, "p12") || segmentMeets(ending, "pfx"))
}

// plainClasses writes classes of one character as that character: [.]env is .env.
func plainClasses(s string) string {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '[' && s[i+2] == ']' && !strings.ContainsRune("!^]*?[", rune(s[i+1])) {
			s = s[:i] + s[i+1:i+2] + s[i+3:]
		}
	}
	return s
}

// saysMost reports whether a pattern says two thirds of a secret's name and may stand for
// it: maste?.k*, .npm?c, *pypir* of what a program lists.
func saysMost(s string) bool {
	said := fixed(strings.TrimPrefix(s, listedName))
	if said < 4 {
		return false
	}
	for _, name := range [...]string{".npmrc", ".netrc", ".pypirc", ".pgpass", ".git-credentials", "id_rsa", "id_ed25519", "master.key", "credentials.json", "secrets.yml", "secrets.yaml", "service-account.json"} {
		if 3*said >= 2*len(name) && segmentMeets(s, name) {
			return true
		}
	}
	return false
}

// fixed counts the characters that a pattern says itself.
func fixed(s string) int {
	said := 0
	for i := 0; i < len(s); {
		width, star, single := token(s[i:])
		if i += width; !star && !single {
			said++
		}
	}
	return said
}

// asLong reports whether a pattern has a length of its own and says two characters of the
// name or more, so that what it matches is no accident: ?env, .?nv.
func asLong(s string) bool {
	return !strings.Contains(s, "*") && fixed(s) > 1
}

// isStream names devices that only pass bytes on.
func isStream(p string) bool {
	name, ok := strings.CutPrefix(p, "/dev/")
	if !ok {
		return false
	}
	switch name {
	case "null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "tty":
		return true
	}
	return strings.HasPrefix(name, "fd/") && len(name) > 3
}
