package command

import (
	"path"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// strongerMark is the mark of two that judges look at first; see the catalogue.
func strongerMark(a, b string) string { return catalogue.StrongerMark(a, b) }

// pathMark names the hazard that lies in changing a path, whatever program does it:
// what it holds will run later, or is the disk itself. Reading is no hazard of this
// kind: whether a path holds a secret is for the judges, who know the zones. Paths
// below the home of the user are looked at by their rest, so that it does not matter
// whose home it is.
func pathMark(p string, kind pipeline.EffectKind, home string) string {
	if kind != pipeline.KindWrite && kind != pipeline.KindDelete {
		return ""
	}
	if rest, ok := strings.CutPrefix(p, home+"/"); ok && home != "" {
		return homeMark(rest)
	}
	if mark := selinuxSwitch(p); mark != "" {
		return mark
	}
	switch {
	case strings.HasPrefix(p, "/dev/"):
		return deviceMark(p)
	case strings.HasPrefix(p, "/etc/"), strings.HasPrefix(p, "/usr/lib/systemd/"), strings.HasPrefix(p, "/lib/systemd/"),
		strings.HasPrefix(p, "/var/spool/"), strings.HasPrefix(p, "/root/"):
		return systemMark(p)
	case strings.HasPrefix(p, "/boot/"), p == "/boot", strings.HasPrefix(p, "/sys/firmware/"):
		return catalogue.MarkBoot
	case strings.HasPrefix(p, "/proc/sys/"), strings.HasPrefix(p, "/sys/"), p == "/proc/sysrq-trigger":
		return catalogue.MarkKernel
	}
	return hookMark(p)
}

// homeMark finds files in a home that a login, a shell, an editor or a desktop runs by
// itself, long after the command is over and outside of its sandbox (bash(1),
// "INVOCATION"; systemd.unit(5)).
func homeMark(rest string) string {
	switch rest {
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin",
		".inputrc", ".xinitrc", ".xprofile", ".xsession", ".pam_environment", ".vimrc", ".gvimrc", ".emacs", ".gitconfig", ".ssh/config", ".ssh/authorized_keys", ".ssh/rc":
		return catalogue.MarkPersist
	}
	for _, dir := range []string{".config/systemd/", ".config/autostart/", ".config/fish/", ".local/share/systemd/", ".config/git/", ".config/nvim/", ".vim/", ".bashrc.d/"} {
		if strings.HasPrefix(rest, dir) {
			return catalogue.MarkPersist
		}
	}
	return hookMark(rest)
}

// hookMark finds files inside a project that a tool runs by itself. .git/config is
// among them, for it names programs to run: core.fsmonitor, core.sshCommand, aliases
// (git-config(1)).
func hookMark(p string) string {
	if strings.Contains("/"+p, "/.git/hooks/") || strings.HasSuffix("/"+p, "/.git/config") {
		return catalogue.MarkPersist
	}
	return ""
}

// systemMark tells what a file below /etc, /var/spool or the folders of systemd is for.
// The order matters where one begins like another.
func systemMark(p string) string {
	switch {
	case strings.HasPrefix(p, "/etc/sudoers"), strings.HasPrefix(p, "/etc/pam.d/"), strings.HasPrefix(p, "/etc/selinux/"), p == "/etc/sysconfig/selinux",
		strings.HasPrefix(p, "/etc/apparmor"), strings.HasPrefix(p, "/etc/security/"), strings.HasPrefix(p, "/etc/audit"):
		return catalogue.MarkSecurityOff
	case p == "/etc/ld.so.preload", p == "/etc/ld.so.conf", strings.HasPrefix(p, "/etc/ld.so.conf.d/"):
		return catalogue.MarkLoaderInjection
	case p == "/etc/passwd", p == "/etc/shadow", p == "/etc/group", p == "/etc/gshadow":
		return catalogue.MarkAccount
	case p == "/etc/fstab", strings.HasPrefix(p, "/etc/default/grub"), strings.HasPrefix(p, "/etc/grub"):
		return catalogue.MarkBoot
	case strings.HasPrefix(p, "/etc/cron"), p == "/etc/crontab", strings.HasPrefix(p, "/var/spool/cron"), strings.HasPrefix(p, "/var/spool/at"),
		strings.HasPrefix(p, "/etc/systemd/"), strings.HasPrefix(p, "/usr/lib/systemd/"), strings.HasPrefix(p, "/lib/systemd/"),
		strings.HasPrefix(p, "/etc/init.d/"), strings.HasPrefix(p, "/etc/rc"), strings.HasPrefix(p, "/etc/profile"),
		p == "/etc/bash.bashrc", p == "/etc/environment", strings.HasPrefix(p, "/etc/udev/"), strings.HasPrefix(p, "/root/.bash"), strings.HasPrefix(p, "/root/.ssh/"):
		return catalogue.MarkPersist
	}
	return ""
}

// deviceMark tells a disk from a terminal. A pattern below /dev counts as a disk: it
// may match one.
func deviceMark(p string) string {
	base := path.Base(p)
	for _, prefix := range []string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "loop", "dm-", "md", "sr", "nbd", "zram", "disk", "mem", "kmem", "port"} {
		if strings.HasPrefix(base, prefix) {
			return catalogue.MarkDisk
		}
	}
	if strings.HasPrefix(p, "/dev/mapper/") || strings.HasPrefix(p, "/dev/disk/") || strings.ContainsAny(base, "*?[") {
		return catalogue.MarkDisk
	}
	return ""
}
