package snippet

import (
	"debug/elf"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCLibraryIsKnown: every name that the C library of this machine has is
// listed as harmless or as reaching, or belongs to a family of harmless ones.
// Another one would be taken for the program's own.
func TestCLibraryIsKnown(t *testing.T) {
	t.Parallel()
	var found []string
	for _, pattern := range []string{"/lib/*/libc.so.6", "/lib64/libc.so.6", "/usr/lib/libc.so.6"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, names...)
	}
	if len(found) == 0 {
		t.Log("no GNU C library here: its names are not compared with the lists")
		return
	}
	file, err := elf.Open(found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		name := s.Name
		if s.Section == elf.SHN_UNDEF || s.Section == elf.SHN_ABS || strings.HasPrefix(name, "_") && reserved(name) {
			continue
		}
		if !cHarmless.has(name) && !cReaches.has(name) && !harmlessFamily(name) {
			if later(s.Version) {
				t.Logf("%s of %s is not listed yet", name, s.Version)
				continue
			}
			t.Errorf("%s is not listed", name)
		}
	}
}

// later reports whether a version of the library is one that the lists were not
// made from.
func later(version string) bool {
	_, minor, _ := strings.Cut(strings.TrimPrefix(version, "GLIBC_"), ".")
	minor, _, _ = strings.Cut(minor, ".")
	n, err := strconv.Atoi(minor)
	return err == nil && n > 36
}

// harmlessFamily knows families of names that work on memory, text and threads.
func harmlessFamily(name string) bool {
	for _, prefix := range [...]string{"str", "wcs", "wmem", "pthread_", "is", "tow", "cnd_", "mtx_", "thrd_", "tss_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
