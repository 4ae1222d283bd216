package zone_test

import (
	"fmt"
	"sync"
	"testing"

	"passepartout/internal/zone"
)

// TestClassesAreRememberedRightly: more paths than are remembered, asked for by several
// at once and again, each time get the class that a map gives which was never asked.
func TestClassesAreRememberedRightly(t *testing.T) {
	t.Parallel()
	config := zone.Config{Workspace: []string{"/home/u/w"}, Scratch: []string{"/tmp/s"}, Home: "/home/u"}
	asked, err := zone.New(config)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, dir := range []string{"/home/u/w", "/tmp/s", "/home/u", "/etc", "/usr/bin", "/home/u/.ssh", "/dev", "/home/u/w/.git"} {
		for i := range 100 {
			paths = append(paths, fmt.Sprintf("%s/f%d", dir, i), fmt.Sprintf("%s/%d/.env", dir, i))
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 3 {
				for _, p := range paths {
					asked.Of(p, false)
				}
			}
		})
	}
	wg.Wait()
	classes := map[zone.Class]int{}
	for _, p := range paths {
		fresh, err := zone.New(config)
		if err != nil {
			t.Fatal(err)
		}
		got, want := asked.Of(p, false), fresh.Of(p, false)
		if classes[got]++; got != want {
			t.Errorf("%s: %v, want %v", p, got, want)
		}
	}
	if len(classes) < 5 {
		t.Errorf("only the classes %v, which shows little", classes)
	}
}
