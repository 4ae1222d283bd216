// Package injection judges code that arrives where a command is expected:
// words in command position that cannot be told, what the network sent and a
// program is to run, variables that put foreign code into programs, shells
// whose input is a connection; and commands that move the ground under their
// own judgement: they run a file that they have just copied, linked or typed,
// or use a path through a link that they have just made.
//
// It holds them all, whatever a policy file allows. Where the operator chose
// to let any code pass while confinement holds it (Contained), words that
// cannot be told pass under confinement; code from outside never does.
package injection

import (
	"context"
	"path"
	"strings"

	"passepartout/internal/zone"
	"passepartout/pipeline"
)

// Config is what the operator says.
type Config struct {
	Contained bool      // uninspectable words pass under confinement
	Zones     *zone.Map // where agents may work; nil: what is copied is as good as typed
}

// Gate is the judge.
type Gate struct {
	contained bool
	zones     *zone.Map
}

var _ pipeline.Gate = Gate{}

// New makes the judge.
func New(c Config) Gate { return Gate{contained: c.Contained, zones: c.Zones} }

// Spec describes the gate.
func (Gate) Spec() pipeline.Spec {
	return pipeline.Spec{Name: "injection", Doc: "Holds commands that cannot be told and code that comes from outside.", Priority: 940}
}

// Check looks at marks first: foreign code is worse than code that cannot be told.
func (g Gate) Check(_ context.Context, p pipeline.Proposal) (pipeline.Verdict, error) {
	untold, made := false, false
	for _, e := range p.Effects {
		switch e.Mark {
		case "remote-code":
			return hold("remote-code", "it runs what the network sends", "download it to the workspace first, so that it can be looked at"), nil
		case "loader-injection":
			return hold("loader-injection", "a variable or option puts foreign code into a program", "leave that variable or option out"), nil
		case "reverse-shell":
			return hold("reverse-shell", "it gives a shell to whoever is at the other end of a connection", ""), nil
		case "planted-code":
			return hold("planted-code", "a text that it writes runs later, outside of confinement, and reads or sends secrets, or hides what it runs", "leave that out of the text, or ask a person to look at it"), nil
		case "made-code":
			made = !g.contained || p.Confinement == ""
		}
		untold = untold || e.Kind == pipeline.KindUnknown
	}
	if made {
		return hold("made-code", "a text that it writes reaches out of the project when a tool loads it", "make the file with one request and use it with the next, so that it can be looked at"), nil
	}
	if untold && !(g.contained && p.Confinement != "") {
		return hold("untold", "a part of it cannot be told before it runs", "spell programs, paths and options out instead of computing them"), nil
	}
	if rule, reason := g.moves(p.Effects); rule != "" {
		return hold(rule, reason, "make the file with one request and use it with the next, so that it can be looked at"), nil
	}
	return pipeline.Verdict{Gate: "injection", Outcome: pipeline.Allow}, nil
}

const maxComparisons = 200_000

// moves looks for effects that rest on what the same action makes. Compilers
// are left out: running what was just built is ordinary work. Every made file
// is compared with every effect; an action for which that would be too much
// work is held.
func (g Gate) moves(effects []pipeline.Effect) (rule, reason string) {
	left, own := maxComparisons, g.copies(effects)
	for i := range effects {
		made := &effects[i]
		unpacked := unpacker(made.By)
		typed := typist(made.By) || interpreter(made.By)
		if made.Kind != pipeline.KindWrite || !typed && !unpacked && !prints(made) || !strings.HasPrefix(made.Object, "/") || strings.HasPrefix(made.Object, "/dev/") && !strings.HasPrefix(made.Object, "/dev/shm/") {
			continue
		}
		if own[made.By] && made.Certain {
			continue
		}
		if left -= len(effects); left < 0 {
			return "too-much-made", "it makes more files than can be looked at together"
		}
		for j := range effects {
			e := &effects[j]
			switch {
			case i == j || !within(e.Object, made.Object) && !mayBe(e, made):
			case !typed && !unpacked && !(e.Kind == pipeline.KindCode && e.Mark != "build" && e.Object == made.Object && shell(e.By)):
				// A shell is given no compiler's output: whatever wrote its text chose it.
			case interpreter(made.By) && (e.Object != made.Object || j < i && e.By == made.By && e.Mark == "build"):
				// python3 -m venv makes a folder of programs, and what R starts with has run before R formats the folder.
			case unpacked && (e.Kind != pipeline.KindRun || e.Object == made.Object):
				// Building what was unpacked is ordinary; starting a program of it is not.
			case e.Kind == pipeline.KindRun, e.Kind == pipeline.KindCode:
				return "runs-what-it-made", "it runs a file that it has just made"
			case made.By == "ln" && e.By != "ln" && e.Mark != "metadata" && (e.Kind == pipeline.KindRead || e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete && e.Object != made.Object):
				return "own-link", "it uses a path through a link that it has just made"
			}
		}
	}
	return "", ""
}

// typist names programs that put given content into a file, as compilers do not.
func typist(by string) bool {
	switch by {
	case "redirect", "cp", "mv", "ln", "install", "tee", "dd", "rsync", "curl", "wget", "scp", "cat", "printf", "echo", "base64", "xxd", "gunzip", "openssl", "link",
		"find", "gfind", "shuf", "sort", "uniq", "split", "csplit", "iconv", "uudecode", "time", "gtime", "script", "strace", "ltrace", "xmllint", // their words or their input are what they print
		"awk", "gawk", "mawk", "nawk", "sqlite3", "sqlite", "duckdb", "psql", "mysql", "mariadb", "pg_dump", "pg_restore", "mysqldump", "mariadb-dump": // what they print into a file is spelled out in their programs
		return true
	}
	return false
}

// unpacker names programs that fill a folder with files of somebody else.
func unpacker(by string) bool {
	switch by {
	case "tar", "bsdtar", "unzip", "unsquashfs", "cpio", "7z", "7za", "7zr", "unrar", "unar", "ar", "arj", "lha", "zoo", "pax":
		return true
	}
	return false
}

// within reports whether a path is the other one or lies below it.
func within(object, root string) bool {
	rest, ok := strings.CutPrefix(object, root)
	return ok && (rest == "" || rest[0] == '/' || root == "/")
}

// mayBe reports whether a program or a script that runs may be one of the files
// that a pattern stands for: printf ... > */run.sh.
func mayBe(e, made *pipeline.Effect) bool {
	if !e.Certain && (e.Kind == pipeline.KindRun || e.Kind == pipeline.KindCode) && strings.HasPrefix(e.Object, "/") && made.By != "ln" {
		return oneOf(made.Object, e.Object)
	}
	if made.Certain || !e.Certain || e.Kind != pipeline.KindRun && e.Kind != pipeline.KindCode || made.By == "ln" {
		return false
	}
	begin, _, pattern := strings.Cut(made.Object, "*")
	if !pattern || !strings.HasPrefix(e.Object, begin) {
		return false
	}
	ok, err := path.Match(made.Object, e.Object)
	return ok || err != nil || strings.Contains(made.Object, "**")
}

// oneOf reports whether a file, or one that a pattern stands for, may be among
// those of another pattern: for f in scripts/*.sh; do sh "$f"; done.
func oneOf(file, pattern string) bool {
	begin, _, _ := strings.Cut(file, "*")
	head, _, _ := strings.Cut(pattern, "*")
	if len(begin) < len(file) || strings.Contains(pattern, "**") {
		return strings.HasPrefix(begin, head) || strings.HasPrefix(head, begin)
	}
	ok, err := path.Match(pattern, file)
	return ok || err != nil
}

func hold(rule, reason, hint string) pipeline.Verdict {
	return pipeline.Verdict{Gate: "injection", Outcome: pipeline.Hold, Rule: rule, Reason: reason, Hint: hint}
}

// interpreter knows programs whose code was read, so that what they write is
// as good as typed.
func interpreter(name string) bool {
	switch strings.TrimRight(name, ".0123456789") {
	case "python", "pypy", "ipython", "node", "nodejs", "bun", "deno", "tsx", "ts-node", "ruby", "php", "compiled", "go run", "go test",
		"Rscript", "R", "julia", "jshell", "java", "elixir", "iex", "ocaml", "lua", "luajit", "gnuplot", "mongosh":
		return true
	}
	return false
}

// prints reports whether a program has written a file of its own accord. What
// only changes one that is there keeps the text that it had.
func prints(made *pipeline.Effect) bool {
	switch made.By {
	case "mkdir", "touch", "chmod", "sed", "gsed", "perl", "patch", "ed", "ex", "vi", "vim", "nvim", "git", "shfmt", "dos2unix", "unix2dos":
		return false
	}
	return made.Certain && made.Mark == ""
}

// shell names what reads a file as shell text, line by line.
func shell(by string) bool {
	switch by {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "source", ".":
		return true
	}
	return false
}
