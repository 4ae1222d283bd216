package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// What loops, listings and files of awk do is known as far as their words are.
func TestFollowedWords(t *testing.T) {
	t.Parallel()
	for text, known := range map[string]bool{
		"for sh in dash 'busybox sh'; do $sh -n x.sh; done":                              true,
		"for c in ls 'cat -n'; do $c a; done":                                            true,
		"x=a; for b in true 'eval x=/'; do rm -rf \"$x\"; $b; done":                      false,
		"x=a; for b in true export; do rm -rf \"$x\"; $b x=/; done":                      false,
		"f() { x=/; }; x=a; for b in true f; do rm -rf \"$x\"; $b; done":                 false,
		"echo '{ print $1 }' > f.awk; awk -f f.awk a":                                    true,
		"echo '{ print $1 }' > f.awk; cp b f.awk; awk -f f.awk a":                        false,
		"echo '{ print | c }' > f.awk; awk -v c=sh -f f.awk a":                           false,
		"find src -exec grep -l x {} + | while IFS= read -r f; do rm \"$f\"; done":       true,
		"find src -exec grep -h x {} + | while IFS= read -r f; do rm \"$f\"; done":       false,
		"for f in $(git ls-files '*.sql'); do n=$(grep -c x \"$f\"); t=$((t + n)); done": true,
		"for f in $(git ls-files); do n=$(grep -c x \"$f\"); t=$((t + n)); done":         false,
		"awk '!/[\\]/]\"/ { system(c) } #\"' a":                                          false,
		"awk '!/[[:alpha:]/]\"/ { system(c) } #\"' a":                                    false,
		"awk '/\\[/ { n++ } END { print n }' a":                                          true,
		"awk '{ gsub(/[^\\/]+$/, \"\"); print }' a":                                      true,
		"here=$(CDPATH=/etc cd -- \"$(dirname -- s/x)\" && pwd); rm \"$here/x\"":         false,
		"go list -deps ./... | xargs go list -f '{{.ImportPath}}'":                       true,
		"go list -deps -f '{{.Dir}}' ./... | xargs cat":                                  false,
		"cat \"src/$(ls -t src | head -1)\"":                                             true,
		"cat \"src/$(ls -a src | head -1)\"":                                             false,
		"cat \"src/$(cat names | head -1)\"":                                             false,
		"cat \"src/$(ls src)\"":                                                          false,
		"split --filter='gzip > $FILE.gz' a p":                                           true,
		"split --filter='gzip > $FILE.gz' --additional-suffix=/../../x a p":              false,
	} {
		a := analyze(t, command.Input{Text: text, Shell: true})
		if got := !slices.ContainsFunc(a.Effects, func(e pipeline.Effect) bool {
			return e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode || !e.Certain && e.Kind == pipeline.KindWrite && e.Object == "$FILE.gz"
		}); got != known {
			t.Errorf("%s: known %v, want %v: %v", text, got, known, a.Effects)
		}
	}
}
