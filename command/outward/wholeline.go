package outward

import "strings"

// wholeLines are the lines of a text with those put together that are one to a shell or
// in YAML: a backslash at the end, a bar at the end or at the beginning, a folded text, a
// plain value that goes on.
func wholeLines(text string) []string {
	var out []string
	literal, folded := -1, -1 // the indent of the key whose text goes on
	column, value := 0, false // where the last key or item stands, and whether it has a plain value
	for _, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		if bare == "" || strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "//") {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if literal >= 0 && indent <= literal {
			literal = -1
		}
		if folded >= 0 && indent <= folded {
			folded = -1
		}
		last := len(out) - 1
		switch {
		case last >= 0 && (goesOn(out[last]) || begins(bare)):
			out[last] = strings.TrimSuffix(strings.TrimRight(out[last], " \t"), `\`) + " " + bare
			continue
		case last >= 0 && folded >= 0 && indent > folded:
			out[last] += " " + bare
			continue
		case last >= 0 && literal < 0 && value && indent > column:
			out[last] += " " + bare
			continue
		}
		out = append(out, line)
		if literal >= 0 {
			continue
		}
		column, value = valued(line, indent)
		switch {
		case scalar(bare, '|'):
			literal, value = indent, false
		case scalar(bare, '>'):
			folded, value = indent, false
		}
	}
	return out
}

// goesOn reports whether a line goes on with the next one.
func goesOn(line string) bool {
	line = strings.TrimRight(line, " \t")
	return strings.HasSuffix(line, `\`) || strings.HasSuffix(line, "&&") || strings.HasSuffix(line, "|") && !scalar(strings.TrimSpace(line), '|')
}

// begins reports whether a line goes on with the one before.
func begins(bare string) bool {
	return bare[0] == '|' && !strings.HasPrefix(bare, "| ---") || strings.HasPrefix(bare, "&&")
}

// scalar reports whether a line is a key, or an item, whose text begins below it.
func scalar(bare string, sign byte) bool {
	bare, _, _ = strings.Cut(bare, " #")
	bare = strings.TrimRight(strings.TrimRight(bare, " \t"), "+-0123456789")
	if bare == "" || bare[len(bare)-1] != sign {
		return false
	}
	key := strings.TrimSpace(bare[:len(bare)-1])
	for strings.HasPrefix(key, "- ") {
		key = strings.TrimSpace(key[2:])
	}
	if key == "-" {
		return true
	}
	name, ok := strings.CutSuffix(key, ":")
	return ok && !strings.ContainsAny(name, " /$|;&")
}

// valued tells in which column the key or the item of a line stands, and whether it has a
// plain value that may go on below it.
func valued(line string, indent int) (column int, value bool) {
	rest := line[indent:]
	column = indent
	for strings.HasPrefix(rest, "- ") {
		trimmed := strings.TrimLeft(rest[2:], " ")
		column += len(rest) - len(trimmed)
		rest = trimmed
	}
	name, after, ok := strings.Cut(rest, ":")
	if ok && !strings.ContainsAny(name, " /$|;&(") && (after == "" || after[0] == ' ') {
		after = strings.TrimSpace(after)
		return column, after != "" && !strings.ContainsAny(after[:1], "{[&*")
	}
	return max(indent, column-1), column > indent
}

// separate parts a line by what ends a command in a shell. Quotes are not asked: what
// stands in them is a command, too, more often than not.
func separate(line string) []string {
	if !strings.ContainsAny(line, ";&|") {
		return []string{line}
	}
	var out []string
	from := 0
	for i := range len(line) {
		switch {
		case line[i] == ';', i+1 < len(line) && (line[i:i+2] == "&&" || line[i:i+2] == "||"):
			out = append(out, line[from:i])
			from = i + 1
		}
	}
	return append(out, line[from:])
}
