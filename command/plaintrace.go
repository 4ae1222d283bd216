package command

import (
	"regexp"
	"strings"
)

// plainTrace reports whether what the shell puts before each command that it shows
// holds only values of its own: where the command stands, and the time. The text is
// read twice, once for what stands behind backslashes.
func plainTrace(s string) bool {
	return !strings.ContainsAny(traceValues.ReplaceAllString(s, ""), "$`\\")
}

// traceValues are the variables that such a text is for.
var traceValues = regexp.MustCompile(`\$(?:EPOCHREALTIME|EPOCHSECONDS|SECONDS|LINENO|BASHPID|PPID|BASH_SOURCE|FUNCNAME|SHLVL|\{(?:EPOCHREALTIME|EPOCHSECONDS|SECONDS|LINENO|BASHPID|SHLVL|BASH_SOURCE(?:\[0\])?|FUNCNAME(?:\[0\])?)\}|\{(?:BASH_SOURCE|FUNCNAME)(?:\[0\])?(?:##\*/|:-[\w ]*)\}|\{FUNCNAME\[0\]:\+\$\{FUNCNAME\[0\]\}[\w:() ]*\})`)
