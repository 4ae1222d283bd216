// Package zone tells which zone of the machine an object of an effect lies in.
// Judges speak about zones ("a write in the workspace"), so that every judge
// draws the same borders.
//
// The idea: a path belongs to the deepest configured root above it, unless
// something on its way is stricter. The classes from strict to lax are device,
// runtime, secret, system, home, workspace, scratch, stream; a pattern belongs to
// the strictest class that it could reach. What is not an absolute, cleaned
// path has no zone (Unknown), and judges must not allow it.
//
// Limits: nothing here touches the disk. Symbolic links were resolved by
// whoever stated the effect. A pattern inside the workspace that could match a
// file which merely bears a secret's name (server.pem) is not a secret; only
// patterns that spell such a name are. The sandbox, not this map, keeps such a
// file unread.
package zone

import (
	"errors"
	"fmt"
	"hash/maphash"
	"path"
	"slices"
	"strings"
)

// Class is the zone of a path.
type Class uint8

// The classes. The zero value is unknown; from Device on they are ordered from
// strict to lax.
const (
	Unknown   Class = iota // relative, empty or not cleaned
	Device                 // device nodes and kernel memory
	Runtime                // the worker's own state, configuration and policy
	Secret                 // credentials
	System                 // everything that no other class claims
	Home                   // the user's home
	Workspace              // where agents may work
	Scratch                // theirs to fill and lose
	Stream                 // harmless devices: null, zero, random, the standard streams
)

var classNames = [...]string{"unknown", "device", "runtime", "secret", "system", "home", "workspace", "scratch", "stream"}

// Count is the number of classes, for tables indexed by Class.
const Count = len(classNames)

// String is the class's name in rule files.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return classNames[Unknown]
}

// ParseClass reads a class's name. "unknown" is no class that a rule may name.
func ParseClass(s string) (Class, error) {
	for i, name := range classNames[1:] {
		if name == s {
			return Class(i + 1), nil
		}
	}
	return Unknown, fmt.Errorf("unknown class %q, want one of %s", s, strings.Join(classNames[1:], ", "))
}

// Config says where the roots are. All paths are absolute; Secret may hold
// globs.
type Config struct {
	Workspace []string // where agents may work
	Scratch   []string // theirs to fill and lose
	Home      string   // the user's home; may be empty
	Runtime   []string // the worker's state, configuration, policy files, its binary
	Secret    []string // more secret places beside the built-in ones
}

// Map answers in which class a path lies. It may be shared, and its answers never change.
type Map struct {
	roots   map[string]Class   // literal roots
	under   map[string]Class   // every folder above a place: the strictest class below it
	longest int                // bytes of the longest literal root
	ends    [64]uint64         // by their lengths, the last bytes of literal roots, each modulo 64
	wild    []place            // places with wildcards, for objects that are paths
	loose   []place            // places with wildcards, for objects that are patterns
	below   map[string][]place // the other places, under every folder above them
	home    string
	primary []string // workspace roots
	recent  recent
}

type place struct {
	head     string // what all its paths begin with
	segments []string
	class    Class
	direct   bool // only who names it means it: a wide pattern or a whole tree does not
}

// ErrRelative says that a configured root is not an absolute path.
var ErrRelative = errors.New("not an absolute path")

// New checks the configuration and builds the map.
func New(c Config) (*Map, error) {
	m := &Map{under: map[string]Class{}, below: map[string][]place{}, roots: map[string]Class{"/": System}, recent: recent{seed: maphash.MakeSeed()}}
	m.roots["/dev"] = Device
	m.place("/dev", Device)
	for _, file := range []string{"/proc/kcore", "/proc/sysrq-trigger"} {
		m.roots[file] = Device
		m.keep(place{head: file, segments: split(file), class: Device, direct: true})
	}
	if c.Home != "" {
		if err := m.root(c.Home, Home); err != nil {
			return nil, fmt.Errorf("home: %w", err)
		}
		m.home = path.Clean(c.Home)
	}
	for class, roots := range map[Class][]string{Workspace: c.Workspace, Scratch: c.Scratch, Runtime: c.Runtime} {
		for _, r := range roots {
			if err := m.root(r, class); err != nil {
				return nil, fmt.Errorf("%s: %w", class, err)
			}
		}
	}
	for _, w := range c.Workspace {
		m.primary = append(m.primary, path.Clean(w))
	}
	for _, s := range secretFiles() {
		// Only root can read these, so a search through /etc is no secret's loss.
		m.roots[s] = Secret
		m.keep(place{head: Beginning(s), segments: split(s), class: Secret, direct: true})
	}
	for _, s := range slices.Concat(m.homeSecrets(), c.Secret) {
		if IsPattern(s) {
			m.place(s, Secret)
			continue
		}
		if err := m.root(s, Secret); err != nil {
			return nil, fmt.Errorf("secret: %w", err)
		}
	}
	for root := range m.roots {
		m.longest = max(m.longest, len(root))
		m.ends[len(root)%64] |= 1 << (root[len(root)-1] % 64)
	}
	return m, nil
}

// keep files a place for objects that are patterns.
func (m *Map) keep(pl place) {
	p := "/" + strings.Join(pl.segments, "/")
	if IsPattern(p) {
		m.wild, m.loose = append(m.wild, pl), append(m.loose, pl)
		return
	}
	for p != "/" {
		p = parent(p)
		m.below[p] = append(m.below[p], pl)
	}
}

// root notes one literal root; of two claims for the same path the stricter stays.
func (m *Map) root(p string, class Class) error {
	if !path.IsAbs(p) {
		return fmt.Errorf("%w: %q", ErrRelative, p)
	}
	p = path.Clean(p)
	if p == "/" {
		return errors.New("the whole machine cannot be one zone")
	}
	if old, ok := m.roots[p]; ok && old < class && old != Home && old != System {
		return nil
	}
	m.roots[p] = class
	m.place(p, class)
	return nil
}

// place notes where a class begins, for objects that reach further than one path.
func (m *Map) place(p string, class Class) {
	m.keep(place{head: Beginning(p), segments: split(p), class: class})
	for p != "/" {
		p = parent(p)
		if old, ok := m.under[p]; !ok || class < old {
			m.under[p] = class
		}
	}
}

func (m *Map) homeSecrets() []string {
	if m.home == "" {
		return nil
	}
	var all []string
	for _, s := range slices.Concat(homeSecretPaths(), secretFolders()) {
		all = append(all, m.home+"/"+s)
	}
	return all
}

// Home is the configured home, or empty.
func (m *Map) Home() string { return m.home }

// WorkspaceRoots are the configured workspaces, cleaned.
func (m *Map) WorkspaceRoots() []string { return m.primary }

// Of returns the class of a path, or of a pattern of paths. Deep says that the
// effect reaches all that is below the path, too.
func (m *Map) Of(object string, deep bool) Class {
	if !clean(object) {
		return Unknown
	}
	if IsPattern(object) {
		return m.ofPattern(object, deep)
	}
	class := m.recent.of(object, m.ofLiteral)
	if deep && class > Secret {
		if c, ok := m.under[object]; ok && c < class {
			class = c
		}
		if len(m.wild) > 0 && class > Secret {
			class = m.wildBelow(object, class)
		}
	}
	return class
}

// Under is the strictest class that begins somewhere below a literal path, or
// Unknown if none does.
func (m *Map) Under(object string) Class { return m.under[object] }

// Base is the class of the object's literal part: the path itself, or the
// folder above the first wildcard.
func (m *Map) Base(object string) Class {
	if !clean(object) {
		return Unknown
	}
	for IsPattern(object) {
		object = parent(object)
	}
	return m.ofLiteral(object)
}

// ofLiteral walks up the path: the deepest root gives the class, a stricter
// root or a secret's name on the way overrides it. A device that only passes
// bytes on is a stream.
func (m *Map) ofLiteral(p string) Class {
	class, strict := Unknown, Unknown
	at := p
	for len(at) > m.longest {
		at = parent(at) // no root is as long
	}
	for ; ; at = parent(at) {
		if at != "/" && m.ends[len(at)%64]&(1<<(at[len(at)-1]%64)) == 0 {
			continue // most folders above a path are no roots, and are told by that
		}
		if c, ok := m.roots[at]; ok {
			switch {
			case c == Device && at == p && p == "/dev": // the folder itself lists names
			case c <= Secret:
				if strict == Unknown || c < strict {
					strict = c
				}
			case class == Unknown:
				class = c
			}
		}
		if at == "/" {
			break
		}
	}
	switch {
	case strict == Device && isStream(p):
		return Stream
	case strict != Unknown && !(strict == Secret && isPublic(p)):
		return strict
	case m.secretGlob(p):
		return Secret
	case class == Scratch && throwaway(p):
	case secretName(p):
		return Secret
	}
	return max(class, System)
}

// Whole reports whether the object is a configured root itself, a folder above
// one, or all that lies directly in one (root/*).
func (m *Map) Whole(object string) bool {
	if m.under[object] != 0 {
		return true
	}
	_, literal := m.roots[object]
	if literal && object != "/" {
		return m.roots[object] >= Home
	}
	if !clean(object) || !IsPattern(object) {
		return false
	}
	last := object[strings.LastIndexByte(object, '/')+1:]
	if strings.Trim(last, "*?.") != "" {
		return false
	}
	class, ok := m.roots[parent(object)]
	return ok && class >= Home || m.under[parent(object)] != 0
}

// wildBelow is for places with wildcards that lie below a literal path; those
// whose literal head lies below it are known from under.
func (m *Map) wildBelow(p string, class Class) Class {
	for i, pl := range m.wild {
		if !pl.direct && strings.HasPrefix(p, pl.head) {
			segments := split(p)
			class = reach(m.wild[i:i+1], p, segments, len(segments), class, true)
		}
	}
	return class
}

func (m *Map) secretGlob(p string) bool {
	for _, pl := range m.wild {
		if strings.HasPrefix(p, pl.head) && meetsHead(pl.segments, p) {
			return true
		}
	}
	return false
}

func parent(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i <= 0 {
		return "/"
	}
	return p[:i]
}

func split(p string) []string { return appendSegments(nil, p) }

func appendSegments(out []string, p string) []string {
	for segment, rest, ok := next(p); ok; segment, rest, ok = next(rest) {
		out = append(out, segment)
	}
	return out
}

// clean reports whether p is absolute and has no empty, "." or ".." segment.
func clean(p string) bool {
	if p == "" || p[0] != '/' || strings.IndexByte(p, 0) >= 0 {
		return false
	}
	if p == "/" {
		return true
	}
	for i := 0; i < len(p); {
		end := strings.IndexByte(p[i+1:], '/')
		segment := p[i+1:]
		if end >= 0 {
			segment = p[i+1 : i+1+end]
		}
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
		if end < 0 {
			return true
		}
		i += 1 + end
	}
	return true
}
