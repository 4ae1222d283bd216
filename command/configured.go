package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// configuredWords judges words by which a command sets down what later commands obey, a
// variable of an environment, and words that mean more to one program than their roles
// say. What is set in a file of the project is looked at where something loads that
// (authored.go).
func (v *visit) configuredWords() {
	v.membersOfArchive()
	v.namesInTexts()
	switch v.path {
	case "mise set", "rtx set", "conda env config vars set", "mamba env config vars set":
		for _, f := range v.operands {
			if strings.Contains(f.text, "=") {
				v.assignment(f)
			}
		}
	case "cargo fmt":
		for _, f := range v.operands { // behind --, for rustfmt
			if strings.Contains(f.text, "/") {
				v.r.path(v.sc, f, pipeline.KindWrite, v.name, v.mark)
			}
		}
	}
	switch v.name {
	case "dotenv", "dotenvx", "dotenv-cli", "env-cmd":
		if len(v.wrapped) > 0 && showsVariables(v.wrapped[0].text) {
			v.r.path(v.sc, field{text: ".env", span: v.fields[0].span}, pipeline.KindRead, v.name, "")
		}
	case "dprint", "oxlint", "vagrant": // what their settings name; a Vagrantfile is a program
		v.r.codePath(v.sc, field{text: ".", span: v.fields[0].span}, v.name, catalogue.MarkBuild)
	case "7z", "7za", "7zr", "7zz", "p7zip":
		for _, f := range v.operands {
			if strings.HasPrefix(f.text, "@") {
				v.unknown("the file "+f.text[1:]+" says which files", f)
			}
		}
	case "xmllint", "xsltproc", "xmlstarlet", "xml", "saxon": // entities and stylesheets name files
		v.namedInXML()
	case "cabal", "stack":
		for _, a := range v.args { // for the compiler, which may be given a preprocessor
			if strings.HasSuffix(a.option, "-options") {
				v.strayPath(a.field.text, a.field, catalogue.MarkBuild)
			}
		}
	case "ack", "ack-grep": // older ones evaluate what they print
		if f, ok := v.arg("--output"); ok && containsAny(f.text, "@{", "${", "`") {
			v.r.code(v.name+": "+f.text, v.name, "", f.span)
		}
	case "pug":
		if i := v.wordAt("-O", "--obj"); i > 0 && i+1 < len(v.fields) && !strings.HasSuffix(v.fields[i+1].text, ".json") {
			v.r.code(v.name+": "+v.fields[i+1].text, v.name, "", v.fields[i+1].span) // options are evaluated
		}
	}
}

// namedInXML holds a document that the command has written and that names other files,
// which are then printed with it.
func (v *visit) namedInXML() {
	if v.name == "xmllint" && v.wordAt("--noent", "--xinclude", "--noxincludenode", "--loaddtd", "--dtdattr", "--valid", "--shell") == 0 {
		return
	}
	if v.name != "xmllint" && v.name != "xmlstarlet" && v.name != "xml" && len(v.operands) > 0 && v.operands[0].proc != nil {
		v.unknown("a style sheet from the output of a command", v.operands[0])
	}
	for name, text := range v.r.typed {
		if containsAny(text, "SYSTEM", "document(", "xi:include", "XInclude", "unparsed-text", "xsl:include", "xsl:import") {
			v.unknown("loads what "+path.Base(name)+" names", v.fields[0])
			return
		}
	}
}

// inventory states that a list of machines may be a program: -i hosts.sh.
func (v *visit) inventory(f field) {
	if file, ok := v.arg("-i", "--inventory"); ok && file.span == f.span {
		written := false
		for name, text := range v.r.typed {
			written = written || strings.HasPrefix(text, "#!") && path.Base(name) == path.Base(f.text)
		}
		switch path.Ext(f.text) {
		case ".sh", ".bash", ".py", ".rb", ".pl", ".js", ".php":
			written = true
		}
		if written {
			v.r.codePath(v.sc, f, v.name, catalogue.MarkBuild)
		}
	}
}

// showsVariables names programs that print the variables that they get, or may.
func showsVariables(program string) bool {
	switch nameIn(program) {
	case "env", "printenv", "export", "set", "declare", "typeset", "compgen", "echo", "printf":
		return true
	}
	return isShell(nameIn(program))
}

// pairedPath states the path of a word NAME=PATH or @PATH that programs take for a file,
// where that is one of secrets: --set-file key=.env.
func (v *visit) pairedPath(f field, mark string) {
	i := strings.LastIndexByte(f.text, '=')
	if i < 0 && strings.HasPrefix(f.text, "@") {
		i = 0
	}
	if i < 0 || !telling(f.text[i+1:]) {
		return
	}
	f.text = f.text[i+1:]
	v.r.path(v.sc, f, pipeline.KindRead, v.name, mark)
}
