// Package testkit runs workflows in tests: the real Runtime on an in-memory store, with a clock
// that jumps to the next timer when nothing else can move. Months take milliseconds.
//
//	func TestOrder(t *testing.T) {
//		env := testkit.New(t, Order.Bind(order))
//		testkit.Stub(env, Charge, func(ctx context.Context, c Card) (Receipt, error) { ... })
//		run := testkit.Start(env, Order, in)
//		env.After(72*time.Hour, func() { testkit.Signal(env, run.WorkflowID(), Approve, Approval{Yes: true}) })
//		receipt, err := run.Result()
//	}
//
// The body of a test, a func(testing.TB), can also run with a replay before each workflow task
// ([ReplayAlways]), with a crash at every point ([CrashEverywhere]), and with events in any
// possible order ([Explore]). docs/testing.md is the guide.
//
// Everything inside an [Env] lives in a bubble of testing/synctest: that of the test, if it
// runs in one. The environment variables REPRISE_SEED and REPRISE_UPDATE, which [Explore] and
// [Golden] read, are for the person who runs the tests.
//
// Package testkit belongs to the author tier of docs/stability.md: its exported names stay.
package testkit

// Package testkit imports reprise and most of what that imports, store/memory,
// store/storetest for its faults, internal/timeline, and the standard library with
// testing. It is for tests only.
