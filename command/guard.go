package command

import (
	"path"
	"slices"
	"strings"
)

// guardName reports whether a unit, a process, a module or a package is one
// of those that guard the machine: packet filters, access control, audit,
// detection. Its ways of being written are folded: case, folders, ".service".
func guardName(word string) bool {
	if len(word) < 3 || len(word) > 128 {
		return false
	}
	name := strings.ToLower(path.Base(word))
	for _, suffix := range [...]string{".service", ".socket", ".timer", ".path", ".plist"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch name {
	case "firewalld", "ufw", "iptables", "ip6tables", "ebtables", "arptables", "nftables", "netfilter-persistent", "shorewall", "csf", "lfd", "pf", "ipfw", "opensnitch", "opensnitchd",
		"apparmor", "apparmord", "apparmor.systemd", "selinux", "selinux-autorelabel", "setroubleshootd", "auditd", "audit", "auditbeat", "go-audit", "laurel", "kauditd", "audispd",
		"fail2ban", "fail2ban-server", "denyhosts", "sshguard", "psad", "crowdsec", "usbguard", "usbguard-daemon", "fapolicyd",
		"falco", "falco-bpf", "falco-kmod", "falco-modern-bpf", "falcosidekick", "tetragon", "tracee", "sysmon", "sysdig", "kunai",
		"osqueryd", "osquery", "ossec", "ossec-hids", "wazuh-agent", "wazuh-manager", "wazuh", "aide", "aidecheck", "tripwire", "samhain", "ossec-control",
		"clamd", "clamav-daemon", "clamonacc", "clamav-clamonacc", "snort", "suricata", "zeek",
		"crowdstrike", "falcon-sensor", "falcond", "falcon-sensor-bpf", "falcon_lsm_serviceable", "falcon_nf_netcontain", "falcon_kal", "mdatp", "wdavdaemon", "sentinelone", "sentineld", "sentinelctl", "sentinel-agent",
		"cbagentd", "cbdaemon", "cbsensor", "carbonblack", "cb-psc-sensor", "cortex-xdr", "traps_pmd", "cyserver", "elastic-agent", "elastic-endpoint", "elasticendpoint",
		"ds_agent", "savd", "sav-protect", "sophos-spl", "mfetpd", "mfeespd", "kesl", "esets", "eraagent", "xagt", "taniumclient", "velociraptor_client", "qualys-cloud-agent", "nessusagent", "rkhunter", "chkrootkit",
		"rsyslog", "rsyslogd", "syslog-ng", "syslogd", "systemd-journald", "passepartout":
		return true
	}
	for _, head := range [...]string{"com.crowdstrike.", "com.sentinelone.", "com.microsoft.wdav", "com.apple.alf", "ossec-", "wazuh-", "falcon-sensor-", "falcon_lsm", "com.carbonblack."} {
		if strings.HasPrefix(name, head) {
			return true
		}
	}
	return false
}

// disarms reports whether a command stops a guard, keeps it from starting or
// takes it off the machine. Starting it again or telling it to read its files
// again is for the policy.
func disarms(name string, args words) bool {
	switch name {
	case "ossec-control", "wazuh-control", "sentinelctl", "osqueryctl", "falconctl", "mdatp", "csf":
		return args.any("stop", "unload", "disable", "disabled", "uninstall", "-x", "--disable")
	case "rmmod", "modprobe":
		if args.any("ip_tables", "iptable_filter", "ip6_tables", "ip6table_filter", "nf_tables", "ebtables") {
			return name == "rmmod" || args.any("-r", "--remove")
		}
	}
	if !slices.ContainsFunc(args, guardName) || args.any("--dry-run", "--simulate", "-s", "--no-act") && name != "systemctl" && !signals(name) {
		return false
	}
	switch name {
	case "systemctl":
		if args.any("kill") && slices.ContainsFunc(args, func(w string) bool {
			return gentle(strings.TrimPrefix(strings.TrimPrefix(w, "--signal="), "-s")) && len(w) > 1
		}) {
			return false
		}
		return args.any("stop", "disable", "mask", "kill", "freeze", "clean")
	case "service", "invoke-rc.d", "rc-service", "sv", "initctl", "svc", "supervisorctl", "snap", "launchctl", "chkconfig", "rc-update", "update-rc.d", "systemd-sysv-install", "insserv":
		return args.any("stop", "force-stop", "teardown", "down", "exit", "remove", "disable", "unload", "bootout", "kill", "off", "del", "delete", "--del", "zap", "-d", "-r", "--remove")
	case "stop":
		return true
	case "rmmod", "init.d":
		return name == "rmmod" || args.any("stop", "force-stop", "teardown", "clear", "flush", "kill")
	case "modprobe":
		return args.any("-r", "--remove")
	case "apt", "apt-get", "aptitude", "yum", "dnf", "zypper", "apk", "pacman", "dpkg", "rpm", "emerge", "xbps-remove", "microdnf", "tdnf", "nala", "pkg", "eopkg", "swupd", "urpme", "opkg":
		return !slices.ContainsFunc(args, func(w string) bool { return strings.Contains(w, "syslog") || w == "audit" && name == "pkg" }) &&
			args.any("remove", "purge", "erase", "autoremove", "del", "delete", "uninstall", "rm", "-R", "-Rs", "-Rns", "-Rn", "-Rdd", "-Rc", "-r", "-P", "-e", "--erase", "--remove", "--purge", "--unmerge", "-C") || name == "urpme"
	case "pkill", "killall", "skill":
		return !slices.ContainsFunc(args, func(w string) bool {
			rest, ok := strings.CutPrefix(w, "-")
			return ok && gentle(strings.TrimPrefix(strings.TrimPrefix(rest, "-signal="), "s")) || !ok && gentle(w) && len(w) > 2
		}) && !args.any("-l", "--list", "-L", "-V", "--version", "--help")
	}
	return false
}

// signals reports whether a program's -s is the name of a signal.
func signals(name string) bool { return name == "pkill" || name == "killall" || name == "skill" }

// lifts reports whether a tool of the kernel's access control or audit takes
// protection away: selinux(8), apparmor_parser(8), aa-teardown(8), auditctl(8).
// What it changes otherwise is for the policy.
func lifts(name string, args words) bool {
	switch name {
	case "setenforce":
		return len(args) == 0 || slices.ContainsFunc(args, func(w string) bool { return w != "1" && !strings.EqualFold(w, "enforcing") })
	case "aa-teardown", "aa-disable", "aa-complain", "aa-remove-unknown":
		return !args.any("-h", "--help")
	case "apparmor_parser":
		return slices.ContainsFunc(args, func(w string) bool {
			return strings.HasPrefix(w, "--remove") || strings.HasPrefix(w, "--Complain") || strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.ContainsAny(w, "RC")
		})
	case "auditctl":
		return args.any("-D", "-e0", "-W", "--reset-lost") && !args.any("-l", "-s", "-v") || args.has("-e", "0") || args.any("-a", "-A") && slices.ContainsFunc(args, func(w string) bool { return strings.Contains(w, "never") })
	case "semodule":
		return args.any("-B", "--build", "-DB") && args.any("-D", "-DB") || args.any("-d", "--disable", "-r", "--remove")
	case "semanage":
		return args.any("permissive") && args.any("-a", "--add") || args.any("dontaudit")
	case "visudo", "pam-auth-update", "authselect", "authconfig":
		return false
	}
	return false
}

// opensAccount reports whether a tool of the accounts takes root's password
// away: passwd(1).
func opensAccount(name string, args words) bool {
	return name == "passwd" && args.any("-d", "--delete") && args.any("root")
}
