package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// tradeWords judges words that a table of options cannot: values that are a name in one
// spelling and a path, a list or a library in another.
func (v *visit) tradeWords() {
	switch v.name {
	case "godot", "godot3", "godot4":
		v.resources()
	case "PlistBuddy":
		if f, ok := v.arg("-c"); !ok || f.dynamic || foldedAny(f.text, "import", "merge") {
			v.unknown("reads other files, or what it is told by its standard input", v.fields[0])
		}
	case "fio":
		if f, ok := v.arg("--ioengine"); ok && !ioEngine(f.text) {
			v.unknown("an engine of its own: "+f.text, f)
		}
		if f, ok := v.arg("--name"); ok && strings.Contains(f.text, "/") { // files are named after it
			v.unknown("files at "+f.text, f)
		}
		for _, a := range v.args {
			if (a.option == "--filename" || a.option == "--directory") && strings.Contains(a.field.text, ":") {
				v.unknown("several files: "+a.field.text, a.field)
			}
		}
	case "minizinc":
		if f, ok := v.arg("--solver"); ok && (f.dynamic || strings.ContainsAny(f.text, "/\\") || strings.HasSuffix(f.text, ".msc")) {
			v.unknown("a solver of its own: "+f.text, f)
		}
	case "nsys":
		v.nsysReports()
	case "dredd":
		for _, a := range v.args {
			if (a.option == "-r" || a.option == "--reporter") && (a.field.dynamic || strings.Contains(a.field.text, "apiary")) {
				v.unknown("sends what it found: "+a.field.text, a.field)
			}
		}
	case "ceedling":
		for _, f := range v.operands {
			if _, given, ok := strings.Cut(f.text, "["); ok && (strings.HasPrefix(given, "/") || strings.HasPrefix(given, "~") || strings.Contains(given, "..")) {
				v.unknown("makes files elsewhere: "+f.text, f)
			}
		}
	case "spatch", "coccinelle":
		v.codeAmong(".cocci")
	case "rpmlint":
		v.codeAmong(".spec")
	}
	switch v.name {
	case "lupdate", "lrelease":
		v.codeAmong(".pro", ".pri", ".prf")
	case "minizinc":
		v.codeAmong(".mpc")
	}
	if manyArguments(v.name) {
		v.responseFiles()
	}
}

// manyArguments names tools that read more arguments from @FILE. Whatever LLVM parses does.
func manyArguments(name string) bool {
	switch name {
	case "native-image", "ktfmt", "moc", "uic", "rcc", "lupdate", "lrelease", "FileCheck", "lit", "mlir-tblgen", "vstest.console", "jmod", "toktx",
		"rust-objdump", "rust-nm", "rust-size", "rust-readobj", "mlir-opt", "opt", "llc", "lli", "dsymutil":
		return true
	}
	return strings.HasPrefix(name, "llvm-") || strings.HasPrefix(name, "clang-")
}

// codeAmong states that operands which end so are code though the others are not:
// descriptions of builds, of packages and of edits call programs.
func (v *visit) codeAmong(endings ...string) {
	for _, f := range v.operands {
		for _, end := range endings {
			if strings.HasSuffix(f.text, end) {
				v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
			}
		}
	}
}

// nsysReports judges the reports that nsys makes: a path is a script, and what begins
// with @ in its output is a command that gets them.
func (v *visit) nsysReports() {
	for _, a := range v.args {
		switch a.option {
		case "-r", "--report", "--rule":
			if a.field.dynamic || strings.ContainsAny(a.field.text, "/\\") || strings.Contains(a.field.text, ".py") {
				v.unknown("a report of its own: "+a.field.text, a.field)
			}
		case "-o", "--output":
			if a.field.dynamic || strings.Contains(a.field.text, "@") {
				v.unknown("gives its output to a command: "+a.field.text, a.field)
			}
		}
	}
}

// resources judges what an engine for games is told to run or to show. res:// is the
// folder of the project; user:// is where the game keeps its own data, and anything
// else is a path.
func (v *visit) resources() {
	judge := func(f field, code bool) {
		scheme, rest, ok := strings.Cut(f.text, "://")
		switch {
		case f.dynamic || f.many:
			v.unknown("which script runs cannot be told", f)
		case ok && scheme == "res" && !strings.Contains(rest, "..") && rest != "":
			f.text = "./" + strings.TrimLeft(rest, "/")
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		case ok && scheme == "uid" && strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789") == "":
		case ok:
			v.unknown("runs "+f.text, f)
		case code:
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		}
	}
	for _, a := range v.args {
		if a.option == "-s" || a.option == "--script" || a.option == "--scene" {
			judge(a.field, true)
		}
	}
	for _, f := range v.operands {
		judge(f, strings.ContainsAny(f.text, "/.~"))
	}
}

// ioEngine names the ways of reading and writing that stay on this machine and are part
// of fio(1).
func ioEngine(name string) bool {
	switch name {
	case "sync", "psync", "vsync", "pvsync", "pvsync2", "libaio", "posixaio", "io_uring", "mmap", "splice", "null", "cpuio", "ftruncate", "filecreate":
		return true
	}
	return false
}

// foldedAny reports whether a text holds one of the words, however they are written.
func foldedAny(text string, words ...string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
