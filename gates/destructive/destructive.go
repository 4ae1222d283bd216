// Package destructive is the floor under every policy: what would destroy the
// machine or switch its guards off is denied, and no rule file and no person
// can lift that.
//
// It denies
//   - deleting, or changing as a whole tree, a root of the system, the home or
//     a mount, however the path is spelled, also by a pattern that could denote
//     one or everything in one;
//   - writing the files that say who may do what (passwd, shadow, sudoers);
//   - writing to disks, kernel memory and the magic SysRq file;
//   - what the catalogue marks as fork bomb, killing all, disk tool, security
//     switched off, and, unless the operator permits it, power and boot.
//
// Limits: it sees effects, so it is as good as their statement; what could not
// be told is an unknown effect, which policies hold. It knows the usual roots
// of Linux and the configured home, not every mount of this machine.
package destructive

import (
	"context"
	"slices"
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Config is what the operator may say; there is little, because this is a floor.
type Config struct {
	Home  string // the user's home; empty: unknown
	Power bool   // leave power and boot to the policy
}

// Gate is the judge.
type Gate struct {
	power bool
	roots map[string]bool
	globs []zone.Glob            // the same, to be met by patterns
	below map[string][]zone.Glob // those among globs whose first folder is a plain name, by that
	loose []zone.Glob            // the others
}

var _ pipeline.Gate = (*Gate)(nil)

// New makes the judge.
func New(c Config) *Gate {
	g := &Gate{power: c.Power, roots: map[string]bool{}, below: map[string][]zone.Glob{}}
	all := roots()
	if home := strings.TrimRight(c.Home, "/"); home != "" {
		all = append(all, home)
	}
	for _, r := range all {
		g.roots[r] = true
		if glob, ok := zone.ParseGlob(r); ok && r != "/" {
			g.globs = append(g.globs, glob)
			if first := head(r); first != "" {
				g.below[first] = append(g.below[first], glob)
			} else {
				g.loose = append(g.loose, glob)
			}
		}
	}
	return g
}

// roots are the folders without which the machine does not work, or in which
// everybody's data lies (Filesystem Hierarchy Standard 3.0).
func roots() []string {
	return []string{
		"/", "/bin", "/boot", "/boot/efi", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/libx32", "/media", "/mnt",
		"/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/usr", "/var",
		"/usr/bin", "/usr/include", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local", "/usr/local/bin",
		"/usr/local/lib", "/usr/sbin", "/usr/share", "/var/lib", "/var/log", "/var/cache", "/var/spool", "/var/www", "/var/mail",
		"/var/db", "/var/lib/dpkg", "/var/lib/rpm", "/var/lib/systemd", "/lib/modules", "/lib/systemd", "/usr/lib/systemd",
		"/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/fstab", "/etc/sudoers", "/etc/ssh", "/etc/pam.d",
		"/etc/systemd", "/etc/ssl", "/etc/init.d", "/etc/default", "/etc/security", "/sys/firmware/efi/efivars",
		"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib/i386-linux-gnu", "/usr/lib/i386-linux-gnu",
		"/usr/lib/modules", "/usr/local/sbin", "/usr/share/dpkg", "/var/lib/pacman", "/nix", "/nix/store", "/gnu/store", "/etc/apt", "/etc/network", "/etc/netplan", "/etc/NetworkManager",
		"/bin/sh", "/bin/bash", "/usr/bin/sh", "/usr/bin/bash", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/usr/bin/env", "/sbin/init", "/usr/sbin/init",
		"/System", "/Library", "/Applications", "/Users",
	}
}

// Spec describes the gate.
func (g *Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "destructive", Doc: "Denies what would destroy the machine or switch its guards off; no policy lowers this.", Priority: 1000}
}

// Check looks at every effect; it judges only those that it denies.
func (g *Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	for i := range p.Effects {
		if rule, reason := g.judge(&p.Effects[i]); rule != "" {
			return pipeline.Verdict{
				Gate: "destructive", Outcome: pipeline.Deny, Rule: rule, Reason: reason,
				Hint: "nobody can approve this; work on files of your own, by name",
			}, nil
		}
	}
	return pipeline.Verdict{Gate: "destructive", Outcome: pipeline.Allow}, nil
}

func (g *Gate) judge(e *pipeline.Effect) (rule, reason string) {
	switch e.Mark {
	case "dry-run", "metadata":
		return "", ""
	case "fork-bomb":
		return "fork-bomb", "it multiplies processes without end"
	case "kill-all":
		return "kill-all", "it kills every process"
	case "security-off":
		return "security-off", "it switches the machine's guards off"
	case "power", "boot":
		if !g.power && e.Kind != pipeline.KindRead {
			return "power", "it stops, restarts or unboots the machine"
		}
	case "disk":
		if e.Kind != pipeline.KindRead && !ordinaryFile(e) && !mends(e) {
			return "disk", "it partitions, formats or wipes a disk"
		}
	}
	if e.Kind != pipeline.KindDelete && e.Kind != pipeline.KindWrite {
		return "", ""
	}
	if object := throughProc(e.Object); object != e.Object {
		direct := *e
		direct.Object = object
		e = &direct
	}
	if rawDevice(e.Object) && !mends(e) {
		return "raw-device", "it writes to a disk or to kernel memory"
	}
	if accounts(e.Object) && !attributes(e.By) {
		return "system-root", "it overwrites what decides who may do what on the machine"
	}
	wide := e.Kind == pipeline.KindDelete || e.By == "shred" || e.By == "truncate" || (e.Mark == "recursive" || strings.HasSuffix(e.Object, "/**") || e.Object == "/*") && rewrites(e.By)
	if wide && g.destroys(e) {
		return "system-root", "it destroys a root of the system, the home or a mount"
	}
	return "", ""
}

// throughProc is a path without the way through the root of a process, which is
// that of the machine: proc(5). A pattern of processes leads to it as well.
func throughProc(object string) string {
	for range 8 {
		rest, ok := strings.CutPrefix(object, "/proc/")
		if !ok {
			break
		}
		_, rest, ok = strings.Cut(rest, "/")
		if thread, task := strings.CutPrefix(rest, "task/"); ok && task {
			_, rest, ok = strings.Cut(thread, "/")
		}
		if !ok || rest != "root" && !strings.HasPrefix(rest, "root/") {
			break
		}
		object = strings.TrimPrefix(rest, "root")
		if object == "" {
			return "/"
		}
	}
	return object
}

// attributes names the programs that leave the content of a file alone.
func attributes(by string) bool {
	switch by {
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "chcon", "touch":
		return true
	}
	return false
}

// accounts names the files of the machine's accounts and their rights.
func accounts(object string) bool {
	switch object {
	case "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/sudoers", "/etc/fstab":
		return true
	}
	return false
}

// mends names the programs that check, mend, label and grow a file system where
// it lies; they keep what is in it. A person may decide on that.
func mends(e *pipeline.Effect) bool {
	if e.Kind != pipeline.KindWrite {
		return false
	}
	switch e.By {
	case "fsck", "e2fsck", "dosfsck", "ntfsfix", "resize2fs", "ntfsresize", "xfs_growfs", "xfs_repair", "xfs_admin", "tune2fs", "reiserfstune", "e2label", "fatlabel", "dosfslabel", "ntfslabel", "exfatlabel":
		return true
	}
	return strings.HasPrefix(e.By, "fsck.")
}

// rewrites names the programs that change what is there, all through a tree;
// copying something into a system folder is for the policy.
func rewrites(by string) bool {
	switch by {
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "chcon", "shred", "truncate", "sed", "":
		return true
	}
	return false
}

// ordinaryFile says that a disk tool works on an image file.
func ordinaryFile(e *pipeline.Effect) bool {
	return (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && strings.HasPrefix(e.Object, "/") &&
		!strings.HasPrefix(e.Object, "/dev/") && !zone.IsPattern(e.Object) || e.Kind == pipeline.KindRun
}

// destroys reports whether the object is a root, or a pattern that could
// denote one or takes everything in one (root/*, root/**). By convention a
// pattern that ends in **/* or **/name stands for some of what is below, chosen
// by tests; a person may decide on that.
func (g *Gate) destroys(e *pipeline.Effect) bool {
	object := e.Object
	if g.roots[object] {
		return true
	}
	if !zone.IsPattern(object) || !strings.HasPrefix(object, "/") {
		return false
	}
	if i := strings.Index(object, "/**/"); i >= 0 {
		rest := strings.Trim(object[i+4:], "*/")
		if rest != "" || !strings.HasSuffix(object, "/**") {
			return false
		}
		object = object[:i+3]
	}
	cut := strings.LastIndexByte(object, '/')
	folder, last := object[:max(cut, 1)], object[cut+1:]
	if strings.Trim(last, "*?.") == "" && (g.roots[folder] || g.meets(folder)) {
		return true
	}
	return g.meets(object)
}

func (g *Gate) meets(pattern string) bool {
	if !zone.IsPattern(pattern) {
		return false
	}
	begin := zone.Beginning(pattern)
	touched := func(root zone.Glob) bool { return !root.Apart(begin) && root.Touches(pattern) }
	if first := head(pattern); first != "" {
		return slices.ContainsFunc(g.below[first], touched) || slices.ContainsFunc(g.loose, touched)
	}
	return slices.ContainsFunc(g.globs, touched)
}

// head is the first folder of a path, or "" where it is a pattern. Two paths
// whose heads differ do not meet.
func head(p string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(p, "/"), "/")
	if zone.IsPattern(first) {
		return ""
	}
	return first
}

// rawDevice names what gives direct access to disks, memory and the kernel.
func rawDevice(object string) bool {
	switch object {
	case "/proc/sysrq-trigger", "/proc/kcore", "/dev/mem", "/dev/kmem", "/dev/port":
		return true
	}
	name, ok := strings.CutPrefix(object, "/dev/")
	if !ok {
		return false
	}
	for _, head := range [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "md", "dm-", "mapper/", "disk/", "sr", "nbd", "zd", "pmem", "root", "mtd", "ubi", "vg"} {
		rest, ok := strings.CutPrefix(name, head)
		if ok && (rest != "" || head == "root") {
			return true
		}
	}
	return zone.IsPattern(name) && !strings.Contains(name, "/")
}
