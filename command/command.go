package command

import (
	"errors"
	"fmt"
	"sync"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// Limits of one analysis. Passing one makes the effect unknown; it never
// shortens what is judged.
const (
	MaxText     = 64 << 10
	MaxDepth    = 64
	MaxCommands = 1000
	maxEffects  = 2048
	maxAlts     = 32       // values that one variable may have at a time
	maxValue    = 16 << 10 // bytes of one resolved word
)

// World is what an analysis may know of the machine. It must not change while
// an analysis runs.
type World struct {
	Dir  string // where the command starts; absolute
	Home string // of the user that it runs as
	User string
	// Env is the complete environment that the command will get. A variable
	// that it lacks is unset.
	Env   map[string]string
	Paths PathResolver // nil: the real file system
}

// PathResolver is the file system as far as an analysis needs it. All paths
// are absolute; implementations must be safe for concurrent use.
type PathResolver interface {
	// Resolve follows symbolic links as far as the path exists and keeps the rest.
	Resolve(path string) string
	// LookPath finds a program by a bare name in a PATH-like list of folders.
	LookPath(name, list string) (string, bool)
	// IsDir reports whether the path is a folder now.
	IsDir(path string) bool
}

// Dialect is the language that a text is read as.
type Dialect uint8

// The dialects. The zero value is bash.
const (
	Bash Dialect = iota
	POSIX
)

// Input is a command to be analysed: Argv, or Text. With Shell, Text may be
// any bash; without, it is one simple command whose words are split as a shell
// would and nothing is expanded but quotes and a leading tilde.
type Input struct {
	Text    string
	Argv    []string
	Shell   bool
	Dialect Dialect
	Env     map[string]string // changes to World.Env that the request asks for; judged, too
	reading bool              // Text is another reading of a script that was judged
}

// Analysis is what a command would do.
type Analysis struct {
	// Argv is not nil when the command is one simple command whose words are
	// all known: it is to be started directly, with Env added.
	Argv []string
	Env  []string // NAME=VALUE that stood before the command
	// Script is the canonical text of any other command, to be given to bash
	// as it stands.
	Script string
	// Programs are the absolute paths of the programs found by bare names.
	Programs map[string]string
	Effects  []pipeline.Effect // spans point into Text()
	Commands []Command
	// Inspectable is false when an effect is code or unknown.
	Inspectable bool
	joined      string
}

// Text is the canonical text that spans point into: Script, or the argv quoted
// and joined.
func (a *Analysis) Text() string {
	if a.Argv != nil {
		return a.joined
	}
	return a.Script
}

// Command is one simple command that was found, wrappers included.
type Command struct {
	Name string   // base name of the program or builtin; empty if it cannot be known
	Argv []Word   // the name included
	Via  []string // wrappers and shells around it, the outermost first
	Span pipeline.Span
}

// Word is one word of a command as far as it could be resolved.
type Word struct {
	Text  string
	Exact bool // Text is the word; otherwise it is a pattern or a shell expression
}

// RefusedError says that a text was not analysed at all, because it holds
// bytes that parsers are known to read differently, or is not a command.
type RefusedError struct {
	Rule   string // stable: "control-character", "invalid-utf8", "syntax", "needs-shell", "empty", "too-large"
	Reason string
	Offset int
}

// Error is the rule, the place and the reason.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s at byte %d: %s", e.Rule, e.Offset, e.Reason)
}

// Rules of RefusedError.
const (
	RuleControl    = "control-character"
	RuleEncoding   = "invalid-utf8"
	RuleSyntax     = "syntax"
	RuleNeedsShell = "needs-shell"
	RuleEmpty      = "empty"
	RuleTooLarge   = "too-large"
)

// ErrNoDir says that World.Dir is not absolute.
var ErrNoDir = errors.New("working folder is not absolute")

// Analyzer turns commands into effects. It holds no state but reused parsers
// and may be used by many goroutines.
type Analyzer struct {
	catalogue *catalogue.Catalogue
	parsers   sync.Pool // *parsers
}

// New makes an analyser that knows the programs of c.
func New(c *catalogue.Catalogue) *Analyzer {
	return &Analyzer{catalogue: c, parsers: sync.Pool{New: func() any { return newParsers() }}}
}

// Analyze says what a command would do. Errors: *RefusedError, ErrNoDir. It
// never panics: a defect in the analysis itself is an unknown effect.
func (a *Analyzer) Analyze(in Input, w World) (out Analysis, err error) {
	if len(w.Dir) == 0 || w.Dir[0] != '/' {
		return Analysis{}, ErrNoDir
	}
	if w.Paths == nil {
		w.Paths = OS()
	}
	defer func() {
		if r := recover(); r != nil {
			out, err = broken(in, r), nil
		}
	}()
	if in.Argv != nil {
		return a.argv(in, w, true)
	}
	return a.text(in, w)
}

// AnalyzeExec says what a program start that is seen at run time would do: the
// arguments are final, whatever bytes they hold, and are started as they are.
// env holds NAME=VALUE; w.Env is not consulted.
func (a *Analyzer) AnalyzeExec(argv, env []string, w World) (out Analysis, err error) {
	if len(w.Dir) == 0 || w.Dir[0] != '/' {
		return Analysis{}, ErrNoDir
	}
	if w.Paths == nil {
		w.Paths = OS()
	}
	w.Env = make(map[string]string, len(env))
	for _, pair := range env {
		name, value := cutAssign(pair)
		w.Env[name] = value
	}
	defer func() {
		if r := recover(); r != nil {
			out, err = broken(Input{Argv: argv}, r), nil
		}
	}()
	return a.argv(Input{Argv: argv}, w, false)
}

// broken is the last resort: the analysis failed, so nothing is known.
func broken(in Input, cause any) Analysis {
	return Analysis{
		Argv: in.Argv, Script: in.Text, joined: in.Text,
		Effects: []pipeline.Effect{{Kind: pipeline.KindUnknown, Object: fmt.Sprintf("analysis failed: %v", cause), By: "analysis"}},
	}
}
