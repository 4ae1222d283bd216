package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"passepartout/confine"
	"passepartout/internal/config"
)

// microVMFolder holds kernel and image below the state folder.
const microVMFolder = "microvm"

// microVM is where the parts of a virtual machine are: where the configuration
// says, or where build puts them.
func microVM(cfg config.Config) confine.MicroVM {
	vm := confine.MicroVM{Kernel: cfg.Confine.MicroVM.Kernel, Image: cfg.Confine.MicroVM.Image, Accel: cfg.Confine.MicroVM.Accel}
	if vm.Kernel == "" {
		vm.Kernel = filepath.Join(cfg.StateDir, microVMFolder, "kernel")
	}
	if vm.Image == "" {
		vm.Image = filepath.Join(cfg.StateDir, microVMFolder, "image")
	}
	return vm
}

// newMicroVM builds what the virtual machine boots and prints the lines for the
// configuration; it does not write them. The image holds this binary, because
// the same program is the first process of the guest.
func newMicroVM(a *app) *cobra.Command {
	var out, root string
	build := &cobra.Command{
		Use:   "build",
		Short: "Build kernel and image of the virtual machine",
		Long: `Builds what confine.builder=microvm starts: the kernel of this host's
distribution, taken out of its compressed form, and an image that holds this
very binary and the modules it loads. Without an installed kernel that has the
modules, the distribution's package is fetched and unpacked, not installed.
Build again after an update of worker.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			dir := filepath.Join(l.Config.StateDir, microVMFolder)
			if out != "" {
				dir = a.path(out)
			}
			if root != "" {
				root = a.path(root)
			}
			vm, err := confine.BuildMicroVM(cmd.Context(), confine.MicroVMBuild{
				Out: dir, Root: root, Say: func(s string) { fmt.Fprintln(a.Stderr, s) },
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Stdout, "confine:\n  builder: microvm\n  microvm:\n    kernel: %s\n    image: %s\n", vm.Kernel, vm.Image)
			return err
		},
	}
	build.Flags().StringVar(&out, "out", "", "`folder` for kernel and image (default: microvm below state_dir)")
	build.Flags().StringVar(&root, "root", "", "`folder` of an unpacked kernel package (default: this host, or its distribution)")
	return group("microvm", "The virtual machine of confine.builder=microvm", build)
}
