package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// homeward finds what asks for the home folder, other than to put a folder of
// the test's own there.
func (f *finder) homeward() string {
	rest := split(ownHome().ReplaceAllStringFunc(f.text, func(m string) string {
		p := split(m, f.language)
		names := len(f.home().FindAllString(p.code, 2))
		for _, c := range p.constants {
			if strings.Contains(strings.ToLower(c), "home") || c == "expanduser" || c == "USERPROFILE" {
				names++
			}
		}
		if names > 1 { // what is put there comes from the home folder
			return m
		}
		return " "
	}), f.language)
	word := f.home().FindString(rest.code)
	if strings.TrimLeft(word, "\n .({[") == "HOME" && ownName().MatchString(rest.code) {
		word = ""
	}
	for _, c := range rest.constants {
		m := f.home().FindString(c)
		if m != "" && (c == m || strings.ContainsAny(m, ".(") || homeInside().MatchString(c) || m != "HOME" && strings.Contains(c, "{")) {
			word = m
		}
	}
	if word != "" && f.settled() {
		return ""
	}
	return word
}

// ownName is a name of the text's own, which happens to be HOME.
func ownName() *needle.Regexp {
	return compiled(`(?m)(?:^|[^\w.{,])HOME\s*:?=[^=]`)
}

// homeInside is code within a constant: "${System.env.HOME}", "#{ENV['HOME']}".
func homeInside() *needle.Regexp {
	return compiled(`(?i)[{(][^})]*(?:env|getenv|environment|var)\W{1,4}HOME`)
}

// ownHome are the forms in which a test puts a folder of its own for the home
// folder, or a stand-in for what asks for it.
func ownHome() *needle.Regexp {
	return compiled(`(?:monkeypatch\.setenv|\bt\.Setenv|set_var|putenv|setenv)\s*\(\s*["'](?:HOME|USERPROFILE)["']\s*,\s*(?:str\()?[\w.]+(?:\(\))?\)?|(?:os\.environ|ENV)\[["'](?:HOME|USERPROFILE)["']\]\s*=\s*(?:str\()?[\w.]+|process\.env\.(?:HOME|USERPROFILE)\s*=\s*[\w.]+\s*[;\n]|["']?\b(?:HOME|USERPROFILE)["']?\s*[:=]\s*(?:str\()?\w*(?i:tmp|temp|dir|home)\w*(?:\.path\(\)|\(\))?\)?\s*[,})]|\.env\(\s*["']HOME["']\s*,\s*\w[\w.]*(?:\(\))?\)|(?:patch|patch\.object|setattr|spyOn)\s*\(\s*["']?[\w., "']*\b(?:home|homedir|expanduser)["']?\s*,?\s*[^)]*\)|patch\.dict\s*\([^)]*["']HOME["']\s*:\s*str\(\w+\)[^)]*\)`)
}

// settled reports whether every use of the home folder stands behind a line of the same
// block that puts a folder of the test's own there.
func (f *finder) settled() bool {
	own := "" // the indentation of the block where that is done
	uses := false
	for line := range strings.Lines(f.text) {
		bare := strings.TrimLeft(line, " \t")
		indent := line[:len(line)-len(bare)]
		if own != "" && strings.TrimSpace(bare) != "" && !strings.HasPrefix(indent, own) {
			own = ""
		}
		at := ownHome().FindStringIndex(bare)
		switch {
		case len(at) > 0 && at[0] == 0 && indent != "" && len(f.home().FindAllString(bare, 2)) == 1:
			own = indent
		case f.home().MatchString(bare) && at == nil:
			if own == "" {
				return false
			}
			uses = true
		}
	}
	return uses
}

// withHome puts the home folder for the variable of Perl where a path goes on behind it, as
// it does within texts.
func withHome(text string, w World) string {
	if !strings.Contains(text, "$ENV{") {
		return text
	}
	return homeOfPerl().ReplaceAllStringFunc(text, func(string) string { return w.Home + "/" })
}

// homeOfPerl is the home as Perl has it, at the beginning of a path.
func homeOfPerl() *needle.Regexp {
	return compiled(`\$ENV\{\s*["']?HOME["']?\s*\}/`)
}
