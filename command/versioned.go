package command

// Programs are installed under names with their version behind: python3.12, clang-17. Most
// names of most commands are asked for that, so the letters are looked at by themselves.

// unversioned is a name without digits and points at its end.
func unversioned(name string) string {
	n := len(name)
	for n > 0 && (name[n-1] == '.' || name[n-1] >= '0' && name[n-1] <= '9') {
		n--
	}
	return name[:n]
}

// unhyphened is a name without digits, points and hyphens at its end.
func unhyphened(name string) string {
	n := len(name)
	for n > 0 && (name[n-1] == '.' || name[n-1] == '-' || name[n-1] >= '0' && name[n-1] <= '9') {
		n--
	}
	return name[:n]
}
