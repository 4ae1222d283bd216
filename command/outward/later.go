package outward

import (
	"path"
	"strconv"
	"strings"

	"passepartout/internal/needle"
)

// Some files run later, outside of all confinement, though no tool of the command that
// writes them loads them: what a build server does with a change, what a manager of
// hooks does when a person commits, what an editor does when it opens a container.
// People edit them every day, so their texts are read, and only what reads secrets,
// sends them away, or runs what the network or an encoding hides is found.

// Place is where a text runs later.
type Place uint8

// The places. The zero value is nowhere.
const (
	Nowhere    Place = iota
	Server           // a build server, or a container that is made for work
	Machine          // the machine of a person, at each commit and push
	Container        // a container that is made on the machine of a person, which prepares it
	Told             // wherever somebody builds, installs or starts the project next
	Configured       // the same, of settings of whatever tool: most are none that run something
)

// LaterAt tells by a file's name where it runs later. The name may be a pattern.
func LaterAt(file string) Place {
	base := strings.ToLower(path.Base(file))
	hidden := strings.Contains(file, "/.") // most files that a command writes lie below no such folder
	if hidden && containsAny(file, "/.husky/", "/.githooks/", "/.git-hooks/") || strings.Contains(file, "/githooks/") {
		return Machine
	}
	switch base {
	case ".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml", ".overcommit.yml", "captainhook.json", "grumphp.yml", "grumphp.yml.dist", ".pnpmfile.cjs", ".huskyrc":
		return Machine
	case "devcontainer.json", ".devcontainer.json", ".gitpod.yml":
		return Container
	}
	if c := base[0]; c == '.' || c == 'l' || c == 's' {
		for _, begin := range [...]string{"lefthook", ".lefthook", ".huskyrc.", ".lintstagedrc", "lint-staged.config.", ".simple-git-hooks.", "simple-git-hooks."} {
			if strings.HasPrefix(base, begin) {
				return Machine
			}
		}
	}
	if hidden && strings.Contains(file, "/.devcontainer/") {
		return Container
	}
	if onServer(file, base, hidden) {
		return Server
	}
	if toldAt(file, base, hidden) {
		return Told
	}
	return Nowhere
}

// onServer names what build servers run.
func onServer(file, base string, hidden bool) bool {
	if hidden && containsAny(file, "/.github/workflows/", "/.github/actions/", "/.gitea/", "/.forgejo/", "/.gitlab/ci/", "/.circleci/", "/.azure-pipelines/", "/.azuredevops/", "/.woodpecker/", "/.buildkite/", "/.semaphore/", "/.teamcity/", "/.builds/", "/.tekton/", "/.concourse/") ||
		containsAny(file, "/bamboo-specs/", "/ci_scripts/") {
		return true
	}
	switch base {
	case "action.yml", "action.yaml", "bitbucket-pipelines.yml", ".travis.yml", ".drone.yml", ".drone.jsonnet", ".drone.star", ".cirrus.yml", ".cirrus.star", ".woodpecker.yml", ".woodpecker.yaml", "appveyor.yml", ".appveyor.yml", "buildspec.yml", "buildspec.yaml", "codefresh.yml", "wercker.yml", "amplify.yml", ".build.yml", "netlify.toml", "vercel.json", "render.yaml", ".readthedocs.yml", ".readthedocs.yaml":
		return true
	}
	return strings.Contains(base, "gitlab-ci") || strings.Contains(base, "jenkinsfile") || strings.HasPrefix(base, "azure-pipeline") || strings.HasPrefix(base, ".azure-pipeline") || strings.HasPrefix(base, "cloudbuild.")
}

// Later finds what a text does at such a place that a person should see. In part says
// that it is only what is added to a text that nobody knows.
func Later(file, text string, at Place, w World, part bool) string {
	text = escapedLetter().ReplaceAllStringFunc(text, func(escape string) string {
		n, err := strconv.ParseUint(escape[len(escape)-2:], 16, 7)
		if err != nil {
			return escape
		}
		return string(rune(n))
	})
	switch {
	case at == Told && loadedEachTime(file):
		return Code(file, text, w)
	case at == Told:
		text = recipe(file, text)
	case at == Nowhere:
		return ""
	}
	if word := Served(text, part, at); word != "" {
		return word
	}
	if word := ruin().FindString(text); word != "" {
		return strings.TrimSpace(word)
	}
	if word := strangeSource(registryVariable(), text) + unsignedPackages().FindString(text) + strangeShelf(text); word != "" {
		return word
	}
	if part {
		if word := movedRegistry(text); word != "" {
			return word
		}
	}
	switch at {
	case Machine:
		text = knownHooks(text)
		if word := remoteHooks().FindString(text) + distant(text); word != "" {
			return word
		}
		return Settings(file, text, w)
	case Container:
		return prepares(file, text, w)
	case Server:
		return impostor(text) + strings.TrimSpace(handedFolder().FindString(text)) + distantPart(text) + borrows(file, text, part)
	case Told:
		return tells(file, text)
	case Nowhere:
	}
	return ""
}

// handedFolder is a home, or what git is told, that a server hands to whoever asks.
func handedFolder() *needle.Regexp {
	return compiled(`\bpaths?["']?\s*:\s*\[?[^\n\]]*?["'\s,\[](?:/root/?|~/?|\$HOME/?|/home/?|/etc/?|/|[\w./-]*\.git/config)(?:["'\s,\]]|$)`)
}

// impostor finds a step of a workflow that is called as one of the server's own, of
// somebody else.
func impostor(text string) string {
	for _, m := range officialStep().FindAllStringSubmatch(text, -1) {
		switch strings.ToLower(m[1]) {
		case "actions", "buildjet", "useblacksmith", "julia-actions", "docker", "namespacelabs", "gitea", "forgejo", "kubernetes", "runs-on", "depot", "blacksmith", "warpbuilds", ".":
		default:
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

// distantPart is a part of what a server runs that it takes from a host of others.
func distantPart(text string) string {
	for _, m := range remotePart().FindAllStringSubmatch(text, -1) {
		if host := url().FindStringSubmatch(m[1]); len(host) > 1 && !neighbour(host[1]) && !hosted(m[1]) && !strings.HasPrefix(host[1], "$") {
			return m[1]
		}
	}
	return ""
}

// knownHooks leaves out of a list of hooks where those come from that many people use.
func knownHooks(text string) string {
	return hookPlace().ReplaceAllStringFunc(text, func(at string) string {
		if m := hookPlace().FindStringSubmatch(at); len(m) == 2 && publisher(m[1]) {
			return "\n"
		}
		return at
	})
}

// distant finds an address in what hooks run, and not only say.
func distant(text string) string {
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, " \t-")
		if strings.HasPrefix(bare, "#") || strings.Contains(line, "$schema") || strings.HasPrefix(bare, "name:") || strings.HasPrefix(bare, "description:") || (strings.HasPrefix(bare, "echo ") || strings.HasPrefix(bare, "printf ")) && !strings.ContainsAny(bare, "$|;&`>") {
			continue
		}
		for _, m := range url().FindAllStringSubmatch(line, -1) {
			if !neighbour(m[1]) {
				return m[0]
			}
		}
	}
	return ""
}

// Prepares reports whether a text for a container asks the machine itself to run a file
// of that name.
func Prepares(text, name string) bool {
	_, rest, ok := strings.Cut(text, "initializeCommand")
	return ok && strings.Contains(rest, name)
}

// prepares finds what a container asks of the machine itself: a command before it is
// made, folders of credentials in it.
func prepares(file, text string, w World) string {
	if _, rest, ok := strings.Cut(text, "initializeCommand"); ok {
		if end := nextKey().FindStringIndex(rest); end != nil {
			rest = rest[:end[0]]
		}
		if word := Settings(path.Join(path.Dir(file), "initialize.yml"), strings.TrimLeft(rest, `"' :=`), w); word != "" {
			return "initializeCommand " + word
		}
	}
	for line := range strings.Lines(text) {
		if !containsAny(line, "ount", "localEnv", "source=", "src=", "runArgs", "-v", "volume") {
			continue
		}
		if word := secret(line); word != "" {
			return word
		}
		if m := hostFolder().FindString(line); m != "" {
			return m
		}
	}
	return ""
}

// containsAny reports whether one of some words stands in a text. A long text is read
// once for its pairs of letters, so that most words need not be looked for.
func containsAny(s string, words ...string) bool {
	if len(s) < longText || len(words) < manyWords {
		for _, w := range words {
			if strings.Contains(s, w) {
				return true
			}
		}
		return false
	}
	var pairs [1 << 10]uint64
	for i := 1; i < len(s); i++ {
		p := uint16(s[i-1])<<8 | uint16(s[i])
		pairs[p>>6] |= 1 << (p & 63)
	}
	for _, w := range words {
		there := true
		for i := 1; i < len(w) && there; i++ {
			p := uint16(w[i-1])<<8 | uint16(w[i])
			there = pairs[p>>6]&(1<<(p&63)) != 0
		}
		if there && strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// Where reading a text for its pairs of letters is cheaper than to look for each word.
const (
	longText  = 4 << 10
	manyWords = 8
)
