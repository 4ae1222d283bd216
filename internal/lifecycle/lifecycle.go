// Package lifecycle starts the parts of a program in order and stops them in
// reverse, in two phases: first everything is asked to finish, with a deadline;
// when that has passed, or a second signal comes, everything is cut off.
//
// The order matters: what is started last depends on what was started first,
// so that stopping in reverse never takes away what another part still needs.
// A part that fails to start stops those before it. Errors of stopping are
// joined, and no part is left out because another failed.
package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"time"
)

// Part is one thing that runs. Start returns when the part is ready; its
// context is the part's whole life and ends only at the cut-off, so that work
// in hand outlives the wish to stop. Stop finishes the part and returns when it
// has ended or its own context has. Either may be nil.
type Part struct {
	Name  string
	Start func(ctx context.Context) error
	Stop  func(ctx context.Context) error
}

// ErrCutOff is the cause of the parts' context when finishing took too long or
// was interrupted.
var ErrCutOff = errors.New("cut off")

// Signals makes the two wishes of Run from operating system signals: the first
// signal ends ask, the second ends cut. The returned function ends the
// listening and both.
func Signals(parent context.Context, sig ...os.Signal) (ask, cut context.Context, over func()) {
	ask, asked := context.WithCancel(parent)
	cut, cutOff := context.WithCancel(context.WithoutCancel(parent))
	ch := make(chan os.Signal, 2)
	signal.Notify(ch, sig...)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for _, next := range []func(){asked, cutOff} {
			select {
			case <-ch:
				next()
			case <-done:
				return
			}
		}
		<-done
	}()
	return ask, cut, func() {
		signal.Stop(ch)
		close(done)
		<-ended
		asked()
		cutOff()
	}
}

// Run starts the parts, calls ready, waits for the wish to stop, and stops the
// parts. Ask ends when the program shall finish, cut when it shall not wait any
// longer; patience bounds how long finishing may take. It returns what went
// wrong, or nil.
func Run(ask, cut context.Context, patience time.Duration, ready func(), parts ...Part) error {
	life, cutOff := context.WithCancelCause(context.WithoutCancel(ask))
	defer cutOff(ErrCutOff)
	for i, part := range parts {
		if part.Start == nil {
			continue
		}
		if err := part.Start(life); err != nil {
			err = fmt.Errorf("start %s: %w", part.Name, err)
			return errors.Join(err, stop(cut, patience, cutOff, parts[:i]))
		}
	}
	if ready != nil {
		ready()
	}
	<-ask.Done()
	return stop(cut, patience, cutOff, parts)
}

// stop asks every part to finish, the last one first, and cuts off what has
// not finished in time.
func stop(cut context.Context, patience time.Duration, cutOff context.CancelCauseFunc, parts []Part) error {
	finish, cancel := context.WithTimeout(cut, patience)
	defer cancel()
	defer context.AfterFunc(finish, func() { cutOff(ErrCutOff) })()
	var errs []error
	for _, part := range slices.Backward(parts) {
		if part.Stop == nil {
			continue
		}
		if err := part.Stop(finish); err != nil {
			errs = append(errs, fmt.Errorf("stop %s: %w", part.Name, err))
		}
	}
	return errors.Join(errs...)
}
