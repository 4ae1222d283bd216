package outward

import (
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// A build server runs steps, templates and images of others beside the project's own
// commands. Those of owners from whom many people borrow pass. A stranger's may be taken
// as it stands at a tag, but it gets no secret, no right to write, and is no branch that
// its owner can change at any time.

// maxBorrowed bounds the lines that are looked at from each other.
const maxBorrowed = 800

// borrows finds what a text for a build server takes from a stranger.
func borrows(file, text string, part bool) string {
	if !strings.Contains(text, "/") {
		return ""
	}
	if part {
		if word := changesOwner(text); word != "" {
			return word
		}
	}
	if word := keyApart().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	text = foldedStep().ReplaceAllString(text, "$1 ")
	p := &steps{lines: strings.Split(text, "\n"), gitlab: strings.Contains(file, "gitlab"), powerful: powers().MatchString(text)}
	if len(p.lines) > maxBorrowed {
		return "more lines than are looked through"
	}
	for i, line := range p.lines {
		if bare := strings.TrimSpace(line); bare == "" || bare[0] == '#' || !strings.Contains(line, "/") {
			continue
		}
		for _, of := range [...]func(int, string) string{p.step, p.image, p.template} {
			if word := of(i, line); word != "" {
				return strings.TrimSpace(word)
			}
		}
	}
	if strings.Contains(text, "type: github") && strings.Contains(text, "repositories:") {
		if m := githubTemplates().FindStringSubmatch(text); len(m) > 1 && unknownOwner(m[1]) {
			return strings.TrimSpace(m[0])
		}
	}
	return clonedProgram(text)
}

// foldedStep is a step whose repository stands on the next line, keyApart one whose key
// stands alone.
func foldedStep() *needle.Regexp { return compiled(`(\buses["']?\s*:)\s*[>|][-+]?\s*\n\s*`) }

func keyApart() *needle.Regexp { return compiled(`(?m)^\s*(?:-\s+)?\?\s*["']?uses\b`) }

// steps are the lines of such a text.
type steps struct {
	lines    []string
	looked   int  // lines that were looked at beside others
	gitlab   bool // whose jobs have their secrets in the variables of all commands
	powerful bool // the text gives its jobs rights to write
}

// step judges one step, or whole workflow, that comes from a repository.
func (p *steps) step(i int, line string) string {
	if !strings.Contains(line, "@") {
		return ""
	}
	for _, m := range borrowedStep().FindAllStringSubmatch(line, 8) {
		owner, place, _ := strings.Cut(m[2], "/")
		if !unknownOwner(owner) || m[3] == "sha256" {
			continue
		}
		switch {
		case looksLike(owner):
			return m[0] + ": looks like another owner"
		case m[1] == "" && !strings.Contains(line, "uses"): // a part of a line
		case changeable(m[3]):
			return m[0]
		case p.powerful:
			return m[0] + " with rights to write"
		case p.secretAt(i, heldSecret()) || p.shared(i) || strings.Contains(place, "/workflows/") && strings.Contains(strings.Join(p.around(i), "\n"), "inherit"):
			return m[0] + " with a secret"
		}
	}
	return ""
}

// changesOwner finds an edit that puts a stranger in the place of an owner whom everybody
// trusts.
func changesOwner(text string) string {
	owners := make(map[string]string)
	for _, m := range namedStep().FindAllStringSubmatch(text, 64) {
		switch {
		case m[1] == ".github/":
		case looksLike(m[2]):
			return m[2] + ": looks like another owner"
		case m[3] != "" && owners[m[3]] != "" && unknownOwner(owners[m[3]]) != unknownOwner(m[2]):
			return m[2] + " in the place of " + owners[m[3]]
		case m[3] != "":
			owners[m[3]] = m[2]
		}
	}
	return ""
}

// namedStep is an owner, with the name of a step as such are named; the first group tells
// a folder from it.
func namedStep() *needle.Regexp {
	return compiled(`(\.github/)?([A-Za-z][\w-]*)/(checkout|cache|github-script|(?:setup|upload|download|configure|deploy)-[\w-]+|[\w-]+-action)?`)
}

// borrowedStep is a step of a repository. The groups are the key, the repository with the
// path in it, and what of it is taken.
func borrowedStep() *needle.Regexp {
	return compiled(`(?:(\buses["']?\s*[:=]\s*)["'\\]*|["'\s#|,])(\w[\w-]*/[\w.-]+(?:/[\w.-]+)*)@([\w./-]+)`)
}

// powers are rights of a job by which a step changes what the repository holds.
func powers() *needle.Regexp {
	return compiled(`\bwrite-all\b|\b(?:contents|id-token|packages|actions|deployments|workflows)["']?\s*:\s*["']?write\b`)
}

// heldSecret is a secret that a step, or an image, is given.
func heldSecret() *needle.Regexp {
	return compiled(`\bsecrets\s*[.\[]|\bsecrets:\s*inherit|github\.token|from_secret|secretEnv|\bsecrets:\s*\[`)
}

// changeable reports whether what is taken of a repository is neither a version nor a
// commit.
func changeable(ref string) bool {
	if len(ref) == 40 && strings.Trim(ref, "0123456789abcdef") == "" {
		return false
	}
	return !versionName().MatchString(ref)
}

// versionName is a version, which owners rarely move.
func versionName() *needle.Regexp { return compiled(`^v?\d{1,5}(?:\.\d+)*(?:[-.+][\w.-]+)?$`) }

// unknownOwner reports whether few people borrow from an owner.
func unknownOwner(owner string) bool { return !publisher(owner) && !borrowed(owner) }

// looksLike reports whether a name is one letter away from that of an owner whom everybody
// trusts.
func looksLike(owner string) bool {
	owner = strings.ToLower(owner)
	if !unknownOwner(owner) {
		return false
	}
	return slices.ContainsFunc([]string{"actions", "github", "docker", "codecov", "hashicorp", "aws-actions", "google-github-actions", "azure", "astral-sh", "golangci", "softprops", "peaceiris", "gradle", "goreleaser", "sonarsource", "aquasecurity", "cloudflare", "microsoft", "shivammathur", "peter-evans", "swatinem", "dtolnay", "taiki-e"}, func(known string) bool {
		return beside(owner, known)
	})
}

// beside reports whether two texts differ by one letter that is another one, too many, or
// changed places with the next, or by a sign between words.
func beside(a, b string) bool {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return false
	}
	if strings.ContainsAny(a+b, "-_") && strings.ReplaceAll(strings.ReplaceAll(a, "-", ""), "_", "") == strings.ReplaceAll(b, "-", "") {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > 1 {
		return false
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	if len(a) > len(b) {
		return a[i+1:] == b[i:]
	}
	return a[min(i+1, len(a)):] == b[min(i+1, len(b)):] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// around are the lines of the item, or of the keys, that a line belongs to.
func (p *steps) around(i int) []string {
	own := indentOf(p.lines[i])
	from, least := i, own
	if !strings.HasPrefix(strings.TrimLeft(p.lines[i], " \t"), "- ") {
		for from > 0 {
			at := p.lines[from-1]
			if strings.TrimSpace(at) != "" && indentOf(at) < own {
				if strings.HasPrefix(strings.TrimLeft(at, " \t"), "- ") {
					from--
					least = indentOf(at) + 1
				}
				break
			}
			from--
		}
	} else {
		least++
	}
	to := i + 1
	for to < len(p.lines) && (strings.TrimSpace(p.lines[to]) == "" || indentOf(p.lines[to]) >= least) {
		to++
	}
	return p.lines[from:to]
}

// secretAt reports whether the item of a line is given a secret, other than the one by
// which an image is fetched.
func (p *steps) secretAt(i int, of *needle.Regexp) bool {
	fetches := false
	around := p.around(i)
	if p.looked += len(around); p.looked > maxBorrowed {
		return true
	}
	for _, line := range around {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "credentials:":
			fetches = true
			continue
		case fetches && (strings.HasPrefix(bare, "username:") || strings.HasPrefix(bare, "password:")):
			continue
		}
		fetches = false
		if of.MatchString(line) {
			return true
		}
	}
	return false
}

// shared reports whether the job, or the whole text, gives all of its steps a secret.
func (p *steps) shared(i int) bool {
	if p.looked += len(p.lines); p.looked > maxBorrowed {
		return true
	}
	for k, line := range p.lines {
		if strings.Contains(line, "GITHUB_ENV") && heldSecret().MatchString(line) {
			return true
		}
		if strings.TrimSpace(line) != "env:" || indentOf(line) >= indentOf(p.lines[i]) {
			continue
		}
		between := p.lines[min(i, k):max(i, k)]
		if slices.ContainsFunc(between, func(l string) bool { return strings.TrimSpace(l) != "" && indentOf(l) < indentOf(line) }) {
			continue
		}
		for _, inner := range p.lines[k+1:] {
			if strings.TrimSpace(inner) != "" && indentOf(inner) <= indentOf(line) {
				break
			}
			if heldSecret().MatchString(inner) {
				return true
			}
		}
	}
	return false
}

// indentOf is where a line begins.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
