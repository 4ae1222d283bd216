package command_test

import "testing"

// TestValuesInSed: a script with values in it is read where they cannot end
// what they stand in, and begin no command.
func TestValuesInSed(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`sed "s/x/$(date +%F)/" f`:                               true,
		`sed "s|x|$(git rev-parse --short HEAD)|g" f`:            true,
		`n=$(wc -l < f); sed -n "$((n-3)),${n}p" f`:              true,
		`sed "s/x/$(date +%Z)/" f`:                               false,
		`sed "s/x/$(git describe --tags)/" f`:                    false,
		`sed "s/x/$(cat f)/" f`:                                  false,
		`sed "s/x/y/$(date +%s)" f`:                              false,
		`n=$(nproc); sed "s${n}a${n}b${n}" f`:                    false,
		`n=$(nproc); sed "s/a/\\$n/" f`:                          false,
		`n=$(nproc); sed "${n}a text" f`:                         false, // 1e-05a is 1 and e
		`n=$(nproc); sed "s/a/b/w out$n" f`:                      false,
		`n=$(seq 3); sed "a $n text" f`:                          false,
		`n=$(seq 3); sed "# $n text" f`:                          false,
		`unset RANDOM; RANDOM='/e;'; sed "s/a/$RANDOM/" f`:       false,
		`COLUMNS='/e;'; sed "s/a/$COLUMNS/" f`:                   false,
		`sed "s/a/$(tput cols)/" f`:                              false,
		`alias nproc='cat f'; sed "s/a/$(nproc)/" f`:             false,
		`n=$(nproc); sed "s/a/${n%0}/" f`:                        true,
		`n=$(tput cols); sed "s/a/${n%0}/" f`:                    false,
		`n=$(tput cols || echo 80); sed "s/a/$n/" f`:             false,
		`v=1.$(date +%s); sed "s/^v=.*/v=$v/" f > g`:             true,
		`v=$(date +%s)*; sed "s/^v=.*/v=$v/" f > g`:              true,
		`for f in *; do sed "s/a/$f/" x; done`:                   false,
		`sed "$(date +%s)w out" f`:                               false,
		`x=$(date +%F); y="$x$(cat f)"; sed "s/a/$y/" f > g`:     false,
		`sed -i "s/v: .*/v: $(git rev-list --count HEAD)/" a.md`: true,
	})
}

// TestToolPaths: what programs print of their own files may be read, and nothing
// else be done to it.
func TestToolPaths(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`grep -n x "$(go env GOROOT)/src/time/sleep.go"`:              true,
		`cat "$(go list -m -f '{{.Dir}}' a.example/b)/x.go"`:          true,
		`d=$(npm root -g); cat "$d/npm/package.json"`:                 true,
		`cat "$(go env GOROOT)"/src/sort/*.go`:                        true,
		`ls "$ANDROID_HOME/platforms"`:                                true,
		`cat "$ANDROID_HOME/platforms"`:                               true, // one that no policy covers
		`cat "$(go env GOROOT)/../x"`:                                 false,
		`d=$(go env GOROOT); x=..; cat "$d/$x/x"`:                     false,
		`rm -rf "$(go env GOROOT)/src"`:                               false,
		`echo x > "$(go env GOROOT)/VERSION"`:                         false,
		`python3 < "$(npm root)/x"`:                                   false,
		`for f in *; do python3 < "$f"; done`:                         false,
		`"$(go env GOROOT)/bin/go"`:                                   false,
		`GOROOT=/home/agent/.ssh; cat "$(go env GOROOT)/id_rsa"`:      false,
		`go() { echo ~/.ssh; }; cat "$(go env GOROOT)/id_rsa"`:        false,
		`cat "$(./go env GOROOT)/x"`:                                  false,
		`cat "$(go env GOROOT GOFLAGS)/x"`:                            false,
		`cat "$(npm prefix -g)/x"`:                                    false,
		`cat "$(python3 -c 'import x; print("/etc/" + x.__file__)')"`: false,
		`alias z='-f /tmp/x'; sed -n p "$(command -v z)"`:             false,
		`cat "x$(go env GOROOT)/x"`:                                   false,
	})
}

// TestValuesInAwk: a program with values in it is read where it can only print.
func TestValuesInAwk(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`awk "NR==$(wc -l < f)" f`:                                true,
		`d=$(date +%F); awk "/$d/ {n++} END {print n}" f`:         true,
		`awk "BEGIN{system(\"ls $(nproc)\")}"`:                    false,
		`awk "BEGIN{print 1 > \"out$(nproc)\"}"`:                  false,
		`awk "BEGIN{print 1 | \"sort\"; n=$(nproc)}"`:             false,
		`awk "/$(git describe --tags)/" f`:                        false,
		`n=$(tput cols); awk "BEGIN{print $n}"`:                   false,
		`n=$(nproc); awk "BEGIN{x=$n/\"/;system(\\\"ls\\\")#\"}"`: false,
		`cat f | xargs ls -l`:                                     true,
		`cat f | xargs wc -l`:                                     false,
		`printf '%s\n' {a..e}{1..3}`:                              true,
	})
}
