package command

import (
	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Statements that hold others: branches, of which one runs, and loops over words. What
// each branch may have done to the shell is united behind it, so that no later command
// is judged by a state that only one of the branches leaves.

// ifClause judges the condition, then both ways with the state that it leaves. What the
// condition tells of variables and files (refine) holds in the first branch alone; a cd
// in it has failed in the other.
func (r *run) ifClause(sc *scope, c *syntax.IfClause) {
	if !r.enter() {
		return
	}
	defer r.leave()
	before := sc.dirs
	r.stmts1(sc, c.Cond)
	no := sc.fork()
	if sc.failed != nil || !sameDirs(before, sc.dirs) {
		no.prev = nil
	}
	no.dirs, no.failed = unite(sc.failedOr(before), sc.dirs), nil
	sc.failed = nil
	if len(c.Cond) > 0 {
		r.refine(sc, c.Cond[len(c.Cond)-1])
	}
	r.stmts(sc, c.Then)
	if c.Else != nil {
		if len(c.Else.Cond) == 0 {
			r.stmts(no, c.Else.Then)
		} else {
			r.ifClause(no, c.Else)
		}
	}
	sc.join(no)
}

// stmts1 is stmts for a condition: the last statement's status is looked at.
func (r *run) stmts1(sc *scope, list []*syntax.Stmt) {
	for i, s := range list {
		r.testStmt(sc, s)
		if i < len(list)-1 {
			sc.settle()
		}
	}
}

// caseClause judges every branch as one that may be taken, and none as one that must:
// which pattern matches is not reckoned. ;& and ;;& run into the next branch.
func (r *run) caseClause(sc *scope, c *syntax.CaseClause) {
	r.judgeWord(sc, c.Word)
	base := sc.fork()
	for i, item := range c.Items {
		if r.over {
			return
		}
		for _, p := range item.Patterns {
			r.perhaps(sc, p, func(sc *scope) { r.judgeWord(sc, p) }) // asked for until one matches
			if r.reckonsAnew(p) {
				base.join(sc.fork())
			}
		}
		branch := base.fork()
		if i > 0 && c.Items[i-1].Op != syntax.Break {
			branch = sc.fork() // falls through from the one before
		}
		r.stmts(branch, item.Stmts)
		sc.join(branch)
	}
}

// forClause judges a loop over words or numbers. A loop over few certain words is
// judged once for each (eachItem), so that rm -rf "$d" is one known folder after the
// other; else the variable is any of them. A loop over a list that is empty as far as
// is known is judged all the same.
func (r *run) forClause(sc *scope, c *syntax.ForClause) {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		sc.turnsReference(l.Name.Value)
		var items []field
		if l.InPos.IsValid() {
			r.anyOrder = true
			items = r.fields(sc, l.Items)
			r.anyOrder = false
			r.namesListed(sc, items)
		} else {
			items = argFields(sc)
		}
		if len(items) == 0 {
			items = []field{{dynamic: true}} // empty as far as is known; whoever wrote it expects words
		}
		if counted(l.Items) >= manyRuns {
			r.forks(c.Do, c)
		}
		r.mows(l.Items, l.Name.Value, c.Do, c)
		each := r.separately(items, c)
		ahead := sc
		if mayStart(c.Do, l.Name.Value) {
			ahead = sc.fork()
			ahead.set(l.Name.Value, iterated(items, c.Select))
		}
		r.loop(sc, ahead, c, c.Do, func(body *scope) {
			r.influence(body, l.Name.Value, value{}, r.spanOf(l))
			if each {
				r.eachItem(body, l.Name.Value, items, c.Do)
				return
			}
			body.set(l.Name.Value, iterated(items, c.Select))
			r.stmts(body, c.Do)
		})
	case *syntax.CStyleLoop:
		failed := r.reckon(sc, l.Init, false)
		r.reckon(sc, l.Cond, failed)
		if l.Post != nil {
			r.perhaps(sc, l.Post, func(sc *scope) { r.arithmetic(sc, l.Post) })
		}
		r.loop(sc, sc, c, c.Do, func(body *scope) {
			r.arithmetic(body, l.Init)
			if l.Cond == nil || countedTo(l.Cond) >= manyRuns {
				r.forks(c.Do, c)
			}
			r.stmts(body, c.Do)
		})
	default:
		r.unhandled(c)
	}
}

// bomb states what starts processes without an end.
func (r *run) bomb(what string, at syntax.Node) {
	r.emit(pipeline.Effect{Kind: pipeline.KindSystem, Object: what, By: "shell", Mark: catalogue.MarkForkBomb, Span: r.spanOf(at)})
}
