package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// expressionWords looks at expressions on the command line of tools for which
// they are data with exceptions: a query of opa may ask a host, a program of
// jsonnet may read any file.
func (v *visit) expressionWords() {
	if v.name == "opa" {
		for _, f := range v.operands {
			if v.wordAt("eval", "bench") > 0 && (!f.exact() || callsBuiltIn(f.text)) {
				v.r.code(v.name+" "+f.text, v.name, v.mark, f.span)
			}
		}
		return
	}
	for _, f := range v.fields[1:] { // jsonnet: import, importstr and importbin take a literal
		if strings.Contains(f.text, "import") && strings.ContainsAny(f.text, "\"'|") {
			v.r.code(v.name+" "+f.text, v.name, v.mark, f.span)
		}
	}
}

// callsBuiltIn reports whether a query of Rego calls a function that may reach
// beyond it. All that do (http.send, net.lookup_ip_addr, opa.runtime,
// rego.parse_module) have a name with a point; those of the policies begin with
// "data.", and are the project's own code.
func callsBuiltIn(query string) bool {
	query = strings.Join(strings.Fields(query), " ")
	query = strings.ReplaceAll(strings.ReplaceAll(query, " .", "."), ". ", ".")
	if strings.Contains(query, "#") && strings.Contains(query, "(") { // a comment may stand between a name's parts
		return true
	}
	for rest := query; ; {
		i := strings.IndexByte(rest, '(')
		if i < 0 {
			return false
		}
		name := strings.TrimRight(rest[:i], " ")
		if strings.HasSuffix(name, "]") {
			return true
		}
		start := strings.LastIndexFunc(name, func(c rune) bool {
			return c != '.' && c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')
		})
		if name = name[start+1:]; strings.Contains(name, ".") && !strings.HasPrefix(name, "data.") {
			return true
		}
		rest = rest[i+1:]
	}
}

// forgeWords looks for paths that kustomize takes for repositories.
func (v *visit) forgeWords() {
	for _, f := range v.fields[1:] {
		for _, forge := range [...]string{"github.com/", "github.com:", "gitlab.com/", "bitbucket.org/", "git::", "git@", "gh:"} {
			if strings.HasPrefix(f.text, forge) {
				v.network(catalogue.ActURL, field{text: "https://" + strings.ReplaceAll(forge, ":", "/"), span: f.span}, v.mark)
				break
			}
		}
	}
}
