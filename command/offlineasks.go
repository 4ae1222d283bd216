package command

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Tools that manage machines elsewhere are also used to reckon something out, or to
// look at the files of the project. Where their words show that nothing else is
// asked, no other machine is.

// terraformWord is a name in an expression of Terraform, with the bracket of a call.
var terraformWord = regexp.MustCompile(`[A-Za-z_][\w.-]*\s*\(?`)

// reckonsTerraform reports whether terraform console gets expressions that only
// compute: calls of functions that read no file, and constants.
func (v *visit) reckonsTerraform() bool {
	in := v.sc.stdin
	if v.path != v.name+" console" || in.kind != stdinText || len(v.operands) > 0 || slices.ContainsFunc(v.args, func(a argument) bool { return a.option != "-chdir" }) {
		return false
	}
	rest := in.text
	var b strings.Builder
	for i, part := range strings.Split(rest, `"`) { // texts hold no templates and no escapes
		switch {
		case i%2 == 0:
			b.WriteString(part + `""`)
		case strings.ContainsAny(part, "$%\\\n"):
			return false
		}
	}
	rest = b.String()
	if strings.Count(in.text, `"`)%2 != 0 || strings.Contains(rest, "<<") {
		return false
	}
	for _, word := range terraformWord.FindAllString(rest, -1) {
		name, called := strings.CutSuffix(word, "(")
		name = strings.TrimSpace(name)
		if called && !terraformFunction(name) || !called && name != "true" && name != "false" && name != "null" {
			return false
		}
	}
	return true
}

// terraformFunction names functions that compute on what they are given.
func terraformFunction(name string) bool {
	switch name {
	case "abs", "ceil", "floor", "log", "max", "min", "parseint", "pow", "signum", "chomp", "endswith", "format", "formatlist", "indent", "join", "lower", "regex", "regexall", "replace", "split", "startswith", "strcontains", "strrev", "substr", "title", "trim", "trimprefix", "trimsuffix", "trimspace", "upper",
		"alltrue", "anytrue", "chunklist", "coalesce", "coalescelist", "compact", "concat", "contains", "distinct", "element", "flatten", "index", "keys", "length", "lookup", "matchkeys", "merge", "one", "range", "reverse", "setintersection", "setproduct", "setsubtract", "setunion", "slice", "sort", "sum", "transpose", "values", "zipmap",
		"base64decode", "base64encode", "csvdecode", "jsondecode", "jsonencode", "textdecodebase64", "textencodebase64", "urlencode", "yamldecode", "yamlencode", "formatdate", "timeadd", "timecmp", "timestamp", "md5", "sha1", "sha256", "sha512", "uuidv5",
		"cidrhost", "cidrnetmask", "cidrsubnet", "cidrsubnets", "can", "tobool", "tolist", "tomap", "tonumber", "toset", "tostring", "try", "type":
		return true
	}
	return false
}

// scheduledHere reports whether airflow looks at the project with a home of its
// own in a folder that is named, and states that.
func (v *visit) scheduledHere() bool {
	home, ok := v.givenFolder("AIRFLOW_HOME")
	if !ok || !path.IsAbs(home.text) {
		return false
	}
	words := ""
	for _, f := range v.operands {
		words += f.text + " "
		if !f.exact() {
			return false
		}
	}
	words = strings.TrimSpace(words)
	for _, form := range [...]string{" plain", " table", " json", " yaml"} {
		words = strings.TrimSuffix(words, form)
	}
	switch words {
	case "dags list", "dags list-import-errors", "dags report", "db migrate", "db init", "db check", "tasks list", "version", "info":
	default:
		return false
	}
	if slices.ContainsFunc(v.fields[1:], func(f field) bool {
		return f.optionLike() && f.text != "-o" && f.text != "--output" && f.text != "-v" && f.text != "--verbose"
	}) {
		return false
	}
	dags := field{text: ".", span: home.span}
	for _, name := range v.given {
		switch name {
		case "AIRFLOW_HOME", "AIRFLOW__CORE__LOAD_EXAMPLES", "AIRFLOW__CORE__UNIT_TEST_MODE", "AIRFLOW__LOGGING__LOGGING_LEVEL":
		case "AIRFLOW__CORE__DAGS_FOLDER":
			if dags, ok = v.givenFolder(name); !ok {
				return false
			}
		default:
			return false
		}
	}
	for _, name := range [...]string{"AIRFLOW__DATABASE__SQL_ALCHEMY_CONN", "AIRFLOW__CORE__SQL_ALCHEMY_CONN", "AIRFLOW_CONFIG"} {
		if _, set := v.sc.vars[name]; set || v.r.w.Env[name] != "" {
			return false
		}
	}
	if slices.ContainsFunc(v.r.effects, func(e pipeline.Effect) bool { // its configuration may just have been put there
		return e.Kind == pipeline.KindWrite && e.By != v.name && e.By != "mkdir" && (mayTouch(path.Clean(home.text), true, e.Object) || mayTouch(e.Object, e.Certain, home.text))
	}) {
		return false
	}
	v.r.path(v.sc, home, pipeline.KindWrite, v.name, "")
	v.r.path(v.sc, home, pipeline.KindCode, v.name, catalogue.MarkBuild) // its configuration lies there
	v.r.codePath(v.sc, dags, v.name, catalogue.MarkBuild)
	v.r.path(v.sc, field{text: ".", span: home.span}, pipeline.KindCode, v.name, catalogue.MarkBuild)
	v.effects = nil
	return true
}

// reckonsAnsible reports whether ansible(1) only prints what a template makes of
// constants, on this machine: the module debug connects to nothing.
func (v *visit) reckonsAnsible() bool {
	if len(v.operands) != 1 || v.operands[0].text != "localhost" || len(v.options) == 0 {
		return false
	}
	debug := false
	for _, a := range v.args {
		text := a.field.text
		switch a.option {
		case "-m", "--module-name":
			debug = text == "debug" || text == "ansible.builtin.debug"
		case "-c", "--connection":
			if text != "local" {
				return false
			}
		case "-i", "--inventory":
			if text != "localhost," {
				return false
			}
		case "-a", "--args":
			lower := strings.ToLower(text)
			if !strings.HasPrefix(lower, "msg=") || containsAny(lower, "lookup", "query", "q(", "__", "vars", "groups", "environ", "attr", "{%", "passw", "secret", "token", "vault", "import", "include", `\`, "lipsum", "cycler", "joiner", "namespace", "self", "'_", "_'", `"_`, `_"`) {
				return false
			}
		default:
			return false
		}
		if !a.field.exact() {
			return false
		}
	}
	for _, f := range v.fields[1:] {
		if f.optionLike() && !slices.ContainsFunc(v.args, func(a argument) bool { return a.option == f.text }) {
			return false
		}
	}
	if !debug {
		return false
	}
	v.mark, v.effects = "", nil
	v.r.path(v.sc, field{text: ".", span: v.fields[0].span}, pipeline.KindCode, v.name, catalogue.MarkBuild) // ansible.cfg and plugins beside it
	return true
}
