package confine_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"passepartout/confine"
	"passepartout/process"
)

func TestProbe(t *testing.T) {
	t.Parallel()
	c := confine.Probe(t.Context())
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]confine.Capability{c.Builders, c.Layers} {
		for _, one := range list {
			if !one.Available && (one.Detail == "" || one.Mend == "") {
				t.Errorf("%s is missing without a reason or a way to mend it", one.Name)
			}
		}
	}
	if c.Auto == confine.BuilderNone || len(c.Enforced) == 0 {
		t.Errorf("nothing works here: %s", raw)
	}
}

func TestRequiredLayersAreNeverMissedSilently(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		cfg  confine.Config
	}{
		{"none has nothing", confine.Config{Builder: confine.BuilderNone, Require: []string{confine.LayerLandlock}}},
		{"thread has no network namespace", confine.Config{Builder: confine.BuilderThread, Require: []string{confine.LayerNet}}},
		{"nobody has this", confine.Config{Require: []string{"moat"}}},
		{"unknown builder", confine.Config{Builder: "castle"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c, err := confine.Open(t.Context(), tc.cfg)
			if !errors.Is(err, confine.ErrUnavailable) || c != nil {
				t.Errorf("got %v, %v", c, err)
			}
		})
	}
	c := open(t, confine.BuilderAuto)
	for _, l := range []string{confine.LayerSeccomp, confine.LayerNoCaps} {
		if !c.Has(l) || !strings.Contains(c.Layers(), l) {
			t.Errorf("%s is missing from %s", l, c.Layers())
		}
	}
	if n := open(t, confine.BuilderNone); n.Layers() != "" {
		t.Errorf("none claims %q", n.Layers())
	}
}

func TestThreadRefusesHosts(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderThread)
	_, err := c.Run(t.Context(), "a", confine.Profile{Read: confine.SystemPaths(), Hosts: []string{"example.org"}}, bash("true"))
	if !errors.Is(err, confine.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

// TestZeroProfileRunsNothing: fail closed.
func TestZeroProfileRunsNothing(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			out, err := open(t, builder).Run(t.Context(), "a", confine.Profile{}, bash("echo ran"))
			if len(out.Stdout.Kept) != 0 || err == nil && out.ExitCode == 0 {
				t.Errorf("it ran: %q %v", out.Stdout.Kept, err)
			}
			if _, ok := errors.AsType[*process.StartError](err); err != nil && !ok {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestStartErrorsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	for _, builder := range append(builders(), confine.BuilderNone) {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
			missing := bash("true")
			missing.Path = "/usr/bin/no-such-program"
			if _, err := c.Run(t.Context(), "a", p, missing); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "no-such-program") {
				t.Errorf("missing program: %v", err)
			}
			plain := bash("true")
			plain.Path = "/etc/passwd"
			if _, err := c.Run(t.Context(), "a", p, plain); !errors.Is(err, os.ErrPermission) {
				t.Errorf("plain file: %v", err)
			}
			nowhere := bash("true")
			nowhere.Dir = "/usr/nowhere"
			if _, err := c.Run(t.Context(), "a", p, nowhere); builder != confine.BuilderBubblewrap && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("missing directory: %v", err)
			}
		})
	}
}
