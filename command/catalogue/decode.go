package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// EntryError says where an entry is wrong.
type EntryError struct {
	File   string
	Line   int
	Reason string
}

// Error is "file:line: reason".
func (e *EntryError) Error() string {
	return e.File + ":" + strconv.Itoa(e.Line) + ": " + e.Reason
}

// decoder turns the text of one entry into a Program. It walks the YAML tree
// itself: unknown keys are errors with their line, and nothing is reflected.
type decoder struct {
	file string
	base int // line of the entry's first line, minus one
}

// errorf is an error at the line of a node.
func (d *decoder) errorf(n ast.Node, format string, args ...any) error {
	line := d.base + 1
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		line = d.base + n.GetToken().Position.Line
	}
	return &EntryError{File: d.file, Line: line, Reason: fmt.Sprintf(format, args...)}
}

// program reads one entry.
func (d *decoder) program(text []byte) (*Program, error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, &EntryError{File: d.file, Line: d.base + 1, Reason: "not YAML: " + firstLine(err.Error())}
	}
	if len(file.Docs) != 1 {
		return nil, d.errorf(nil, "one document is wanted")
	}
	seq, ok := file.Docs[0].Body.(*ast.SequenceNode)
	if !ok || len(seq.Values) != 1 {
		return nil, d.errorf(nil, "an entry begins with \"- program:\"")
	}
	p := &Program{File: d.file, Line: d.base + 1, Spec: &Spec{}}
	err = d.pairs(seq.Values[0], func(key string, k, v ast.Node) error {
		switch key {
		case "program":
			return d.text(v, func(s string) error { p.Names = slices.Insert(p.Names, 0, s); return nil })
		case "aliases":
			return d.words(v, &p.Names)
		case "examples":
			return d.examples(v, p)
		}
		return d.specField(p.Spec, key, k, v)
	})
	if err != nil {
		return nil, err
	}
	if len(p.Names) == 0 {
		return nil, d.errorf(nil, "an entry needs a name")
	}
	p.Spec.finish(p.Names[0])
	return p, nil
}

// firstLine is the first line of a text.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// pairs calls f for each key of a mapping, and refuses a key that stands twice.
func (d *decoder) pairs(n ast.Node, f func(key string, k, v ast.Node) error) error {
	var values []*ast.MappingValueNode
	switch m := n.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		return d.errorf(n, "a mapping is wanted")
	}
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		key, ok := scalar(v.Key)
		if !ok {
			return d.errorf(v.Key, "a plain key is wanted")
		}
		if seen[key] {
			return d.errorf(v.Key, "%q stands twice", key)
		}
		seen[key] = true
		if err := f(key, v.Key, v.Value); err != nil {
			return err
		}
	}
	return nil
}

// scalar is the text of a scalar as it was written, whatever YAML takes it for.
func scalar(n ast.Node) (string, bool) {
	switch s := n.(type) {
	case *ast.StringNode:
		return s.Value, true
	case *ast.LiteralNode:
		return s.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return strings.TrimSpace(n.GetToken().Value), true
	case *ast.NullNode:
		return "", true
	}
	return "", false
}

// text hands a scalar to a reader and says where it stood if that fails.
func (d *decoder) text(n ast.Node, f func(string) error) error {
	s, ok := scalar(n)
	if !ok {
		return d.errorf(n, "a text is wanted")
	}
	if err := f(s); err != nil {
		return d.errorf(n, "%v", err)
	}
	return nil
}

// flag reads true or false.
func (d *decoder) flag(n ast.Node, to *bool) error {
	return d.text(n, func(s string) error {
		if s != "true" && s != "false" {
			return fmt.Errorf("%q is neither true nor false", s)
		}
		*to = s == "true"
		return nil
	})
}

// list reads a sequence of texts; a single text is a sequence of one.
func (d *decoder) list(n ast.Node, to *[]string) error {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return d.text(n, func(s string) error {
			if s != "" {
				*to = append(*to, s)
			}
			return nil
		})
	}
	for _, v := range seq.Values {
		s, ok := scalar(v)
		if !ok {
			return d.errorf(v, "a text is wanted")
		}
		*to = append(*to, s)
	}
	return nil
}

// words reads a text of words or a sequence of words.
func (d *decoder) words(n ast.Node, to *[]string) error {
	var list []string
	if err := d.list(n, &list); err != nil {
		return err
	}
	for _, s := range list {
		*to = append(*to, strings.Fields(s)...)
	}
	return nil
}

// templates reads a list of effects.
func (d *decoder) templates(n ast.Node, to *[]Template) error {
	var list []string
	if err := d.list(n, &list); err != nil {
		return err
	}
	ts, err := parseTemplates(list)
	if err != nil {
		return d.errorf(n, "%v", err)
	}
	*to = ts
	return nil
}

// mark reads a mark that is known.
func (d *decoder) mark(n ast.Node, to *string) error {
	return d.text(n, func(s string) error {
		if !ValidMark(s) {
			return fmt.Errorf("mark %q is not known", s)
		}
		*to = s
		return nil
	})
}

// operands reads the pattern of operands; none is that there may be none.
func (d *decoder) operands(n ast.Node, to **Operands) error {
	return d.text(n, func(s string) error {
		if s == "none" {
			s = ""
		}
		o, err := ParseOperands(s)
		*to = &o
		return err
	})
}

// examples reads the commands of an entry, each with the effects that it has.
func (d *decoder) examples(n ast.Node, p *Program) error {
	return d.pairs(n, func(key string, k, v ast.Node) error {
		e := Example{Command: key, Line: d.base + k.GetToken().Position.Line}
		if err := d.list(v, &e.Effects); err != nil {
			return err
		}
		for _, s := range e.Effects {
			if _, err := ParseTemplate(s); err != nil {
				return d.errorf(v, "%v", err)
			}
		}
		p.Examples = append(p.Examples, e)
		return nil
	})
}
