package shell

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// Bounds of what a request may ask for. A value outside is refused, not
// clamped: an agent that believes it has an hour must not find out after 30 s.
const (
	minTimeout     = time.Second
	maxTimeout     = time.Hour
	defaultTimeout = 30 * time.Second

	minOutput     = 1 << 10
	maxOutput     = 256 << 10 // a stream; both must fit one event with their escapes
	defaultOutput = 100_000

	maxCommand = 64 << 10
	maxArgs    = 4096
	maxEnv     = 128
	maxStdin   = 256 << 10
	maxPath    = 4096
)

// Params are the parameters of run, and of every operation that names a
// command. Exactly one of Command and Argv is given.
type Params struct {
	Command   string            `json:"command,omitempty"` // one simple command, or a script if Shell
	Argv      []string          `json:"argv,omitempty"`    // the words, already split
	Shell     bool              `json:"shell,omitempty"`
	CWD       string            `json:"cwd,omitempty"` // absolute; default: the workspace
	Env       map[string]string `json:"env,omitempty"`
	Timeout   *float64          `json:"timeout,omitempty"`    // seconds
	MaxOutput *int64            `json:"max_output,omitempty"` // bytes a stream
	Stdin     string            `json:"stdin,omitempty"`
}

// ReadParams reads and checks the parameters of a command. The directory and
// the programs are looked at later, by Inspect. Its error names the field.
func ReadParams(raw json.RawMessage) (Params, *pipeline.Error) {
	var p Params
	if err := actuators.Decode(raw, &p); err != nil {
		return Params{}, err
	}
	return p, p.check()
}

func (p Params) check() *pipeline.Error {
	if err := p.checkCommand(); err != nil {
		return err
	}
	if err := checkDir(p.CWD); err != nil {
		return err
	}
	if err := checkEnv(p.Env); err != nil {
		return err
	}
	if len(p.Stdin) > maxStdin {
		return actuators.Invalid("stdin", fmt.Sprintf("has more than %d bytes", maxStdin), "write it to a file first")
	}
	if _, err := p.timeout(); err != nil {
		return err
	}
	_, err := p.maxOutput()
	return err
}

func (p Params) checkCommand() *pipeline.Error {
	switch {
	case p.Command == "" && len(p.Argv) == 0:
		return actuators.Invalid("command", "is missing", `send "command", or "argv" with the words split`)
	case p.Command != "" && len(p.Argv) > 0:
		return actuators.Invalid("argv", `stands beside "command"`, "send one of the two")
	case p.Shell && len(p.Argv) > 0:
		return actuators.Invalid("shell", "is true, and argv needs no shell", `leave out "shell", or send "command"`)
	case len(p.Command) > maxCommand:
		return actuators.Invalid("command", fmt.Sprintf("has more than %d bytes", maxCommand), "write a script to a file in the workspace and run that")
	case len(p.Argv) > maxArgs:
		return actuators.Invalid("argv", fmt.Sprintf("has more than %d words", maxArgs), "")
	}
	if err := checkText("command", p.Command); err != nil {
		return err
	}
	total := 0
	for i, word := range p.Argv {
		if err := checkText(fmt.Sprintf("argv[%d]", i), word); err != nil {
			return err
		}
		total += len(word) + 1
	}
	if total > maxCommand {
		return actuators.Invalid("argv", fmt.Sprintf("has more than %d bytes", maxCommand), "")
	}
	if len(p.Argv) > 0 && p.Argv[0] == "" {
		return actuators.Invalid("argv[0]", "is empty", "name a program")
	}
	return nil
}

// checkText refuses bytes on which shells, terminals and parsers differ: the
// C0 control bytes but tab and newline, DEL, and what is no UTF-8.
func checkText(field, text string) *pipeline.Error {
	if !utf8.ValidString(text) {
		return actuators.Invalid(field, "is no valid UTF-8", "")
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
			return actuators.Invalid(field, fmt.Sprintf("holds the control byte 0x%02x at offset %d", c, i), "remove it; carriage returns and escape sequences are not taken")
		}
	}
	return nil
}

func checkDir(dir string) *pipeline.Error {
	switch {
	case dir == "":
		return nil
	case !filepath.IsAbs(dir):
		return actuators.Invalid("cwd", "is no absolute path", "")
	case len(dir) > maxPath:
		return actuators.Invalid("cwd", "is too long", "")
	}
	return checkText("cwd", dir)
}

// timeout is how long the command may run; zero if the parameters name nothing.
func (p Params) timeout() (time.Duration, *pipeline.Error) { return seconds(p.Timeout) }

func seconds(n *float64) (time.Duration, *pipeline.Error) {
	if n == nil {
		return 0, nil
	}
	if !(*n >= minTimeout.Seconds() && *n <= maxTimeout.Seconds()) { // so that NaN is refused, too
		return 0, actuators.Invalid("timeout", fmt.Sprintf("must be %.0f to %.0f seconds", minTimeout.Seconds(), maxTimeout.Seconds()),
			"use run_background for what takes longer")
	}
	return time.Duration(*n * float64(time.Second)), nil
}

// maxOutput is how many bytes of each stream are kept.
func (p Params) maxOutput() (int64, *pipeline.Error) {
	if p.MaxOutput == nil {
		return defaultOutput, nil
	}
	if *p.MaxOutput < minOutput || *p.MaxOutput > maxOutput {
		return 0, actuators.Invalid("max_output", fmt.Sprintf("must be %d to %d bytes", minOutput, maxOutput), "write longer output to a file")
	}
	return *p.MaxOutput, nil
}

// text is the command as it was asked for.
func (p Params) text() string {
	if p.Command != "" {
		return p.Command
	}
	return strings.Join(p.Argv, " ")
}
