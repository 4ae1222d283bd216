package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"passepartout/pipeline"
)

// Lint decodes every entry and reports what the decoder cannot see: entries
// without examples, examples of another program, "like" that leads nowhere,
// templates that refer to options which are not there. analyzers are the names
// that an entry may give as analyzer. Each problem is an *EntryError.
func (c *Catalogue) Lint(analyzers []string) []error {
	programs, err := c.Programs()
	var out []error
	if err != nil {
		if many, ok := err.(interface{ Unwrap() []error }); ok {
			out = append(out, many.Unwrap()...)
		} else {
			out = append(out, err)
		}
	}
	for _, p := range programs {
		for _, reason := range p.lint(c, analyzers) {
			out = append(out, &EntryError{File: p.File, Line: p.Line, Reason: p.Names[0] + ": " + reason})
		}
	}
	return out
}

// lint tells what is odd about one entry.
func (p *Program) lint(c *Catalogue, analyzers []string) []string {
	var out []string
	if len(p.Examples) == 0 {
		out = append(out, "has no example")
	}
	for _, e := range p.Examples {
		if !slices.ContainsFunc(p.Names, func(n string) bool { return mentions(e.Command, n, p.Spec.Versioned) }) {
			out = append(out, fmt.Sprintf("example %q does not run it", e.Command))
		}
	}
	p.Spec.walk(func(s *Spec) {
		if s.Analyzer != "" && !slices.Contains(analyzers, s.Analyzer) {
			out = append(out, fmt.Sprintf("%s: analyzer %q is not known", s.Path, s.Analyzer))
		}
		if s.Like != "" {
			if _, err := c.Follow(s); err != nil {
				out = append(out, fmt.Sprintf("%s: like %q: %v", s.Path, s.Like, errors.Unwrap(err)))
			}
		}
		for name, o := range s.Options {
			if s.mildDefault(o) {
				out = append(out, s.Path+": "+name+" changes operands, and says nothing of what it changes without one (\"effects\" or \"no-default\")")
			}
		}
		if s.Like == "" && s.Operands == nil && s.Commands == nil && s.Analyzer == "" {
			out = append(out, s.Path+": says nothing about operands (write \"operands: none\" if it takes none)")
		}
	})
	return out
}

// mildDefault reports whether an option makes a program that only reads by
// default change its operands, while the default stays as it is without any.
func (s *Spec) mildDefault(o *Option) bool {
	if len(s.Default) == 0 || o.Operands == nil || o.NoDefault || o.HasOnly || len(o.Effects) > 0 || !o.Operands.changes() {
		return false
	}
	return !slices.ContainsFunc(s.Default, func(t Template) bool { return t.Kind == pipeline.KindWrite || t.Kind == pipeline.KindDelete })
}

// changes reports whether an operand is written or deleted.
func (o *Operands) changes() bool {
	roles := slices.Concat(o.Head, o.Tail)
	if o.Rest != nil {
		roles = append(roles, *o.Rest)
	}
	return slices.ContainsFunc(roles, func(r Role) bool { return r.Is(ActWrite) || r.Is(ActInto) || r.Is(ActDelete) })
}

// mentions reports whether name is a word of the command line.
func mentions(command, name string, versioned bool) bool {
	for w := range strings.FieldsFuncSeq(command, func(r rune) bool { return strings.ContainsRune(" \t\n;|&()'\"/", r) }) {
		if w == name || versioned && strings.HasPrefix(w, name) && strings.Trim(w[len(name):], "-.0123456789") == "" {
			return true
		}
	}
	return false
}

// walk visits a spec and all its sub-commands once.
func (s *Spec) walk(f func(*Spec)) {
	f(s)
	seen := make(map[*Spec]bool)
	for _, sub := range s.Commands {
		if !seen[sub] {
			seen[sub] = true
			sub.walk(f)
		}
	}
}
