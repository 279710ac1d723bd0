// Package workflow is what the authors of workflows import.
//
// A workflow is a plain Go function that survives the death of the process that runs
// it. It is named and typed once, as a definition, and bound where the worker is made:
//
//	var Order = workflow.Define[OrderInput, Receipt]("order")
//
//	func order(ctx workflow.Context, in OrderInput) (Receipt, error) {
//		ok, err := workflow.Receive(ctx, Approve, workflow.Within(24*time.Hour))
//		if errors.Is(err, workflow.ErrTimeout) { ... }
//		return workflow.Execute(ctx, Charge, in.Card).Get(ctx)
//	}
//
//	rt, err := reprise.New(st, cfg, Order.Bind(order), Charge.Bind(charge))
//
// # The one rule
//
// When a process dies, another replays the function from the run's history, and it
// must come to the same place. So everything that could come out differently goes
// through this package:
//
//   - work in the outside world is an activity: [Execute];
//   - time is [Now], [Sleep] and [NewTimer], chance is [Rand] and [UUID], and what
//     else must be asked once is a [SideEffect];
//   - what comes from others is a signal: [Receive], [OnSignal];
//   - concurrency is [Go], [Future] and [Select]: no go statement, channel, mutex or
//     sync type;
//   - log lines go to [Logger];
//   - a map's order is not an order.
//
// The vet tool tools/reprisevet finds most of what breaks the rule before it runs.
//
// A replay compares what the code asks for with the history: which activities, timers
// and side effects, in which order, and with which inputs and due times. If another command is
// asked for, the run is parked, not failed, and goes on when the code is mended. The same
// holds for another input or due time if a worker of the same Build made that part of the
// history. Another build may have changed it on purpose: the recorded one counts, the
// log, the Observer and reprise.Describe tell of it, and Config.StrictInputs parks the run.
//
// A replay does not find what leaves no trace in a command: what the code computes and
// drops, what it writes to a variable outside, what a SideEffect would return now, and the policy
// of an activity. Inputs of a codec that cannot decode into a value of type any are not
// known to differ, so they are only told of. And it finds nothing before it takes place: a run
// is replayed when a worker has lost its machine and something comes in for it.
//
// # Values and errors
//
// Values pass between workflow, activities and signallers as encoded bytes, and each
// Get decodes them anew, on the first execution as on replay. So a time comes back in
// UTC or as the codec has it, never with a monotonic reading, and an error comes back
// as a *history.Failure with its text, its code and its causes: errors.Is finds the
// errors of this package and of package activity, and the
// author's own failure.Code.
//
// # Panics
//
// A panic does not fail the run. Nothing of the task is recorded in which it came, the
// task is tried twice more, and then the run is parked until the code is mended: it goes
// on with the same events. Deferred functions that a panic calls must not wait. What they
// ask for counts only if one of them recovers the panic; to compensate after a panic, recover
// it, return from the deferred function, and wait after that.
//
// # Cancellation
//
// When a run is asked to cancel, or the cancel function of a [WithCancel] is called, timers and
// the waits for signals under that Context end with [ErrCancelled], and so does whatever is
// started afterwards. Clean up under [WithoutCancel], and return the error.
//
// To cancel an activity is a request. One of which no attempt runs, for it has not begun or
// waits for its next attempt, ends as cancelled at once. One that runs has the context of its
// attempt ended, and its Future ends when the attempt has ended:
//
//   - with its result, if it finished all the same;
//   - with [ErrCancelled], if it gave way;
//   - with its own failure, if it failed in a way that no attempt would have followed;
//   - with activity.ErrOutcomeUnknown, if its worker was lost or the attempt has not returned
//     10 s later.
//
// [Future.Get] waits for that, also for a coroutine that [Go] began under the cancelled Context.
// So a compensation does not overtake the step that it undoes. Undo a step unless its error says
// that it did nothing: after ErrOutcomeUnknown it may have taken effect, and after ErrCancelled an
// attempt that failed before may have. [Future.IdempotencyKey] is what to ask the other side for.
//
// [Select], [Receive] and a Get with [LeaveOnCancel] do not wait. After a Select that was
// cancelled, call Get on each Future that is to be undone.
//
// # Concurrency
//
// A workflow's coroutines take turns, so its variables need no lock. A [Context] and
// a [Future] belong to their run: a use of them outside of it, in a goroutine of the
// author's or after the run has ended, panics where the engine can tell.
//
// Package workflow is of the author tier of docs/stability.md: what it exports stays.
//
// Package workflow imports failure, internal/contract, internal/mark, history, replay, activity, signal, log/slog for the
// logger, google/uuid and the standard library; never the clock, math/rand or
// anything that does I/O.
package workflow
