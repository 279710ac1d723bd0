// Package activity defines activities: the functions of a workflow that touch the
// outside world.
//
// A definition names and types an activity once. Both the workflow and the worker import it,
// and the worker binds it to its function:
//
//	var Charge = activity.Define[Card, Receipt]("charge", activity.Policy{StartToClose: time.Minute})
//
//	rt, err := reprise.New(st, cfg, Charge.Bind(svc.Charge))
//
// The function is an ordinary one, func(context.Context, In) (Out, error). It may be called
// more than once for one activity: an attempt can fail, time out, or die with its process after
// the work was done. So [Info] has an idempotency key that all attempts of an activity share;
// pass it to the outside world. An attempt can leave its progress to the next one with
// [HeartbeatDetails] and [Details].
//
// Attempts can overlap. Once an attempt has timed out, it is over for the engine even while its
// function runs: the next attempt begins when the policy says so, concurrently, in this process or
// another. The same happens when a worker is declared dead. A function that returns soon after its
// context is cancelled keeps the overlap short; only the outside world can rule it out, with the
// idempotency key. After a timeout the log says whether the function has returned.
//
// A function that writes only to the database that holds the engine's store needs none of these
// precautions: bound with [Def.BindTx], it writes in a transaction that commits together with
// the completion of the activity.
//
// An error ends the attempt, and the [Policy] decides whether another follows. An error made
// with failure.Permanent ends the activity at once. A workflow branches on a failure.Code,
// because no other identity of an error survives being recorded. The context is cancelled with
// a cause: [ErrTimeout], [ErrCancelled], [ErrStopping] or [ErrLeaseLost]. After [ErrCancelled]
// the function's result still counts: return a result if the work is done, and the error if it
// is not. If the function does not return within reprise.Config.Grace, the workflow is told
// that the outcome is unknown.
//
// Definitions and bindings are values and safe for concurrent use. An activity's function is
// called from many goroutines at once.
//
// Package activity belongs to the author tier of docs/stability.md: its exported names stay.
package activity

// Package activity imports failure, history, internal/contract, internal/mark, internal/retry and google/uuid.
