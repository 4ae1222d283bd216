package catalogue

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.yaml
var embedded embed.FS

// Catalogue finds entries by program name. It may be used by many goroutines.
type Catalogue struct {
	chunks map[string]*chunk // by every name
	order  []*chunk
}

// chunk is the text of one entry, decoded when it is first asked for.
type chunk struct {
	file  string
	line  int // of the entry's first line, counted from 1
	names []string
	text  string
	once  sync.Once
	prog  *Program
	err   error
}

// decode reads the text of an entry when it is asked for the first time.
func (c *chunk) decode() (*Program, error) {
	c.once.Do(func() {
		d := decoder{file: c.file, base: c.line - 1}
		c.prog, c.err = d.program([]byte(c.text))
		c.text = ""
	})
	return c.prog, c.err
}

// Open indexes the embedded entries and those of the folders given, whose
// entries replace embedded ones of the same name. Entries of folders are
// decoded at once, so that an operator learns of a mistake at start; embedded
// ones were linted when the program was built. Errors: *EntryError, or what
// reading a folder gives.
func Open(folders ...fs.FS) (*Catalogue, error) {
	c := &Catalogue{chunks: make(map[string]*chunk)}
	if err := c.addFolder(embedded, "data", false); err != nil {
		return nil, err
	}
	for _, f := range folders {
		if err := c.addFolder(f, ".", true); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// OpenOnly indexes the entries of the folders alone; for tests and tools.
func OpenOnly(folders ...fs.FS) (*Catalogue, error) {
	c := &Catalogue{chunks: make(map[string]*chunk)}
	for _, f := range folders {
		if err := c.addFolder(f, ".", true); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// addFolder indexes the entries of a folder, which take the place of those that were
// there before; own says that it is no embedded one, so that all are read at once.
func (c *Catalogue) addFolder(folder fs.FS, dir string, own bool) error {
	files, err := fs.Glob(folder, path.Join(dir, "*.yaml"))
	if err != nil {
		return fmt.Errorf("list catalogue: %w", err)
	}
	slices.Sort(files)
	mine := make(map[string]bool)
	for _, name := range files {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return fmt.Errorf("read catalogue: %w", err)
		}
		chunks, err := split(path.Base(name), string(text))
		if err != nil {
			return err
		}
		for _, ch := range chunks {
			if err := c.add(ch, mine, own); err != nil {
				return err
			}
		}
	}
	return nil
}

// add indexes an entry under all its names. mine are the names that its folder has
// already.
func (c *Catalogue) add(ch *chunk, mine map[string]bool, own bool) error {
	if own {
		if _, err := ch.decode(); err != nil {
			return err
		}
	}
	for _, n := range ch.names {
		if mine[n] {
			return &EntryError{File: ch.file, Line: ch.line, Reason: fmt.Sprintf("program %q has two entries; the other is at %s:%d", n, c.chunks[n].file, c.chunks[n].line)}
		}
		mine[n] = true
		c.chunks[n] = ch
	}
	c.order = append(c.order, ch)
	return nil
}

const (
	entryStart = "- program:"
	aliasStart = "  aliases:"
)

// split finds the entries of a file without decoding them. What makes that
// possible is a rule for authors: "- program: NAME" and "  aliases: [a, b]"
// stand on one line each, unquoted or quoted, and nothing but comments stands
// before the first entry.
func split(file, text string) ([]*chunk, error) {
	var out []*chunk
	line, start := 0, -1
	var cur *chunk
	for pos := 0; pos < len(text); {
		line++
		end := strings.IndexByte(text[pos:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += pos + 1
		}
		l := text[pos:end]
		switch {
		case strings.HasPrefix(l, entryStart):
			if cur != nil {
				cur.text = text[start:pos]
			}
			name := indexed(l[len(entryStart):])
			if len(name) != 1 {
				return nil, &EntryError{File: file, Line: line, Reason: "an entry has one name; further names are aliases"}
			}
			cur, start = &chunk{file: file, line: line, names: name}, pos
			out = append(out, cur)
		case cur != nil && strings.HasPrefix(l, aliasStart):
			cur.names = append(cur.names, indexed(l[len(aliasStart):])...)
		case cur == nil && strings.TrimSpace(l) != "" && l[0] != '#' && strings.TrimSpace(l) != "---":
			return nil, &EntryError{File: file, Line: line, Reason: "only comments may stand before the first \"- program:\""}
		}
		pos = end
	}
	if cur != nil {
		cur.text = text[start:]
	}
	return out, nil
}

// indexed reads the names on a line of "NAME", "NAME NAME" or "[NAME, NAME]".
// A bracket within quotes is part of a name, as in ["["].
func indexed(s string) []string {
	s, _, _ = strings.Cut(s, " #")
	s = strings.TrimSpace(s)
	if list, ok := strings.CutPrefix(s, "["); ok {
		s = strings.TrimSuffix(list, "]")
	}
	names := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) })
	for i, n := range names {
		names[i] = strings.Trim(n, `'"`)
	}
	return names
}

// ErrNoEntry says that no entry bears the name.
var ErrNoEntry = errors.New("no catalogue entry")

// Find returns the entry of a program by any of its names, without a folder. A
// name that ends in a version finds a versioned entry: python3.12 is python.
// Errors: ErrNoEntry, *EntryError.
func (c *Catalogue) Find(name string) (*Program, error) {
	if ch := c.chunks[name]; ch != nil {
		return ch.decode()
	}
	if tool, ok := Toolchain(name); ok {
		if ch := c.chunks[tool]; ch != nil {
			return ch.decode()
		}
	}
	base := strings.TrimRight(name, "0123456789.")
	base = strings.TrimSuffix(base, "-")
	if base != name && base != "" {
		if ch := c.chunks[base]; ch != nil {
			p, err := ch.decode()
			if err == nil && p.Spec.Versioned {
				return p, nil
			}
		}
	}
	return nil, ErrNoEntry
}

// Follow resolves an entry that says "like": the path names a program and
// perhaps sub-commands of it.
func (c *Catalogue) Follow(s *Spec) (*Spec, error) {
	for range 4 { // a chain, never a circle
		if s.Like == "" {
			return s, nil
		}
		words := strings.Fields(s.Like)
		p, err := c.Find(words[0])
		if err != nil {
			return nil, err
		}
		to := p.Spec
		for _, w := range words[1:] {
			if to = to.Command(w); to == nil {
				return nil, fmt.Errorf("%q: %w", s.Like, ErrNoEntry)
			}
		}
		s = to
	}
	return nil, fmt.Errorf("%q leads in a circle: %w", s.Path, ErrNoEntry)
}

// Names returns every program name, sorted.
func (c *Catalogue) Names() []string {
	out := make([]string, 0, len(c.chunks))
	for n := range c.chunks {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Len is the number of entries.
func (c *Catalogue) Len() int { return len(c.order) }

// Programs decodes every entry, in the order of the files.
func (c *Catalogue) Programs() ([]*Program, error) {
	var out []*Program
	var errs []error
	for _, ch := range c.order {
		p, err := ch.decode()
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, p)
	}
	return out, errors.Join(errs...)
}

//go:embed schema.json
var schema []byte

// Schema is the JSON Schema of a catalogue file, for editors.
func Schema() []byte { return slices.Clone(schema) }
