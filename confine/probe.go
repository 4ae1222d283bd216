package confine

import (
	"context"
	"errors"
	"os"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"passepartout/internal/spawn"
)

// Capability says of one layer or builder whether this host offers it.
type Capability struct {
	Name      string `json:"name"`
	Available bool   `json:"available"`
	Detail    string `json:"detail,omitempty"` // what was found, or why not
	Mend      string `json:"mend,omitempty"`   // how to get it
}

// Capabilities is what this host can enforce, for `worker doctor`.
type Capabilities struct {
	Builders []Capability `json:"builders"` // best first
	Layers   []Capability `json:"layers"`
	Auto     string       `json:"auto"` // what builder auto means here; "none" if nothing works
	// Enforced are the layers of that builder.
	Enforced []string `json:"enforced"`
}

// Probe tries every builder by running a child under it, and looks at what the
// kernel offers. It changes nothing.
func Probe(ctx context.Context) Capabilities {
	c := Capabilities{Auto: BuilderNone, Enforced: []string{}}
	cfg := Config{}.withDefaults()
	for _, name := range automatic() {
		b, err := open(ctx, name, cfg)
		one := Capability{Name: name, Available: err == nil}
		if err != nil {
			one.Detail = firstReason(err)
			one.Mend = mendBuilder(name)
		} else {
			if c.Auto == BuilderNone {
				c.Auto, c.Enforced = name, b.layers()
			}
			if err := b.close(ctx); err != nil {
				one.Detail = err.Error()
			}
		}
		c.Builders = append(c.Builders, one)
	}
	c.Layers = []Capability{probeReaper(), probeNamespaces(), probeLandlock(), probeSeccomp(), probeGroups()}
	return c
}

func firstReason(err error) string {
	if u, ok := errors.AsType[*UnavailableError](err); ok {
		if u.Why != "" {
			return u.Why
		}
	}
	return err.Error()
}

func mendBuilder(name string) string {
	switch name {
	case BuilderZygote:
		return "allow user namespaces to this user: sysctl user.max_user_namespaces and, where they exist, " +
			"kernel.unprivileged_userns_clone=1 and kernel.apparmor_restrict_unprivileged_userns=0"
	case BuilderBubblewrap:
		return "install the package bubblewrap, and run the worker as an ordinary user"
	default:
		return "boot a kernel with Landlock (5.13 or newer, \"landlock\" in the lsm= list)"
	}
}

func probeReaper() Capability {
	if spawn.Supported {
		return Capability{Name: "reaper", Available: true}
	}
	return Capability{Name: "reaper", Detail: "this build has none", Mend: "use a build for linux/amd64 or linux/arm64"}
}

func probeNamespaces() Capability {
	c := Capability{Name: LayerUser}
	raw, err := os.ReadFile("/proc/sys/user/max_user_namespaces")
	switch {
	case err != nil:
		c.Detail, c.Mend = "the kernel has no user namespaces", "boot a kernel with CONFIG_USER_NS"
	case string(raw) == "0\n":
		c.Detail, c.Mend = "user.max_user_namespaces is 0", "sysctl user.max_user_namespaces=10000"
	default:
		c.Available = true
	}
	return c
}

func probeLandlock() Capability {
	abi := landlockABI()
	c := Capability{Name: LayerLandlock, Available: abi > 0, Detail: "version " + strconv.Itoa(abi)}
	switch {
	case abi == 0:
		c.Detail, c.Mend = "not in this kernel, or not enabled", mendBuilder(BuilderThread)
	case abi < abiTruncates:
		c.Detail += ": a filter refuses truncation without a descriptor, and without a PID namespace every signal"
	case abi < abiScopes:
		c.Detail += ": without a PID namespace a filter refuses every signal"
	}
	return c
}

func probeSeccomp() Capability {
	action := uint32(unix.SECCOMP_RET_USER_NOTIF)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, uintptr(unsafe.Pointer(&action)))
	c := Capability{Name: LayerSeccomp, Available: errno == 0}
	if errno != 0 {
		c.Detail, c.Mend = "no user notification", "boot a kernel with CONFIG_SECCOMP_FILTER, 5.0 or newer"
	}
	return c
}

func probeGroups() Capability {
	g, err := findGroups()
	c := Capability{Name: LayerCgroup, Available: err == nil}
	if err != nil {
		c.Detail = err.Error()
		c.Mend = "run as root, or delegate a group: systemd-run --user --scope -p Delegate=yes"
		return c
	}
	c.Detail = "version 1"
	if g.unified {
		c.Detail = "version 2"
	}
	return c
}

// machineDeadline bounds ProbeMicroVM.
const machineDeadline = 90 * time.Second

// ProbeMicroVM boots a virtual machine as the builder would and runs a command
// in it: that /dev/kvm opens says nothing, where a worker is in a machine itself.
// Without kernel and image it is over at once.
func ProbeMicroVM(ctx context.Context, vm MicroVM) Capability {
	ctx, cancel := context.WithTimeout(ctx, machineDeadline)
	defer cancel()
	c := Capability{Name: BuilderMicroVM}
	m, err := openMicroVM(ctx, Config{MicroVM: vm}.withDefaults())
	switch {
	case err == nil:
		c.Available, c.Detail = true, m.details()
		return c
	case findQEMU() == "":
		c.Mend = "install the package qemu-system-x86; it is needed for confine.builder microvm alone"
	case !exists(vm.Kernel) || !exists(vm.Image):
		c.Mend = "worker microvm build; it is needed for confine.builder microvm alone"
	default:
		c.Mend = "give the host a KVM that boots a machine, or set confine.microvm.accel to tcg, which emulates"
	}
	c.Detail = firstReason(err)
	if k := probeKVM(); !k.Available {
		c.Detail += "; " + k.Detail
	}
	return c
}

// probeKVM only says whether it may be tried.
func probeKVM() Capability {
	c := Capability{Name: "kvm"}
	fd, err := unix.Open("/dev/kvm", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		c.Detail, c.Mend = "/dev/kvm: "+err.Error(), "enable virtualisation and add this user to the group kvm"
		return c
	}
	_ = unix.Close(fd)
	c.Available = true
	return c
}
