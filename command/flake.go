package command

import "strings"

// flakeHere reports whether nix is told to stay offline and to look at nothing but the
// flake of the folder: then what runs is what the project's own build says. Options that
// put other inputs, stores or settings in its place are not among those that are known.
func (v *visit) flakeHere() bool {
	offline, operand := false, false
	for i := 1; i < len(v.fields); i++ {
		w := v.fields[i]
		if !w.exact() {
			return false
		}
		switch w.text {
		case "--offline":
			offline = true
		case "build", "eval", "develop", "run", "flake", "show", "metadata", "check", "lock", "fmt", "path-info", "derivation", "why-depends", "log":
		case "--no-build", "--json", "--raw", "--no-link", "--print-build-logs", "-L", "--show-trace", "--impure", "--strict", "--all-systems", "-s", "-S", "-h", "-r", "--recursive", "--quiet", "--print-out-paths", "--dry-run":
		case "--apply", "--expr":
			i++
		case "-c", "--command", "--":
			if rest := v.fields[i+1:]; operand && offline && w.text != "--" && len(rest) > 0 { // the entry sees it before operands alone
				v.r.within(v.name, func() { v.r.exec(v.sc, rest) })
			}
			return offline
		default:
			if w.text != "." && !strings.HasPrefix(w.text, ".#") || strings.ContainsAny(w.text, ":?") {
				return false
			}
			operand = true
		}
	}
	return offline
}
