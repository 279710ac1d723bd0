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

// maxDetails is the largest encoded size of heartbeat details.
const maxDetails = 64 << 10

var errNoContext = errors.New("activity: the context is nil; pass the one that the function was called with")

// Info describes an attempt to the function that runs it.
type Info struct {
	Namespace string
	Queue     string // that the attempt was claimed from
	// Worker names the worker that makes the attempt, and is the name of a queue that only this
	// worker serves. Set it as [Policy.Queue] to send later activities to the same process. They
	// end with [ErrWorkerGone] once that process has stopped, died or lost its lease.
	Worker     string
	RunID      uuid.UUID
	WorkflowID string
	Workflow   string
	Activity   string
	Number     int64 // of the activity within its run
	Attempt    int   // the first is 1
	// IdempotencyKey is the same for all attempts of this activity, and different for every
	// other activity. It differs even if a database lost its last commits and another activity
	// is scheduled under the same number. It can be computed from the history. Pass it to any
	// system you call that can ignore a repeated request.
	IdempotencyKey string
	Scheduled      time.Time // when the workflow scheduled the activity
	Deadline       time.Time // when this attempt times out; zero: never
	// Headers are the run's headers, with those that an interceptor added to the activity,
	// which take precedence.
	Headers map[string]string
}

// key is the context key of the attempt.
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

// String identifies the attempt. Code that prints a context must not print the input.
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

// GetInfo describes the attempt that ctx belongs to. For any other context it returns the zero Info.
func GetInfo(ctx context.Context) Info {
	if a, ok := attemptIn(ctx); ok {
		return Info(a.call.Info)
	}
	return Info{}
}

// Heartbeat reports that the attempt is alive. It returns nil while the attempt may continue,
// and the cause once its context is cancelled: return then. Heartbeats are written at most
// about once a second, so calling it often is cheap.
//
// Outside an attempt, such as in a unit test that calls the activity's function, Heartbeat just
// returns ctx.Err().
func Heartbeat(ctx context.Context) error {
	a, err := alive(ctx)
	if a == nil || err != nil {
		return err
	}
	return a.beat(ctx, history.Payload{})
}

// HeartbeatDetails is [Heartbeat] with the attempt's progress: the next attempt reads the
// newest value with [Details]. It also fails if the codec refuses the value, or if the encoded
// value exceeds 64 KiB.
//
// Details are kept in the activity's row. If the policy has no HeartbeatTimeout, the first attempt
// may run without a row; its details then survive a failure, but not the death of the process.
func HeartbeatDetails[T any](ctx context.Context, details T) error {
	a, err := alive(ctx)
	if a == nil || err != nil {
		return err
	}
	p, err := a.call.Codecs.Encode(details)
	if err == nil && len(p.Data) > maxDetails {
		err = fmt.Errorf("details have %d bytes; at most %d are kept: store them elsewhere and pass their key", len(p.Data), maxDetails)
	}
	if err != nil {
		return fmt.Errorf("activity: heartbeat of %s: %w", a.call.Info.Activity, err)
	}
	return a.beat(ctx, p)
}

// alive returns the attempt of ctx, nil if there is none, and why it must end.
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
	if cause := context.Cause(ctx); cause != nil { // the worker learnt of it by this heartbeat
		return cause
	}
	return err
}

// Details returns the newest value that an earlier attempt passed to [HeartbeatDetails]. It
// returns false if there is none, or outside an attempt, and an error if the value is not a T.
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
