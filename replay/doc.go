// Package replay runs a workflow deterministically: history in, commands out.
//
// A [Machine] holds the coroutines of one run. [Machine.Step] gives it one [Task],
// the external events that one commit takes in, and returns the commands the workflow
// answers with: command events not yet appended. A task that is in the history already
// carries its commands; then the workflow must ask for exactly these, or the step ends
// in a [MismatchError]. That is the only difference between a run that goes on and a
// run that is rebuilt. A worker therefore rebuilds a run by stepping a new machine
// through the recorded tasks ([Tasks] finds them in the rows of a history) and then
// steps it through the open one:
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
// The events of a task are delivered one at a time, and after each the coroutines run
// until every one waits, so it makes no difference how events are grouped into tasks.
// Runnable coroutines run first in, first out. What one event wakes runs in the order
// in which it began to wait, or, for a cancellation, in which it was created. Wait picks
// what has been ready longest, then the first. A cancellation ends open timers, and asks for
// the end of open activities, in the order in which they were asked for. An activity ends by an
// event alone, cancelled or not. This order is level 1 of the
// engine's rules; histories hold the level they were made under, and a change would be a
// new level beside it.
//
// # Coroutines
//
// Coroutines are those of iter.Pull: they have goroutines of their own, which exist
// until [Machine.Close], but only one of them or the caller runs at any time. What
// follows for the caller:
//
//   - Step and Close run on goroutines made for it, never on a caller's of unknown
//     state: a goroutine locked to its thread (runtime.LockOSThread) that steps a
//     machine made elsewhere ends the process.
//   - A panic in workflow code and a runtime.Goexit come back from Step as a
//     [PanicError]. Deferred functions that they call may ask for things, but not wait:
//     a panic comes out in the task in which it began, and nothing of that is committed.
//   - Close unwinds by a panic with a private value, so functions that the workflow
//     deferred run. Code that recovers it gains nothing: every call it makes into the
//     engine panics again and none is recorded.
//   - Workflow code that blocks outside the engine, on a channel or a mutex, blocks Step.
//     Nothing can be done about it from outside; [Machine.Running] and [Machine.Stack]
//     tell where it is, from any goroutine, so that a watchdog can say so and give the
//     run up. Close never waits for such a Step.
//
// # Concurrency
//
// A machine is used by one goroutine at a time, not always the same; [Machine.Running],
// [Machine.Stack] and [Machine.Close] may be called at any time. [Env], [Op] and [Scope] belong to the
// workflow and are for package workflow only.
//
// The machine holds values as the encoded bytes that history holds, never decoded: who
// asks for a value decodes it anew, when the run goes on as when it is rebuilt.
//
// Package replay is of the driver tier of docs/stability.md: what it exports may change in
// a minor version.
//
// Package replay imports history, internal/mailbox and the standard library; no clock, no
// randomness, no I/O. Its one go statement lasts no longer than the call it is in.
package replay
