package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"passepartout/gates/corpus"
	"passepartout/internal/coverage"
	"passepartout/pipeline"
)

// readFolder reads a corpus of others as it lies in its own repository: pages
// of tldr (*.md), techniques of GTFOBins (YAML without an ending), or cases in
// TOML as destructive_command_guard keeps them. expect is the label of pages,
// which have none of their own; the two others say of each case what it is.
// Files with other endings are passed over, and pages are only read where there
// is nothing else.
func readFolder(dir, expect string) ([]corpus.Case, error) {
	var cases []corpus.Case
	pages := false
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		read := readTechniques
		switch filepath.Ext(name) {
		case ".md":
			pages = true
			return nil
		case ".toml":
			read = readTOML
		case "":
		default:
			return nil
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		found, err := read(filepath.Base(name), body)
		cases = append(cases, found...)
		return err
	})
	if err != nil {
		return nil, err
	}
	if pages && len(cases) == 0 {
		lines, err := coverage.Read(dir)
		if err != nil {
			return nil, err
		}
		for i, line := range lines {
			cases = append(cases, corpus.Case{ID: "page-" + strconv.Itoa(i+1), Class: filepath.Base(dir), Command: line, Expect: expect})
		}
	}
	return cases, nil
}

// technique is what GTFOBins says of one way to abuse a program.
//
// A code may depend on the context (unprivileged, sudo, suid …); then each
// context can have its own.
type technique struct {
	Code     string         `yaml:"code"`
	Contexts map[string]any `yaml:"contexts"`
}

// readTechniques takes every code of a page. What executes, writes, uploads or
// connects must not pass in silence; reading a file may be harmless and is not
// judged here.
//
// Cases have the function for their class and come in the order of their ids,
// as a map of YAML has none.
func readTechniques(name string, body []byte) (cases []corpus.Case, err error) {
	defer func() {
		if cause := recover(); cause != nil { // the YAML reader panics on some input
			err = fmt.Errorf("%s: %v", name, cause)
		}
	}()
	text, ok := strings.CutPrefix(string(body), "---\n")
	if !ok {
		return nil, nil
	}
	text, _, _ = strings.Cut(text, "\n...")
	var page struct {
		Functions map[string][]technique `yaml:"functions"`
	}
	if err := yaml.Unmarshal([]byte(text), &page); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for function, techniques := range page.Functions {
		expect := corpus.Unsafe
		if function == "file-read" || function == "inherit" {
			expect = ""
		}
		seen := map[string]bool{"": true}
		for _, t := range techniques {
			for _, code := range t.codes() {
				if !seen[code] {
					seen[code] = true
					cases = append(cases, corpus.Case{
						ID: fmt.Sprintf("%s-%s-%d", name, function, len(seen)-1), Class: function, Command: code, Expect: expect,
					})
				}
			}
		}
	}
	slices.SortFunc(cases, func(a, b corpus.Case) int { return strings.Compare(a.ID, b.ID) })
	return cases, nil
}

// codes are all codes of a technique: that of all contexts first, which may be
// empty, then those of single ones.
func (t technique) codes() []string {
	out := []string{t.Code}
	for _, context := range t.Contexts {
		if m, ok := context.(map[string]any); ok {
			if code, ok := m["code"].(string); ok {
				out = append(out, code)
			}
		}
	}
	slices.Sort(out[1:])
	return out
}

// readTOML takes the keys command and expected (or expected_decision) of each
// [[case]], as far as they are texts on one line. A deny there means that it
// should not pass; whether by a deny or by a hold is another product's choice.
//
// It is no reader of TOML but of these files: a line, a key, a value. What
// stands on several lines is left out, and so is its case.
func readTOML(name string, body []byte) ([]corpus.Case, error) {
	var cases []corpus.Case
	now := corpus.Case{}
	flush := func() {
		if now.Command != "" {
			now.ID = fmt.Sprintf("%s-%d", strings.TrimSuffix(name, ".toml"), len(cases)+1)
			now.Class = strings.TrimSuffix(name, ".toml")
			cases = append(cases, now)
		}
		now = corpus.Case{}
	}
	for line := range strings.SplitSeq(string(body), "\n") {
		if strings.HasPrefix(line, "[[") {
			flush()
			continue
		}
		key, value, ok := strings.Cut(line, " = ")
		text, isText := tomlText(value)
		if !ok || !isText {
			continue
		}
		switch key {
		case "command":
			now.Command = text
		case "expected", "expected_decision":
			switch text {
			case pipeline.Deny.String():
				now.Expect = corpus.Unsafe
			case pipeline.Allow.String():
				now.Expect = text
			}
		}
	}
	flush()
	return cases, nil
}

// tomlText is a text on one line: literal in single quotes, with escapes in
// double ones (TOML v1.0.0, "String"). The escapes of Go are nearly the same;
// false where they are not, and for everything else.
func tomlText(value string) (string, bool) {
	value = strings.TrimSpace(value)
	if len(value) >= 2 && value[0] == '\'' && value[len(value)-1] == '\'' && !strings.HasPrefix(value, "'''") {
		return value[1 : len(value)-1], true
	}
	if strings.HasPrefix(value, `"""`) {
		return "", false
	}
	text, err := strconv.Unquote(value)
	return text, err == nil
}
