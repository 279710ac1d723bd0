package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

func TestARowReadsAsItWasWritten(t *testing.T) {
	for name, rows := range fixtures() {
		for _, r := range rows {
			data, err := history.EncodeRow(r.header, r.events)
			if err != nil {
				t.Fatal(name, err)
			}
			h, events, err := history.DecodeRow(data, r.events[0].Seq, len(r.events))
			if err != nil {
				t.Fatal(name, err)
			}
			if !reflect.DeepEqual(h, r.header) {
				t.Errorf("%s: header %+v, want %+v", name, h, r.header)
			}
			if !reflect.DeepEqual(events, r.events) {
				t.Errorf("%s: events %v, want %v", name, events, r.events)
			}
		}
	}
}

func TestAnEventByItselfReadsAsItWasWritten(t *testing.T) {
	for name, pair := range bodies {
		for _, b := range pair {
			for _, site := range []string{"", "order.fulfil order.go:52"} {
				want := history.Event{Site: site, Body: b}
				if b.Kind() >= 64 {
					want.Site = "" // its bytes belong to someone else
				}
				data, err := history.EncodeEvent(history.Event{Seq: 12, Site: want.Site, Body: b})
				if err != nil {
					t.Fatal(name, err)
				}
				got, err := history.DecodeEvent(data)
				if err != nil {
					t.Fatal(name, err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %v, want %v", name, got, want)
				}
			}
		}
	}
}

func TestTimesAreMicrosecondsInUTC(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	at := time.Date(2026, 3, 1, 13, 0, 0, 123456789, berlin)
	data, err := history.EncodeRow(history.Header{Now: at}, []history.Event{{Body: &history.TimerStarted{FireAt: at}}})
	if err != nil {
		t.Fatal(err)
	}
	h, events, err := history.DecodeRow(data, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)
	if fire := events[0].Body.(*history.TimerStarted).FireAt; h.Now != want || fire != want {
		t.Errorf("got %v and %v, want %v", h.Now, fire, want)
	}
}

func TestATimeOutsideOfTheYearsAnybodyUsesIsRefused(t *testing.T) {
	for _, at := range []time.Time{time.Date(0, 12, 31, 23, 59, 59, 0, time.UTC), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(1<<60, 0)} {
		if _, err := history.EncodeEvent(history.Event{Body: &history.TimerStarted{FireAt: at}}); err == nil {
			t.Errorf("year %d was written", at.Year())
		}
	}
	for _, at := range []time.Time{{}, time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)} {
		data, err := history.EncodeEvent(history.Event{Body: &history.TimerStarted{FireAt: at}})
		if err != nil {
			t.Fatal(err)
		}
		e, err := history.DecodeEvent(data)
		if err != nil || e.Body.(*history.TimerStarted).FireAt != at {
			t.Errorf("%v came back as %v, %v", at, e, err)
		}
	}
}

func TestARowHoldsEachCallSiteOnce(t *testing.T) {
	var events []history.Event
	for i := range 100 {
		events = append(events, history.Event{Site: fmt.Sprintf("order.fulfil order.go:%d", i%40), Body: &history.ActivityCancelRequested{Activity: 1}})
	}
	data, err := history.EncodeRow(header(0), events)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, []byte("order.fulfil")); n != 40 {
		t.Errorf("40 call sites stand in the row %d times", n)
	}
	_, got, err := history.DecodeRow(data, 1, len(events))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range got {
		if e.Site != events[i].Site {
			t.Errorf("event %d came from %q, want %q", i, e.Site, events[i].Site)
		}
	}
}

func TestRefusedRows(t *testing.T) {
	marker := &history.Unknown{Number: history.KindTaskMarker}
	headers := history.Headers{}
	for i := range history.MaxHeaders + 1 {
		headers[fmt.Sprint(i)] = ""
	}
	for name, events := range map[string][]history.Event{
		"without events":            nil,
		"a seq is missing":          {{Seq: 1, Body: marker}, {Seq: 3, Body: marker}},
		"a seq follows none":        {{Seq: 0, Body: marker}, {Seq: 2, Body: marker}},
		"no body":                   {{Seq: 1}},
		"an unknown known kind":     {{Seq: 1, Body: &history.Unknown{Number: 40}}},
		"a body of somebody else's": {{Seq: 1, Body: foreign{}}},
		"too many headers":          {{Seq: 1, Body: &history.SignalReceived{Headers: headers}}},
		"too many codes":            {{Seq: 1, Body: &history.ActivityScheduled{Policy: history.Policy{NonRetryable: make([]failure.Code, history.MaxCodes+1)}}}},
		"an event above the limit":  {{Seq: 1, Body: &history.CancelRequested{Reason: long(history.MaxTaskBytes)}}},
		"no seq of a signal":        {{Seq: 1, Body: &history.RunCompleted{Undelivered: []int64{-1}}}},
	} {
		if data, err := history.EncodeRow(header(0), events); err == nil || data != nil {
			t.Errorf("%s: got %d bytes and error %v", name, len(data), err)
		} else if !strings.HasPrefix(err.Error(), "history: encode ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type foreign struct{}

func (foreign) Kind() history.Kind { return 30 }

func TestAsManyHeadersAndCodesAsAllowed(t *testing.T) {
	headers := history.Headers{}
	for i := range history.MaxHeaders {
		headers[fmt.Sprint(i)] = "x"
	}
	want := &history.ActivityScheduled{Headers: headers, Policy: history.Policy{NonRetryable: slices.Repeat([]failure.Code{"c"}, history.MaxCodes)}}
	data, err := history.EncodeEvent(history.Event{Body: want})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := history.DecodeEvent(data); err != nil || !reflect.DeepEqual(got.Body, want) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestACauseTooManyIsLeftOut(t *testing.T) {
	var f *history.Failure
	for range history.MaxCauses + 5 {
		f = &history.Failure{Code: "c", Cause: f}
	}
	data, err := history.EncodeEvent(history.Event{Body: &history.RunFailed{Failure: *f}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := history.DecodeEvent(data)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for got := &e.Body.(*history.RunFailed).Failure; got != nil; got = got.Cause {
		n++
	}
	if n != history.MaxCauses {
		t.Errorf("%d failures in the chain, want %d", n, history.MaxCauses)
	}
}

func TestUndeliveredSignalsAreWrittenInOrder(t *testing.T) {
	data, err := history.EncodeEvent(history.Event{Body: &history.RunCompleted{Undelivered: []int64{9, 3, 9}}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := history.DecodeEvent(data)
	if want := []int64{3, 9}; err != nil || !reflect.DeepEqual(e.Body.(*history.RunCompleted).Undelivered, want) {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestALargeTaskIsSeveralRows(t *testing.T) {
	const limit = 10000
	var events []history.Event
	for i := range 100 {
		size := 10 * i
		if i == 50 {
			size = 3 * limit
		}
		events = append(events, history.Event{Seq: int64(i + 5), Site: fmt.Sprintf("f f.go:%d", i), Body: &history.ActivityScheduled{Input: history.Payload{Enc: "x", Data: make([]byte, size)}}})
	}
	for _, open := range []bool{false, true} {
		h := header(0)
		h.Open = open
		rows, err := history.EncodeRows(h, events, limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []history.Event
		for i, r := range rows {
			if len(r.Data) > limit && r.N > 1 {
				t.Errorf("row %d has %d bytes and %d events", i, len(r.Data), r.N)
			}
			rh, part, err := history.DecodeRow(r.Data, 5+int64(len(got)), r.N)
			if err != nil {
				t.Fatal(err)
			}
			if last := i == len(rows)-1; rh.Open != (open || !last) {
				t.Errorf("row %d of %d: open is %v", i, len(rows), rh.Open)
			}
			got = append(got, part...)
		}
		if !reflect.DeepEqual(got, events) {
			t.Error("the rows together are not the task")
		}
		if len(rows) < 5 || len(rows) > 12 {
			t.Errorf("%d rows", len(rows))
		}
	}
}

func TestATaskIsSplitOnlyAboveTheLimit(t *testing.T) {
	events := []history.Event{{Seq: 1, Body: &history.TimerFired{Timer: 1}}, {Seq: 2, Body: &history.TimerFired{Timer: 2}}}
	whole, err := history.EncodeRow(header(0), events)
	if err != nil {
		t.Fatal(err)
	}
	for over, want := range map[int]int{0: 1, 1: 2} {
		rows, err := history.EncodeRows(header(0), events, len(whole)-over)
		if err != nil || len(rows) != want {
			t.Errorf("%d bytes above the limit: %d rows, want %d; %v", over, len(rows), want, err)
		}
	}
}

// corrupt reports whether err is a CorruptError.
func corrupt(err error) bool {
	var e *history.CorruptError
	return errors.As(err, &e)
}

func TestEveryDamagedByteIsNoticed(t *testing.T) {
	for name, rows := range histories {
		for _, r := range rows {
			data, err := history.EncodeRow(r.header, r.events)
			if err != nil {
				t.Fatal(err)
			}
			for i := range data {
				bad := bytes.Clone(data)
				bad[i] ^= 0x10
				if h, events, err := history.DecodeRow(bad, 1, len(r.events)); !corrupt(err) || events != nil || !reflect.DeepEqual(h, history.Header{}) {
					t.Fatalf("%s: byte %d: got %v, %v, %v", name, i, h, events, err)
				}
				if _, events, err := history.DecodeRow(data[:i], 1, len(r.events)); !corrupt(err) || events != nil {
					t.Fatalf("%s: cut at byte %d: got %v, %v", name, i, events, err)
				}
			}
		}
	}
}

func TestARowWithTheWrongNumberOfEventsIsCorrupt(t *testing.T) {
	r := histories["history-order"][3]
	data, err := history.EncodeRow(r.header, r.events)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{-1, 0, len(r.events) - 1, len(r.events) + 1, 1 << 40} {
		if _, _, err := history.DecodeRow(data, 1, n); !corrupt(err) {
			t.Errorf("n %d: %v", n, err)
		}
	}
	for _, n := range []int{-1, 0, 1} {
		if _, _, err := history.DecodeRow(nil, 1, n); !corrupt(err) {
			t.Errorf("no bytes, n %d: %v", n, err)
		}
	}
}

func TestAFrameOutOfPlaceIsCorrupt(t *testing.T) {
	fired := body(history.KindTimerFired, "\x81\xa1t\x05")
	for name, data := range map[string][]byte{
		"no header":               reframe(fired, fired),
		"two headers":             reframe(emptyHeader, emptyHeader),
		"more after the map":      reframe(emptyHeader, append(bytes.Clone(fired), 0xc0)),
		"no map":                  reframe(emptyHeader, body(history.KindTimerFired, "\x05")),
		"an empty body":           reframe(emptyHeader, body(history.KindTimerFired, "")),
		"no kind":                 reframe(emptyHeader, []byte{1}),
		"a key twice":             reframe(emptyHeader, body(history.KindTimerFired, "\x82\xa1t\x05\xa1t\x05")),
		"another type":            reframe(emptyHeader, body(history.KindTimerFired, "\x81\xa1t\xa1x")),
		"a number too large":      reframe(emptyHeader, body(history.KindTimerFired, "\x81\xa1t\xcf\xff\xff\xff\xff\xff\xff\xff\xff")),
		"a seed too short":        reframe(emptyHeader, body(history.KindStarted, "\x81\xa1s\xc4\x01x")),
		"a site there is not":     reframe(emptyHeader, body(history.KindTimerCancelled, "\x81\xa1@\x00")),
		"more sites than events":  reframe(body(headerKind, "\x82\xa1n\x00\xa1s\x92\xa1a\xa1b"), fired),
		"a time nobody writes":    reframe(emptyHeader, body(history.KindTimerStarted, "\x81\xa1d\xcf\x7f\xff\xff\xff\xff\xff\xff\xff")),
		"headers out of order":    reframe(emptyHeader, body(history.KindSignalReceived, "\x81\xa1h\x82\xa1b\xa0\xa1a\xa0")),
		"a header twice":          reframe(emptyHeader, body(history.KindSignalReceived, "\x81\xa1h\x82\xa1a\xa0\xa1a\xa0")),
		"seqs out of order":       reframe(emptyHeader, body(history.KindRunCompleted, "\x81\xa1u\x92\x02\x02")),
		"a new key before an old": reframe(emptyHeader, body(history.KindTimerFired, "\x82\xa3new\x05\xa1t\x05")),
		"new keys around an old":  reframe(emptyHeader, body(history.KindTimerFired, "\x83\xa3new\x05\xa1t\x05\xa4more\xc0")),
	} {
		if _, events, err := history.DecodeRow(data, 9, 1); !corrupt(err) || events != nil {
			t.Errorf("%s: got %v, %v", name, events, err)
		}
	}
	data := reframe(fired)
	if e, err := history.DecodeEvent(append(data, 0)); !corrupt(err) || e != (history.Event{}) {
		t.Errorf("bytes after an event: %v, %v", e, err)
	}
	if _, err := history.DecodeEvent(reframe(emptyHeader)); !corrupt(err) {
		t.Errorf("a header as an event: %v", err)
	}
	if _, err := history.DecodeEvent(reframe(body(history.KindTimerCancelled, "\x81\xa1@\x00"))); !corrupt(err) {
		t.Errorf("a site by number outside of a row: %v", err)
	}
}

func TestAnotherVersionOfTheEncodingIsNotGuessed(t *testing.T) {
	fired := body(history.KindTimerFired, "\x81\xa1t\x05")
	newer := append([]byte{2}, fired[1:]...)
	var e *history.UnknownVersionError
	if _, events, err := history.DecodeRow(reframe(emptyHeader, newer), 9, 1); !errors.As(err, &e) || e.Version != 2 || e.Seq != 9 || events != nil {
		t.Errorf("got %v, %v", events, err)
	}
	if _, _, err := history.DecodeRow(reframe(append([]byte{3}, emptyHeader[1:]...), fired), 9, 1); !errors.As(err, &e) || e.Version != 3 {
		t.Errorf("got %v", err)
	}
	if _, err := history.DecodeEvent(reframe(newer)); !errors.As(err, &e) || e.Version != 2 {
		t.Errorf("got %v", err)
	}
}

func TestAKindBelow64MustBeKnown(t *testing.T) {
	fired := body(history.KindTimerFired, "\x81\xa1t\x05")
	for k := range history.Kind(64) {
		if k == headerKind {
			continue
		}
		_, events, err := history.DecodeRow(reframe(emptyHeader, fired, body(k, "\x80")), 9, 2)
		known := k >= history.KindStarted && k <= history.KindPromiseEnded || k >= history.KindActivityScheduled && k <= history.KindPromiseCancelled
		if known {
			if err != nil {
				t.Errorf("kind %d: %v", uint8(k), err)
			}
			continue
		}
		var e *history.UnknownKindError
		if !errors.As(err, &e) || e.Kind != k || e.Seq != 10 || events != nil {
			t.Errorf("kind %d: got %v, %v", uint8(k), events, err)
		}
	}
}

func TestAKindFrom64OnIsKeptAsItIs(t *testing.T) {
	for k := 64; k < 256; k++ {
		if k := history.Kind(k); k >= history.KindPaused && k <= history.KindRepinned {
			continue // these kinds are known
		}
		data := reframe(emptyHeader, body(history.Kind(k), "\xc1 not msgpack at all"))
		h, events, err := history.DecodeRow(data, 9, 1)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := history.EncodeRow(h, events); err != nil || !bytes.Equal(again, data) {
			t.Errorf("kind %d: %x, %v; want %x", k, again, err, data)
		}
	}
}

func TestKeysOfANewerVersionAreIgnoredAndKept(t *testing.T) {
	const newer = "\xa3new\x81\x01\xd4\x07\x00" // new: {1: an extension}
	for name, frames := range map[string][2][]byte{
		"in the header":  {body(headerKind, "\x82\xa1n\x00"+newer), body(history.KindTimerFired, "\x81\xa1t\x05")},
		"in an event":    {emptyHeader, body(history.KindTimerFired, "\x83\xa1t\x05"+newer+"\x07\xc0")},
		"a letter":       {emptyHeader, body(history.KindTimerFired, "\x82\xa1t\x05\xa1z\xc3")},
		"in a payload":   {emptyHeader, body(history.KindActivityCompleted, "\x82\xa1a\x02\xa1r\x83\xa1e\xa1x\xa1d\xc4\x01x"+newer)},
		"nothing else":   {emptyHeader, body(history.KindActivityCompleted, "\x82\xa1a\x02\xa1r\x81"+newer)},
		"in a failure":   {emptyHeader, body(history.KindActivityFailed, "\x83\xa1a\x02\xa1n\x01\xa1f\x82\xa1w\x82\xa1m\xa1x"+newer+newer)},
		"in a policy":    {emptyHeader, body(history.KindActivityScheduled, "\x81\xa1o\x82\xa1a\x05"+newer)},
		"more than 15":   {emptyHeader, body(history.KindTimerFired, "\xde\x00\x11\xa1t\x05"+strings.Repeat(newer, 16))},
		"with its site":  {body(headerKind, "\x82\xa1n\x00\xa1s\x91\xa4f:12"), body(history.KindTimerCancelled, "\x83\xa1t\x05\xa1@\x00"+newer)},
		"more than 2^16": {emptyHeader, body(history.KindTimerFired, "\xdf\x00\x01\x00\x01\xa1t\x05"+strings.Repeat("\xa2xx\xc0", 65536))},
	} {
		data := reframe(frames[0], frames[1])
		h, events, err := history.DecodeRow(data, 9, 1)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		// A failure and a payload keep unknown keys where they are copied.
		if e, ok := events[0].Body.(*history.ActivityFailed); ok {
			again, err := history.EncodeEvent(history.Event{Body: &history.RunFailed{Failure: e.Failure}})
			if err != nil || !bytes.Contains(again, []byte(newer+newer)) {
				t.Errorf("%s: the copied failure is %x, %v", name, again, err)
			}
		}
		if again, err := history.EncodeRow(h, events); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: got %x, %v; want %x", name, again, err, data)
		}
	}
}

func TestErrorsSayWhereAndWhatToDo(t *testing.T) {
	_, _, err := history.DecodeRow(reframe(emptyHeader, body(history.KindTimerFired, "\x81\xa1t\xa1x")), 9, 1)
	want := `history: event 9 is corrupt (byte 27 of its row): timer fired: key "t": want an integer; restore it from a backup, or terminate the run`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestEveryKindKeepsKeysOfANewerVersion(t *testing.T) {
	const newer = "\xa3new\xc3"
	for name, pair := range bodies {
		for _, b := range pair {
			data, err := history.EncodeEvent(history.Event{Site: site, Body: b})
			if err != nil {
				t.Fatal(err)
			}
			if b.Kind() >= 64 {
				continue
			}
			frame := append(bytes.Clone(data[8:]), newer...)
			frame[2]++ // one more key in the map
			data = reframe(frame)
			e, err := history.DecodeEvent(data)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if again, err := history.EncodeEvent(e); err != nil || !bytes.Equal(again, data) {
				t.Errorf("%s: got %x, %v; want %x", name, again, err, data)
			}
		}
	}
}

func TestEveryErrorNamesItsCause(t *testing.T) {
	cause := errors.New("cause")
	for want, err := range map[string]error{
		"history: corrupt at byte 3: why: cause; restore it from a backup, or terminate the run":                                             &history.CorruptError{Offset: 3, Why: "why", Err: cause},
		"history: event 7 has kind 40, which this version does not know: run the version of Reprise that wrote it, or a newer one":           &history.UnknownKindError{Seq: 7, Kind: 40},
		"history: an event has kind 40, which this version does not know: run the version of Reprise that wrote it, or a newer one":          &history.UnknownKindError{Kind: 40},
		"history: the row at event 7 has encoding version 2, this version reads 1: run the version of Reprise that wrote it, or a newer one": &history.UnknownVersionError{Seq: 7, Version: 2},
		"history: an event has encoding version 2, this version reads 1: run the version of Reprise that wrote it, or a newer one":           &history.UnknownVersionError{Version: 2},
		"history: encode chan int as msgpack: cause":               &history.EncodeError{Enc: "msgpack", Type: "chan int", Err: cause},
		`history: decode "json" payload into order.Receipt: cause`: &history.DecodeError{Enc: "json", Type: "order.Receipt", Err: cause},
		"history: a value of type order.Photo has 3000000 bytes when encoded, at most 2097152 are allowed: store it elsewhere and pass its key": &history.PayloadTooLargeError{Type: "order.Photo", Size: 3000000, Most: history.MaxPayload},
	} {
		if err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if strings.Contains(want, "cause") && !errors.Is(err, cause) {
			t.Errorf("%v does not unwrap", err)
		}
	}
}
