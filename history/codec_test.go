package history_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

var bothCodecs = map[string]*history.Codecs{"msgpack": nil, "json": history.NewCodecs(history.JSON())}

func mustEncode(t *testing.T, c *history.Codecs, v any) history.Payload {
	t.Helper()
	p, err := c.Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNilCodecsWriteMsgpackAndReadJSON(t *testing.T) {
	var c *history.Codecs
	if p := mustEncode(t, c, "x"); p.Enc != "msgpack" || string(p.Data) != "\xa1x" {
		t.Errorf("got %q %q", p.Enc, p.Data)
	}
	var s string
	if err := c.Decode(history.Payload{Enc: "json", Data: []byte(`"x"`)}, &s); err != nil || s != "x" {
		t.Errorf("got %q, %v", s, err)
	}
}

func TestNewCodecsReadWhatEverybodyWrote(t *testing.T) {
	c := history.NewCodecs(history.JSON(), reversed{})
	if p := mustEncode(t, c, 5); p.Enc != "json" || string(p.Data) != "5" {
		t.Errorf("got %q %q", p.Enc, p.Data)
	}
	for enc, data := range map[string]string{"json": `"ab"`, "msgpack": "\xa2ab", "reversed": "ba"} {
		var s string
		if err := c.Decode(history.Payload{Enc: enc, Data: []byte(data)}, &s); err != nil || s != "ab" {
			t.Errorf("%s: got %q, %v", enc, s, err)
		}
	}
	if p := mustEncode(t, history.NewCodecs(nil), "x"); p.Enc != "msgpack" {
		t.Errorf("got %q", p.Enc)
	}
	if p := mustEncode(t, history.NewCodecs(reversed{}), "ab"); p.Enc != "reversed" || string(p.Data) != "ba" {
		t.Errorf("got %q %q", p.Enc, p.Data)
	}
}

// reversed is an author's codec, which panics on unknown values.
type reversed struct{}

func (reversed) Name() string { return "reversed" }
func (reversed) Encode(v any) ([]byte, error) {
	return []byte(reverse(v.(string))), nil
}

func (reversed) Decode(data []byte, v any) error {
	*v.(*string) = reverse(string(data))
	return nil
}

func reverse(s string) string {
	b := []byte(s)
	for i := range len(b) / 2 {
		b[i], b[len(b)-1-i] = b[len(b)-1-i], b[i]
	}
	return string(b)
}

func TestAPanicOfACodecIsAnError(t *testing.T) {
	c := history.NewCodecs(reversed{})
	var encode *history.EncodeError
	if _, err := c.Encode(5); !errors.As(err, &encode) || encode.Type != "int" {
		t.Errorf("got %v", err)
	}
	var decode *history.DecodeError
	if err := c.Decode(history.Payload{Enc: "reversed"}, new(int)); !errors.As(err, &decode) || decode.Type != "int" {
		t.Errorf("got %v", err)
	}
	for name, c := range bothCodecs {
		if _, err := c.Encode(panics{}); !errors.As(err, &encode) || encode.Type != "history_test.panics" {
			t.Errorf("%s: got %v", name, err)
		}
		p := mustEncode(t, c, "x")
		var v panics
		if err := c.Decode(p, &v); !errors.As(err, &decode) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

type panics struct{ X int }

func (panics) MarshalText() ([]byte, error)  { panic("not today") }
func (*panics) UnmarshalText(b []byte) error { panic("not today") }

func TestFieldsAreNamedByTheirTags(t *testing.T) {
	type order struct {
		ID     string `msgpack:"number" json:"id"`
		Amount int    `json:"amount"`
		Note   string `json:"note,omitempty"`
		Secret string `json:"-"`
		Plain  bool
	}
	var c *history.Codecs
	p := mustEncode(t, c, order{ID: "42", Amount: 7, Secret: "x"})
	var fields map[string]any
	if err := c.Decode(p, &fields); err != nil {
		t.Fatal(err)
	}
	if want := map[string]any{"number": "42", "amount": int64(7), "Plain": false}; !reflect.DeepEqual(fields, want) {
		t.Errorf("got %v, want %v", fields, want)
	}
	var back order
	if err := c.Decode(p, &back); err != nil || back != (order{ID: "42", Amount: 7}) {
		t.Errorf("got %+v, %v", back, err)
	}
}

func TestAFieldNobodyKnowsIsIgnored(t *testing.T) {
	for name, c := range bothCodecs {
		p := mustEncode(t, c, map[string]any{"A": 1, "New": map[string]any{"x": []int{1}}})
		var v struct{ A int }
		if err := c.Decode(p, &v); err != nil || v.A != 1 {
			t.Errorf("%s: got %+v, %v", name, v, err)
		}
	}
}

func TestNilAndEmptyStayApart(t *testing.T) {
	type lists struct {
		Nil, Empty       []int
		NilMap, EmptyMap map[string]int
	}
	for name, c := range bothCodecs {
		var got lists
		if err := c.Decode(mustEncode(t, c, lists{Empty: []int{}, EmptyMap: map[string]int{}}), &got); err != nil {
			t.Fatal(err)
		}
		if got.Nil != nil || got.Empty == nil || got.NilMap != nil || got.EmptyMap == nil {
			t.Errorf("%s: got %#v", name, got)
		}
	}
}

func TestEqualMapsAreEncodedAlike(t *testing.T) {
	var c *history.Codecs
	m := map[string]any{}
	for i := range 20 {
		m[strings.Repeat("k", i)] = i
	}
	first := mustEncode(t, c, m)
	for range 20 {
		if p := mustEncode(t, c, m); string(p.Data) != string(first.Data) {
			t.Fatal("the same map, encoded twice, differs")
		}
	}
}

type times struct {
	At      time.Time
	Pointer *time.Time
	List    []time.Time
	Map     map[string]time.Time
	Keyed   map[string]struct{ At time.Time }
	Deep    []*times
	Own     date
	Any     any
	Zero    time.Time
}

func timesOf(at time.Time) times {
	return times{
		At: at, Pointer: &at, List: []time.Time{at}, Map: map[string]time.Time{"a": at},
		Keyed: map[string]struct{ At time.Time }{"a": {at}}, Deep: []*times{{At: at}}, Own: date{at}, Any: []any{map[string]any{"a": at}},
	}
}

// Workers are in different time zones, and must decode the same.
func TestADecodedTimeDoesNotDependOnTheMachinesZone(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	written := time.Date(2026, 3, 28, 13, 0, 0, 5000, time.FixedZone("CET", 3600))
	for name, c := range bothCodecs {
		p := mustEncode(t, c, timesOf(written))
		var seen []times
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("CET", 3600), time.FixedZone("EST", -5*3600)} {
			time.Local = zone
			var got times
			if err := c.Decode(p, &got); err != nil {
				t.Fatal(err)
			}
			for _, at := range []time.Time{got.At, *got.Pointer, got.List[0], got.Map["a"], got.Keyed["a"].At, got.Deep[0].At, got.Own.Time} {
				if !at.Equal(written) || at.Location() == time.Local && zone != time.UTC {
					t.Errorf("%s in %v: got %v", name, zone, at)
				}
				wall := 12
				if name == "json" || at == got.Own.Time { // both keep the offset
					wall = 13
				}
				if at.Hour() != wall && at != got.Own.Time {
					t.Errorf("%s in %v: the clock says %v", name, zone, at)
				}
			}
			if name == "msgpack" && got.Any.([]any)[0].(map[string]any)["a"].(time.Time).Hour() != 12 {
				t.Errorf("in %v: got %v", zone, got.Any)
			}
			if !got.Zero.IsZero() {
				t.Errorf("%s in %v: the zero time became %v", name, zone, got.Zero)
			}
			seen = append(seen, got)
		}
		for _, got := range seen[1:] {
			if g, w := got.At.Format(time.RFC3339Nano), seen[0].At.Format(time.RFC3339Nano); g != w {
				t.Errorf("%s: %s here and %s there", name, g, w)
			}
		}
	}
}

func TestATimeWhereAMapIsWantedIsAnError(t *testing.T) {
	var c *history.Codecs
	at := time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC) // its first byte looks like a map's
	for _, v := range []any{new(map[string]string), new(map[string]any), new(map[int]int)} {
		if err := c.Decode(mustEncode(t, c, at), v); err == nil {
			t.Errorf("%T: got %v", v, v)
		}
	}
	var got []time.Time
	if err := c.Decode(mustEncode(t, c, []time.Time{at, at.Add(time.Nanosecond)}), &got); err != nil || !got[0].Equal(at) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestTheAbsentValueIsZero(t *testing.T) {
	for _, c := range bothCodecs {
		n := 5
		if err := c.Decode(history.Payload{}, &n); err != nil || n != 0 {
			t.Errorf("got %d, %v", n, err)
		}
	}
}

func TestDecodingLeavesNothingOfWhatWasThere(t *testing.T) {
	for name, c := range bothCodecs {
		v := struct {
			A, B int
			M    map[string]int
		}{1, 2, map[string]int{"old": 1}}
		if err := c.Decode(mustEncode(t, c, map[string]any{"A": 7, "M": map[string]int{"new": 1}}), &v); err != nil {
			t.Fatal(err)
		}
		if v.A != 7 || v.B != 0 || len(v.M) != 1 {
			t.Errorf("%s: got %+v", name, v)
		}
	}
}

func TestAPayloadThatDoesNotFitIsAnErrorAndNoValue(t *testing.T) {
	type pair struct {
		A int
		B time.Time
	}
	for name, c := range map[string]struct {
		p    history.Payload
		want string
	}{
		"another type":       {history.Payload{Enc: "msgpack", Data: []byte("\x82\xa1A\x01\xa1B\xa1x")}, `decode "msgpack" payload into history_test.pair: `},
		"another JSON type":  {history.Payload{Enc: "json", Data: []byte(`{"A":1,"B":"x"}`)}, `decode "json" payload into history_test.pair: `},
		"nil for a time":     {history.Payload{Enc: "msgpack", Data: []byte("\x82\xa1A\x01\xa1B\xc0")}, `panic: `},
		"no codec":           {history.Payload{Enc: "xml", Data: []byte("<a/>")}, `decode "xml" payload into history_test.pair: no codec has this name: make it Config.Codec, or give it to NewCodecs`},
		"no bytes":           {history.Payload{Enc: "msgpack"}, "cut off"},
		"more than one":      {history.Payload{Enc: "msgpack", Data: []byte("\x81\xa1A\x01\x81\xa1A\x01")}, "more bytes follow"},
		"nested JSON":        {history.Payload{Enc: "json", Data: []byte(`{"C":` + strings.Repeat("[", 1000000))}, "depth"},
		"bytes without name": {history.Payload{Data: []byte("x")}, "no codec has this name"},
	} {
		var codecs *history.Codecs
		v := pair{A: 9}
		err := codecs.Decode(c.p, &v)
		var e *history.DecodeError
		if !errors.As(err, &e) || e.Enc != c.p.Enc || !strings.Contains(err.Error(), c.want) || v != (pair{}) {
			t.Errorf("%s: got %+v, %v", name, v, err)
		}
	}
}

func TestDecodingNeedsAPointer(t *testing.T) {
	for _, v := range []any{nil, 5, (*int)(nil)} {
		for name, c := range bothCodecs {
			var e *history.DecodeError
			if err := c.Decode(mustEncode(t, c, 5), v); !errors.As(err, &e) {
				t.Errorf("%s into %T: %v", name, v, err)
			}
		}
	}
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		if err := codec.Decode([]byte("5"), 5); err == nil {
			t.Error(codec.Name())
		}
	}
}

func TestAValueThatCannotBeRecordedIsAnError(t *testing.T) {
	type node struct{ Next *node }
	circle := &node{}
	circle.Next = circle
	type list []list
	own := make(list, 1)
	own[0] = own
	deep := func(n int) any {
		var v any = 1
		for range n {
			v = []any{v}
		}
		return v
	}
	for name, v := range map[string]any{
		"a channel": make(chan int), "a function in a struct": struct{ F func() }{func() {}}, "a value in a circle": circle, "a list of itself": own,
		"65 lists": deep(65), "2^20+1 elements": make([]bool, history.MaxElements+1),
	} {
		var c *history.Codecs
		p, err := c.Encode(v)
		var e *history.EncodeError
		if !errors.As(err, &e) || e.Type != reflect.TypeOf(v).String() || p.Data != nil {
			t.Errorf("%s: %d bytes, %v", name, len(p.Data), err)
		}
	}
	for name, v := range map[string]any{"64 lists": deep(64), "2^20 elements": make([]bool, history.MaxElements)} {
		var c *history.Codecs
		var back any
		if err := c.Decode(mustEncode(t, c, v), &back); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPayloadAboveTheLimitIsRefused(t *testing.T) {
	for over := range 2 {
		var c *history.Codecs
		p, err := c.Encode(make([]byte, history.MaxPayload-5+over)) // 5 bytes hold the length
		var e *history.PayloadTooLargeError
		switch {
		case over == 0 && (err != nil || len(p.Data) != history.MaxPayload):
			t.Errorf("at the limit: %d bytes, %v", len(p.Data), err)
		case over == 1 && (!errors.As(err, &e) || e.Size != history.MaxPayload+1 || e.Type != "[]uint8" || p.Data != nil):
			t.Errorf("above the limit: %d bytes, %v", len(p.Data), err)
		}
	}
}
