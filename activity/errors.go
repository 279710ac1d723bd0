package activity

import (
	"errors"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/internal/mark"
)

// How an activity ended, as the workflow sees it: match with errors.Is what
// Future.Get returned. They match by the kind that the engine has recorded, so no failure.Code
// of an author's is ever one of them. ErrTimeout, ErrHeartbeatTimeout and
// ErrCancelled are causes of an attempt's context, too.
var (
	// ErrTimeout: an attempt, or all of them together, took longer than the policy
	// allows.
	ErrTimeout error = ended(mark.Timeout, "timed out")
	// ErrHeartbeatTimeout: an attempt was silent for longer than the policy allows.
	// It is an ErrTimeout.
	ErrHeartbeatTimeout error = ended(mark.HeartbeatTimeout, "no heartbeat: timed out")
	// ErrCancelled: the workflow no longer wants the activity.
	ErrCancelled error = ended(mark.Cancelled, "cancelled")
	// ErrOutcomeUnknown: the last attempt was lost with its worker, or the activity was cancelled
	// and its attempt did not return in time. The work may have been done, or still be.
	ErrOutcomeUnknown error = ended(mark.OutcomeUnknown, "outcome unknown: the last attempt was lost with its worker")
	// ErrWorkerGone: the activity was sent to the own queue of one worker, see [Info], and that
	// worker is gone. The activity is not tried any more. If the last attempt was lost with the worker, the error matches
	// ErrOutcomeUnknown, too, unless the activity is transactional.
	ErrWorkerGone error = ended(mark.WorkerGone, "the worker whose own queue it was to be run from is gone")
	// ErrLost: the last attempt at a transactional activity was lost with its worker.
	// Nothing of it was kept.
	ErrLost error = ended(mark.Lost, "lost: its transaction ended with its worker, and nothing of it was kept")
)

func ended(kind failure.Kind, text string) *mark.Error {
	return mark.New(mark.Mark{Kind: string(kind)}, "activity: "+text)
}

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
