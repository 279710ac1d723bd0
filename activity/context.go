package activity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// maxDetails is how many bytes heartbeat details may have when they are encoded.
const maxDetails = 64 << 10

var errNoContext = errors.New("activity: the context is nil; pass on the one the function was called with")

// Info describes an attempt to the function that makes it.
type Info struct {
	Namespace string
	Queue     string // that it was claimed from
	// Worker is the worker that makes the attempt: the name of a queue that only it serves. As
	// [Policy.Queue] it sends later activities to the same process. They end with [ErrWorkerGone]
	// once that process has stopped, has died or has lost its lease.
	Worker     string
	RunID      uuid.UUID
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
	call contract.Call
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
		return Info(a.call.Info)
	}
	return Info{}
}

// Heartbeat says that the attempt is alive. It returns nil while the attempt may go on, and
// the cause once its context is cancelled: return then. Calls are written at most about once
// a second, so calling it often is cheap.
//
// Outside of an attempt, such as in a unit test that calls the activity's function, there is
// nobody to tell, and Heartbeat returns ctx.Err().
func Heartbeat(ctx context.Context) error {
	a, err := alive(ctx)
	if a == nil || err != nil {
		return err
	}
	return a.beat(ctx, history.Payload{})
}

// HeartbeatDetails is [Heartbeat] with how far the attempt has come: the next attempt reads
// the newest value with [Details]. It fails, too, if the codec refuses the value, or if that
// has more than 64 KiB.
//
// Details are kept with the activity's row. Of a policy without HeartbeatTimeout the
// first attempt may be made without a row, and then its values outlive a failure but
// not the process.
func HeartbeatDetails[T any](ctx context.Context, details T) error {
	a, err := alive(ctx)
	if a == nil || err != nil {
		return err
	}
	p, err := a.call.Codecs.Encode(details)
	if err == nil && len(p.Data) > maxDetails {
		err = fmt.Errorf("details have %d bytes; at most %d are kept: store them elsewhere and give their key", len(p.Data), maxDetails)
	}
	if err != nil {
		return fmt.Errorf("activity: heartbeat of %s: %w", a.call.Info.Activity, err)
	}
	return a.beat(ctx, p)
}

// alive returns the attempt of ctx, nil if there is none, and why it has to end.
func alive(ctx context.Context) (*attempt, error) {
	if ctx == nil {
		return nil, errNoContext
	}
	a, ok := attemptIn(ctx)
	if !ok {
		return nil, ctx.Err()
	}
	return a, context.Cause(ctx)
}

func (a *attempt) beat(ctx context.Context, p history.Payload) (err error) {
	if a.call.Beat != nil {
		err = a.call.Beat(p)
	}
	if cause := context.Cause(ctx); cause != nil { // the beat was how the worker learnt it
		return cause
	}
	return err
}

// Details returns the newest value that an attempt before this one gave to
// [HeartbeatDetails]. It returns false if there is none, also outside of an attempt, and an
// error if the value is not a T.
func Details[T any](ctx context.Context) (T, bool, error) {
	var v T
	if ctx == nil {
		return v, false, errNoContext
	}
	a, ok := attemptIn(ctx)
	if !ok {
		return v, false, nil
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
