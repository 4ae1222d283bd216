package confine_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"passepartout/confine"
	"passepartout/process"
)

// mode is one way to run a command; all modes of a benchmark take turns, so
// that a busy machine is as unfair to one as to the other.
type mode struct {
	name string
	run  func() error
}

func modes(b *testing.B) []mode {
	b.Helper()
	ctx := b.Context()
	base := confine.Base{Scratch: b.TempDir()}
	p := confine.ProfileOf(nil, base)
	gated := p
	gated.Gate = func(context.Context, string, []string) error { return nil }
	zygote, thread := open(b, confine.BuilderZygote), open(b, confine.BuilderThread)
	simple := process.Spec{Path: "/bin/true", Argv: []string{"true"}, Dir: "/"}
	bare := func(name string, arg ...string) func() error {
		return func() error { _, err := exec.CommandContext(ctx, name, arg...).Output(); return err }
	}
	ours := func(s process.Starter, spec process.Spec) func() error {
		return func() error { _, err := process.Run(ctx, s, spec); return err }
	}
	all := []mode{
		{"bare-bash", bare("/bin/bash", "-c", "true")},
		{"bare-true", bare("/bin/true")},
		{"direct-bash", ours(process.Direct{}, bash("true"))},
		{"direct-argv", ours(process.Direct{}, simple)},
		{"zygote-bash", ours(zygote.Starter("a", p), bash("true"))},
		{"zygote-argv", ours(zygote.Starter("a", p), simple)},
		{"zygote-gated-bash", ours(zygote.Starter("a", gated), bash("true"))},
		{"thread-bash", ours(thread.Starter("a", p), bash("true"))},
		{"bwrap-bash", bare("bwrap", "--unshare-all", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv",
			"--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64",
			"--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "bash", "-c", "true")},
	}
	for _, m := range all {
		if err := m.run(); err != nil {
			b.Fatalf("%s: %v", m.name, err)
		}
	}
	return all
}

// BenchmarkLatency reports the median of every mode in µs.
func BenchmarkLatency(b *testing.B) {
	for _, heap := range []int{0, 1 << 30} {
		b.Run(fmt.Sprintf("heap=%dMB", heap>>20), func(b *testing.B) {
			ballast := make([]byte, heap)
			for i := 0; i < len(ballast); i += 4096 {
				ballast[i] = 1
			}
			all := modes(b)
			times := make([][]time.Duration, len(all))
			for b.Loop() {
				for i, m := range all {
					start := time.Now()
					if err := m.run(); err != nil {
						b.Fatalf("%s: %v", m.name, err)
					}
					times[i] = append(times[i], time.Since(start))
				}
			}
			runtime.KeepAlive(ballast)
			for i, m := range all {
				slices.Sort(times[i])
				b.ReportMetric(float64(times[i][len(times[i])/2].Microseconds()), m.name+"-p50-µs")
			}
		})
	}
}

// BenchmarkThroughput reports commands a second with n in flight.
func BenchmarkThroughput(b *testing.B) {
	for _, n := range []int{1, 4, 8} {
		b.Run(fmt.Sprintf("flight=%d", n), func(b *testing.B) {
			all := slices.DeleteFunc(modes(b), func(m mode) bool {
				return !slices.Contains([]string{"bare-bash", "zygote-bash", "zygote-argv", "bwrap-bash"}, m.name)
			})
			spent := make([]time.Duration, len(all))
			const batch = 40
			for b.Loop() {
				for i, m := range all {
					start := time.Now()
					var wg sync.WaitGroup
					for range n {
						wg.Go(func() {
							for range batch / n {
								if err := m.run(); err != nil {
									b.Error(err)
								}
							}
						})
					}
					wg.Wait()
					spent[i] += time.Since(start)
				}
			}
			for i, m := range all {
				b.ReportMetric(float64(b.N*(batch/n*n))/spent[i].Seconds(), m.name+"/s")
			}
		})
	}
}

// BenchmarkOutput drains 100 MB and keeps the usual 100 kB of it.
func BenchmarkOutput(b *testing.B) {
	z := open(b, confine.BuilderZygote)
	p := confine.ProfileOf(nil, confine.Base{Scratch: b.TempDir()})
	s := bash("exec head -c 100000000 /dev/zero")
	s.Ceiling = 1 << 30
	b.ReportAllocs()
	for b.Loop() {
		out, err := z.Run(b.Context(), "a", p, s)
		if err != nil || out.Stdout.Bytes != 100000000 {
			b.Fatal(out.Stdout.Bytes, err)
		}
	}
}

// BenchmarkBackground holds a thousand processes and reports what each costs
// this process.
func BenchmarkBackground(b *testing.B) {
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		log, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			b.Fatal(err)
		}
		const many = 1000
		ctx, cancel := context.WithCancel(b.Context())
		var wg sync.WaitGroup
		for range many {
			wg.Go(func() {
				s := bash("")
				s.Path, s.Argv, s.Timeout, s.Grace = "/bin/sleep", []string{"sleep", "300"}, time.Hour, time.Second
				s.Stdout, s.Stderr = log, log
				if _, err := process.Run(ctx, process.Direct{}, s); err != nil {
					b.Error(err)
				}
			})
		}
		tick := time.NewTicker(200 * time.Millisecond)
		<-tick.C
		<-tick.C
		<-tick.C
		runtime.GC()
		runtime.ReadMemStats(&after)
		cancel()
		wg.Wait()
		tick.Stop()
		_ = log.Close()
		b.ReportMetric(float64(after.Sys-before.Sys)/many/1024, "kB-sys/process")
		b.ReportMetric(float64(after.HeapInuse+after.StackInuse-before.HeapInuse-before.StackInuse)/many/1024, "kB-heap/process")
	}
}

// BenchmarkGate reports what the gate adds to each program start.
func BenchmarkGate(b *testing.B) {
	c := open(b, confine.BuilderZygote)
	plain := confine.ProfileOf(nil, confine.Base{Scratch: b.TempDir()})
	gated := plain
	gated.Gate = func(context.Context, string, []string) error { return nil }
	const starts = 50
	s := bash("for i in {1..50}; do /bin/true; done")
	var spent [2]time.Duration
	for b.Loop() {
		for i, p := range []confine.Profile{plain, gated} {
			start := time.Now()
			if _, err := c.Run(b.Context(), "a", p, s); err != nil {
				b.Fatal(err)
			}
			spent[i] += time.Since(start)
		}
	}
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(b.N*starts) }
	b.ReportMetric(per(spent[0]), "plain-µs/exec")
	b.ReportMetric(per(spent[1]-spent[0]), "gate-µs/exec")
}

// BenchmarkZygote reports what a new sandbox costs, once for an agent and view.
func BenchmarkZygote(b *testing.B) {
	c := open(b, confine.BuilderZygote)
	dir := b.TempDir()
	n := 0
	for b.Loop() {
		n++
		p := confine.ProfileOf(nil, confine.Base{Scratch: dir})
		if _, err := c.Run(b.Context(), fmt.Sprint(n), p, bash("true")); err != nil {
			b.Fatal(err)
		}
	}
}
