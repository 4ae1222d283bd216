package command

import (
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// analyzeParted is parted(8): a device, then commands of its own, of which
// some only print.
func analyzeParted(v *visit) bool {
	if len(v.operands) < 2 {
		return false
	}
	for i := 1; i < len(v.operands); i++ {
		f := v.operands[i]
		if !f.exact() {
			return false
		}
		switch f.text {
		case "print", "p", "pri":
			if i+1 < len(v.operands) && (v.operands[i+1].text == "free" || v.operands[i+1].text == "all" || v.operands[i+1].text == "devices" || strings.Trim(v.operands[i+1].text, "0123456789") == "") {
				i++
			}
		case "unit", "u", "help":
			i++
		case "align-check":
			i += 2
		case "quit", "version":
		default:
			return false
		}
	}
	v.r.path(v.sc, v.operands[0], pipeline.KindRead, v.name, catalogue.MarkMetadata)
	return true
}

// wipesDevices names programs that put an end to what a device holds and are of no use on
// other files below /dev.
func wipesDevices(by string) bool {
	switch by {
	case "wipefs", "blkdiscard", "sgdisk", "sfdisk", "shred", "nwipe", "scrub", "mke2fs", "mkswap", "pvcreate", "newfs":
		return true
	}
	return strings.HasPrefix(by, "mkfs")
}

// analyzeService is a tool whose last words are what is to be done with what
// stands before: service(8), rc-service(8), tc(8). Asking does nothing.
func analyzeService(v *visit) bool {
	words := wordsOf(v.operands)
	for _, f := range v.operands {
		if !f.exact() {
			return false
		}
	}
	if n := len(words); n == 2 && (words[1] == "status" || words[1] == "--status") {
		return true
	}
	return len(words) > 0 && (words[0] == "show" || words[0] == "list" || words[0] == "ls") && (v.name == "tc" || v.name == "bridge")
}

// analyzeAt is at(1) and batch(1), which give their standard input to a shell
// later. What it says is judged as if that shell ran now, in addition.
func analyzeAt(v *visit) bool {
	from, given := v.arg("-f")
	if in := v.sc.stdin; in.kind == stdinText && (!given || from.text == "/dev/stdin" || from.text == "-") && !v.has("-l", "-c", "-d", "-r") {
		v.r.suspectText(v.sc, in.text, "sh", v.fields[0].span)
	}
	return false
}

// ownHost names this machine.
func ownHost(host string) bool {
	return host == "localhost" || host == "::1" || host == "[::1]" || host == "ip6-localhost" || host == "0.0.0.0" || strings.HasPrefix(host, "127.") && strings.Trim(host, "0123456789.") == ""
}

// suspectWords judges the words that a shell of this machine gets in a way
// that cannot be followed.
func (v *visit) suspectWords(words []field) {
	parts := make([]string, len(words))
	for i, f := range words {
		if !f.exact() {
			return
		}
		parts[i] = f.text
	}
	v.spelledOut(strings.Join(parts, " "), words[0])
}
