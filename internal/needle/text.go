package needle

import (
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// word is a text that is looked for, with its runs of three letters.
type word struct {
	s     string
	three []uint16
}

func newWord(s string) word {
	w := word{s: s}
	for i := 0; i+3 <= len(s) && len(w.three) < 4; i++ {
		w.three = append(w.three, three(s[i], s[i+1], s[i+2]))
	}
	return w
}

// three is the number of a run of three letters: five bits of each, in which small
// letters are as capital ones. Others share them, so that it is only telling when a
// number is missing.
func three(a, b, c byte) uint16 {
	return uint16(a&31)<<10 | uint16(b&31)<<5 | uint16(c&31)
}

// text is one that is searched, with what was found out about it.
type text struct {
	s     string
	lower string // it in small letters of ASCII, once it was asked for
	set   *trigrams
	kind  textKind
}

type textKind uint8

const (
	plainText   textKind  = iota + 1 // letters of ASCII
	foreignText                      // other letters, which may fold to those of ASCII
	brokenText                       // no UTF-8
	longText    = 1 << 10            // from here on trigrams are kept for the next question
	shortText   = 128                // up to here they are not worth it
)

// trigrams is which runs of three letters stand in a text.
type trigrams struct {
	of   string
	bits [1 << 15 / 64]uint64
}

func (t *trigrams) fill(s string) {
	for i := 0; i+3 <= len(s); i++ {
		n := three(s[i], s[i+1], s[i+2])
		t.bits[n>>6] |= 1 << (n & 63)
	}
}

// kept are the trigrams of the long texts that were asked about last: a vocabulary
// asks the same one again and again. They hold their text, so that it stays what it is.
var kept [4]atomic.Pointer[trigrams] //nolint:gochecknoglobals // a cache; what is in it is never changed

// read prepares a text to be searched.
func (t *text) read() {
	switch s := t.s; {
	case len(s) < shortText:
	case len(s) < longText:
		t.set = new(trigrams)
		t.set.fill(s)
	default:
		slot := &kept[len(s)%len(kept)]
		if t.set = slot.Load(); t.set == nil || t.set.of != s {
			t.set = &trigrams{of: s}
			t.set.fill(s)
			slot.Store(t.set)
		}
	}
}

// may reports whether a word can be in the text.
func (t *text) may(w word) bool {
	if t.set == nil {
		return true
	}
	for _, n := range w.three {
		if t.set.bits[n>>6]&(1<<(n&63)) == 0 {
			return false
		}
	}
	return true
}

// holds reports whether the text has what a match needs.
func (t *text) holds(needs []need) bool {
	for i := range needs {
		if !t.hasOne(&needs[i]) {
			return false
		}
	}
	return true
}

func (t *text) hasOne(n *need) bool {
	in := t.s
	if n.folded {
		if t.foreign() {
			return true
		}
		in = t.small()
	}
	for i := range n.texts {
		if t.may(n.texts[i]) && strings.Contains(in, n.texts[i].s) {
			return true
		}
	}
	return false
}

// foreign reports whether the text has a letter that folds to one of ASCII: there are
// two, the long s and the sign of the unit kelvin.
func (t *text) foreign() bool {
	return t.look() != plainText && strings.ContainsAny(t.s, "\u017f\u212a")
}

func (t *text) valid() bool { return t.look() != brokenText }

func (t *text) look() textKind {
	if t.kind == 0 {
		switch {
		case ascii(t.s):
			t.kind = plainText
		case utf8.ValidString(t.s):
			t.kind = foreignText
		default:
			t.kind = brokenText
		}
	}
	return t.kind
}

// small is the text with small letters of ASCII for capital ones, each at its place.
func (t *text) small() string {
	if t.lower == "" && t.look() == plainText {
		t.lower = strings.ToLower(t.s)
	}
	if t.lower == "" {
		b := []byte(t.s)
		for i, c := range b {
			if 'A' <= c && c <= 'Z' {
				b[i] = c + 'a' - 'A'
			}
		}
		t.lower = string(b)
	}
	return t.lower
}

// in is the text as what is looked for is written.
func (t *text) in(folded bool) string {
	if folded {
		return t.small()
	}
	return t.s
}

// before is where the letter begins that stands before a place.
func before(s string, p int) int {
	_, size := utf8.DecodeLastRuneInString(s[:p])
	return p - size
}

// letters is a text that the matcher reads from some place on, until too much of it
// was read.
type letters struct {
	of   string
	at   int
	left int  // bytes that may be read yet
	cut  bool // more was asked for
}

// ReadRune is that of io.RuneReader.
func (l *letters) ReadRune() (r rune, size int, err error) {
	switch {
	case l.at >= len(l.of):
		return 0, 0, io.EOF
	case l.left <= 0:
		l.cut = true
		return 0, 0, io.EOF
	}
	r, size = utf8.DecodeRuneInString(l.of[l.at:])
	l.at += size
	l.left -= size
	return r, size, nil
}
