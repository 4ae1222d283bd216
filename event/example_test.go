package event_test

import (
	"fmt"

	"passepartout/event"
	"passepartout/pipeline"
)

// A person with nothing but the nats command line asks for something. These
// are the fewest headers that will do:
//
//	nats pub pp.request.agent \
//	  -H ce-specversion:1.0 -H ce-type:passepartout.request.v1 \
//	  -H ce-source:/me -H ce-id:1 \
//	  '{"target":"shell","op":"run","params":{"command":"ls"},"intent":"look around"}'
func ExampleCodec_Decode_request() {
	m := pipeline.Message{
		Subject: "pp.request.agent",
		Header: map[string][]string{
			"ce-specversion": {"1.0"},
			"ce-type":        {"passepartout.request.v1"},
			"ce-source":      {"/me"},
			"ce-id":          {"1"},
		},
		Body: []byte(`{"target":"shell","op":"run","params":{"command":"ls"},"intent":"look around"}`),
	}
	s, err := event.Codec{}.Decode(m)
	fmt.Println(s.Type, s.Source, s.ID, s.Session, err)
	fmt.Println(string(s.Data))
	// Output:
	// passepartout.request.v1 /me 1 default <nil>
	// {"target":"shell","op":"run","params":{"command":"ls"},"intent":"look around"}
}

// The same person approves a flight plan, here in structured mode with one
// header:
//
//	nats pub pp.answer.approver -H content-type:application/cloudevents+json \
//	  '{"specversion":"1.0","type":"passepartout.answer.v1","source":"/me","id":"1",
//	    "data":{"plan":"…","token":"…","answer":"approve"}}'
func ExampleCodec_Decode_answer() {
	m := pipeline.Message{
		Subject: "pp.answer.approver",
		Header:  map[string][]string{"content-type": {"application/cloudevents+json"}},
		Body: []byte(`{"specversion":"1.0","type":"passepartout.answer.v1","source":"/me","id":"1",
			"data":{"plan":"abcdefghjkmn","token":"t","answer":"approve"}}`),
	}
	s, err := event.Codec{}.Decode(m)
	fmt.Println(s.Type, string(s.Data), err)
	// Output:
	// passepartout.answer.v1 {"plan":"abcdefghjkmn","token":"t","answer":"approve"} <nil>
}

// What is wrong is told with the place where it is.
func ExampleCodec_Decode_refused() {
	_, err := event.Codec{}.Decode(pipeline.Message{
		Header: map[string][]string{"content-type": {"application/cloudevents+json"}},
		Body: []byte(`{"specversion":"1.0","type":"passepartout.request.v1","source":"/me","id":"1",
			"data":{"op":"run","params":{"command":"ls","command":"rm -rf /"}}}`),
	})
	e := pipeline.AsError(err)
	fmt.Println(e.Code, e.Field)
	fmt.Println(e.Hint)
	// Output:
	// invalid_request data.params.command
	// give every key once; two readers could otherwise see two different requests
}
