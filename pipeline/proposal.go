package pipeline

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
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
// words its reason anew. Each part goes in with its length and byte for byte,
// also where it is no valid text (a path need not be), so that no two
// proposals that differ in a covered part share a digest.
func (p Proposal) Digest() Digest {
	b := make([]byte, 0, 256+len(p.Exact)+96*len(p.Effects))
	b = appendPart(b, digestVersion)
	b = appendPart(b, p.Action.Target)
	b = appendPart(b, p.Action.Op)
	b = strconv.AppendBool(b, p.Action.DryRun)
	b = binary.AppendUvarint(b, uint64(len(p.Exact)))
	b = append(b, p.Exact...)
	b = binary.AppendUvarint(b, uint64(len(p.Effects)))
	for _, e := range p.Effects {
		b = appendPart(b, e.Kind.String())
		b = appendPart(b, e.Object)
		b = strconv.AppendBool(b, e.Certain)
		b = appendPart(b, e.By)
		b = appendPart(b, e.Mark)
		b = binary.AppendVarint(b, int64(e.Span.Start))
		b = binary.AppendVarint(b, int64(e.Span.End))
	}
	b = appendPart(b, p.Confinement)
	b = appendPart(b, p.Policy)
	return sha256.Sum256(b)
}

// digestVersion begins every digest, so that a change of the layout voids the
// approvals given under the old one.
const digestVersion = "1"

// appendPart appends s after its length, so that no part can flow into the next.
func appendPart(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}
