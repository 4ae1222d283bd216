package catalogue

import "strings"

// Style is how a program reads its command line.
type Style uint8

// The styles.
const (
	StyleGNU    Style = iota // -abc bundles, --long with unambiguous prefixes, --long=value, options after operands
	StylePOSIX               // as gnu, but the first operand ends the options
	StyleModern              // as gnu without abbreviations: cobra, clap, click, argparse without prefixes
	StyleLong                // -name value, -name=value, -nvalue for single letters; no bundles
	StyleGo                  // -name and --name alike, -name=value; the first operand ends the options
	StyleNone                // every word is an operand
)

// parseStyle reads how options are written.
func parseStyle(s string) (Style, bool) {
	switch s {
	case "", "gnu":
		return StyleGNU, true
	case "posix":
		return StylePOSIX, true
	case "modern":
		return StyleModern, true
	case "long":
		return StyleLong, true
	case "go":
		return StyleGo, true
	case "none":
		return StyleNone, true
	}
	return StyleNone, false
}

// Links is what a program does at the symbolic links of a folder that it reads.
type Links uint8

// What a program does there.
const (
	LinksUnsaid Links = iota // as without this option; of a program: it leaves them alone
	LinksFollow              // reads what they lead to: grep -R, zip -r
	LinksKeep                // leaves them alone: zip -y
)

// parseLinks reads what is done at links.
func parseLinks(s string) (Links, bool) {
	switch s {
	case "follow":
		return LinksFollow, true
	case "keep":
		return LinksKeep, true
	}
	return LinksUnsaid, false
}

// Program is one entry: a program and every name that it goes by.
type Program struct {
	Names    []string // the first is the entry's own
	File     string
	Line     int
	Spec     *Spec
	Examples []Example
}

// Example is a command and exactly the effects that it must have, as the entry
// words them.
type Example struct {
	Command string
	Effects []string
	Line    int
}

// Spec is how one program, or one of its sub-commands, treats its words.
type Spec struct {
	Path      string // "git push"
	Style     Style
	Lenient   bool   // options that are not listed do no harm and take no separate argument
	Globals   bool   // options hold after sub-commands, too
	Dashless  bool   // the first operand may be a bundle of options: tar xzf
	Versioned bool   // the name may end in a version: python3.12
	Links     Links  // what a walk through a folder does at a symbolic link
	NPM       bool   // projects of Node list it among their own packages, so that npx starts it from there
	Analyzer  string // name of a piece of code that knows more than the entry can say
	Like      string // another program or sub-command that behaves alike
	Mark      string
	Options   map[string]*Option
	longs     []string // long options for abbreviations
	Keys      map[string]*Option
	Operands  *Operands // nil: operands are unknown
	Default   []Template
	Effects   []Template
	Commands  map[string]*Spec
	prefixes  []string // names of commands that end in *, without it; the longest first
}

// Option is one option and what its arguments are.
type Option struct {
	Names     []string
	Args      []Role
	Optional  bool       // the argument may be left out, and is attached if given
	Mark      string     // for every effect of the command
	Effects   []Template // in addition
	Operands  *Operands  // the command's operands change their roles
	NoDefault bool       // the command's default is void
	Only      []Template // these replace all effects of the command
	HasOnly   bool
	Instead   int    // stands for that many of the first operands: grep -e
	Ends      bool   // every further word is an operand: python -c
	Unknown   string // why this option cannot be judged
	Links     Links  // what a walk does at a link from then on
}

// TakesArgument reports whether the next word belongs to the option.
func (o *Option) TakesArgument() bool { return len(o.Args) > 0 && !o.Optional }

// Long finds a long option by its name without "=value". Under StyleGNU an
// unambiguous beginning will do, as getopt_long(3) has it; the second result
// says that several match.
func (s *Spec) Long(name string) (opt *Option, ambiguous bool) {
	if o := s.Options[name]; o != nil {
		return o, false
	}
	if s.Style != StyleGNU && s.Style != StylePOSIX || len(name) < 3 {
		return nil, false
	}
	for _, full := range s.longs {
		if !strings.HasPrefix(full, name) {
			continue
		}
		if o := s.Options[full]; opt == nil {
			opt = o
		} else if o != opt {
			return nil, true
		}
	}
	return opt, false
}

// Command finds a sub-command by its name or else by the longest beginning
// that the entry gives as "name*", as for "describe-*" of a cloud's client.
func (s *Spec) Command(name string) *Spec {
	if sub := s.Commands[name]; sub != nil {
		return sub
	}
	for _, p := range s.prefixes {
		if strings.HasPrefix(name, p) {
			return s.Commands[p+"*"]
		}
	}
	return nil
}
