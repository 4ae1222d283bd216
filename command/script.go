package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// understoodShell judges a script for a shell whose text the same command has
// written: bash FILE. The shell reads it line by line while it runs, so what
// changes the file meanwhile is code as well.
func (v *visit) understoodShell() bool {
	f := v.operands[0]
	m, at, ok := v.r.madeFile(v.sc, f)
	if !ok || f.text == "" || f.text[0] == '-' || f.text[0] == '+' { // bash +x FILE
		return false
	}
	for _, o := range v.options {
		if !slices.Contains([]string{"-e", "-u", "-x", "-v", "-n", "-o", "--norc", "--noprofile", "--"}, o) {
			return false
		}
	}
	for _, a := range v.args {
		if !slices.Contains([]string{"pipefail", "errexit", "nounset", "xtrace"}, a.field.text) {
			return false
		}
	}
	args, ok := positional(v.operands[1:])
	if !ok {
		return false
	}
	v.r.path(v.sc, f, pipeline.KindRead, v.name, v.mark)
	v.stood(m, f, v.mark)
	zero := v.sc.zero
	v.sc.zero = value{kind: valueText, text: f.text}
	v.r.multiplies(m.text, f)
	v.r.running(at, func() {
		f.text = m.text
		v.shell(f, v.name, args)
	})
	v.sc.zero = zero
	return true
}

// reads notes that a file of known text is being read.
func (r *run) reads(at string) {
	if !slices.Contains(r.ran, at) {
		r.ran = append(r.ran, at)
	}
	r.open = append(r.open, at)
}

// running judges what happens while a file of known text runs.
func (r *run) running(at string, f func()) {
	r.reads(at)
	f()
	r.open = r.open[:len(r.open)-1]
}

// sourcedText judges a file of known text that the shell itself reads.
func (r *run) sourcedText(sc *scope, fields []field) bool {
	f := fields[1]
	text, at, ok := r.madeText(sc, f)
	if !ok || len(fields) != 2 || !strings.Contains(f.text, "/") { // a bare name is looked for in PATH first
		return false
	}
	r.path(sc, f, pipeline.KindRead, fields[0].text, "")
	r.running(at, func() { r.shellText(sc, text, fields[0].text, f.span, nil) })
	return true
}

// ownScript judges a file of known text that is started by its path: the
// program that its first line names gets it.
func (r *run) ownScript(sc *scope, fields []field) bool {
	if r.builtProgram(sc, fields) {
		return true
	}
	m, _, ok := r.madeFile(sc, fields[0])
	if !ok || fields[0].text[0] == '-' {
		return false
	}
	text := m.text
	first, _, _ := strings.Cut(text, "\n")
	line, ok := strings.CutPrefix(first, "#!")
	words := strings.Fields(line)
	switch {
	case !ok && len(r.via) == 0 && !r.posix && r.canonical != "" && !strings.HasPrefix(text, "\x7f"):
		words = []string{"bash"} // bash reads it itself; others may start another shell
	case !ok || len(words) == 0 || len(words) > 2 || !path.IsAbs(words[0]) || strings.ContainsAny(line, "\r\\\"'"):
		return false
	}
	command := make([]field, 0, len(fields)+2)
	for _, w := range words {
		command = append(command, field{text: w, span: fields[0].span})
	}
	command = append(command, fields...)
	r.within(nameIn(fields[0].text), func() { r.exec(sc, command) })
	return true
}

// detaches reports whether a program may leave something behind that runs on
// beside the rest.
func detaches(name string) bool {
	switch name {
	case "setsid", "at", "batch", "tmux", "screen", "zellij", "byobu", "dtach", "abduco", "daemon", "daemonize", "start-stop-daemon", "systemd-run", "pueue", "ts", "tsp", "nq", "cron", "crontab", "incrond", "watchman", "entr", "inotifywait":
		return true
	}
	return false
}

// keepsOpen reports whether a redirection gives a file that may be written to
// by more than the one program that is started: by other commands of a block or
// a function, or, where exec does it, by all that follow.
func (s *scope) keepsOpen(st *syntax.Stmt) bool {
	call, simple := st.Cmd.(*syntax.CallExpr)
	if simple && len(call.Args) > 0 {
		name := call.Args[0].Lit()
		simple = name != "" && name != "exec" && name != "command" && name != "builtin" && name != "eval" && name != "source" && name != "." && !s.renamed(name)
	}
	return slices.ContainsFunc(st.Redirs, func(rd *syntax.Redirect) bool {
		switch rd.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll, syntax.RdrInOut:
			return rd.Word.Lit() != "/dev/null" && (!simple || rd.N != nil && rd.N.Value != "0" && rd.N.Value != "1" && rd.N.Value != "2")
		}
		return false
	})
}

// runsBeside reports whether anything in a text runs beside the rest of it.
func runsBeside(n syntax.Node) bool {
	found := false
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			found = found || n.Background || n.Coprocess || n.Disown
		case *syntax.CoprocClause, *syntax.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

// rewrites notes as code what may change a script that is being read.
func (r *run) rewrites(e pipeline.Effect) {
	for _, at := range r.open {
		if e.Mark == catalogue.MarkPermission || !mayTouch(e.Object, e.Certain, at) {
			continue
		}
		open := r.open
		r.open = nil
		r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: at, Certain: true, By: e.By, Span: e.Span})
		r.open = open
	}
}

// mayTouch reports whether an effect on an object, which is a pattern unless it
// is certain, may be one on a file.
func mayTouch(object string, certain bool, file string) bool {
	if certain {
		return object == file || object == "/" || strings.HasPrefix(file, object+"/")
	}
	i := strings.IndexAny(object, globChars)
	if i < 0 {
		return object == file || strings.HasPrefix(file, strings.TrimSuffix(object, "/")+"/")
	}
	last := object[strings.LastIndexAny(object, globChars+"]")+1:]
	return strings.HasPrefix(file, object[:i]) && (strings.HasSuffix(file, last) || strings.Contains(last, "/"))
}
