package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// machineKernel is where an unpacked kernel package lies; the host's own kernel
// does where it has the modules. Nothing is fetched.
func machineKernel() string {
	if root := os.Getenv("PP_KERNEL_ROOT"); root != "" {
		return root
	}
	return "/"
}

// TestMachine: build its parts, choose it, and everything runs in a virtual
// machine; without its parts the worker does not start, and says what to do.
func TestMachine(t *testing.T) {
	t.Parallel()
	s := newSite(t, "--set", "confine.builder=microvm", "--set", "confine.microvm.accel=tcg", "--set", "policy.preset=contained")
	if _, err := s.tryStart(); err == nil || !strings.Contains(err.Error(), "worker microvm build") && !strings.Contains(err.Error(), "qemu-system-x86") {
		t.Fatalf("without a kernel: %v", err)
	}
	if _, err := os.Stat("/usr/bin/qemu-system-x86_64"); err != nil {
		missing(t, "QEMU", err)
		return
	}
	if got := s.client("microvm", "build", "--root", machineKernel()); got.code != 0 {
		if !strings.Contains(got.stderr, "linux-image") {
			t.Errorf("the refusal to build: %s", got.stderr)
		}
		missing(t, "a kernel with 9p and virtio modules", os.ErrNotExist)
		return
	} else if !strings.Contains(got.stdout, "builder: microvm") || !strings.Contains(got.stdout, filepath.Join(s.state(), "microvm", "kernel")) {
		t.Errorf("build says %s", got.stdout)
	}
	w := s.start()
	agent := w.connect("agent", "agent")
	in := follow(t, agent, "pp.feedback.agent.>")
	command := run("uname -r; grep -c hypervisor /proc/cpuinfo; pwd; echo kept > from-the-machine; echo said >&2; exit 7", map[string]any{"shell": true, "timeout": 60})
	script := map[string]any{"target": "shell", "op": "run_script", "intent": "an end to end test", "params": map[string]any{
		"language": "sh", "content": "read x < from-the-machine; echo \"$x\"; grep -c : /proc/net/dev"}}
	later := map[string]any{"target": "shell", "op": "run_background", "intent": "an end to end test", "params": map[string]any{"command": "sleep 60"}}
	publish(t, agent, "pp.request.agent", structured(t, "m1", requestType, command))
	f := in.final("m1")
	var r struct {
		shellResult
		Synthesis bool `json:"synthesis"`
	}
	unmarshal(t, f.Result, &r)
	lines := strings.Fields(r.Stdout)
	if r.ExitCode != 7 || r.Stderr != "said\n" || len(lines) != 3 || lines[2] != s.workspace() {
		t.Errorf("the command: %s %s %+v", f.Kind, f.Result, f.Error)
	}
	host, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) > 1 && lines[0] == strings.TrimSpace(string(host)) && machineKernel() != "/" {
		t.Errorf("it ran on the host's kernel %s", lines[0])
	}
	for _, layer := range []string{"microvm", "landlock", "seccomp", "egress"} {
		if !strings.Contains("+"+r.Confinement+"+", "+"+layer+"+") {
			t.Errorf("no layer %s in %q", layer, r.Confinement)
		}
	}
	if raw, err := os.ReadFile(filepath.Join(s.workspace(), "from-the-machine")); err != nil || string(raw) != "kept\n" {
		t.Errorf("what it wrote: %q, %v", raw, err)
	}
	publish(t, agent, "pp.request.agent", structured(t, "m2", requestType, script))
	if f = in.final("m2"); f.Error != nil {
		t.Fatalf("the script: %+v\n%s", f.Error, w.stderr)
	}
	unmarshal(t, f.Result, &r)
	if f.Kind != "tool-output" || r.Stdout != "kept\n1\n" || !r.Synthesis { // only the loopback
		t.Errorf("the script: %s %s %+v", f.Kind, f.Result, f.Error)
	}
	publish(t, agent, "pp.request.agent", structured(t, "m3", requestType, later))
	if f = in.final("m3"); f.Error == nil || f.Error.Code != "unavailable" || !strings.Contains(f.Error.Message, "virtual machine") || f.Error.Hint == "" {
		t.Errorf("in the background: %s %s", f.Kind, strconv.Quote(string(f.Result)))
	}
}
