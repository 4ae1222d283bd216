package command

import (
	"strings"

	"passepartout/command/catalogue"
)

// unitMark names the hazard that lies in a unit, whatever tool changes it:
// some targets are power states, and stopping a guard takes it away.
func unitMark(unit, path, mark string) string {
	name := strings.ToLower(unit)
	for _, suffix := range []string{".service", ".target", ".socket", ".timer", ".path"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch name {
	case "poweroff", "reboot", "halt", "kexec", "shutdown", "suspend", "hibernate", "hybrid-sleep", "sleep", "rescue", "emergency", "runlevel0", "runlevel1", "runlevel6", "ctrl-alt-del", "exit":
		return catalogue.MarkPower
	case "firewalld", "ufw", "iptables", "ip6tables", "nftables", "apparmor", "auditd", "selinux-autorelabel", "fail2ban", "falco", "falco-bpf", "falco-kmod", "osqueryd", "wazuh-agent", "ossec", "crowdsec",
		"clamd", "clamav-daemon", "clamav-freshclam", "aide", "aidecheck", "rsyslog", "syslog-ng", "systemd-journald", "usbguard", "sssd", "snort", "suricata", "crowdstrike", "falcon-sensor", "mdatp", "sentinelone", "tetragon", "passepartout":
		if strings.Contains(path, " status") || strings.Contains(path, " show") || strings.Contains(path, " is-") || strings.Contains(path, " cat") || strings.HasSuffix(path, " start") || strings.HasSuffix(path, " enable") {
			return mark
		}
		return catalogue.MarkSecurityOff
	}
	return mark
}

// everyProcess reports whether a pattern of process names matches all of them.
func everyProcess(pattern string) bool {
	return strings.Trim(pattern, ".*^$?") == "" || pattern == "%"
}
