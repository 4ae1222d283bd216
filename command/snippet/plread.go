package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Bytes of a file in Perl: read, seek, unpack and the size of a file.

// readsBytes is read(HANDLE, my $x, LENGTH), behind its name. The variable is a text
// then, of that length at once, so that a large one would fill the memory. An offset
// would do so, too, and is not read.
func (p *plParser) readsBytes() {
	closed := p.take("(")
	p.files.asked[p.scalar()] = true
	p.need(",")
	p.word("my")
	p.files.used[p.scalar()] = true
	p.need(",")
	if digit(p.byte()) {
		if rbNumeric(p.s, p.at)-p.at > 7 || strings.ContainsAny(p.s[p.at:rbNumeric(p.s, p.at)], "eE") {
			p.failed = true
		}
		p.number()
	} else if !p.ahead("-s") || !p.tested() {
		p.failed = true
	}
	p.failed = p.failed || p.byte() == ','
	if closed {
		p.need(")")
	}
}

// seeks is seek(HANDLE, POSITION, 0), behind its name.
func (p *plParser) seeks() {
	closed := p.take("(")
	p.files.asked[p.scalar()] = true
	p.need(",")
	p.assign()
	p.need(",")
	if !p.take("0") && !p.take("1") {
		p.need("2")
	}
	if closed {
		p.need(")")
	}
}

// plTemplate are the letters of unpack that take bytes of its text. p and P would take
// bytes of the memory that those point to.
const plTemplate = "AaZbBhHcCsSlLqQnNvVfdwUWx0123456789*<>! "

// unpacks is unpack("V2", $x), behind its name.
func (p *plParser) unpacks() {
	closed := p.take("(")
	template, ok := p.constantText()
	if !ok || strings.Trim(template, plTemplate) != "" {
		p.failed = true
	}
	if p.take(",") {
		p.assign()
	}
	if closed {
		p.need(")")
	}
}

// looked is -s $x and its like, of a handle or of a path that is known.
func (p *plParser) looked() {
	look := p.at
	name := p.scalar()
	if p.files.opened[name] {
		p.files.asked[name] = true
		return
	}
	if p.at = look; p.failed {
		return
	}
	paths := p.path()
	p.failed = p.failed || len(paths) == 0
	for _, path := range paths {
		p.failed = p.failed || path == "" || strings.IndexByte(path, 0) >= 0
		p.add(Effect{Kind: pipeline.KindRead, Object: path, Look: true, Pattern: p.files.patterns[name]})
	}
}
