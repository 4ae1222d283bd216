package request_test

import (
	"encoding/json"
	"testing"
	"time"

	"passepartout/pipeline"
	"passepartout/skills/request"
	"passepartout/skills/skilltest"
)

const requestType = "passepartout.request.v1"

func TestRequest(t *testing.T) {
	t.Parallel()
	skilltest.Run(t, request.New(requestType), "testdata/*.txtar")
}

func TestDuplicateKeyIsRefused(t *testing.T) {
	t.Parallel()
	// Not a fixture: a fixture's own decoder would keep the last of the two.
	sig := pipeline.Signal{Role: pipeline.RoleAgent, Type: requestType, Data: json.RawMessage(`{"op":"message","op":"run"}`)}
	if a, err := request.New(requestType).Propose(t.Context(), sig); err == nil {
		t.Fatalf("proposed %+v", a)
	}
}

func FuzzPropose(f *testing.F) {
	f.Add([]byte(`{"op":"run","params":{"timeout":30}}`))
	f.Add([]byte(`{"op":"run","params":{"timeout":1e308}}`))
	f.Add([]byte(`{"op":"run","params":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := request.New(requestType).Propose(t.Context(), pipeline.Signal{Role: pipeline.RoleAgent, Type: requestType, Data: data})
		if err != nil {
			if a.Op != "" {
				t.Errorf("an action beside the error %v", err)
			}
			return
		}
		if a.Op == "" || a.Timeout < 0 || a.Timeout > time.Hour {
			t.Errorf("proposed %+v", a)
		}
	})
}
