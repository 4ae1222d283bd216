package command

// kept is the value of a variable that bash gives a value itself: most are numbers, some
// a word without blanks. It is so in bash, as long as nobody has unset it; whichever
// shell is behind sh need not have it at all, and then what follows a "$UID/" begins at
// the root. What a script assigns is the value of some (COLUMNS), is without effect on
// others (GROUPS), and is evaluated by a third kind (SECONDS), so that only numbers of
// the last are known.
func (r *run) kept(sc *scope, name string) (v value, unset bool) {
	own, taken := sc.vars[name]
	if taken && own.unset {
		return value{}, true
	}
	bound, turn := sc.bind[name]
	posix := sc.posix || r.posix
	switch name {
	case "!": // of a child of this shell, so that kill $! is no signal to a stranger
		v = number()
		v.job, v.hollow = true, true // there may be none
		return v, false
	case "PPID", "OPTIND", "LINENO":
		if posix && taken {
			return own.one(), false
		}
		v = number()
		v.plain = name == "PPID"
		return v, false
	case "UID", "EUID", "BASHPID":
		if posix {
			return r.perhapsKept(sc, name)
		}
		return number(), false
	case "RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "BASH_SUBSHELL":
		if posix {
			return r.perhapsKept(sc, name)
		}
		v = number()
		v.plain = false // any text once they are set where the shell does not see to them
		return v, false
	case "SHLVL", "COLUMNS", "LINES":
		switch {
		case turn:
			return bound, false
		case taken:
			return own.one(), false
		}
		v = number()
		v.plain, v.hollow = false, name != "SHLVL" || posix // of a terminal alone
		return v, false
	case "GROUPS", "HISTCMD", "BASH_ARGC", "BASH_LINENO", "BASH_MONOSECONDS", "EPOCHREALTIME":
		if taken || turn || posix || name != "EPOCHREALTIME" {
			return value{}, false
		}
		return token(), false
	}
	switch {
	case turn:
		return bound, false
	case taken:
		return own.one(), false
	case posix:
		return r.perhapsKept(sc, name)
	}
	if env, ok := sc.env[name]; ok && name != "-" {
		return text(env), false
	}
	return token(), false
}

// perhapsKept is the value of a variable that not every shell gives a value.
func (r *run) perhapsKept(sc *scope, name string) (v value, unset bool) {
	if bound, ok := sc.bind[name]; ok {
		return bound, false
	}
	if own, ok := sc.vars[name]; ok && !own.unset {
		return own.one(), false
	}
	return value{}, false
}
