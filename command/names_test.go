package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestHiddenNames: a name that is not the shell's own * may begin with a dot,
// and its pattern says so.
func TestHiddenNames(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for text, want := range map[string]string{
		`for f in *.in; do cp x "${f%.in}"; done`:                         "/home/u/w/*",
		`for f in .*.in; do cp x "$(basename "$f" .in)"; done`:            "/home/u/w/.*",
		`find . -name '*.in' | while read f; do cp x "${f%.in}"; done`:    "/home/u/w/**/[.-~]*",
		`for f in $(find sub); do cp x "${f##*/}"; done`:                  "/home/u/w/[.-~]*",
		`for f in $(find sub); do cp x "$(basename "$f")"; done`:          "/home/u/w/[.-~]*",
		`for f in $(git ls-files); do cp x "${f%.in}"; done`:              "/home/u/w/[.-~]*",
		`ls -A sub | while read f; do cp x "$f"; done`:                    "/home/u/w/[.-~]*",
		`for f in $(ls sub); do cp x "${f%.in}"; done`:                    "/home/u/w/[.-~]*",
		`for f in $(ls); do cp x "$f"; done`:                              "/home/u/w/*",
		`cp x "b/a-$(git rev-parse --short HEAD).gz"`:                     "/home/u/w/b/a-*.gz",
		`cp x "$(git rev-parse --verify --short=7 @)"`:                    "/home/u/w/*",
		`cp x "$(git rev-parse --abbrev-ref HEAD)"`:                       "/home/u/w/**",
		`cp x "$(git rev-parse main)"`:                                    "/home/u/w/*",
		`cp x "$(git rev-parse main.txt)"`:                                "", // printed as it is where it is no commit
		`cp x "$(git rev-parse --all)"`:                                   "",
		`cp x "$(git merge-base origin/main HEAD)"`:                       "/home/u/w/*",
		`cp x "$(git merge-base --all main HEAD)"`:                        "",
		`cp x "$(date +.envrc)"`:                                          "",
		`shopt -s dotglob; for f in *.in; do cp x "${f%.in}"; done`:       "",
		`bash -O dotglob -c 'for f in *.in; do cp x "${f%.in}"; done'`:    "",
		`shopt -u dotglob; for f in *.in; do cp x "${f%.in}"; done`:       "/home/u/w/*",
		`for f in src/*.in; do cp x "$(basename "$f" .in)"; done`:         "/home/u/w/*",
		`for f in src/*.in; do cp x "build/$(basename "$f" .in).o"; done`: "/home/u/w/build/*.o",
	} {
		out, err := a.Analyze(command.Input{Text: text, Shell: true}, command.ExampleWorld())
		if err != nil || out.Inspectable != (want != "") {
			t.Errorf("%s: inspectable %v, %v, effects %v", text, out.Inspectable, err, out.Effects)
		}
		if want != "" && !slices.ContainsFunc(out.Effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindWrite && e.Object == want }) {
			t.Errorf("%s: writes %v", text, out.Effects)
		}
	}
}
