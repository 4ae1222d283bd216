package confine_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"passepartout/confine"
)

func TestGateSeesEveryProgramStart(t *testing.T) {
	t.Parallel()
	c := open(t, confine.BuilderZygote)
	var mu sync.Mutex
	var seen []string
	p := confine.ProfileOf(nil, confine.Base{Scratch: t.TempDir()})
	p.Gate = func(ctx context.Context, path string, argv []string) error {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, path+" "+strings.Join(argv, " ")+" in "+confine.CallerDir(ctx))
		if argv[0] == "mkfs" || strings.HasSuffix(path, "/id") {
			return errors.New("no")
		}
		return nil
	}
	out, err := c.Run(t.Context(), "a", p, bash(`a=i; b=d; $a$b; echo status $?; /bin/echo one; sh -c '/bin/echo two "three four"'; (exec -a mkfs /bin/echo five); cd /usr/bin; ./echo six`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(out.Stdout.Kept); got != "status 126\none\ntwo three four\nsix\n" {
		t.Errorf("stdout %q, stderr %q", got, out.Stderr.Kept)
	}
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(seen, "\n")
	for _, want := range []string{"/usr/bin/id id", "/bin/echo /bin/echo one", "/bin/echo /bin/echo two three four", "/bin/echo mkfs five", "/usr/bin/echo ./echo six in /usr/bin"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q was not seen in\n%s", want, all)
		}
	}
}
