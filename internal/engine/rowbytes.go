package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// rowBytes encodes and decodes what activity rows hold, and the ends of their activities.
type rowBytes struct{ *sealing.Sealer }

// newRow returns the row of an activity without a consumed attempt, for a run with these headers. It
// reads only what never changes about the run.
func (b rowBytes) newRow(run *store.Run, headers history.Headers, seq int64, scheduled *history.ActivityScheduled, at time.Time) (store.Activity, error) {
	body := *scheduled
	body.OfRun = headers
	data, err := b.Sealer.EncodeEvent(context.Background(), history.Event{Seq: seq, Body: &body})
	if err != nil {
		return store.Activity{}, err
	}
	row := store.Activity{
		ID: seq, Name: scheduled.Name, Queue: cmp.Or(scheduled.Queue, run.Queue), Priority: run.Priority,
		Partition: scheduled.Partition, Limited: scheduled.Policy.MaxAttempts > 0, Data: data,
	}
	if p := scheduled.Priority; p != nil {
		row.Priority = *p
	}
	if scheduled.Policy.ScheduleToClose > 0 {
		row.Deadline = at.Add(scheduled.Policy.ScheduleToClose)
	}
	return row, nil
}

// openRow opens the event of a claimed row, if the rest of the row can be read too.
func (b rowBytes) openRow(t store.Task, event *history.Event) error {
	for _, data := range [][]byte{t.Last, t.Details} {
		if len(data) == 0 {
			continue
		}
		_, err := b.Sealer.DecodeEvent(context.Background(), data)
		if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
			return err
		}
	}
	return b.Sealer.Open(context.Background(), event)
}

// endEntry returns the inbox entry for the end of an activity, and what is kept of it for others.
func (b rowBytes) endEntry(number int64, body history.Body, scheduled *history.ActivityScheduled) (e store.Entry, keep *store.Keeping, err error) {
	e = store.Entry{ID: activityEntryID(number), Kind: store.EntryActivity, Ref: number}
	if e.Data, err = b.Sealer.EncodeEvent(context.Background(), history.Event{Body: body}); err == nil {
		keep, err = b.keeping(scheduled, body)
	}
	return e, keep, err
}

// encodeLast encodes the outcome of an attempt without a result, for its row. What cannot be encoded is
// dropped. The row only shows it; but if the activity is cancelled, its attempt then counts as lost.
func (b rowBytes) encodeLast(a *attempt.Attempt, out contract.Outcome, now time.Time) []byte {
	switch {
	case out.Failure == nil:
		return nil
	case !out.Counts():
		return b.encodeUncounted(a, out.Failure)
	}
	tried := history.WithTried(a.Tried, a.N, now, out.Failure)
	return b.encodeShown(history.Event{Body: &history.ActivityFailed{Activity: a.Number, Attempt: a.N, Failure: *out.Failure, Tried: tried}})
}

// encodeShown encodes what a row only shows. What a transform refuses is replaced by the reason.
func (b rowBytes) encodeShown(e history.Event) []byte {
	data, err := b.Sealer.EncodeEvent(context.Background(), e)
	if err != nil {
		data = encodeReason(0, err)
	}
	return data
}

// encodeReason encodes why a row waits, in the engine's words. The text is not sealed, because people
// without the keys must be able to read it.
func encodeReason(number int64, why error) []byte {
	f := &history.Failure{Message: why.Error()}
	data, err := history.EncodeEvent(history.Event{Body: &history.AttemptEnded{Activity: number, Why: history.WhyHandedOver, Failure: f}})
	if err != nil {
		return nil
	}
	return data
}

// LastFailure returns the failure of the previous attempt that an activity's row shows; nil if none.
func LastFailure(sealer *sealing.Sealer, data []byte) *history.Failure {
	f, _, _ := readFailure(sealer, data)
	return f
}

// Tried returns which attempts at an activity have failed, as far as its row can be read.
func Tried(sealer *sealing.Sealer, data []byte) []history.Tried {
	if len(data) == 0 {
		return nil
	}
	event, err := sealer.DecodeEvent(context.Background(), data)
	if err != nil {
		return nil
	}
	switch body := event.Body.(type) {
	case *history.ActivityFailed:
		return body.Tried
	case *history.AttemptEnded:
		return body.Tried
	}
	return nil
}

// lastCounted returns the failure of the last counted attempt that returned, as a row has it, and the
// number of that attempt.
func (b rowBytes) lastCounted(data []byte) (f *history.Failure, attempt int) {
	f, attempt, counted := readFailure(b.Sealer, data)
	if !counted {
		return f.Cause, attempt
	}
	return f, attempt
}

func readFailure(sealer *sealing.Sealer, data []byte) (f *history.Failure, attempt int, counted bool) {
	if len(data) == 0 {
		return nil, 0, true
	}
	event, err := sealer.DecodeEvent(context.Background(), data)
	if sealed := (*sealing.Error)(nil); errors.As(err, &sealed) {
		f = &history.Failure{Message: "the last failure is encrypted: " + err.Error()}
		if event, err = history.DecodeEvent(data); err == nil { // codes and numbers are readable without a key
			if body, ok := event.Body.(*history.ActivityFailed); ok {
				f.Code, attempt = body.Failure.Code, body.Attempt
			}
		}
		return f, attempt, true
	}
	switch body := event.Body.(type) {
	case *history.ActivityFailed:
		return &body.Failure, body.Attempt, true
	case *history.AttemptEnded:
		if body.Failure != nil {
			return body.Failure, body.Attempt, false
		}
	}
	return &history.Failure{Message: fmt.Sprintf("reprise: the last failure is damaged in the store: %v", err)}, 0, true
}

// encodeUncounted encodes why an attempt is not counted. The row shows why it waits; its cause is the
// failure for the history, if there is one.
func (b rowBytes) encodeUncounted(a *attempt.Attempt, err error) []byte {
	f := *history.FailureOf(err)
	f.Cause = a.LastFail
	return b.encodeShown(history.Event{Body: &history.AttemptEnded{Activity: a.Number, Why: history.WhyHandedOver, Failure: &f, Tried: a.Tried}})
}

// decodeDetails reads the heartbeat details that a row has kept; nil if none.
func (b rowBytes) decodeDetails(data []byte) (*history.Payload, error) {
	if len(data) == 0 {
		return nil, nil
	}
	event, err := b.Sealer.DecodeEvent(context.Background(), data)
	if err != nil {
		return nil, err
	}
	body, ok := event.Body.(*history.SideEffectRecorded)
	if !ok {
		return nil, fmt.Errorf("they are the event %T", event.Body)
	}
	return &body.Value, nil
}
