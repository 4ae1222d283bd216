package command

import (
	"io"
	"runtime"
)

// portions hands a text to a parser, and ends it with an error where the parser has gone
// too deep: its stack is asked each time it asks for more. So no text, whatever its
// shape, makes the recursion deeper than what some pieces more can hold.
type portions struct {
	rest  string
	reads int
}

// maxFrames bounds the calls under way while a long text is parsed, our own included.
// Scripts that people write take up to 130, a level of statements 3 to 12, one of
// arithmetic 29.
const maxFrames = 1500

// Reset starts another text.
func (s *portions) Reset(text string) { s.rest, s.reads = text, 0 }

// Read is io.Reader. A text that fits in one piece, as nearly all do, is never asked about.
func (s *portions) Read(b []byte) (int, error) {
	if s.rest == "" {
		return 0, io.EOF
	}
	if s.reads++; s.reads%2 == 0 { // the stack is not read for nothing
		var frame [1]uintptr
		if runtime.Callers(maxFrames, frame[:]) > 0 {
			s.rest = ""
			return 0, errTooDeep
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
