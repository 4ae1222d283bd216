// Package console is the terminal console of an approver: the flight plans
// that wait, one plan in full, and a tail of what happened. It is the only room
// that knows the terminal library.
//
//	list ── enter ──▶ detail ── a ──▶ confirm ── y ──▶ answered ──▶ list
//	                    └────── r ──▶ reason ── enter ──▶ answered
//
// It begins by observing, and no single key answers anything. Approving is
// possible when every line of the plan has been on the screen, in order, since
// it was opened: jumping to the end shows the end, not what is before it. What
// is answered is the plan as it was shown, token and digest included; a plan
// that changes or goes while it is shown has to be read again.
//
// Everything that a stranger chose passes through package display; the plan's
// text is rendered by the worker and is only broken into lines here. Colour
// says nothing that words do not say, too.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"passepartout/pipeline"
)

// Desk is the way to the workers, as one approver.
type Desk interface {
	// Plans lists the flight plans that wait, soonest deadline first.
	Plans(ctx context.Context) ([]Plan, error)
	// Answer answers a plan as it was shown, and returns what became of that.
	Answer(ctx context.Context, p Plan, approve bool, reason string) (Notice, error)
	// Notices tells what happens to flight plans, until ctx is done.
	Notices(ctx context.Context) (<-chan Notice, error)
}

// Plan is one flight plan that waits for a person.
type Plan struct {
	ID, Token, Digest string
	Session           string
	Agent             pipeline.Principal
	Rule              string // why it is held
	Summary           string // what would run, for a list; as the agent wrote it
	Text              string // all of it, rendered by the worker
	Deadline          time.Time
	Quorum            int
	By                []pipeline.Principal // who approved so far
}

// same reports whether two are the same question to a person.
func (p Plan) same(q Plan) bool {
	return p.ID == q.ID && p.Token == q.Token && p.Digest == q.Digest && p.Text == q.Text
}

// Notice is one thing that happened.
type Notice struct {
	At   time.Time
	Text string
}

// Config is what a console needs.
type Config struct {
	Desk    Desk
	Who     pipeline.Principal // the approver, as the bus knows them
	In      io.Reader          // a terminal's
	Out     io.Writer
	Environ []string // NO_COLOR, TERM
	Now     func() time.Time
	// Width and Height are the size of a screen that cannot be asked.
	Width, Height int
}

// Run shows the console until the approver leaves it or ctx is done.
func Run(ctx context.Context, cfg Config) error {
	if cfg.Desk == nil || cfg.Now == nil {
		return errors.New("console: no desk or no clock")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	notices, err := cfg.Desk.Notices(ctx)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	m := newModel(cfg.Who, cfg.Now, door{
		plans: func() tea.Msg {
			plans, err := cfg.Desk.Plans(ctx)
			return plansMsg{plans, err}
		},
		next: func() tea.Msg {
			select {
			case n, ok := <-notices:
				return noticeMsg{n, ok}
			case <-ctx.Done():
				return noticeMsg{}
			}
		},
		answer: func(p Plan, approve bool, reason string) tea.Cmd {
			return func() tea.Msg {
				n, err := cfg.Desk.Answer(ctx, p, approve, reason)
				return answeredMsg{p.ID, n, err}
			}
		},
		tick: func() tea.Msg {
			second := time.NewTimer(time.Second)
			defer second.Stop()
			select {
			case <-second.C:
			case <-ctx.Done(): // the library's own timer would outlive the console
			}
			return tickMsg{}
		},
	})
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(cfg.In), tea.WithOutput(cfg.Out), tea.WithoutSignalHandler()}
	if cfg.Environ != nil {
		options = append(options, tea.WithEnvironment(cfg.Environ))
	}
	if cfg.Width > 0 && cfg.Height > 0 {
		options = append(options, tea.WithWindowSize(cfg.Width, cfg.Height))
	}
	if _, err := tea.NewProgram(m, options...).Run(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("console: %w", err)
	}
	return nil
}
