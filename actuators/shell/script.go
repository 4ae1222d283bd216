package shell

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"passepartout/actuators"
	"passepartout/pipeline"
)

// Interpreter is a language of run_script.
type Interpreter struct {
	Names   []string // as an agent may call it, the first one is its name
	Program string   // word to look up, or absolute path
	Args    []string // before the script's file
	Suffix  string   // of the script's file
	// Shell says that the script is in a language which can be analysed: it is
	// then judged like a command, not as code that nobody can see.
	Shell bool
}

// Interpreters are the usual languages.
func Interpreters() []Interpreter {
	return []Interpreter{
		{Names: []string{"sh", "bash", "shell"}, Shell: true},
		{Names: []string{"python", "python3", "py"}, Program: "python3", Suffix: ".py"},
		{Names: []string{"js", "javascript", "node"}, Program: "node", Suffix: ".js"},
		{Names: []string{"lisp", "commonlisp", "sbcl"}, Program: "sbcl", Args: []string{"--script"}, Suffix: ".lisp"},
		{Names: []string{"go"}, Program: "go", Args: []string{"run"}, Suffix: ".go"},
		{Names: []string{"perl"}, Program: "perl", Suffix: ".pl"},
		{Names: []string{"ruby"}, Program: "ruby", Suffix: ".rb"},
		{Names: []string{"awk"}, Program: "awk", Args: []string{"-f"}, Suffix: ".awk"},
	}
}

// ScriptParams are the parameters of run_script.
type ScriptParams struct {
	Language  string            `json:"language"`
	Content   string            `json:"content"`
	Args      []string          `json:"args,omitempty"`
	CWD       string            `json:"cwd,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Timeout   *float64          `json:"timeout,omitempty"`
	MaxOutput *int64            `json:"max_output,omitempty"`
	Stdin     string            `json:"stdin,omitempty"`
}

func readScriptParams(raw json.RawMessage) (ScriptParams, *pipeline.Error) {
	var p ScriptParams
	if err := actuators.Decode(raw, &p); err != nil {
		return ScriptParams{}, err
	}
	switch {
	case p.Language == "":
		return p, actuators.Invalid("language", "is missing", "")
	case p.Content == "":
		return p, actuators.Invalid("content", "is missing", "send the text of the script")
	case len(p.Content) > maxCommand:
		return p, actuators.Invalid("content", fmt.Sprintf("has more than %d bytes", maxCommand), "write it to a file in the workspace and run that")
	case !utf8.ValidString(p.Content) || strings.ContainsRune(p.Content, 0):
		return p, actuators.Invalid("content", "holds a NUL byte or is no valid UTF-8", "")
	case len(p.Args) > maxArgs:
		return p, actuators.Invalid("args", fmt.Sprintf("has more than %d words", maxArgs), "")
	}
	for i, word := range p.Args {
		if err := checkText(fmt.Sprintf("args[%d]", i), word); err != nil {
			return p, err
		}
	}
	// The rest has the same bounds as a command's.
	return p, Params{
		Command: "script", CWD: p.CWD, Env: p.Env, Timeout: p.Timeout, MaxOutput: p.MaxOutput, Stdin: p.Stdin,
	}.check()
}

// inspectScript states what a script would do. One in a shell's language is
// analysed; any other is code that cannot be seen, run in its folder.
func (a *Actuator) inspectScript(ctx context.Context, p pipeline.Proposal) (pipeline.Inspection, error) {
	params, bad := readScriptParams(p.Action.Params)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	lang, bad := a.interpreter(params.Language)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	if lang.Shell {
		if len(params.Args) > 0 {
			return pipeline.Inspection{}, actuators.Invalid("args", "a shell script takes none", "write the values into the script, where they are judged")
		}
		return a.inspectCommand(ctx, p, Params{Command: params.Content, Shell: true, CWD: params.CWD, Env: params.Env, Stdin: params.Stdin})
	}
	dir, bad := a.folder(params.CWD)
	if bad != nil {
		return pipeline.Inspection{}, bad
	}
	program, err := lookUp(lang.Program)
	if err != nil {
		return pipeline.Inspection{}, &pipeline.Error{
			Code: pipeline.CodeNotFound, Field: "params.language", Err: err,
			Message: "the interpreter " + lang.Program + " is not installed here", Hint: "use another language, or have it installed",
		}
	}
	found := Finding{
		Programs: map[string]string{lang.Program: program},
		Effects: []pipeline.Effect{
			{Kind: pipeline.KindRun, Object: program, Certain: true, By: lang.Program},
			{Kind: pipeline.KindCode, Object: dir, By: lang.Program},
		},
	}
	x := plan{
		Op: p.Action.Op, Interpreter: lang.Program, Content: params.Content, Args: params.Args,
		Dir: dir, Env: changes(params.Env, nil), Stdin: params.Stdin,
	}
	if x.Pins, bad = a.pins(ctx, x, found); bad != nil {
		return pipeline.Inspection{}, bad
	}
	// People must be able to read what they are asked about.
	found.Text = strings.Join(append([]string{x.Interpreter}, x.Args...), " ") + "\n" + x.Content
	return a.inspection(x, found)
}

func (a *Actuator) interpreter(language string) (Interpreter, *pipeline.Error) {
	language = strings.ToLower(language)
	var have []string
	for _, i := range a.cfg.Interpreters {
		if slices.Contains(i.Names, language) {
			return i, nil
		}
		if len(i.Names) > 0 {
			have = append(have, i.Names[0])
		}
	}
	return Interpreter{}, actuators.Invalid("language", fmt.Sprintf("%.40q is none that this worker runs", language), "one of "+strings.Join(have, ", "))
}

// LookUp finds a program as every command does that changes no search path.
func LookUp(program string) (string, error) { return lookUp(program) }

// lookUp finds a program on the search path that every command gets.
func lookUp(program string) (string, error) {
	if filepath.IsAbs(program) {
		return program, executable(program)
	}
	for dir := range strings.SplitSeq(searchPath, ":") {
		if path := filepath.Join(dir, program); executable(path) == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("look up %s: %w", program, fs.ErrNotExist)
}

func executable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("look up: %w", err)
	}
	if !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return fmt.Errorf("look up %s: %w", path, fs.ErrPermission)
	}
	return nil
}

// scriptJob writes the script to a folder of its own, under a name that nobody
// can guess, for this run alone.
func (a *Actuator) scriptJob(job Job, x plan) (Job, func(), *pipeline.Error) {
	i := slices.IndexFunc(a.cfg.Interpreters, func(i Interpreter) bool { return i.Program == x.Interpreter })
	path, ok := x.program(x.Interpreter)
	if i < 0 || !ok {
		return Job{}, nil, actuators.Unexecutable(nil)
	}
	lang := a.cfg.Interpreters[i]
	dir, err := os.MkdirTemp(job.Scratch, "script-")
	if err != nil {
		return Job{}, nil, scratchFull(err)
	}
	done := func() { _ = os.RemoveAll(dir) }
	file := filepath.Join(dir, "main"+lang.Suffix)
	if err := os.WriteFile(file, []byte(x.Content), 0o600); err != nil {
		done()
		return Job{}, nil, scratchFull(err)
	}
	job.Read = append(job.Read, dir)
	job.Spec.Path = path
	job.Spec.Argv = slices.Concat([]string{x.Interpreter}, lang.Args, []string{file}, x.Args)
	return job, done, nil
}

func scratchFull(err error) *pipeline.Error {
	return &pipeline.Error{
		Code: pipeline.CodeUnavailable, Message: "the script could not be written to its scratch folder",
		Hint: "the worker's disk may be full", Retryable: true, Err: err,
	}
}
