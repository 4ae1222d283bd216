package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"

	"passepartout/pipeline"
)

// DeadExhausted is the kind of dead letter of a message that was handed back
// until its tries were used up.
const DeadExhausted = "max-deliveries"

// Headers of a dead letter that the bus itself buries.
const (
	HeaderDeadSubject    = "Pp-Dead-Subject"    // where the message came from
	HeaderDeadReason     = "Pp-Dead-Reason"     // why it is dead
	HeaderDeadDeliveries = "Pp-Dead-Deliveries" // how often it was tried
)

// ConsumeExhausted looks after messages whose tries are used up. The server
// keeps such a message in its queue for ever and only says so in an advisory;
// a stream of those advisories makes sure that none is missed while no worker
// runs. Handle is lent the message and says what is done: settled as done or
// terminated, it leaves its queue. A nil handle buries it as a dead letter. It
// returns like Consume.
func (b *Bus) ConsumeExhausted(ctx context.Context, handle func(ctx context.Context, m pipeline.Message) pipeline.Disposition) error {
	if handle == nil {
		handle = b.buryExhausted
	}
	return b.Consume(ctx, Intake{
		Stream: exhaustedStream, Slots: 1,
		Handle: func(ctx context.Context, advisory pipeline.Message) pipeline.Disposition {
			return b.exhausted(ctx, advisory, handle)
		},
	})
}

func (b *Bus) exhausted(
	ctx context.Context, advisory pipeline.Message,
	handle func(context.Context, pipeline.Message) pipeline.Disposition,
) pipeline.Disposition {
	var a struct {
		Stream     string `json:"stream"`
		Seq        uint64 `json:"stream_seq"`
		Deliveries int    `json:"deliveries"`
	}
	if err := json.Unmarshal(advisory.Body, &a); err != nil {
		return pipeline.Term("no advisory: " + err.Error())
	}
	if a.Stream != b.streamName(Signals) && a.Stream != b.streamName(Answers) {
		return pipeline.Term("advisory of another stream")
	}
	stream, err := b.js.Stream(ctx, a.Stream)
	if err != nil {
		return pipeline.Nak(handBackAfterTrouble, err.Error())
	}
	kept, err := stream.GetMsg(ctx, a.Seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return pipeline.Ack() // settled by a late holder meanwhile
	}
	if err != nil {
		return pipeline.Nak(handBackAfterTrouble, err.Error())
	}
	d := handle(ctx, pipeline.Message{
		Subject: kept.Subject, Header: kept.Header, Body: kept.Data, Delivery: a.Deliveries, Published: kept.Time,
	})
	if d.Settle == pipeline.HandBack {
		return d
	}
	if err := stream.DeleteMsg(ctx, a.Seq); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return pipeline.Nak(handBackAfterTrouble, err.Error())
	}
	return pipeline.Ack()
}

func (b *Bus) buryExhausted(ctx context.Context, m pipeline.Message) pipeline.Disposition {
	why := fmt.Sprintf("handed back %d times", m.Delivery)
	if err := b.Bury(ctx, DeadExhausted, m, why); err != nil {
		return pipeline.Nak(handBackAfterTrouble, err.Error())
	}
	return pipeline.Ack()
}

// Bury keeps a message that cannot be handled among the dead letters, with
// headers that say where it came from and why, and its own headers and body.
func (b *Bus) Bury(ctx context.Context, kind string, m pipeline.Message, why string) error {
	header := make(map[string][]string, len(m.Header)+3)
	for k, v := range m.Header {
		// The server's own headers would be instructions to it once more.
		if !isServerHeader(k) {
			header[k] = v
		}
	}
	header[HeaderDeadSubject] = []string{m.Subject}
	header[HeaderDeadReason] = []string{oneLine(why)}
	header[HeaderDeadDeliveries] = []string{strconv.Itoa(m.Delivery)}
	return b.Publish(ctx, b.subjects.Dead(kind), header, m.Body)
}
