package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"passepartout/bus"
	"passepartout/internal/config"
	"passepartout/internal/filewatch"
	"passepartout/internal/lifecycle"
)

// patience is how long a stopping worker waits for what runs.
const patience = 30 * time.Second

// newRun is the worker. Two signals are two contexts: the first ends taking,
// the second what runs (package lifecycle).
func newRun(a *app) *cobra.Command {
	var wait time.Duration
	var verbose bool
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run the worker (also without a subcommand)",
		Long: `Run the worker, with a NATS server of its own unless --nats-url or --context
names one. The first interrupt lets what runs finish, within --patience, and
hands back what was not begun; the second one stops at once.

Under load the garbage collector keeps the worker's own memory near 96 MiB, or
twice what is in use where that is more; GOMEMLIMIT sets another bound.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.load()
			if err != nil {
				return err
			}
			ask, cut, over := lifecycle.Signals(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer over()
			w := &worker{app: a, loaded: l, log: newLog(a.Stderr, verbose), began: a.Now()}
			ask, w.fail = context.WithCancelCause(ask)
			defer w.fail(nil)
			err = lifecycle.Run(ask, cut, wait, w.ready, w.parts()...)
			if why := context.Cause(ask); errors.Is(why, bus.ErrStore) {
				// Last, because the last words are what people read.
				return errors.Join(err, fmt.Errorf("%w (state folder %s)", why, l.Config.StateDir))
			}
			return err
		},
	}
	cmd.Flags().DurationVar(&wait, "patience", patience, "how long to wait for what runs when stopping")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "log every step")
	return cmd
}

// newLog writes for people on a terminal and JSON everywhere else.
func newLog(out io.Writer, verbose bool) zerolog.Logger {
	level := zerolog.InfoLevel
	if verbose {
		level = zerolog.DebugLevel
	}
	if isTerminal(out) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly}
	}
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}

// isTerminal reports whether a stream is one that a person sits at.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// worker is one run of the house.
type worker struct {
	*app
	loaded *config.Loaded
	log    zerolog.Logger
	began  time.Time
	house  *house
	quiet  bool                    // do not announce readiness
	fail   context.CancelCauseFunc // ends the worker; nil: nothing does but a signal
}

// parts are what starts, in order. They stop in reverse: nothing new is taken
// while what runs finishes; pauses and refusals are known as long as anything is
// judged; the bus closes last, because everything above reports through it.
func (w *worker) parts() []lifecycle.Part {
	return []lifecycle.Part{
		background("memory", boundMemory),
		{Name: "house", Start: w.open, Stop: func(ctx context.Context) error { return w.house.close(context.WithoutCancel(ctx)) }},
		background("store", w.watchStore),
		background("pauses", w.followPauses),
		background("refusals", func(ctx context.Context, running *sync.WaitGroup) error { return w.house.accounts.follow(ctx, running) }),
		background("rules", w.watchRules),
		background("expiry", w.startExpiry),
		{Name: "line", Start: w.serve, Stop: func(ctx context.Context) error { return w.house.bus.Drain(ctx) }},
	}
}

// open makes the folders and connects the rooms.
func (w *worker) open(ctx context.Context) error {
	if err := folders(w.loaded.Config); err != nil {
		return err
	}
	var err error
	w.house, err = openHouse(ctx, w.loaded, w.log, w.Now)
	return err
}

// background is a part that ends when its own context does. What start begins
// it begins in the group that is waited for.
func background(name string, start func(ctx context.Context, running *sync.WaitGroup) error) lifecycle.Part {
	var cancel context.CancelFunc
	var running sync.WaitGroup
	return lifecycle.Part{
		Name: name,
		Start: func(ctx context.Context) error {
			ctx, cancel = context.WithCancel(ctx)
			if err := start(ctx, &running); err != nil {
				cancel()
				running.Wait()
				return err
			}
			return nil
		},
		Stop: func(context.Context) error { cancel(); running.Wait(); return nil },
	}
}

// watchStore ends a worker whose server cannot write any more: it could only
// refuse, and whoever looks after it starts it again. What is stored is
// delivered then; what runs now and cannot be told ends as unknown.
func (w *worker) watchStore(ctx context.Context, running *sync.WaitGroup) error {
	running.Go(func() {
		if err := w.house.bus.Broken(ctx); err != nil {
			w.log.Error().Err(err).Msg("stopping")
			if w.fail != nil {
				w.fail(err)
			}
		}
	})
	return nil
}

// followPauses returns when the first full view of the pauses is there: before
// that everybody counts as paused, and nothing is served yet.
func (w *worker) followPauses(ctx context.Context, running *sync.WaitGroup) error {
	running.Go(w.house.switches.wait)
	return w.house.switches.follow(ctx)
}

// watchRules takes changed rule files into force while the worker runs. A file
// that cannot be used changes nothing: the last good rules stay.
func (w *worker) watchRules(ctx context.Context, running *sync.WaitGroup) error {
	rules := w.house.bench.rules
	files := rules.Files()
	if len(files) == 0 {
		return nil
	}
	running.Go(func() {
		err := filewatch.Watch(ctx, files, func() {
			changed, err := rules.Reload()
			switch {
			case err != nil:
				w.log.Error().Err(err).Msg("rule files changed and cannot be used; the rules before them stay in force")
			case changed:
				w.log.Info().Str("rules", rules.Version()).Msg("rules changed")
			}
		})
		if err != nil {
			w.log.Error().Err(err).Msg("rule files are not watched any more; restart to use changed ones")
		}
	})
	return nil
}

// serve begins to take requests, answers, questions and levers. Each part
// serves until ctx ends or the bus drains; one that stops by an error is
// logged, and the others go on.
func (w *worker) serve(ctx context.Context) error {
	h := w.house
	// What a dead worker left running in the background is found again first.
	if err := h.shell.Adopt(ctx); err != nil {
		return err
	}
	library, limits := h.library(), w.loaded.Config.Limits
	for name, run := range map[string]func() error{
		"signals": func() error {
			places := newShare(limits.Parallel, w.Now, h.orGiveUp(h.line.Handle))
			return h.bus.Consume(ctx, bus.Intake{Stream: bus.Signals, Slots: limits.Parallel, Handle: newPace(limits, w.Now, places.Handle).Handle})
		},
		"given up": func() error { return h.bus.ConsumeExhausted(ctx, h.giveUp) },
		"answers": func() error {
			return h.bus.Consume(ctx, bus.Intake{Stream: bus.Answers, Slots: limits.Parallel, Handle: h.orGiveUp(h.line.HandleAnswer)})
		},
		"queries": func() error {
			s := h.bus.Subjects()
			return h.bus.ServeEach(ctx, questions(s, newTurns(s, library.Answer).Answer))
		},
		"controls": func() error { return h.bus.Serve(ctx, h.bus.Subjects().Controls(), h.control) },
	} {
		go func() {
			if err := run(); err != nil {
				w.log.Error().Err(err).Str("part", name).Msg("stopped serving")
			}
		}()
	}
	return nil
}

// ready tells whoever started the worker where it is and what it enforces.
func (w *worker) ready() {
	h, cfg := w.house, w.loaded.Config
	layers := h.bench.confiner.Layers()
	w.log.Info().Str("bus", h.bus.Address()).Str("server", h.bus.ServerVersion()).Str("worker", h.bus.Worker()).
		Str("confinement", layers).Str("policy", cfg.Policy.Preset).Str("rules", h.bench.rules.Version()).
		Dur("start_ms", w.Now().Sub(w.began)).Msg("ready")
	if w.quiet {
		return
	}
	if layers == "" {
		layers = "nothing: all but pure reading is held (see worker doctor)"
	}
	fmt.Fprintf(w.Stdout, `ready
  bus        %s
  state      %s
  workspace  %s
  policy     %s
  confined   %s
try: worker ask --intent "look around" -- ls
`, h.bus.Address(), cfg.StateDir, strings.Join(cfg.Workspace, ", "), cfg.Policy.Preset, layers)
}

// folders makes the workspace and the scratch folder where they are missing.
// The scratch folder lies where others may write, so that one which is there
// already must be a folder of our own.
func folders(cfg config.Config) error {
	for _, dir := range cfg.Workspace {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("workspace: %w", err)
		}
	}
	if cfg.Scratch == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(cfg.Scratch), 0o755); err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	if err := os.Mkdir(cfg.Scratch, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("scratch: %w", err)
	}
	info, err := os.Lstat(cfg.Scratch)
	if err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !info.IsDir() || ok && int(st.Uid) != os.Getuid() {
		return fmt.Errorf("scratch: %s is no folder of this user; name another with --set scratch=FOLDER", cfg.Scratch)
	}
	return nil
}
