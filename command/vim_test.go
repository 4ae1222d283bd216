package command_test

import "testing"

// TestVim: commands of vim and ex that only change the text are no code.
func TestVim(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`vim -es -u NONE -c '%s/a/b/ge' -c wq f`:             true,
		`vim -Es +'g/^$/d' +wq f`:                            true,
		`ex -sc '%s/a/b/g|x' f`:                              true,
		"ex -s f <<'E'\n%s/a/b/\nx\nE":                       true,
		`vim -c 'argdo %s/a/b/ge | update' -c qa src/*.c`:    true,
		`vim -es -c 'set ff=unix nobomb' -c x f < /dev/null`: true,
		`vim -es -c 'g/x/s/a/b/|!ls' f`:                      false,
		`vim -es -c 'sort u|!ls' f`:                          false,
		`vim -es -c '%s/a/\=system("ls")/' -c x f`:           false,
		`vim -es -c 'w other' f`:                             false,
		`vim -es -c 'set shell=x' f`:                         false,
		`vim -es -c 'normal :!ls' f`:                         false,
		`vim -es -c 'r x' f`:                                 false,
		`vim -s keys -e -c x f`:                              false,
		`vim -es -u own.vim -c x f`:                          false,
		`echo ':!ls' | vim -c x f`:                           false,
		`cat g | ex -s f`:                                    false,
		`vim -es -c "$(cat g)" f`:                            false,
	})
}

// TestProcessIDs: a file that holds $! names a child, until it is written to.
func TestProcessIDs(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`sleep 9 & echo $! > f; kill "$(cat f)"`:                     true,
		`(cd sub && sleep 9 & echo $! > f.pid); kill "$(cat f.pid)"`: true,
		`sleep 9 & echo $! > f; pid=$(< f); kill $pid`:               true,
		`kill "$(cat f)"`: false,
		`sleep 9 & echo $! > f; pgrep x > f; kill "$(cat f)"`:                 false,
		`sleep 9 & echo $! > f; for i in 1 2; do kill $(cat f); id > f; done`: false,
		`[ -e x ] && echo $! > f; kill "$(cat f)"`:                            false,
		`(exit; sleep 9 & echo $! > f); kill "$(cat f)"`:                      false,
		`sleep 9 & echo 1$! > f; kill "$(cat f)"`:                             false,
		`sleep 9 & echo $! > f; cd sub; kill "$(cat f)"`:                      false,
		`sleep 9 & echo $! > f; cp g f; kill "$(cat f)"`:                      false,
	})
}
