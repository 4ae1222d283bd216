package snippet

import "strings"

// Moments in Perl, of Time::Piece. A text may name any class where an object is
// expected, so that only methods are called that no library of PerlLibrary has for
// anything but times, or that compute.

// plMoment lists methods of Time::Piece and Time::Seconds without arguments.
const plMoment = "days hours minutes seconds weeks years epoch ymd mdy dmy hms year mon mday hour minute sec second yday day_of_week wday week julian_day datetime cdate fullmonth monname month fullday tzoffset"

// moment takes Time::Piece->strptime($x, "%Y-%m-%d") and what is asked of it.
func (p *plParser) moment() {
	p.need("Time::Piece->strptime(")
	p.assign()
	p.need(",")
	if _, ok := p.constantText(); !ok {
		p.failed = true
	}
	p.need(")")
	p.asksMoment()
}

// asksMoment takes ->days or ->strftime("%d"), and reports whether that is at hand.
func (p *plParser) asksMoment() bool {
	rest, ok := strings.CutPrefix(p.s[p.at:], "->")
	end := wordEnd(rest, 0)
	if !ok || end == 0 || end < len(rest) && rest[end] >= 0x80 || strings.HasPrefix(rest[end:], "::") {
		return false
	}
	switch name := rest[:end]; {
	case name == "strftime" && strings.HasPrefix(rest[end:], "("):
		p.at += len("->strftime")
		p.need("(")
		if _, ok := p.constantText(); !ok {
			p.failed = true
		}
		p.need(")")
	case listWords(plMoment, name) && !strings.HasPrefix(rest[end:], "'"):
		p.at += len("->") + end
		if strings.HasPrefix(rest[end:], "()") {
			p.at += len("()")
		}
		p.skip()
	default:
		return false
	}
	if p.alone(); p.byte() == '(' {
		p.failed = true
	}
	return true
}

// momentBehind is asksMoment behind an arrow that was taken.
func (p *plParser) momentBehind() bool {
	at := p.at
	if p.at -= len("->"); strings.HasPrefix(p.s[p.at:], "->") && p.asksMoment() {
		return true
	}
	p.at = at
	return false
}
