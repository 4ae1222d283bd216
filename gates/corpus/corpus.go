// Package corpus holds commands with the outcome that is right for each of
// them under the policy standard, and reads corpora of others.
//
// The cases are our own. They speak of one fixed machine: an ordinary user
// (uid 1000) whose home is /home/agent, the workspace /home/agent/ws, the
// scratch folder /tmp/pp-scratch, and only this machine's loopback known. The
// links etclink (to /etc), homelink (to /home/agent) and outlink (to
// /tmp/pp-scratch/out) lie in the workspace. Commands are read as bash and run
// confined.
//
// What is right was decided from what the command would do, never from what
// the code says:
//
//   - deny: irreversible destruction of the machine or its devices in any
//     spelling, disabling security, fork bombs, power state, killing all, the
//     worker's own files;
//   - hold: side effects beyond workspace and scratch, packages, privilege,
//     unknown hosts, credentials, rewritten history, foreign processes, code
//     that cannot be seen and is not the project's own, anything unresolved;
//   - allow: reading what is no secret, editing workspace and scratch, building
//     and testing the workspace, and destructive words that are mere data.
package corpus

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"passepartout/pipeline"
)

//go:embed *.yaml
var own embed.FS

// Case is one command and what is right for it.
type Case struct {
	ID      string `yaml:"id" json:"id"`
	Class   string `yaml:"-" json:"class"`
	Expect  string `yaml:"expect" json:"expect"` // deny, hold, allow, or "unsafe": anything but allow; empty: not known
	Cwd     string `yaml:"cwd" json:"cwd"`       // empty: the workspace
	Command string `yaml:"command" json:"command"`
	Note    string `yaml:"note" json:"note"`
}

// Expectations of a case beside the names of outcomes.
const (
	Unsafe = "unsafe" // deny or hold, whichever
)

type file struct {
	Class string `yaml:"class"`
	About string `yaml:"about"`
	Cases []Case `yaml:"cases"`
}

// Own returns the cases of this repository, by class and number.
func Own() ([]Case, error) {
	names, err := fs.Glob(own, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list corpus: %w", err)
	}
	slices.Sort(names)
	var all []Case
	for _, name := range names {
		body, err := own.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read corpus: %w", err)
		}
		cases, err := Read(name, body, "")
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// ErrFormat says that a corpus cannot be read.
var ErrFormat = errors.New("corpus cannot be read")

// Read reads a corpus by the ending of its name: .yaml as here, .jsonl (one
// object a line with the fields of Case), .tsv (expectation, command, and
// optionally class and folder), or plain text (one command a line; lines that
// begin with '#' and empty ones are skipped). The expectation is for cases
// that state none.
func Read(name string, body []byte, expect string) ([]Case, error) {
	var cases []Case
	var err error
	switch path.Ext(name) {
	case ".yaml", ".yml":
		cases, err = readYAML(body)
	case ".jsonl", ".ndjson":
		cases, err = readLines(body, func(line string) (c Case, err error) {
			err = json.Unmarshal([]byte(line), &c)
			return c, err
		})
	case ".tsv":
		cases, err = readLines(body, fromTSV)
	default:
		cases, err = readLines(body, func(line string) (Case, error) {
			if strings.HasPrefix(line, "#") {
				return Case{}, nil
			}
			return Case{Command: line}, nil
		})
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
	}
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	for i := range cases {
		c := &cases[i]
		if c.Expect == "" {
			c.Expect = expect
		}
		if c.Class == "" {
			c.Class = base
		}
		if c.ID == "" {
			c.ID = fmt.Sprintf("%s-%04d", base, i+1)
		}
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrFormat, name, err)
		}
	}
	return cases, nil
}

func (c *Case) check() error {
	if c.Expect == "" || c.Expect == Unsafe {
		return nil
	}
	var o pipeline.Outcome
	if err := o.UnmarshalText([]byte(c.Expect)); err != nil {
		return fmt.Errorf("case %s: %w", c.ID, err)
	}
	return nil
}

func readYAML(body []byte) ([]Case, error) {
	var f file
	if err := yaml.UnmarshalWithOptions(body, &f, yaml.Strict()); err != nil {
		return nil, errors.New(yaml.FormatError(err, false, true))
	}
	for i := range f.Cases {
		f.Cases[i].Class = f.Class
	}
	return f.Cases, nil
}

const maxLine = 4 << 20

func readLines(body []byte, read func(string) (Case, error)) ([]Case, error) {
	var out []Case
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		c, err := read(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if c.Command != "" {
			out = append(out, c)
		}
	}
	return out, lines.Err()
}

func fromTSV(line string) (Case, error) {
	parts := strings.Split(line, "\t")
	if len(parts) < 2 {
		return Case{}, errors.New("want expectation, tab, command")
	}
	c := Case{Expect: parts[0], Command: parts[1]}
	if len(parts) > 2 {
		c.Class = parts[2]
	}
	if len(parts) > 3 {
		c.Cwd = parts[3]
	}
	return c, nil
}
