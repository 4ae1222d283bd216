package audit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"passepartout/audit"
)

func bookOf(n int) *book {
	b := &book{}
	for i := range n {
		b.bodies = append(b.bodies, fmt.Appendf(nil, `{"id":"r-%d"}`, i))
	}
	return b
}

// Whatever is done to the record shows against a checkpoint that was kept, and
// growth alone does not.
func TestVerifyFindsEveryChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "records")
		b := bookOf(n)
		kept, err := audit.Verify(context.Background(), b)
		if err != nil || kept.Size != int64(n) {
			t.Fatalf("%+v, %v", kept, err)
		}
		at := rapid.IntRange(0, n-1).Draw(t, "at")
		b.bodies = append(b.bodies, []byte("later"))
		if _, err := audit.Verify(context.Background(), b, kept); err != nil {
			t.Fatalf("growth is taken for tampering: %v", err)
		}
		switch rapid.SampledFrom([]string{"change", "drop", "insert", "swap", "cut"}).Draw(t, "crime") {
		case "change":
			b.bodies[at] = append(bytes.Clone(b.bodies[at]), ' ')
		case "drop":
			b.bodies = slices.Delete(b.bodies, at, at+1)
		case "insert":
			b.bodies = slices.Insert(b.bodies, at, []byte(`{"id":"forged"}`))
		case "swap":
			if n == 1 {
				return
			}
			other := (at + 1) % n
			b.bodies[at], b.bodies[other] = b.bodies[other], b.bodies[at]
		case "cut":
			b.bodies = b.bodies[:at]
		}
		if _, err := audit.Verify(context.Background(), b, kept); !errors.Is(err, audit.ErrTampered) {
			t.Fatalf("not found: %v", err)
		}
	})
}

func TestProofs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "records")
		b := bookOf(n)
		tree, err := audit.Build(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		newer, err := tree.Checkpoint(int64(n))
		if err != nil {
			t.Fatal(err)
		}
		older, err := tree.Checkpoint(int64(rapid.IntRange(1, n).Draw(t, "older")))
		if err != nil {
			t.Fatal(err)
		}
		at := int64(rapid.IntRange(0, n-1).Draw(t, "at"))
		proof, err := tree.Prove(at, newer)
		if err != nil {
			t.Fatal(err)
		}
		if err := audit.CheckRecord(proof, newer, at, b.bodies[at]); err != nil {
			t.Fatalf("true, yet refused: %v", err)
		}
		if err := audit.CheckRecord(proof, newer, at, []byte("forged")); !errors.Is(err, audit.ErrTampered) {
			t.Fatalf("forged, yet taken: %v", err)
		}
		if n > 1 {
			if err := audit.CheckRecord(proof, newer, (at+1)%int64(n), b.bodies[at]); !errors.Is(err, audit.ErrTampered) {
				t.Fatalf("in another place, yet taken: %v", err)
			}
		}
		growth, err := tree.ProveGrowth(older, newer)
		if err != nil {
			t.Fatal(err)
		}
		if err := audit.CheckGrowth(growth, older, newer); err != nil {
			t.Fatalf("grown, yet refused: %v", err)
		}
		forged := older
		forged.Root[0] ^= 1
		if err := audit.CheckGrowth(growth, forged, newer); !errors.Is(err, audit.ErrTampered) {
			t.Fatalf("another past, yet taken: %v", err)
		}
	})
}

func TestCheckpointBeyondTheRecord(t *testing.T) {
	t.Parallel()
	tree := &audit.Tree{}
	if c, err := tree.Checkpoint(0); err != nil || c.Size != 0 {
		t.Errorf("empty: %+v, %v", c, err)
	}
	for _, size := range []int64{1, -1} {
		if c, err := tree.Checkpoint(size); !errors.Is(err, audit.ErrTampered) {
			t.Errorf("%d of 0 records: %+v, %v", size, c, err)
		}
	}
	if err := audit.CheckGrowth(nil, audit.Checkpoint{}, audit.Checkpoint{Size: 3}); err != nil {
		t.Errorf("everything grows from nothing: %v", err)
	}
	if _, err := tree.Prove(0, audit.Checkpoint{Size: 1}); err == nil {
		t.Error("proved what is not there")
	}
}

func TestExportVerifiesOffline(t *testing.T) {
	t.Parallel()
	b := bookOf(50)
	b.bodies[7] = append(b.bodies[7], '\r')
	var file bytes.Buffer
	n, err := audit.Export(t.Context(), b, &file)
	if err != nil || n != 50 {
		t.Fatalf("%d records, %v", n, err)
	}
	want, err := audit.Verify(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	got, err := audit.Verify(t.Context(), audit.File{R: bytes.NewReader(file.Bytes())}, want)
	if err != nil || got != want {
		t.Fatalf("%+v, %v, want %+v", got, err, want)
	}
	short := file.Bytes()[:file.Len()-20]
	if _, err := audit.Verify(t.Context(), audit.File{R: bytes.NewReader(short)}, want); !errors.Is(err, audit.ErrTampered) {
		t.Errorf("cut short: %v", err)
	}
	var from []string
	err = audit.File{R: bytes.NewReader(file.Bytes())}.Read(t.Context(), 48, func(body []byte) error {
		from = append(from, string(body))
		return nil
	})
	if err != nil || len(from) != 2 || from[0] != `{"id":"r-48"}` {
		t.Errorf("from 48: %q, %v", from, err)
	}
	if _, err := audit.Export(t.Context(), &book{bodies: [][]byte{[]byte("a\nb")}}, &file); err == nil {
		t.Error("two lines pass for one record")
	}
	stop := errors.New("stop")
	if err := (audit.File{R: bytes.NewReader(file.Bytes())}).Read(t.Context(), 0, func([]byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the reader's error is lost: %v", err)
	}
}

func BenchmarkTree(b *testing.B) {
	tree := &audit.Tree{}
	body := bytes.Repeat([]byte("x"), 1000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tree.Add(body); err != nil {
			b.Fatal(err)
		}
	}
}
