package history_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"strings"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

func header(seconds int) history.Header {
	return history.Header{Now: noon.Add(time.Duration(seconds) * time.Second), Level: 1, Build: "v1.4.2"}
}

func open(h history.Header) history.Header {
	h.Open = true
	return h
}

func drew(h history.Header) history.Header {
	h.Nonce = 0x123456789abcdef
	return h
}

func packed(text string) history.Payload {
	return history.Payload{Enc: "msgpack", Data: append([]byte{0xa0 | byte(len(text))}, text...)}
}

var (
	policy = history.Policy{
		StartToClose: time.Minute, ScheduleToClose: time.Hour, HeartbeatTimeout: 5 * time.Second, InitialInterval: time.Second,
		MaxInterval: time.Minute, Multiplier: 2, MaxAttempts: 10, NonRetryable: []failure.Code{"declined", "fraud"},
	}
	declined = history.Failure{
		Code: "declined", Message: "charge: card declined", Details: packed("insufficient funds"),
		Cause: &history.Failure{Code: "declined", Message: "card declined"},
	}
	panicked = history.Failure{
		Kind: mark.Panic, Message: "panic: assignment to entry in nil map", Retryable: true,
		Stack: "goroutine 1 [running]:\nmain.charge()\n\tcharge.go:12\n",
	}
	started = history.Started{
		Workflow: "order", WorkflowID: "order-42", Input: packed("book"), Headers: history.Headers{"tenant": "acme", "trace": "00-4bf9"},
		Seed: [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, Level: 1, Build: "v1.4.2",
	}
	again = history.Started{
		Workflow: "order", WorkflowID: "order-42", Input: packed("next"), Seed: [16]byte{5}, Level: 1, Build: "v1.4.2",
		Chain: history.RunID{9}, Previous: history.RunID{10}, Continued: 2, Known: []string{"approve-42", "approve-43"},
	}
	cart = history.Started{
		Workflow: "cart", WorkflowID: "cart-7", Seed: [16]byte{8}, Level: 1, Build: "v1.4.2",
		Chain: history.RunID{9}, Previous: history.RunID{10}, Continued: 2, Known: []string{"close-1"}, Updates: []string{"add-6", "add-7"},
	}
	found = history.Started{
		Workflow: "order", WorkflowID: "order-42", Seed: [16]byte{9}, Level: 1, Build: "v1.4.2",
		Attrs: []history.Attr{{Name: "customer", Type: history.AttrText, Values: []string{"c-1"}}, {Name: "total", Type: history.AttrInt, Values: []string{"1200"}}},
	}
	child = history.Started{
		Workflow: "bill", WorkflowID: "order-42/2-0c0d0000", Input: packed("card"), Seed: [16]byte{6}, Level: 1, Build: "v1.4.2",
		Parent: history.RunID{12}, ParentSeq: 70000, Depth: 2,
	}
	scheduled = history.ActivityScheduled{Name: "charge", Input: packed("card"), Policy: policy, Eager: true}
)

const site = "order.fulfil order.go:52"

// bodies holds every kind with every field set, and with as few fields as make sense.
var bodies = map[string][2]history.Body{
	"started":              {&started, &history.Started{Workflow: "empty"}},
	"activity-completed":   {&history.ActivityCompleted{Activity: 2, Attempt: 3, Result: packed("receipt"), Last: &panicked}, &history.ActivityCompleted{Activity: 2, Attempt: 1}},
	"activity-failed":      {&history.ActivityFailed{Activity: 300, Attempt: 10, Failure: declined}, &history.ActivityFailed{Activity: 2, Attempt: 1}},
	"activity-tried":       {&history.ActivityFailed{Activity: 2, Attempt: 3, Failure: declined, Tried: []history.Tried{{Attempt: 1, At: noon.Add(time.Minute), Failure: history.Failure{Code: "declined", Message: "no"}}, {Attempt: 2, At: noon.Add(2 * time.Minute)}}}, &history.AttemptEnded{Activity: 2, Attempt: 2, Tried: []history.Tried{{Attempt: 1, At: noon}}}},
	"attempt-ended":        {&history.AttemptEnded{Activity: 70000, Attempt: 1, Why: history.WhyTimedOut, Failure: &history.Failure{Kind: mark.Timeout, Retryable: true}}, &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyLost}},
	"timer-fired":          {&history.TimerFired{Timer: 5000000000}, &history.TimerFired{Timer: 1}},
	"signal-received":      {&history.SignalReceived{Name: "approve", ID: "approve-42", Payload: packed("yes"), Headers: history.Headers{"trace": "1"}}, &history.SignalReceived{Name: "approve"}},
	"cancel-requested":     {&history.CancelRequested{Reason: "the customer left"}, &history.CancelRequested{}},
	"run-terminated":       {&history.RunTerminated{Reason: "wrong price list"}, &history.RunTerminated{}},
	"activity-scheduled":   {&history.ActivityScheduled{Name: "ship", Queue: "depot", Input: packed("parcel"), Headers: history.Headers{"trace": "1"}, Policy: policy, Eager: true, Nonce: -0x123456789abcdef}, &history.ActivityScheduled{Name: "ship"}},
	"activity-in-tx":       {&history.ActivityScheduled{Name: "debit", Input: packed("amount"), Policy: history.Policy{MaxAttempts: 10, Transactional: true}}, &history.ActivityScheduled{Name: "debit", Policy: history.Policy{Transactional: true}}},
	"activity-partition":   {&history.ActivityScheduled{Name: "charge", Queue: "psp", Input: packed("card"), Policy: policy, Partition: "tenant-7", Priority: new(-5), OfRun: history.Headers{"tenant": "7"}}, &history.ActivityScheduled{Name: "charge", Priority: new(0)}},
	"activity-to-reuse":    {&history.ActivityScheduled{Name: "charge", Input: packed("card"), Policy: policy, Reuse: "charge/42", KeepFor: 90 * 24 * time.Hour}, &history.ActivityScheduled{Name: "charge", Reuse: "k", KeepFor: 1}},
	"activity-reused":      {&history.ActivityCompleted{Activity: 2, Attempt: 1, Result: packed("receipt"), Reused: history.RunID{1, 2}}, &history.ActivityCompleted{Activity: 2, Reused: history.RunID{1}}},
	"activity-cancelled":   {&history.ActivityCancelRequested{Activity: 2}, &history.ActivityCancelRequested{Activity: 128}},
	"timer-started":        {&history.TimerStarted{FireAt: noon.Add(24 * time.Hour)}, &history.TimerStarted{}},
	"timer-cancelled":      {&history.TimerCancelled{Timer: 3}, &history.TimerCancelled{Timer: 65536}},
	"side-effect-recorded": {&history.SideEffectRecorded{Value: packed("42")}, &history.SideEffectRecorded{Failure: &history.Failure{Message: "no entropy", Retryable: true}}},
	"run-completed":        {&history.RunCompleted{Result: packed("shipped"), Undelivered: []int64{4, 127, 128, 255, 256, 70000}}, &history.RunCompleted{}},
	"run-failed":           {&history.RunFailed{Failure: declined, Undelivered: []int64{4}}, &history.RunFailed{}},
	"run-cancelled":        {&history.RunCancelled{Failure: history.Failure{Kind: mark.Cancelled, Message: "workflow: cancelled"}, Undelivered: []int64{4}}, &history.RunCancelled{}},
	"run-continued":        {&history.RunContinued{Next: history.RunID{1, 2, 3}, Workflow: "order", Input: packed("next"), Handed: []int64{4, 9}}, &history.RunContinued{}},
	"change-marked":        {&history.ChangeMarked{Change: "fraud-check", Version: 1}, &history.ChangeMarked{Change: "prices", Version: 130}},
	"attribute-set":        {&history.AttributeSet{Attr: history.Attr{Name: "tags", Type: history.AttrTexts, Values: []string{"blue", "new"}}}, &history.AttributeSet{Attr: history.Attr{Name: "tags"}}},
	"started-found":        {&found, &history.Started{Workflow: "order", Attrs: []history.Attr{{Name: "tags", Type: history.AttrTexts}}}},
	"started-again":        {&again, &history.Started{Workflow: "order", Chain: history.RunID{9}, Previous: history.RunID{9}, Continued: 1}},
	"started-updated":      {&cart, &history.Started{Workflow: "cart", Chain: history.RunID{9}, Previous: history.RunID{9}, Continued: 1, Updates: []string{"1"}}},
	"started-delayed":      {&history.Started{Workflow: "remind", Times: history.Times{NotBefore: time.Date(2026, 3, 1, 13, 0, 0, 123456000, time.UTC)}}, &history.Started{Workflow: "remind", Times: history.Times{NotBefore: time.Date(9998, 12, 31, 0, 0, 0, 0, time.UTC)}}},
	"started-by-schedule":  {&history.Started{Workflow: "report", WorkflowID: "nightly@2026-11-23T05:30:00Z", Times: history.Times{Nominal: time.Date(2026, 11, 23, 5, 30, 0, 0, time.UTC)}}, &history.Started{Workflow: "report", Times: history.Times{Nominal: time.Date(2026, 11, 23, 5, 30, 0, 500_000_000, time.UTC)}}},
	"started-on-a-queue":   {&history.Started{Workflow: "remind", WorkflowID: "r-1", Place: history.Place{Queue: "letters", Partition: "tenant-7"}}, &history.Started{Workflow: "remind", Place: history.Place{Queue: "q"}}},
	"started-until":        {&history.Started{Workflow: "remind", Times: history.Times{Limit: history.Limit{Deadline: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Grace: time.Minute}}}, &history.Started{Workflow: "remind", Times: history.Times{Limit: history.Limit{Deadline: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Grace: -1}}}},
	"started-by-parent":    {&child, &history.Started{Workflow: "bill", Parent: history.RunID{12}, ParentSeq: 1, Depth: 1}},
	"started-within":       {&history.Started{Workflow: "remind", Times: history.Times{Within: time.Hour, Limit: history.Limit{Grace: time.Minute}}}, &history.Started{Workflow: "remind", Times: history.Times{Within: time.Microsecond, Limit: history.Limit{Grace: -1}}}},
	"child-started":        {&history.ChildStarted{Workflow: "bill", WorkflowID: "bill-42", Named: true, Run: history.RunID{12, 13}, Queue: "money", Input: packed("card"), Headers: history.Headers{"trace": "1"}, Detached: true, Deadline: noon.Add(time.Hour), Grace: time.Minute}, &history.ChildStarted{Workflow: "bill"}},
	"child-cancelled":      {&history.ChildCancelRequested{Child: 2, Reason: "the customer left"}, &history.ChildCancelRequested{Child: 300}},
	"child-ended":          {&history.ChildEnded{Child: 2, Run: history.RunID{12, 13}, How: history.KindRunCompleted, Result: packed("receipt")}, &history.ChildEnded{Child: 3, Failure: &history.Failure{Kind: mark.Exists, Message: "another run has it"}}},
	"signal-sent":          {&history.SignalSent{WorkflowID: "courier-1", Name: "handover", Payload: packed("parcel"), Headers: history.Headers{"trace": "1"}}, &history.SignalSent{WorkflowID: "courier-1", Name: "go"}},
	"signal-answered":      {&history.SignalAnswered{Signal: 300}, &history.SignalAnswered{Signal: 2, Failure: &history.Failure{Kind: mark.Closed, Message: "it has ended"}}},
	"update-received":      {&history.UpdateReceived{Name: "add-item", ID: "add-42", Input: packed("tea"), Headers: history.Headers{"trace": "1"}}, &history.UpdateReceived{Name: "add-item", ID: "1"}},
	"update-ended":         {&history.UpdateEnded{Update: 300, Result: packed("3 items")}, &history.UpdateEnded{Update: 2, Failure: &declined, Rejected: true}},
	"promise-made":         {&history.PromiseMade{Due: noon.Add(24 * time.Hour), Token: "AQ-token"}, &history.PromiseMade{Token: "AQ"}},
	"promise-ended":        {&history.PromiseEnded{Promise: 300, Token: "AQ-token", Result: packed("receipt")}, &history.PromiseEnded{Promise: 2, Failure: &history.Failure{Kind: mark.Timeout, Message: "due"}}},
	"promise-cancelled":    {&history.PromiseCancelled{Promise: 2}, &history.PromiseCancelled{Promise: 70000}},
	"paused":               {&history.Steered{Did: history.KindPaused, Who: "anna@example.com", Why: "the price list is wrong"}, &history.Steered{Did: history.KindPaused}},
	"unpaused":             {&history.Steered{Did: history.KindUnpaused, Who: "ben", Why: "corrected"}, &history.Steered{Did: history.KindUnpaused}},
	"retried-now":          {&history.Steered{Did: history.KindRetriedNow, Who: "ben", Why: "the bank is back", Activities: []int64{2, 300}}, &history.Steered{Did: history.KindRetriedNow}},
	"reset":                {&history.Steered{Did: history.KindReset, Who: "ben", Why: "the bank is back", Run: history.RunID{9}}, &history.Steered{Did: history.KindReset, Run: history.RunID{9}}},
	"repinned":             {&history.Steered{Did: history.KindRepinned, Who: "ben", Why: "v7 has a fault", Build: "v8"}, &history.Steered{Did: history.KindRepinned}},
	"started-reset":        {&history.Started{Workflow: "order", Copied: []history.Copied{{Run: history.RunID{9}, Seq: 4}, {Run: history.RunID{10}, Seq: 300}}}, &history.Started{Workflow: "order", Copied: []history.Copied{{Run: history.RunID{9}, Seq: 1}}}},
	"task-marker":          {&history.Unknown{Number: history.KindTaskMarker}, &history.Unknown{Number: 200, Raw: []byte("kept as it is")}},
}

// fixtureRow is a row of a golden file.
type fixtureRow struct {
	header history.Header
	events []history.Event
}

// row numbers events from seq on and gives the commands among them a call site.
func row(h history.Header, seq int64, bodies ...history.Body) fixtureRow {
	r := fixtureRow{header: h}
	for i, b := range bodies {
		e := history.Event{Seq: seq + int64(i), Body: b}
		if _, command := b.(history.Command); command {
			e.Site = site
			if i%2 == 1 {
				e.Site = "order.ship ship.go:17"
			}
		}
		r.events = append(r.events, e)
	}
	return r
}

// cipher returns a payload as if a transform had encrypted it.
func cipher(n byte) history.Payload {
	return history.Payload{Enc: "msgpack+zstd+aesgcm", Data: bytes.Repeat([]byte{0xc0 + n}, 20)}
}

// sealed encrypts the texts of a row's events and removes them from the bodies.
func sealed(r fixtureRow) fixtureRow {
	for i := range r.events {
		e := &r.events[i]
		if texts, err := history.EncodeTexts(e.Body); err != nil || texts.Enc == "" {
			continue
		}
		texts := cipher(byte(0x10 + i))
		e.Sealed = &texts
		data, err := history.EncodeEvent(*e)
		if err != nil {
			panic(err) // a fixture's error
		}
		bare, err := history.DecodeEvent(data)
		if err != nil {
			panic(err)
		}
		e.Body = bare.Body
	}
	return r
}

// histories are complete: a Linter finds nothing in them.
var histories = map[string][]fixtureRow{
	"history-order": {
		row(open(header(0)), 1, &started),
		row(header(1), 2, &scheduled),
		row(header(2), 3, &history.ActivityCompleted{Activity: 2, Attempt: 1, Result: packed("receipt")},
			&history.TimerStarted{FireAt: noon.Add(time.Hour)}),
		row(header(5), 5, &history.SignalReceived{Name: "approve", ID: "approve-42", Payload: packed("yes")},
			&history.TimerCancelled{Timer: 4}, &history.ActivityScheduled{Name: "ship", Queue: "depot", Policy: policy}, &history.ActivityScheduled{Name: "ship", Queue: "depot", Policy: policy}),
		row(header(9), 9, &history.ActivityCompleted{Activity: 8, Attempt: 2, Result: packed("b"), Last: &panicked}, &history.ActivityCompleted{Activity: 7, Attempt: 1, Result: packed("a")},
			&history.RunCompleted{Result: packed("shipped")}),
	},
	"history-compensation": {
		row(open(header(0)), 1, &started),
		row(header(1), 2, &scheduled, &scheduled),
		row(header(2), 4, &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyLost}),
		row(header(3), 5, &history.ActivityFailed{Activity: 3, Attempt: 1, Failure: declined}, &history.ActivityCancelRequested{Activity: 2},
			&history.ActivityScheduled{Name: "release", Policy: policy, Eager: true}),
		row(header(4), 8, &history.ActivityCompleted{Activity: 7, Attempt: 1}, &history.RunFailed{Failure: declined}),
	},
	"history-cancelled": {
		row(open(header(0)), 1, &started),
		row(drew(header(0)), 2, &history.TimerStarted{FireAt: noon.Add(2 * time.Second)}, &scheduled, &history.SideEffectRecorded{Value: packed("x")}),
		// The completion and the firing arrive with the request, before the workflow is told
		// to cancel what they end.
		row(header(3), 5, &history.CancelRequested{Reason: "the customer left"}, &history.ActivityCompleted{Activity: 3, Attempt: 1}, &history.TimerFired{Timer: 2},
			&history.SignalReceived{Name: "late"}, &history.TimerCancelled{Timer: 2}, &history.ActivityCancelRequested{Activity: 3},
			&history.RunCancelled{Failure: history.Failure{Kind: mark.Cancelled, Message: "cancelled"}, Undelivered: []int64{8}}),
	},
	"history-terminated": {
		row(open(header(0)), 1, &started),
		row(header(0), 2, &history.TimerStarted{FireAt: noon.Add(time.Hour)}),
		row(header(10), 3, &history.Unknown{Number: history.KindTaskMarker}),
		row(header(3600), 4, &history.TimerFired{Timer: 2}, &history.TimerStarted{FireAt: noon.Add(24 * time.Hour)}),
		row(header(4000), 6, &history.RunTerminated{Reason: "wrong price list"}),
	},
	"history-continued": {
		row(open(header(0)), 1, &again, &history.SignalReceived{Name: "approve", ID: "approve-44", Payload: packed("yes")}),
		row(header(1), 3, &history.TimerStarted{FireAt: noon.Add(time.Hour)}),
		row(header(2), 4, &history.SignalReceived{Name: "approve", ID: "approve-45"},
			&history.RunContinued{Next: history.RunID{11}, Workflow: "order", Input: packed("next"), Handed: []int64{2, 4}}),
	},
	"history-changed": {
		row(open(header(0)), 1, &started),
		row(header(1), 2, &history.ChangeMarked{Change: "fraud-check", Version: 1}, &history.ChangeMarked{Change: "prices", Version: 3}, &scheduled),
		row(header(2), 5, &history.ActivityCompleted{Activity: 4, Attempt: 1, Result: packed("receipt")}, &history.RunCompleted{Result: packed("shipped")}),
	},
	"history-attributes": {
		row(open(header(0)), 1, &found),
		row(header(1), 2, &history.AttributeSet{Attr: history.Attr{Name: "due", Type: history.AttrTime, Values: []string{"2026-03-02T12:00:00Z"}}},
			&history.AttributeSet{Attr: history.Attr{Name: "total", Type: history.AttrFloat, Values: []string{"12.5"}}}, &scheduled),
		row(header(2), 5, &history.ActivityCompleted{Activity: 4, Attempt: 1}, &history.AttributeSet{Attr: history.Attr{Name: "due"}},
			&history.AttributeSet{Attr: history.Attr{Name: "paid", Type: history.AttrBool, Values: []string{"true"}}}, &history.RunCompleted{}),
	},
	"history-children": {
		row(open(header(0)), 1, &child),
		row(header(1), 2, &history.ChildStarted{Workflow: "bill", WorkflowID: "order-42/2-0c0d0000", Run: history.RunID{12, 13}, Input: packed("card")},
			&history.ChildStarted{Workflow: "pack", WorkflowID: "pack-42", Named: true, Run: history.RunID{12, 14}, Queue: "depot"},
			&history.SignalSent{WorkflowID: "courier-1", Name: "handover", Payload: packed("parcel")}),
		row(header(2), 5, &history.SignalAnswered{Signal: 4}, &history.ChildEnded{Child: 2, Run: history.RunID{12, 15}, How: history.KindRunFailed, Failure: &declined},
			&history.ChildCancelRequested{Child: 3, Reason: "not paid"}),
		row(header(3), 8, &history.ChildEnded{Child: 3, Run: history.RunID{12, 14}, How: history.KindRunCancelled, Failure: &history.Failure{Kind: mark.Cancelled, Message: "cancelled: not paid"}},
			&history.ChildStarted{Workflow: "letter", WorkflowID: "order-42/9-0c100000", Run: history.RunID{12, 16}, Detached: true}, &history.RunCompleted{}),
	},
	"history-steered": {
		row(open(header(0)), 1, &started),
		row(header(1), 2, &scheduled),
		row(header(2), 3, &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyFailed, Failure: &declined}),
		row(header(3), 4, &history.Steered{Did: history.KindPaused, Who: "anna", Why: "the bank is closed"}, &history.Steered{Did: history.KindUnpaused, Who: "ben", Why: "it is open"}, &history.Steered{Did: history.KindRepinned, Who: "ben", Why: "v1 is switched off", Build: "v2"},
			&history.Steered{Did: history.KindRetriedNow, Who: "ben", Why: "at once", Activities: []int64{2}}),
		row(header(4), 8, &history.ActivityCompleted{Activity: 2, Attempt: 2, Result: packed("receipt")}, &history.RunCompleted{}),
	},
	"history-reset": {
		row(open(header(0)), 1, &history.Started{Workflow: "order", WorkflowID: "order-42", Input: packed("42"), Copied: []history.Copied{{Run: history.RunID{9}, Seq: 2}}}),
		row(header(1), 2, &scheduled),
		row(open(header(2)), 3, &history.Steered{Did: history.KindReset, Who: "ben", Why: "the bank is back", Run: history.RunID{9}}, &history.ActivityCompleted{Activity: 2, Attempt: 2, Result: packed("receipt")}),
		row(header(2), 5, &history.RunCompleted{}),
	},
	"history-promised": {
		row(open(header(0)), 1, &started),
		row(header(1), 2, &history.PromiseMade{Token: "AQ-bank", Due: noon.Add(time.Second)}, &history.PromiseMade{Token: "AQ-mail"}, &history.PromiseMade{Token: "AQ-left"},
			&history.PromiseMade{Token: "AQ-late", Due: noon}, &scheduled),
		row(header(2), 7, &history.ActivityCompleted{Activity: 6, Attempt: 1}, &history.PromiseEnded{Promise: 2, Token: "AQ-bank", Result: packed("receipt")},
			&history.PromiseEnded{Promise: 5, Failure: &history.Failure{Kind: mark.Timeout, Message: "due"}}),
		row(header(3), 10, &history.PromiseEnded{Promise: 3, Token: "AQ-mail", Failure: &declined}, &history.PromiseCancelled{Promise: 4}, &history.RunCompleted{}),
	},
	"history-updated": {
		row(open(header(0)), 1, &cart),
		row(header(1), 2, &history.UpdateReceived{Name: "add-item", ID: "add-8", Input: packed("tea")}, &history.UpdateReceived{Name: "add-item", ID: "add-9"},
			&history.UpdateEnded{Update: 2, Result: packed("1 item")}, &scheduled),
		row(header(2), 6, &history.ActivityCompleted{Activity: 5, Attempt: 1}, &history.UpdateReceived{Name: "drop", ID: "drop-1"},
			&history.UpdateEnded{Update: 3, Failure: &declined}),
		row(header(3), 9, &history.SignalReceived{Name: "close", ID: "close-2"}, &history.RunCompleted{Undelivered: []int64{7}}),
	},
	"history-sealed": {
		sealed(row(open(header(0)), 1, &history.Started{
			Workflow: "order", WorkflowID: "order-42", Input: cipher(1), Headers: history.Headers{"tenant": "acme"}, Seed: [16]byte{7}, Level: 1, Build: "v1.4.2",
		})),
		sealed(row(header(1), 2, &history.ActivityScheduled{Name: "charge", Input: cipher(2), Policy: policy, Eager: true})),
		sealed(row(header(2), 3, &history.SignalReceived{Name: "approve", ID: "approve-42", Payload: cipher(3), Headers: history.Headers{"trace": "1"}},
			&history.CancelRequested{Reason: "the customer left"}, &history.ActivityFailed{Activity: 2, Attempt: 1, Failure: declined},
			&history.RunFailed{Failure: declined, Undelivered: []int64{3}})),
	},
	"history-many-rows": {
		row(open(header(0)), 1, &started),
		row(open(header(1)), 2, &history.SignalReceived{Name: "a", ID: "1"}, &history.SignalReceived{Name: "a", ID: "2"}),
		row(open(header(1)), 4, &history.SignalReceived{Name: "a", ID: "3"}, &scheduled),
		row(header(1), 6, &scheduled, &history.TimerStarted{FireAt: noon}),
		row(header(1), 8, &history.TimerFired{Timer: 7}, &history.RunCompleted{Undelivered: []int64{2, 3, 4}}),
	},
}

// reframe makes a row or an event of frames with valid checksums, whatever the frames
// hold.
func reframe(frames ...[]byte) []byte {
	var data []byte
	for _, f := range frames {
		data = binary.BigEndian.AppendUint32(data, uint32(len(f)))
		data = binary.BigEndian.AppendUint32(data, crc32.Checksum(f, crc32.MakeTable(crc32.Castagnoli)))
		data = append(data, f...)
	}
	return data
}

// mend fixes the checksums of data, as far as its frames can be found.
func mend(data []byte) []byte {
	data = bytes.Clone(data)
	for at := 0; len(data)-at >= 8; {
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n > len(data)-at-8 {
			break
		}
		binary.BigEndian.PutUint32(data[at+4:], crc32.Checksum(data[at+8:at+8+n], crc32.MakeTable(crc32.Castagnoli)))
		at += 8 + n
	}
	return data
}

// body is a hand-written frame of an event of kind k.
func body(k history.Kind, msgpack string) []byte {
	return append([]byte{1, byte(k)}, msgpack...)
}

const headerKind history.Kind = 63

// emptyHeader is the smallest valid header.
var emptyHeader = body(headerKind, "\x81\xa1n\x00")

func long(n int) string { return strings.Repeat("x", n) }
