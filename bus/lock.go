package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrLocked says that another worker uses the state folder.
var ErrLocked = errors.New("state folder is used by another worker")

// address is what address.json in the state folder tells clients on the same
// machine.
type address struct {
	URL string `json:"url"`
	PID int    `json:"pid"`
	// Worker is its id. Where the file outlived its worker, the next one knows
	// by it whose lease to end.
	Worker string `json:"worker,omitempty"`
}

func addressFile(stateDir string) string { return filepath.Join(stateDir, "address.json") }

// lockState takes the state folder for this process until the file is closed;
// the kernel lets go of it however the process ends. Two embedded servers on
// one folder would both start and write garbage over each other.
func lockState(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make state folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock state folder: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock state folder: %w", err)
		}
		if a, err := readAddress(dir); err == nil {
			return nil, fmt.Errorf("%w: %s (process %d, %s)", ErrLocked, dir, a.PID, a.URL)
		}
		return nil, fmt.Errorf("%w: %s", ErrLocked, dir)
	}
	return f, nil
}

// locked reports whether a worker uses the state folder. Looking takes the lock
// for a moment, so that it is only done where nobody answers.
func locked(dir string) bool {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil
}

func writeAddress(dir string, a address) error {
	body, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("write address: %w", err)
	}
	return writeFile(addressFile(dir), append(body, '\n'))
}

// readAddress finds the worker of a state folder. ErrNoWorker: none runs.
func readAddress(dir string) (address, error) {
	body, err := os.ReadFile(addressFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return address{}, fmt.Errorf("%w: %s", ErrNoWorker, dir)
	}
	if err != nil {
		return address{}, fmt.Errorf("read address: %w", err)
	}
	var a address
	if err := json.Unmarshal(body, &a); err != nil {
		return address{}, fmt.Errorf("read %s: %w", addressFile(dir), err)
	}
	return a, nil
}
