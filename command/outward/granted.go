package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// granted finds rights that a text gives to everybody, to a stranger, or in full.
func granted(file, text string, kind Sort) string {
	for _, right := range [...]struct{ of, within, but *needle.Regexp }{
		{anybody(), effect(), narrowed()},
		{anything(), resources(), denied()},
		{verbs(), groups(), denied()},
		{otherAccount(), assumed(), denied()},
	} {
		for n, at := range right.of.FindAllStringIndex(text, maxBlocks) {
			if n == maxBlocks-1 {
				return "more rights than are looked at"
			}
			block, _ := enclosing(text, at[0], right.within)
			if block == "" {
				block = text
			}
			if (right.within == effect() || right.within.MatchString(block)) && !right.but.MatchString(block) {
				return strings.Join(strings.Fields(text[at[0]:at[1]]), " ")
			}
		}
	}
	if word := mastering().FindString(text); word != "" {
		return strings.Join(strings.Fields(word), " ")
	}
	if ext := path.Ext(file); strings.Contains(path.Base(file), "compose") || kind == OfCode || ext == ".pub" {
		return ""
	}
	if word := ruling().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	return accountOf(text)
}

// anybody is whoever asks, as those who get a right.
func anybody() *needle.Regexp {
	return compiled(`\b[pP]rincipals?["']?\s*[:=]\s*(?:["']\*["']|\*|\{\s*["']?AWS["']?\s*[:=]\s*\[?\s*["']\*["'])|\bidentifiers\s*=\s*\[\s*["']\*["']|["'](?:allUsers|allAuthenticatedUsers)["']|\bnew\s+(?:iam\.)?AnyPrincipal\(|\bmembers?:\s*(?:-\s*)?allUsers\b`)
}

// effect is a key of a statement of rights, narrowed what makes one less than a right for
// everybody: a server that answers everybody is one of the web.
func effect() *needle.Regexp {
	return compiled(`\b[eE]ffect\b|\brole\b|\b[aA]ctions?\b`)
}

func narrowed() *needle.Regexp {
	return compiled(`\bDeny\b|\bDENY\b|\b[cC]ondition\b|[iI]nvoker`)
}

// anything is all that may be done, resources all that it may be done to.
func anything() *needle.Regexp {
	return compiled(`\b[aA]ctions?["']?\s*[:=]\s*\[?\s*(?:-\s*)?["'](?:\*|\*:\*)["']`)
}

// verbs are all of them on a cluster, groups all that it knows.
func verbs() *needle.Regexp {
	return compiled(`\bverbs["']?:\s*\[?\s*(?:-\s*)?["']\*["']`)
}

func groups() *needle.Regexp {
	return compiled(`\bapiGroups["']?:\s*\[?\s*(?:-\s*)?["']\*["']`)
}

func resources() *needle.Regexp {
	return compiled(`\b[rR]esources?["']?\s*[:=]\s*\[?\s*(?:-\s*)?["']\*["']`)
}

func denied() *needle.Regexp { return compiled(`\bDeny\b`) }

// otherAccount is an account by its number, assumed the right to become somebody.
func otherAccount() *needle.Regexp {
	return compiled(`\barn:aws[\w-]*:iam::\d{12}:(?:root|user/|role/)`)
}

func assumed() *needle.Regexp { return compiled(`\bsts:AssumeRole\b`) }

// mastering are rights over all that there is.
func mastering() *needle.Regexp {
	return compiled(`\bpolicy/AdministratorAccess\b|["']AdministratorAccess["']|\brole["']?\s*[=:]\s*["']roles/owner\b|\brole_definition_name\s*=\s*["']Owner["']|\broleRef["']?:\s*[^§]{0,160}?\bname["']?:\s*["']?cluster-admin\b|--clusterrole[= ]cluster-admin\b|\bname["']?:\s*["']?system:(?:anonymous|unauthenticated|authenticated)\b|--anonymous-auth=true|--authorization-mode=AlwaysAllow|\bAUTH_ROLE_PUBLIC\s*=\s*["']Admin|\banonymous["']?:\s*\{?\s*["']?enabled["']?:\s*true\b|\bmode["']?:\s*["']?AlwaysAllow\b|\bauth\.anonymous\b[^§]{0,80}?org_role["']?\s*[:=]\s*["']?Admin|\bclientConfig["']?:\s*\{?\s*["']?url["']?:\s*["']?https?://[^\s"'}]+|\bpolicy\.default["']?:\s*["']?role:admin`)
}

// ruling is a container that rules the machine on which it runs.
func ruling() *needle.Regexp {
	return compiled(`\bprivileged["']?\s*[:=]\s*["']?true|\bhost(?:PID|IPC)["']?\s*[:=]\s*["']?true`)
}

// accountOf finds a way in that a text leaves on a machine: a second root, a password of
// root, a key that opens an account. Keys of hosts that are known stand behind names.
func accountOf(text string) string {
	if word := secondRoot().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	for _, at := range publicKey().FindAllStringIndex(text, maxOpened) {
		before := strings.Fields(text[strings.LastIndexByte(text[:at[0]], '\n')+1 : at[0]])
		if len(before) == 0 || !strings.ContainsAny(before[len(before)-1], ".") {
			return text[at[0]:min(at[1]+12, len(text))]
		}
	}
	return ""
}

// secondRoot is an account that is root by its number, and a password that root gets.
func secondRoot() *needle.Regexp {
	return compiled(`\buseradd\b[^\n;&|]*\s-\w*u\s*0\b|\badduser\b[^\n;&|]*--uid[= ]0\b|\bnon_unique["']?:\s*["']?(?:true|yes)|(?m:^(?:[a-qs-z]\w*|r[a-np-z]\w*):[^:\n]*:0:0:)|\broot:[^"'\s|:]+["']?\s*\|\s*chpasswd|\buid["']?:\s*["']?0["']?\s*,[^\n}]*password`)
}

// publicKey is a key by which somebody logs in.
func publicKey() *needle.Regexp {
	return compiled(`\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp\d+)\s+AAAA`)
}
