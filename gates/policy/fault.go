package policy

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/printer"
)

// maxFaults is how many mistakes are told at once.
const maxFaults = 20

// fault is what is wrong with one key of a rule.
type fault struct {
	key string // as in "objects.paths" or "examples.match[0]"
	err error
}

func (f *fault) Error() string { return f.key + ": " + f.err.Error() }

func (f *fault) Unwrap() error { return f.err }

// at says which key of a rule an error is about.
func at(key string, err error) error { return &fault{key: key, err: err} }

// quoter quotes lines of one file. The file is parsed for it once, and only if
// something is wrong with it.
type quoter struct {
	Source
	parsed *ast.File
	tried  bool
}

// refuse says what is wrong in a file that could be read as YAML. The paths are
// where the lines to be quoted may stand, the likeliest first: what is missing
// stands nowhere, and its rule is quoted instead.
func (q *quoter) refuse(err error, paths ...string) error {
	text := err.Error()
	for _, path := range paths {
		if lines := q.quote(path); lines != "" {
			text += "\n" + lines
			break
		}
	}
	return fmt.Errorf("%w: %s: %s", ErrRefused, q.Name, text)
}

// refuseRule is refuse for a rule, which is named by its place in the file.
func (q *quoter) refuseRule(place int, id string, err error) error {
	rule := fmt.Sprintf("$.rules[%d]", place)
	paths := []string{rule + ".id", rule}
	if f, ok := errors.AsType[*fault](err); ok {
		paths = append([]string{rule + "." + f.key}, paths...)
	}
	return q.refuse(fmt.Errorf("rule %q: %w", id, err), paths...)
}

// quote returns the lines around a place in the file, with a caret, or nothing
// if there is no such place. The YAML library panics on some input.
func (q *quoter) quote(path string) (lines string) {
	defer func() {
		if recover() != nil {
			lines = ""
		}
	}()
	if !q.tried {
		q.tried = true
		file, err := parser.ParseBytes(q.Data, 0)
		if err != nil {
			return ""
		}
		q.parsed = file
	}
	where, err := yaml.PathString(path)
	if err != nil || q.parsed == nil {
		return ""
	}
	node, err := where.FilterFile(q.parsed)
	if err != nil || node == nil {
		return ""
	}
	var p printer.Printer
	return strings.TrimRight(p.PrintErrorToken(node.GetToken(), false), " \n")
}

// faults gathers what is wrong with a set of files, each mistake once. A file
// that stands in several sets, such as that of everybody in each profile, is
// told of where it was met first.
type faults struct {
	told map[string]bool
	errs []error
	more int
}

// add takes a mistake; of whom says whose rules it was found in.
func (f *faults) add(of string, err error) {
	if f.told == nil {
		f.told = map[string]bool{}
	}
	text := err.Error()
	if f.told[text] {
		return
	}
	f.told[text] = true
	if len(f.errs) == maxFaults {
		f.more++
		return
	}
	if of != "" {
		err = fmt.Errorf("%s: %w", of, err)
	}
	f.errs = append(f.errs, err)
}

func (f *faults) err() error {
	if f.more > 0 {
		return errors.Join(append(f.errs, fmt.Errorf("%w: %d mistakes more", ErrRefused, f.more))...)
	}
	return errors.Join(f.errs...)
}
