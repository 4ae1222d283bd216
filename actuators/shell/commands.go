package shell

import (
	"context"
	"errors"
	"maps"
	"strings"

	"passepartout/command"
	"passepartout/pipeline"
)

// Commands is the Analyst of the product: package command over the real file
// system.
type Commands struct {
	analyzer   *command.Analyzer
	home, user string
}

var _ Analyst = (*Commands)(nil)

// NewCommands makes an analyst for commands that run with that home and user.
func NewCommands(a *command.Analyzer, home, user string) *Commands {
	return &Commands{analyzer: a, home: home, user: user}
}

// Analyze reads the command once.
func (c *Commands) Analyze(_ context.Context, q Question) (Finding, error) {
	in := command.Input{Text: q.Text, Argv: q.Argv, Shell: q.Shell, Env: q.Asked}
	found, err := c.analyzer.Analyze(in, command.World{Dir: q.Dir, Home: c.home, User: c.user, Env: q.Env})
	if err != nil {
		return Finding{}, refusal(err)
	}
	f := Finding{
		Argv: found.Argv, Script: found.Script, Text: found.Text(), Programs: maps.Clone(found.Programs),
		Effects: found.Effects, Clear: found.Inspectable,
	}
	for _, pair := range found.Env {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			continue
		}
		if f.Env == nil {
			f.Env = make(map[string]string, len(found.Env))
		}
		f.Env[name] = value
	}
	return f, nil
}

// refusal tells the agent why its command was not read at all.
func refusal(err error) *pipeline.Error {
	e := &pipeline.Error{Code: pipeline.CodeInvalidRequest, Field: paramCommand, Message: paramCommand + ": cannot be read", Err: err}
	refused, ok := errors.AsType[*command.RefusedError](err)
	if !ok {
		return e
	}
	e.Rule, e.Err = refused.Rule, nil
	e.Message = paramCommand + ": " + refused.Error()
	switch refused.Rule {
	case command.RuleNeedsShell:
		e.Hint = `send "shell": true for pipes, lists, redirections and expansions`
	case command.RuleSyntax:
		e.Hint = "correct the syntax, or send the words as argv"
	case command.RuleControl, command.RuleEncoding:
		e.Hint = "remove these bytes; parsers are known to read them differently"
	case command.RuleTooLarge:
		e.Hint = "write a script to a file in the workspace and run that"
	default:
		e.Hint = "send one command"
	}
	return e
}

const paramCommand = "params.command"
