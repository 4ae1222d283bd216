package command

import (
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// catastrophe adds the effect of uses that stop the machine, end everything
// that runs or take its guards away. The catalogue says what options are; what
// a combination of them comes to is said here, and only ever added.
//
// Sources: the manuals named at each case.
func (r *run) catastrophe(name string, fields []field) {
	if !watched(name) {
		return
	}
	args := wordsOf(fields[1:])
	mark, what := catastropheOf(name, args)
	switch {
	case mark != "":
	case disarms(name, args):
		mark, what = catalogue.MarkSecurityOff, "a guard of the machine"
	case lifts(name, args) || opensAccount(name, args):
		mark, what = catalogue.MarkSecurityOff, "what protects the machine"
	case name == "xfs_repair" && args.any("-L"): // throws away what was not yet written: xfs_repair(8)
		mark, what = catalogue.MarkDisk, "the log of a file system"
	case name == "flashrom" && args.any("-E", "--erase"): // flashrom(8)
		mark, what = catalogue.MarkDisk, "the firmware of the machine"
	}
	if mark == "" {
		return
	}
	kind := pipeline.KindSystem
	if mark == catalogue.MarkKillAll {
		kind = pipeline.KindSignal
	}
	r.emit(pipeline.Effect{Kind: kind, Object: what, Certain: true, By: name, Mark: mark, Span: fields[0].span})
}

// watched names the programs that catastropheOf knows.
func watched(name string) bool {
	switch name {
	case "ufw", "iptables", "ip6tables", "ebtables", "arptables", "iptables-legacy", "iptables-nft", "nft", "pfctl", "firewall-cmd", "fail2ban-client",
		"spctl", "csrutil", "fdesetup", "sysctl", "kexec", "loginctl", "ipmitool", "dbus-send", "gdbus", "busctl", "qdbus", "qdbus6",
		"gnome-session-quit", "cinnamon-session-quit", "budgie-session-quit", "xfce4-session-logout", "lxqt-leave", "racadm", "killall5", "killall", "pkill", "skill", "slay", "fuser",
		"systemctl", "service", "invoke-rc.d", "rc-service", "sv", "initctl", "svc", "stop", "supervisorctl", "snap", "launchctl", "chkconfig", "rc-update", "update-rc.d", "systemd-sysv-install", "insserv", "rmmod", "modprobe",
		"apt", "apt-get", "aptitude", "yum", "dnf", "zypper", "apk", "pacman", "dpkg", "rpm", "emerge", "xbps-remove", "microdnf", "tdnf", "nala", "pkg", "eopkg", "swupd", "urpme", "opkg",
		"ossec-control", "wazuh-control", "sentinelctl", "osqueryctl", "falconctl", "mdatp", "csf", "setenforce", "aa-teardown", "aa-disable", "aa-complain", "aa-remove-unknown", "apparmor_parser", "auditctl", "semodule", "semanage", "passwd", "flashrom", "xfs_repair":
		return true
	}
	return false
}

// catastropheOf is the hazard that words of a program are, whatever its entry says of
// them, and what is ruined.
//
// Long: one case a program; it is a table.
func catastropheOf(name string, args words) (mark, what string) {
	switch name {
	case "ufw": // ufw(8)
		if args.any("disable", "reset") && !args.any("status", "--dry-run", "delete") || args.has("default", "allow") {
			return catalogue.MarkSecurityOff, "the packet filter is opened"
		}
	case "iptables", "ip6tables", "ebtables", "arptables", "iptables-legacy", "iptables-nft": // iptables(8)
		if args.any("-F", "--flush", "-X", "--delete-chain") || args.any("-P", "--policy") && args.any("ACCEPT") {
			return catalogue.MarkSecurityOff, "the packet filter is opened"
		}
	case "nft": // nft(8)
		if s := " " + strings.Join(args, " ") + " "; strings.Contains(s, " flush ruleset ") || strings.Contains(s, " delete table ") || strings.Contains(s, " flush table ") || strings.Contains(s, " destroy table ") || strings.Contains(s, " flush chain ") || strings.Contains(s, " delete chain ") {
			return catalogue.MarkSecurityOff, "the packet filter is opened"
		}
	case "pfctl":
		if args.any("-d") || args.any("-F") && args.any("all", "rules") {
			return catalogue.MarkSecurityOff, "the packet filter is opened"
		}
	case "firewall-cmd":
		if args.any("--panic-off", "--set-default-zone=trusted") {
			return catalogue.MarkSecurityOff, "the packet filter is opened"
		}
	case "fail2ban-client":
		if args.any("stop") {
			return catalogue.MarkSecurityOff, "the guard against guessed passwords stops"
		}
	case "spctl", "csrutil", "fdesetup": // macOS
		if args.any("disable", "--master-disable", "--global-disable", "clear") {
			return catalogue.MarkSecurityOff, "system protection is switched off"
		}
	case "sysctl": // sysctl(8); the documentation of the kernel, admin-guide/sysctl/kernel
		for _, w := range args {
			if key, value, ok := strings.Cut(strings.ReplaceAll(w, "/", "."), "="); ok && strings.TrimSpace(value) == "0" && kernelGuard(strings.TrimSpace(key)) {
				return catalogue.MarkSecurityOff, "a protection of the kernel is switched off"
			}
		}
	case "systemctl":
		if args.any("stop", "kill") && slices.ContainsFunc(args, everyUnit) {
			return catalogue.MarkKillAll, "every process"
		}
	case "kexec", "loginctl", "ipmitool", "dbus-send", "gdbus", "busctl", "qdbus", "qdbus6", "gnome-session-quit", "cinnamon-session-quit", "budgie-session-quit", "xfce4-session-logout", "lxqt-leave", "racadm":
		return managerCall(name, args)
	case "killall5", "killall", "pkill", "skill", "slay", "fuser":
		if killsEverything(name, args) {
			return catalogue.MarkKillAll, "every process"
		}
	}
	return "", ""
}

// managerCall is what asks the service manager, the login manager or the board
// for another power state: org.freedesktop.login1(5), org.freedesktop.systemd1(5),
// kexec(8), ipmitool(1).
func managerCall(name string, args words) (mark, what string) {
	const state = "the power state of the machine"
	all := strings.ToLower(strings.Join(args, " "))
	switch name {
	case "kexec":
		if args.any("-e", "--exec", "-f", "--force") {
			return catalogue.MarkPower, state
		}
	case "loginctl":
		if args.any("poweroff", "reboot", "halt", "suspend", "hibernate", "hybrid-sleep", "suspend-then-hibernate") {
			return catalogue.MarkPower, state
		}
		if args.any("terminate-user", "kill-user", "terminate-seat") {
			return catalogue.MarkKillAll, "every process of a user"
		}
	case "ipmitool":
		if args.any("power") && args.any("off", "cycle", "reset", "soft", "diag") || args.has("mc", "reset") {
			return catalogue.MarkPower, state
		}
	case "racadm":
		if args.any("serveraction") && args.any("powerdown", "powercycle", "hardreset", "graceshutdown") {
			return catalogue.MarkPower, state
		}
	case "gnome-session-quit", "cinnamon-session-quit", "budgie-session-quit", "xfce4-session-logout", "lxqt-leave":
		if args.any("--power-off", "--reboot", "--halt", "--suspend", "--hibernate", "--hybrid-sleep", "--shutdown") {
			return catalogue.MarkPower, state
		}
	default:
		if !strings.Contains(all, "login1") && !strings.Contains(all, "systemd1") && !strings.Contains(all, "consolekit") && !strings.Contains(all, "ksmserver") && !strings.Contains(all, "shutdown") {
			break
		}
		for _, verb := range [...]string{"poweroff", "reboot", "halt", "kexec", "suspend", "hibernate", "hybridsleep", "manager.stop", "manager.restart", "shutdown", "ksmserver /ksmserver logout"} {
			if strings.Contains(all, verb) && !strings.Contains(all, "can"+verb) {
				return catalogue.MarkPower, state
			}
		}
	}
	return "", ""
}

// kernelGuard names settings whose 0 takes a protection away.
func kernelGuard(key string) bool {
	switch key {
	case "kernel.randomize_va_space", "kernel.yama.ptrace_scope", "kernel.unprivileged_bpf_disabled", "kernel.kptr_restrict", "kernel.dmesg_restrict",
		"kernel.modules_disabled", "kernel.perf_event_paranoid", "fs.protected_symlinks", "fs.protected_hardlinks", "fs.protected_fifos", "fs.protected_regular",
		"net.ipv4.tcp_syncookies", "vm.mmap_min_addr":
		return true
	}
	return false
}

// killsEverything reads the tools that choose processes: pkill(1), killall(1),
// killall5(8), skill(1), fuser(1). Chosen by a user alone, everything that the
// user runs ends.
func killsEverything(name string, args words) bool {
	if args.any("-l", "--list", "-L", "-V", "--version", "-h", "--help", "-0") {
		return false
	}
	switch name {
	case "killall5", "slay":
		return name == "killall5" || len(args) > 0
	case "fuser":
		kill := slices.ContainsFunc(args, func(w string) bool {
			return w == "--kill" || len(w) > 1 && w[0] == '-' && w[1] != '-' && strings.Trim(w[1:], "acfikmMnsuvw") == "" && strings.Contains(w, "k")
		})
		return kill && args.any("/", "/home", "/usr", "/proc", "/dev", "/var", "/etc", "/tmp")
	}
	byUser, pattern := false, false
	for i := 0; i < len(args); i++ {
		switch w := args[i]; {
		case w == "-u" || w == "--user" || w == "-U" || w == "--uid" || w == "--euid":
			i++
			byUser = byUser || i >= len(args) || !daemonUser(args[i])
			pattern = pattern || i < len(args) && daemonUser(args[i])
		case strings.HasPrefix(w, "-u") || strings.HasPrefix(w, "-U") && len(w) > 2 || strings.HasPrefix(w, "--user=") || strings.HasPrefix(w, "--euid=") || strings.HasPrefix(w, "--uid="):
			byUser = true
		case w == "-v" || w == "--inverse":
			if name == "pkill" {
				return true
			}
		case w == "-s" || w == "--signal" || w == "-P" || w == "-t" || w == "-g" || w == "-G" || w == "--parent" || w == "--terminal":
			if w != "-s" && w != "--signal" {
				pattern = true // narrows it
			}
			i++
		case strings.HasPrefix(w, "-"):
		default:
			pattern = true
		}
	}
	return byUser && !pattern
}

// daemonUser reports whether a user is one that a single service runs as: ending
// its processes stops that, not the machine.
func daemonUser(name string) bool {
	switch name {
	case "postgres", "mysql", "redis", "mongodb", "rabbitmq", "nginx", "www-data", "apache", "http", "elasticsearch", "grafana", "prometheus", "jenkins", "memcache":
		return true
	}
	return false
}

// words is what the arguments of a command say, as far as it is known.
type words []string

// wordsOf are the words of a command as they are written, known or not: for questions
// that are asked of every command and need no certainty.
func wordsOf(fields []field) words {
	out := make(words, len(fields))
	for i, f := range fields {
		out[i] = f.text
	}
	return out
}

// any reports whether one of some words is there.
func (w words) any(texts ...string) bool {
	return slices.ContainsFunc(w, func(s string) bool { return slices.Contains(texts, s) })
}

// has reports whether two words follow each other.
func (w words) has(first, second string) bool {
	i := slices.Index(w, first)
	return i >= 0 && i+1 < len(w) && w[i+1] == second
}
