// Package replay runs a workflow deterministically: history in, commands out.
//
// A [Machine] holds the coroutines of one run. [Machine.Step] takes one [Task], the
// external events of one commit, and returns the workflow's commands: events that are
// not yet appended. A recorded task carries its commands: the workflow must ask for
// exactly these, or the step returns a [MismatchError]. Nothing else differs between
// replay and live execution. To rebuild a run, a worker steps a new machine through the
// recorded tasks, which [Tasks] finds in the rows of a history, and then through the
// open one:
//
//	m := replay.New(fn, replay.Config{Run: id, Sites: sites})
//	defer m.Close()
//	for _, t := range recorded {
//		if _, err := m.Step(t); err != nil { ... }   // park the run
//	}
//	out, err := m.Step(replay.Task{Now: now, Level: replay.Level, Events: events})
//	// append events and out.Commands in one commit; if it is refused, close the machine
//
// # Order
//
// The machine delivers the events of a task one at a time. After each event the coroutines
// run until all of them wait, so the grouping of events into tasks makes no difference.
// Runnable coroutines run first in, first out. The coroutines that one event wakes run in
// the order in which they began to wait; those that a cancellation wakes run in order of
// creation. Wait picks the source that has been ready longest, and the first of equals. A
// cancellation ends open timers and requests the cancellation of open activities, in the
// order in which they were asked for. Only an event ends an activity, cancelled or not.
// This order is level 1 of the engine's rules. Each history records its level; a changed
// order would be a new level beside it.
//
// # Coroutines
//
// Coroutines are those of iter.Pull. Each has a goroutine, which may exist until
// [Machine.Close], but only one of them or the caller runs at any time. This has
// consequences for the caller:
//
//   - Call Step and Close on goroutines made for the purpose. If a goroutine locked to
//     its thread (runtime.LockOSThread) steps a machine made elsewhere, the process ends.
//   - Step returns a [PanicError] if workflow code panics or calls runtime.Goexit. The
//     deferred functions that then run may ask for commands but must not wait: a panic
//     must end in the task in which it began, and nothing of that task is committed.
//   - Close unwinds coroutines by a panic with a private value, so the workflow's deferred
//     functions run. Recovering that value is pointless: each further call into the engine
//     panics again and records nothing.
//   - Workflow code that blocks outside the engine, on a channel or a mutex, blocks Step,
//     and nobody can interrupt it. [Machine.Running] and [Machine.Stack] tell any
//     goroutine where it is, so a watchdog can report it and give the run up. Close does
//     not wait for such a Step.
//
// # Concurrency
//
// One goroutine at a time may use a machine. [Machine.Running], [Machine.Stack] and
// [Machine.Close] may be called at any time. [Env], [Op] and [Scope] are for package
// workflow and for use inside the workflow only.
//
// The machine holds values as the encoded bytes of the history. Each use decodes a value
// anew, live and in replay alike.
//
// Package replay belongs to the driver tier of docs/stability.md: its API may change in a
// minor version.
//
// Package replay imports history, internal/mailbox and the standard library. It has no
// clock, no randomness and no I/O. The goroutine of its one go statement ends before the
// function that starts it returns.
package replay
