package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// Read finds in a text for people what turns against who reads it: a browser that shows it,
// an agent that does what it says.
func Read(file, text string) string {
	if word := strangePage(file, text, OfData); word != "" {
		return word
	}
	return misleads(file, text, OfData)
}

// Prose finds in a text for people, who do what it says, an order that gives root's shell
// what a host says that few people know.
func Prose(text string) string {
	if !strings.Contains(text, "sudo") {
		return ""
	}
	for _, m := range rootsShell().FindAllString(text, maxValues) {
		for _, at := range url().FindAllStringSubmatchIndex(m, 4) {
			if whole := addressIn(m[at[0]:]); !loopback(m[at[2]:at[3]]) && !installer(whole) && !downloads(whole) && !hosted(whole) {
				return strings.TrimSpace(m)
			}
		}
	}
	return ""
}

// rootsShell is a text of the network that root's shell reads.
func rootsShell() *needle.Regexp {
	return compiled(`\b(?:curl|wget)\b[^\n|;]*\|\s*sudo\b[^\n|;]*\b(?:ba|z|da)?sh\b|\bsudo\s+(?:-\S+\s+)*(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b[^\n)]*`)
}
