package audit_test

import (
	"bytes"
	"errors"
	"testing"

	"passepartout/audit"
)

func TestSeal(t *testing.T) {
	t.Parallel()
	secret, public, err := audit.NewKey("passepartout/host-1")
	if err != nil {
		t.Fatal(err)
	}
	_, stranger, err := audit.NewKey("passepartout/host-1")
	if err != nil {
		t.Fatal(err)
	}
	b := bookOf(20)
	c, err := audit.Verify(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := audit.Seal(c, secret)
	if err != nil {
		t.Fatal(err)
	}
	got, err := audit.Unseal(sealed, public)
	if err != nil || got != c {
		t.Fatalf("%+v, %v, want %+v", got, err, c)
	}
	if _, err := audit.Verify(t.Context(), b, got); err != nil {
		t.Errorf("the sealed checkpoint does not fit: %v", err)
	}
	for name, forged := range map[string][]byte{
		"another size": bytes.Replace(sealed, []byte("\n20\n"), []byte("\n21\n"), 1),
		"cut":          sealed[:len(sealed)/2],
		"nothing":      nil,
		"unsigned":     []byte("passepartout/host-1\n20\nAAAA\n"),
	} {
		if _, err := audit.Unseal(forged, public); !errors.Is(err, audit.ErrTampered) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := audit.Unseal(sealed, stranger); !errors.Is(err, audit.ErrTampered) {
		t.Errorf("another key of the same name: %v", err)
	}
	if _, err := audit.Unseal(sealed, "no key"); err == nil {
		t.Error("opened without a key")
	}
	if _, err := audit.Seal(c, "no key"); err == nil {
		t.Error("sealed without a key")
	}
	for _, name := range []string{"", "a b", "a+b"} {
		if _, _, err := audit.NewKey(name); err == nil {
			t.Errorf("a key named %q", name)
		}
	}
}
