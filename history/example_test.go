package history_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// A row is what one commit appends.
func ExampleEncodeRow() {
	var codecs *history.Codecs // msgpack
	receipt, err := codecs.Encode("receipt 7")
	if err != nil {
		fmt.Println(err)
		return
	}
	row, err := history.EncodeRow(
		history.Header{Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Level: 1, Build: "v1"},
		[]history.Event{
			{Seq: 3, Body: &history.ActivityCompleted{Activity: 2, Attempt: 1, Result: receipt}},
			{Seq: 4, Site: "order.fulfil order.go:58", Body: &history.ActivityScheduled{Name: "ship"}},
		})
	if err != nil {
		fmt.Println(err)
		return
	}

	header, events, err := history.DecodeRow(row, 3, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(header.Now, header.Build)
	for _, e := range events {
		fmt.Println(e)
	}
	// Output:
	// 2026-03-01 12:00:00 +0000 UTC v1
	// 3 activity completed 2
	// 4 activity scheduled ship (order.fulfil order.go:58)
}

// A task that is too large for one row is split into several, which one transaction
// appends.
func ExampleEncodeRows() {
	var events []history.Event
	for seq := range int64(4) {
		events = append(events, history.Event{Seq: seq + 2, Body: &history.SignalReceived{
			Name: "photo", Payload: history.Payload{Enc: "jpeg", Data: make([]byte, 400<<10)},
		}})
	}
	rows, err := history.EncodeRows(history.Header{}, events, history.MaxRowBytes)
	if err != nil {
		fmt.Println(err)
		return
	}
	seq := int64(2)
	for _, row := range rows {
		header, events, err := history.DecodeRow(row.Data, seq, row.N)
		fmt.Println(seq, len(events), header.Open, err)
		seq += int64(row.N)
	}
	// Output:
	// 2 2 true <nil>
	// 4 2 false <nil>
}

// An event waits in an inbox as one frame.
func ExampleEncodeEvent() {
	data, err := history.EncodeEvent(history.Event{Body: &history.SignalReceived{Name: "approve", ID: "approve-42"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := history.DecodeEvent(data)
	fmt.Println(e, err)

	data[len(data)-1] ^= 1
	_, err = history.DecodeEvent(data)
	var corrupt *history.CorruptError
	fmt.Println(errors.As(err, &corrupt), corrupt.Why)
	// Output:
	// signal received approve approve-42 <nil>
	// true the checksum is wrong
}

func ExampleFailureOf() {
	const errDeclined = failure.Code("declined")

	f := history.FailureOf(fmt.Errorf("order 42: %w", errDeclined)) // goes into the history and comes back

	fmt.Println(f)
	fmt.Println(f.Code, f.Retryable)
	fmt.Println(errors.Is(f, errDeclined))
	// Output:
	// order 42: declined
	// declined true
	// true
}

func ExampleCodecs() {
	type Card struct {
		Number string `json:"number"`
	}
	codecs := history.NewCodecs(history.JSON()) // also reads msgpack
	p, err := codecs.Encode(Card{"4242"})
	fmt.Printf("%s %s %v\n", p.Enc, p.Data, err)

	var card Card
	fmt.Println(codecs.Decode(p, &card), card.Number)
	fmt.Println(codecs.Decode(p, new(int)))
	// Output:
	// json {"number":"4242"} <nil>
	// <nil> 4242
	// history: decode "json" payload into int: json: cannot unmarshal object into Go value of type int; the payload holds a struct or map: both sides must use the same type
}

func ExampleLinter() {
	rows := [][]history.Event{
		{{Seq: 1, Body: &history.Started{Workflow: "order", WorkflowID: "order-42"}}},
		{{Seq: 2, Body: &history.ActivityScheduled{Name: "charge"}}},
		{{Seq: 3, Body: &history.ActivityCompleted{Activity: 2, Attempt: 1}}, {Seq: 4, Body: &history.ActivityCompleted{Activity: 2, Attempt: 2}}},
		{{Seq: 5, Body: &history.RunCompleted{}}},
	}
	lint := history.NewLinter()
	for _, events := range rows {
		data, err := history.EncodeRow(history.Header{}, events)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, p := range lint.Row(events[0].Seq, len(events), data) {
			fmt.Println(p)
		}
		if open, known := lint.Unfinished(); known && len(open.Activities) > 0 {
			fmt.Println("open:", open.Activities)
		}
	}
	for _, p := range lint.End(false) {
		fmt.Println(p)
	}
	// Output:
	// open: map[2:true]
	// 4 completion: activity completed 2 attempt 2, but activity 2 has ended already or never began
}

func ExampleNewRunID() {
	random := [10]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} // from crypto/rand in production
	id := history.NewRunID(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), random)
	fmt.Println(id, id.Version())
	// Output:
	// 019ca945-0a00-7102-8304-05060708090a VERSION_7
}

// Today's value is compared with what a redacted history still holds of the recorded
// one.
func ExampleMask() {
	type order struct {
		Card  string
		Cents int
	}
	codecs := history.NewCodecs(nil)
	payload := func(v order) history.Payload {
		p, err := codecs.Encode(v)
		if err != nil {
			panic(err)
		}
		return p
	}
	mask := history.Export{Redacted: "the fields card", Fields: []string{"card"}}.Mask()
	then := mask.Payload(payload(order{"4111", 12}))
	fmt.Println("another card:", then.Same(mask.Payload(payload(order{"5555", 12}))))
	fmt.Println("another amount:", then.Same(mask.Payload(payload(order{"4111", 13}))))
	fmt.Println("not compared:", mask)
	// Output:
	// another card: true
	// another amount: false
	// not compared: what is in the fields card, texts of failures, and payloads of codecs other than msgpack and json
}
