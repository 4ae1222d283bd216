package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// unitMark names the hazard that lies in a unit, whatever tool changes it:
// some targets are power states.
func unitMark(unit, mark string) string {
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
	return strings.Trim(pattern, ".*^$?+") == "" || pattern == "%"
}

// everyUnit reports whether a unit, or a pattern of units, stands for all that
// runs, or for all that a user runs: systemd.special(7).
func everyUnit(unit string) bool {
	switch unit {
	case "*", "*.service", "*.scope", "*.slice", "*.target", "user.slice", "system.slice", "-.slice", "machine.slice", "init.scope", "user-*.slice", "user@*", "user@*.service", "basic.target", "sysinit.target":
		return true
	}
	return strings.HasPrefix(unit, "user@") || strings.HasPrefix(unit, "user-")
}
