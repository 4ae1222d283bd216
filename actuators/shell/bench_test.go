package shell_test

import (
	"os/exec"
	"runtime"
	"testing"

	"passepartout/actuators/actuatortest"
	"passepartout/actuators/shell"
)

// The benchmarks stand side by side: what a bare start costs on this machine,
// and what the whole hand adds to it (reading back what was judged, checking
// that it still holds, profile, sandbox, capture, account).

func BenchmarkBareBash(b *testing.B) {
	for b.Loop() {
		if out, err := exec.Command("bash", "-c", "true").CombinedOutput(); err != nil {
			b.Fatalf("%s %v", out, err)
		}
	}
}

func BenchmarkBareTrue(b *testing.B) {
	for b.Loop() {
		if out, err := exec.Command("true").CombinedOutput(); err != nil {
			b.Fatalf("%s %v", out, err)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, bb := range []struct {
		name   string
		build  func(testing.TB, ...option) bench
		params string
	}{
		{"argv/unconfined", open, `{"argv":["true"]}`},
		{"argv/confined", whole, `{"argv":["true"]}`},
		{"compound/unconfined", open, `{"command":"true; true","shell":true}`},
		{"compound/confined", whole, `{"command":"true; true","shell":true}`},
	} {
		b.Run(bb.name, func(b *testing.B) {
			h := bb.build(b)
			c := actuatortest.Must(b, h, actuatortest.Example{Op: shell.OpRun, Params: bb.params})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := h.Do(b.Context(), c, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRunInFlight(b *testing.B) {
	h := whole(b)
	c := actuatortest.Must(b, h, actuatortest.Example{Op: shell.OpRun, Params: `{"command":"true; true","shell":true}`})
	b.SetParallelism(2)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := h.Do(b.Context(), c, nil); err != nil {
				b.Error(err)
			}
		}
	})
}

func BenchmarkInspect(b *testing.B) {
	h := whole(b)
	for name, params := range map[string]string{
		"argv":     `{"argv":["git","status","--short"]}`,
		"compound": `{"command":"cd src && for f in *.go; do wc -l \"$f\"; done | sort -n | tail -5","shell":true}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := actuatortest.Propose(b, h, actuatortest.Example{Op: shell.OpRun, Params: params}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBackground tells what tracking a thousand processes takes: memory of
// the worker (objects and stacks), and the time to start and to list them. The
// records that the test's own store keeps count, too.
func BenchmarkBackground(b *testing.B) {
	const many = 1000
	for b.Loop() {
		b.StopTimer()
		d := openDesk(b, with(func(c *shell.Config) { c.Most = many }))
		before := used()
		b.StartTimer()
		for range many {
			if _, err := do[shell.Started](b, d, shell.OpBackground, map[string]any{"argv": []string{"sleep", "600"}}); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		b.ReportMetric(float64(used()-before)/1e6, "MB/1000-processes")
		if l, err := do[listed](b, d, shell.OpListProcesses, nil); err != nil || len(l.Processes) == 0 {
			b.Fatal(err)
		}
		if err := d.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func used() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
