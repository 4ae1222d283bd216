package command

// wholeStarts are the starting points of which an expression reaches next to all:
// the root of the file system.
func (v *visit) wholeStarts(starts, args []field) []field {
	if !leavesOut(args) {
		return nil
	}
	var out []field
	for _, s := range starts {
		if at, ok := v.r.place(v.sc, s); ok && at == "/" {
			out = append(out, s)
		}
	}
	return out
}

// wholeExec judges an -exec that reaches next to all as if it reached all.
func (v *visit) wholeExec(starts, args []field, at int) {
	whole := v.wholeStarts(starts, args[:at])
	if whole == nil {
		return
	}
	here := v.sc
	v.sc = here.fork()
	v.r.ruins(args[at].span, func() { v.findExec(whole, args, at+1, []string{""}) })
	v.sc = here
}

// leavesOut reports whether the tests of an expression only leave out some
// folders, by their paths, so that next to all is reached.
func leavesOut(args []field) bool {
	leaves := false
	for i := findExpression(args); i < len(args); i++ {
		switch t := args[i].text; {
		case !args[i].exact():
			return false
		case t == "!" || t == "-not":
			if i+2 >= len(args) || args[i+1].text != "-path" && args[i+1].text != "-wholename" && args[i+1].text != "-ipath" && args[i+1].text != "-name" && args[i+1].text != "-fstype" {
				return false
			}
			leaves, i = true, i+2
		case t == "-mindepth" || t == "-type":
			i++
		case t == "-xdev" || t == "-mount" || t == "-depth" || t == "-a" || t == "-and" || t == "-print" || t == "-print0" || t == "-ignore_readdir_race" || t == "-noleaf":
		default:
			return false
		}
	}
	return leaves
}

// empties reports whether a command gives a file the content of an empty or
// endless device: cp /dev/null {}.
func empties(words []field) bool {
	if len(words) < 3 || !words[0].exact() || nameIn(words[0].text) != "cp" {
		return false
	}
	switch words[len(words)-2].text {
	case "/dev/null", "/dev/zero", "/dev/urandom":
		return true
	}
	return false
}
