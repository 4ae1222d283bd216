package confine

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cpio writes the archive that a kernel unpacks as its first root ("newc", see
// the kernel's Documentation/driver-api/early-userspace/buffer-format.rst).
type cpio struct {
	bytes.Buffer
	inode int
	dirs  []string
}

const (
	cpioDir    = 0o040755
	cpioFile   = 0o100755
	cpioDevice = 0o020600
)

func (c *cpio) entry(name string, mode, major, minor int, content []byte) {
	c.inode++
	fmt.Fprintf(c, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%s\x00",
		c.inode, mode, 0, 0, 1, 0, len(content), 0, 0, major, minor, len(name)+1, 0, name)
	c.pad()
	c.Write(content)
	c.pad()
}

func (c *cpio) pad() {
	for c.Len()%4 != 0 {
		c.WriteByte(0)
	}
}

// folder adds a folder and those above it, once.
func (c *cpio) folder(at string) {
	at = strings.Trim(at, "/")
	if at == "" || at == "." || slices.Contains(c.dirs, at) {
		return
	}
	c.folder(filepath.Dir(at))
	c.dirs = append(c.dirs, at)
	c.entry(at, cpioDir, 0, 0, nil)
}

func (c *cpio) file(at string, content []byte) {
	c.folder(filepath.Dir(at))
	c.entry(strings.TrimPrefix(at, "/"), cpioFile, 0, 0, content)
}

// packImage puts the binary, the libraries that it may need and the modules
// together.
func packImage(ctx context.Context, exe string, modules []string) ([]byte, error) {
	c := &cpio{}
	for _, d := range []string{"/dev", "/proc", "/sys", guestShare, guestRoot, guestModules} {
		c.folder(d)
	}
	c.entry("dev/console", cpioDevice, 5, 1, nil)
	raw, err := os.ReadFile(exe)
	if err != nil {
		return nil, fmt.Errorf("microvm: %w", err)
	}
	c.file(guestInit, raw)
	libraries, err := librariesOf(exe)
	if err != nil {
		return nil, err
	}
	for _, at := range libraries {
		raw, err := os.ReadFile(at)
		if err != nil {
			return nil, fmt.Errorf("microvm: %w", err)
		}
		c.file(at, raw)
	}
	for i, m := range modules {
		raw, err := readModule(ctx, m)
		if err != nil {
			return nil, err
		}
		name, _, _ := strings.Cut(filepath.Base(m), ".ko")
		c.file(fmt.Sprintf("%s/%02d-%s.ko", guestModules, i, name), raw)
	}
	c.entry("TRAILER!!!", 0, 0, 0, nil)
	return c.Bytes(), nil
}

// librariesOf lists what a binary that is not static loads. A static one, as
// this project is built, needs none.
func librariesOf(exe string) ([]string, error) {
	var out []string
	// The folders that a loader searches by itself, Debian's first.
	places := []string{"/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"}
	var add func(at string) error
	add = func(at string) error {
		f, err := elf.Open(at)
		if err != nil {
			return fmt.Errorf("microvm: %s: %w", at, err)
		}
		defer func() { _ = f.Close() }()
		for _, p := range f.Progs {
			if p.Type == elf.PT_INTERP {
				b := make([]byte, p.Filesz)
				if _, err := p.ReadAt(b, 0); err != nil {
					return fmt.Errorf("microvm: %s: %w", at, err)
				}
				loader := strings.TrimRight(string(b), "\x00")
				out = append(out, loader)
			}
		}
		needed, err := f.ImportedLibraries()
		if err != nil {
			return nil // no dynamic section: static
		}
		for _, name := range needed {
			i := slices.IndexFunc(places, func(d string) bool { return exists(filepath.Join(d, name)) })
			if i < 0 {
				return fmt.Errorf("microvm: %s needs %s, which is nowhere; build with CGO_ENABLED=0", at, name)
			}
			at := filepath.Join(places[i], name)
			if slices.Contains(out, at) {
				continue
			}
			out = append(out, at)
			if err := add(at); err != nil {
				return err
			}
		}
		return nil
	}
	err := add(exe)
	return out, err
}
