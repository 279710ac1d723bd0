package history_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

// text is an author's codec.
type text struct{}

func (text) Name() string                    { return "text" }
func (text) Encode(v any) ([]byte, error)    { return json.Marshal(v) }
func (text) Decode(data []byte, v any) error { return json.Unmarshal(data, v) }

// A payload can be shown as JSON without knowing its type.
func TestUntyped(t *testing.T) {
	type parcel struct {
		To    string `json:"to"`
		Items []int64
	}
	for _, c := range []struct {
		codec history.Codec
		value any
		want  string
	}{
		{nil, parcel{"Kenya", []int64{1, math.MaxInt64}}, `{"Items":[1,9223372036854775807],"to":"Kenya"}`},
		{nil, uint64(math.MaxUint64), `18446744073709551615`},
		{nil, map[int]string{-7: "a", 300: "b"}, `{"-7":"a","300":"b"}`},
		{nil, map[bool][]byte{true: {1, 2, 255}}, `{"true":"AQL/"}`},
		{nil, map[string]any{"none": nil, "list": []any{true, "x", []byte("y")}}, `{"list":[true,"x","eQ=="],"none":null}`},
		{nil, []float64{1.5, math.NaN(), math.Inf(-1)}, `[1.5,"NaN","-Inf"]`},
		{nil, map[string]float32{"x": float32(math.Inf(1))}, `{"x":"+Inf"}`},
		{nil, time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), `"2026-01-02T03:04:05.000006Z"`},
		{nil, (*parcel)(nil), `null`},
		{nil, map[string]int(nil), `null`},
		{history.JSON(), json.RawMessage(`{"n":12345678901234567890,"z":1,"a":2}`), `{"n":12345678901234567890,"z":1,"a":2}`},
		{text{}, map[string]any{"a": []int{1}}, `{"a":[1]}`},
	} {
		codecs := history.NewCodecs(c.codec)
		p, err := codecs.Encode(c.value)
		if err != nil {
			t.Fatal(err)
		}
		v, err := codecs.Untyped(p)
		if err != nil {
			t.Errorf("%v: %v", c.value, err)
			continue
		}
		if got, err := json.Marshal(v); err != nil || string(got) != c.want {
			t.Errorf("%v is %s, %v, want %s", c.value, got, err, c.want)
		}
	}
	if v, err := (*history.Codecs)(nil).Untyped(history.Payload{}); v != nil || err != nil {
		t.Errorf("the absent value is %v, %v", v, err)
	}
}

// The form of a time does not depend on the time zone of the machine.
func TestUntypedShowsTimesInUTC(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })

	last := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	first := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		value any
		want  string
	}{
		{time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), `"2026-01-02T03:04:05.000006Z"`},
		{last, `"9999-12-31T23:59:59Z"`},
		{last.Add(time.Second), `"10000-01-01T00:00:00Z"`},
		{first, `"0000-01-01T00:00:00Z"`},
		{first.Add(-time.Second), `"-0001-12-31T23:59:59Z"`},
		{[]any{map[string]time.Time{"at": time.Unix(1<<40, 0)}}, `[{"at":"36812-02-20T00:36:16Z"}]`},
		{map[time.Time]int{last: 1}, `{"9999-12-31T23:59:59Z":1}`},
		{map[time.Time]int{time.Unix(1<<40, 5e8): 1}, `{"36812-02-20T00:36:16.5Z":1}`},
		{map[[1]time.Time]int{{last}: 1}, `{"[9999-12-31 23:59:59 +0000 UTC]":1}`},
	} {
		for _, hours := range []int{-11, 0, 1} {
			time.Local = time.FixedZone("here", hours*3600)
			p, err := history.NewCodecs(nil).Encode(c.value)
			if err != nil {
				t.Fatal(err)
			}
			v, err := history.NewCodecs(nil).Untyped(p)
			if err != nil {
				t.Errorf("%v: %v", c.value, err)
				continue
			}
			if got, err := json.Marshal(v); err != nil || string(got) != c.want {
				t.Errorf("%v is %s, %v at %+d hours, want %s", c.value, got, err, hours, c.want)
			}
		}
	}
}

func TestUntypedRefusesWhatItCannotRead(t *testing.T) {
	for name, p := range map[string]history.Payload{
		"unknown codec": {Enc: "zip", Data: []byte{1}},
		"cut off":       {Enc: "msgpack", Data: []byte{0x92, 1}},
		"too long":      {Enc: "msgpack", Data: []byte{1, 1}},
		"a bomb":        {Enc: "msgpack", Data: []byte{0xdd, 0xff, 0xff, 0xff, 0xff}},
		"an extension":  {Enc: "msgpack", Data: []byte{0xd4, 7, 0}},
		"no JSON":       {Enc: "json", Data: []byte("{")},
	} {
		var wrong *history.DecodeError
		if v, err := history.NewCodecs(nil).Untyped(p); v != nil || !errors.As(err, &wrong) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
	}
}

// Whatever the bytes are, the output can be written as JSON.
func FuzzUntyped(f *testing.F) {
	f.Add([]byte{0x81, 0x90, 0x90})                   // a list as a key
	f.Add([]byte{0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0}) // not a number
	f.Add([]byte{0xd6, 0xff, 0, 0, 0, 1})             // a time
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := history.NewCodecs(nil).Untyped(history.Payload{Enc: "msgpack", Data: data})
		if err != nil {
			return
		}
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%x becomes %v: %v", data, v, err)
		}
	})
}
