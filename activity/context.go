package activity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/history"
)

// MaxDetails is the largest heartbeat detail in encoded bytes.
const MaxDetails = 64 << 10

// ErrNotInActivity is returned by what needs an attempt's context and got another.
var ErrNotInActivity = errors.New("activity: not the context of an attempt; pass on the one the function was called with")

// Info describes an attempt to the function that makes it.
type Info struct {
	Namespace  string
	Queue      string // that it was claimed from
	Worker     string // the id of the worker that makes the attempt
	RunID      string
	WorkflowID string
	Workflow   string
	Activity   string
	Number     int64 // of the activity within its run
	Attempt    int   // 1 for the first
	// IdempotencyKey is the same for all attempts of this activity and different for any
	// other, also where a database has lost its last commits and schedules another activity
	// under the same number. The history has all that it is made of. Give it to whatever the
	// activity calls that knows how to ignore a repeated request.
	IdempotencyKey string
	Scheduled      time.Time // when the workflow asked for it
	Deadline       time.Time // when this attempt times out; zero: never
	// Headers are those that the run was started with, and over them those that an
	// interceptor added to the activity.
	Headers map[string]string
}

// key finds the attempt in its context.
type key struct{}

// attempt is the context of one attempt.
type attempt struct {
	context.Context
	call Call
}

// Value implements context.Context.
func (a *attempt) Value(k any) any {
	if k == (key{}) {
		return a
	}
	return a.Context.Value(k)
}

// String tells which attempt it is. Who prints a context must not print the input.
func (a *attempt) String() string {
	return fmt.Sprintf("activity %s, attempt %d of %s", a.call.Info.Activity, a.call.Info.Attempt, a.call.Info.IdempotencyKey)
}

func attemptIn(ctx context.Context) (*attempt, bool) {
	if ctx == nil {
		return nil, false
	}
	a, ok := ctx.Value(key{}).(*attempt)
	return a, ok
}

// GetInfo describes the attempt whose context ctx is or descends from; it is the
// zero Info for any other context.
func GetInfo(ctx context.Context) Info {
	if a, ok := attemptIn(ctx); ok {
		return a.call.Info
	}
	return Info{}
}

// Heartbeat says that the attempt is alive and, with a value, how far it has come:
// the next attempt reads the newest value with [Details]. At most one value may be
// given, of at most [MaxDetails] bytes encoded. Of a policy without Heartbeat the
// first attempt may be made without a row, and then its values outlive a failure but
// not the process.
//
// When the attempt's context is cancelled, the error is the cause. Return then.
// Values are written at most about once a second, so calling it often is cheap.
func Heartbeat(ctx context.Context, details ...any) error {
	a, ok := attemptIn(ctx)
	if !ok {
		return ErrNotInActivity
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p, err := a.encode(details)
	if err != nil {
		return fmt.Errorf("activity: heartbeat of %s: %w", a.call.Info.Activity, err)
	}
	if a.call.Beat != nil {
		err = a.call.Beat(p)
	}
	if ctx.Err() != nil { // the beat was how the worker learnt it
		return context.Cause(ctx)
	}
	return err
}

func (a *attempt) encode(details []any) (history.Payload, error) {
	switch len(details) {
	case 0:
		return history.Payload{}, nil
	case 1:
	default:
		return history.Payload{}, fmt.Errorf("%d details given; put them into one struct", len(details))
	}
	p, err := a.call.Codecs.Encode(details[0])
	if err == nil && len(p.Data) > MaxDetails {
		err = fmt.Errorf("details have %d bytes; at most %d are kept", len(p.Data), MaxDetails)
	}
	return p, err
}

// Details reads the newest value that an attempt before this one gave to
// [Heartbeat]; false if there is none.
func Details[T any](ctx context.Context) (T, bool, error) {
	var v T
	a, ok := attemptIn(ctx)
	if !ok {
		return v, false, ErrNotInActivity
	}
	if a.call.Details.Enc == "" && len(a.call.Details.Data) == 0 {
		return v, false, nil
	}
	if err := a.call.Codecs.Decode(a.call.Details, &v); err != nil {
		var zero T
		return zero, false, fmt.Errorf("activity: heartbeat details of %s: %w", a.call.Info.Activity, err)
	}
	return v, true, nil
}
