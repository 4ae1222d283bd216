package command

import (
	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/internal/needle"
	"passepartout/pipeline"
)

// A program that goes through all variables of the environment and keeps those whose
// names are those of credentials does what env | grep -i token does.

// everyVariable is a walk through all variables in a program, credentialName what it
// may look for in them.
var (
	everyVariable  = needle.MustCompile(`environb?(?:\.copy\(\))?\.(?:items|keys|values)|\bfor\s+[\w\s,()]+\s+in\s+(?:sorted\s*\(|list\s*\(|dict\s*\()?\s*(?:os\.)?environb?\b|(?:entries|keys|values)\s*\(\s*process\.env\b|\bin\s+process\.env\b|\bENV\.(?:each\w*|select|map|filter\w*|find\w*|reject|to_h|to_a|keys|values|sort\w*|slice|grep|any\?|partition)|%ENV|(?:foreach|array_\w+)\s*\([^;]{0,80}(?:getenv\s*\(\s*\)|\$_ENV|\$_SERVER)|\bin\s+ENVIRON\b|(?:^|[^\w.])(?:env|\$ENV)\s*\|\s*(?:with_entries|to_entries|keys|map_values)`)
	credentialName = needle.MustCompile(`(?i)token|secret|passw|["'/|(^_](?:toke?|secre?|creds?|ghp|gho|xoxb)["'/|)$]|credential|api_?key|access_?key|private_?key|_key\b|["'/|(]key["'/|)$]|aws_|auth_`)
)

// maxFiltered bounds the letters that are matched in search of such programs.
const maxFiltered = 96 << 10

// filtersEnvironment judges programs that pick credentials from among the variables.
func (r *run) filtersEnvironment(file *syntax.File) {
	r.listedSearch(file)
	asked, left := false, maxFiltered
	for i := range r.commands {
		c := &r.commands[i]
		switch unversioned(c.Name) {
		case "python", "node", "nodejs", "ruby", "perl", "php", "awk", "gawk", "mawk", "jq", "deno", "bun", "gojq", "jaq":
		default:
			continue
		}
		var words []string
		for i := range c.Argv {
			words = append(words, c.Argv[i].Text)
		}
		if len(c.Argv) < 3 && file != nil && !asked { // from standard input
			asked = true
			words, _ = appendTexts(words, file)
		}
		for _, text := range words {
			if len(text) > MaxText {
				continue
			}
			every, ok := everyVariable.FindWithin(text, &left)
			if !ok {
				r.limit("more text that may list variables than is looked through")
				return
			}
			if every != "" && credentialName.MatchString(text) {
				r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "credentials among the variables", Certain: true, By: c.Name, Mark: catalogue.MarkCredential, Span: pipeline.Span{}})
				return
			}
		}
	}
}
