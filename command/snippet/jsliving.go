package snippet

import "strings"

// living lists members of living things by which they lead on.
func living(name string) bool {
	return name != "server" && foreignName(name) && name[0] != '_' || listWords("createConnection addRequest reuseSocket createSocket sendto bind sql", name)
}

// foreignName lists what leads on from living things like connections, to other
// hosts or files, so that no object of the program may have it beside them.
func foreignName(name string) bool {
	return listWords("connect listen open spawn kill exec execFile fork server require load compile", name) || strings.HasPrefix(name, "_")
}
