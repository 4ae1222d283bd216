package outward

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"passepartout/internal/needle"
)

// secretName are places of credentials and of what runs when a person logs in.
func secretName() *needle.Regexp {
	return compiled(`(?:^|[^\w)\]])(?:\.(?:ssh|aws|gnupg|netrc|pgpass|git-credentials|npmrc|pypirc|vault-token|bash_history|zsh_history|bashrc|zshrc|bash_profile|password-store|azure)\b|\.(?:kube|docker)/config|\.config/(?:gh|gcloud)|\.(?:cargo|gem|aws|ivy2|bundle)/\.?(?:credentials|config)\b|\.m2/settings|_netrc\b)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/(?:shadow|gshadow|sudoers)|authorized_keys|\bcrontab\b|/var/spool/cron|/dev/(?:tcp|udp)/|\$\([^)\n]*\)+\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc)\b|\bgpg2?\s[^\n]*--export-secret-(?:sub)?keys?\b|\bsecret-tool\s+lookup\b|\bsecurity\s+find-(?:generic|internet)-password\b|\bgit\s+credential\s+fill\b|\bgh\s+auth\s+token\b|\bkubectl\s+config\s+view\s[^\n]*--raw\b|\bdocker-credential-\w+\s+get\b`)
}

// place is a path outside: of the system, of a home, of what everybody may write.
func place() *needle.Regexp {
	return compiled("(?:^|[\\s\"'`=:(\\[{@,>|;&!<])((?:~[a-z]*/|~$|\\$HOME\\b|\\$\\{HOME\\b|/(?:home|Users)/[\\w*?\\[{]|/(?:\\.\\./)+(?:home|Users|etc|root|var|usr|opt|proc)/|/root(?:/|$)|/(?:etc|var|usr|opt|proc|sys|mnt|srv|boot|lib|lib64|bin|sbin|run|dev|tmp|media|private|Library|Applications)/)[^\\s\"'`,;:)]*)")
}

// switched is a path that stands right behind an option of one letter: -B/tmp/x.
func switched() *needle.Regexp {
	return compiled(`(?:^|\s)-{1,2}[A-Za-z](/[\w.][^\s"']*)`)
}

// address is one in four numbers, whatever stands around it.
func address() *needle.Regexp {
	return compiled(`\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b`)
}

// url is an address with a scheme; the host is its first group.
func url() *needle.Regexp {
	return compiled("\\b(?:[a-z][a-z+]*)://([^\\s/\"'`?#<>)]*)")
}

// hostName is a whole constant that may be the name of a host.
func hostName() *needle.Regexp {
	return compiled(`^(?:[a-z0-9][a-z0-9-]*\.)+([a-z]{2,24})(?::\d+)?$`)
}

// dangerous are programs that reach out, or run what nobody sees.
func dangerous() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(`/\"'])(?:curl|wget|nc|ncat|netcat|socat|ssh|scp|sftp|telnet|crontab|sudo|su|doas|pkexec|mkfs|killall|pkill|shutdown|reboot|poweroff|systemctl|launchctl|osascript|kubectl|aws|gcloud|gh|twine|apt-get|apt|brew|eval|xxd|base64|openssl|gpg|security|printenv|mkfifo|nohup|setsid|useradd|passwd|shred|docker|podman|launchd|chown)(?:[\\s;|)\"'`]|$)")
}

// strong are words that no text puts together for an honest reason.
func strong() []string {
	return []string{".ssh/", "/.ssh", ".netrc", "id_rsa", "id_ed25519", ".aws/", "/.aws", "/etc/shadow", "child_process", "subprocess", "os.system", "crontab", "curl http", "wget http", "/dev/tcp", "rm -rf", "authorized_keys", "execSync", "__import__"}
}

// secret finds the name of a secret in a text.
func secret(text string) string {
	return strings.TrimSpace(strings.TrimLeft(secretName().FindString(text), "\"'`(=,:/ "))
}

// leaves finds a path that leads out of the agent's folders. It says the path, so that
// a person sees what was meant; empty if there is none. Streams and /usr/bin/env lead
// nowhere.
func (w World) leaves(text string) string {
	if rest, ok := strings.CutPrefix(text, "@/lib/"); ok && !strings.ContainsAny(rest, " \t\n@=.") {
		return "" // what bundlers are told that @ means, which is the folder of the sources
	}
	for _, p := range [...]*needle.Regexp{place(), switched()} {
		for _, m := range p.FindAllStringSubmatch(text, -1) {
			switch p := strings.TrimRight(m[1], "."); {
			case p == "/dev/null", p == "/dev/stdin", p == "/dev/stdout", p == "/dev/stderr", p == "/dev/urandom", strings.HasPrefix(p, "/usr/bin/env"), w.Inside(p):
			default:
				return p
			}
		}
	}
	return ""
}

// climbs finds a path that goes up more often than the file lies deep. Depth is how
// many folders lie between the root of the project and the file, so that ../x in a/b.py
// stays within.
func climbs(text string, depth int) string {
	most, at := 0, 0
	for i := 0; i+2 < len(text); {
		if text[i] != '.' || text[i+1] != '.' || text[i+2] != '/' && text[i+2] != '\\' || i > 0 && text[i-1] == '.' {
			i++
			continue
		}
		n, j := 0, i
		for strings.HasPrefix(text[j:], "../") {
			n, j = n+1, j+3
		}
		if n > 0 && strings.HasPrefix(text[j:], "..") && (j+2 == len(text) || !nameByte(text[j+2]) && text[j+2] != '.') {
			n, j = n+1, j+2
		}
		if n > most {
			most, at = n, i
		}
		i = max(j, i+3)
	}
	if most > depth {
		return text[at:min(len(text), at+40)]
	}
	return ""
}

// numberedHost is an address in four numbers.
func numberedHost() *needle.Regexp {
	return compiled(`(?i)(?:IPv4|Ipv4Addr::new|IPAddress|Ipv4)\W{1,4}(\d{1,3})\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}|\[\s*(\d{1,3})(?:\s*,\s*\d{1,3}){3}\s*\]`)
}

// namespace is the name of a vocabulary of XML (Namespaces in XML 1.0, section 2), which
// looks like an address and is only compared.
func namespace() *needle.Regexp {
	return compiled(`\bxmlns(?::\w+)?=\\?["']http://www\.w3\.org/[\w./#-]*`)
}

// foreign finds a host that is neither this machine nor nobody's. A bare name
// counts where the text talks to hosts.
func foreign(constants []string, bare bool) string {
	for _, c := range constants {
		c = namespace().ReplaceAllString(c, "")
		for _, m := range url().FindAllStringSubmatch(c, -1) {
			if !near(m[1]) {
				return m[0]
			}
		}
		for _, ip := range address().FindAllString(c, -1) {
			if !near(ip) {
				return ip
			}
		}
		if m := hostName().FindStringSubmatch(c); bare && m != nil && !near(c) && !ending(m[1]) {
			return c
		}
	}
	return ""
}

// ending reports whether the last part of a name is that of a file.
func ending(s string) bool {
	return slices.Contains([]string{"js", "ts", "mjs", "cjs", "jsx", "tsx", "json", "html", "css", "txt", "md", "py", "rb", "go", "rs", "toml", "yaml", "yml", "csv", "xml", "log", "db", "sqlite", "png", "jpg", "svg", "pdf", "lock", "cfg", "ini", "env", "java", "kt", "php", "sql", "tmp", "bin", "zip", "gz", "tar", "conf", "key", "data", "value", "get", "post", "name", "id", "length"}, s)
}

// near reports whether a host is this machine, or one that nobody has.
func near(host string) bool {
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	if strings.HasPrefix(host, "[::1]") || strings.HasPrefix(host, "$") || strings.HasPrefix(host, "{") || strings.HasPrefix(host, "%") || strings.HasPrefix(host, "#{") {
		return true // a value stands there, and is a constant itself or none of the text's
	}
	name, _, _ := strings.Cut(host, ":")
	for _, end := range [...]string{"localhost", "0.0.0.0", "example.com", "example.org", "example.net", "example", "test", "invalid", "testserver", "host.docker.internal"} {
		if name == end || strings.HasSuffix(name, "."+end) {
			return true
		}
	}
	return name == "" || strings.HasPrefix(name, "127.") || strings.Trim(name, "0123456789xabcdef") != "" && !strings.ContainsAny(name, ".") && !strings.Contains(host, "[")
}

// Pieces finds a word of outward code that constants make which stand beside each other.
func Pieces(constants []string) string {
	if word := pieces(constants); word != "" {
		return word
	}
	return seam(constants)
}

// seam finds a name by which programs reach out where the end of one constant and the
// beginning of the next ones make it: "import os; os.sys", "tem('…')".
func seam(constants []string) string {
	for i, c := range constants {
		word := c[len(strings.TrimRightFunc(c, inName)):]
		for _, next := range constants[i+1 : min(len(constants), i+6)] {
			rest := strings.TrimLeftFunc(next, inName)
			if word == "" || len(rest) == len(next) || len(word) > 24 {
				break
			}
			word += next[:len(next)-len(rest)]
			switch word {
			case "system", "popen", "Popen", "eval", "exec", "execSync", "execFile", "spawn", "spawnSync", "passthru", "shell_exec", "proc_open", "subprocess", "child_process", "rmtree", "rm_rf", "unlink", "__import__":
				return word
			}
			if rest != "" {
				break
			}
		}
	}
	return ""
}

// inName reports whether a sign belongs to names.
func inName(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// Leaves finds a path in a word that leads out of the agent's folders. A link leads on from
// the folder where it lies; other paths from where the command stands.
func (w World) Leaves(word, link string) string {
	depth := 0
	if link != "" {
		depth = w.depth(link)
	}
	if up := climbs(word, depth); up != "" {
		return up
	}
	return w.leaves(word)
}

// pieces finds a word that constants make which stand beside each other, none of
// them by itself.
func pieces(constants []string) string {
	for i := range constants {
		word := constants[i]
		if pieced(word) {
			continue
		}
		for _, next := range constants[i+1 : min(len(constants), i+6)] {
			if len(word) == 0 || len(next) == 0 || len(word)+len(next) > 24 {
				break
			}
			if word += next; pieced(word) && !slices.Contains(constants, word) {
				return word
			}
		}
	}
	return ""
}

// pieced reports whether a text begins with a word that matters as a whole.
func pieced(text string) bool {
	whole := text[:min(len(text), 1)+wordEnd(text[min(len(text), 1):])] // "/home" begins with what ends others
	switch whole {
	case "$HOME", "/home", "/root", "/etc", ".netrc", ".ssh", "id_rsa":
		return true
	}
	if rest, ok := strings.CutPrefix(text, "rm -rf"); ok && wordEnd(rest) == 0 {
		return true
	}
	name := strings.TrimPrefix(strings.TrimPrefix(text, "."), "/")
	switch name[:wordEnd(name)] {
	case "HOME", "USERPROFILE", "homedir", "user.home", "system", "popen", "eval", "exec", "execSync", "spawn", "subprocess", "child_process", "constructor", "curl", "wget", "crontab", "netcat", "ncat", "socat",
		"ssh", "scp", "sudo", "bash", "os", "netrc", "aws", "__import__", "require", "Runtime", "java.lang.Runtime", "File", "Kernel", "IO", "remove", "rmtree", "unlink":
		return true
	}
	return false
}

// wordEnd is where the first word of a text ends: before a blank or a slash.
func wordEnd(text string) int {
	if end := strings.IndexAny(text, " /"); end >= 0 {
		return end
	}
	return len(text)
}

// secretFile is a file of credentials in a project.
func secretFile() *needle.Regexp {
	return compiled(`(?:^|/)(?:\.env(?:\.(?:local|prod\w*|staging|dev\w*))?|master\.key|credentials\.json|service-?account\w*\.json|secrets\.(?:ya?ml|json|toml))$|\.(?:pem|key|p12|pfx|jks|keystore)$`)
}

// reader is a function that reads what it names.
func reader() *needle.Regexp {
	return compiled(`(?:^|\.)(?:open|Path|readFile|readFileSync|ReadFile|Open|read|read_to_string|read_to_end|file_get_contents|readfile|file|glob|Glob|rglob|of|get|File|readString|slurp|readLines|readlines|read_text|fopen|copyFileSync|copy|copyFile)$`)
}

// decoded are the constants as they stand once they are decoded, turned round or
// put together.
func decoded(constants []string) string {
	var b strings.Builder
	for _, c := range constants {
		if raw, err := base64.StdEncoding.DecodeString(c); err == nil && len(raw) > 2 {
			b.Write(raw)
			b.WriteByte('\n')
		}
		if raw, err := hex.DecodeString(c); err == nil && len(raw) > 2 {
			b.Write(raw)
			b.WriteByte('\n')
		}
	}
	joined := strings.Join(constants, "")
	b.WriteString(strings.Map(rot13, joined))
	b.WriteByte('\n')
	turned := []byte(joined)
	slices.Reverse(turned)
	b.Write(turned)
	b.WriteByte('\n')
	b.WriteString(joined)
	b.WriteByte('\n')
	b.WriteString("/" + strings.Join(constants, "/"))
	return b.String()
}

// numbers are the codes of letters, in a list.
func numbers() *needle.Regexp {
	return compiled(`(?:\b\d{2,3}\s*,\s*){3,}\d{2,3}\b`)
}

// numbered is what lists of numbers say as letters.
func numbered(text string) string {
	if !listsNumbers(text) {
		return ""
	}
	var b strings.Builder
	for _, list := range numbers().FindAllString(text, -1) {
		for one := range strings.SplitSeq(list, ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(one)); err == nil && n < 127 {
				b.WriteByte(byte(n))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// listsNumbers reports whether commas stand between numbers as often as in the
// shortest list that is looked at: it costs less to ask than to look for one.
func listsNumbers(text string) bool {
	n := 0
	for rest := text; ; {
		i := strings.IndexByte(rest, ',')
		if i < 0 {
			return false
		}
		before := strings.TrimRight(rest[:i], " \t\n\f\r")
		rest = rest[i+1:]
		after := strings.TrimLeft(rest, " \t\n\f\r")
		if before != "" && after != "" && '0' <= before[len(before)-1] && before[len(before)-1] <= '9' && '0' <= after[0] && after[0] <= '9' {
			if n++; n == 3 {
				return true
			}
			continue
		}
		n = 0
	}
}

// rot13 turns a letter back, for constants that hide a word so.
func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

// hidden finds a strong word that only parts of a text make.
func hidden(text string, constants []string, home string) string {
	whole := decoded(constants) + numbered(text)
	for _, word := range append(strong(), home) {
		if word != "" && strings.Contains(whole, word) && !strings.Contains(text, word) {
			return word
		}
	}
	return ""
}
