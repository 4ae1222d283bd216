package command

import "strings"

// makeVariables are the variables that lines of a Makefile set.
func makeVariables(lines []string) map[string]string {
	out := make(map[string]string)
	for _, line := range lines {
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(line, "override "), "export "), "=")
		name = strings.TrimSpace(strings.TrimRight(name, "?:+ "))
		if !ok || name == "" || strings.ContainsAny(name, " $(){}\t'\"") {
			continue
		}
		value, _, _ = strings.Cut(value, "#")
		out[name] = strings.TrimSpace(value)
	}
	return out
}

// setVariables puts values into a line: what make does with variables that the
// same text sets, empty ones among them.
func setVariables(line string, variables map[string]string) string {
	for range 4 { // values may name others
		var b strings.Builder
		rest := line
		for len(rest) > 0 && b.Len() < maxValue {
			i := strings.IndexByte(rest, '$')
			if i < 0 || i+1 == len(rest) {
				break
			}
			b.WriteString(rest[:i])
			rest = rest[i:]
			value, n := variableAt(rest, variables)
			b.WriteString(value)
			rest = rest[n:]
		}
		b.WriteString(rest)
		if b.String() == line {
			break
		}
		line = b.String()
	}
	return line
}

// variableAt is what stands for a variable that a text begins with, after a dollar
// sign, and how long its name is there. What is none that is known stays.
func variableAt(text string, variables map[string]string) (value string, n int) {
	if end, ok := map[byte]string{'(': ")", '{': "}"}[text[1]]; ok {
		name, _, ok := strings.Cut(text[2:min(len(text), 2+maxVariable)], end)
		if value, set := variables[name]; ok && set {
			return value, len(name) + 3
		}
	}
	return "$", 1
}

// maxVariable bounds the name of a variable.
const maxVariable = 200
