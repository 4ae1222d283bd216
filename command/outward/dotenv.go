package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// dotenv finds a recipe that prints what a .env file holds: one that loads the file and a
// line that prints variables of a credential's name, or all variables there are.
func dotenv(text string, loads bool) string {
	if !loads && !loadsDotenv().MatchString(text) {
		return ""
	}
	for line := range strings.Lines(text) {
		if printsWord().MatchString(line) && credentialVariable().MatchString(line) {
			return strings.TrimSpace(line)
		}
		if word := listsAll().FindString(line); word != "" {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// loadsDotenv are the words by which recipes get the variables of a .env file.
func loadsDotenv() *needle.Regexp {
	return compiled(`(?mi)^\s*set\s+dotenv-\w+|\bdotenv\b|\benv_file\b|--env-file|\benv_var(?:_or_default)?\s*\(|(?:^|[\s='"\[,/(:])\.env(?:\.\w+)?\b`)
}

// printsWord is a command that may show, or hand on, what stands behind it.
func printsWord() *needle.Regexp {
	return compiled(`(?:^|[\s;&|@"'\[(,:-])(?:echo|printf|print|puts|cat|tee|logger|node|python3?|ruby|perl|printenv|declare|typeset|jq|xxd|base64|less|head|write-host)\b|\$\((?:info|warning|error)\s|<<<`)
}

// credentialVariable is a use of a variable that is named like a credential, or like an
// address that holds one.
func credentialVariable() *needle.Regexp {
	return compiled(`(?i)(?:\$\$?[({]?|\{\{-?\s*[.$]?|\bgetenv\(["']|environ(?:\.get\(|\[)\\?["']|process\.env\.|ENV\[["']|env(?:_var\w*)?\(["']|\b(?:printenv|declare\s+-p|typeset)\s+)\w*?(?:TOKEN|SECRET|PASS|PWD_|_PW\b|API_?KEY|_KEY|CREDENTIAL|PRIVATE|DSN|(?:DATABASE|DB|REDIS|MONGO\w*|AMQP|RABBIT\w*|POSTGRES\w*|PG|MYSQL|BROKER|SENTRY|SLACK|WEBHOOK|STRIPE|JDBC|SMTP)_?(?:URL|URI|KEY))|\{\{\s*(?:k|key|token|secret|pass\w*)\s*\}\}`)
}

// listsAll is a command that prints every variable.
func listsAll() *needle.Regexp {
	return compiled(`(?:^|[\s;&|@"'\[(:-])(?:printenv|env|export\s+-p|declare\s+-[xp]+|typeset\s+-[xp]+)["'\]]*\s*(?:$|[|>;&,}])|^\s*[-@]*\s*(?:-\s+)?["']?(?:set|export|declare|typeset)["']?\s*(?:\||>|$)`)
}
