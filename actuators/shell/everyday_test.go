package shell_test

import (
	"os/exec"
	"testing"

	"passepartout/actuators/shell"
	"passepartout/command"
	"passepartout/command/catalogue"
)

// workshop is what a workspace of an everyday project holds.
const workshop = `set -e
git init -q . && git config user.email a@b && git config user.name n
for f in a b c; do echo $f >$f; done
git add . && git commit -q -m first && git branch -M master
mkdir -p d/e n && echo x >d/e/f
printf 'module m\n\ngo 1.22\n' >go.mod
printf 'package main\n\nfunc main() {}\n' >main.go
printf 'all:\n\techo hi >out\n' >Makefile
gzip -k c; tar cf t.tar a b d
`

// TestEverydayCommandsWorkConfined: what the analysis states of a command, no
// more and no less, is what its sandbox lets it do. A statement that is too
// narrow shows here as a command that the kernel stops.
func TestEverydayCommandsWorkConfined(t *testing.T) {
	t.Parallel()
	known, err := catalogue.Open()
	if err != nil {
		t.Fatal(err)
	}
	analyst := shell.NewCommands(command.New(known), "/home/agent", "agent")
	b := confined(t, with(func(c *shell.Config) { c.Analyst = analyst }))
	setup := exec.CommandContext(t.Context(), "bash", "-c", workshop)
	setup.Dir = b.dir
	if out, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	commands := []string{
		"git status --short", "git add a", "git commit -q --allow-empty -m x", "git checkout -q -b topic", "git checkout -q master",
		"git branch q", "git branch -m q r", "git branch -d r", "git tag v1", "git log -1", "git diff", "git merge --no-edit topic",
		"git rebase -q topic", "git mv b bb", "git commit -qam moved", "git reset -q --hard HEAD", "git restore a", "git stash -u", "git stash pop",
		"git worktree list", "git gc -q", "git init -q fresh", "git notes add -m x", "git rm -q --cached a", "git add a", "git symbolic-ref refs/x refs/heads/master",
		"sed -i s/a/b/ a", "sed -i.bak s/a/b/ a", "mv a a2", "cp a2 a", "mv a2 a", "cp -r d d2", "rm -r d2", "mkdir -p x/y", "touch x/y/z",
		"ln -s a l", "ln -sf go.mod l", "rm l", "tar xf t.tar", "tar czf u.tgz d", "gunzip -kf c.gz", "gzip -f c", "echo hi >a", "echo hi >>a",
		"tee a <go.mod", "sort -o a a", "truncate -s 0 a", "chmod +x a", "install -m 644 a i", "find . -name '*.bak' -delete",
		"split -b 1 go.mod sp", "dd if=/dev/zero of=dd bs=1 count=1 status=none", "make", "mktemp", "mkdir m", "rmdir m", "rm -rf d",
		"git config user.name Agent", "git config pull.rebase true", "git config core.autocrlf input",
		"perl -pi -e 's/a/b/' a", "awk '{print >\"out2\"}' go.mod",
	}
	if path, ok := found("go"); ok {
		commands = append(commands, path+" build ./...", path+" vet ./...", path+" test ./...")
	}
	for _, c := range commands { // one after the other: each leaves something to the next
		if a, _, err := b.script(t, c); err != nil {
			t.Errorf("%s: %v\n%.500s", c, err, a.Stderr)
		}
	}
}
