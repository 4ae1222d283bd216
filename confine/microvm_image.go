package confine

import (
	"bytes"
	"compress/gzip"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// MicroVMBuild says what a machine is built from.
type MicroVMBuild struct {
	Out  string // folder for the files "kernel" and "image"; it is made
	Init string // this very binary; "": the one that runs
	// Root holds boot/ and lib/modules/ of an unpacked kernel package; "": the
	// host's own, or else its distribution's package, which is fetched.
	Root string
	// Say hears what is done; nil: nobody.
	Say func(string)
}

// guestDrivers are the modules without which a guest has neither files nor
// ports.
func guestDrivers() []string {
	return []string{"virtio_mmio", "virtio_console", "9pnet_virtio", "9p"}
}

// BuildMicroVM makes kernel and image from the host's distribution: the kernel
// taken out of its compressed form, so that a machine starts it directly, and
// an archive with this binary as first process and the modules it loads.
func BuildMicroVM(ctx context.Context, b MicroVMBuild) (MicroVM, error) {
	if b.Say == nil {
		b.Say = func(string) {}
	}
	if b.Init == "" {
		exe, err := os.Executable()
		if err != nil {
			return MicroVM{}, fmt.Errorf("microvm: %w", err)
		}
		b.Init = exe
	}
	kernel, modules, err := findKernel(ctx, b.Root)
	if err != nil && b.Root == "" {
		b.Say("no kernel of this host has the modules that a guest needs; fetching one from the distribution")
		dir, ferr := os.MkdirTemp("", "passepartout-kernel")
		if ferr != nil {
			return MicroVM{}, fmt.Errorf("microvm: %w", ferr)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		if err := fetchKernel(ctx, dir); err != nil {
			return MicroVM{}, err
		}
		kernel, modules, err = findKernel(ctx, dir)
	}
	if err != nil {
		return MicroVM{}, err
	}
	b.Say("kernel " + kernel)
	raw, err := os.ReadFile(kernel)
	if err != nil {
		return MicroVM{}, fmt.Errorf("microvm: %w", err)
	}
	image, err := packImage(ctx, b.Init, modules)
	if err != nil {
		return MicroVM{}, err
	}
	if err := os.MkdirAll(b.Out, 0o700); err != nil {
		return MicroVM{}, fmt.Errorf("microvm: %w", err)
	}
	out := MicroVM{Kernel: filepath.Join(b.Out, "kernel"), Image: filepath.Join(b.Out, "image")}
	for at, content := range map[string][]byte{out.Kernel: unpackKernel(ctx, raw), out.Image: image} {
		if err := replaceFile(at, content); err != nil {
			return MicroVM{}, err
		}
		b.Say(fmt.Sprintf("%s: %d MB", at, len(content)>>20))
	}
	return out, nil
}

// replaceFile lets nobody see half a file.
func replaceFile(at string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(at), ".new-*")
	if err != nil {
		return fmt.Errorf("microvm: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(0o600), f.Close()); err != nil {
		return fmt.Errorf("microvm: %w", err)
	}
	if err := os.Rename(f.Name(), at); err != nil {
		return fmt.Errorf("microvm: %w", err)
	}
	return nil
}

// findKernel picks the newest kernel below root whose modules suffice.
func findKernel(ctx context.Context, root string) (kernel string, modules []string, err error) {
	found, err := filepath.Glob(filepath.Join("/", root, "boot/vmlinuz-*"))
	if err != nil {
		return "", nil, fmt.Errorf("microvm: %w", err)
	}
	slices.Sort(found)
	for _, at := range slices.Backward(found) {
		release := strings.TrimPrefix(filepath.Base(at), "vmlinuz-")
		for _, lib := range []string{"lib/modules", "usr/lib/modules"} {
			dir := filepath.Join("/", root, lib, release)
			if list, lerr := moduleOrder(ctx, dir); lerr == nil {
				return at, list, nil
			} else if exists(dir) {
				err = errors.Join(err, lerr)
			}
		}
	}
	return "", nil, errors.Join(errors.New("microvm: no kernel with 9p and virtio modules; install linux-image-amd64 or its like"), err)
}

// fetchKernel unpacks the distribution's kernel package below dir. Nothing is
// installed.
func fetchKernel(ctx context.Context, dir string) error {
	const script = `set -e
name=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9][^ ]*\)$/\1/p' | head -n 1)
[ -n "$name" ] || { echo "apt knows no package linux-image-amd64; run apt-get update" >&2; exit 1; }
apt-get download -q "$name" >/dev/null
dpkg-deb -x linux-image-*.deb .`
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", script)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("microvm: fetch a kernel: %w: %.400s", err, said)
	}
	return nil
}

// moduleOrder lists the drivers and what they need, in the order of loading.
// What is built into the kernel needs no file.
func moduleOrder(ctx context.Context, dir string) ([]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(dir, "kernel"), func(at string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if name, _, ok := strings.Cut(d.Name(), ".ko"); ok {
				files[strings.ReplaceAll(name, "-", "_")] = at
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("modules: %w", err)
	}
	builtin, _ := os.ReadFile(filepath.Join(dir, "modules.builtin"))
	var out []string
	var add func(name string) error
	add = func(name string) error {
		at, ok := files[name]
		if !ok {
			if bytes.Contains(bytes.ReplaceAll(builtin, []byte("-"), []byte("_")), []byte("/"+name+".ko")) {
				return nil
			}
			return fmt.Errorf("modules: there is no %s below %s", name, dir)
		}
		if slices.Contains(out, at) {
			return nil
		}
		needs, err := moduleNeeds(ctx, at)
		if err != nil {
			return err
		}
		for _, n := range needs {
			if err := add(n); err != nil {
				return err
			}
		}
		out = append(out, at)
		return nil
	}
	for _, name := range guestDrivers() {
		if err := add(name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// moduleNeeds reads what a module says of itself, see modinfo(8).
func moduleNeeds(ctx context.Context, at string) ([]string, error) {
	raw, err := readModule(ctx, at)
	if err != nil {
		return nil, err
	}
	f, err := elf.NewFile(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", at, err)
	}
	section := f.Section(".modinfo")
	if section == nil {
		return nil, fmt.Errorf("module %s: no .modinfo", at)
	}
	info, err := section.Data()
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", at, err)
	}
	for entry := range bytes.SplitSeq(info, []byte{0}) {
		if list, ok := bytes.CutPrefix(entry, []byte("depends=")); ok && len(list) > 0 {
			return strings.Split(strings.ReplaceAll(string(list), "-", "_"), ","), nil
		}
	}
	return nil, nil
}

func readModule(ctx context.Context, at string) ([]byte, error) {
	raw, err := os.ReadFile(at)
	if err != nil {
		return nil, fmt.Errorf("module: %w", err)
	}
	switch filepath.Ext(at) {
	case ".xz":
		return expand(ctx, raw, "xz", "-dc")
	case ".zst":
		return expand(ctx, raw, "zstd", "-dcq")
	case ".gz":
		return gunzip(raw)
	default:
		return raw, nil
	}
}

func gunzip(raw []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	z.Multistream(false)
	out, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	return out, nil
}

// expand pipes bytes through a program of the distribution.
func expand(ctx context.Context, raw []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = bytes.NewReader(raw)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		return out.Bytes(), fmt.Errorf("%s: %w", name, err)
	}
	return out.Bytes(), nil
}

// unpackKernel takes the ELF image out of a bzImage (the kernel's
// Documentation/arch/x86/boot.rst): a guest then starts without unpacking it
// itself. What cannot be unpacked boots as it is.
func unpackKernel(ctx context.Context, raw []byte) []byte {
	if len(raw) < 0x260 || string(raw[0x202:0x206]) != "HdrS" {
		return raw
	}
	at := (int(raw[0x1f1])+1)*512 + int(binary.LittleEndian.Uint32(raw[0x248:]))
	end := at + int(binary.LittleEndian.Uint32(raw[0x24c:]))
	if at < 0 || end > len(raw) || at+8 > end {
		return raw
	}
	payload := raw[at:end]
	var out []byte
	switch { // four bytes of size follow the stream, hence errors are no matter
	case bytes.HasPrefix(payload, []byte{0xfd, '7', 'z', 'X', 'Z'}):
		out, _ = expand(ctx, payload, "xz", "-dc", "--single-stream")
	case bytes.HasPrefix(payload, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		out, _ = expand(ctx, payload, "zstd", "-dcq")
	case bytes.HasPrefix(payload, []byte{0x1f, 0x8b}):
		out, _ = gunzip(payload)
	}
	if bytes.HasPrefix(out, []byte(elf.ELFMAG)) {
		return out
	}
	return raw
}
