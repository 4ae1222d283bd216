package command

import (
	"slices"
	"strings"
)

// maxStack bounds the folders that pushd keeps.
const maxStack = 16

// pushDir is pushd with a folder; its other forms exchange what is kept.
func (r *run) pushDir(sc *scope, args []field) {
	before := sc.failedOr(sc.dirs)
	if len(args) != 1 || args[0].optionLike() || strings.HasPrefix(args[0].text, "+") || len(sc.stack) >= maxStack {
		r.changeDir(sc, args)
		sc.dirs, sc.failed, sc.stack = nil, nil, nil
		r.moved(nil)
		return
	}
	r.changeDir(sc, args)
	sc.stack = append(slices.Clip(sc.stack), unite(before, before))
}

// popDir is popd: back to where pushd came from, or, if that pushd failed, to
// where one before it did.
func (r *run) popDir(sc *scope, args []field) {
	n := len(sc.stack)
	if len(args) > 0 || n == 0 {
		sc.dirs, sc.failed, sc.stack = nil, nil, nil
		r.moved(nil)
		return
	}
	sc.leave()
	target := sc.stack[n-1]
	for _, dirs := range sc.stack[:n-1] {
		target = unite(target, dirs)
	}
	sc.dirs, sc.failed, sc.stack = target, nil, sc.stack[:n-1]
	r.moved(target)
}

// leave forgets what PWD and OLDPWD hold: the shell sets them, unless it fails
// to change its folder.
func (s *scope) leave() {
	if _, own := s.vars["PWD"]; own {
		s.set("PWD", single(value{}))
	}
	prev := s.prev
	s.set("OLDPWD", single(value{}))
	s.prev = prev
}
