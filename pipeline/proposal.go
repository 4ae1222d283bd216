package pipeline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Digest is the SHA-256 of exactly what an approval is for.
type Digest [sha256.Size]byte

const digestPrefix = "sha256:"

// String is "sha256:" and 64 hexadecimal digits.
func (d Digest) String() string { return digestPrefix + hex.EncodeToString(d[:]) }

// IsZero reports whether d was never computed.
func (d Digest) IsZero() bool { return d == Digest{} }

// MarshalText writes what String returns.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what String returns.
func (d *Digest) UnmarshalText(text []byte) error {
	digits, ok := strings.CutPrefix(string(text), digestPrefix)
	if !ok {
		return errors.New("digest does not begin with " + digestPrefix)
	}
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return fmt.Errorf("digest is not hexadecimal: %w", err)
	}
	if len(raw) != len(d) {
		return fmt.Errorf("digest has %d bytes, not %d", len(raw), len(d))
	}
	copy(d[:], raw)
	return nil
}

// Proposal is an action with what it would do, who asked for it and how it was
// understood. It is judged, held, approved and cleared as one.
type Proposal struct {
	ID          string   `json:"id"`    // the signal's Key
	Skill       string   `json:"skill"` // who proposed it
	Signal      Signal   `json:"signal"`
	Action      Action   `json:"action"`
	Effects     []Effect `json:"effects"`
	Exact       []byte   `json:"exact"`                 // canonical form of what will run; the actuator's own JSON
	Summary     string   `json:"summary"`               // one line or script for people, made by the actuator from Exact
	Confinement string   `json:"confinement,omitempty"` // layers it will run under: "landlock+seccomp"; empty: none
	Policy      string   `json:"policy"`                // version of the rules in force when it was judged
}

// Digest covers what will run, what it would do, how it is confined and under
// which policy: change one of these and every approval for it is void. Intent
// and timeout are left out, so that a consent can be spent although the agent
// words its reason anew.
func (p Proposal) Digest() Digest {
	body, err := json.Marshal(struct {
		Version     int      `json:"v"`
		Target      string   `json:"target"`
		Op          string   `json:"op"`
		DryRun      bool     `json:"dry_run"`
		Exact       []byte   `json:"exact"`
		Effects     []Effect `json:"effects"`
		Confinement string   `json:"confinement"`
		Policy      string   `json:"policy"`
	}{1, p.Action.Target, p.Action.Op, p.Action.DryRun, p.Exact, p.Effects, p.Confinement, p.Policy})
	if err != nil {
		return Digest{} // strings, bytes and integers always marshal; a zero digest never clears
	}
	return sha256.Sum256(body)
}
