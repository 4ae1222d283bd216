// Package condition holds the `when` of rules: a CEL expression over typed
// facts about one effect, the action and its principal.
//
// CEL (the Common Expression Language, https://cel.dev) is total and free of
// side effects; on top of that every condition has a cost limit, so that no
// rule can make judging slow. It is the only room that knows the CEL library.
//
// The names a condition may use:
//
//	effect.kind effect.object effect.class effect.certain effect.by effect.mark effect.host
//	action.target action.op action.intent action.confined action.dry_run
//	principal.name principal.role principal.session principal.depth
//
// All are strings but effect.certain, action.confined, action.dry_run (bool)
// and principal.depth (int). The result must be a bool.
package condition

import (
	"errors"
	"fmt"

	"cel.dev/cel-go/cel"
)

// Facts is what a condition may look at. It is filled by the caller for each
// effect and only read here.
type Facts struct {
	Kind, Object, Class, By, Mark, Host string
	Certain                             bool
	Target, Op, Intent                  string
	Confined, DryRun                    bool
	Name, Role, Session                 string
	Depth                               int
}

const (
	// costLimit bounds one evaluation in CEL's own units; a condition over a
	// handful of strings costs 5 to 50.
	costLimit = 10_000
	// sizeLimit bounds the text of one condition.
	sizeLimit = 4096
)

// Compiler compiles conditions. It may be shared.
type Compiler struct{ env *cel.Env }

// NewCompiler prepares the language. It costs about a millisecond, so a caller
// that has no condition should not make one.
func NewCompiler() (*Compiler, error) {
	var options []cel.EnvOption
	for name, kind := range variables() {
		options = append(options, cel.Variable(name, kind))
	}
	options = append(options, cel.ParserExpressionSizeLimit(sizeLimit), cel.ParserRecursionLimit(32))
	env, err := cel.NewEnv(options...)
	if err != nil {
		return nil, fmt.Errorf("prepare CEL: %w", err)
	}
	return &Compiler{env: env}, nil
}

func variables() map[string]*cel.Type {
	all := map[string]*cel.Type{
		"effect.certain": cel.BoolType, "action.confined": cel.BoolType,
		"action.dry_run": cel.BoolType, "principal.depth": cel.IntType,
	}
	for _, name := range []string{
		"effect.kind", "effect.object", "effect.class", "effect.by", "effect.mark", "effect.host",
		"action.target", "action.op", "action.intent",
		"principal.name", "principal.role", "principal.session",
	} {
		all[name] = cel.StringType
	}
	return all
}

// Condition is one compiled expression. It never changes and may be shared.
type Condition struct {
	text    string
	program cel.Program
}

// ErrNotBool says that an expression does not answer yes or no.
var ErrNotBool = errors.New("condition is not a bool")

// Compile checks and compiles an expression. The error quotes the line and
// points at the column.
func (c *Compiler) Compile(text string) (*Condition, error) {
	ast, issues := c.env.Compile(text)
	if err := issues.Err(); err != nil {
		return nil, fmt.Errorf("condition: %w", err)
	}
	if !ast.OutputType().IsExactType(cel.BoolType) {
		return nil, fmt.Errorf("%w but %s: %s", ErrNotBool, ast.OutputType(), text)
	}
	program, err := c.env.Program(ast, cel.EvalOptions(cel.OptOptimize), cel.CostLimit(costLimit))
	if err != nil {
		return nil, fmt.Errorf("condition: %w", err)
	}
	return &Condition{text: text, program: program}, nil
}

// String is the expression's text.
func (c *Condition) String() string { return c.text }

// Holds evaluates the condition. An error means that it could not be decided
// (too costly, a bad regular expression built from data); the caller must then
// take the stricter way.
func (c *Condition) Holds(f *Facts) (bool, error) {
	value, _, err := c.program.Eval(activation{f})
	if err != nil {
		return false, fmt.Errorf("evaluate %q: %w", c.text, err)
	}
	held, ok := value.Value().(bool)
	if !ok {
		return false, fmt.Errorf("%w: %s", ErrNotBool, c.text)
	}
	return held, nil
}

// activation hands facts to CEL without building a map for each effect.
type activation struct{ f *Facts }

func (a activation) Parent() cel.Activation { return nil }

func (a activation) ResolveName(name string) (any, bool) {
	f := a.f
	switch name {
	case "effect.kind":
		return f.Kind, true
	case "effect.object":
		return f.Object, true
	case "effect.class":
		return f.Class, true
	case "effect.certain":
		return f.Certain, true
	case "effect.by":
		return f.By, true
	case "effect.mark":
		return f.Mark, true
	case "effect.host":
		return f.Host, true
	}
	return a.outer(name)
}

func (a activation) outer(name string) (any, bool) {
	f := a.f
	switch name {
	case "action.target":
		return f.Target, true
	case "action.op":
		return f.Op, true
	case "action.intent":
		return f.Intent, true
	case "action.confined":
		return f.Confined, true
	case "action.dry_run":
		return f.DryRun, true
	case "principal.name":
		return f.Name, true
	case "principal.role":
		return f.Role, true
	case "principal.session":
		return f.Session, true
	case "principal.depth":
		return int64(f.Depth), true
	}
	return nil, false
}
