package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Two languages are so small where people type them that a look at the letters
// is enough.

// onlyReckons reports whether a text for dc(1) does nothing but arithmetic and
// printing: ! starts programs, ? and x run texts, and a makes letters of numbers.
func onlyReckons(s string) bool {
	return strings.Trim(s, "0123456789ABCDEF._ \t\n+-*/%~^|vpnPfcdrkioKIOzZslSLq") == ""
}

// ownClass judges what java is started with: a source file, or a class that is
// looked for in the folder, or in what -cp has named already.
func (v *visit) ownClass(f field) bool {
	if !f.exact() || address(f.text) || len(v.operands) == 0 || v.operands[0].span != f.span {
		return false
	}
	if strings.HasSuffix(f.text, ".java") {
		if v.writtenJava(f) {
			return true
		}
		v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		return true
	}
	if f.text == "" || strings.Trim(f.text, letterSet+digitSet+"_.$") != "" || strings.Contains(f.text, "..") || ownTool(f.text) {
		return false
	}
	if known, all := v.builtClass(f); known && all {
		return true
	}
	if !v.has("-cp", "-classpath", "-class-path", "--class-path") {
		// A class that lies in the folder itself is nothing that a build leaves
		// there, unless this command has just compiled it.
		if !slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindRun && e.By == "javac" }) {
			return false
		}
		v.r.codePath(v.sc, field{text: ".", span: f.span}, v.name, catalogue.MarkBuild)
	}
	return true
}

// ownTool knows classes that Java has itself, some of which run what they are given.
func ownTool(class string) bool {
	for _, prefix := range [...]string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "org.codehaus.groovy.", "groovy.", "clojure.", "scala.", "kotlin.", "org.jruby.", "org.python.", "bsh.", "org.mozilla.", "org.apache.", "org.openjdk."} {
		if strings.HasPrefix(class, prefix) {
			return true
		}
	}
	return false
}

// tabulates judges mlr(1), Miller: verbs with words of their own, joined by
// then, and files. Which word is a file is not looked at: each is read, but for
// programs of put and filter.
func (v *visit) tabulates(at field) bool {
	program, inPlace := false, false // the next word that is no option is one
	var files []field
	for i, f := range v.fields[1:] {
		option := strings.HasPrefix(f.text, "-")
		switch {
		case f.dynamic && !f.pattern, strings.HasPrefix(f.text, "--prepipe"), f.text == "--load", f.text == "--mload", i == 0 && f.text == "-s", f.text == "tee", f.text == "split", f.text == "case", address(f.text):
			return false
		case program && (f.text == "-f" || f.text == "-s" || f.text == "-e" || f.pattern):
			return false
		case option:
			inPlace = inPlace || f.text == "-I"
		case program:
			if !onlyMaps(f.text) {
				return false
			}
			program = false
		case f.text == "put" || f.text == "filter":
			program = true
		case strings.Trim(f.text, "0123456789") != "" && f.text != "then":
			files = append(files, f)
		}
	}
	if len(v.operands) > 0 && v.operands[0].span == at.span {
		for _, f := range files {
			v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
			if inPlace { // which of the words are files only its verbs could tell
				v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
			}
		}
	}
	return true
}

// onlyMaps reports whether a program of Miller starts nothing, tells no
// variable of the environment, and prints nowhere but to standard output.
func onlyMaps(s string) bool {
	lower := strings.ToLower(s)
	for _, word := range [...]string{"system", "exec", "env", "os."} {
		if strings.Contains(lower, word) {
			return false
		}
	}
	for _, word := range [...]string{"tee", "print", "emit", "dump"} {
		if strings.Contains(lower, word) && strings.ContainsAny(s, ">|") {
			return false
		}
	}
	return true
}
