package snippet

import "strings"

// Under "strict" a text is no reference: whatever goes through one ends the
// program. So references may be made of variables and in brackets, and gone
// through. None is code, since nothing that makes such is read, and no object
// has methods.

// plStrict reports whether a program begins with use strict, before anything
// else that does something.
func plStrict(s string) bool {
	for {
		s = strings.TrimLeft(s, " \t\n")
		if strings.HasPrefix(s, "#") {
			_, s, _ = strings.Cut(s, "\n")
			continue
		}
		line, rest, ended := strings.Cut(s, ";")
		switch {
		case !ended:
			return false
		case line == "use strict":
			return true
		case line != "use warnings" && line != "use utf8" && (!strings.HasPrefix(line, "use v5.") || strings.Trim(line[len("use v5."):], "0123456789.") != ""):
			return false
		}
		s = rest
	}
}

// plDefined lists the functions that a program defines at the begin of a line.
func plDefined(s string) string {
	var names []string
	for line := range strings.Lines(s) {
		rest, ok := strings.CutPrefix(line, "sub ")
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, " ")
		if name := rest[:wordEnd(rest, 0)]; name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

// plOwnName allows names of functions: none that Perl has or calls itself.
func plOwnName(name string) bool {
	if name == "" || name[0] < 'a' || name[0] > 'z' || strings.HasPrefix(name, "__") {
		return false
	}
	for _, begin := range [...]string{"get", "set", "end", "msg", "sem", "shm", "sys", "sock", "read", "dbm"} {
		if rest, ok := strings.CutPrefix(name, begin); ok && !strings.HasPrefix(rest, "_") {
			return false
		}
	}
	return !listWords(plUnary+" "+plLists+" "+plAlone, name) && !listWords(`import unimport can isa does open close binmode use no package sub my our local if unless while until for foreach else elsif
		do eval require exec fork wait waitpid kill pipe connect bind listen accept send recv select dump ioctl fcntl flock unlink rename link symlink mkdir rmdir chmod chown utime chdir chroot umask opendir
		closedir seekdir telldir rewinddir stat lstat glob truncate seek tell fileno tie tied untie bless ref wantarray caller format write formline study pos lock prototype reset last next redo goto sleep
		times alarm pack unpack vec crypt fc say given when default state evalbytes x q qq qw qr qx m s y tr eq ne lt gt le ge cmp and or not xor shutdown continue getc break try catch finally defer class method field`, name)
}

// function is sub name { … }.
func (p *plParser) function() {
	name := p.peek()
	if !plOwnName(name) || !listWords(p.subs, name) || p.inSub {
		p.failed = true
		return
	}
	p.at += len(name)
	p.skip()
	p.inSub = true
	p.block()
	p.inSub = false
}

// reference is \@x, \%x, \$x, \my @x.
func (p *plParser) reference() {
	p.at++
	p.word("my")
	if c := p.byte(); c != '@' && c != '%' && c != '$' {
		p.failed = true
		return
	}
	if p.at+1 < len(p.s) && !nameStart(p.s[p.at+1]) {
		p.failed = true
		return
	}
	p.variable()
}

// anonymous is […] or {…} where a value stands.
func (p *plParser) anonymous() {
	closes := "]"
	if p.byte() == '{' {
		closes = "}"
	}
	p.at++
	p.skip()
	if !p.ahead(closes) {
		p.expr()
	}
	p.need(closes)
	p.chain()
}

// through is @{…}, %{…}, ${…}, @$x, %$x or $$x, whose sigil is at hand.
func (p *plParser) through() {
	sigil := p.byte()
	p.at++
	if sigil == '$' && p.byte() == '#' {
		p.at++
	}
	if p.byte() == '{' {
		p.take("{")
		p.failed = p.failed || nameStart(p.byte()) // ${name}
		p.expr()
		p.need("}")
	} else {
		for p.byte() == '$' {
			p.at++
		}
		name := p.peek()
		if name == "" || plSpecial(name) || name == "ARGV" {
			p.failed = true
			return
		}
		p.files.used[name] = true
		p.named1(name, true)
	}
	p.chain()
}

// chain is what may stand behind a value: elements of what it refers to.
func (p *plParser) chain() {
	for !p.failed {
		arrow := p.take("->")
		switch {
		case p.byte() == '[':
			p.key("]")
		case p.byte() == '{':
			p.key("}")
		case arrow && (p.take("@*") || p.take("%*") || p.take("$#*")):
		case arrow && p.momentBehind():
			return
		case arrow:
			p.failed = true
			return
		default:
			return
		}
	}
}

// insertedChain is where ->{…}[…] of a text ends, or -1.
func insertedChain(s string, i int) int {
	for {
		j := i
		if strings.HasPrefix(s[j:], "->") {
			j += 2
		} else if j == i && (j >= len(s) || s[j] != '[' && s[j] != '{') {
			return i
		}
		if j >= len(s) || s[j] != '[' && s[j] != '{' {
			return -1
		}
		end := plSubscript(s[j:])
		if end < 0 {
			return -1
		}
		i = j + end + 1
	}
}
