package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"passepartout/internal/strictjson"
	"passepartout/pipeline"
)

func TestCheckAcceptsWhatIsJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `[]`, `0`, `-0.5e+10`, `1E-3`, `"x"`, `true`, `false`, `null`, " \t\r\n{} ",
		`{"a":1,"b":{"a":1},"A":2}`, `[{"a":1},{"a":1}]`, `"\u0041\n\/\"\\"`, `"\ud83d\ude00"`, `"ü😀"`,
		strings.Repeat("[", strictjson.MaxDepth) + strings.Repeat("]", strictjson.MaxDepth),
	} {
		if err := strictjson.Check([]byte(text)); err != nil {
			t.Errorf("Check(%.40s) = %v", text, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	tests := []struct {
		text    string
		problem strictjson.Problem
		path    string
	}{
		{"", strictjson.Empty, ""},
		{" \n", strictjson.Empty, ""},
		{`{"a":`, strictjson.Syntax, "a"},
		{`{"a":1`, strictjson.Syntax, ""},
		{`{"a" 1}`, strictjson.Syntax, ""},
		{`{a:1}`, strictjson.Syntax, ""},
		{`{"a":1,}`, strictjson.Syntax, ""},
		{`[1,]`, strictjson.Syntax, "[1]"},
		{`{} {}`, strictjson.Syntax, ""},
		{`{}x`, strictjson.Syntax, ""},
		{`01`, strictjson.Syntax, ""},
		{`+1`, strictjson.Syntax, ""},
		{`1.`, strictjson.Syntax, ""},
		{`1e`, strictjson.Syntax, ""},
		{`-`, strictjson.Syntax, ""},
		{`tru`, strictjson.Syntax, ""},
		{`NaN`, strictjson.Syntax, ""},
		{`"a`, strictjson.Syntax, ""},
		{"\"a\nb\"", strictjson.Syntax, ""},
		{"\"\x00\"", strictjson.Syntax, ""},
		{`"\x41"`, strictjson.Syntax, ""},
		{`"\u12"`, strictjson.Syntax, ""},
		{`"\`, strictjson.Syntax, ""},
		{"\xef\xbb\xbf{}", strictjson.Syntax, ""},
		{"\"\xff\"", strictjson.Encoding, ""},
		{`"\ud800"`, strictjson.Encoding, ""},
		{`"\udc00\ud800"`, strictjson.Encoding, ""},
		{`"\ud800\u0041"`, strictjson.Encoding, ""},
		{`{"a":1,"a":2}`, strictjson.Duplicate, "a"},
		{`{"a":1,"\u0061":2}`, strictjson.Duplicate, "a"},
		{`{"x":[0,{"b":1,"c":{"d":1,"d":1}}]}`, strictjson.Duplicate, "x[1].c.d"},
		{deep, strictjson.Deep, strings.Repeat("[0]", strictjson.MaxDepth)},
		{strings.Repeat(`{"a":`, 100), strictjson.Deep, "a" + strings.Repeat(".a", strictjson.MaxDepth-1)},
	}
	for _, tt := range tests {
		err := strictjson.Check([]byte(tt.text))
		e, ok := errors.AsType[*strictjson.Error](err)
		if !ok {
			t.Errorf("Check(%.40q) = %v, want *Error", tt.text, err)
			continue
		}
		if e.Problem != tt.problem || e.Path != tt.path {
			t.Errorf("Check(%.40q) = %s at %q, want %s at %q", tt.text, e.Problem, e.Path, tt.problem, tt.path)
		}
		if tt.problem != strictjson.Deep && e.Offset > len(tt.text) {
			t.Errorf("Check(%.40q): offset %d outside the text", tt.text, e.Offset)
		}
	}
}

func TestDuplicateAmongManyKeys(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteByte('{')
	for i := range 5000 {
		fmt.Fprintf(&b, `"k%d":{"k%d":0},`, i, i)
	}
	distinct := b.String() + `"last":0}`
	if err := strictjson.Check([]byte(distinct)); err != nil {
		t.Fatalf("distinct keys: %v", err)
	}
	for _, again := range []string{"k0", "k11", "k12", "k13", "k4999"} {
		e, ok := errors.AsType[*strictjson.Error](strictjson.Check([]byte(b.String() + `"` + again + `":0}`)))
		if !ok || e.Problem != strictjson.Duplicate || e.Path != again {
			t.Errorf("second %s: %v", again, e)
		}
	}
}

type inner struct {
	Dir string            `json:"dir"`
	Env map[string]string `json:"env,omitempty"`
	N   *int              `json:"n,omitempty"`
}

type outer struct {
	inner
	Name   string          `json:"name"`
	On     bool            `json:"on"`
	Count  uint8           `json:"count"`
	Ratio  float64         `json:"ratio"`
	List   []inner         `json:"list"`
	Raw    json.RawMessage `json:"raw"`
	Any    any             `json:"any"`
	At     time.Time       `json:"at,omitzero"`
	Digest pipeline.Digest `json:"digest,omitzero"`
	Bytes  []byte          `json:"bytes"`
	Hidden int             `json:"-"`
	Plain  int
}

func TestUnmarshal(t *testing.T) {
	t.Parallel()
	var got outer
	text := `{"dir":"/d","name":"x","on":true,"count":255,"ratio":1.5,"list":[{"dir":"a","env":{"K":"v"},"n":3}],
		"raw":{"any":[1]},"any":{"b":{}},"at":"2026-11-20T00:00:00Z","bytes":"AAE=","Plain":7,"digest":null}`
	if err := strictjson.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Dir != "/d" || got.Count != 255 || *got.List[0].N != 3 || got.List[0].Env["K"] != "v" ||
		string(got.Raw) != `{"any":[1]}` || !bytes.Equal(got.Bytes, []byte{0, 1}) || got.Plain != 7 || got.At.IsZero() {
		t.Errorf("got %+v", got)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		problem strictjson.Problem
		path    string
	}{
		{`{"nam":"x"}`, strictjson.Unknown, "nam"},
		{`{"Name":"x"}`, strictjson.Unknown, "Name"},
		{`{"name":"x","NAME":"y"}`, strictjson.Unknown, "NAME"},
		{`{"Hidden":1}`, strictjson.Unknown, "Hidden"},
		{`{"-":1}`, strictjson.Unknown, "-"},
		{`{"inner":{}}`, strictjson.Unknown, "inner"},
		{`{"list":[{},{"dirr":""}]}`, strictjson.Unknown, "list[1].dirr"},
		{`{"name":1}`, strictjson.Kind, "name"},
		{`{"on":"true"}`, strictjson.Kind, "on"},
		{`{"count":"1"}`, strictjson.Kind, "count"},
		{`{"count":256}`, strictjson.Kind, "count"},
		{`{"count":1.5}`, strictjson.Kind, "count"},
		{`{"ratio":[]}`, strictjson.Kind, "ratio"},
		{`{"list":{}}`, strictjson.Kind, "list"},
		{`{"list":[1]}`, strictjson.Kind, "list[0]"},
		{`{"list":[{"env":{"K":1}}]}`, strictjson.Kind, "list[0].env.K"},
		{`{"list":[{"n":"1"}]}`, strictjson.Kind, "list[0].n"},
		{`{"bytes":[1]}`, strictjson.Kind, "bytes"},
		{`{"bytes":"%"}`, strictjson.Kind, ""},
		{`{"at":"yesterday"}`, strictjson.Kind, ""},
		{`{"raw":{"a":1,"a":1}}`, strictjson.Duplicate, "raw.a"},
		{`[]`, strictjson.Kind, ""},
		{`"x"`, strictjson.Kind, ""},
	}
	for _, tt := range tests {
		var v outer
		e, ok := errors.AsType[*strictjson.Error](strictjson.Unmarshal([]byte(tt.text), &v))
		if !ok || e.Problem != tt.problem || e.Path != tt.path {
			t.Errorf("Unmarshal(%s) = %+v, want %s at %q", tt.text, e, tt.problem, tt.path)
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	var got []string
	err := strictjson.Members([]byte(` { "a" : [1, 2] , "\u0062": {"c":"d"},"e":null} `), func(k string, v []byte) error {
		got = append(got, k+"="+string(v))
		return nil
	})
	if want := []string{"a=[1, 2]", `b={"c":"d"}`, "e=null"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("Members = %q, %v; want %q", got, err, want)
	}
	stop := errors.New("stop")
	if err := strictjson.Members([]byte(`{"a":1,"b":2}`), func(string, []byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("visitor's error is lost: %v", err)
	}
	if err := strictjson.Members([]byte(`[]`), func(string, []byte) error { return nil }); err == nil {
		t.Error("an array has no members")
	}
}

func TestExplainNamesTheField(t *testing.T) {
	t.Parallel()
	for text, field := range map[string]string{
		`{"name":1}`: "data.name", `[]`: "data", `{"list":[7]}`: "data.list[0]", ``: "data",
	} {
		e := strictjson.Explain(strictjson.Unmarshal([]byte(text), new(outer)), pipeline.CodeInvalidRequest, "data")
		if e.Field != field || e.Code != pipeline.CodeInvalidRequest || e.Hint == "" || !strings.HasPrefix(e.Message, field) {
			t.Errorf("Explain(%s) = %+v, want field %s", text, e, field)
		}
	}
	e := strictjson.Explain(strictjson.Check([]byte(`[{"`+strings.Repeat("\\u202e", 100)+`":1,}]`)), pipeline.CodeInvalidEvent, "")
	if strings.ContainsRune(e.Message, '\u202e') || len(e.Message) > 300 {
		t.Errorf("a stranger's key reaches the message: %q", e.Message)
	}
}

func TestDecodeRequest(t *testing.T) {
	t.Parallel()
	r, err := strictjson.DecodeRequest([]byte(`{"target":"shell","op":"run","params":{"command":"ls"},"intent":"look","idempotent":true,"dry_run":true}`))
	if err != nil || r.Target != "shell" || r.Op != "run" || string(r.Params) != `{"command":"ls"}` || !r.Idempotent || !r.DryRun {
		t.Fatalf("got %+v, %v", r, err)
	}
	if r, err := strictjson.DecodeRequest([]byte(`{"op":"run","params":null}`)); err != nil || r.Params != nil {
		t.Errorf("null params: %+v, %v", r, err)
	}
	for text, field := range map[string]string{
		``: "data", `null`: "data.op", `{}`: "data.op", `{"op":""}`: "data.op", `{"op":1}`: "data.op",
		`{"op":"run","params":[]}`: "data.params", `{"op":"run","params":"ls"}`: "data.params",
		`{"op":"run","Op":"rm"}`: "data.Op", `{"op":"run","params":{"a":1,"a":2}}`: "data.params.a",
		`{"op":"run","intent":["x"]}`: "data.intent", `{"op":"run","idempotent":1}`: "data.idempotent",
	} {
		_, err := strictjson.DecodeRequest([]byte(text))
		if e := pipeline.AsError(err); e.Field != field || e.Code != pipeline.CodeInvalidRequest {
			t.Errorf("DecodeRequest(%s) names %q (%s), want %q", text, e.Field, e.Code, field)
		}
	}
}

// Whatever the standard encoder writes passes, and the members come back whole.
func TestWrittenJSONPasses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.MapOf(rapid.String(), rapid.SliceOf(rapid.String())).Draw(t, "object")
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string][]string{}
		err = strictjson.Members(text, func(k string, v []byte) error {
			var list []string
			err := json.Unmarshal(v, &list)
			out[k] = list
			return err
		})
		if err != nil || !maps.EqualFunc(in, out, slices.Equal) {
			t.Fatalf("%s: %v, got %v", text, err, out)
		}
	})
}

// FuzzCheck compares with the standard library: what passes is valid JSON, and
// what is refused although it is valid has one of the faults that the standard
// library forgives.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"\ud83d\ude00"}]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[]]]`, `-1.5e3`, `{"":{"":0}}`, "\"\xff\"", `{"a"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := strictjson.Check(text)
		if valid := json.Valid(text); valid == (err == nil) {
			return
		} else if !valid {
			t.Fatalf("accepted %q, which is no JSON", text)
		}
		e, ok := errors.AsType[*strictjson.Error](err)
		if !ok || e.Problem == strictjson.Syntax || e.Problem == strictjson.Empty {
			t.Fatalf("refused valid %q: %v", text, err)
		}
	})
}

func BenchmarkDecodeRequest(b *testing.B) {
	text := []byte(`{"target":"shell","op":"run","params":{"command":"git status --short","shell":false,"cwd":"/srv/app","env":{},"timeout":30},"intent":"see what changed before committing"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := strictjson.DecodeRequest(text); err != nil {
			b.Fatal(err)
		}
	}
}
