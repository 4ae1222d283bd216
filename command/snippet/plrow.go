package snippet

import "strings"

// Rows in Perl without "strict": lists in lists, as in push @t, [$x, $y] and $t[0][1].
// There a text is a reference to the variable of that name, so that what is gone
// through may be any array. To read one is harmless: no array holds a secret or does
// something when it is read. To change one is not, since @ARGV says what <> opens
// and @INC where libraries are. So rows are only gone through as lists, and
// where nothing is set: neither by an operator, nor by a function that changes what
// it is given, nor by a loop whose variable stands for the element itself.
// Of hashes single elements are read by names that stand there, as in $j->{version}: were
// it %ENV, that would be the variable of this name. All others are left alone.
type plRows struct {
	seen   int // how often an element of a row was read where it may be set
	writes int // how often anything was set
}

// row takes $x->[…], $$x[…], @$x, @{$x}, $#$x or $#{$x}, if that is at hand.
func (p *plParser) row() bool {
	end, element := p.rowName()
	if end < 0 || p.strict {
		return false
	}
	p.at = end
	if !element {
		p.skip()
	}
	p.rowChain(element)
	return true
}

// rowName says where such a form begins to be followed by brackets, and whether
// these must be there, or -1 if something else is at hand.
func (p *plParser) rowName() (end int, element bool) {
	rest := p.s[p.at:]
	at, braced := 0, false
	switch {
	case strings.HasPrefix(rest, "$#{$"), strings.HasPrefix(rest, "@{$"):
		at, braced = strings.IndexByte(rest, '{')+2, true
	case strings.HasPrefix(rest, "$#$"):
		at = 3
	case strings.HasPrefix(rest, "@$"), strings.HasPrefix(rest, "$$"):
		at = 2
	case strings.HasPrefix(rest, "$"):
		at = 1
	default:
		return -1, false
	}
	if at >= len(rest) || !nameStart(rest[at]) || rest[at] >= 0x80 {
		return -1, false
	}
	to := wordEnd(rest, at)
	name, behind := rest[at:to], rest[to:]
	element = at == 1 || strings.HasPrefix(rest, "$$")
	switch {
	case plSpecial(name) || name == "ARGV":
		return -1, false
	case braced && !strings.HasPrefix(behind, "}"), at == 1 && !strings.HasPrefix(behind, "->[") && (behind[:min(2, len(behind))] != "->" || rowWord(behind) == 0), at == 2 && element && !strings.HasPrefix(behind, "["):
		return -1, false
	case braced, strings.HasPrefix(behind, "'"), strings.HasPrefix(behind, "::"):
		if !braced {
			return -1, false
		}
		to++
	}
	p.files.used[name] = true
	return p.at + to, element
}

// rowChain takes the brackets of an element of rows, or of a part of one. Functions
// of the program might set what they are given.
func (p *plParser) rowChain(element bool) {
	p.failed = p.failed || p.subs != ""
	words := element && p.ahead("->{")
	for !p.failed && (p.byte() == '[' || element && p.ahead("->[") || words && rowWord(p.s[p.at:]) > 0) {
		if n := rowWord(p.s[p.at:]); words && n > 0 {
			p.rowField(p.s[p.at : p.at+n])
			p.at += n
			p.skip()
			continue
		}
		p.take("->")
		p.key("]")
		if !element {
			break
		}
	}
	p.nests.rows.seen++
	p.alone()
}

// rowWord is the length of {word} or ->{word} at the begin of a text, or 0.
func rowWord(s string) int {
	at := 0
	if strings.HasPrefix(s, "->") {
		at = 2
	}
	if at >= len(s) || s[at] != '{' || at+1 >= len(s) || !nameStart(s[at+1]) || s[at+1] >= 0x80 {
		return 0
	}
	end := wordEnd(s, at+1)
	if end >= len(s) || s[end] != '}' {
		return 0
	}
	return end + 1
}

// rowField notes that an element is read by its name, which may be a variable's.
func (p *plParser) rowField(brackets string) {
	word := strings.Trim(brackets, "->{}")
	p.failed = p.failed || plSpecial(word)
	p.add(plSecret(word))
}

// sets notes that an operator or a function sets what was read since then, which no
// element of a row may be.
func (p *plParser) sets(since int) {
	p.nests.rows.writes++
	p.failed = p.failed || p.nests.rows.seen != since
}

// rowInserted is where the brackets behind $x in a text end, or -1.
func (p *plParser) rowInserted(s string, i int) int {
	words := strings.HasPrefix(s[i:], "->{")
	for {
		if n := rowWord(s[i:]); words && n > 0 {
			p.rowField(s[i : i+n])
			i += n
			continue
		}
		j := i
		if strings.HasPrefix(s[j:], "->") {
			j += 2
		}
		if j >= len(s) || s[j] != '[' {
			break
		}
		end := plSubscript(s[j:])
		if end < 0 {
			return -1
		}
		i = j + end + 1
	}
	if strings.HasPrefix(s[i:], "{") || strings.HasPrefix(s[i:], "->") {
		return -1
	}
	return i
}

// rowWhole is where @$x or @{$x} in a text ends, whose name is at hand, or -1.
func (p *plParser) rowWhole(s string, i int, braced bool) int {
	end := wordEnd(s, i)
	name, rest := s[i:end], s[end:]
	if braced {
		if !strings.HasPrefix(rest, "}") {
			return -1
		}
		end++
		rest = rest[1:]
	}
	if plSpecial(name) || name == "ARGV" || rest != "" && (strings.IndexByte("[{'", rest[0]) >= 0 || rest[0] >= 0x80) || strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "->") {
		return -1
	}
	return end - 1
}

// changes fails where a function that changes what it is given got an element of a
// row since then.
func (p *plParser) changes(w string, since int) {
	if listWords("chomp chop shift pop keys values each delete undef local srand lock_none", w) {
		p.sets(since)
	}
}
