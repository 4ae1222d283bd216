package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// specField reads one key of a program or a sub-command.
func (d *decoder) specField(s *Spec, key string, k, v ast.Node) error {
	switch key {
	case "doc":
		return d.text(v, func(string) error { return nil })
	case "style":
		return d.text(v, func(t string) (err error) {
			var ok bool
			if s.Style, ok = parseStyle(t); !ok {
				err = fmt.Errorf("style %q is not known", t)
			}
			return err
		})
	case "lenient":
		return d.flag(v, &s.Lenient)
	case "globals":
		return d.flag(v, &s.Globals)
	case "dashless":
		return d.flag(v, &s.Dashless)
	case "versioned":
		return d.flag(v, &s.Versioned)
	case "npm":
		return d.flag(v, &s.NPM)
	case "links":
		return d.links(v, &s.Links)
	case "analyzer":
		return d.text(v, func(t string) error { s.Analyzer = t; return nil })
	case "like":
		return d.text(v, func(t string) error { s.Like = t; return nil })
	case "mark":
		return d.mark(v, &s.Mark)
	case "flags":
		return d.flags(s, v)
	case "options":
		return d.pairs(v, func(names string, k, v ast.Node) error { return d.option(s, names, k, v) })
	case "operands":
		return d.operands(v, &s.Operands)
	case "default":
		return d.templates(v, &s.Default)
	case "effects":
		return d.templates(v, &s.Effects)
	case "commands":
		return d.pairs(v, func(names string, k, v ast.Node) error { return d.command(s, names, k, v) })
	}
	return d.errorf(k, "%q is no key of an entry", key)
}

// flags are options that take nothing and change nothing that matters.
func (d *decoder) flags(s *Spec, v ast.Node) error {
	var names []string
	if err := d.words(v, &names); err != nil {
		return err
	}
	for _, name := range names {
		if err := d.add(s, v, &Option{Names: []string{name}}); err != nil {
			return err
		}
	}
	return nil
}

// add puts an option under all its names; those that end in = are keys.
func (d *decoder) add(s *Spec, n ast.Node, o *Option) error {
	if s.Options == nil {
		s.Options = make(map[string]*Option)
	}
	for _, name := range o.Names {
		into := s.Options
		if key, isKey := strings.CutSuffix(name, "="); isKey {
			if s.Keys == nil {
				s.Keys = make(map[string]*Option)
			}
			into, name = s.Keys, key
		} else if name != "" && name[0] != '-' && name[0] != '+' {
			return d.errorf(n, "option %q begins with neither - nor + and does not end in =", name)
		}
		if into[name] != nil {
			return d.errorf(n, "option %q stands twice", name)
		}
		into[name] = o
	}
	return nil
}

// option reads "-o --output: write" or the same with a mapping.
func (d *decoder) option(s *Spec, names string, k, v ast.Node) error {
	o := &Option{Names: strings.FieldsFunc(names, func(r rune) bool { return r == ' ' || r == ',' })}
	if len(o.Names) == 0 {
		return d.errorf(k, "an option needs a name")
	}
	if t, ok := scalar(v); ok {
		if err := o.arguments(t); err != nil {
			return d.errorf(v, "%v", err)
		}
		return d.add(s, k, o)
	}
	err := d.pairs(v, func(key string, k, v ast.Node) error { return d.optionField(o, key, k, v) })
	if err != nil {
		return err
	}
	return d.add(s, k, o)
}

// arguments reads the roles of an option's arguments.
func (o *Option) arguments(t string) error {
	roles, rest, optional, err := parseRoles(t)
	if err != nil {
		return err
	}
	if rest >= 0 {
		return fmt.Errorf("an option's argument cannot repeat: %q", t)
	}
	o.Args, o.Optional = roles, o.Optional || optional
	return nil
}

// optionField reads one field of an option.
func (d *decoder) optionField(o *Option, key string, k, v ast.Node) error {
	switch key {
	case "doc":
		return nil
	case "arg":
		return d.text(v, o.arguments)
	case "optional":
		return d.flag(v, &o.Optional)
	case "mark":
		return d.mark(v, &o.Mark)
	case "effects":
		return d.templates(v, &o.Effects)
	case "operands":
		return d.operands(v, &o.Operands)
	case "no-default":
		return d.flag(v, &o.NoDefault)
	case "only":
		o.HasOnly = true
		return d.templates(v, &o.Only)
	case "instead":
		return d.text(v, func(t string) (err error) { o.Instead, err = strconv.Atoi(t); return err })
	case "ends":
		return d.flag(v, &o.Ends)
	case "unknown":
		return d.text(v, func(t string) error { o.Unknown = t; return nil })
	case "links":
		return d.links(v, &o.Links)
	}
	return d.errorf(k, "%q is no key of an option", key)
}

// links reads what is done at symbolic links.
func (d *decoder) links(v ast.Node, into *Links) error {
	return d.text(v, func(t string) (err error) {
		var ok bool
		if *into, ok = parseLinks(t); !ok {
			err = fmt.Errorf("links are followed (follow) or left alone (keep), not %q", t)
		}
		return err
	})
}

// command reads a sub-command; its key may hold several names.
func (d *decoder) command(s *Spec, names string, k, v ast.Node) error {
	sub := &Spec{Style: s.Style, Lenient: s.Lenient, Globals: s.Globals}
	if t, ok := scalar(v); ok && t == "" {
		sub.Operands = &Operands{}
	} else if err := d.pairs(v, func(key string, k, v ast.Node) error { return d.specField(sub, key, k, v) }); err != nil {
		return err
	}
	if s.Commands == nil {
		s.Commands = make(map[string]*Spec)
	}
	list := strings.FieldsFunc(names, func(r rune) bool { return r == ' ' || r == ',' })
	if len(list) == 0 {
		return d.errorf(k, "a sub-command needs a name")
	}
	sub.Path = list[0]
	for _, name := range list {
		if s.Commands[name] != nil {
			return d.errorf(k, "sub-command %q stands twice", name)
		}
		s.Commands[name] = sub
	}
	return nil
}

// finish completes a spec once all keys were read, whatever their order.
func (s *Spec) finish(path string) {
	s.Path = path
	for name := range s.Options {
		if strings.HasPrefix(name, "--") {
			s.longs = append(s.longs, name)
		}
	}
	slices.Sort(s.longs)
	done := make(map[*Spec]bool)
	for name, sub := range s.Commands {
		if p, ok := strings.CutSuffix(name, "*"); ok {
			s.prefixes = append(s.prefixes, p)
		}
		if !done[sub] {
			done[sub] = true
			sub.finish(path + " " + sub.Path)
		}
	}
	slices.SortFunc(s.prefixes, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
}
