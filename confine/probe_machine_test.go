package confine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/confine"
)

// TestProbeMicroVM: what the doctor says of a machine is what booting one says.
func TestProbeMicroVM(t *testing.T) {
	t.Parallel()
	for name, vm := range map[string]confine.MicroVM{
		"nothing built": {Accel: confine.AccelAuto, Kernel: "/nowhere/kernel", Image: "/nowhere/image"},
		"zero value":    {},
	} {
		if c := confine.ProbeMicroVM(t.Context(), vm); c.Available || c.Name != confine.BuilderMicroVM || c.Detail == "" || c.Mend == "" {
			t.Errorf("%s: %+v", name, c)
		}
	}
	vm, err := builtMachine()
	if _, missing := os.Stat("/usr/bin/qemu-system-x86_64"); err != nil || missing != nil {
		return // and the refusal is what was looked at above
	}
	// A kernel that is none: KVM may open, nothing boots.
	broken := confine.MicroVM{Accel: confine.AccelTCG, Kernel: vm.Image, Image: vm.Image}
	if c := confine.ProbeMicroVM(t.Context(), broken); c.Available || !strings.Contains(c.Detail, "tcg") || c.Mend == "" || strings.Contains(c.Detail, "\n") {
		t.Errorf("broken: %+v", c)
	}
	link := filepath.Join(t.TempDir(), "kernel") // as /boot/vmlinuz is on many hosts
	if err := os.Symlink(vm.Kernel, link); err != nil {
		t.Fatal(err)
	}
	real := vm.Kernel
	vm.Accel, vm.Kernel = confine.AccelAuto, link
	c := confine.ProbeMicroVM(t.Context(), vm)
	if !c.Available || strings.Contains(c.Detail, "\n") {
		t.Fatalf("%+v", c)
	}
	for _, part := range []string{"accelerator ", "booted in ", real, vm.Image} {
		if !strings.Contains(c.Detail, part) {
			t.Errorf("no %q in %q", part, c.Detail)
		}
	}
	// The word for the accelerator and the layer say the same.
	opened, err := confine.Open(t.Context(), confine.Config{Builder: confine.BuilderMicroVM, MicroVM: vm})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = opened.Close(t.Context()) }()
	if byKVM := strings.HasPrefix(opened.Details(), "accelerator kvm"); byKVM != opened.Has(confine.LayerKVM) {
		t.Errorf("%s: %s", opened.Details(), opened.Layers())
	}
}
