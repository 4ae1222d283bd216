package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"passepartout/bus"
	"passepartout/command/catalogue"
	"passepartout/confine"
	"passepartout/internal/config"
	"passepartout/pipeline"
)

// Finding is what the doctor says of one thing.
type Finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // ok, warn or fail
	Detail string `json:"detail"`
	Mend   string `json:"mend,omitempty"`
}

// The states of a finding. A warning means that something asks people more
// often or bounds less; a failure, that the worker will not start or not act.
const (
	stateOK   = "ok"
	stateWarn = "warn"
	stateFail = "fail"
)

// newDoctor looks and changes nothing; what it proposes is for a person to do.
// It reads the configuration as a client does, so that a variable that means
// nothing is a warning here and not the end of the examination.
func newDoctor(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "What this machine can enforce, what is missing, and how to mend it",
		Long: `Look at everything that the worker needs: configuration, catalogue of programs,
ways to confine commands, cgroups, folders, NATS, the clock. Changes nothing.

Exit code: 0, or 1 if something is broken for which the worker would not start.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := a.loadClient()
			if err != nil {
				return err
			}
			found := a.examine(cmd.Context(), l)
			if asJSON {
				err = printJSON(a.Stdout, found)
			} else {
				err = a.report(found)
			}
			if err != nil {
				return err
			}
			for _, f := range found {
				if f.State == stateFail {
					return &exitError{code: exitFailed}
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// report prints the table, and below it how to mend what is not in order.
func (a *app) report(found []Finding) error {
	var rows [][]string
	for _, f := range found {
		rows = append(rows, []string{f.State, f.Check, f.Detail})
	}
	if err := table(a.Stdout, []string{"STATE", "CHECK", "FOUND"}, rows); err != nil {
		return err
	}
	for _, f := range found {
		if f.Mend != "" && f.State != stateOK {
			fmt.Fprintf(a.Stdout, "\n%s: %s\n", f.Check, f.Mend)
		}
	}
	return nil
}

// examine goes through everything that a worker needs, in the order in which it
// would need it. Each part answers for itself: one that fails does not hide the
// others.
func (a *app) examine(ctx context.Context, l *config.Loaded) []Finding {
	file := l.File
	if file == "" {
		file = "no file; defaults, variables and flags"
	}
	found := []Finding{{Check: "configuration", State: stateOK, Detail: file}, examineCatalogue(), examineUser()}
	found = append(found, examineConfinement(ctx, l.Config)...)
	found = append(found, examineFolders(l.Config)...)
	return append(found, a.examineBus(ctx, l.Config), examineClock())
}

// examineCatalogue opens the entries that are part of the binary; they can only
// be wrong if that is.
func examineCatalogue() Finding {
	known, err := catalogue.Open()
	if err != nil {
		return Finding{"parser", stateFail, "the catalogue of programs: " + err.Error(), "reinstall; this binary is damaged"}
	}
	return Finding{Check: "parser", State: stateOK, Detail: fmt.Sprintf("bash syntax; %d programs known", known.Len())}
}

// examineUser warns of root. Confinement drops rights where it can, but what it
// misses is then a matter of everything on the machine.
func examineUser() Finding {
	if os.Geteuid() == 0 {
		return Finding{"user", stateWarn, "root", "run the worker as an ordinary user; what a confined command could break is then less"}
	}
	return Finding{Check: "user", State: stateOK, Detail: fmt.Sprintf("uid %d", os.Geteuid())}
}

// examineConfinement has every builder prove itself, and says what the
// configured one comes to.
func examineConfinement(ctx context.Context, cfg config.Config) []Finding {
	can := confine.Probe(ctx)
	if cfg.Confine.Builder != confine.BuilderMicroVM { // which examineChoice boots
		vm := microVM(cfg)
		vm.Accel = confine.AccelAuto
		can.Builders = append(can.Builders, confine.ProbeMicroVM(ctx, vm))
	}
	var found []Finding
	for _, group := range []struct {
		what string
		all  []confine.Capability
	}{{"builder", can.Builders}, {"layer", can.Layers}} {
		for _, c := range group.all {
			f := Finding{Check: group.what + " " + c.Name, State: stateOK, Detail: nonEmpty(c.Detail, "works"), Mend: c.Mend}
			if !c.Available {
				f.State = stateWarn
			}
			found = append(found, f)
		}
	}
	return append(found, examineChoice(ctx, cfg, can))
}

// examineChoice opens the confinement as the worker would.
func examineChoice(ctx context.Context, cfg config.Config, can confine.Capabilities) Finding {
	f := Finding{Check: "confinement", State: stateOK}
	c, err := confine.Open(ctx, confine.Config{Builder: cfg.Confine.Builder, Require: cfg.Confine.Require, MicroVM: microVM(cfg)})
	unconfined := can.Auto == confine.BuilderNone && cfg.Confine.Builder == confine.BuilderAuto && len(cfg.Confine.Require) == 0
	switch {
	case err == nil:
		f.Detail = nonEmpty(c.Layers(), "none") + " by " + c.Builder()
		if made := c.Details(); made != "" {
			f.Detail += ": " + made
		}
		unconfined = c.Layers() == ""
		err = c.Close(ctx)
	case unconfined:
		f.Detail, err = "none", nil
	}
	if unconfined {
		f.State, f.Mend = stateWarn, "without confinement every command but a pure read waits for a person"
	}
	if err != nil {
		f.State, f.Detail = stateFail, oneLine(err)
		f.Mend = "change confine.builder or confine.require, or give the machine what is missing"
		if cfg.Confine.Builder == confine.BuilderMicroVM {
			f.Mend += "; worker microvm build makes kernel and image, confine.microvm.accel tcg emulates where KVM boots nothing"
		}
	}
	return f
}

// oneLine is an error for a cell of the table; joined errors have lines of
// their own.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// examineFolders looks at the worker's own folder and at those of the agents.
func examineFolders(cfg config.Config) []Finding {
	found := []Finding{examineState(cfg.StateDir)}
	for _, dir := range cfg.Workspace {
		found = append(found, examineFolder("workspace", dir))
	}
	return append(found, examineFolder("scratch", cfg.Scratch))
}

// examineState looks at the folder of keys and journal. Whoever can read it can
// speak as any principal, so that rights for others are worth a warning; a
// folder that is not there yet is no mistake.
func examineState(dir string) Finding {
	f := Finding{Check: "state folder", State: stateOK, Detail: dir}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Detail += " (will be made)"
	case err != nil:
		f.State, f.Detail, f.Mend = stateFail, err.Error(), "set state_dir to a folder of your own"
	case !info.IsDir():
		f.State, f.Detail, f.Mend = stateFail, dir+" is no folder", "set state_dir to a folder of your own"
	case info.Mode().Perm()&0o077 != 0:
		f.State, f.Detail, f.Mend = stateWarn, fmt.Sprintf("%s has mode %o", dir, info.Mode().Perm()), "chmod 700 "+dir
	case unix.Access(dir, unix.W_OK) != nil:
		f.State, f.Detail, f.Mend = stateFail, dir+" cannot be written", "give it to the user of the worker"
	}
	return f
}

// examineFolder looks at a folder in which agents work. Without the right to
// write there only reading commands can succeed, which may be meant.
func examineFolder(what, dir string) Finding {
	f := Finding{Check: what, State: stateOK, Detail: dir}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.State, f.Detail, f.Mend = stateWarn, dir+" does not exist", "mkdir -p "+dir+"; the worker makes it if it may"
	case err != nil:
		f.State, f.Detail = stateFail, err.Error()
	case !info.IsDir():
		f.State, f.Detail = stateFail, dir+" is no folder"
	case unix.Access(dir, unix.W_OK) != nil:
		f.State, f.Detail, f.Mend = stateWarn, dir+" cannot be written", "give it to the user of the worker"
	}
	return f
}

// examineBus tries to connect as an observer, who may listen and ask but not
// act. That no worker runs now is a finding, not a fault.
func (a *app) examineBus(ctx context.Context, cfg config.Config) Finding {
	f := Finding{Check: "NATS", State: stateOK}
	c, _, err := a.dial(ctx, pipeline.RoleObserver)
	external := cfg.NATS.URL != "" || cfg.NATS.Context != ""
	switch {
	case err == nil && external:
		f.Detail = "the external server answers"
	case err == nil:
		f.Detail = "a worker runs on this state folder and answers"
	case errors.Is(err, bus.ErrNoWorker):
		f.Detail = "embedded; no worker runs on this state folder now"
	default:
		f.State, f.Detail, f.Mend = stateFail, oneLine(err), "check nats.url, nats.creds and nats.context; for the embedded server, worker keys list"
	}
	if c != nil {
		if err := c.Close(); err != nil {
			f.State, f.Detail = stateWarn, err.Error()
		}
	}
	return f
}

// examineClock asks the kernel whether anything keeps the clock right:
// deadlines of plans and approvals are times on it. See adjtimex(2).
func examineClock() Finding {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	switch {
	case err != nil:
		return Finding{"clock", stateWarn, err.Error(), ""}
	case state == unix.TIME_ERROR || t.Status&unix.STA_UNSYNC != 0:
		return Finding{"clock", stateWarn, "not synchronized", "run a time service (systemd-timesyncd, chrony); deadlines are judged by this clock"}
	}
	return Finding{Check: "clock", State: stateOK, Detail: "synchronized"}
}
