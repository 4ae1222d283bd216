package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/nats-io/nkeys"

	"passepartout/pipeline"
)

// ErrName says that a name or role cannot be given to a principal.
var ErrName = errors.New("no valid principal")

// Identity is one principal in one role, known by one public key. The same
// name in two roles is the same principal with two keys.
type Identity struct {
	Name    pipeline.Principal `json:"name"`
	Role    pipeline.Role      `json:"role"`
	Key     string             `json:"key"` // public nkey of a user: "U…"
	Created time.Time          `json:"created"`
	Revoked time.Time          `json:"revoked,omitzero"`
}

// ValidRole reports whether r is a role that the bus gives out.
func ValidRole(r pipeline.Role) bool {
	switch r {
	case pipeline.RoleAgent, pipeline.RoleSensor, pipeline.RoleApprover,
		pipeline.RoleObserver, pipeline.RoleOperator, pipeline.RoleWorker:
		return true
	default:
		return false
	}
}

// Keys is the register of identities in a state folder: public keys in
// principals.json, which is the truth, and one secret seed a file below keys/,
// readable by the owner only and in the form that `nats --nkey FILE` takes. It
// may be used while a worker runs, by several processes at once; a worker
// notices within a second and closes the connections of whoever was revoked.
type Keys struct {
	dir string
	now func() time.Time
}

// NewKeys opens the register of a state folder, which need not exist yet.
func NewKeys(stateDir string, now func() time.Time) *Keys {
	return &Keys{dir: stateDir, now: now}
}

// first are the identities that a new installation begins with.
func first() []Identity {
	return []Identity{
		{Name: "agent", Role: pipeline.RoleAgent},
		{Name: "approver", Role: pipeline.RoleApprover},
		{Name: "observer", Role: pipeline.RoleObserver},
		{Name: "operator", Role: pipeline.RoleOperator},
		{Name: "sensor", Role: pipeline.RoleSensor},
		{Name: "worker", Role: pipeline.RoleWorker},
	}
}

// File is where the seed of one identity lies.
func (k *Keys) File(name pipeline.Principal, role pipeline.Role) string {
	return filepath.Join(k.dir, "keys", string(role)+"-"+string(name)+".nk")
}

func (k *Keys) register() string { return filepath.Join(k.dir, "principals.json") }

// List returns every identity ever made, revoked ones too, oldest first.
func (k *Keys) List() ([]Identity, error) {
	body, err := os.ReadFile(k.register())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read principals: %w", err)
	}
	var all []Identity
	if err := json.Unmarshal(body, &all); err != nil {
		return nil, fmt.Errorf("read %s: %w", k.register(), err)
	}
	for _, id := range all {
		if err := id.check(); err != nil {
			return nil, fmt.Errorf("read %s: %w", k.register(), err)
		}
	}
	return all, nil
}

// Held reports whether a principal has a role now and has had it, by the same
// key, since a time. A register that cannot be read says so of nobody.
func (k *Keys) Held(name pipeline.Principal, role pipeline.Role, since time.Time) (bool, error) {
	all, err := k.List()
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(all, func(id Identity) bool {
		return id.Name == name && id.Role == role && id.Revoked.IsZero() && !id.Created.After(since)
	}), nil
}

func (id Identity) check() error {
	// A name with a dot or a wildcard would widen its owner's permissions.
	if !pipeline.ValidToken(string(id.Name)) {
		return fmt.Errorf("%w: name %q: 1 to 64 letters, digits, '-' or '_'", ErrName, id.Name)
	}
	if !ValidRole(id.Role) {
		return fmt.Errorf("%w: role %q", ErrName, id.Role)
	}
	if id.Key != "" && !nkeys.IsValidPublicUserKey(id.Key) {
		return fmt.Errorf("%w: key of %s %s", ErrName, id.Role, id.Name)
	}
	return nil
}

// Add makes an identity with a fresh key and returns it with the file that
// holds its seed. ErrExists: it is there already and not revoked.
func (k *Keys) Add(name pipeline.Principal, role pipeline.Role) (Identity, string, error) {
	id := Identity{Name: name, Role: role, Created: k.now().UTC()}
	if err := id.check(); err != nil {
		return Identity{}, "", err
	}
	err := k.change(func(all []Identity) ([]Identity, error) {
		if slices.ContainsFunc(all, func(o Identity) bool { return o.is(name, role) && o.Revoked.IsZero() }) {
			return nil, fmt.Errorf("%s %s: %w", role, name, pipeline.ErrExists)
		}
		var err error
		if id.Key, err = k.mint(name, role); err != nil {
			return nil, err
		}
		return append(all, id), nil
	})
	if err != nil {
		return Identity{}, "", err
	}
	return id, k.File(name, role), nil
}

func (id Identity) is(name pipeline.Principal, role pipeline.Role) bool {
	return id.Name == name && (role == "" || id.Role == role)
}

// Revoke ends an identity for good and removes its seed; an empty role means
// every role of that name. ErrNotFound: there was none.
func (k *Keys) Revoke(name pipeline.Principal, role pipeline.Role) error {
	return k.change(func(all []Identity) ([]Identity, error) {
		found := false
		for i, o := range all {
			if !o.is(name, role) || !o.Revoked.IsZero() {
				continue
			}
			found = true
			all[i].Revoked = k.now().UTC()
			if err := os.Remove(k.File(o.Name, o.Role)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, fmt.Errorf("remove seed: %w", err)
			}
		}
		if !found {
			return nil, fmt.Errorf("%s %s: %w", role, name, pipeline.ErrNotFound)
		}
		return all, nil
	})
}

// begin makes the first identities where there is no register yet.
func (k *Keys) begin() error {
	if _, err := os.Stat(k.register()); err == nil {
		return nil
	}
	return k.change(func(all []Identity) ([]Identity, error) {
		if len(all) > 0 {
			return all, nil
		}
		for _, id := range first() {
			var err error
			if id.Key, err = k.mint(id.Name, id.Role); err != nil {
				return nil, err
			}
			id.Created = k.now().UTC()
			all = append(all, id)
		}
		return all, nil
	})
}

// mint writes a new seed and returns its public key.
func (k *Keys) mint(name pipeline.Principal, role pipeline.Role) (string, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", fmt.Errorf("make key: %w", err)
	}
	defer pair.Wipe()
	seed, err := pair.Seed()
	if err != nil {
		return "", fmt.Errorf("make key: %w", err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		return "", fmt.Errorf("make key: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(k.dir, "keys"), 0o700); err != nil {
		return "", fmt.Errorf("make key folder: %w", err)
	}
	if err := writeFile(k.File(name, role), append(seed, '\n')); err != nil {
		return "", err
	}
	return public, nil
}

// change edits the register under an exclusive lock, all or nothing.
func (k *Keys) change(edit func([]Identity) ([]Identity, error)) error {
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return fmt.Errorf("make state folder: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(k.dir, "principals.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("lock principals: %w", err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("lock principals: %w", err)
	}
	all, err := k.List()
	if err != nil {
		return err
	}
	if all, err = edit(all); err != nil {
		return err
	}
	body, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("write principals: %w", err)
	}
	return writeFile(k.register(), append(body, '\n'))
}

// writeFile replaces a file in one step, readable by its owner only, so that
// neither a crash nor a reader ever meets half of it.
func writeFile(path string, body []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // CreateTemp gives mode 0600
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer os.Remove(f.Name()) // a no-op after the rename
	_, err = f.Write(body)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
