package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// unitMark names the hazard that lies in a unit, whatever tool changes it:
// some targets are power states.
func unitMark(unit, path, mark string) string {
	name := strings.ToLower(unit)
	for _, suffix := range []string{".service", ".target", ".socket", ".timer", ".path"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch name {
	case "poweroff", "reboot", "halt", "kexec", "shutdown", "suspend", "hibernate", "hybrid-sleep", "sleep", "rescue", "emergency", "runlevel0", "runlevel1", "runlevel6", "ctrl-alt-del", "exit":
		return catalogue.MarkPower
	}
	return mark
}

// everyProcess reports whether a pattern of process names matches all of them.
func everyProcess(pattern string) bool {
	return strings.Trim(pattern, ".*^$?") == "" || pattern == "%"
}
