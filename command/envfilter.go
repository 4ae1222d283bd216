package command

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// A program that goes through all variables of the environment and keeps those whose
// names are those of credentials does what env | grep -i token does.

var (
	wholeEnvironment = regexp.MustCompile(`\benviron\b|process\.env\b|\bENV\b|\$ENV|%ENV|ENVIRON\b|getenv\s*\(\s*\)|\benv\b|\$_ENV|\$_SERVER`)
	everyVariable    = regexp.MustCompile(`\.(?:items|keys|entries|values)\b|entries\s*\(|keys\s*\(?\s*[%(]|\bin\s+(?:os\.)?environ|\bin\s+process\.env|\bin\s+ENVIRON|ENV\.(?:each|select|map|filter|find|reject|to_h|keys|sort|slice|grep)|%ENV|foreach|with_entries|to_entries|\|\s*keys|environb`)
	credentialName   = regexp.MustCompile(`(?i)token|secret|passw|credential|api_?key|access_?key|private_?key|_key\b|["'/|(]key["'/|)]|aws_|auth_`)
)

// filtersEnvironment judges programs that pick credentials from among the variables.
func (r *run) filtersEnvironment(file *syntax.File) {
	for i := range r.commands {
		c := &r.commands[i]
		switch strings.TrimRight(c.Name, ".0123456789") {
		case "python", "node", "nodejs", "ruby", "perl", "php", "awk", "gawk", "mawk", "jq", "deno", "bun", "gojq", "jaq":
		default:
			continue
		}
		var words []string
		for i := range c.Argv {
			words = append(words, c.Argv[i].Text)
		}
		if len(c.Argv) < 3 && file != nil { // from standard input
			words, _ = appendTexts(words, file)
		}
		for _, text := range words {
			if len(text) <= MaxText && wholeEnvironment.MatchString(text) && everyVariable.MatchString(text) && credentialName.MatchString(text) {
				r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "credentials among the variables", Certain: true, By: c.Name, Mark: catalogue.MarkCredential, Span: pipeline.Span{}})
				return
			}
		}
	}
}
