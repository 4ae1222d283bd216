package command

import "strings"

// redirects reports whether a redirection follows behind blanks, if anything does.
func (f *flattener) redirects() bool {
	at := f.at
	f.pass("")
	word := f.pipes()
	for f.at < len(f.in) && '0' <= f.in[f.at] && f.in[f.at] <= '9' {
		f.at++
	}
	found := !word && f.at < len(f.in) && (f.in[f.at] == '<' || f.in[f.at] == '>')
	f.at = at
	return found
}

// redirected reads a command that begins with redirections, or has nothing else. The
// printer writes assignments first, and the parser takes no compound command there.
func (f *flattener) redirected() bool {
	f.marked, f.closed = true, false
	if !f.redirection() || !f.someRedirections() {
		return false
	}
	if f.ends() {
		return true
	}
	f.gap(true)
	start := f.at
	if f.assigns() || !f.word(true) || f.at == start || grammatical(f.in[start:f.at]) {
		return false
	}
	f.commands++
	return f.behind()
}

// redirections reads the redirections at the end of a command. The printer
// would move a word behind them.
func (f *flattener) redirections() bool {
	return f.someRedirections() && f.ends()
}

// maxFiles bounds the redirections of one command that are parsed where the text holds
// too much to be judged anyway. Each costs so many steps that fewer end what is left of
// the work: see redirectAll.
const maxFiles = crowdedWork/redirectWork + 1

// someRedirections reads the redirections that stand here, if any do.
func (f *flattener) someRedirections() bool {
	outer := f.leaving
	for n := 1; !f.ends() && f.redirects(); n++ {
		if n == maxFiles+1 && !outer {
			f.left, f.leaving = append(f.left, leftOut{from: f.size(), files: true}), true
		}
		f.gap(true)
		if !f.redirection() {
			return false
		}
		f.marked, f.closed = true, false
	}
	if f.leaving && !outer {
		f.left[len(f.left)-1].to, f.leaving = f.size(), false
	}
	return true
}

// redirection reads >, >>, >| and < with a file, <<< with a text, and >& with a number.
func (f *flattener) redirection() bool {
	start := f.at
	for f.in[f.at] != '<' && f.in[f.at] != '>' {
		f.at++
	}
	read := f.in[f.at] == '<'
	f.at++
	number := false
	if f.at < len(f.in) && !read && (f.in[f.at] == '>' || f.in[f.at] == '|') {
		f.at++
	} else if read && strings.HasPrefix(f.in[f.at:], "<<") {
		f.at += 2
	} else if f.at < len(f.in) && !read && f.in[f.at] == '&' {
		number = true
		f.at++
	}
	f.keep(start)
	if f.at < len(f.in) && !number {
		at := f.at
		f.pass("")
		if f.at > at && f.pipes() { // here both printers leave a blank
			f.rewritten = f.rewritten || f.in[at:f.at] != " "
			f.write(" ", f.in[at:f.at])
			return f.process()
		}
		f.at = at
		blank := f.in[f.at] == ' ' || f.in[f.at] == '\t'
		f.tight = f.tight || !blank
		f.rewritten = f.rewritten || blank != f.spaced
		f.gap(blank && f.spaced)
	}
	file := f.at
	if !f.word(false) || f.at == file {
		return false
	}
	digits := strings.Trim(f.in[file:f.at], "0123456789") == ""
	if digits && f.at < len(f.in) && (f.in[f.at] == '<' || f.in[f.at] == '>') {
		return false // they belong to the next one
	}
	return !number || digits || f.in[file:f.at] == "-"
}
