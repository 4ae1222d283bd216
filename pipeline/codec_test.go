package pipeline_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"passepartout/pipeline"
)

func TestTextOfOutcomes(t *testing.T) {
	t.Parallel()
	for o, name := range map[pipeline.Outcome]string{pipeline.Deny: "deny", pipeline.Hold: "hold", pipeline.Allow: "allow", 3: "deny", 255: "deny"} {
		text, err := o.MarshalText()
		if err != nil || string(text) != name {
			t.Errorf("outcome %d is written %q, %v", o, text, err)
		}
	}
	for _, o := range []pipeline.Outcome{pipeline.Deny, pipeline.Hold, pipeline.Allow} {
		back := pipeline.Outcome(9)
		if err := back.UnmarshalText([]byte(o.String())); err != nil || back != o {
			t.Errorf("%s came back as %s, %v", o, back, err)
		}
	}
	for _, text := range []string{"", "Allow", "ALLOW", "allow ", "permit", "2"} {
		o := pipeline.Allow
		if err := o.UnmarshalText([]byte(text)); err == nil || o != pipeline.Deny {
			t.Errorf("%q was read as %s, %v", text, o, err)
		}
	}
}

func TestTextOfEffectKinds(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := pipeline.KindUnknown; k <= pipeline.KindSecret; k++ {
		text, err := k.MarshalText()
		var back pipeline.EffectKind
		if err != nil || back.UnmarshalText(text) != nil || back != k || seen[string(text)] {
			t.Errorf("kind %d is written %q and read %d", k, text, back)
		}
		seen[string(text)] = true
	}
	if k := pipeline.EffectKind(200); k.String() != "unknown" {
		t.Errorf("a kind out of range is %q", k)
	}
	k := pipeline.KindRead
	if err := k.UnmarshalText([]byte("READ")); err == nil || k != pipeline.KindUnknown {
		t.Errorf("a wrong name was read as %s, %v", k, err)
	}
}

func TestTextOfDigests(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var d, back pipeline.Digest
		copy(d[:], rapid.SliceOfN(rapid.Byte(), len(d), len(d)).Draw(t, "digest"))
		text, err := d.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != d {
			t.Fatalf("%s came back as %s, %v", d, back, err)
		}
	})
	good := proposal().Digest()
	for _, text := range []string{
		"", "sha256:", good.String()[7:], "sha512:" + good.String()[7:], good.String() + "00",
		good.String()[:len(good.String())-2], strings.Replace(good.String(), good.String()[7:8], "g", 1), " " + good.String(),
	} {
		d := good
		if err := d.UnmarshalText([]byte(text)); err == nil || d != good {
			t.Errorf("%q was read as %s, %v", text, d, err)
		}
	}
}

func FuzzDigestText(f *testing.F) {
	f.Add([]byte("sha256:" + strings.Repeat("0a", 32)))
	f.Add([]byte("sha256:zz"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var d pipeline.Digest
		if d.UnmarshalText(text) == nil && !strings.EqualFold(d.String(), string(text)) {
			t.Fatalf("%q was read as %s", text, d)
		}
	})
}

// What is stored of a claim comes back the same, but for what only a reader
// can know.
func TestClaimSurvivesAStore(t *testing.T) {
	t.Parallel()
	p := proposal()
	f := pipeline.TellProposal(p, decided(p, pipeline.Allow), pipeline.ToolOutput, noon)
	f.Result = &pipeline.Result{ExitCode: 3, Started: noon, Finished: noon, Data: json.RawMessage(`{"a":1}`)}
	f.Err = &pipeline.Error{Code: pipeline.CodeInternal, Message: "m", Err: errors.New("secret of the worker")}
	body, err := json.Marshal(pipeline.Claim{Key: p.ID, Request: p.Digest(), Feedback: &f, Alive: true, Revision: 7, At: noon})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(body), "secret of the worker") {
		t.Error("a cause for operators was written")
	}
	var back pipeline.Claim
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	if back.Alive || back.Revision != 0 {
		t.Error("what only a reader can know was stored")
	}
	if back.Feedback.Proposal != p.Digest() || back.Feedback.Decision.Outcome != pipeline.Allow || back.Feedback.Result.ExitCode != 3 {
		t.Errorf("came back as %+v", back.Feedback)
	}
}

func TestAsError(t *testing.T) {
	t.Parallel()
	own := &pipeline.Error{Code: pipeline.CodeBlocked, Message: "no"}
	if got := pipeline.AsError(fmt.Errorf("judge: %w", own)); got != own {
		t.Errorf("got %v", got)
	}
	cause := errors.New("disk /var/lib/x is full")
	got := pipeline.AsError(cause)
	if got.Code != pipeline.CodeInternal || strings.Contains(got.Message, "disk") || !errors.Is(got, cause) {
		t.Errorf("got %+v", got)
	}
	if text := got.Error(); !strings.Contains(text, "disk") {
		t.Errorf("operators cannot see the cause in %q", text)
	}
}

func TestFeedbackKinds(t *testing.T) {
	t.Parallel()
	for kind, final := range map[pipeline.FeedbackKind]bool{
		pipeline.ToolOutput: true, pipeline.ToolError: true, pipeline.Rejected: true, pipeline.Expired: true,
		pipeline.Suspended: false, pipeline.Notice: false,
	} {
		if kind.Final() != final {
			t.Errorf("%s: final is %v", kind, kind.Final())
		}
		if !pipeline.ValidToken(string(kind)) {
			t.Errorf("%s is no token of a subject", kind)
		}
	}
}

func TestTellGoesOneDeeper(t *testing.T) {
	t.Parallel()
	s := pipeline.Signal{ID: "1", Principal: "a", Session: "s", Depth: 4, Trace: "t"}
	f := pipeline.Tell(s, pipeline.Notice, noon)
	if f.Depth != 5 || f.To != "a" || f.Session != "s" || f.SignalID != "1" || f.Key != s.Key() || f.Trace != "t" || !f.At.Equal(noon) {
		t.Errorf("got %+v", f)
	}
}

func TestPreviewSaysThatNothingWasDone(t *testing.T) {
	t.Parallel()
	p := proposal()
	f := pipeline.Preview(p, decided(p, pipeline.Deny), noon)
	var data struct {
		DryRun   bool              `json:"dry_run"`
		Enforced *bool             `json:"enforced"`
		Outcome  string            `json:"outcome"`
		Effects  []pipeline.Effect `json:"effects"`
	}
	if err := json.Unmarshal(f.Result.Data, &data); err != nil {
		t.Fatal(err)
	}
	if !data.DryRun || data.Enforced == nil || *data.Enforced || data.Outcome != "deny" || len(data.Effects) != 1 || f.Silent {
		t.Errorf("got %s", f.Result.Data)
	}
}

func TestDispositions(t *testing.T) {
	t.Parallel()
	if (pipeline.Disposition{}).Settle != pipeline.HandBack {
		t.Error("the zero disposition does not hand back")
	}
	if d := pipeline.Nak(3, "w"); d.Settle != pipeline.HandBack || d.After != 3 || d.Why != "w" {
		t.Errorf("nak is %+v", d)
	}
	if pipeline.Ack().Settle != pipeline.Done || pipeline.Term("w").Settle != pipeline.Terminate {
		t.Error("ack or term settles otherwise")
	}
}
