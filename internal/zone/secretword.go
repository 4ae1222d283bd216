package zone

import "strings"

// Files with credentials that no program gives its name to are named by people for what
// they hold: aws_credentials, gcp-key.json, api_keys.txt, deploy_key. The words count in
// files of data alone: token.go and PasswordField.tsx are programs, and what says that it
// is an example holds none.

// wordedSecret reports whether a file of data is named by its words for a credential, by
// its path and the last segment of that. Texts in the languages of a program, templates
// of charts and data for tests have such names, too, and hold none.
func wordedSecret(p, name string) bool {
	if len(name) > 64 {
		return false
	}
	stem, ext := name, ""
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		stem, ext = name[:i], name[i+1:]
	}
	if !maybeWorded(stem) {
		return false
	}
	switch ext = strings.ToLower(ext); ext {
	case "", "json", "txt", "yaml", "yml", "toml", "ini", "csv", "conf", "cfg", "properties", "xml", "bak", "old", "backup", "b64":
	default:
		return false
	}
	stem = strings.ToLower(stem)
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return r
	}, stem)
	if !wordsSecret(stem, plain, ext) {
		return false
	}
	for _, word := range [...]string{"example", "sample", "template", "dummy", "fake", "schema", "sealed", "external", ".enc"} {
		if strings.Contains(stem, word) {
			return false
		}
	}
	for rest := p; ; {
		segment, after, ok := next(rest)
		if !ok {
			return true
		}
		switch segment {
		case "locales", "locale", "i18n", "l10n", "lang", "translations", "messages", "templates", "testdata", "fixtures", "__fixtures__", "examples", "schemas":
			return false
		}
		rest = after
	}
}

// maybeWorded tells most names from those that wordedSecret looks at, by how they end or
// begin: every path of every command is asked.
func maybeWorded(stem string) bool {
	n := len(stem)
	if n < 4 {
		return false
	}
	const letter = 'a' - 'A' // what a capital lacks
	switch uint32(stem[n-3]|letter)<<16 | uint32(stem[n-2]|letter)<<8 | uint32(stem[n-1]|letter) {
	case 'r'<<16 | 'e'<<8 | 't', 'e'<<16 | 't'<<8 | 's', 'o'<<16 | 'r'<<8 | 'd', 'r'<<16 | 'd'<<8 | 's', 'a'<<16 | 's'<<8 | 'e', 'd'<<16 | 'e'<<8 | 's', // secrets, passwords, passphrase, codes
		'k'<<16 | 'e'<<8 | 'n', 'k'<<16 | 'e'<<8 | 'y', 'e'<<16 | 'y'<<8 | 's', 'i'<<16 | 'l'<<8 | 'e', 'a'<<16 | 'l'<<8 | 's', 'e'<<16 | 'd'<<8 | 's', 'a'<<16 | 's'<<8 | 's', // token, keys, keyfile, credentials, creds, pass
		'f'<<16 | 'i'<<8 | 'g', 'n'<<16 | 'i'<<8 | 'c', 'i'<<16 | 'c'<<8 | 's', 'a'<<16 | 't'<<8 | 'e', 'n'<<16 | 'g'<<8 | 's', // kubeconfig, mnemonics, tfstate, settings
		'r'<<16 | 's'<<8 | 'a', 'd'<<16 | 's'<<8 | 'a': // id_rsa and its kin
		return true
	}
	switch stem[0] | letter {
	case 'c', 'k', 'g': // client_secret_1, kubeconfig-prod, gha-creds-1
		return n > 8
	}
	return strings.HasSuffix(stem, "519") || strings.Contains(stem, "ccount") || strings.Contains(stem, "adminsdk")
}

// wordsSecret judges the words of a name: as they are written, put together, and the
// ending. What has no ending may be a folder with programs; of such names only those
// count that keys and settings have.
func wordsSecret(stem, plain, ext string) bool {
	switch plain {
	case "kubeconfig", "vaultpass", "vaultpassword", "vaultpassfile", "deploykey", "privkey", "seedphrase":
		return true
	case "secret", "secrets", "password", "passwords", "passphrase", "passcodes", "token", "accesstoken", "refreshtoken", "authtoken", "apitoken", "bearertoken", "oauthtoken", "githubtoken", "gitlabtoken", "npmtoken", "slacktoken",
		"apikey", "apikeys", "accesskey", "accesskeys", "secretkey", "secretkeys", "privatekey", "privatekeys", "signingkey", "encryptionkey", "hostkey", "keyfile",
		"mnemonic", "mnemonics", "recoverycodes", "backupcodes", "storagestate", "localsettings":
		return ext != "" || stem[0] == '.' || strings.HasSuffix(stem, "_key")
	}
	named := strings.HasSuffix(plain, "credentials") || strings.HasSuffix(plain, "creds") || strings.HasSuffix(plain, "apikey") || strings.HasSuffix(plain, "apikeys") || strings.HasSuffix(plain, "accesstoken")
	switch {
	case strings.HasPrefix(plain, "clientsecret"), strings.HasPrefix(plain, "kubeconfig"), strings.HasPrefix(plain, "ghacreds"):
		return ext != "txt" && ext != ""
	case ext == "json":
		return named || strings.Contains(plain, "serviceaccount") || strings.Contains(plain, "adminsdk") || cloudKey(stem)
	case ext == "backup" || ext == "bak":
		return named || strings.HasSuffix(stem, ".tfstate")
	case ext != "":
		return named
	}
	for _, kind := range [...]string{"_rsa", "_ed25519", "_ecdsa", "_dsa", "_deploy_key", "_private_key", "_credentials"} {
		if strings.HasSuffix(stem, kind) {
			return true
		}
	}
	return false
}

// cloudKey reports whether a name of JSON is that of a key for a cloud: gcp-key, sa_key.
func cloudKey(stem string) bool {
	head, ok := strings.CutSuffix(stem, "key")
	if !ok {
		return false
	}
	switch strings.Trim(head, "-_.") {
	case "gcp", "gcloud", "google", "sa", "svc", "account", "aws", "azure", "firebase", "bigquery", "gcs", "storage", "admin", "prod", "jwt":
		return true
	}
	return false
}
