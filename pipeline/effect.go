package pipeline

import "fmt"

// EffectKind classifies what an action would do to the world.
type EffectKind uint8

// The kinds. The zero value is unknown.
const (
	KindUnknown   EffectKind = iota // cannot be told
	KindRead                        // reads a file or folder
	KindWrite                       // creates or changes a file or folder
	KindDelete                      // removes a file or folder
	KindRun                         // starts a program
	KindCode                        // runs code that cannot be inspected
	KindConnect                     // opens a connection to a host
	KindListen                      // accepts connections
	KindSignal                      // signals a process
	KindPrivilege                   // gains rights: sudo, setuid, namespaces
	KindSystem                      // kernel, mounts, devices, boot, firewall, services
	KindSecret                      // reads or sends credentials
)

var kindNames = [...]string{
	"unknown", "read", "write", "delete", "run", "code", "connect",
	"listen", "signal", "privilege", "system", "secret",
}

// String is the kind's name in policies, plans and JSON.
func (k EffectKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[KindUnknown]
}

// MarshalText writes the kind's name.
func (k EffectKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads a kind's name; any other text is an error and unknown.
func (k *EffectKind) UnmarshalText(text []byte) error {
	*k = KindUnknown
	for i, name := range kindNames {
		if name == string(text) {
			*k = EffectKind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown effect kind %q", text)
}

// Effect is one thing that an action would do to the world.
type Effect struct {
	Kind EffectKind `json:"kind"`
	// Object is what it is done to: an absolute path (or a pattern of paths
	// with *, ? and [ ]), a URL or host:port, a program path, a pid, a unit,
	// or, for an unknown effect, the words that could not be understood.
	Object string `json:"object"`
	// Certain says that Object is exactly what will be touched if this part
	// of the action runs. A pattern or a worst case is not certain.
	Certain bool `json:"certain"`
	// By is the program or construct that causes it: "git", "rm", "redirect".
	By string `json:"by,omitempty"`
	// Mark is a named hazard or kindness known of exactly this use of the
	// program, for policies to speak about: "force-push", "package-install".
	Mark string `json:"mark,omitempty"`
	// Span is where the words that cause it stand in the judged text.
	Span Span `json:"span,omitzero"`
}

// Span is a range of byte offsets, End excluded, in the canonical text of an
// action. The zero value points nowhere.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}
