package snippet

import "strings"

// phParser builds the tree of a program in PHP. Words mean what they mean in
// small letters alone: PHP would take ECHO for echo, and what is a keyword to
// it but not here never makes a statement that is understood. A construct
// without a rule fails: goto, if: … endif, and in the first reading classes,
// namespaces, and references but those of parameters and loops (see phdeclare.go).
type phParser struct {
	tally
	s    string
	tok  phToken
	app  bool              // classes of the project may be named
	uses map[string]string // what use has named
	body int               // how many functions stand around what is read

	soft   bool              // the second reading
	space  string            // the namespace
	lent   map[string]string // functions that use has named
	around int               // blocks around what is read
}

// parsePHP reads a program; page says that text stands around it, which PHP prints as
// it is.
func parsePHP(s string, page, app, soft bool) (*node, bool) {
	code, ok := phProgram(s, page)
	if !ok {
		return nil, false
	}
	p := phParser{s: code, app: app, soft: soft}
	p.advance()
	n := p.node(nBlock, "{")
	for p.tok.kind != phEnd && !p.failed {
		switch {
		case soft && len(n.kids) < 2 && p.take("namespace"): // declare may stand before it
			p.namespace()
			continue
		case soft && p.take("use"):
			n.kids = append(n.kids, p.useMore())
			continue
		case app && p.take("use"):
			n.kids = append(n.kids, p.use())
			continue
		}
		n.kids = append(n.kids, p.stmt())
	}
	// Behind -r the code may end with ?>, but what followed would be printed;
	// no one types that, and one rule less is one to be wrong about.
	if !page && p.tok.at < len(code) { // ?> behind the code
		return nil, false
	}
	return n, !p.failed
}

// node makes a node at the place of the token at hand.
func (p *phParser) node(k kind, text string, kids ...*node) *node {
	return p.build(k, text, p.tok.at, kids)
}

// advance goes on to the next token. One that is none ends the reading.
func (p *phParser) advance() {
	if p.tok = phNext(p.s, p.tok.end); p.tok.kind == phBad {
		p.failed = true
	}
}

// peek reports whether the token at hand is a sign or a word.
func (p *phParser) peek(text string) bool {
	return (p.tok.kind == phOp || p.tok.kind == phName) && p.tok.text == text
}

// take goes on if the token at hand is that one.
func (p *phParser) take(text string) bool {
	if p.failed || !p.peek(text) {
		return false
	}
	p.advance()
	return true
}

// need is take for what must stand there.
func (p *phParser) need(text string) {
	if !p.take(text) {
		p.failed = true
	}
}

// phKeyword lists the words that are neither functions nor constants.
func phKeyword(s string) bool {
	return listWords(`abstract and array as break callable case catch class clone const continue declare default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile
		enum eval exit extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or print private
		protected public readonly require require_once return static switch throw trait try unset use var while xor yield __halt_compiler`, s)
}

// variable takes a variable.
func (p *phParser) variable() *node {
	n := p.node(nName, p.tok.text)
	if p.tok.kind != phVar || p.failed {
		return p.fail()
	}
	p.advance()
	return n
}

// class takes the name of a class.
func (p *phParser) class() string {
	name := p.tok.text
	if p.tok.kind != phName || phKeyword(name) && !(p.soft && name == "static") || listWords("self parent", name) && !p.soft {
		p.failed = true
		return ""
	}
	t := p.tok
	p.advance()
	if p.soft {
		return p.fullName(t)
	}
	if strings.Contains(name, `\`) && !p.app {
		p.failed = true
	}
	return p.resolved(name)
}
