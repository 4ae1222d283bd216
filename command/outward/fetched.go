package outward

import (
	"path"
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// fetchesProgram finds a program that comes from a host that few people know.
func (s *served) fetchesProgram(order string) string {
	if !containsAny(order, "curl", "wget", "aria2c", "Invoke-WebRequest", "iwr", "irm", "urlretrieve", "fetch ", "ADD http") {
		return ""
	}
	all := s.addresses(order)
	if len(all) == 0 { // a host without a scheme, or in a variable that nothing here sets
		all = append(all, "x")
	}
	for _, address := range all {
		if host := url().FindStringSubmatch(address); !s.server && len(host) > 1 && neighbour(host[1]) {
			continue
		}
		if installer(address) || downloads(address) && !s.machine && !strangeRelease(address) {
			continue
		}
		if strangeRelease(address) && s.server && unpacksIt().MatchString(order) {
			return address
		}
		names := []string{path.Base(strings.TrimRight(address, "/"))}
		for _, m := range savedAs().FindAllStringSubmatch(order, -1) {
			at := strings.Trim(m[1], `"'`)
			if strings.Contains(at, "bin/") {
				return address
			}
			names = append(names, path.Base(at), at)
		}
		for _, name := range names {
			if name != "" && s.starts(name) {
				return address
			}
		}
	}
	return ""
}

// unpacksIt hands what is fetched on to what unpacks it.
func unpacksIt() *needle.Regexp { return compiled(`\|\s*(?:sudo\s+)?(?:tar|bsdtar|unzip|cpio)\b`) }

// strangeRelease reports whether an address is a release of somebody whom few people know.
func strangeRelease(at string) bool {
	rest, ok := strings.CutPrefix(at, "https://github.com/")
	owner, _, _ := strings.Cut(rest, "/")
	return ok && !strings.Contains(owner, "$") && unknownOwner(owner)
}

// addresses are those that a command spells, and those of the variables that it asks for.
func (s *served) addresses(order string) []string {
	var all []string
	texts := append(s.given(order), order)
	for _, t := range texts {
		for _, at := range url().FindAllStringIndex(t, -1) {
			all = append(all, addressIn(t[at[0]:]))
		}
	}
	slices.Sort(all)
	return all
}

// starts reports whether the text starts a file of that name, or makes it a program.
func (s *served) starts(name string) bool {
	for from := 0; ; {
		at := strings.Index(s.text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if s.starting++; s.starting > maxStarts {
			return true // nobody names a program so often
		}
		if rest := s.text[from:]; (rest == "" || !nameByte(rest[0]) && rest[0] != '.' && rest[0] != '-') && startedAfter().MatchString(s.text[max(0, at-60):at]) {
			return true
		}
	}
}

// installs reports whether all that a text fetches comes from where an installer comes
// from that many people use, and it fetches something.
func (s *served) installs(text string) bool {
	all := url().FindAllStringIndex(text, -1)
	if s.machine || len(all) == 0 || decodes64().MatchString(text) {
		return false
	}
	for _, at := range all {
		if !installer(addressIn(text[at[0]:])) {
			return false
		}
	}
	return true
}

// addressIn is the address at the beginning of a text.
func addressIn(text string) string {
	if end := strings.IndexAny(text, " \t\n\"'`,;)|<>"); end >= 0 {
		return text[:end]
	}
	return text
}
