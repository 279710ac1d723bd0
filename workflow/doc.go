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
// A function that breaks the rule is found out when it is replayed; its run is then
// parked, not failed, and goes on when the code is mended. A run that waits is replayed
// when something comes in for it, not when a program with changed code starts.
//
// # Values and errors
//
// Values pass between workflow, activities and signallers as encoded bytes, and each
// Get decodes them anew, on the first execution as on replay. So a time comes back in
// UTC or as the codec has it, never with a monotonic reading, and an error comes back
// as a *history.Failure with its text, its code and its causes: errors.Is finds the
// errors of this package and of package activity, and activity.CodeOf finds the
// author's own code.
//
// # Cancellation
//
// When a run is asked to cancel, every wait under its Context gives [ErrCancelled],
// and so does whatever is started afterwards; open activities and timers are
// cancelled. Clean up under [WithoutCancel], and return the error.
//
// # Concurrency
//
// A workflow's coroutines take turns, so its variables need no lock. A [Context] and
// a [Future] belong to their run: a use of them outside of it, in a goroutine of the
// author's or after the run has ended, panics where the engine can tell.
//
// Package workflow imports history, replay, activity, signal, log/slog for the
// logger, google/uuid and the standard library; never the clock, math/rand or
// anything that does I/O.
package workflow
