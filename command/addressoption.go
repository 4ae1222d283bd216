package command

import "strings"

// ofAddress reports whether the value of an option is the beginning of addresses, or of
// the names of tests, and no place on the machine: vite build --base /shop/.
func ofAddress(option string) bool {
	switch option {
	case "--base", "--base-href", "--baseHref", "--base-path", "--basePath", "--basename", "--public-url", "--public-path", "--publicPath", "--output-public-path", "--path-prefix", "--pathPrefix", "--url-prefix", "--deploy-url", "--root-path", "--route-prefix", "--grep", "--testNamePattern", "--match":
		return true
	}
	return false
}

// addressPath reports whether a text is one that begins an address, as no folder of a
// machine does.
func addressPath(text string) bool {
	if !strings.HasPrefix(text, "/") || strings.Contains(text, "..") || strings.ContainsAny(text, "*?[ ;&|$`<>:,") {
		return false
	}
	first, _, _ := strings.Cut(text[1:], "/")
	switch first {
	case "home", "root", "etc", "usr", "var", "tmp", "opt", "srv", "dev", "proc", "sys", "run", "mnt", "media", "lib", "lib64", "bin", "sbin", "boot":
		return false
	}
	return true
}

// selects reports whether an option hands a Haskell program of tests nothing but which of
// them to run: --test-options='--match "/Parser/"'.
func (v *visit) selects(text string) bool {
	if v.name != "cabal" && v.name != "stack" {
		return false
	}
	if rest, ok := strings.CutPrefix(text, "--test-options="); ok {
		text = rest
	} else if rest, ok := strings.CutPrefix(text, "--test-arguments="); ok {
		text = rest
	}
	for _, option := range [...]string{"--match ", "--match=", "-m ", "-p ", "--pattern ", "--pattern="} {
		if rest, ok := strings.CutPrefix(text, option); ok {
			quote := ""
			if len(rest) > 1 && (rest[0] == '"' || rest[0] == '\'') {
				quote = rest[:1]
			}
			inner := strings.TrimSuffix(strings.TrimPrefix(rest, quote), quote)
			return !strings.ContainsAny(inner, "\"'\\") && (quote != "" || !strings.Contains(inner, " "))
		}
	}
	return false
}
