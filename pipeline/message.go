package pipeline

import "time"

// Message is what the bus lends to the line: bytes, their headers, the subject
// they came on and how often they have been delivered. Nothing in it is
// trusted but Subject, which the bus server has checked against the
// publisher's permissions.
type Message struct {
	Subject   string
	Header    map[string][]string
	Body      []byte
	Delivery  int       // 1 on first delivery
	Published time.Time // when the bus stored it, by the bus server's clock
}

// Settlement is what the bus shall do with a message.
type Settlement uint8

// The settlements. The zero value hands the message back.
const (
	HandBack  Settlement = iota // deliver again, later
	Done                        // never deliver again
	Terminate                   // never deliver again, and say why
)

// Disposition is the answer of a handler to the bus, which alone settles
// messages, and last. The zero value hands the message back.
type Disposition struct {
	Settle Settlement
	After  time.Duration // for HandBack: not before this
	Why    string        // for people
}

// Ack is the disposition of a message that needs nothing more.
func Ack() Disposition { return Disposition{Settle: Done} }

// Nak hands a message back to be delivered again after a delay.
func Nak(after time.Duration, why string) Disposition {
	return Disposition{Settle: HandBack, After: after, Why: why}
}

// Term ends a message that can never be handled.
func Term(why string) Disposition { return Disposition{Settle: Terminate, Why: why} }
