package config

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// Sample is a commented file with the default of every key, for the user that
// env describes. Loading it gives the defaults.
func Sample(env []string) string {
	c := Default(env)
	var b strings.Builder
	b.WriteString("# Configuration of Passepartout. Every key is shown with its default.\n")
	b.WriteString("# A flag beats a PASSEPARTOUT_ variable, which beats this file.\n")
	open := []string{} // sections that the last key stands in
	for _, f := range fields(&c) {
		parts := strings.Split(f.path, ".")
		sections, key := parts[:len(parts)-1], parts[len(parts)-1]
		if len(sections) == 0 {
			b.WriteString("\n")
		}
		for i, s := range sections {
			if i >= len(open) || open[i] != s {
				open = open[:min(i, len(open))]
				fmt.Fprintf(&b, "\n%s%s:\n", strings.Repeat("  ", i), s)
			}
		}
		open = sections
		indent := strings.Repeat("  ", len(sections))
		fmt.Fprintf(&b, "%s# %s\n%s%s: %s\n", indent, f.doc, indent, key, f.yaml())
	}
	return b.String()
}

// yaml is the value as it stands behind its key: lists in one line.
func (f field) yaml() string {
	if items, ok := f.value.Interface().([]string); ok {
		quoted := make([]string, len(items))
		for i, s := range items {
			quoted[i] = scalar(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	return scalar(f.text())
}

func scalar(s string) string {
	body, err := yaml.Marshal(s)
	if err != nil || s == "" || strings.ContainsAny(s, ",[]{}\n") {
		return fmt.Sprintf("%q", s)
	}
	// Marshal quotes numbers, because they are strings here; in the file they
	// may stand bare.
	return strings.Trim(strings.TrimSpace(string(body)), `"`)
}
