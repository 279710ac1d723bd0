package activity

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// How an activity ended, as the workflow sees it: match with errors.Is what
// Future.Get returned. They match by their code, so they also match after the
// failure was recorded and read back. ErrTimeout, ErrHeartbeatTimeout and
// ErrCancelled are causes of an attempt's context, too.
var (
	// ErrTimeout: an attempt, or all of them together, took longer than the policy
	// allows.
	ErrTimeout = history.WithCode(history.CodeTimeout, errors.New("activity: timed out"))
	// ErrHeartbeatTimeout: an attempt was silent for longer than the policy allows.
	// It is an ErrTimeout.
	ErrHeartbeatTimeout = history.WithCode(history.CodeHeartbeat, fmt.Errorf("activity: no heartbeat: %w", ErrTimeout))
	// ErrCancelled: the workflow no longer wants the activity.
	ErrCancelled = history.WithCode(history.CodeCancelled, errors.New("activity: cancelled"))
	// ErrOutcomeUnknown: the last attempt was lost with its worker, or the activity was cancelled
	// and its attempt did not return in time. The work may have been done, or still be.
	ErrOutcomeUnknown = history.WithCode(history.CodeOutcomeUnknown, errors.New("activity: outcome unknown: the last attempt was lost with its worker"))
	// ErrLost: the last attempt at a transactional activity was lost with its worker.
	// Nothing of it was kept.
	ErrLost = history.WithCode(history.CodeLost, errors.New("activity: lost: its transaction ended with its worker, and nothing of it was kept"))
)

// Why a worker cancels an attempt's context. An attempt reads them with
// context.Cause; a workflow never sees them.
var (
	// ErrStopping: the worker stops. A function that returns with this error, or
	// with the context's, is started again elsewhere and the attempt is not counted.
	ErrStopping = errors.New("activity: the worker is stopping; return to be started again elsewhere")
	// ErrLeaseLost: the worker no longer owns the run. Nobody reads what the attempt
	// returns.
	ErrLeaseLost = errors.New("activity: lease lost; another worker runs this activity")
)

// Permanent marks err as final: no attempt follows it. It returns nil for nil.
func Permanent(err error) error { return history.Permanent(err) }

// WithCode gives err a code for the workflow to branch on with [CodeOf], because a
// recorded error keeps its text and its code, not its identity. It returns nil for
// nil.
func WithCode(code string, err error) error { return history.WithCode(code, err) }

// CodeOf is the first code in the chain of err; "" when there is none.
func CodeOf(err error) string { return history.CodeOf(err) }
