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
// A replay compares what the code asks for with the history. If another command is asked for, the
// run is parked, not failed, and goes on when the code is mended. What leaves no trace in a
// command a replay does not find. docs/upgrading.md says how to change code under open runs.
//
// # Values and errors
//
// Values pass between workflow, activities and signallers as encoded bytes, and each
// Get decodes them anew. An error comes back with its text, its code and its causes: errors.Is
// finds the errors of this package and of package activity, and the author's own failure.Code.
//
// # Panics
//
// A panic does not fail the run. The task is tried twice more, and then the run is parked until
// the code is mended. To compensate after a panic, recover it in a deferred function, return from
// that, and wait afterwards.
//
// # Cancellation
//
// When a run is asked to cancel, or the cancel function of a [WithCancel] is called, timers and
// the waits for signals under that Context end with [ErrCancelled], and so does whatever is
// started afterwards. Clean up under [WithoutCancel], and return the error.
//
// To cancel an activity is a request. One of which no attempt runs ends as cancelled at once. One
// that runs has the context of its attempt ended, and its Future ends when the attempt has ended:
// with its result, with [ErrCancelled] if it gave way, with its own failure, or with
// activity.ErrOutcomeUnknown if nobody knows. [Future.Get] waits for that, so a compensation does
// not overtake the step that it undoes; see [Saga]. [Select], [Receive] and a Get with
// [LeaveOnCancel] do not wait.
//
// # Concurrency
//
// A workflow's coroutines take turns, so its variables need no lock. A [Context] and
// a [Future] belong to their run: a use of them outside of it, in a goroutine of the
// author's or after the run has ended, panics where the engine can tell.
//
// Package workflow is of the author tier of docs/stability.md: what it exports stays.
//
// Package workflow imports failure, internal/contract, internal/mark, history, replay, activity, signal and google/uuid.
package workflow
