package command

import "strings"

// ordered knows settings of Maven's plugins that are statements, commands and
// packages to fetch, that send what was built, or that show passwords.
func ordered(name, value string) bool {
	switch name {
	case "sqlCommand", "frontend.npm.arguments", "frontend.yarn.arguments", "frontend.npx.arguments", "source", "script":
		return value != ""
	case "showPasswords":
		return value == "" || value == "true"
	}
	return strings.HasSuffix(name, "oordinates") || strings.HasSuffix(name, ".publish") && value == "true"
}

// knownPlugin names Maven plugins that a build uses anyway.
func knownPlugin(goal string) bool {
	for _, group := range [...]string{"org.apache.maven.plugins:", "org.codehaus.mojo:versions", "org.springframework.boot:", "org.jacoco:", "com.diffplug.spotless:"} {
		if strings.HasPrefix(goal, group) {
			return true
		}
	}
	return false
}
