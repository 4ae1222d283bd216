package strictjson

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// str passes over a string and returns it as it stands, quotes included, and
// whether there are escapes in it.
//
// Whether it is UTF-8 is looked at once for the whole string: encoding/json
// would put a replacement character for every fault, so that two different
// texts become the same.
func (s *scanner) str() (raw []byte, escaped bool, err error) {
	start := s.pos
	s.pos++
	wide := false
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == '"':
			s.pos++
			raw = s.text[start:s.pos]
			if wide && !utf8.Valid(raw) {
				s.pos = start
				return nil, false, s.fail(Encoding, "is not valid UTF-8")
			}
			return raw, escaped, nil
		case c == '\\':
			escaped = true
			if err := s.escape(); err != nil {
				return nil, false, err
			}
			continue
		case c < 0x20:
			return nil, false, s.fail(Syntax, "raw control byte in a string")
		case c >= utf8.RuneSelf:
			wide = true
		}
		s.pos++
	}
	return nil, false, s.fail(Syntax, "ends too early")
}

// escape passes over one escape (RFC 8259, section 7). A surrogate without its
// other half stands for no character, and readers make different things of it
// (section 8.2), so it is a fault.
func (s *scanner) escape() error {
	if s.pos+1 >= len(s.text) {
		s.pos = len(s.text)
		return s.fail(Syntax, "ends too early")
	}
	if c := s.text[s.pos+1]; c != 'u' {
		if !strings.ContainsRune(`"\/bfnrt`, rune(c)) || c >= utf8.RuneSelf {
			return s.fail(Syntax, "unknown escape in a string")
		}
		s.pos += 2
		return nil
	}
	unit, ok := s.hex4(s.pos + 2)
	if !ok {
		return s.fail(Syntax, "escape without four hexadecimal digits")
	}
	switch {
	case unit >= 0xDC00 && unit <= 0xDFFF:
		return s.fail(Encoding, "half a surrogate pair")
	case unit >= 0xD800 && unit <= 0xDBFF:
		low, ok := s.hex4(s.pos + 8)
		if !ok || s.text[s.pos+6] != '\\' || s.text[s.pos+7] != 'u' || low < 0xDC00 || low > 0xDFFF {
			return s.fail(Encoding, "half a surrogate pair")
		}
		s.pos += 6
	}
	s.pos += 6
	return nil
}

// hex4 reads four hexadecimal digits at a place, without moving.
func (s *scanner) hex4(at int) (uint64, bool) {
	if at+4 > len(s.text) {
		return 0, false
	}
	var n uint64
	for _, c := range s.text[at : at+4] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint64(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | uint64(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

// word takes a literal name. What follows it is looked at by whoever reads on:
// "nullx" fails there.
func (s *scanner) word(w string) error {
	if !bytes.HasPrefix(s.text[s.pos:], []byte(w)) {
		return s.fail(Syntax, "is no JSON value")
	}
	s.pos += len(w)
	return nil
}

// number follows RFC 8259 section 6: no leading zero, no bare dot, no plus.
func (s *scanner) number() error {
	s.next('-')
	if !s.next('0') && s.digits() == 0 {
		return s.fail(Syntax, "is no JSON number")
	}
	if s.next('.') && s.digits() == 0 {
		return s.fail(Syntax, "is no JSON number")
	}
	if s.next('e') || s.next('E') {
		if !s.next('+') {
			s.next('-')
		}
		if s.digits() == 0 {
			return s.fail(Syntax, "is no JSON number")
		}
	}
	return nil
}

// digits passes over digits and counts them.
func (s *scanner) digits() int {
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
		s.pos++
	}
	return s.pos - start
}
