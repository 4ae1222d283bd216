package confine_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"passepartout/confine"
	"passepartout/pipeline"
	"passepartout/process"
)

// plot is a person's workspace with a repository and settings in it.
type plot struct{ ws, scratch string }

func newPlot(t *testing.T) plot {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := plot{base + "/ws", base + "/scratch"}
	for _, dir := range []string{w.ws, w.scratch, w.ws + "/.vscode", w.ws + "/sub"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"/.envrc", "/.vscode/tasks.json", "/a", "/sub/b"} {
		if err := os.WriteFile(w.ws+f, []byte("owner\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w.git(t, w.ws, "init", "-q", ".")
	w.git(t, w.ws, "add", "a")
	w.git(t, w.ws, "commit", "-q", "-m", "first")
	w.git(t, w.ws+"/sub", "init", "-q", ".")
	return w
}

// git runs as the person, outside of every sandbox.
func (w plot) git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(person(), "HOME="+w.scratch)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return string(out)
}

func person() []string {
	return []string{"PATH=/usr/bin:/bin", "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@x", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@x", "GIT_CONFIG_NOSYSTEM=1"}
}

func (w plot) run(t *testing.T, c *confine.Confiner, script string, effects ...pipeline.Effect) (process.Outcome, []string) {
	t.Helper()
	for i := range effects {
		effects[i].Object = strings.ReplaceAll(effects[i].Object, "WS", w.ws)
	}
	p := confine.ProfileOf(effects, confine.Base{Workspace: []string{w.ws}, Scratch: w.scratch})
	s := bash(strings.ReplaceAll(script, "WS", w.ws))
	s.Dir, s.Env = w.ws, person()
	watch := c.Watch(p)
	out, err := c.Run(t.Context(), "a", p, s)
	if err != nil {
		t.Fatal(err)
	}
	return out, watch.Changed()
}

func build() pipeline.Effect {
	return pipeline.Effect{Kind: pipeline.KindCode, Object: "WS", By: "make"}
}

func writes(object, by string) pipeline.Effect {
	return pipeline.Effect{Kind: pipeline.KindWrite, Object: object, By: by}
}

// TestWhatTheOwnerObeysIsProtected: a build that is allowed to write the whole
// workspace changes nothing that exists and that the owner's tools obey, and
// what it adds is found.
func TestWhatTheOwnerObeysIsProtected(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			for _, tc := range []struct {
				name, script string
				at           string // what it is about
				made         bool   // it did not exist
			}{
				{"configuration", "echo '[core] fsmonitor = evil' >>.git/config", "/.git/config", false},
				{"configuration by rename", "echo '[alias] x = !evil' >x; mv -f x .git/config", "/.git/config", false},
				{"configuration by git", "git config core.pager evil", "/.git/config", false},
				{"hook", "printf '#!/bin/sh\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit", "/.git/hooks", false},
				{"hooks exchanged", "mkdir h; echo x >h/pre-push; mv .git/hooks .git/old; mv h .git/hooks", "/.git/hooks", false},
				{"repository exchanged", "cp -r .git new; echo '[core] fsmonitor = evil' >>new/config; mv .git old; mv new .git", "/.git/config", false},
				{"repository removed and made", "rm -rf .git; git init -q .; echo '[core] pager = evil' >>.git/config", "/.git/config", false},
				{"nested repository", "echo '[core] fsmonitor = evil' >>sub/.git/config", "/sub/.git/config", false},
				{"settings", "echo evil >.vscode/tasks.json", "/.vscode", false},
				{"new settings beside", "echo evil >.vscode/settings.json", "/.vscode", false},
				{"environment", "echo evil >.envrc", "/.envrc", false},
				{"environment by link", "ln -f .envrc l && echo evil >l; echo evil >e; ln -sf e .envrc", "/.envrc", false},
				{"environment by rename", "echo evil >e; mv -f e .envrc", "/.envrc", false},
				{"new file", "echo evil >.mcp.json", "/.mcp.json", true},
				{"new folder", "mkdir .claude; echo evil >.claude/settings.json", "/.claude", true},
				{"new below", "mkdir -p x/y; echo evil >x/y/.envrc", "/x/y/.envrc", true},
				{"new link", "ln -s a .bashrc", "/.bashrc", true},
				{"new repository with a hook", "git init -q n; echo x >n/.git/hooks/post-checkout", "/n/.git/hooks", true},
				{"new repository with a setting", "git init -q n; echo '[core] fsmonitor = evil' >>n/.git/config", "/n/.git/config", true},
				{"repository moved, another in its place", "mv sub was; git init -q sub; echo '[core] fsmonitor = evil' >>sub/.git/config", "/sub/.git/config", true},
				{"common folder", "echo ../evil >.git/commondir", "/.git/commondir", true},
			} {
				t.Run(tc.name, func(t *testing.T) {
					t.Parallel()
					w := newPlot(t)
					at := w.ws + tc.at
					before := tree(t, at)
					_, changed := w.run(t, c, tc.script, build())
					after := tree(t, at)
					if c.Has(confine.LayerProtected) && !tc.made {
						if after != before {
							t.Errorf("%s was\n%sand is\n%s", at, before, after)
						}
						if len(changed) != 0 {
							t.Errorf("told %q of what was held", changed)
						}
						return
					}
					if (after != before) != slices.Contains(changed, at) {
						t.Errorf("told %q; was\n%sis\n%s", changed, before, after)
					}
				})
			}
		})
	}
}

func tree(t *testing.T, at string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c", `cd "$1" 2>/dev/null && exec find . -type f -printf '%p %m ' -exec cat {} \; || exec cat "$1" 2>&1`, "tree", at).CombinedOutput()
	_ = err // what is not there is a state, too
	return string(out)
}

// TestTheOwnersWorkGoesOn: what people let agents do in repositories works
// under the same cover.
func TestTheOwnersWorkGoesOn(t *testing.T) {
	t.Parallel()
	git := writes("WS", "git")
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			for _, tc := range []struct {
				name, script string
				effects      []pipeline.Effect
			}{
				// Without namespaces no mode of a file can be changed, which git's
				// own writing of its configuration needs: see configures.
				{"commit", "git add sub/b 2>/dev/null; git commit -q --allow-empty -m x && git log -1 --format=%s | grep -qx x", []pipeline.Effect{writes("WS/.git", "git")}},
				{"add", "git add a", []pipeline.Effect{writes("WS/.git", "git")}},
				{"branch", "git checkout -q -b topic && git branch | grep -q topic", []pipeline.Effect{git}},
				{"branch that tracks", "git checkout -q -b t2 --track master && git config branch.t2.merge", []pipeline.Effect{git}},
				{"branch removed", "git branch -q t3 && git branch -q -d t3", []pipeline.Effect{writes("WS/.git", "git")}},
				{"stash", "git stash -q && ! grep -q more a && git stash pop -q && grep -q more a", []pipeline.Effect{git}},
				{"init", "git init -q fresh && test -f fresh/.git/config", []pipeline.Effect{writes("WS/fresh", "git")}},
				{"clone", "git clone -q . copy && test -f copy/a", []pipeline.Effect{writes("WS", "git")}},
				{"clone by code", "git clone -q . copy2 && git -C copy2 checkout -q -b x", []pipeline.Effect{build()}},
				{"commit by code", "git add a && git commit -q --allow-empty -m y && git checkout -q -b z && git stash list && git gc -q", []pipeline.Effect{build()}},
				{"setting of its own", "git config user.name somebody && git config rebase.autosquash true && git config user.name | grep -qx somebody", []pipeline.Effect{writes("WS/.git", "git")}},
				{"setting, cleared", "git config user.name somebody && git config user.name | grep -qx somebody", []pipeline.Effect{writes("WS/.git/config", "git")}},
				{"dangerous setting, cleared", "git config core.pager evil", []pipeline.Effect{writes("WS/.git/config", "git")}},
				{"hook, cleared", "echo x >.git/hooks/pre-push", []pipeline.Effect{writes("WS/.git/hooks/pre-push", "bash")}},
				{"environment, cleared", "echo x >.envrc", []pipeline.Effect{writes("WS/.envrc", "bash")}},
				{"new settings, cleared", "mkdir .idea && echo x >.idea/f", []pipeline.Effect{writes("WS/.idea", "mkdir"), writes("WS/.idea/f", "bash")}},
				{"nested repository removed", "rm -rf sub && test ! -e sub", []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "WS/sub"}}},
				{"nested repository moved", "mv sub sub2 && test -d sub2/.git", []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "WS/sub"}, writes("WS/sub2", "mv")}},
				{"edited in place", "sed -i s/owner/x/ a && grep -q x a", []pipeline.Effect{writes("WS/a", "sed")}},
				{"moved over", "cp a c && mv c a", []pipeline.Effect{{Kind: pipeline.KindDelete, Object: "WS/c"}, writes("WS/c", "cp"), writes("WS/a", "mv")}},
				{"unpacked over", "tar cf p.tar a && tar xf p.tar", []pipeline.Effect{writes("WS/p.tar", "tar"), writes("WS", "tar")}},
				{"code builds", "mkdir -p out && cp a out/a && rm a && mv out/a a && ln -s a l && rm -r out l", []pipeline.Effect{build()}},
				{"node packages", "mkdir -p node_modules/x/.vscode && echo x >node_modules/x/.npmrc && rm -r node_modules", []pipeline.Effect{build()}},
			} {
				if builder == confine.BuilderThread && slices.Contains(configures(), tc.name) {
					continue
				}
				t.Run(tc.name, func(t *testing.T) {
					t.Parallel()
					w := newPlot(t)
					if err := os.WriteFile(w.ws+"/a", []byte("owner\nmore\n"), 0o644); err != nil {
						t.Fatal(err)
					}
					for range 2 { // the first sees a fresh sandbox, the second a used one
						if out, changed := w.run(t, c, "set -e; true", build()); out.ExitCode != 0 || len(changed) != 0 {
							t.Fatalf("exit %d, changed %q", out.ExitCode, changed)
						}
					}
					out, changed := w.run(t, c, tc.script, tc.effects...)
					if out.ExitCode != 0 || len(changed) != 0 {
						t.Errorf("exit %d, changed %q: %s%s", out.ExitCode, changed, out.Stdout.Kept, out.Stderr.Kept)
					}
				})
			}
		})
	}
}

func configures() []string {
	return []string{"branch that tracks", "init", "clone", "clone by code", "setting of its own", "setting, cleared", "dangerous setting, cleared", "unpacked over"}
}

// TestProtectionFollowsTheOwner: what the owner makes or replaces between two
// commands is protected in the next one, although the sandbox stood before. A
// mount goes with the file that it covers.
func TestProtectionFollowsTheOwner(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			if !c.Has(confine.LayerProtected) {
				return
			}
			w := newPlot(t)
			w.run(t, c, "true", build())
			for i := range 4 { // inode numbers come back
				w.git(t, w.ws, "config", "user.name", strings.Repeat("x", i+1))
				if err := os.WriteFile(w.ws+"/.mcp.json", []byte("{}"), 0o644); err != nil {
					t.Fatal(err)
				}
				out, changed := w.run(t, c, "(echo x >>.git/config) 2>/dev/null || (echo x >>.mcp.json) 2>/dev/null || echo held", build())
				if strings.TrimSpace(string(out.Stdout.Kept)) != "held" || len(changed) != 0 {
					t.Fatalf("round %d: %q, changed %q", i, out.Stdout.Kept, changed)
				}
				if err := os.Remove(w.ws + "/.mcp.json"); err != nil {
					t.Fatal(err)
				}
			}
			// A clearance for one file opens no other, and is over afterwards.
			out, _ := w.run(t, c, "(echo x >.envrc) && ! (echo x >.git/config) 2>/dev/null", writes("WS/.envrc", "bash"), build())
			if out.ExitCode != 0 {
				t.Errorf("exit %d: %s", out.ExitCode, out.Stderr.Kept)
			}
			if out, _ := w.run(t, c, "(echo y >.envrc) 2>/dev/null || echo held", build()); string(out.Stdout.Kept) != "held\n" {
				t.Errorf("%q", out.Stdout.Kept)
			}
		})
	}
}

// TestWhatIsCopiedInIsFound: a command that may write one folder, not all, is
// watched there.
func TestWhatIsCopiedInIsFound(t *testing.T) {
	t.Parallel()
	for _, builder := range builders() {
		t.Run(builder, func(t *testing.T) {
			t.Parallel()
			c := open(t, builder)
			w := newPlot(t)
			w.run(t, c, "mkdir -p src n && echo x >src/a && echo y >n/old", build())
			if err := os.WriteFile(w.scratch+"/.envrc", []byte("evil"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, tc := range []struct{ script, object, want string }{
				{"cp $HOME/.envrc n/", "WS/n", "/n/.envrc"},
				{"mkdir -p new/deep && cp $HOME/.envrc new/deep/", "WS/new", "/new/deep/.envrc"},
				{"echo x >plain", "WS/plain", ""},
				{"echo ../evil >.git/commondir", "WS/.git", "/.git/commondir"},
				{"(echo x >>.git/config) 2>/dev/null", "WS/.git", map[bool]string{false: "/.git/config"}[c.Has(confine.LayerProtected)]},
			} {
				_, changed := w.run(t, c, tc.script, writes(tc.object, "cp"))
				if want := w.ws + tc.want; tc.want != "" && !slices.Equal(changed, []string{want}) || tc.want == "" && len(changed) != 0 {
					t.Errorf("%s: changed %q", tc.script, changed)
				}
			}
		})
	}
}

// TestNobodyIsBlamedForWhatAnotherWasCleared: two commands at the same time.
func TestNobodyIsBlamedForWhatAnotherWasCleared(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	w := newPlot(t)
	base := confine.Base{Workspace: []string{w.ws}, Scratch: w.scratch}
	other := c.Watch(confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindCode}}, base))
	if _, changed := w.run(t, c, "echo x >.mcp.json", writes("WS/.mcp.json", "bash")); len(changed) != 0 {
		t.Errorf("changed %q", changed)
	}
	if changed := other.Changed(); len(changed) != 0 {
		t.Errorf("blamed for %q", changed)
	}
	if w := c.Watch(confine.ProfileOf([]pipeline.Effect{{Kind: pipeline.KindRead, Object: w.ws}}, base)); w != nil {
		t.Error("a command that reads is watched")
	}
}

// TestAMachineProtectsTheOwner: the mounts are made in the machine.
func TestAMachineProtectsTheOwner(t *testing.T) {
	t.Parallel()
	c := openMachine(t)
	if c == nil {
		return
	}
	w := newPlot(t)
	out, changed := w.run(t, c, `(echo x >>.git/config) 2>/dev/null || (echo x >.git/hooks/pre-commit) 2>/dev/null ||
(echo x >.envrc) 2>/dev/null || (mv .git was) 2>/dev/null || (echo x >made && echo x >.mcp.json && echo held)`, build())
	if string(out.Stdout.Kept) != "held\n" || !slices.Equal(changed, []string{w.ws + "/.mcp.json"}) {
		t.Errorf("%q, changed %q: %s", out.Stdout.Kept, changed, out.Stderr.Kept)
	}
}
