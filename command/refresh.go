package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
)

// A build that lacks a library fetches it; that is part of building. One that is told
// to ask its registries again, or a tool whose sub-command only fetches, takes new code
// from the network however complete the machine's own store is: an installation.

// refreshes states that for the word which says so. Words are looked for wherever the
// tool reads options, since the entries of builds are lenient.
func (v *visit) refreshes() {
	words := v.fields[1:]
	asked := words
	switch v.name {
	case "gradle", "gradlew", "mvn", "mvnw", "lein", "boot", "clj", "clojure", "cabal", "zig", "deno", "uv":
	default:
		asked = nil // asksAnew knows no word of others
	}
	for i := range asked {
		if v.asksAnew(words[i].text) {
			v.connect("remote", true, words[i], catalogue.MarkPackageInstall)
			return
		}
		if (v.name == "deno" || v.name == "uv") && i > 0 && !strings.HasPrefix(words[i].text, "-") {
			break // the words of what it runs
		}
	}
	if n := fetchedBy(v.name, words); n > 0 {
		v.connect("remote", true, words[n-1], catalogue.MarkPackageInstall)
	}
}

// asksAnew reports whether a word tells a build tool to ask its registries again.
func (v *visit) asksAnew(word string) bool {
	if !strings.HasPrefix(word, "-") {
		return (v.name == "mvn" || v.name == "mvnw") && (strings.HasPrefix(word, "versions:use-") || strings.HasPrefix(word, "versions:update-"))
	}
	name, _, _ := strings.Cut(word, "=")
	switch v.name {
	case "gradle", "gradlew":
		return name == "--refresh-dependencies" || bundled(word, "U", "imqsSwd")
	case "mvn", "mvnw": // its reader of options takes beginnings of long ones, behind one dash or two
		long := strings.TrimLeft(name, "-")
		return len(long) > 2 && strings.HasPrefix("update-snapshots", long) || bundled(word, "U", "BCceoqNVX")
	case "lein", "boot":
		return word == "-U"
	case "clj", "clojure":
		return word == "-P"
	case "cabal":
		return word == "--only-download"
	case "zig":
		return name == "--fetch"
	case "deno":
		return name == "--reload" || bundled(word, "r", "Aq")
	case "uv":
		return strings.HasPrefix(name, "--refresh") || strings.HasPrefix(name, "--upgrade") || strings.HasPrefix(name, "--reinstall") || word == "-U" || word == "-P"
	}
	return false
}

// bundled reports whether a word is a bundle of switches of one letter each that holds
// the given one.
func bundled(word, letter, others string) bool {
	letters, ok := strings.CutPrefix(word, "-")
	return ok && strings.Contains(letters, letter) && strings.Trim(letters, letter+others) == ""
}

// fetchedBy finds the sub-command that only fetches, or installs by the way: the number
// of its last word, or 0.
func fetchedBy(name string, words []field) int {
	at := func(i int) string {
		if i < len(words) {
			return words[i].text
		}
		return ""
	}
	switch name {
	case "lein":
		if i := slices.IndexFunc(words, func(f field) bool { return f.text == "deps" }); i >= 0 && at(i+1) != ":tree" {
			return i + 1
		}
	case "meson":
		if at(0) == "subprojects" && at(1) != "purge" || at(0) == "wrap" && (at(1) == "install" || at(1) == "update" || at(1) == "update-db") {
			return 1
		}
	case "pio", "platformio":
		switch at(1) {
		case "install", "update", "uninstall", "upgrade":
			if at(0) == "pkg" || at(0) == "lib" || at(0) == "platform" {
				return 2
			}
		}
		if at(0) == "upgrade" || at(0) == "update" {
			return 1
		}
	case "arduino-cli":
		switch at(1) {
		case "install", "update-index", "upgrade", "download", "uninstall":
			return 2
		}
	case "jekyll":
		if at(0) == "new" && !slices.ContainsFunc(words, func(f field) bool { return f.text == "--skip-bundle" || f.text == "--blank" }) {
			return 1
		}
	case "pod":
		if at(0) == "update" || at(0) == "install" || at(0) == "repo" && at(1) != "list" && at(1) != "lint" {
			return 1
		}
	}
	return 0
}

// proxies reports whether a property of Java names a machine through which all goes.
func proxies(name string) bool {
	switch name {
	case "http.proxyHost", "https.proxyHost", "ftp.proxyHost", "socksProxyHost":
		return true
	}
	return false
}

// definedURL judges a URL that a property of a build has: where libraries come from, or
// what its tests ask. Other tools than those of Java only note down what -D says.
func (v *visit) definedURL(f field) {
	switch v.name {
	case "mvn", "mvnw", "gradle", "gradlew", "sbt", "ant":
	default:
		return
	}
	i := strings.Index(f.text, "://")
	begin := i
	for begin > 0 && f.text[begin-1] >= 'a' && f.text[begin-1] <= 'z' {
		begin-- // jdbc:postgresql://, snapshots::default::https://
	}
	f.text = f.text[begin:]
	host, _, _ := strings.Cut(f.text[i-begin+3:], "/")
	if name, port, _ := strings.Cut(host, ":"); !f.dynamic && (name == "localhost" || name == "127.0.0.1") && strings.Trim(port, "0123456789") == "" {
		return // a server under development
	}
	v.network(catalogue.ActURL, f, "")
}
