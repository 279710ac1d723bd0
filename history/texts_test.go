package history_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/reprise-run/reprise/history"
)

// Each payload, header, reason and failure text that an event can have must pass the
// transforms: one that is missing here would be stored in plain.
func TestEveryTextAndPayloadOfAnEventIsFound(t *testing.T) {
	for _, b := range []history.Body{
		&history.Started{}, &history.ActivityCompleted{}, &history.ActivityFailed{}, &history.AttemptEnded{}, &history.TimerFired{},
		&history.SignalReceived{}, &history.CancelRequested{}, &history.RunTerminated{}, &history.ActivityScheduled{},
		&history.ActivityCancelRequested{}, &history.TimerStarted{FireAt: time.Unix(0, 0)}, &history.TimerCancelled{}, &history.SideEffectRecorded{},
		&history.RunCompleted{}, &history.RunFailed{}, &history.RunCancelled{}, &history.RunContinued{},
	} {
		v := reflect.ValueOf(b).Elem()
		values, texts := 0, 0
		for i := range v.NumField() {
			f := v.Field(i)
			if !f.CanSet() {
				continue
			}
			failure := history.Failure{Message: "m", Stack: "s", Details: history.Payload{Enc: "json", Data: []byte("1")}, Cause: &history.Failure{Message: "c"}}
			switch f.Interface().(type) {
			case history.Payload:
				f.Set(reflect.ValueOf(history.Payload{Enc: "json", Data: []byte("2")}))
				values++
			case history.Headers:
				f.Set(reflect.ValueOf(history.Headers{"tenant": "t"}))
				texts++
			case history.Failure:
				f.Set(reflect.ValueOf(failure))
				texts += 5
			case *history.Failure:
				f.Set(reflect.ValueOf(&failure))
				texts += 5
			}
			if v.Type().Field(i).Name == "Reason" {
				f.SetString("r")
				texts++
			}
		}
		p, kind := history.PayloadOf(b)
		if found := p != nil; found != (values == 1) || values > 1 || found != (kind != "") {
			t.Errorf("%T has %d payloads, and PayloadOf returns %v, %q", b, values, p, kind)
		}
		sealed, err := history.EncodeTexts(b)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string][]byte
		if err := history.NewCodecs(nil).Decode(sealed, &all); err != nil {
			t.Fatal(err)
		}
		if len(all) != texts {
			t.Errorf("%T has %d texts, and %d are sealed: %q", b, texts, len(all), all)
		}
		// A sealed event has none of them, and gets them back.
		data, err := history.EncodeEvent(history.Event{Body: b, Sealed: &sealed})
		if err != nil {
			t.Fatal(err)
		}
		e, err := history.DecodeEvent(data)
		if err != nil {
			t.Fatal(err)
		}
		if bare, err := history.EncodeTexts(e.Body); err != nil || bare.Enc != "" {
			t.Errorf("%T holds texts beside what is sealed: %q, %v", b, bare.Data, err)
		}
		if texts == 0 {
			continue
		}
		if err := history.DecodeTexts(e.Body, *e.Sealed); err != nil {
			t.Fatal(err)
		}
		again, err := history.EncodeTexts(e.Body)
		if err != nil || !again.Same(sealed) {
			t.Errorf("%T: %q, %v", b, again.Data, err)
		}
	}
}

// Code that expects an int64 must find one for 127 and for 128.
func TestIntegersInAnyAreInt64WhereTheyFit(t *testing.T) {
	type held struct {
		X any
		U uint64
		M map[string]any
	}
	numbers := []any{127, 128, 255, 256, 65536, uint64(1) << 40, -1, -129}
	in := map[string]any{"list": numbers, "deep": map[string]any{"deeper": []any{map[string]any{"n": 128}}}, "big": uint64(1) << 63}
	c := history.NewCodecs(nil)
	p, err := c.Encode(in)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := c.Decode(p, &out); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"list": []any{int64(127), int64(128), int64(255), int64(256), int64(65536), int64(1) << 40, int64(-1), int64(-129)},
		"deep": map[string]any{"deeper": []any{map[string]any{"n": int64(128)}}}, "big": uint64(1) << 63,
	}
	if !reflect.DeepEqual(out, want) {
		t.Errorf("got  %#v\nwant %#v", out, want)
	}
	if p, err = c.Encode(held{X: 200, U: 200, M: map[string]any{"k": 200}}); err != nil {
		t.Fatal(err)
	}
	var h held
	if err := c.Decode(p, &h); err != nil || !reflect.DeepEqual(h, held{X: int64(200), U: 200, M: map[string]any{"k": int64(200)}}) {
		t.Errorf("%#v, %v", h, err)
	}
}
