package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// Some things nobody writes into a file for an honest reason, whatever loads it: that all
// files of a machine or of a home are deleted, or that a disk is written over.

// ruins finds what a text deletes or writes over that is not the project's.
func ruins(file, text string, kind Sort) string {
	switch kind {
	case OfCode:
		if word := deletesRoot().FindString(text); word != "" {
			return strings.TrimSpace(word)
		}
		return strings.TrimSpace(startsRuin().FindString(text))
	case OfRecipe, OfSettings: // a script that nobody starts is asked what it deletes when it is started
		switch strings.ToLower(path.Ext(file)) {
		case "", ".json", ".toml", ".mk", ".mak", ".yml", ".yaml", ".just", ".ini", ".cfg", ".ninja", ".cmake", ".build", ".txt", ".tf", ".hcl":
			return strings.TrimSpace(ruin().FindString(text))
		}
	case OfData: // of what is deployed
		if ext := path.Ext(file); ext == ".yaml" || ext == ".yml" {
			return strings.TrimSpace(ruin().FindString(text))
		}
	}
	return ""
}

// Roots of a machine, and of all that its people keep, as a command or a program spells
// them. A path below one of them is somebody's own business.
const (
	rootsOf = `(?:/(?:home|usr|etc|var|boot|root|lib|lib64|opt|srv|bin|sbin|mnt|media)?|~|\$\$?[({]?HOME[)}]?)/?`
	disksOf = `/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|mapper/|md\d|disk/|loop\d|mem\b|kmem\b|port\b)`
)

// ruin is a command by which a machine or a home is lost.
func ruin() *needle.Regexp {
	return compiled(`\bfind\s+["']?` + rootsOf + `["']?\s[^\n;&|]*(?:-delete\b|-exec(?:dir)?\s+(?:rm|shred|unlink|truncate)\b)` +
		`|\bdd\s[^\n;&|]*\bof=["']?` + disksOf +
		`|\b(?:mkfs(?:\.\w+)?|mke2fs|wipefs|blkdiscard|shred|badblocks\s+-w|sgdisk\s+(?:-Z|--zap-all)|cryptsetup\s+(?:-\S+\s+)*\w+|nvme\s+format|hdparm\s+--security-erase\S*)\s[^\n;&|]*` + disksOf +
		`|>\s*["']?/dev/(?:sd|hd|vd|xvd|nvme|mmcblk)[a-z0-9]` +
		`|\b(?:chmod|chown|chgrp)\s+(?:-\S+\s+)*-(?:\w*R\w*|-recursive)\s+(?:-\S+\s+)*\S+\s+["']?` + rootsOf + `["']?(?:\s|$|[;&|\\"'])` +
		`|\brm\s+-[^\n;&|]*\s["']?/(?:srv|home|var/lib(?:/docker/volumes|/postgresql|/mysql)?|var/log|var|etc|usr|opt|root|mnt|media)/\*` +
		`|\bkubectl\s+delete\s[^\n;&|]*--all\b[^\n;&|]*(?:\s-A\b|--all-namespaces)|\bkubectl\s+delete\s[^\n;&|]*(?:\s-A\b|--all-namespaces)[^\n;&|]*--all\b` +
		`|:\s*\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;`)
}

// startsRuin is a program that starts such a command.
func startsRuin() *needle.Regexp {
	return compiled("(?:^|[^\\w.>:])(?:os\\.(?:system|popen|execute)|io\\.popen|subprocess\\.\\w+|exec(?:Sync|File\\w*|\\.Command)?|child_process\\.\\w+|spawn\\w*|system2?|popen|shell_exec|passthru|proc_open|Command::new|getoutput|staticExec|gorge|sh|%x|qx)\\W{1,8}[^\\n]{0,24}?(?:" +
		`\bfind\s+["']?(?:/|~|\$HOME)/?["']?\s[^\n;&|]*-delete\b|\bdd\s[^\n;&|]*\bof=["']?` + disksOf + `|\b(?:mkfs(?:\.\w+)?|wipefs|blkdiscard|shred)\s[^\n;&|]*` + disksOf + `)`)
}

// deletesRoot is a call that deletes one of the roots.
func deletesRoot() *needle.Regexp {
	return compiled(`\b(?:rmtree|rmSync|rmdirSync|rm_rf?|rm_r|removeSync|emptyDirSync|rimraf\w*|RemoveAll|remove_dir_all|deleteTree(?:Absolute)?|deleteDirAbsolute|removeDir\w*|removePathForcibly|deleteRecursively|deleteDirectory|del_dir_r|del_tree|unlink_recursive|rmDir|remove_tree|rm_tree|delete_tree|File\.rm_rf!?|dir_delete)\b[!?]?\s*\(*\s*(?:(?:new\s+)?(?:File|Path|Path\.of|Paths\.get|std::path::Path::new|Path::new|pathlib\.Path)\s*\(\s*)?["'\x60]` +
		`(?:/(?:home|usr|etc|var|boot|root|lib|lib64|opt|srv|bin|sbin)?/?|~/?)["'\x60]|\b(?:removeDir|rmDir|removePathForcibly|removeDirectoryRecursive|deleteTree\w*|rmtree|remove_tree)\b[\s(]*(?:getHomeDir\b|getHomeDirectory\b|os\.homedir|Path\.home\(\)\s*\)|home\s*\))`)
}
