package command

import "strings"

// shopt is shopt: options that change the grammar, or what words stand for. lastpipe
// lets the last command of a pipeline change this shell; cdable_vars and its like let
// cd go elsewhere than its word says (bash(1), "shopt").
func (r *run) shopt(sc *scope, args []field) {
	for _, f := range args {
		r.clobbers(f)
		if !f.exact() { // any of those below
			r.unknown("shopt "+f.text, "shopt", f.span)
		}
		sc.opts = sc.opts || !f.exact() || f.text == "expand_aliases" || f.text == "xpg_echo" || f.text == "posix" || f.text == "keyword" || f.text == "history"
		switch f.text {
		case "errexit": // by -o
			sc.errexit = false
		case "dotglob": // * would stand for hidden files too
			if args[0].text == "-u" {
				continue
			}
			fallthrough
		case "cdable_vars", "autocd", "cdspell", "lastpipe", "nocasematch", "nocaseglob", "globskipdots", "keyword", "failglob":
			r.unknown("shopt "+f.text, "shopt", f.span)
		}
		if strings.HasPrefix(f.text, "compat") { // reads quotes as an older bash did
			r.unknown("shopt "+f.text, "shopt", f.span)
		}
	}
}

// clobbers notes that an option may keep > from writing to a file that is there:
// from then on no text of a file is certain.
func (r *run) clobbers(f field) {
	r.keepsFiles = r.keepsFiles || !f.exact() || f.text == "noclobber" || strings.HasPrefix(f.text, "-") && strings.Contains(f.text, "C")
}

// setBuiltin is set: options, and new positional parameters. The first word that is no
// option, or all behind --, become $1 and on; set without words prints all variables
// and changes nothing.
func (r *run) setBuiltin(sc *scope, args []field) {
	r.reposition(sc)
	for i, f := range args {
		r.clobbers(f)
		if !f.exact() {
			sc.argsOK = false
			return
		}
		if f.text == "--" {
			sc.args, sc.argsOK = positional(args[i+1:])
			return
		}
		if !strings.HasPrefix(f.text, "-") && !strings.HasPrefix(f.text, "+") {
			if i > 0 && strings.HasSuffix(args[i-1].text, "o") && len(args[i-1].text) > 1 {
				sc.opts = sc.opts || f.text == "posix" || f.text == "keyword" || f.text == "history"
				r.keywords(f, f.text == "keyword")
				if f.text == "history" && args[i-1].text[0] == '+' {
					r.unknown("set +o history: the shell keeps no history", "set", f.span)
				}
				if f.text == "allexport" {
					sc.exports = args[i-1].text[0] == '-'
				}
				if f.text == "errexit" {
					sc.errexit = args[i-1].text[0] == '-'
				}
				continue
			}
			sc.args, sc.argsOK = positional(args[i:])
			return
		}
		sc.opts = sc.opts || strings.HasPrefix(f.text, "-") && strings.Contains(f.text, "k")
		r.keywords(f, f.text[0] == '-' && strings.Contains(f.text, "k"))
		if strings.Contains(f.text, "a") {
			sc.exports = f.text[0] == '-'
		}
		if strings.Contains(f.text, "e") {
			sc.errexit = f.text[0] == '-'
		}
	}
}

// keywords states set -k: every word with a = in it is an assignment from then on,
// wherever it stands (bash(1), set), and the words of programs are not what they seem.
func (r *run) keywords(f field, on bool) {
	if on {
		r.unknown("set -k makes assignments of words", "set", f.span)
	}
}
