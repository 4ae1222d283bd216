package catalogue

// Marks name a hazard or a kindness of one use of a program, so that policies
// can speak about it without knowing options. An effect carries at most one:
// of several that apply, the one that stands first here.
const (
	MarkForkBomb        = "fork-bomb"        // multiplies processes without end
	MarkKillAll         = "kill-all"         // signals every process
	MarkPower           = "power"            // shutdown, reboot, suspend, run level
	MarkDisk            = "disk"             // partitions, formats, wipes, writes raw devices
	MarkSecurityOff     = "security-off"     // firewall, SELinux, AppArmor, audit, sudo rules switched off or rewritten
	MarkBoot            = "boot"             // boot loader, initramfs, kernel parameters for the next start
	MarkKernel          = "kernel"           // modules, sysctl, mounts, namespaces of the host
	MarkRemoteCode      = "remote-code"      // runs what the network sent
	MarkLoaderInjection = "loader-injection" // environment or option that puts foreign code into programs
	MarkReverseShell    = "reverse-shell"    // a shell whose input is a connection
	MarkMadeCode        = "made-code"        // runs code of its own making that reaches out of the project
	MarkPlantedCode     = "planted-code"     // puts a text that reads or sends secrets, or hides what it runs, where it runs later
	MarkForcePush       = "force-push"       // overwrites history on a remote
	MarkHistoryRewrite  = "history-rewrite"  // discards or rewrites local commits or uncommitted work
	MarkCredential      = "credential"       // reads, prints, stores or sends credentials
	MarkUpload          = "upload"           // sends local data to a host
	MarkPublish         = "publish"          // makes something visible to others: push, release, upload to a registry
	MarkPersist         = "persist"          // runs again later: cron, at, units, shell start files, hooks
	MarkAccount         = "account"          // users, groups, passwords of the machine
	MarkService         = "service"          // starts, stops or changes system services
	MarkFirewall        = "firewall"         // packet filter, routes, interfaces
	MarkCloud           = "cloud"            // changes resources of a cloud or a cluster
	MarkDatabase        = "database"         // changes or drops data in a database
	MarkPackageInstall  = "package-install"  // installs, upgrades or removes packages
	MarkContainer       = "container"        // starts or enters a container or a virtual machine
	MarkRemoteCommand   = "remote-command"   // runs a command on another machine
	MarkMetadata        = "metadata"         // looks at names, sizes or times, not at content
	MarkRecursive       = "recursive"        // a whole tree
	MarkEmpty           = "empty"            // only what holds nothing: empty files and folders, links that lead nowhere
	MarkForce           = "force"            // switches a safety question off
	MarkPermission      = "permission"       // changes mode, owner, attributes or access lists
	MarkTest            = "test"             // runs the project's own tests
	MarkBuild           = "build"            // runs the project's own build
	MarkShell           = "shell"            // the shell that runs a compound command
	MarkDryRun          = "dry-run"          // says what it would do
)

// Marks returns every mark, the most telling first.
func Marks() []string {
	return []string{
		MarkForkBomb, MarkKillAll, MarkPower, MarkDisk, MarkSecurityOff, MarkBoot, MarkKernel,
		MarkRemoteCode, MarkLoaderInjection, MarkReverseShell, MarkMadeCode, MarkPlantedCode, MarkForcePush, MarkHistoryRewrite,
		MarkCredential, MarkUpload, MarkPublish, MarkPersist, MarkAccount, MarkService, MarkFirewall,
		MarkCloud, MarkDatabase, MarkPackageInstall, MarkContainer, MarkRemoteCommand,
		MarkMetadata, MarkRecursive, MarkEmpty, MarkForce, MarkPermission, MarkTest, MarkBuild, MarkShell, MarkDryRun,
	}
}

// StrongerMark returns whichever of two marks stands first in Marks; an empty
// mark is the weakest.
func StrongerMark(a, b string) string {
	if a == b || b == "" {
		return a
	}
	if a == "" {
		return b
	}
	for _, m := range Marks() {
		if m == a || m == b {
			return m
		}
	}
	return a
}

// ValidMark reports whether s is one of Marks.
func ValidMark(s string) bool {
	for _, m := range Marks() {
		if m == s {
			return true
		}
	}
	return false
}
