package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// What lies in another folder is not the project's code, and nobody has looked at it for
// the project. A tool that brings it in and one that runs it in the same breath make one
// step of two that look harmless: dd of=tests/test_x.py, cp -r into node_modules, a
// variable that holds a program. So whatever a statement writes below code that runs is
// asked what the statement has read.
//
// Not counted is what the system or a manager of packages has put down, which tools load
// anyway, and what no tool takes for a program: pictures, tables, pages.

// carried judges a file or a folder that is written of what lies elsewhere, and tells
// whether it does.
func (a *author) carried(w pipeline.Effect, roots []pipeline.Effect) bool {
	if !path.IsAbs(w.Object) || w.By == "mkdir" || w.Mark == catalogue.MarkPermission || !a.r.spend(1+len(a.r.effects)/16) {
		return false
	}
	kind := authoredKind(w.Object)
	if kind == authoredData || !a.bringsAnything() {
		return false
	}
	if !slices.ContainsFunc(roots, func(root pipeline.Effect) bool { return a.r.covers(&root, w.Object) }) {
		return false
	}
	a.collect()
	at := a.statement(w)
	if at == nil {
		return false
	}
	for i := range a.r.effects {
		e := &a.r.effects[i]
		if !a.bringable(e) {
			continue
		}
		within := int(at.Pos().Offset()) <= e.Span.Start && e.Span.End <= int(at.End().Offset())
		if within && (programKind(e.Object) || carries(w.By) && mayBring(e, w)) || !within && typist(w.By) && programKind(e.Object) && a.heldBy(e, at) {
			a.reachesOut(w, w.Object, e.By+" "+e.Object)
			return true
		}
	}
	return false
}

// bringsAnything reports whether the command reads anything that may be brought, which is
// found out once.
func (a *author) bringsAnything() bool {
	if a.brings == 0 {
		a.brings = -1
		if slices.ContainsFunc(a.r.effects, func(e pipeline.Effect) bool { return a.bringable(&e) }) {
			a.brings = 1
		}
	}
	return a.brings > 0
}

// bringable reports whether an effect reads what is neither the project's nor put down by
// the system or by a manager of packages.
func (a *author) bringable(e *pipeline.Effect) bool {
	if e.Kind != pipeline.KindRead || e.Mark == catalogue.MarkMetadata || !path.IsAbs(e.Object) {
		return false
	}
	for _, of := range [...]string{"/usr", "/bin", "/sbin", "/dev", "/proc", "/sys", "/etc", "/nix/store", a.r.w.Home + "/go/pkg/mod", a.r.w.Home + "/.cargo/registry"} {
		if mayTouch(of, true, e.Object) {
			return false
		}
	}
	world := a.world()
	return !world.Inside(e.Object) && !mayTouch(e.Object, true, a.r.w.Dir)
}

// mayBring reports whether what is read may be a program where it is put: a folder, or
// what only a tool can tell; but not into a folder that holds what browsers load.
func mayBring(e *pipeline.Effect, w pipeline.Effect) bool {
	if authoredKind(w.Object) != authoredFolder {
		return e.Object != "" // the name that it gets says what it is
	}
	if e.Mark != catalogue.MarkRecursive && authoredKind(e.Object) == authoredData {
		return false
	}
	for part := range strings.SplitSeq(w.Object, "/") {
		switch part {
		case "public", "static", "assets", "images", "img", "icons", "fonts", "media", "docs", "locale", "locales", "www":
			return false
		}
	}
	return !informs(path.Base(e.Object))
}

// programKind reports whether a file is a program by its name.
func programKind(file string) bool {
	switch authoredKind(file) {
	case authoredCode, authoredRecipe:
		return path.Ext(file) != "" || !strings.HasPrefix(path.Base(file), ".")
	case authoredData, authoredSettings, authoredFolder:
	}
	return false
}

// carries names tools that put what they read into what they write.
func carries(by string) bool {
	switch by {
	case "dd", "sponge", "sort", "uniq", "shuf", "split", "csplit", "openssl", "xxd", "iconv", "dos2unix", "unix2dos", "scp", "tar", "cpio", "pax", "cp", "mv", "install", "patch", "git", "sed", "gsed", "awk", "gawk", "mawk", "ed", "ex", "vi", "vim", "nvim", "sqlite3", "ditto", "zstd", "lz4", "xz", "gzip", "brotli", "uudecode", "gpg", "base64":
		return true
	}
	return languageOf(by) != nil
}

// heldBy reports whether a statement may put down what another one has read into a
// variable or opened: x=$(cat FILE); read x < FILE; exec 4< FILE.
func (a *author) heldBy(e *pipeline.Effect, at *syntax.Stmt) bool {
	uses := false
	syntax.Walk(at, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			uses = true
		case *syntax.Redirect:
			uses = uses || n.Op == syntax.DplIn
		}
		return !uses
	})
	if !uses {
		return false
	}
	for _, s := range a.stmts {
		if int(s.Pos().Offset()) > e.Span.Start || e.Span.End > int(s.End().Offset()) {
			continue
		}
		switch commandName(s) {
		case "read", "mapfile", "readarray", "exec":
			return true
		}
		switch cmd := s.Cmd.(type) {
		case *syntax.DeclClause:
			return true
		case *syntax.CallExpr:
			if len(cmd.Assigns) > 0 {
				return true
			}
		}
	}
	return false
}
