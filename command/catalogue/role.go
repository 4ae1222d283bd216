package catalogue

import (
	"fmt"
	"strings"
)

// Act is one thing that a program does with a word.
type Act uint8

// What programs do with a word. The zero value is invalid, so that a role that
// was forgotten is not harmless.
const (
	ActNone        Act = iota
	ActData            // nothing outside the program: text, number, pattern, name
	ActRead            // a path whose content is read
	ActStat            // a path of which only names, sizes or times are looked at
	ActWrite           // a path that is created or changed
	ActDelete          // a path that is removed
	ActDir             // a folder that relative paths of this command start from
	ActInto            // a folder into which files are written (a write of the folder's tree)
	ActHost            // a host, with or without port
	ActURL             // a URL; without a scheme a host/path
	ActRemoteRead      // [user@]host:path or a local path that is read
	ActRemoteWrite     // [user@]host:path or a local path that is written
	ActListen          // a port or address to listen on
	ActProgram         // a program that is started without arguments known here
	ActCommand         // this and all further words are a command
	ActShell           // a string that sh -c gets
	ActRemoteShell     // this and all further words run on another machine or in a container
	ActCode            // code in some language, on the command line
	ActScript          // a path whose content is run as code
	ActPID             // a process id, a job or a negative group id
	ActProcess         // a pattern of process names
	ActUnit            // a service or unit of the machine
	ActSystem          // a thing of the machine: module, device, interface, rule, parameter
	ActUser            // the user that a wrapped command becomes
	ActSecret          // a credential given on the command line
	ActAssign          // NAME=VALUE for the environment of the wrapped command
	ActSed             // a sed script
	ActAwk             // an awk program
)

// actNames are the acts by their numbers.
func actNames() [27]string {
	return [27]string{
		"", "data", "read", "stat", "write", "delete", "dir", "into", "host", "url",
		"remote-read", "remote-write", "listen", "program", "command", "shell",
		"remote-shell", "code", "script", "pid", "process", "unit", "system",
		"user", "secret", "assign", "sed",
	}
}

// String is the act's name in entries.
func (a Act) String() string {
	if a == ActAwk {
		return "awk"
	}
	names := actNames()
	if int(a) < len(names) {
		return names[a]
	}
	return "?"
}

// parseAct reads an act; awk is one that roles are not written with.
func parseAct(s string) (Act, bool) {
	switch s {
	case "":
		return ActNone, false
	case "awk":
		return ActAwk, true
	}
	for i, n := range actNames() {
		if n == s {
			return Act(i), true
		}
	}
	return ActNone, false
}

// Role is what a program does with one operand or one argument of an option:
// every act in turn, marked as said.
type Role struct {
	Acts []Act
	Mark string
}

// Is reports whether the role has the act.
func (r Role) Is(a Act) bool {
	for _, have := range r.Acts {
		if have == a {
			return true
		}
	}
	return false
}

// Names reports whether the word is a path that something happens to, so that
// an effect is stated whatever the word turns out to be.
func (r Role) Names() bool {
	return r.Is(ActRead) || r.Is(ActStat) || r.Is(ActWrite) || r.Is(ActInto) || r.Is(ActDelete)
}

// Wraps reports whether this word begins a command of its own, so that it and
// every word after it belong to that.
func (r Role) Wraps() bool { return r.Is(ActCommand) || r.Is(ActRemoteShell) }

// parseRoles reads "data read... write @mark". A mark belongs to the role
// before it. The result keeps the position of the role that repeats, or -1.
func parseRoles(s string) (roles []Role, rest int, optional bool, err error) {
	rest = -1
	for word := range strings.FieldsSeq(s) {
		if mark, ok := strings.CutPrefix(word, "@"); ok {
			if len(roles) == 0 || !ValidMark(mark) {
				return nil, -1, false, fmt.Errorf("mark %q is not known or marks nothing", word)
			}
			roles[len(roles)-1].Mark = mark
			continue
		}
		name, repeats := strings.CutSuffix(word, "...")
		name, opt := strings.CutSuffix(name, "?")
		optional = optional || opt
		role := Role{}
		for part := range strings.SplitSeq(name, "+") {
			act, ok := parseAct(part)
			if !ok {
				return nil, -1, false, fmt.Errorf("role %q is not known", part)
			}
			role.Acts = append(role.Acts, act)
		}
		if repeats {
			if rest >= 0 {
				return nil, -1, false, fmt.Errorf("only one role may repeat in %q", s)
			}
			rest = len(roles)
		}
		roles = append(roles, role)
	}
	return roles, rest, optional, nil
}

// Operands are the roles of a command's operands: some at the front, then one
// that repeats, then some at the end.
type Operands struct {
	Head []Role
	Rest *Role
	Tail []Role
}

// ParseOperands reads the operands line of an entry.
func ParseOperands(s string) (Operands, error) {
	roles, rest, _, err := parseRoles(s)
	if err != nil {
		return Operands{}, err
	}
	if rest < 0 {
		return Operands{Head: roles}, nil
	}
	return Operands{Head: roles[:rest], Rest: &roles[rest], Tail: roles[rest+1:]}, nil
}

// At gives the role of operand i of n. The end is served before the role that
// repeats, as in "cp a b c folder". False: the entry knows no such operand.
func (o Operands) At(i, n int) (Role, bool) {
	if i < len(o.Head) {
		return o.Head[i], true
	}
	if from := n - len(o.Tail); len(o.Tail) > 0 && i >= from && i-from < len(o.Tail) {
		return o.Tail[i-from], true
	}
	if o.Rest != nil {
		return *o.Rest, true
	}
	return Role{}, false
}
