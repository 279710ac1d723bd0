// Package workflow is the package that workflow code imports.
//
// A workflow is a plain Go function that survives the death of the process that runs it. A
// definition names and types it once, and the worker binds it to its function:
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
// When a process dies, another one replays the function from the run's history, and the
// function must reach the same point. So everything that could turn out differently goes
// through this package:
//
//   - work in the outside world is an activity: [Execute];
//   - time is [Now], [Sleep] and [NewTimer], randomness is [Rand] and [UUID], and any
//     other value to be determined once is a [SideEffect];
//   - input from others is a signal: [Receive], [OnSignal];
//   - concurrency is [Go], [Future] and [Select]: no go statement, channel, mutex or
//     sync type;
//   - log lines go to [Logger];
//   - the iteration order of a map must not matter.
//
// The vet tool tools/reprisevet finds most violations before the code runs.
//
// A replay compares the commands of the code with the history. If the code issues another command,
// the run is parked, not failed, and continues when the code is fixed. A replay does not notice a
// change that affects no command. docs/upgrading.md explains how to change code while runs are open.
//
// A panic does not fail the run, either: after three tries the run is parked. [Context]
// explains panics, values and errors, and concurrency; [WithCancel] explains cancellation, and
// [Saga] the undoing of steps.
//
// Package workflow belongs to the author tier of docs/stability.md: its exported names stay.
package workflow

// Package workflow imports failure, internal/contract, internal/mark, history, replay, activity, signal and google/uuid.
