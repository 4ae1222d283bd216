package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// What a project deploys may stand open: its ports, its files, its rights, its daemons.
// Nobody's build fails by that, and nobody sees it before somebody else has found it. So a
// text that opens what is deployed is one that a person should see, whatever language
// describes it.

// opens finds what opens a deployment to everybody.
func opens(file, text string, kind Sort) string {
	if !containsAny(text, "0.0.0.0", "::/0", "*", "ublic", "Any", "any", "ser", "PRIV", "priv", "root", "Root", "admin", "Admin", "AAAA", "uid", "trust", "host", "disable", "firewall", "pam", "ALL", "write", "all\"", "logging", "stats", "allow", "nonymous", "clientConfig", "mirror") {
		return ""
	}
	if kind == OfCode && tries(file) { // which asks what such a text says
		return ""
	}
	text = withoutRemarks(text)
	for _, of := range [...]func() string{
		func() string { return entrance(text) },
		func() string { return strings.TrimSpace(bare().FindString(text)) },
		func() string { return granted(file, text, kind) },
		func() string { return weakened(file, text, kind) },
	} {
		if word := of(); word != "" {
			return word
		}
	}
	return ""
}

// bare are keys by which storage and databases are open to everybody.
func bare() *needle.Regexp {
	return compiled(`\bacl["']?\s*[=:]\s*["']?public-read\b|AccessControl["']?\s*:\s*["']?PublicRead|--acl[= ]["']?public-read\b|publicReadAccess["']?\s*:\s*true|(?:(?:block|ignore)_public_acls|block_public_policy|restrict_public_buckets)["']?\s*[=:]\s*["']?false|(?i:blockPublicAcls|blockPublicPolicy|ignorePublicAcls|restrictPublicBuckets)["']?\s*[=:]\s*["']?false|container_access_type\s*=\s*["'](?:blob|container)|(?i:allow_?blob_?public_?access|allow_nested_items_to_be_public)["']?\s*[=:]\s*true|(?i:publicly_?accessible)["']?\s*[=:]\s*["']?true|\baws_lambda_function_url\b[^§]{0,240}?authorization_type\s*=\s*"NONE"|\bshared_accounts\s*=\s*\[\s*"all"|\baws_ami_launch_permission\b[^§]{0,160}?group\s*=\s*"all"|\benable_logging\b[\s*\\]*=\s*false|\ballow_unauthenticated_identities\s*=\s*true|\ballow\s+[\w, ]*\bwrite\b[\w, ]*(?::\s*if\s+true\s*)?;|["']\.write["']\s*:\s*["']?true|anyIpv[46]\(\)\s*,[^;\n]*(?:tcp\(\s*(?:22|3389|3306|5432|6379|27017|9200|2375)\b|allTraffic|allTcp)`)
}

// entrance finds a port that is open to all hosts, and is none of those of the web.
func entrance(text string) string {
	if !containsAny(text, "0.0.0.0/0", "::/0", "source_address_prefix", "sourceAddressPrefix") {
		return ""
	}
	if m := narrower().FindString(text); m != "" {
		return m
	}
	for n, at := range everybody().FindAllStringIndex(text, maxBlocks) {
		if n == maxBlocks-1 {
			return "more rules than are looked at"
		}
		block, from := enclosing(text, at[0], portKey())
		if way := direction().FindAllString(text[max(0, from-maxBefore):from+len(block)], -1); len(way) > 0 && strings.ContainsAny(firstOf(direction().FindString(block), way[len(way)-1])[:1], "eEoO") {
			continue
		}
		if port := guardedPort().FindString(block); port != "" {
			return strings.Join(strings.Fields(port), " ") + " from " + text[at[0]:at[1]]
		}
	}
	return ""
}

// maxOpened bounds the places of one text that are looked at, maxBlocks those with what stands
// around them, maxBefore what stands before one.
const (
	maxOpened = 64
	maxBlocks = 24
	maxBefore = 600
)

// firstOf is the first text that is one.
func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// everybody is all hosts, as the source of what comes in.
func everybody() *needle.Regexp {
	return compiled(`\b0\.0\.0\.0/0|::/0|(?:source_address_prefix|sourceAddressPrefix)["']?\s*[=:]\s*["'](?:\*|Internet)["']`)
}

// narrower is an edit by which all hosts stand where some stood.
func narrower() *needle.Regexp {
	return compiled(`\b[1-9]\d{0,2}(?:\\?\.\d+){3}(?:\\?/\d+)?["']?(?:[/#|,@]["']?|\\?\]["']?[\n,/#|@]\s*["']?\w+\s*[=:]\s*\\?\[["'])0(?:\\?\.0){3}\\?/0`)
}

// direction is a word for where traffic goes.
func direction() *needle.Regexp {
	return compiled(`(?:[iI]n|[eE])gress|[iI]nbound|[oO]utbound|EGRESS|INGRESS`)
}

// portKey is a key of a rule of a firewall.
func portKey() *needle.Regexp {
	return compiled(`(?i)ports?(?:_range\w*|ranges?)?["']?\s*[:= ]|protocol["']?\s*[:=]`)
}

// guardedPort are all ports, and those of shells, desktops, databases and daemons.
func guardedPort() *needle.Regexp {
	return compiled(`(?i)port(?:s|_range\w*|ranges?)?["']?(?:\s*[=:]\s*|\s+)[\[\s"'-]*(?:22|23|135|139|445|1433|1521|2049|2375|2376|2379|3306|3389|5432|5601|5900|5984|5985|6379|8086|9042|9092|9200|9300|10250|11211|27017|27018)\b|protocol["']?\s*[=:]\s*["']?(?:-1|all)\b|\b0-65535\b|(?:to_?port)["']?\s*[=:]\s*["']?65535|destination_?port_?ranges?["']?\s*[=:]\s*\[?\s*["']\*`)
}

// enclosing is the smallest block in braces around a place in which something stands, with
// the line on which it begins, and where it begins. Without braces it is the item of a list,
// or the keys beside, with those below them.
func enclosing(text string, at int, of *needle.Regexp) (block string, from int) {
	from = at
	for range 4 {
		begin, end := braces(text, from)
		if begin < 0 {
			break
		}
		from = strings.LastIndexByte(text[:begin], '\n') + 1
		if block = text[from:end]; of.MatchString(block) {
			return block, from
		}
		from = begin
	}
	if block != "" {
		return block, strings.Index(text, block)
	}
	line := strings.Count(text[:at], "\n")
	p := &steps{lines: strings.Split(text, "\n")}
	for i := line; i >= 0 && i > line-12; i-- { // the item may be deeper than what it belongs to
		if i < line && (indentOf(p.lines[i]) >= indentOf(p.lines[line]) || strings.TrimSpace(p.lines[i]) == "") {
			continue
		}
		block = strings.Join(p.around(i), "\n")
		if from = strings.Index(text, block); of.MatchString(block) {
			break
		}
		line = i
	}
	return block, max(from, 0)
}

// braces are the ends of the block around a place, -1 if it stands in none.
func braces(text string, at int) (begin, end int) {
	depth := 0
	for begin = at - 1; begin >= max(0, at-4096); begin-- {
		if text[begin] == '}' {
			depth++
		} else if text[begin] == '{' {
			if depth--; depth < 0 {
				break
			}
		}
	}
	if depth >= 0 {
		return -1, -1
	}
	depth = 0
	for end = begin; end < min(len(text), at+4096); end++ {
		if text[end] == '{' {
			depth++
		} else if text[end] == '}' {
			if depth--; depth == 0 {
				return begin, end + 1
			}
		}
	}
	return begin, end
}
