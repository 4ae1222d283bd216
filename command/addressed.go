package command

import (
	"net/url"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// addressed states that tests of the project speak with a host that a variable before
// the command names: BASE_URL=https://staging.corp.net pytest tests/e2e. A build only
// puts such an address into what it makes.
func (r *run) addressed(sc *scope, at int, given []string, by string) {
	tests := false
	for _, e := range r.effects[at:] {
		tests = tests || e.Kind == pipeline.KindCode && e.Mark == catalogue.MarkTest
	}
	if !tests {
		return
	}
	for _, name := range slices.Concat(given, r.addresses) {
		v := sc.lookup(name).one()
		if v.kind != valueText || len(v.text) > maxPath {
			continue
		}
		for word := range strings.FieldsFuncSeq(v.text, func(c rune) bool { return c == ' ' || c == ',' || c == ';' }) {
			if !strings.Contains(word, "://") && !strings.HasPrefix(word, "//") {
				continue
			}
			u, err := url.Parse(word)
			if err != nil || u.Host == "" || loopback(u.Hostname()) || standInHost(u.Hostname()) {
				continue
			}
			r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: hostPort(u), By: by, Span: r.effects[at].Span})
		}
	}
}

// placed states that code which a command runs is told of a place beyond the project by a
// variable that no list has: COVERAGE_FILE=/home/x/.bashrc pytest writes there, TOOL_HOME=
// /tmp/x make may load what lies there. Caches and tools that a home has for builds are
// where everybody's are.
func (r *run) placed(sc *scope, given []string, by string, span pipeline.Span) {
	for _, name := range given {
		if influenceOf(name) != influenceNone || name == "TMPDIR" || name == "TMP" || name == "TEMP" || name == "TEMPDIR" {
			continue
		}
		v := sc.lookup(name).one()
		if v.kind != valueText || len(v.text) > maxPath || !strings.Contains(v.text, "/") {
			continue
		}
		for word := range strings.FieldsFuncSeq(v.text, func(c rune) bool { return strings.ContainsRune(" ,;=", c) }) {
			if at := r.leadsOut(sc, word); at != "" {
				r.codePath(sc, field{text: at, span: span}, by, catalogue.MarkBuild)
				continue
			}
			for i := 0; i >= 0 && i < len(word); i = nextPath(word, i) {
				if at := word[i:]; r.outOfProject(at) {
					at, _, _ = strings.Cut(at, ":")
					r.codePath(sc, field{text: at, span: span}, by, catalogue.MarkBuild)
				}
			}
		}
	}
}

// leadsOut is the place out of the workspace that a relative path leads to, up or through a link.
func (r *run) leadsOut(sc *scope, word string) string {
	dir, ok := sc.exactFolder()
	if !ok || word == "" || word[0] == '/' || !strings.Contains(word, "/") || !r.spend(4) {
		return ""
	}
	if at := r.w.Paths.Resolve(r.joinPath(dir, field{text: word})); r.elsewhere(at) {
		return at
	}
	return ""
}

// nextPath is where the next path of a list begins, /a:/b; less than zero: nowhere.
func nextPath(list string, from int) int {
	i := strings.Index(list[from:], ":/")
	if i < 0 || strings.HasPrefix(list[from+i:], "://") {
		return -1
	}
	return from + i + 1
}

// outOfProject reports whether a text is a path into the home or the folder for everybody's
// temporary files, out of the project and of what builds keep in a home.
func (r *run) outOfProject(at string) bool {
	home := r.w.Home + "/"
	switch {
	case at == r.w.Home, at == "/tmp", strings.HasPrefix(at, "/tmp/"), strings.HasPrefix(at, "/var/tmp/"), strings.HasPrefix(at, "/dev/shm/"):
		return true // unless it is scratch, which the rules know
	case !strings.HasPrefix(at, home):
		return false
	}
	for _, kept := range [...]string{".cache/", ".local/", ".npm/", ".m2/", ".gradle/", ".cargo/", ".rustup/", ".nvm/", ".pyenv/", ".rbenv/", ".asdf/", ".sdkman/", ".deno/", ".bun/", "go/", ".dotnet/", ".nuget/", ".pub-cache/", "Android/", ".volta/", ".fnm/", "miniconda3/", ".virtualenvs/", ".platformio/"} {
		if strings.HasPrefix(at[len(home):], kept) {
			return false
		}
	}
	return true
}

// standInHost reports whether a name is one that nobody has and tests use for any host
// (RFC 2606, RFC 6761).
func standInHost(host string) bool {
	for _, end := range [...]string{".test", ".invalid", ".localhost", "example.com", "example.org", "example.net"} {
		if host == strings.TrimPrefix(end, ".") || strings.HasSuffix(host, "."+strings.TrimPrefix(end, ".")) {
			return true
		}
	}
	return host == "testserver"
}
