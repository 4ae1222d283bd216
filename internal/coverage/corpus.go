package coverage

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLine is the longest line of a corpus, in bytes.
const maxLine = 1 << 20

// Read returns the command lines of a corpus: a folder of pages in tldr's
// markdown, a file of JSON lines with a text "command", or a plain file with a
// command on each line, where empty lines and those that begin with # are left
// out.
func Read(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	if info.IsDir() {
		return readPages(os.DirFS(path))
	}
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	if strings.HasSuffix(path, ".jsonl") || strings.HasSuffix(path, ".ndjson") {
		return readJSON(f)
	}
	return readPlain(f)
}

// eachLine calls f with the number of each line, counted from 1.
func eachLine(r io.Reader, f func(n int, line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	for n := 1; s.Scan(); n++ {
		if err := f(n, s.Text()); err != nil {
			return err
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return nil
}

func readPlain(r io.Reader) ([]string, error) {
	var out []string
	err := eachLine(r, func(_ int, line string) error {
		if t := strings.TrimSpace(line); t != "" && t[0] != '#' {
			out = append(out, line)
		}
		return nil
	})
	return out, err
}

func readJSON(r io.Reader) ([]string, error) {
	var out []string
	err := eachLine(r, func(n int, line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var l struct {
			Command *string `json:"command"`
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			return fmt.Errorf("corpus line %d: %w", n, err)
		}
		if l.Command == nil {
			return fmt.Errorf("corpus line %d has no \"command\"", n)
		}
		out = append(out, *l.Command)
		return nil
	})
	return out, err
}

// readPages finds the examples of tldr's pages: lines that stand in backticks
// as a whole.
func readPages(folder fs.FS) ([]string, error) {
	var out []string
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".md") {
			return err
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if len(line) > 2 && line[0] == '`' && line[len(line)-1] == '`' {
				out = append(out, Fill(line[1:len(line)-1]))
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	return out, nil
}

// Fill replaces the placeholders of a page's example by what they say: the
// first of several choices, and nothing for "and so on". "\{\{" and "\}\}"
// stand for the braces themselves.
func Fill(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{{")
		if ok && strings.HasSuffix(before, `\{\`) { // braces that are meant
			b.WriteString(before)
			b.WriteString("{{")
			s = rest
			continue
		}
		if !ok {
			b.WriteString(s)
			break
		}
		inner, after, ok := strings.Cut(rest, "}}")
		if !ok {
			b.WriteString(s)
			break
		}
		for strings.HasPrefix(after, "}") { // {{{a,b}}}: the inner braces belong to the text
			inner, after = inner+"}", after[1:]
		}
		b.WriteString(before)
		b.WriteString(choice(inner))
		s = after
	}
	return strings.NewReplacer(`\{\{`, "{{", `\}\}`, "}}").Replace(b.String())
}

// choice picks the words of one placeholder.
func choice(s string) string {
	if in, ok := strings.CutPrefix(s, "["); ok && strings.HasSuffix(in, "]") && strings.Contains(in, "|") {
		s = in[:len(in)-1]
	}
	if first, _, ok := strings.Cut(s, "|"); ok {
		s = first
	}
	s = strings.TrimSuffix(strings.TrimSpace(s), "...")
	return strings.TrimSpace(s)
}
