package outward

import "passepartout/internal/needle"

// startsAsked finds a program of a site that starts, or evaluates, what a visitor has said,
// by way of a name.
func startsAsked(text string) string {
	if !startsGiven().May(text) {
		return ""
	}
	said := make(map[string]bool)
	for _, m := range saidByVisitor().FindAllStringSubmatch(text, maxOpened) {
		said[m[1]] = true
	}
	if len(said) == 0 {
		return ""
	}
	for _, m := range startsGiven().FindAllStringSubmatch(text, maxOpened) {
		if said[m[1]+m[2]+m[3]] {
			return m[0] + ", which a visitor says"
		}
	}
	return ""
}

// saidByVisitor gives a name what a request holds; the group is that name.
func saidByVisitor() *needle.Regexp {
	return compiled(`(\$?\b\w+)\s*(?::=|=)\s*(?:await\s+)?(?:(?:flask\.)?request\.(?:headers|args|form|values|json|data|GET|POST|params|query|cookies|get_json|query_params|META)|req\.(?:headers|query|body|params|cookies|get\(|header\()|ctx\.(?:query|request|headers)|r\.(?:Header\.Get|FormValue|URL\.Query|PostFormValue)|c\.(?:Query|Param|PostForm|GetHeader)\(|params\[|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b)`)
}

// startsGiven starts a shell, or evaluates a text, with a name; the group is that name.
func startsGiven() *needle.Regexp {
	return compiled(`(?:^|[^\w.$>])(?:os\.|subprocess\.|child_process\.|cp\.)?(?:system|popen|getoutput|getstatusoutput|execSync|exec|eval|shell_exec|passthru)\s*\(\s*(\$?\w+)\s*[,)]|\b(?:subprocess\.(?:run|call|check_output|Popen))\s*\(\s*(\w+)\s*,\s*shell\s*=\s*True|exec\.Command\(\s*"(?:ba|z)?sh"\s*,\s*"-c"\s*,\s*(\w+)\s*\)`)
}
