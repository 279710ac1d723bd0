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
// A panic does not fail the run, either: after three tries it is parked. [Context] says more of
// panics, of values and errors, and of concurrency; [WithCancel] of cancellation, and [Saga] of
// what undoes steps.
//
// Package workflow is of the author tier of docs/stability.md: what it exports stays.
package workflow

// Package workflow imports failure, internal/contract, internal/mark, history, replay, activity, signal and google/uuid.
