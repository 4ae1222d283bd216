package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// homeName is the home folder as settings of many tools spell it.
func homeName() *needle.Regexp {
	return compiled(`\$\(?\{?(?:ENV\{)?HOME\b|\$\$HOME\b|user\.home|\{homedir\}|\{env:HOME|env\.HOME\b|env_var\(['"]HOME|%USERPROFILE%|~[a-z]*/|home_directory\(\)|\bexpanduser\b`)
}

// commanding are commands of a shell that reach out or hide what they run.
func commanding() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(\"'`\\[>!/])(?:curl|wget|nc|ncat|netcat|socat|scp|sftp|telnet|crontab|sudo|doas|printenv|mkfifo|xxd|eval|base64\\s+-{1,2}d|openssl\\s+enc|osascript|launchctl|systemctl)[\\s\"',;)]|\\brm\\s+-[a-zA-Z]*r[a-zA-Z]*\\s+[/~$.]\\.?(?:[/\\s\"']|$)|\\|\\s*(?:ba|z|da)?sh\\b|(?:^|[\\s;&|\"'])(?:env|set)\\s*\\||\\$[({]guile\\b")
}

// fetched are keys whose address is where code comes from.
func fetched() *needle.Regexp {
	return compiled(`(?m)^\s*-?\s*["']?(?:repo|git|registry|index|index-url|index_url|extra-index-url|find-links|find_links|urls?|remote|npmRegistryServer|spec|yarnPath|requires|gist|source|tag|module|includes?|taskfile|extends)["']?\s*[:=]\s*[^\n]*?((?:https?|git|ssh|git\+\w+)://[^\s"',\]]+)|(?:GIT_REPOSITORY|\bURL|DOWNLOAD|CPMAddPackage|CPM[A-Za-z]*|file\s*\(\s*DOWNLOAD|HG_REPOSITORY)\s*\(?\s*["']?([^\s"')]+)|@\s*((?:git\+)?(?:https?|ssh)://\S+)|\{\s*git\s*=\s*"([^"]+)|<get\s+[^>]*src="([^"]+)|<(?:repository|pluginRepository)>()|git::(\S+)`)
}

// mounts are folders of the machine in a container, and rights over it.
func mounts() *needle.Regexp {
	return compiled(`(?m)(?:-\s*|\[\s*|source:\s*)["']?/(?:home|etc|root|var/run|proc|sys|dev|usr)?/?[\w./-]*:|privileged:\s*true|\bpid:\s*host|docker\.sock`)
}

// shebang is the first line of a program.
func shebang() *needle.Regexp {
	return compiled(`(?m)^#! ?/(?:usr/)?bin/\S+`)
}

// loader are keys that put code of one's own before a tool.
func loader() *needle.Regexp {
	return compiled(`<exec\b|<java(?:[\s/>]|$)|<Exec\b|<executable>|<script\b|<scriptdef\b|<RemoveDir\b|<Delete\b|<delete\b|\bjavaagent\b|\bagentpath\b|<extension>|\bpre_hooks\b|\bpost_hooks\b|<UsingTask\b|<add\s+key=[^>]*value="http://|RUSTC_WRAPPER|rustc-wrapper|rustc-workspace-wrapper|script-shell|node-options|\bfsmonitor\b|\bsshCommand\b|\bhooksPath\b`)
}

// Settings finds what leads out of the project in a file that tools take for
// settings, or whose lines a shell gets. The lines are those of it that matter.
func Settings(file, text string, w World) string {
	base := path.Base(file)
	l := &language{comment: "#"}
	switch strings.ToLower(path.Ext(base)) {
	case ".xml", ".csproj", ".fsproj", ".vbproj", ".props", ".targets", ".json", ".jsonc", ".json5":
		l.comment = ""
	}
	if base == "go.mod" {
		l.comment = "//"
	}
	text = uncommented(text, l)
	if word := secret(text); word != "" {
		return word
	}
	composes := strings.HasPrefix(base, "docker-compose") || strings.HasPrefix(base, "compose.")
	if word := dotenv(text, composes) + downloading(file, text); word != "" {
		return word
	}
	if composes { // its paths are those of containers
		return strings.TrimSpace(mounts().FindString(text) + homeName().FindString(text))
	}
	for _, of := range [...]func() string{
		func() string { return homeName().FindString(text) },
		func() string { return strings.TrimSpace(commanding().FindString(text)) },
		func() string { return fetches(text) },
		func() string { return asked(text) },
		func() string { return pieces(words(text)) },
		func() string { return w.leaves(settled(text)) },
		func() string { return climbs(text, w.depth(file)) },
		func() string { return ascends(text, w.depth(file)) },
		func() string { return loads(base, text) },
		func() string { return hidden(text, words(text), w.Home) },
		func() string { return tried(base, text) },
	} {
		if word := of(); word != "" {
			return word
		}
	}
	return ""
}

// tried finds the host that a table of tests talks to, whose words have no quotes.
func tried(base, text string) string {
	switch path.Ext(base) {
	case ".robot", ".resource":
		return foreign([]string{text}, false)
	}
	return ""
}

// settled leaves out of settings what is no place: the interpreter of a script, where
// programs get installed if somebody asks for that.
func settled(text string) string {
	text = shebang().ReplaceAllString(text, "")
	return ownPlaces.Replace(text)
}

// ownPlaces are lines of Makefiles and scripts that name folders of the system as everybody
// does.
//
//nolint:gochecknoglobals // made once, for it costs more than to use it
var ownPlaces = strings.NewReplacer("PREFIX ?= /usr/local", "", "PREFIX := /usr/local", "", "PREFIX = /usr/local", "", "prefix = /usr/local", "", "SHELL := /bin/bash", "", "SHELL = /bin/bash", "", "SHELL := /bin/sh", "", "SHELL = /bin/sh", "", "SHELL=/bin/bash", "", "SHELL:=/bin/bash", "", "/usr/bin/", "", " /bin/", " ")

// fetches finds an address that code is taken from.
func fetches(text string) string {
	for _, m := range fetched().FindAllStringSubmatch(text, -1) {
		for _, at := range m[1:] {
			switch {
			case at == "" || strings.HasPrefix(at, "$") || strings.HasPrefix(at, "}"): // ${URL}, whose value is looked at where it stands
				continue
			case strings.Contains(at, "registry.npmjs.org"), strings.Contains(at, "registry.yarnpkg.com"), strings.Contains(at, "json.schemastore.org"), strings.Contains(at, "github.com/rust-lang/crates.io-index"):
				continue
			case strings.Contains(at, "://") && foreign([]string{at}, false) == "":
				continue
			}
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

// loads finds a key of settings that puts a program or code before a tool. Of what a build of
// Maven runs as the project's own class, nothing is said here.
func loads(base, text string) string {
	if base == "package.json" || base == "composer.json" {
		return ""
	}
	return loader().FindString(text)
}

// asked finds a host in a line that is a command.
func asked(text string) string {
	for line := range strings.Lines(strings.ReplaceAll(text, `\:`, ":")) {
		if m := commandLine().FindString(line); m != "" && !strings.Contains(line, "services.gradle.org") {
			if host := foreign([]string{line}, false); host != "" {
				return m + " " + host
			}
		}
	}
	return ""
}

// commandLine is a key whose value is a command.
func commandLine() *needle.Regexp {
	return compiled(`(?i)execute_process|\bCOMMAND\b|\bentry\b|\bexec\b|\brun\b|\bcmds?\b|\bcommands?\b|\bscript|\bshell\b|distributionUrl|\|\s*\w|dev/tcp`)
}

// words are the words of settings.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'=:,[]{}()", r) })
}
