package policy

import (
	"errors"
	"fmt"
	"io"

	"github.com/goccy/go-yaml"

	"passepartout/pipeline"
)

// The rule file as written. Keys are checked strictly; schema.json says the
// same for editors.
type (
	fileSpec struct {
		Version int        `yaml:"version"`
		Name    string     `yaml:"name"`
		Doc     string     `yaml:"doc"`
		Drop    []string   `yaml:"drop"` // ids of rules in earlier layers that this file does without
		Rules   []ruleSpec `yaml:"rules"`
	}

	ruleSpec struct {
		ID       string      `yaml:"id"`
		Doc      string      `yaml:"doc"`
		Effects  []string    `yaml:"effects"`
		Objects  objectsSpec `yaml:"objects"`
		By       []string    `yaml:"by"`
		Marks    []string    `yaml:"marks"`        // one of these; "" is an effect without a mark
		Unless   []string    `yaml:"unless_marks"` // none of these
		Certain  *bool       `yaml:"certain"`
		Confined *bool       `yaml:"confined"`
		Who      whoSpec     `yaml:"who"`
		When     string      `yaml:"when"`
		Outcome  string      `yaml:"outcome"`
		Reason   string      `yaml:"reason"`
		Hint     string      `yaml:"hint"`
		Examples struct {
			Match   []exampleSpec `yaml:"match"`
			NoMatch []exampleSpec `yaml:"no_match"`
		} `yaml:"examples"`
	}

	objectsSpec struct {
		Class    []string `yaml:"class"`
		Paths    []string `yaml:"paths"`
		Except   []string `yaml:"except"`
		Hosts    []string `yaml:"hosts"`    // hosts, or @label
		Programs []string `yaml:"programs"` // names or paths, of run and code effects; plain objects of signal, system and privilege
		Whole    bool     `yaml:"whole"`    // only a root of a class, or all that is in it
		Spelled  bool     `yaml:"spelled"`  // wildcards of the object stand for no name that begins with a dot
	}

	whoSpec struct {
		Principals []string `yaml:"principals"`
		Sessions   []string `yaml:"sessions"`
	}

	exampleSpec struct {
		Effect    string `yaml:"effect"`
		Object    string `yaml:"object"`
		By        string `yaml:"by"`
		Mark      string `yaml:"mark"`
		Uncertain bool   `yaml:"uncertain"`
		Confined  bool   `yaml:"confined"`
		Target    string `yaml:"target"`
		Op        string `yaml:"op"`
		Intent    string `yaml:"intent"`
		Principal string `yaml:"principal"`
		Session   string `yaml:"session"`
	}
)

// Source is one rule file.
type Source struct {
	Name string // shown in errors
	Data []byte
}

const (
	maxFile  = 1 << 20
	maxRules = 5000
	current  = 1 // version of the format
)

// ErrRefused says that a rule file is not taken into force; the text around it
// says where and why.
var ErrRefused = errors.New("rule file refused")

// decode reads one file strictly: unknown and duplicate keys, wrong types and
// a second document are errors that quote the line with a caret. The YAML
// library panics on some input (a tag before what should be a list), which must
// not end a worker that reloads its rules.
func decode(s Source) (file fileSpec, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %s: the YAML cannot be read: %v", ErrRefused, s.Name, cause)
		}
	}()
	if len(s.Data) > maxFile {
		return file, fmt.Errorf("%w: %s: larger than %d bytes", ErrRefused, s.Name, maxFile)
	}
	dec := yaml.NewDecoder(newReader(s.Data), yaml.Strict())
	if err := dec.Decode(&file); err != nil {
		if errors.Is(err, io.EOF) {
			return file, fmt.Errorf("%w: %s: empty", ErrRefused, s.Name)
		}
		return file, fmt.Errorf("%w: %s: %s", ErrRefused, s.Name, yaml.FormatError(err, false, true))
	}
	var second any
	if err := dec.Decode(&second); !errors.Is(err, io.EOF) {
		return file, fmt.Errorf("%w: %s: more than one document", ErrRefused, s.Name)
	}
	if file.Version != current {
		return file, (&quoter{Source: s}).refuse(fmt.Errorf("version %d, want %d", file.Version, current), "$.version", "$")
	}
	return file, nil
}

// kinds reads effect kinds; "any" is all of them.
func (r ruleSpec) kinds() ([]pipeline.EffectKind, error) {
	var out []pipeline.EffectKind
	for _, name := range r.Effects {
		if name == "any" {
			for k := pipeline.KindUnknown; k <= pipeline.KindSecret; k++ {
				out = append(out, k)
			}
			continue
		}
		var k pipeline.EffectKind
		if err := k.UnmarshalText([]byte(name)); err != nil {
			return nil, at("effects", err)
		}
		out = append(out, k)
	}
	if len(out) == 0 {
		return nil, at("effects", errors.New("at least one is needed"))
	}
	return out, nil
}
