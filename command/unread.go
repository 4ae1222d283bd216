package command

import "mvdan.cc/sh/v3/syntax"

// Some files a command writes with a text of its own that is not followed. They
// are no code of the project either, should a compiler make a program of them.

// leavesUnread notes a file that was written with a text which is not known.
func (r *run) leavesUnread(sc *scope, f field) {
	if at, ok := r.place(sc, f); ok {
		if r.unread == nil {
			r.unread = make(map[string]bool)
		}
		r.unread[at] = true
	}
}

// unreadWord notes it for the word of a redirection.
func (r *run) unreadWord(sc *scope, w *syntax.Word) {
	mute := r.mute()
	fields := r.appendWord(nil, sc, w)
	r.unmute(mute)
	if len(fields) == 1 {
		r.leavesUnread(sc, fields[0])
	}
}

// makesText names programs that print a text which nothing shows that they are given.
func makesText(name string) bool {
	switch name {
	case "base64", "basenc", "base32", "xxd", "openssl", "gunzip", "zcat", "gzip", "xz", "zstd", "tr", "rev", "tac", "envsubst", "m4", "perl", "awk", "gawk", "mawk", "uudecode":
		return true
	}
	return languageOf(name) != nil
}

// writesTogether notes what a group of commands prints into a file.
func (r *run) writesTogether(sc *scope, s *syntax.Stmt) {
	if len(s.Redirs) == 0 || r.muted > 0 {
		return
	}
	switch s.Cmd.(type) {
	case nil, *syntax.CallExpr, *syntax.FuncDecl:
		return
	}
	for _, rd := range s.Redirs {
		switch rd.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			if rd.Word.Lit() != "/dev/null" {
				r.unreadWord(sc, rd.Word)
			}
		}
	}
}
