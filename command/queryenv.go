package command

import (
	"regexp"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Programs of jq and yq see the environment: env, $ENV, strenv. A variable that they name
// is judged by its name; the environment as a whole is shown as env(1) shows it; what is
// chosen from it by anything else may be a credential.

// jqEnvironment is the environment as a value: not a field of the data that is called so.
var jqEnvironment = regexp.MustCompile(`(?:^|[^\w.$"'])env\s*(?:$|[^:\w\s]|\s\w)|\$ENV\b|\$__prog`)

// jqShown are what may be done with all of the environment: shown, or its names.
var jqShown = regexp.MustCompile(`^\s*(?:env|\$ENV)\s*(?:\|\s*(?:keys|keys_unsorted|length|keys\s*\[\]|keys\s*\|\s*length|to_entries|\.)\s*)?$`)

// jqNamed is one variable by a constant name, which is judged elsewhere.
var jqNamed = regexp.MustCompile(`(?:\benv|\$ENV)\s*(?:\.\s*[A-Za-z_]\w*|\.?\s*\[\s*"\w*"\s*\]|\.\s*"\w*")`)

// queriesEnvironment judges what a program takes from the environment.
func (v *visit) queriesEnvironment(text string, f field) {
	if v.name == "yq" || v.name == "tomlq" {
		v.yamlEnvironment(text, f)
		return
	}
	if !strings.Contains(text, "env") && !strings.Contains(text, "ENV") || jqShown.MatchString(text) {
		return
	}
	if strings.Contains(text, "$__prog") || jqEnvironment.MatchString(jqNamed.ReplaceAllString(text, " null ")) {
		v.r.unknown("chooses from the environment: "+clip(text), v.name, f.span)
	}
}

// yamlNamed is a variable that yq is given by its name.
var yamlNamed = regexp.MustCompile(`\b(?:str)?env\(\s*"?\w+"?\s*\)`)

// yamlVariable is one that stands in a text for envsubst.
var yamlVariable = regexp.MustCompile(`\$\{?(\w+)`)

// yamlEnvironment states which variables an expression of yq asks for.
func (v *visit) yamlEnvironment(text string, f field) {
	rest := yamlNamed.ReplaceAllString(text, " null ")
	if yamlCall.MatchString(rest) {
		v.r.unknown("chooses from the environment: "+clip(text), v.name, f.span)
	}
	if !strings.Contains(text, "envsubst") {
		return
	}
	for _, m := range yamlVariable.FindAllStringSubmatch(text, -1) {
		if secretName(m[1]) {
			v.tells("the variable "+m[1], f)
		}
	}
}

// yamlCall asks for a variable.
var yamlCall = regexp.MustCompile(`\b(?:str)?env\s*\(`)

// queryFile is the program in the file of -f, if the command has written it. One that it
// has written in a way nobody follows is code.
func (v *visit) queryFile() (string, field, bool) {
	f, ok := v.arg("-f", "--from-file")
	if !ok || !f.exact() || v.name == "yq" {
		return "", f, false
	}
	if text, _, ok := v.r.madeText(v.sc, f); ok {
		return text, f, true
	}
	at, ok := v.r.place(v.sc, f)
	for i := range v.r.effects {
		if e := &v.r.effects[i]; e.Kind == pipeline.KindWrite && (!ok || e.By != "mkdir" && mayTouch(e.Object, e.Certain, at)) && e.Mark != catalogue.MarkPermission {
			v.r.codePath(v.sc, f, v.name, "")
			break
		}
	}
	return "", f, false
}

// jqModule is a module or a file of data that a program of jq loads, and where it is
// looked for.
var jqModule = regexp.MustCompile(`(?:\b(?:import|include)\s*|\bsearch"?\s*:\s*\[?\s*)"([^"]*)"`)

// queryModules judges what a program of jq loads besides its input: data of any folder
// (jq(1), "MODULES").
func (v *visit) queryModules(text string, f field) {
	if !strings.Contains(text, "import") && !strings.Contains(text, "include") {
		return
	}
	for _, m := range jqModule.FindAllStringSubmatch(text, maxTurns) {
		if name := m[1]; strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || strings.Contains(name, "..") || strings.Contains(name, "\\") || telling(name) {
			v.unknown("loads "+name, f)
		}
	}
}
