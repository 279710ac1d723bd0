// Package activity defines activities: the functions of a workflow that touch the
// outside world.
//
// An activity is named and typed once, as a definition that both the workflow and
// the worker import; the function is bound where the worker is made:
//
//	var Charge = activity.Define[Card, Receipt]("charge", activity.Policy{StartToClose: time.Minute})
//
//	rt, err := reprise.New(st, cfg, Charge.Bind(svc.Charge))
//
// The function is an ordinary one, func(context.Context, In) (Out, error). It may be
// called more than once for one activity: an attempt can fail, time out or die with
// its process after the work was done. [Info] therefore has an idempotency key that
// all attempts of an activity share; give it to the outside world. What an attempt
// has done so far it can leave to the next one with [HeartbeatDetails] and [Details].
//
// Attempts can overlap. An attempt that has timed out is over for the engine, also while its
// function goes on: the next attempt begins when the policy says so, beside it, in this process
// or another one. The same holds for an attempt whose worker was taken for dead. A function that
// returns soon after its context is cancelled keeps that short; only what the outside world makes
// of the idempotency key excludes it. The log says of a timeout whether the function has returned.
//
// A function that does nothing but write to the database in which the engine keeps its
// store need not be prepared for any of that: bound with [Def.BindTx], it writes in a
// transaction that is committed together with the completion of the activity.
//
// An error ends the attempt, and the [Policy] says whether there is another.
// An error made with failure.Permanent ends the activity at once; a failure.Code is what the
// workflow branches on, because nothing else of an error's identity survives being recorded.
// The context is cancelled with a cause that says why: [ErrTimeout], [ErrCancelled],
// [ErrStopping] or [ErrLeaseLost]. After [ErrCancelled] what the function returns still counts:
// return a result if the work is done, and the error if it is not. Of a function that has not
// returned 10 s later the workflow is told that the outcome is unknown.
//
// Definitions and bindings are values and safe for concurrent use; the function of an activity
// is called from many goroutines at once.
//
// Package activity is of the author tier of docs/stability.md: what it exports stays.
package activity

// Package activity imports failure, history, internal/contract, internal/mark, internal/retry and google/uuid.
