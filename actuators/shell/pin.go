package shell

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"passepartout/pipeline"
)

// pin binds a file to what it was when it was judged: where its name leads, and
// for files that the agent could change, what is in it. Programs of the system
// are bound by their path alone: whoever changes them owns the machine, and an
// upgrade would otherwise void every consent.
type pin struct {
	Word string `json:"word,omitempty"` // in command position; empty for a file that is run as code
	Path string `json:"path"`           // as resolved from the word
	Real string `json:"real"`           // with symlinks followed
	Sum  string `json:"sum,omitempty"`  // SHA-256 of the content
}

const (
	maxPins    = 256
	maxPinSize = 64 << 20 // a larger file is bound by what the kernel says of it, see state
)

// systemFolders hold what only the machine's owner can change.
func systemFolders() []string {
	return []string{"/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/", "/nix/store/", "/gnu/store/"}
}

// pins binds the programs of a plan and the files in it that are run as code.
func (a *Actuator) pins(ctx context.Context, x plan, found Finding) ([]pin, *pipeline.Error) {
	wanted, bound := make(map[pin]bool), make(map[string]bool)
	for word, path := range found.Programs {
		if filepath.IsAbs(path) {
			wanted[pin{Word: word, Path: path}], bound[path] = true, true
		}
	}
	if len(x.Argv) == 0 {
		wanted[pin{Word: "bash", Path: a.cfg.Shell}], bound[a.cfg.Shell] = true, true
	}
	for _, e := range found.Effects {
		if (e.Kind == pipeline.KindCode || e.Kind == pipeline.KindRun) && e.Certain && filepath.IsAbs(e.Object) {
			if path := filepath.Clean(e.Object); !bound[path] { // a word that leads there binds it as well
				wanted[pin{Path: path}] = true
			}
		}
	}
	if len(wanted) > maxPins {
		return nil, &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: "params.command", Message: fmt.Sprintf("the command starts more than %d programs", maxPins), Hint: "send it in parts"}
	}
	var all []pin
	for p := range wanted {
		if err := ctx.Err(); err != nil {
			return nil, &pipeline.Error{Code: pipeline.CodeTimedOut, Message: "finding out what the command would run took too long", Err: err}
		}
		done, err := p.resolve()
		switch {
		case err == nil:
			all = append(all, done)
		case p.Word != "":
			return nil, notRun(err, p.Word)
		}
		// A file that is run as code and is not there, or is a folder, is the
		// command's own affair: it fails by itself, or names a place.
	}
	slices.SortFunc(all, func(p, q pin) int {
		return strings.Compare(p.Path+"\x00"+p.Word, q.Path+"\x00"+q.Word)
	})
	return all, nil
}

// resolve follows the path and sums the content.
func (p pin) resolve() (pin, error) {
	real, err := filepath.EvalSymlinks(p.Path)
	if err != nil {
		return pin{}, fmt.Errorf("resolve: %w", err)
	}
	p.Real, p.Sum = real, ""
	if slices.ContainsFunc(systemFolders(), func(dir string) bool { return strings.HasPrefix(real, dir) }) {
		return p, nil
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return pin{}, fmt.Errorf("resolve: %w", err)
	case !info.Mode().IsRegular():
		return pin{}, fmt.Errorf("resolve %s: %w", real, fs.ErrNotExist)
	}
	p.Sum, err = sum(real)
	return p, err
}

func sum(path string) (string, error) {
	// A name that became a pipe meanwhile must not hold the worker up.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) { // executable and not readable
		info, err := os.Stat(path)
		if err != nil {
			return "", fmt.Errorf("sum: %w", err)
		}
		return state(info)
	}
	if err != nil {
		return "", fmt.Errorf("sum: %w", err)
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(f, maxPinSize+1))
	if err != nil {
		return "", fmt.Errorf("sum: %w", err)
	}
	if n > maxPinSize {
		info, err := f.Stat()
		if err != nil {
			return "", fmt.Errorf("sum: %w", err)
		}
		return state(info)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// state binds a file whose content is not read: which one it is, and when it
// was changed last. The kernel sets that time at every change of content, mode
// or name, and lets nobody else set it.
func state(info fs.FileInfo) (string, error) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", fmt.Errorf("sum: %w", fs.ErrInvalid)
	}
	return fmt.Sprintf("state:%x:%x:%x:%x:%x", st.Dev, st.Ino, st.Size, st.Ctim.Sec, st.Ctim.Nsec), nil
}

// verify reports what is no longer as it was judged.
func (x plan) verify() *pipeline.Error {
	if real, err := filepath.EvalSymlinks(x.Dir); err != nil || real != x.Dir {
		return changed("the folder "+x.Dir, err)
	}
	for _, p := range x.Pins {
		now, err := p.resolve()
		if err != nil || now != p {
			return changed(p.Path, err)
		}
	}
	return nil
}

func changed(what string, err error) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeBlocked, Rule: "changed-since-judged", Retryable: true, Err: err,
		Message: what + " is not what it was when the command was judged", Hint: "send the request again",
	}
}

// program is the path that a word in command position was resolved to.
func (x plan) program(word string) (string, bool) {
	for _, p := range x.Pins {
		if p.Word == word {
			return p.Path, true
		}
	}
	return "", false
}

// readLoose reads what is needed of parameters that were checked before.
func readLoose(raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read again: %w", err)
	}
	return nil
}
