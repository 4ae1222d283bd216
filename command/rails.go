package command

import (
	"net/url"
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/command/snippet"
	"passepartout/pipeline"
)

// analyzeRails judges a program that an application of Rails is given: rails
// runner CODE, rails runner FILE, rails runner - and rails console with a
// constant on standard input. Sources: rails(1), "The Rails Command Line".
func analyzeRails(v *visit) bool {
	verb, words, ok := v.railsWords()
	if !ok || v.otherDatabase() {
		return false
	}
	given := field{span: v.fields[0].span}
	text, file := "", ""
	switch {
	case verb == "console" && len(words) == 0 && v.sc.stdin.kind == stdinText:
		text = v.sc.stdin.text
		for line := range strings.Lines(text) { // a console may take such a line for a command
			if t := strings.TrimLeft(line, " \t"); t != "" && strings.IndexByte(".!$", t[0]) >= 0 {
				return false
			}
		}
	case verb != "runner" || len(words) == 0:
		return false
	case words[0].text == "-":
		if v.sc.stdin.kind != stdinText {
			return false
		}
		text, words = v.sc.stdin.text, words[1:]
	case strings.HasSuffix(words[0].text, ".rb") && !strings.ContainsAny(words[0].text, " \n;(\"'"):
		given, words = words[0], words[1:]
		v.startedBefore()
		made, at, ok := v.r.madeText(v.sc, given)
		if text = made; !ok {
			v.r.codePath(v.sc, given, v.name, "")
			v.r.path(v.sc, field{text: ".", span: given.span}, pipeline.KindCode, v.name, catalogue.MarkBuild)
			return true
		}
		file = at
	default:
		given, words = words[0], words[1:]
		text = given.text
	}
	if !v.snippet(snippet.Rails, text, given, words, programFolder(file, given)) {
		return false
	}
	if file != "" {
		v.consumed(given, file)
	}
	v.r.path(v.sc, field{text: ".", span: given.span}, pipeline.KindCode, v.name, catalogue.MarkBuild)
	return true
}

// programFolder is the folder of a program in a file; "" of one that is an argument.
func programFolder(file string, f field) string {
	if file == "" {
		return ""
	}
	return path.Dir(f.text)
}

// railsWords are the command of rails that runs code, and what stands behind
// its options. Only environments that are nobody's live data are taken.
func (v *visit) railsWords() (verb string, words []field, ok bool) {
	for i := 1; i < len(v.fields); i++ {
		f := v.fields[i]
		if !f.exact() || f.many {
			return "", nil, false
		}
		switch {
		case verb == "":
			switch f.text {
			case "runner", "r":
				verb = "runner"
			case "console", "c":
				verb = "console"
			default:
				return "", nil, false
			}
		case f.text == "-e" || f.text == "--environment":
			if i++; i == len(v.fields) || !nobodysPhase(v.fields[i]) {
				return "", nil, false
			}
		case strings.HasPrefix(f.text, "--environment="), strings.HasPrefix(f.text, "-e="):
			_, f.text, _ = strings.Cut(f.text, "=")
			if !nobodysPhase(f) {
				return "", nil, false
			}
		case f.text == "--skip-executor", verb == "console" && (f.text == "-s" || f.text == "--sandbox" || f.text == "--nomultiline" || f.text == "--"), verb == "runner" && f.text == "--":
		case f.text != "-" && strings.HasPrefix(f.text, "-"):
			return "", nil, false
		default:
			for _, f := range v.fields[i:] {
				if !f.exact() || f.many {
					return "", nil, false
				}
			}
			return verb, v.fields[i:], true
		}
	}
	return verb, nil, verb != ""
}

// nobodysPhase reports whether an environment is one of development.
func nobodysPhase(f field) bool {
	return f.exact() && (f.text == "test" || f.text == "development")
}

// startedBefore forgets that bin/rails, which was stated already, may change
// whatever there is: it reads the program before it does anything else.
func (v *visit) startedBefore() {
	n := len(v.r.effects)
	if t := v.r.touched; n > 0 && len(t) > 0 && t[len(t)-1] == anything && v.r.effects[n-1].Kind == pipeline.KindCode && path.Base(v.r.effects[n-1].Object) == "rails" {
		v.r.touched = t[:len(t)-1]
	}
}

// otherDatabase reports whether the environment that the script gives may lead
// an application to a database which is not on this machine.
func (v *visit) otherDatabase() bool {
	for _, name := range [...]string{"DATABASE_URL", "PRIMARY_DATABASE_URL", "DB_URL", "DB_HOST", "DATABASE_HOST", "PGHOST", "PGHOSTADDR", "PGSERVICE", "MYSQL_HOST", "POSTGRES_HOST", "REDIS_URL", "REDIS_HOST", "MONGODB_URI"} {
		if _, here := v.sc.vars[name]; !here && v.r.w.Env[name] == "" {
			continue
		}
		known := v.sc.lookup(name).one()
		if known.kind != valueText {
			return true
		}
		host := known.text
		if u, err := url.Parse(host); strings.Contains(host, ":") && strings.Contains(host, "/") {
			if err != nil || u.Host == "" && !strings.HasPrefix(u.Scheme, "sqlite") {
				return true
			}
			host = u.Hostname()
		}
		switch host {
		case "", "localhost", "127.0.0.1", "::1":
		default:
			return true
		}
	}
	return false
}
