package command

import (
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/pipeline"
)

// A statement that writes a file need not say what it writes: a function gets it by its
// input or its arguments, a loop by the items that it goes over or by the lines that come
// into it, a descriptor was opened by another statement. Then all that the command says
// may be what it writes.

// passesText reports whether a part of a command is one by which statements get texts that
// stand elsewhere.
func passesText(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.FuncDecl, *syntax.ForClause, *syntax.CoprocClause:
		return true
	case *syntax.ProcSubst:
		return n.Op == syntax.CmdOut
	case *syntax.Stmt:
		if _, simple := n.Cmd.(*syntax.CallExpr); !simple {
			return slices.ContainsFunc(n.Redirs, func(r *syntax.Redirect) bool { return givesInput(r.Op) })
		}
		switch commandName(n) {
		case "exec":
			return len(n.Redirs) > 0
		case "read", "mapfile", "readarray", "set", "getline":
			return true
		}
	case *syntax.BinaryCmd: // … | while read -r l
		if n.Op == syntax.Pipe || n.Op == syntax.PipeAll {
			_, simple := n.Y.Cmd.(*syntax.CallExpr)
			return !simple
		}
	}
	return false
}

// givesInput reports whether a redirection gives input.
func givesInput(op syntax.RedirOperator) bool {
	return op == syntax.Hdoc || op == syntax.DashHdoc || op == syntax.WordHdoc || op == syntax.RdrIn || op == syntax.DplIn
}

// says reports whether what a statement writes stands in it: it prints words, or has a
// here-document.
func says(at *syntax.Stmt) bool {
	own := false
	syntax.Walk(at, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && !own {
			name := commandName(s)
			own = name == "echo" || name == "printf" || slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool { return r.Hdoc != nil || r.Op == syntax.WordHdoc })
		}
		return !own
	})
	return own
}

// recalls reports whether a statement prints what another one may have put away: the message
// of a commit, a row of a database, an alias, what is written beside a picture.
func recalls(at *syntax.Stmt) bool {
	found := false
	syntax.Walk(at, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && !found {
			switch path.Base(commandName(s)) {
			case "git", "sqlite3", "sqlite", "duckdb", "psql", "mysql", "mariadb", "redis-cli", "valkey-cli", "mongosh", "alias", "identify", "magick", "exiftool", "exiv2", "unzip", "zipinfo", "tmux", "getfattr", "xattr",
				"history", "fc", "printenv", "env", "set", "declare", "typeset", "export", "readonly", "type", "command", "which", "compgen", "ls", "find", "fd", "crudini", "dconf", "gsettings", "xclip", "xsel", "wl-paste", "pbpaste", "keyctl", "atq", "at", "jobs", "ps", "readlink", "stat", "file", "strings", "objcopy", "objdump", "readelf", "ffprobe", "mediainfo", "pdftotext", "pdfinfo", "hg", "svn", "fossil", "jj", "etcdctl", "consul":
				found = true
			}
		} else if _, ok := n.(*syntax.DeclClause); ok {
			found = true
		}
		return !found
	})
	return found
}

// handedTexts are the texts of a command that other statements may write down: those of
// several lines each for itself, lines put together in their order.
func (a *author) handedTexts() []string {
	if a.handed == nil {
		a.handed = []string{}
		var lines []string
		for _, t := range a.wordTexts() {
			switch {
			case strings.Contains(strings.TrimRight(t, "\n"), "\n"):
				a.handed = append(a.handed, t)
			case strings.ContainsAny(t, " \t=:(|"):
				lines = append(lines, strings.TrimRight(t, "\n"))
			}
		}
		if len(lines) > 0 {
			a.handed = append(a.handed, strings.Join(lines, "\n"))
		}
	}
	return a.handed
}

// givenTexts are what a program that writes a file is given beside its own text: words
// behind it, what is piped into it, variables that it asks for. It may put them down whole.
func (a *author) givenTexts(w pipeline.Effect, texts []string) (out []string) {
	if a.file == nil {
		return nil
	}
	if a.asksVariable(texts) {
		out = append(out, a.assignedTexts()...)
	}
	at := a.statement(w)
	if at == nil || !a.r.spend(int(at.End().Offset()-at.Pos().Offset())/8) {
		return out
	}
	syntax.Walk(at, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok {
			return true
		}
		call, simple := s.Cmd.(*syntax.CallExpr)
		if !simple || len(call.Args) == 0 {
			return true
		}
		program, own := languageOf(path.Base(call.Args[0].Lit())) != nil, false
		for i, word := range call.Args[1:] {
			if program && !own && takesProgram(call.Args[i].Lit()) {
				own = true // the program
				continue
			}
			out, _ = appendTexts(out, word)
		}
		for _, rd := range s.Redirs {
			if (rd.Hdoc != nil || rd.Op == syntax.WordHdoc) && (!program || own) {
				if rd.Hdoc != nil {
					out, _ = appendTexts(out, rd.Hdoc)
				} else {
					out, _ = appendTexts(out, rd.Word)
				}
			}
		}
		return true
	})
	return slices.DeleteFunc(out, func(t string) bool { return !strings.ContainsAny(t, " (:|") })
}

// takesProgram reports whether the word behind an option is the text of a program.
func takesProgram(option string) bool {
	return len(option) > 1 && option[0] == '-' && (option[1] == '-' && (option == "--eval" || option == "--print" || option == "--run") || option[1] != '-' && strings.ContainsAny(option[len(option)-1:], "cerpEB"))
}

// maxPieces bounds the statements of which one file is put together.
const maxPieces = 64

// together is the text of a file that several words or statements write, each a part of it:
// printf %s a > f; printf %s b >> f; paste <(echo a) <(echo b) > f. Empty if it is one.
func (a *author) together(w pipeline.Effect) string {
	if !typist(w.By) || a.file == nil || a.pieced[w.Object] {
		return ""
	}
	if a.pieced == nil {
		a.pieced = make(map[string]bool)
	}
	a.pieced[w.Object] = true
	var parts []string
	between, statements := "\n", 0
	var last *syntax.Stmt
	for i := range a.r.effects {
		e := &a.r.effects[i]
		if e.Kind != pipeline.KindWrite || e.Object != w.Object || !typist(e.By) {
			continue
		}
		at := a.statement(*e)
		if at == nil || at == last {
			continue
		}
		if last = at; !a.r.spend(8+int(at.End().Offset()-at.Pos().Offset())/4) || statements >= maxPieces {
			return ""
		}
		statements++
		if unbroken(at) {
			between = ""
		}
		texts, _ := appendTexts(nil, at)
		for i, t := range texts { // of a constant that is there as it stands and as it is meant, the latter
			if named := t == "paste" || t == "join" || t == "tr" || strings.HasPrefix(t, "-") && len(t) < 4; !named && (i+1 == len(texts) || texts[i+1] == t || texts[i+1] != unescapedText(t)) {
				parts = append(parts, printed([]string{t}, w.Object)...)
			}
		}
	}
	if len(parts) < 2 || between != "" && statements < 2 {
		return ""
	}
	return strings.Join(parts, between)
}

// unbroken reports whether a statement prints what need not end its line, or puts lines
// together.
func unbroken(at *syntax.Stmt) bool {
	found := false
	syntax.Walk(at, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			switch name := commandName(n); name {
			case "printf", "paste", "tr", "join", "fmt", "xargs":
				found = true
			case "echo":
				call, ok := n.Cmd.(*syntax.CallExpr)
				found = found || ok && len(call.Args) > 1 && strings.HasPrefix(call.Args[1].Lit(), "-")
			}
		case *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

// copiedTexts are those of files of the command that a program names beside the one which it
// writes, or runs to write it: shutil.copy('a.txt', 'run.sh'), sort a.txt > run.sh.
func (a *author) copiedTexts(w pipeline.Effect, at *syntax.Stmt, said []string) []string {
	if len(a.r.typed) == 0 || languageOf(w.By) == nil && (at == nil || !typist(w.By) || a.r.spoken[at].says) || !a.r.spend(len(a.r.typed)*lengthOf(said)/64) {
		return nil
	}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(a.r.typed)) {
		if name := path.Base(file); file != w.Object && slices.ContainsFunc(said, func(t string) bool { return strings.Contains(t, name) }) {
			out = append(out, a.r.typed[file])
		}
	}
	return out
}

// isFile reports whether a text is that of a file which the command writes.
func (a *author) isFile(text string) bool {
	for _, t := range a.r.typed {
		if t == text {
			return true
		}
	}
	return false
}
