package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

// maxCheckLine bounds one line of `worker check -`. A longer one is denied and
// the next one is read.
const maxCheckLine = 4 << 20

// stream judges one line after the other. It answers each at once when the
// writer waits for it, so that another program can converse with it.
func (c *checker) stream(ctx context.Context) error {
	in := bufio.NewReaderSize(c.Stdin, 64<<10)
	out := bufio.NewWriterSize(c.Stdout, 64<<10)
	for {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLongLine) {
			return errors.Join(err, out.Flush())
		}
		if len(bytes.TrimSpace(line)) > 0 || errors.Is(err, errLongLine) {
			r, failed := c.line(ctx, line, err)
			if failed != nil {
				return errors.Join(failed, out.Flush())
			}
			if err := printLine(out, r); err != nil {
				return err
			}
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
	}
	if c.unread {
		return &exitError{code: exitUsage, err: errors.New("some lines could not be read; they were answered with a deny")}
	}
	return nil
}

var errLongLine = errors.New("the line is too long")

// readLine returns the next line; of one that is too long, nothing. It is read
// to its end all the same, so that the line after it is whole; the last line
// need not end.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxCheckLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil && long:
			return nil, errLongLine
		default:
			return line, err
		}
	}
}

// line answers one line. Each that is not blank gets exactly one answer, in
// their order, what cannot be read included: a program that converses counts on
// it. bad is what went wrong in reading; the error that comes back ends the
// stream.
func (c *checker) line(ctx context.Context, raw []byte, bad error) (CheckResult, error) {
	if !errors.Is(bad, errLongLine) {
		var l checkLine
		if l, bad = c.decode(raw); bad == nil {
			return c.check(ctx, l)
		}
	}
	c.unread = true
	r := CheckResult{Outcome: pipeline.Deny.String(), Effects: []CheckedEffect{}}
	r.Verdicts = []CheckVerdict{{Gate: "input", Outcome: r.Outcome, Rule: "unreadable-line", Reason: bad.Error()}}
	return r, nil
}

// decode reads a line. Keys that it does not know are left alone, because
// corpora label their cases; a key that stands twice is not. The id may be any
// JSON and comes back as text. What a line leaves out the flags say.
func (c *checker) decode(raw []byte) (checkLine, error) {
	raw = bytes.TrimSpace(raw)
	if err := strictjson.Check(raw); err != nil {
		return checkLine{}, err
	}
	var in struct {
		ID      json.RawMessage   `json:"id"`
		Command *string           `json:"command"`
		Shell   *bool             `json:"shell"`
		Dir     string            `json:"cwd"`
		Env     map[string]string `json:"env"`
		Agent   string            `json:"agent"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return checkLine{}, err
	}
	if in.Command == nil {
		return checkLine{}, errors.New("command: is missing")
	}
	l := checkLine{ID: string(in.ID), Command: *in.Command, Shell: !c.noShell, Dir: in.Dir, Env: in.Env, Agent: in.Agent}
	var text string
	if json.Unmarshal(in.ID, &text) == nil {
		l.ID = text
	}
	if in.Shell != nil {
		l.Shell = *in.Shell
	}
	if l.Dir == "" {
		l.Dir = c.cwd
	}
	if l.Agent == "" {
		l.Agent = c.agent
	}
	return l, nil
}
