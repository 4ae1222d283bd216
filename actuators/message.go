package actuators

import (
	"encoding/json"
	"strconv"

	"passepartout/pipeline"
)

// MaxMessage is how many bytes a message to people may have.
const MaxMessage = 64 << 10

// Message is what the hands that talk to people say.
type Message struct {
	Text string `json:"text"`
}

// ReadMessage reads the parameters of a message.
func ReadMessage(params json.RawMessage) (Message, *pipeline.Error) {
	var m Message
	if err := Decode(params, &m); err != nil {
		return Message{}, err
	}
	return m, m.check()
}

// ReadExactMessage reads a message that was judged.
func ReadExactMessage(exact []byte) (Message, *pipeline.Error) {
	var m Message
	if err := ReadExact(exact, &m); err != nil {
		return Message{}, err
	}
	if err := m.check(); err != nil {
		return Message{}, Unexecutable(err)
	}
	return m, nil
}

func (m Message) check() *pipeline.Error {
	switch {
	case m.Text == "":
		return Invalid("text", "is missing", "say what the people of the session should read")
	case len(m.Text) > MaxMessage:
		return Invalid("text", "has more than "+strconv.Itoa(MaxMessage)+" bytes", "send less, or several messages")
	}
	return nil
}
