package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rs/zerolog"
)

// ErrStore says that the embedded server could not write its store. It takes
// nothing on that stream any more, also when there is room again, until it is
// started anew.
var ErrStore = errors.New("the store cannot be written; nothing is taken any more until a new start")

// Broken waits until the embedded server's store is lost and says why
// (ErrStore), or returns nil when ctx ends. What an external server suffers is
// its operator's to see.
func (b *Bus) Broken(ctx context.Context) error {
	if b.server == nil {
		<-ctx.Done()
		return nil
	}
	select {
	case <-b.server.log.broken:
		return fmt.Errorf("%w: %s", ErrStore, b.server.log.why)
	case <-ctx.Done():
		return nil
	}
}

// because adds the server's last complaint to an error whose text does not say
// what the matter is, such as a full disk.
func (e *embedded) because(err error) error {
	if e == nil || err == nil {
		return err
	}
	if why := e.log.last.Load(); why != nil {
		return fmt.Errorf("%w: %s", err, *why)
	}
	return err
}

// serverLog hands the server's words to our log and keeps why it failed.
type serverLog struct {
	log         zerolog.Logger
	last, fatal atomic.Pointer[string]

	once   sync.Once
	broken chan struct{} // closed when the store is lost
	why    string        // read after broken
}

func newServerLog(log zerolog.Logger) *serverLog {
	return &serverLog{log: log, broken: make(chan struct{})}
}

func (l *serverLog) Noticef(format string, v ...any) { l.log.Debug().Msgf("nats: "+format, v...) }
func (l *serverLog) Warnf(format string, v ...any)   { l.keep(&l.last, zerolog.WarnLevel, format, v) }
func (l *serverLog) Errorf(format string, v ...any)  { l.keep(&l.last, zerolog.ErrorLevel, format, v) }
func (l *serverLog) Fatalf(format string, v ...any)  { l.keep(&l.fatal, zerolog.ErrorLevel, format, v) }
func (l *serverLog) Debugf(string, ...any)           {}
func (l *serverLog) Tracef(string, ...any)           {}

func (l *serverLog) keep(into *atomic.Pointer[string], level zerolog.Level, format string, v []any) {
	text := fmt.Sprintf(format, v...)
	into.Store(&text)
	l.log.WithLevel(level).Msg("nats: " + text)
	if storeLost(text) {
		l.once.Do(func() {
			l.why = text
			close(l.broken)
		})
	}
}

// storeLost knows the server's words for a store that it gave up. They are all
// it tells: a publisher gets no answer, and the stream's state shows nothing.
// No part that a client chooses comes before them.
func storeLost(text string) bool {
	switch {
	case strings.HasPrefix(text, "Filestore ["):
		return strings.Contains(text, "] Critical write error: ")
	case strings.HasPrefix(text, "JetStream failed to store a msg on stream "),
		strings.HasPrefix(text, "Filesystem permission denied while writing msg"):
		return true
	}
	return strings.HasPrefix(text, "JetStream out of ") && strings.HasSuffix(text, "will be DISABLED")
}
