package confine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
	"passepartout/process"
)

// Accelerators of a virtual machine.
const (
	AccelKVM = "kvm"
	AccelTCG = "tcg" // emulated: slow, and no boundary of the processor's
)

// MicroVM says where the parts of a virtual machine are. Kernel and Image are
// what BuildMicroVM makes.
type MicroVM struct {
	Kernel string
	Image  string
	Accel  string // "" is AccelKVM
}

// microVM runs each command in a virtual machine of its own: QEMU's microvm
// machine with this binary as first process. The machine's process is held by
// Landlock and seccomp to what the profile permits, so that even a guest whose
// kernel has fallen reads and writes what was cleared; inside it the command is
// in a zygote. What Landlock cannot hold is left to that zygote's mounts: a
// fallen guest could list names and change modes and times of its user's files.
type microVM struct {
	cfg    MicroVM
	qemu   string
	cpu    string
	clock  int64   // ticks a millisecond, where the guest must be told
	host   *thread // its rules and groups hold the machine's process
	filter spawn.Filter
	guest  []string // layers that the guest has told of
	now    func() time.Time
}

var _ builder = (*microVM)(nil)

const (
	// bootPatience bounds the time until the guest speaks.
	bootPatience = 60 * time.Second
	// guestMemory is what kernel, image and caches of a guest need.
	guestMemory = 256 << 20
	// machineMemory is what QEMU itself needs beside the guest's memory.
	machineMemory = 256 << 20
)

func openMicroVM(ctx context.Context, cfg Config) (*microVM, error) {
	no := func(format string, args ...any) (*microVM, error) {
		return nil, &UnavailableError{Builder: BuilderMicroVM, Missing: []string{LayerMicroVM}, Why: fmt.Sprintf(format, args...)}
	}
	m := &microVM{cfg: cfg.MicroVM, now: cfg.Now, filter: seccompFilter(seccompRules{modes: true})}
	switch m.cfg.Accel {
	case "", AccelKVM:
		m.cfg.Accel = AccelKVM
		if c := probeMicroVM(); !c.Available {
			return no("%s; %s, or choose the accelerator tcg, which emulates", c.Detail, c.Mend)
		}
	case AccelTCG:
	default:
		return no("there is no accelerator %q", m.cfg.Accel)
	}
	switch {
	case !spawn.Supported:
		return no("%v", spawn.ErrUnsupported)
	case runtime.GOARCH != "amd64":
		return no("QEMU has no microvm machine for %s", runtime.GOARCH)
	case landlockABI() == 0:
		return no("without Landlock nothing would hold the machine's process to the profile")
	}
	for _, at := range []string{"/usr/bin/qemu-system-x86_64", "/usr/local/bin/qemu-system-x86_64"} { // never by PATH
		if st, err := os.Stat(at); err == nil && st.Mode().IsRegular() {
			m.qemu = at
			break
		}
	}
	if m.qemu == "" {
		return no("qemu-system-x86_64 is not installed; install the package qemu-system-x86")
	}
	for what, at := range map[string]string{"kernel": m.cfg.Kernel, "image": m.cfg.Image} {
		if st, err := os.Stat(at); at == "" || err != nil || !st.Mode().IsRegular() {
			return no("there is no %s at %q; build both with: worker microvm build", what, at)
		}
	}
	m.host = &thread{abi: landlockABI(), caps: lastCapability(), now: cfg.Now, owners: map[string]*group{}, parts: map[string]*parts{}}
	if g, err := findGroups(); err == nil {
		m.host.groups = g.withoutMemory()
	}
	return m, m.prove(ctx)
}

// prove boots a machine and lets a command inside tell what it has become.
// Some hosts cannot give a guest all that their processor has, so a second
// model is tried.
func (m *microVM) prove(ctx context.Context) error {
	models := []string{"host", "host,arch-capabilities=off"}
	if m.cfg.Accel == AccelTCG {
		models, m.clock = []string{"max"}, ticksPerMilli()
	}
	var failed error
	for _, m.cpu = range models {
		err := prove(ctx, m)
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
		if errors.Is(err, errSilent) {
			break // it started; another model would take as long
		}
	}
	return errors.Join(&UnavailableError{Builder: BuilderMicroVM, Missing: []string{LayerMicroVM},
		Why: "no machine boots: " + failed.Error()}, m.close(ctx))
}

func (m *microVM) layers() []string {
	out := []string{LayerMicroVM}
	if m.cfg.Accel == AccelKVM {
		out = append(out, LayerKVM)
	}
	return append(out, m.guest...)
}

func (m *microVM) close(ctx context.Context) error { return m.host.close(ctx) }

func (m *microVM) start(ctx context.Context, owner string, p Profile, s process.Spec, stdio [3]*os.File) (int, process.Child, error) {
	switch {
	case len(p.Hosts) > 0:
		return 0, nil, &UnavailableError{Builder: BuilderMicroVM, Missing: []string{LayerEgress}, Why: "a machine has no network device"}
	case s.Detached:
		return 0, nil, &UnavailableError{Builder: BuilderMicroVM, Why: "a machine ends with its worker, so nothing can be left running in it"}
	}
	v := &machine{gate: p.Gate, done: make(chan struct{}), served: make(chan struct{}), booted: make(chan []string, 1)}
	if err := v.boot(ctx, m, owner, p, s, stdio); err != nil {
		return 0, nil, err
	}
	layers, err := v.awaitBoot(ctx)
	if err != nil {
		kctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return 0, nil, errors.Join(err, v.Kill(kctx))
	}
	if m.guest == nil {
		m.guest = layers // while the builder proves itself: nobody else is here yet
	}
	e := errand{
		uid: os.Geteuid(), gid: os.Getegid(), now: m.now(), stdin: v.input != nil, gated: p.Gate != nil,
		profile: p, spec: s,
	}
	if err := v.out.send(frameRequest, e.encode()); err != nil {
		return 0, nil, errors.Join(fmt.Errorf("microvm: %w", err), v.Kill(context.WithoutCancel(ctx)))
	}
	return v.pid, v, nil
}

// plan restricts the machine's process as a command would be restricted, with
// what a machine needs beyond.
func (m *microVM) plan(owner string, p Profile) (plan spawn.Plan, done func(), err error) {
	rules, err := m.host.rules(p)
	if err != nil {
		return plan, nil, fmt.Errorf("microvm: %w", err)
	}
	for _, r := range []struct {
		path   string
		rights uint64
	}{
		{m.qemu, mayRead}, {"/usr", mayRead}, {"/lib", mayRead}, {"/lib64", mayRead}, {"/etc/ld.so.cache", mayRead},
		{m.cfg.Kernel, mayRead}, {m.cfg.Image, mayRead}, {"/dev/kvm", mayDevice},
		{"/", unix.LANDLOCK_ACCESS_FS_READ_DIR}, // what is shared begins here; a zygote in the guest shows less
	} {
		if err := rules.trust(r.path, r.rights); err != nil {
			return plan, nil, errors.Join(err, rules.file.Close())
		}
	}
	limits := m.limits(p.Limits)
	group, err := m.host.group(owner, limits)
	if err != nil {
		return plan, nil, errors.Join(err, rules.file.Close())
	}
	steps := []spawn.Step{spawn.Session()}
	steps = append(steps, limitSteps(limits, false, false)...)
	steps = append(steps, dropPrivileges(m.host.caps)...)
	steps = append(steps, restrictSelf(4), applyFilter(m.filter))
	plan = spawn.Plan{Files: []int{int(rules.file.Fd())}, Init: []spawn.Step{spawn.Subreaper()}, Exec: steps}
	closing, err := group.enter(&plan)
	if err != nil {
		return plan, nil, errors.Join(err, rules.file.Close())
	}
	return plan, func() { closing(); _ = rules.file.Close() }, nil
}

// limits of the machine's process: those of the command hold inside it.
func (m *microVM) limits(l Limits) Limits {
	l.Memory = m.memory(l) + machineMemory
	l.PIDs = 256
	l.CPU = 1 << 20 * time.Second
	l.Files = 16384
	l.FileSize += 1 << 20 // the command meets its own limit first
	return l
}

// memory of the guest. A machine takes of it only what is used.
func (m *microVM) memory(l Limits) int64 { return l.Memory + l.Temp + guestMemory }

func (m *microVM) processors(l Limits) int {
	if m.cfg.Accel == AccelTCG {
		return 1 // emulated ones wait for one another
	}
	return max(1, min(runtime.NumCPU(), int(l.CPUShare+0.999)))
}

// argv of QEMU. control and input are descriptors of sockets; input is -1 for
// none.
func (m *microVM) argv(l Limits, control, input int) []string {
	words := []string{
		"console=ttyS0", "quiet", "panic=-1", "reboot=t", "rdinit=" + guestInit, "random.trust_cpu=on",
		"no_timer_check", "rcupdate.rcu_expedited=1", "8250.nr_uarts=1", "cryptomgr.notests", "GOTRACEBACK=none",
	}
	if m.clock > 0 { // a guest that measures it while it is emulated may get stuck
		words = append(words, "highres=off", "nohz=off", "tsc_early_khz="+strconv.FormatInt(m.clock, 10))
	}
	args := []string{
		"qemu", "-M", "microvm,acpi=on,x-option-roms=off", "-accel", m.cfg.Accel, "-cpu", m.cpu,
		"-smp", strconv.Itoa(m.processors(l)), "-m", strconv.FormatInt(m.memory(l)>>20, 10) + "M",
		"-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-nic", "none", "-serial", "stdio",
		"-kernel", m.cfg.Kernel, "-initrd", m.cfg.Image, "-append", strings.Join(words, " "),
		"-fsdev", "local,id=root,path=/,security_model=none,multidevs=remap", "-device", "virtio-9p-device,fsdev=root,mount_tag=" + guestTag,
		"-device", "virtio-serial-device",
		"-chardev", "socket,id=control,fd=" + strconv.Itoa(control), "-device", "virtserialport,chardev=control,name=" + portControl,
	}
	if input >= 0 {
		return slices.Concat(args, []string{"-chardev", "socket,id=input,fd=" + strconv.Itoa(input),
			"-device", "virtserialport,chardev=input,name=" + portInput})
	}
	return slices.Concat(args, []string{"-chardev", "null,id=input", "-device", "virtserialport,chardev=input,name=" + portInput})
}
