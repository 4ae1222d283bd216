package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// Accelerators of a virtual machine.
const (
	AccelKVM  = "kvm"
	AccelTCG  = "tcg"  // emulated: slow, and no boundary of the processor's
	AccelAuto = "auto" // KVM where a machine boots with it, otherwise emulated
)

// MicroVM says where the parts of a virtual machine are. Kernel and Image are
// what BuildMicroVM makes.
type MicroVM struct {
	Kernel string
	Image  string
	Accel  string // "" is AccelKVM
}

// microVM runs each command in a virtual machine of its own: QEMU's microvm
// machine with this binary as first process. The machine's process is itself a
// command in a zygote, of that machine alone: what the profile does not show is
// not there for it, so that even a guest whose kernel has fallen, and QEMU with
// it, reads and changes what was cleared. Inside the guest the command is in a
// zygote once more.
type microVM struct {
	cfg    MicroVM
	accel  string // the one in use
	qemu   string
	cpu    string
	clock  int64 // ticks a millisecond, where the guest must be told
	host   Config
	groups *groups  // nil: none can be made
	guest  []string // layers that the guest has told of

	release string        // of the guest's kernel
	booted  time.Duration // what the proof's machine took
	without error         // why AccelAuto came to another accelerator than KVM
}

var _ builder = (*microVM)(nil)

const (
	// These bound the time until a guest speaks: one that the processor runs,
	// and the first and the second that are emulated.
	kvmPatience  = 10 * time.Second
	hangPatience = 20 * time.Second
	bootPatience = 60 * time.Second
	// guestMemory is what kernel, image and caches of a guest need.
	guestMemory = 256 << 20
	// machineMemory is what QEMU itself needs beside the guest's memory.
	machineMemory = 256 << 20
	// reservedMemory is what QEMU reserves and hardly uses, an emulator's code
	// buffer and stacks, which counts where the limit is an rlimit.
	reservedMemory = 2 << 30
)

func openMicroVM(ctx context.Context, cfg Config) (*microVM, error) {
	no := func(format string, args ...any) (*microVM, error) {
		return nil, &UnavailableError{Builder: BuilderMicroVM, Missing: []string{LayerMicroVM}, Why: fmt.Sprintf(format, args...)}
	}
	m := &microVM{cfg: cfg.MicroVM, host: cfg}
	var accels []string
	switch m.cfg.Accel {
	case "", AccelKVM:
		accels = []string{AccelKVM}
	case AccelTCG:
		accels = []string{AccelTCG}
	case AccelAuto:
		accels = []string{AccelKVM, AccelTCG}
	default:
		return no("there is no accelerator %q", m.cfg.Accel)
	}
	switch {
	case !spawn.Supported:
		return no("%v", spawn.ErrUnsupported)
	case runtime.GOARCH != "amd64":
		return no("QEMU has no microvm machine for %s", runtime.GOARCH)
	}
	if m.qemu = findQEMU(); m.qemu == "" {
		return no("qemu-system-x86_64 is not installed; install the package qemu-system-x86")
	}
	for _, part := range []struct {
		what string
		at   *string
	}{{"kernel", &m.cfg.Kernel}, {"image", &m.cfg.Image}} {
		real, err := filepath.EvalSymlinks(*part.at) // a link cannot be shown to QEMU
		if st, serr := os.Lstat(real); err != nil || serr != nil || !st.Mode().IsRegular() {
			return no("there is no %s at %q; build both with: worker microvm build", part.what, *part.at)
		}
		*part.at = real
	}
	// The machine's process needs a sandbox, too.
	z, err := openZygotes(ctx, cfg)
	if err != nil {
		return no("nothing would hold the machine's process: %s", firstReason(err))
	}
	if err := z.close(ctx); err != nil {
		return no("%v", err)
	}
	m.groups, m.host.Prepared = z.groups, -1 // each serves one machine
	return m, m.prove(ctx, accels)
}

// findQEMU never looks by PATH: who writes there would confine us.
func findQEMU() string {
	for _, at := range []string{"/usr/bin/qemu-system-x86_64", "/usr/local/bin/qemu-system-x86_64"} {
		if st, err := os.Stat(at); err == nil && st.Mode().IsRegular() {
			return at
		}
	}
	return ""
}

// prove boots a machine with the first accelerator that can, and lets a command
// inside tell what it has become.
func (m *microVM) prove(ctx context.Context, accels []string) error {
	var failed error
	for _, m.accel = range accels {
		err := m.proveAccel(ctx)
		if err == nil {
			m.without = failed
			return nil
		}
		failed = errors.Join(failed, err)
	}
	why := failed.Error()
	if len(accels) == 1 && accels[0] == AccelKVM {
		why += "; give the host a KVM that boots a machine, or choose the accelerator tcg, which emulates, or auto"
	}
	return &UnavailableError{Builder: BuilderMicroVM, Missing: []string{LayerMicroVM}, Why: why}
}

// proveAccel tries one accelerator. Some hosts cannot give a guest all that
// their processor has, so a second model is tried.
func (m *microVM) proveAccel(ctx context.Context) error {
	models := []string{"host", "host,arch-capabilities=off"}
	if m.accel == AccelTCG {
		models, m.clock = []string{"max"}, ticksPerMilli()
	} else if c := probeKVM(); !c.Available {
		return fmt.Errorf("%s: %s", m.accel, c.Detail)
	}
	var failed error
	for _, m.cpu = range models {
		err := prove(ctx, m, -1)
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
		if errors.Is(err, errSilent) {
			break // it started; another model would take as long
		}
	}
	return fmt.Errorf("%s: no machine boots: %w", m.accel, failed)
}

// details says what the machines are made of.
func (m *microVM) details() string {
	s := fmt.Sprintf("accelerator %s, booted in %d ms, kernel %s (%s), image %s", m.accel, m.booted.Milliseconds(),
		m.cfg.Kernel, printable(m.release), m.cfg.Image)
	if m.without != nil {
		s += "; not by " + strings.ReplaceAll(m.without.Error(), "\n", "; ")
	}
	return s
}

func (m *microVM) layers() []string {
	out := []string{LayerMicroVM}
	if m.accel == AccelKVM {
		out = append(out, LayerKVM)
	}
	return append(out, m.guest...)
}

// close has nothing to end: each machine ends with its command.
func (m *microVM) close(context.Context) error { return nil }

func (m *microVM) start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	if s.Detached {
		return 0, nil, fmt.Errorf("%w: %w", ErrDetached, &UnavailableError{Builder: BuilderMicroVM, Why: "a machine ends with its worker"})
	}
	v, err := m.raise(ctx, owner, p, stdio)
	if err != nil {
		return 0, nil, err
	}
	e := errand{
		uid: os.Geteuid(), gid: os.Getegid(), now: m.host.Now(), stdin: v.input, gated: p.Gate != nil,
		profile: p, spec: s,
	}
	if err := v.send(e); err != nil {
		return 0, nil, errors.Join(err, v.turnOff(ctx))
	}
	return v.pid, v, nil
}

// raise boots a machine. An emulated kernel hangs now and then before it has
// said anything; nothing was run in it, so there is a second one.
func (m *microVM) raise(ctx context.Context, owner string, p Profile, stdio [3]*os.File) (*machine, error) {
	waits := []time.Duration{kvmPatience}
	if m.accel == AccelTCG {
		waits = []time.Duration{hangPatience, bootPatience}
	}
	var failed error
	for _, patience := range waits {
		v := &machine{gate: p.Gate, done: make(chan struct{}), served: make(chan struct{}), lined: make(chan struct{}), booted: make(chan [2][]string, 1)}
		began := m.host.Now()
		if err := v.boot(ctx, m, owner, p, stdio); err != nil {
			return nil, err
		}
		said, err := v.awaitBoot(ctx, patience)
		if err == nil {
			m.learn(said, m.host.Now().Sub(began))
			return v, nil
		}
		if failed = errors.Join(err, v.turnOff(ctx)); !errors.Is(err, errSilent) {
			break
		}
	}
	return nil, failed
}

// learn keeps what the first guest says of itself: the one that proves the
// builder, while nobody else is here yet.
func (m *microVM) learn(said [2][]string, took time.Duration) {
	if m.guest != nil {
		return
	}
	m.guest, m.booted = said[1], took
	if len(said[0]) > 1 {
		m.release = said[0][1]
	}
}

// profile of the machine's process: that of the command, with what QEMU needs
// and without what only serves to share a sandbox between commands. No host is
// cleared for it: connections are lines.
func (m *microVM) profile(p Profile) Profile {
	p.Read = slices.Concat(p.Read, []string{"/usr", "/lib", "/lib64", "/etc/ld.so.cache"})
	p.ViewWrite, p.Hosts, p.Gate, p.Scratch = nil, nil, nil, ""
	p.machine, p.kvm = []string{m.cfg.Kernel, m.cfg.Image}, m.accel == AccelKVM
	p.Limits = m.limits(p.Limits)
	return p
}

// limits of the machine's process: those of the command hold inside it.
func (m *microVM) limits(l Limits) Limits {
	l.Memory = m.memory(l) + machineMemory
	if m.groups == nil {
		l.Memory += reservedMemory
	}
	l.PIDs = 256
	l.CPU = 1 << 20 * time.Second
	l.Files = 16384
	l.FileSize += 1 << 20 // the command meets its own limit first
	return l
}

// memory of the guest. A machine takes of it only what is used.
func (m *microVM) memory(l Limits) int64 { return l.Memory + l.Temp + guestMemory }

func (m *microVM) processors(l Limits) int {
	if m.accel == AccelTCG {
		return 1 // emulated ones wait for one another
	}
	return max(1, min(runtime.NumCPU(), int(l.CPUShare+0.999)))
}

// argv of QEMU, whose three descriptors are the sockets of control port, lines
// and console. It has no device but these and the host's files. Their modes and
// owners are the worker's own (security_model none): set-user-id bits, devices
// and foreign owners are refused by the sandbox that QEMU is in, and by the
// filter that it puts on itself.
func (m *microVM) argv(l Limits) []string {
	words := []string{
		"console=ttyS0", "quiet", "panic=-1", "reboot=t", "rdinit=" + guestInit, "random.trust_cpu=on",
		"no_timer_check", "rcupdate.rcu_expedited=1", "8250.nr_uarts=1", "cryptomgr.notests", "GOTRACEBACK=none",
	}
	if m.clock > 0 { // a guest that measures it while it is emulated may get stuck
		words = append(words, "highres=off", "nohz=off", "tsc_early_khz="+strconv.FormatInt(m.clock, 10))
	}
	return []string{
		"qemu", "-M", "microvm,acpi=on,x-option-roms=off", "-accel", m.accel, "-cpu", m.cpu,
		"-smp", strconv.Itoa(m.processors(l)), "-m", strconv.FormatInt(m.memory(l)>>20, 10) + "M",
		"-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-nic", "none",
		"-sandbox", "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
		"-kernel", machineParts + "/0", "-initrd", machineParts + "/1", "-append", strings.Join(words, " "),
		"-fsdev", "local,id=root,path=/,security_model=none,multidevs=remap", "-device", "virtio-9p-device,fsdev=root,mount_tag=" + guestTag,
		"-chardev", "socket,id=console,fd=2", "-serial", "chardev:console",
		"-device", "virtio-serial-device",
		"-chardev", "socket,id=control,fd=0", "-device", "virtserialport,chardev=control,name=" + portControl,
		"-chardev", "socket,id=lines,fd=1", "-device", "virtserialport,chardev=lines,name=" + portLines,
	}
}
