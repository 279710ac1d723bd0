package activity

import (
	"errors"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/mark"
)

// How an activity ended, as the workflow sees it: match the error of Future.Get with errors.Is.
// They match by the kind that the engine recorded, so an author's failure.Code never matches.
// ErrTimeout, ErrHeartbeatTimeout and ErrCancelled are also causes of an attempt's context.
var (
	// ErrTimeout: an attempt, or all of them together, took longer than the policy allows.
	ErrTimeout error = ended(mark.Timeout, "timed out")
	// ErrHeartbeatTimeout: an attempt was silent for longer than the policy allows. It matches ErrTimeout.
	ErrHeartbeatTimeout error = ended(mark.HeartbeatTimeout, "no heartbeat: timed out")
	// ErrCancelled: the workflow no longer wants the activity.
	ErrCancelled error = ended(mark.Cancelled, "cancelled")
	// ErrOutcomeUnknown: the last attempt was lost with its worker, or the activity was cancelled and
	// its attempt did not return in time. The work may have been done, or may still be in progress.
	ErrOutcomeUnknown error = ended(mark.OutcomeUnknown, "outcome unknown: the last attempt was lost with its worker")
	// ErrWorkerGone: the activity was sent to one worker's own queue, see [Info], and that worker is gone. No further
	// attempt follows. If the last attempt was lost with the worker, the error also matches ErrOutcomeUnknown, unless the
	// activity is transactional.
	ErrWorkerGone error = ended(mark.WorkerGone, "the worker whose own queue it was in is gone")
	// ErrLost: the last attempt at a transactional activity was lost with its worker. None of
	// its writes were kept.
	ErrLost error = ended(mark.Lost, "lost: its transaction ended with its worker and wrote nothing")
)

func ended(kind failure.Kind, text string) *mark.Error {
	return mark.New(mark.Mark{Kind: string(kind)}, "activity: "+text)
}

// Why a worker cancels an attempt's context. An attempt reads these with context.Cause; a
// workflow never sees them.
var (
	// ErrStopping: the worker stops. If the function returns this error, or the context's, the
	// attempt does not count and is repeated elsewhere.
	ErrStopping = errors.New("activity: the worker is stopping; return, and another worker repeats the attempt")
	// ErrLeaseLost: the worker no longer owns the run. Nobody reads the result of the attempt.
	ErrLeaseLost = errors.New("activity: lease lost; another worker runs this activity")
)
