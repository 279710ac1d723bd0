package history_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

func typed(err error) bool {
	var (
		corrupt *history.CorruptError
		kind    *history.UnknownKindError
		version *history.UnknownVersionError
	)
	return errors.As(err, &corrupt) || errors.As(err, &kind) || errors.As(err, &version)
}

func FuzzDecodeRow(f *testing.F) {
	for _, rows := range fixtures() {
		for _, r := range encodeFixture(f, rows) {
			f.Add(r.data, r.n)
		}
	}
	for _, b := range hostile {
		if len(b) < 512 {
			f.Add(reframe(emptyHeader, b), 1)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		fuzzRow(t, data, n)
		fuzzRow(t, mend(data), n)
		fuzzAfterOthers(t, mend(data), n)
	})
}

// fuzzAfterOthers checks that a row reads the same, or is refused with the same error,
// whatever a Decoder has read before: here similar rows, and the row itself.
func fuzzAfterOthers(t *testing.T, data []byte, n int) {
	wantH, want, wantErr := history.DecodeRow(data, 1, n)
	var d history.Decoder
	if h, events, err := d.Row(steps[0], 1, 2); err != nil || len(events) != 2 || h.Build == "" {
		t.Fatal(h, events, err)
	}
	for range 3 {
		h, events, err := d.Row(data, 1, n)
		if !reflect.DeepEqual(h, wantH) || !reflect.DeepEqual(events, want) || !reflect.DeepEqual(err, wantErr) {
			t.Fatalf("%v, %v, %v\nis by itself %v, %v, %v", h, events, err, wantH, want, wantErr)
		}
		d.Reuse()
	}
	if _, _, err := d.Row(steps[1], 3, 2); err != nil {
		t.Fatal(err)
	}
	if h, events, err := d.Row(data, 1, n); !reflect.DeepEqual(h, wantH) || !reflect.DeepEqual(events, want) || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("%v, %v, %v\nis by itself %v, %v, %v", h, events, err, wantH, want, wantErr)
	}
}

func fuzzRow(t *testing.T, data []byte, n int) {
	var h history.Header
	var events []history.Event
	var err error
	events0 := max(0, min(n, len(data)/10)) // there cannot be more frames
	most := bound(len(data), events0)
	if got := allocated(most, func() { h, events, err = history.DecodeRow(data, 1, n) }); got > most {
		t.Fatalf("%d bytes allocate %d", len(data), got)
	}
	if err != nil {
		if !typed(err) || events != nil || !reflect.DeepEqual(h, history.Header{}) {
			t.Fatalf("got %v, %v, %v", h, events, err)
		}
		return
	}
	if len(events) != n {
		t.Fatalf("%d events, want %d", len(events), n)
	}
	for i, e := range events {
		if e.Seq != int64(i+1) || e.String() == "" {
			t.Fatalf("event %d is %v", i+1, e)
		}
	}
	// However the row was written, its encoding is canonical from now on.
	again, err := history.EncodeRow(h, events)
	if err != nil {
		t.Fatal(err)
	}
	h2, events2, err := history.DecodeRow(again, 1, n)
	if err != nil {
		t.Fatal(err)
	}
	third, err := history.EncodeRow(h2, events2)
	if err != nil || !bytes.Equal(again, third) {
		t.Fatalf("%x\n%x, %v", again, third, err)
	}
}

func FuzzDecodeEvent(f *testing.F) {
	for _, pair := range bodies {
		for _, b := range pair {
			data, err := history.EncodeEvent(history.Event{Site: site, Body: b})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	for _, b := range hostile {
		if len(b) < 512 {
			f.Add(reframe(b))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, mend(data)} {
			var e history.Event
			var err error
			most := bound(len(data), 0)
			if got := allocated(most, func() { e, err = history.DecodeEvent(data) }); got > most {
				t.Fatalf("%d bytes allocate %d", len(data), got)
			}
			if err != nil {
				if !typed(err) || e != (history.Event{}) {
					t.Fatalf("got %v, %v", e, err)
				}
				continue
			}
			again, err := history.EncodeEvent(e)
			if err != nil {
				t.Fatal(err)
			}
			e, err = history.DecodeEvent(again)
			if err != nil {
				t.Fatal(err)
			}
			if third, err := history.EncodeEvent(e); err != nil || !bytes.Equal(again, third) {
				t.Fatalf("%x\n%x, %v", again, third, err)
			}
		}
	})
}

// everything has a field for every kind of value.
type everything struct {
	Bool   bool
	Int    int8
	Uint   uint64
	Float  float32
	String string `json:"s,omitempty"`
	Bytes  []byte
	Array  [3]int
	List   []int64
	Maps   []map[string]time.Time
	Keys   map[int]*everything
	Any    any
	Time   time.Time
	Text   date
	Raw    json.RawMessage
	inner
}

type inner struct {
	When time.Time
	Next *inner
}

type date struct{ time.Time }

func FuzzCodec(f *testing.F) {
	full := everything{
		Bool: true, Int: -5, Uint: math.MaxUint64, Float: 1.5, String: "s", Bytes: []byte{1}, Array: [3]int{1, 2, 3}, List: []int64{-1, 1 << 40},
		Maps: []map[string]time.Time{{"a": noon}}, Keys: map[int]*everything{4: {Any: []any{1, "x", nil}}}, Any: map[string]any{"t": noon},
		Time: noon, Text: date{noon}, Raw: json.RawMessage(`{"a":1}`), inner: inner{When: noon, Next: &inner{When: noon}},
	}
	for _, codecs := range []*history.Codecs{nil, history.NewCodecs(history.JSON())} {
		for _, v := range []any{full, everything{}, nil, noon, []int64{1, 2}, map[string]any{"a": 1}} {
			p, err := codecs.Encode(v)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(p.Enc, p.Data)
		}
	}
	for _, data := range hostilePayloads {
		if len(data) < 512 {
			f.Add("msgpack", data)
		}
	}
	f.Add("xml", []byte("<a/>"))
	f.Fuzz(func(t *testing.T, enc string, data []byte) {
		if len(data) > history.MaxPayload {
			return
		}
		p := history.Payload{Enc: enc, Data: data}
		for _, v := range []any{new(everything), new(any), new([]int64), new(map[string]string), new(map[string]any), new(time.Time), new([]everything)} {
			var codecs *history.Codecs
			var err error
			// An element takes at least one byte. What a type makes of it is up to the type.
			element := uint64(reflect.TypeFor[everything]().Size())
			most := 64<<10 + (4+4*element)*uint64(len(data))
			if got := allocated(most, func() { err = codecs.Decode(p, v) }); got > most {
				t.Fatalf("%T: %d bytes allocate %d", v, len(data), got)
			}
			target := reflect.ValueOf(v).Elem()
			if err != nil {
				var e *history.DecodeError
				if !errors.As(err, &e) || !target.IsZero() {
					t.Fatalf("%T: %v, and the value is %v", v, err, target)
				}
				continue
			}
			if again, err := codecs.Encode(target.Interface()); err == nil {
				if err := codecs.Decode(again, reflect.New(target.Type()).Interface()); err != nil {
					t.Fatalf("%T: what was encoded cannot be decoded: %v", v, err)
				}
			}
		}
	})
}
