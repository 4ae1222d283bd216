package pipeline

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"time"
)

// Principal is the name of who published, as the bus server vouches for it by
// the subject that only they may publish on. It is never read from a payload.
// One name is one principal, whatever roles it has.
type Principal string

// Role says in which capacity a principal published.
type Role string

// The roles that the bus gives out.
const (
	RoleAgent    Role = "agent"
	RoleSensor   Role = "sensor"
	RoleApprover Role = "approver"
	RoleObserver Role = "observer"
	RoleOperator Role = "operator"
	RoleWorker   Role = "worker"
)

// Signal is an event that was perceived. Stages never change one; the next
// turn of a loop is a new signal with Depth + 1 and Cause set.
type Signal struct {
	ID        string          `json:"id"`     // the event's id, unique for its source
	Type      string          `json:"type"`   // the event's type
	Source    string          `json:"source"` // the event's source, as claimed
	Session   string          `json:"session"`
	Principal Principal       `json:"principal"`
	Role      Role            `json:"role"`
	Time      time.Time       `json:"time"`
	Depth     int             `json:"depth,omitempty"`
	Cause     string          `json:"cause,omitempty"` // id of the event that led to this one
	Trace     string          `json:"trace,omitempty"` // W3C traceparent
	Data      json.RawMessage `json:"data,omitempty"`
}

var keyText = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Key identifies the signal over all principals and sources: 26 lower-case
// letters and digits, fit for a subject token. Two agents that choose the same
// event id have different keys; a redelivery has the same.
func (s Signal) Key() string {
	b := make([]byte, 0, 256)
	for _, part := range [...]string{string(s.Role), string(s.Principal), s.Source, s.ID} {
		b = appendPart(b, part)
	}
	sum := sha256.Sum256(b)
	return keyText.EncodeToString(sum[:16])
}

// ValidToken reports whether s may be one token of a subject and a name for a
// principal or a session: 1 to 64 letters, digits, '-' or '_', not beginning
// with '-' or '_'. Wildcards, dots and blanks can thus never enter a subject.
func ValidToken(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case (c == '-' || c == '_') && i > 0:
		default:
			return false
		}
	}
	return true
}
