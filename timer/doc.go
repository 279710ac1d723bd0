// Package timer has a clock, a queue of keys by their due time, and a pump that passes
// due keys to a func.
//
// Durable timers are stored in a store and in histories; this package only says when to
// look. Nothing here is persistent: if the process dies, the keys are found again by the
// code that rebuilds the queue.
//
// Most users of a [Pump] want:
//
//	pump := timer.NewPump(timer.System(), fire)
//	go pump.Run(ctx)          // one goroutine, owned by the caller
//	pump.Set(key, due)
//
// The real clock waits by the monotonic clock, which stops while a machine sleeps, and
// does not notice that the wall clock is set. A caller with a periodic tick should
// therefore call [Pump.Once] in it. Such a jump then delays nothing by more than one
// tick.
//
// A [Queue] is not safe for concurrent use, a [Pump] and a [Clock] are.
//
// Package timer is of the driver tier of docs/stability.md: what it exports may change in
// a minor version.
//
// Package timer imports only the standard library.
package timer
