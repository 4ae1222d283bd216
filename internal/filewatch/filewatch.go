// Package filewatch tells when the content of some files has changed.
//
// Editors write files in many ways (in place, by renaming a new one over the
// old, by linking), and a folder of a container may be swapped as a whole. So
// the folders are watched, bursts are waited out, and only a changed content
// counts: the same bytes written again are no change.
//
// Limits: files of at most 1 MiB each count with their whole content, of larger
// ones the beginning. A network file system that sends no events is noticed
// only by the regular look.
package filewatch

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	quiet   = 150 * time.Millisecond // how long a burst of events is waited out
	regular = 30 * time.Second       // a look without an event
	maxRead = 1 << 20
)

// Watch calls changed whenever the content of one of the files has changed,
// until ctx ends; it returns nil then. The files need not exist yet, their
// folders must. changed is called by one goroutine, never twice at a time.
func Watch(ctx context.Context, files []string, changed func()) (err error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch files: %w", err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	folders := map[string]bool{}
	for _, f := range files {
		folder := filepath.Dir(f)
		if folders[folder] {
			continue
		}
		folders[folder] = true
		if err := w.Add(folder); err != nil {
			return fmt.Errorf("watch %s: %w", folder, err)
		}
	}
	last := sum(files)
	look := time.NewTimer(regular)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-w.Events:
			if !open {
				return nil
			}
			look.Reset(quiet)
		case <-w.Errors: // events were lost: look soon
			look.Reset(quiet)
		case <-look.C:
			look.Reset(regular)
			if now := sum(files); now != last {
				last = now
				changed()
			}
		}
	}
}

// sum is a digest over names and contents; a file that cannot be read counts
// as one without content.
func sum(files []string) [sha256.Size]byte {
	h := sha256.New()
	for _, name := range files {
		fmt.Fprintf(h, "%d %s\n", len(name), name)
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintf(h, "missing\n")
			continue
		}
		n, err := io.Copy(h, io.LimitReader(f, maxRead))
		err = errors.Join(err, f.Close())
		fmt.Fprintf(h, "\n%d %v\n", n, err == nil)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
