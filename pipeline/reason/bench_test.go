package reason_test

import (
	"testing"

	"passepartout/pipeline"
	"passepartout/pipeline/reason"
)

func BenchmarkReason(b *testing.B) {
	cfg := config()
	cfg.Gates = nil
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		cfg.Gates = append(cfg.Gates, says(name, pipeline.Allow))
	}
	s := reason.New(cfg)
	sig := request()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Reason(b.Context(), sig); err != nil {
			b.Fatal(err)
		}
	}
}
