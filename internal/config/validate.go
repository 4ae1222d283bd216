package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// FieldError says that one value cannot be used. Validate makes it without an
// origin, which Load adds, as only Load knows where a value was read.
type FieldError struct {
	Field   string
	Message string
	Origin  Origin
}

// Error names the field, what is wrong, and where the value came from.
func (e *FieldError) Error() string {
	if e.Origin.Name != "" && e.Origin.Name != e.Field {
		return fmt.Sprintf("%s (%s): %s", e.Field, e.Origin.Name, e.Message)
	}
	return e.Field + ": " + e.Message
}

// Presets and Builders are the words that policy.preset and confine.builder may be.
func Presets() []string { return []string{"strict", "standard", "contained"} }

// Builders lists the ways to build a sandbox.
func Builders() []string {
	return []string{"auto", "zygote", "thread", "bubblewrap", "microvm", "none"}
}

// Accels lists what can run a virtual machine.
func Accels() []string { return []string{"kvm", "tcg", "auto"} }

// checker collects every wrong field, so that an operator mends all at once.
type checker struct{ errs []error }

func (k *checker) fail(field, format string, args ...any) {
	k.errs = append(k.errs, &FieldError{Field: field, Message: fmt.Sprintf(format, args...)})
}

// require notes a field as wrong unless ok.
func (k *checker) require(ok bool, field, format string, args ...any) {
	if !ok {
		k.fail(field, format, args...)
	}
}

// Validate checks every value. Its error joins one *FieldError a wrong field.
//
// It looks at values alone, never at files or hosts: what is written is
// checked, not what is there. A kernel or an image of the virtual machine where
// agents may write would let them change what confines them.
func (c Config) Validate() error {
	var k checker
	c.checkNATS(&k)
	c.checkPaths(&k)
	for i, host := range c.Hosts.Allow {
		k.require(validHost(host), "hosts.allow", "entry %d, %q, is neither a host name nor a CIDR", i+1, host)
	}
	k.oneOf("policy.preset", c.Policy.Preset, Presets())
	agents := map[string]bool{}
	for _, entry := range c.Policy.Profiles {
		p, err := ReadProfile(entry)
		if err != nil {
			k.fail("policy.profiles", "%v", err)
			continue
		}
		k.require(!agents[p.Agent], "policy.profiles", "agent %q stands twice", p.Agent)
		agents[p.Agent] = true
	}
	k.oneOf("confine.builder", c.Confine.Builder, Builders())
	k.oneOf("confine.microvm.accel", c.Confine.MicroVM.Accel, Accels())
	for field, at := range map[string]string{"confine.microvm.kernel": c.Confine.MicroVM.Kernel, "confine.microvm.image": c.Confine.MicroVM.Image} {
		for _, dir := range append([]string{c.Scratch}, c.Workspace...) {
			k.require(at == "" || !within(at, dir), field, "%q lies where agents may write; they could change what confines them", at)
		}
	}
	k.require(c.Actuators.Default != "", "actuators.default", "is empty; name an actuator, for example tui")
	c.Limits.check(&k)
	return errors.Join(k.errs...)
}

// oneOf asks for one of some words, which the message lists.
func (k *checker) oneOf(field, got string, words []string) {
	k.require(slices.Contains(words, got), field, "%q is none of %s", got, strings.Join(words, ", "))
}

// checkNATS checks how the bus is reached. A URL and a context both say it, and
// which of them would count nobody should have to know. The prefix becomes a
// token of every subject, where a dot or a wildcard would mean something.
func (c Config) checkNATS(k *checker) {
	if c.NATS.URL != "" {
		for one := range strings.SplitSeq(c.NATS.URL, ",") {
			u, err := url.Parse(strings.TrimSpace(one))
			ok := err == nil && u.Host != "" && slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme)
			k.require(ok, "nats.url", "%q is no NATS URL; write nats://host:4222", one)
		}
		k.require(c.NATS.Context == "", "nats.context", "is set beside nats.url; choose one")
	}
	_, err := netip.ParseAddr(c.NATS.Listen)
	k.require(err == nil, "nats.listen", "%q is no IP address", c.NATS.Listen)
	k.require(c.NATS.Port >= 0 && c.NATS.Port <= 65535, "nats.port", "%d is no TCP port", c.NATS.Port)
	k.require(validPrefix(c.NATS.Prefix), "nats.prefix", "%q is no subject token: letters and digits only", c.NATS.Prefix)
}

// validPrefix takes less than NATS would: letters and digits, as names of
// streams and buckets are made of it, too.
func validPrefix(s string) bool {
	return s != "" && len(s) <= 32 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}

// checkPaths keeps agents' folders and the worker's apart: a workspace that
// holds the state folder would hand its keys to every agent. Neither may the
// files of policy.files lie where agents may write; those of policy.profiles
// are not looked at. It goes by names; whoever draws borders follows the links.
func (c Config) checkPaths(k *checker) {
	k.require(filepath.IsAbs(c.StateDir), "state_dir", "%q is no absolute path", c.StateDir)
	k.require(filepath.IsAbs(c.Scratch), "scratch", "%q is no absolute path", c.Scratch)
	k.require(len(c.Workspace) > 0, "workspace", "is empty; name a folder in which agents may work")
	theirs := map[string][]string{"workspace": c.Workspace, "scratch": {c.Scratch}}
	for _, field := range []string{"workspace", "scratch"} {
		for _, dir := range theirs[field] {
			k.require(filepath.IsAbs(dir), field, "%q is no absolute path", dir)
			k.require(filepath.Clean(dir) != "/", field, "is the whole file system; name a folder")
			k.require(!within(c.StateDir, dir) && !within(dir, c.StateDir), field,
				"%q and state_dir %q lie inside one another; agents must not reach the worker's state", dir, c.StateDir)
		}
	}
	for field, files := range map[string][]string{"policy.files": c.Policy.Files, "policy.profiles": c.Policy.profileFiles()} {
		for _, file := range files {
			for _, dir := range append([]string{c.Scratch}, c.Workspace...) {
				k.require(!within(file, dir), field, "%q lies where agents may write; they could change their own rules", file)
			}
		}
	}
}

// profileFiles are the rule files of single agents. What cannot be read as a
// profile names none; there is another complaint about it.
func (p Policy) profileFiles() []string {
	var out []string
	for _, entry := range p.Profiles {
		if one, err := ReadProfile(entry); err == nil && one.File != "" {
			out = append(out, one.File)
		}
	}
	return out
}

// RuleFiles are all files whose rules are in force, for everybody or for single
// agents. Whoever can write one decides what he may do.
func (p Policy) RuleFiles() []string { return slices.Concat(p.Files, p.profileFiles()) }

// within reports whether path is dir or below it, by name alone. Of paths that
// are not absolute it says no, for which there is another complaint.
func within(path, dir string) bool {
	if !filepath.IsAbs(path) || !filepath.IsAbs(dir) {
		return false
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
}

// validHost takes an address, a network, a name, a name behind "*.", and each
// but a network with a port. Names are those of RFC 1123; they are not looked
// up.
func validHost(s string) bool {
	if _, err := netip.ParsePrefix(s); err == nil {
		return true
	}
	if _, err := netip.ParseAddr(s); err == nil {
		return true
	}
	if host, port, err := net.SplitHostPort(s); err == nil {
		n, err := strconv.ParseUint(port, 10, 16)
		return err == nil && n > 0 && !strings.Contains(host, "/") && validHost(host)
	}
	name := strings.TrimPrefix(s, "*.")
	if name == "" || len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if !validLabel(label) {
			return false
		}
	}
	return true
}

// validLabel follows RFC 1123, section 2.1.
func validLabel(s string) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
	})
}

// check bounds the bounds: a limit of zero or of years is a mistake.
func (l Limits) check(k *checker) {
	between := func(field string, d Duration, lo, hi time.Duration) {
		k.require(d.Duration >= lo && d.Duration <= hi, "limits."+field, "%v is not between %v and %v", d.Duration, lo, hi)
	}
	const day = 24 * time.Hour
	between("timeout_max", l.TimeoutMax, time.Second, time.Hour)
	between("timeout", l.Timeout, time.Second, max(time.Second, l.TimeoutMax.Duration))
	between("stop_grace", l.StopGrace, 100*time.Millisecond, time.Minute)
	between("event_age", l.EventAge, time.Second, 30*day)
	between("plan_deadline", l.PlanDeadline, time.Second, 30*day)
	between("execute_within", l.ExecuteWithin, time.Second, day)
	between("cpu", l.CPU, 0, day)

	number := func(field string, n, lo, hi int64) {
		k.require(n >= lo && n <= hi, "limits."+field, "%d is not between %d and %d", n, lo, hi)
	}
	number("output", int64(l.Output), 1000, int64(10*MB))
	number("event", int64(l.Event), 1024, int64(8*MiB))
	number("command", int64(l.Command), 256, int64(MiB))
	number("tree_depth", int64(l.TreeDepth), 4, 512)
	number("commands", int64(l.Commands), 1, 10_000)
	number("loop_depth", int64(l.LoopDepth), 0, 64)
	number("parallel", int64(l.Parallel), 1, 1024)
	number("rate", int64(l.Rate), 1, 1_000_000)
	number("burst", int64(l.Burst), 1, 1_000_000)
	number("quota", int64(l.Quota), 1, 1_000_000_000)
	number("session_budget", int64(l.SessionBudget), 0, 1_000_000_000)
	number("open_plans", int64(l.OpenPlans), 1, 10_000)
	number("memory", int64(l.Memory), 0, 1<<50)
	number("disk", int64(l.Disk), 0, 1<<50)
	number("processes", int64(l.Processes), 0, 1<<22)
}
