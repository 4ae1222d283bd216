package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Some tools ask other machines unless an option says that they shall not, or
// their words name nothing but files. An entry can only add effects, so the
// rest is done here.

// staysHere takes the connections back that an entry states, where words of the
// command keep the tool from making any.
//
// Long: one case a tool.
func (v *visit) staysHere() {
	given := func(names ...string) bool { return wordsOf(v.fields).any(names...) }
	here := false
	switch v.name {
	case "nix":
		if v.flakeHere() {
			v.effects = []catalogue.Template{{Kind: pipeline.KindCode, Object: ".", Mark: catalogue.MarkBuild}}
		}
	case "lychee":
		here = given("--offline")
	case "semgrep":
		here = v.rulesHere()
	case "cargo":
		switch v.path {
		case "cargo deny":
			here = given("--offline") || len(v.operands) > 0 && v.operands[0].text == "list"
		case "cargo outdated":
			here = given("--offline")
		case "cargo audit":
			here = given("-n", "--no-fetch", "--offline") && len(v.operands) == 0
		}
	case "vcpkg":
		here = v.path == "vcpkg version" // what is installed it may fetch first
	case "sqlite-utils", "datasette":
		here = v.tablesOf()
	case "zola":
		here = given("--skip-external-links")
	case "shards":
		here = v.path == "shards list" || v.path == "shards version"
	case "pip", "pip3":
		_, links := v.arg("-f", "--find-links")
		here = v.path == "pip list" && given("--no-index") && !links
	case "sqlx", "diesel", "flyway", "migrate", "atlas":
		here = v.filesDatabase()
	case "q", "textql", "trdsql", "dsq":
		here = v.tablesInFiles()
	case "terraform", "tofu":
		if v.reckonsTerraform() {
			v.effects = []catalogue.Template{{Kind: pipeline.KindRead, Object: "."}}
		}
	case "tilt", "argocd":
		here = v.path == "tilt version" || v.path == "argocd version" && given("--client")
	case "istioctl": // of files alone
		if v.path == "istioctl validate" || v.path == "istioctl analyze" && given("--use-kube=false") {
			v.mark, v.effects = "", []catalogue.Template{{Kind: pipeline.KindRead, Object: "."}}
		}
	case "trufflehog", "osv-scanner", "trivy":
		here = v.scansHere(given)
	case "k6":
		v.aimsAt()
	case "dagster", "prefect":
		here = v.name == "prefect" && v.fields[len(v.fields)-1].text == "version" && len(v.fields) == 2 || v.name == "dagster" && len(v.operands) == 2 && v.operands[0].text == "definitions" && v.operands[1].text == "validate"
	case "mlflow":
		here = v.tracksHere()
	case "ansible-playbook":
		here = v.playsHere()
	case "airflow":
		here = v.scheduledHere()
	case "vegeta":
		here = v.targetsGiven()
	}
	if here {
		v.effects = slices.DeleteFunc(slices.Clone(v.effects), func(t catalogue.Template) bool {
			return t.Kind == pipeline.KindConnect || t.Mark == catalogue.MarkDatabase
		})
	}
}

// scansHere reports whether a scanner of files is told to ask nobody, and states
// what it looks through.
func (v *visit) scansHere(given func(...string) bool) bool {
	if len(v.operands) == 0 {
		return false
	}
	files, first := v.operands[1:], v.operands[0].text
	switch v.name {
	case "trufflehog":
		if first != "filesystem" || !given("--no-verification") || !given("--no-update") {
			return false
		}
	case "trivy":
		if given("--server", "--db-repository", "--java-db-repository", "--checks-bundle-repository", "--repo", "--config", "-c") || first == "fs" && (!given("--offline-scan") || !given("--skip-db-update")) || first == "config" && !given("--skip-check-update", "--skip-policy-update") || first != "fs" && first != "config" {
			return false
		}
	default:
		if !given("--offline") || given("--download-offline-databases") {
			return false
		}
		if first != "scan" && first != "source" {
			files = v.operands
		}
	}
	for _, f := range files {
		v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
	}
	return true
}

// aimsAt states the hosts that a load test is told by its variables.
func (v *visit) aimsAt() {
	for _, a := range v.args {
		if _, value, _ := strings.Cut(a.field.text, "="); (a.option == "-e" || a.option == "--env") && strings.Contains(value, "://") {
			f := a.field
			f.text = value
			v.network(catalogue.ActURL, f, "")
		}
	}
}

// rulesHere reports whether semgrep has rules that are files or a pattern, and
// is told to send no figures.
func (v *visit) rulesHere() bool {
	words, metrics, rules := v.fields[1:], false, false
	for i, f := range words {
		name, value, joined := strings.Cut(f.text, "=")
		if !joined && i+1 < len(words) {
			value = words[i+1].text
		}
		switch name {
		case "scan", "--json", "--text", "--sarif", "--emacs", "--vim", "-q", "--quiet", "-v", "--verbose", "--error", "--strict", "--no-git-ignore", "--disable-version-check", "--validate", "--test", "--no-rewrite-rule-ids", "--timeout", "--max-target-bytes", "-j", "--jobs", "-l", "--lang", "--severity", "--include", "--exclude":
		case "--metrics":
			metrics = value == "off"
		case "--config", "-c", "-f":
			local := strings.Contains(value, "/") && !strings.Contains(value, ":") || strings.HasSuffix(value, ".yml") || strings.HasSuffix(value, ".yaml")
			if !local || !f.exact() || strings.HasPrefix(value, "p/") || strings.HasPrefix(value, "r/") || strings.HasPrefix(value, "s/") {
				return false
			}
			rules = true
		case "-e", "--pattern":
			rules = true
		case "login", "logout", "publish", "ci", "lsp", "show", "install-semgrep-pro":
			return false
		default: // others fetch, or write what they find
			if strings.HasPrefix(name, "-") {
				return false
			}
		}
	}
	return metrics && rules
}

// tablesOf judges the commands of sqlite-utils and datasette that look at a file,
// and states which. Others change it, load extensions or serve it.
func (v *visit) tablesOf() bool {
	if len(v.operands) < 2 {
		return false
	}
	options := wordsOf(v.fields)
	if options.any("--load-extension", "--plugin", "--plugins-dir", "--functions", "--attach", "--convert", "--sql", "--inspect-file") || slices.ContainsFunc(v.fields[1:], func(f field) bool { return !f.exact() && !f.pattern && f.dynamic }) {
		return false
	}
	file := v.operands[1]
	switch v.operands[0].text {
	case "tables", "views", "schema", "indexes", "triggers", "rows", "foreign-keys", "dump":
	case "inspect":
		if v.name != "datasette" {
			return false
		}
	case "insert", "upsert", "create-table", "create-index", "add-column", "enable-fts", "optimize", "vacuum", "analyze":
		if v.name != "sqlite-utils" {
			return false
		}
		for i, f := range v.operands[1:] { // the file, a table, and of insert the rows
			switch {
			case i == 0:
				v.r.path(v.sc, f, pipeline.KindWrite, v.name, "")
			case i == 2 && f.text != "-" && v.operands[0].text[0] != 'c' && v.operands[0].text[0] != 'a':
				v.r.path(v.sc, f, pipeline.KindRead, v.name, "")
			}
		}
	case "query":
		if v.name != "sqlite-utils" || len(v.operands) < 3 || !onlyReads(v.operands[2].text) || strings.Contains(strings.ToLower(v.operands[2].text), "load_extension") {
			return false
		}
	default:
		return false
	}
	v.r.path(v.sc, file, pipeline.KindRead, v.name, "")
	return true
}
