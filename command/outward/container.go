package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// machineWithin finds a container that has the machine, or the secrets of whoever starts
// it: all files, the home, credentials; and one whose parts come from a stranger.
func machineWithin(file, text string) string {
	if m := wholeMachine().FindString(text); m != "" {
		return strings.TrimSpace(m)
	}
	if m := compiled(`\bpid["']?:\s*["']?host\b`).FindString(text); m != "" && containsAny(text, "SYS_ADMIN", "SYS_PTRACE", "privileged: true", "unconfined") {
		return m + " with rights over the machine"
	}
	p := &steps{lines: strings.Split(text, "\n")}
	for i, line := range p.lines {
		switch {
		case homeMount().MatchString(line), homeName().MatchString(line) && secret(line) != "":
			return strings.TrimSpace(line)
		case i < maxBorrowed && strings.Contains(file, "compose") && strings.Contains(line, "image"):
			if m := borrowedImage().FindStringSubmatch(line); len(m) > 2 && strangeImage(m[2]) && p.secretAt(i, mastery()) {
				return strings.TrimSpace(line) + " with rights over the machine"
			}
		}
	}
	if strings.Contains(file, "compose") {
		if m := compiled(`\bfile["']?:\s*["']?/(?:tmp|dev/shm|var/tmp)/[^\s"',}]*`).FindString(text); m != "" {
			return m
		}
		return strangeSource(composedOf(), text)
	}
	return getURL(text)
}

// strangeBase finds an image that a container is made from and that a server gives which
// few people know.
func strangeBase(text string) string {
	text = strings.ReplaceAll(text, `\.`, ".")
	for _, at := range baseImage().FindAllStringSubmatchIndex(text, maxBorrowed) {
		m := []string{text[at[0]:at[1]], text[at[2]:at[3]]}
		host, _, _ := strings.Cut(m[1], "/")
		line, _, _ := strings.Cut(text[at[2]:], "\n")
		if strings.Count(text[strings.LastIndexByte(text[:at[2]], '\n')+1:at[2]]+line, host+"/") > 1 {
			continue // in the place of itself
		}
		name, _, _ := strings.Cut(host, ":")
		if near(host) && !strings.Contains(m[1], "/library/") || loopback(host) || service(name) || hosted(name) || imageServer(name) {
			continue
		}
		return strings.TrimSpace(m[0])
	}
	return ""
}

// baseImage is one with the name of a server.
func baseImage() *needle.Regexp {
	return compiled(`(?m)(?:^|[\n/#|'"])\s*FROM\s+(?:--platform=\S+\s+)?((?:[\w-]+\.)+[\w-]+(?::\d+)?/[^\s'"\\]+)`)
}

// imageServer reports whether many people take images from a server, or it is one within a
// network of its own.
func imageServer(name string) bool {
	switch name {
	case "docker.io", "index.docker.io", "registry-1.docker.io", "ghcr.io", "quay.io", "gcr.io", "us.gcr.io", "eu.gcr.io", "asia.gcr.io", "k8s.gcr.io", "registry.k8s.io", "public.ecr.aws", "mcr.microsoft.com", "registry.gitlab.com", "nvcr.io", "lscr.io", "cgr.dev", "dhi.io", "registry.access.redhat.com", "registry.redhat.io", "registry.fedoraproject.org", "registry.opensuse.org", "registry.suse.com", "docker.elastic.co", "container-registry.oracle.com", "registry.digitalocean.com", "docker.n8n.io", "docker.getoutline.com", "icr.io", "codeberg.org", "docker.stackable.tech", "registry.hub.docker.com", "docker.dragonflydb.io", "registry.developers.crunchydata.com":
		return true
	}
	for _, end := range [...]string{".gcr.io", ".pkg.dev", ".amazonaws.com", ".azurecr.io", ".icr.io", ".jfrog.io", ".scw.cloud", ".ocir.io", ".local", ".lan", ".internal", ".corp", ".intranet", ".home", ".svc"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// wholeMachine is a mount of all files of a machine, or of what decides who may enter it,
// that can be written.
func wholeMachine() *needle.Regexp {
	return compiled(`(?m)(?:^\s*-\s*|[\[,|#]\s*(?:-\s*)?)["']?/(?:etc|root|boot|usr|home)?/?:/[\w./-]*(?:["'\],\s|#]|:rw|$)|\b(?:source|device):\s*["']?/(?:etc|root|boot)?/?["']?\s*(?:[,}|#]|$)|hostPath:\s*\{?\s*(?:type:\s*\w*\s*)?path:\s*["']?/(?:etc|etc/kubernetes[\w/-]*|etc/shadow|home|root|boot|var/run/docker\.sock|run/containerd\S*|var/lib/kubelet)?/?["']?\s*(?:[,}|#]|$)`)
}

// homeMount is a mount of a home, or of what holds its credentials.
func homeMount() *needle.Regexp {
	return compiled(`(?:-\s*|[\[,|#]\s*|source:\s*)["']?(?:~|\$\{?HOME\}?)(?:/\.(?:ssh|aws|gnupg|kube|config|docker|netrc|azure|npmrc|gitconfig|git-credentials)\b[^:]*)?/?(?::/|["']?\s*$)`)
}

// mastery are rights by which a container rules its machine, and credentials of whoever
// starts it.
func mastery() *needle.Regexp {
	return compiled(`docker\.sock|privileged:\s*true|SYS_ADMIN|-\s*["']?\w*(?:TOKEN|SECRET|PASSWORD|_KEY)["']?\s*$|[\[,]\s*["']?\w*(?:TOKEN|SECRET|PASSWORD|_KEY)["']?\s*[,\]]`)
}

// composedOf are parts of a composition that come from an address.
func composedOf() *needle.Regexp {
	return compiled(`(?m)(?:\b(?:build|context|path|file|include)["']?\s*:|^\s*-)\s*["']?((?:https?|git|ssh|oci)://[^\s"',}#]+|git@[\w.-]+:[\w./-]+|(?:github|gitlab)\.com/[\w./-]+)`)
}

// getURL finds a program that Ansible takes from a strange address.
func getURL(text string) string {
	if !strings.Contains(text, "get_url") && !strings.Contains(text, "unarchive") {
		return ""
	}
	rest := text
	for range maxValues {
		_, after, ok := strings.Cut(rest, "get_url:")
		if !ok {
			return ""
		}
		rest = after
		after = after[:min(len(after), 400)]
		if m := url().FindString(after); m != "" && runnable().MatchString(after) {
			_, rest, _ := strings.Cut(after, m)
			if at := m + addressIn(rest); !installer(at) && !downloads(at) {
				return at
			}
		}
	}
	return "more downloads than are looked at"
}

// runnable is a mode, or a place, of a program.
func runnable() *needle.Regexp {
	return compiled(`\bmode:\s*["']?(?:0?[0-7]{0,2}[1357]\b|[ugoa]*\+?r?w?x)|\bdest:\s*\S*bin/`)
}
