package pipeline_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

// request draws a request of an agent.
func (w *world) request(rt *rapid.T, n int) *pipeline.Message {
	a := pipeline.Action{
		Op:         "op" + strconv.Itoa(n),
		Idempotent: rapid.IntRange(0, 4).Draw(rt, "idempotent") == 0,
		DryRun:     rapid.IntRange(0, 5).Draw(rt, "dry run") == 0,
	}
	data, err := json.Marshal(a)
	if err != nil {
		rt.Fatal(err)
	}
	s := pipeline.Signal{
		ID: strconv.Itoa(n), Source: "/app", Type: rapid.SampledFrom([]string{"request", "request", "request", "request", "heartbeat", "other"}).Draw(rt, "type"),
		Data: append([]byte(" "), data...), Session: "s", Principal: "agent", Role: pipeline.RoleAgent,
	}
	w.once[s.Key()] = !a.Idempotent
	return message(rt, "agent.agent", s)
}

func message(rt failer, subject string, s pipeline.Signal) *pipeline.Message {
	body, err := json.Marshal(s)
	if err != nil {
		rt.Fatal(err)
	}
	return &pipeline.Message{Subject: subject, Body: body}
}

// Whatever fails, dies, changes or comes again: a request is acted on at most
// once, only as it was cleared, and told the truth.
func TestTheLineWhateverHappens(t *testing.T) {
	t.Parallel()
	for i := range 10 { // the rare faces of it need more than one round
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, walk)
		})
	}
}

func walk(rt *rapid.T) {
	w := newWorld(rt)
	w.faults = rt
	var open, settled []*pipeline.Message
	give := func(m *pipeline.Message) {
		if d := w.deliver(m); d.Settle == pipeline.HandBack {
			open = append(open, m)
		} else {
			settled = append(settled, m)
		}
	}
	take := func(from *[]*pipeline.Message) *pipeline.Message {
		if len(*from) == 0 {
			return nil
		}
		i := rapid.IntRange(0, len(*from)-1).Draw(rt, "which")
		m := (*from)[i]
		*from = append((*from)[:i:i], (*from)[i+1:]...)
		return m
	}
	n := 0
	rt.Repeat(map[string]func(*rapid.T){
		"ask": func(*rapid.T) {
			n++
			give(w.request(rt, n))
		},
		"deliver again": func(*rapid.T) {
			if m := take(&open); m != nil {
				give(m)
			}
		},
		"deliver what was settled": func(*rapid.T) {
			if m := take(&settled); m != nil {
				give(m)
			}
		},
		"answer": func(*rapid.T) {
			if len(w.plans) == 0 {
				return
			}
			keys := make([]string, 0, len(w.plans))
			for i := 1; i <= n; i++ {
				key := pipeline.Signal{ID: strconv.Itoa(i), Source: "/app", Principal: "agent", Role: pipeline.RoleAgent}.Key()
				if w.plans[key] != nil {
					keys = append(keys, key)
				}
			}
			n++
			data := fmt.Sprintf(`{"plan":%q,"approve":%v}`, rapid.SampledFrom(keys).Draw(rt, "plan"), rapid.IntRange(0, 3).Draw(rt, "approve") > 0)
			give(message(rt, "approver.ann", pipeline.Signal{ID: strconv.Itoa(n), Source: "/desk", Type: "answer", Data: []byte(data)}))
		},
		"change the rules": func(*rapid.T) {
			w.rules = rapid.SampledFrom([]pipeline.Outcome{pipeline.Allow, pipeline.Hold, pipeline.Hold, pipeline.Deny}).Draw(rt, "rules")
			w.version += rapid.IntRange(0, 1).Draw(rt, "version")
		},
		"change the world": func(*rapid.T) { w.files++ },
		"time passes":      func(*rapid.T) { w.now = w.now.Add(3 * time.Minute) },
		"kill":             func(*rapid.T) { w.start() },
	})
	// Nothing fails any more: all that is left is settled soon.
	w.faults = nil
	for range 4 {
		left := open
		open = nil
		for _, m := range left {
			give(m)
		}
	}
	for _, m := range open {
		rt.Fatalf("never settled: %s", m.Body)
	}
}
