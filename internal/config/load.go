package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

const (
	envPrefix   = "PASSEPARTOUT_"
	maxFileSize = 1 << 20
)

// Source is where a configuration is read from.
type Source struct {
	File  string            // named by the user, so that it must exist; empty: PASSEPARTOUT_CONFIG, then FilePath
	Env   []string          // as os.Environ gives it
	Flags map[string]string // key -> text, only flags that were really given
	Dir   string            // the current folder, for relative paths in Env and Flags
	// Strays lets PASSEPARTOUT_ variables pass that mean nothing: they are listed
	// in Loaded instead of refused. It is for whoever enforces nothing.
	Strays bool
}

// Origin says where a value comes from.
type Origin struct {
	From string `json:"from"`           // "default", "file", "env" or "flag"
	Name string `json:"name,omitempty"` // the file with its line, the variable, or the flag's key
}

// Loaded is a configuration with the origin of each value.
type Loaded struct {
	Config  Config
	File    string            // that was read; empty if there was none
	Origins map[string]Origin // by key
	Strays  []string          // variables that look like ours and mean nothing, each with what was probably meant
}

// Load reads and validates a configuration. Its error names the key, and for a
// file the line, of everything that is wrong.
func Load(src Source) (*Loaded, error) {
	vars := variables(src.Env)
	l := &Loaded{Config: Default(src.Env), Origins: map[string]Origin{}}
	for _, f := range fields(&l.Config) {
		l.Origins[f.path] = Origin{From: "default"}
	}
	if err := l.readFile(src, vars); err != nil {
		return nil, err
	}
	if err := l.readEnv(src, vars); err != nil {
		return nil, err
	}
	if err := l.readFlags(src, vars["HOME"]); err != nil {
		return nil, err
	}
	if err := l.Config.Validate(); err != nil {
		return nil, l.blame(err)
	}
	return l, nil
}

// readFile finds and reads the one file. A file that somebody has named must be
// there; of the usual places the first that is there counts, and none is no
// mistake. One that is there and cannot be read always is: the defaults could
// be milder than what it says.
func (l *Loaded) readFile(src Source, vars map[string]string) error {
	path, named := src.File, src.File != ""
	if !named {
		path = vars[envPrefix+"CONFIG"]
		named = path != ""
	}
	candidates := []string{absolute(path, src.Dir, vars["HOME"])}
	if !named {
		candidates = FilePath(src.Env)
	}
	for _, path := range candidates {
		body, err := readBounded(path)
		if errors.Is(err, os.ErrNotExist) && !named {
			continue
		}
		if err != nil {
			return fmt.Errorf("configuration file: %w", err)
		}
		l.File = path
		return l.decode(path, body, vars["HOME"])
	}
	return nil
}

// readBounded refuses a file that is too large to be a configuration.
func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, maxFileSize+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxFileSize {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, maxFileSize)
	}
	return body, nil
}

// decode reads the file over the defaults. A list in the file replaces the
// default list; a key that the file does not have keeps its default.
//
// Unknown keys are errors: a limit whose name is misspelt would not hold. Paths
// in the file are below the folder of the file.
func (l *Loaded) decode(path string, body []byte, home string) error {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil
	}
	file, err := parser.ParseBytes(body, 0)
	if err != nil {
		return fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, true))
	}
	if len(file.Docs) > 1 {
		return fmt.Errorf("%s: more than one YAML document; write one", path)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(body), yaml.Strict())
	if err := decoder.Decode(&l.Config); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, true))
	}
	lines := map[string]int{}
	for _, doc := range file.Docs {
		keyLines(doc.Body, "", lines)
	}
	for _, f := range fields(&l.Config) {
		if line, ok := lines[f.path]; ok {
			l.Origins[f.path] = Origin{From: "file", Name: fmt.Sprintf("%s:%d", path, line)}
			f.absolute(filepath.Dir(path), home)
		}
	}
	return nil
}

// keyLines notes the line of every key below node.
//
// Only keys of mappings count; items of lists have their list's line.
func keyLines(node ast.Node, prefix string, lines map[string]int) {
	var pairs []*ast.MappingValueNode
	switch n := node.(type) {
	case *ast.MappingNode:
		pairs = n.Values
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	}
	for _, pair := range pairs {
		key := pair.Key.GetToken()
		lines[prefix+key.Value] = key.Position.Line
		keyLines(pair.Value, prefix+key.Value+".", lines)
	}
}

// readEnv takes PASSEPARTOUT_ variables. The names that the original product
// used are aliases, and weaker than ours.
//
// A variable of our prefix that no key knows is refused, as it may have been
// meant to make something stricter, unless src.Strays takes it.
func (l *Loaded) readEnv(src Source, vars map[string]string) error {
	known := []string{envPrefix + "CONFIG"}
	aliases := map[string]string{"actuators.default": "DEFAULT_ACTUATOR", "actuators.silent": "SILENT_ACTUATORS"}
	for _, f := range fields(&l.Config) {
		known = append(known, f.env())
		name := f.env()
		text, ok := vars[name]
		if alias := aliases[f.path]; !ok && alias != "" {
			name = alias
			text, ok = vars[alias]
		}
		if !ok {
			continue
		}
		if err := f.set(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f.absolute(src.Dir, vars["HOME"])
		l.Origins[f.path] = Origin{From: "env", Name: name}
	}
	for name := range vars {
		if strings.HasPrefix(name, envPrefix) && !slices.Contains(known, name) {
			l.Strays = append(l.Strays, name+nearest(name, known))
		}
	}
	slices.Sort(l.Strays)
	if len(l.Strays) > 0 && !src.Strays {
		return errors.New("unknown variable " + strings.Join(l.Strays, ", "))
	}
	return nil
}

// readFlags takes what the command line says, which is the strongest. Only
// flags that were really given are in src.
func (l *Loaded) readFlags(src Source, home string) error {
	var known []string
	for _, f := range fields(&l.Config) {
		known = append(known, f.path)
		text, ok := src.Flags[f.path]
		if !ok {
			continue
		}
		if err := f.set(text); err != nil {
			return fmt.Errorf("flag for %s: %w", f.path, err)
		}
		f.absolute(src.Dir, home)
		l.Origins[f.path] = Origin{From: "flag", Name: f.path}
	}
	for path := range src.Flags {
		if !slices.Contains(known, path) {
			return fmt.Errorf("unknown key %q%s", path, nearest(path, known))
		}
	}
	return nil
}

// blame adds to each wrong field where its value came from.
func (l *Loaded) blame(err error) error {
	var list interface{ Unwrap() []error }
	if !errors.As(err, &list) {
		return err
	}
	var out []error
	for _, e := range list.Unwrap() {
		if f, ok := errors.AsType[*FieldError](e); ok {
			f.Origin = l.Origins[f.Field]
		}
		out = append(out, e)
	}
	return errors.Join(out...)
}

// variables are an environment by name; of a name that stands twice the last
// counts.
func variables(env []string) map[string]string {
	vars := map[string]string{}
	for _, pair := range env {
		if name, value, ok := strings.Cut(pair, "="); ok {
			vars[name] = value
		}
	}
	return vars
}
