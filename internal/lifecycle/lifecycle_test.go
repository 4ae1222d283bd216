package lifecycle_test

import (
	"context"
	"errors"
	"slices"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"passepartout/internal/lifecycle"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type diary struct{ lines []string }

func (d *diary) part(name string, startErr, stopErr error) lifecycle.Part {
	return lifecycle.Part{
		Name:  name,
		Start: func(context.Context) error { d.lines = append(d.lines, "+"+name); return startErr },
		Stop:  func(context.Context) error { d.lines = append(d.lines, "-"+name); return stopErr },
	}
}

func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestOrder(t *testing.T) {
	t.Parallel()
	var d diary
	broken := errors.New("broken")
	err := lifecycle.Run(ended(), context.Background(), time.Minute, func() { d.lines = append(d.lines, "ready") },
		d.part("a", nil, nil), d.part("b", nil, broken), d.part("c", nil, nil))
	want := []string{"+a", "+b", "+c", "ready", "-c", "-b", "-a"}
	if !slices.Equal(d.lines, want) {
		t.Errorf("order %v, want %v", d.lines, want)
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want the one of b", err)
	}
}

func TestFailedStartStopsOnlyWhatRuns(t *testing.T) {
	t.Parallel()
	var d diary
	broken := errors.New("broken")
	err := lifecycle.Run(t.Context(), t.Context(), time.Minute, func() { t.Error("ready") },
		d.part("a", nil, nil), d.part("b", broken, nil), d.part("c", nil, nil))
	if want := []string{"+a", "+b", "-a"}; !slices.Equal(d.lines, want) {
		t.Errorf("order %v, want %v", d.lines, want)
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestLifeOutlivesTheWishToStop(t *testing.T) {
	t.Parallel()
	var life context.Context
	part := lifecycle.Part{
		Name:  "worker",
		Start: func(ctx context.Context) error { life = ctx; return nil },
		Stop: func(context.Context) error {
			if life.Err() != nil {
				t.Error("work was cut off although there was time")
			}
			return nil
		},
	}
	if err := lifecycle.Run(ended(), context.Background(), time.Minute, nil, part); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(context.Cause(life), lifecycle.ErrCutOff) {
		t.Errorf("cause after the end: %v", context.Cause(life))
	}
}

func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	var life context.Context
	part := lifecycle.Part{
		Name:  "slow",
		Start: func(ctx context.Context) error { life = ctx; return nil },
		Stop:  func(ctx context.Context) error { <-life.Done(); return ctx.Err() },
	}
	err := lifecycle.Run(ended(), context.Background(), time.Millisecond, nil, part)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

// Not parallel: signals are the whole process's.
func TestSignals(t *testing.T) {
	ask, cut, over := lifecycle.Signals(t.Context(), syscall.SIGUSR1)
	defer over()
	var life context.Context
	part := lifecycle.Part{
		Name:  "stubborn",
		Start: func(ctx context.Context) error { life = ctx; return nil },
		Stop: func(context.Context) error {
			raise(t) // the second signal
			<-life.Done()
			return nil
		},
	}
	if err := lifecycle.Run(ask, cut, time.Minute, func() { raise(t) }, part); err != nil {
		t.Fatal(err)
	}
}

func raise(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
}
