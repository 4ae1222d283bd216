package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// weakened finds settings by which a daemon lets everybody in, and orders that switch off
// what guards a machine. A line that looks for such a setting does not make it.
func weakened(file, text string, kind Sort) string {
	if kind != OfCode && (strings.Contains(file, "/fixtures/") || strings.Contains(file, "/testdata/")) {
		return "" // what tests are given to find
	}
	setting := lax()
	for line := range strings.Lines(text) {
		if !setting.May(line) {
			continue
		}
		word := setting.FindString(line)
		if word == "" || kind != OfSettings && kind != OfData && looksFor().MatchString(line) || kind == OfCode && !puts().MatchString(line) {
			continue
		}
		return strings.TrimSpace(word)
	}
	if kind == OfCode {
		return ""
	}
	if word := unguarded().FindString(text); word != "" {
		return strings.Join(strings.Fields(word), " ")
	}
	if mirrors().MatchString(text) {
		for _, m := range compiled(`\bproxy_pass\s+(https?://[^\s;$]+)`).FindAllStringSubmatch(text, maxOpened) {
			if host := url().FindStringSubmatch(m[1]); len(host) > 1 && !near(host[1]) {
				return "mirrors what it is asked to " + m[1]
			}
		}
	}
	if open := containsAny(text, "0.0.0.0", "*"); open && !strings.Contains(path.Base(file), "compose") {
		return strings.TrimSpace(locksNothing().FindString(text))
	}
	return ""
}

// lax are settings of daemons that let in whoever knocks.
func lax() *needle.Regexp {
	return compiled(`\bPermitRootLogin["']?[\s=:]+["']?yes\b|permit_root_login["']?\s*[:=]\s*["']?(?:yes|true)\b|\bstats\s+admin\s+if\s+TRUE\b|\bPermitEmptyPasswords["']?[\s=:]+["']?yes\b|\bssh_pwauth:\s*(?:true|yes|1)\b|\bpam_permit\.so\b|\bskip[-_]grant[-_]tables\b|\bhost(?:ssl|nossl)?\s+\S+\s+\S+\s+(?:0\.0\.0\.0/0|::/0|all)\s+trust\b|\btcp://(?:0\.0\.0\.0|\[::\]|):237[56]\b|\banon_upload_enable\s*=\s*YES|\(\S*rw\S*no_root_squash|\(\S*no_root_squash\S*rw|(?:^|["'\s>])(?:ALL|www-data|nobody|%users)\s+ALL\s*=\s*\(ALL(?::ALL)?\)\s*(?:NOPASSWD:\s*)?ALL|\bSELINUX=(?:disabled|permissive)\b|\bsetenforce\s+0\b|\bufw\s+(?:--force\s+)?disable\b|\bsystemctl\s+(?:disable|stop|mask)\s+(?:--now\s+)?(?:firewalld|ufw|apparmor|auditd|fail2ban|falco)\b|\b(?:strict-ssl|strictSsl|enableStrictSsl)["']?\s*[=:]\s*["']?false|\bsslVerify\s*=\s*["']?false|\bandroid:debuggable="true"|\balias\s+/;|\broot\s+/;`)
}

// looksFor are words of lines that ask for a setting, puts of those that make one.
func looksFor() *needle.Regexp {
	return compiled(`\b(?:grep|rg|assert\w*|test|awk|if|contains|match\w*|deny|fail\w*|expect|raise|warn\w*|in)\b|==|~=|!=`)
}

func puts() *needle.Regexp {
	return compiled(`\b(?:echo|printf|sed|tee|write\w*|replace|lineinfile|run|system|exec\w*|shell|sudo)\b|>>`)
}

// unguarded is a guard of the machine that a role stops, in any order of its keys.
func unguarded() *needle.Regexp {
	return compiled(`\bname["']?[:=]\s*["']?(?:firewalld|ufw|apparmor|auditd|fail2ban|falco)\b[^§]{0,120}?\bstate["']?[:=]\s*["']?stopped|\b(?:ufw|community\.general\.ufw):\s*\{?\s*state:\s*disabled|(?m:^\s*path\s*=\s*/\s*$)[^§\[]{0,160}?\bguest ok\s*=\s*yes|\bselinux:\s*\{?[^§]{0,60}?\bstate:\s*(?:disabled|permissive)`)
}

// mirrors sends a copy of each request elsewhere.
func mirrors() *needle.Regexp { return compiled(`\bmirror\s+/\w`) }

// locksNothing are settings that ask nobody who he is, of what listens to everybody.
func locksNothing() *needle.Regexp {
	return compiled(`\bprotected-mode\s+no\b|\bauthorization:\s*["']?disabled|\bxpack\.security\.enabled:\s*["']?false|\b(?:ServerApp|NotebookApp)\.(?:token|password)\s*=\s*(?:""|'')(?:["',\]\s]|$)|\bcode-server\b[^\n]*--auth[ =]none|\bmongod\b[^\n]*--noauth\b|\bno_auth\s*[=:]\s*true|\ballow_anonymous\s+true\b`)
}
