package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// languageWords finds code, commands and foreign files in words of languages' own build
// tools, which lie too deep for their entries. An entry of the catalogue knows options
// by their subcommand. These stand behind a free word, or mean something else there, so
// they are looked for wherever they stand: too often rather than too seldom.
func (v *visit) languageWords() {
	for i, f := range v.fields[1:] {
		before := v.fields[i].text
		name, value, valued := strings.Cut(f.text, "=")
		code := false
		switch v.name {
		case "nim":
			code = strings.HasPrefix(f.text, "--eval")
		case "xmake":
			code = i == 0 && (f.text == "lua" || f.text == "l")
		case "meson":
			code = before == "runpython" && strings.HasPrefix(f.text, "-") || name == "--wrapper" || name == "--wrap"
		case "mix":
			code = strings.HasPrefix(v.fields[1].text, "profile.") && (name == "-e" || name == "--eval") && !v.has(name) || f.text == "cmd" && v.fields[1].text == "do"
		case "zig":
			code = name == "--test-cmd"
		case "qmake":
			code = strings.Contains(f.text, "system(")
		case "dub": // a package of others, which it offers to fetch
			code = v.dubPackage(f, i)
		case "julia":
			code = name == "--machine-file"
		case "rake":
			code = f.text == "-g" || f.text == "--system"
		case "ocaml": // behind a library the program comes, or an option that is one
			if i > 0 && (strings.HasSuffix(before, ".cma") || strings.HasSuffix(before, ".cmo")) {
				if code = strings.HasPrefix(f.text, "-"); !code {
					v.r.codePath(v.sc, f, v.name, "")
				}
			}
			if object := strings.HasSuffix(f.text, ".cma") || strings.HasSuffix(f.text, ".cmo"); object && i == len(v.fields)-2 {
				v.r.codeStdin(v.sc, v.name, f.span, "") // nothing behind it: the program is typed
			}
		case "elixir":
			code = name == "--rpc-eval"
		case "prove":
			if before == "--rc" || valued && name == "--rc" {
				if !valued {
					value = f.text
				}
				v.r.codePath(v.sc, field{text: value, dynamic: f.dynamic, span: f.span}, v.name, catalogue.MarkTest)
			}
		}
		if code {
			v.r.code(v.name+" "+f.text, v.name, "", f.span)
		}
	}
}

// dubPackage reports whether a word names a package that is not a part of the project's:
// the first operand of what builds, before the words of the program.
func (v *visit) dubPackage(f field, i int) bool {
	if i == 0 || len(v.operands) == 0 || v.operands[0].span != f.span || !slices.Contains([]string{"build", "run", "test", "describe", "lint"}, v.fields[1].text) {
		return false
	}
	own := slices.ContainsFunc(v.fields[1:i+1], func(w field) bool { return w.text == "--" })
	return !own && (!f.exact() || !strings.HasPrefix(f.text, ":"))
}

// duneExec judges a program that dune exec starts by a name which programs of the machine
// have: what the project does not build is looked for there.
func (v *visit) duneExec() {
	if len(v.fields) < 3 || v.fields[1].text != "exec" {
		return
	}
	for i, f := range v.fields[2:] {
		if strings.HasPrefix(f.text, "-") && !f.dynamic {
			continue
		}
		if p, err := v.r.a.catalogue.Find(f.text); f.exact() && err == nil && p != nil {
			v.r.within(v.name, func() { v.r.exec(v.sc, v.fields[i+2:]) })
			return
		}
		if v.fields[i+1].text == "--" || !strings.HasPrefix(v.fields[i+1].text, "-") {
			return // else it may be the value of an option
		}
	}
}

// projectWords judges properties of MSBuild that are commands or profiles by which a
// build is sent away, targets that do so, and scripts on the command line. MSBuild
// takes /, - and -- before its switches, in any case of letters (Microsoft Learn,
// "MSBuild command-line reference").
func (v *visit) projectWords() {
	for i, f := range v.fields[1:] {
		text := strings.TrimPrefix(strings.TrimPrefix(strings.TrimLeft(f.text, "-/"), "property"), "p")
		if text, ok := strings.CutPrefix(text, ":"); ok {
			name, value, _ := strings.Cut(text, "=")
			switch strings.ToLower(name) {
			case "prebuildevent", "postbuildevent", "prelinkevent", "runcommand", "runarguments", "vstesttaskassemblyfile":
				v.shell(field{text: value, dynamic: f.dynamic, span: f.span}, "sh", nil)
			case "publishprofile", "deployonbuild", "webpublishmethod", "publishurl":
				v.unknown("sends what was built: "+f.text, f)
			}
		}
		if _, target, ok := strings.Cut(f.text, ":"); ok && (strings.HasPrefix(f.text, "/t") || strings.HasPrefix(f.text, "-t") || strings.HasPrefix(f.text, "--t")) {
			for part := range strings.FieldsFuncSeq(target, func(c rune) bool { return c == ';' || c == ',' }) {
				// dotnet publish only copies into a folder, but any other target that
				// is named like sending may be one that a package of the project
				// brings.
				if mark := targetWord(strings.ToLower(part)); mark == catalogue.MarkPublish && !strings.EqualFold(part, "publish") {
					v.unknown("the target "+part+" sends what was built", f)
				}
			}
		}
		if i == 0 && f.text == "script" && v.name == "dotnet" {
			v.r.code("dotnet script", v.name, "", f.span)
		}
	}
}

// distantWords judges options by which tools reach another machine, send a package or
// write beside what they are told to look at. What would be done on another machine
// cannot be seen from here, so it is unknown rather than a connection.
func (v *visit) distantWords() {
	for i, f := range v.fields[1:] {
		name, value, valued := strings.Cut(f.text, "=")
		if !valued && i+2 < len(v.fields) {
			value = v.fields[i+2].text
		}
		given := field{text: value, dynamic: f.dynamic, span: f.span}
		switch {
		case v.name == "borg" && name == "--rsh":
			v.shell(given, "sh", nil)
		case v.name == "borg" && name == "--remote-path", v.name == "wp" && (name == "--ssh" || name == "--http" || strings.HasPrefix(name, "@")), v.name == "psalm" && strings.HasPrefix(name, "--tcp"):
			v.unknown("works elsewhere: "+f.text, f)
		case v.name == "rebar3" && f.text == "publish":
			v.unknown("sends a package", f)
		case v.name == "swiftlint" && v.wordAt("--fix", "--autocorrect", "autocorrect") > 0 && (name == "--path" || i > 0 && !strings.HasPrefix(name, "-")):
			if name != "--path" {
				given.text = f.text
			}
			v.r.path(v.sc, given, pipeline.KindWrite, v.name, "")
		case name == "-gen-cdb-fragment-path":
			v.r.path(v.sc, given, pipeline.KindWrite, v.name, "")
		}
	}
}
