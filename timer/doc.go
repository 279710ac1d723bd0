// Package timer has the clock, the queue of what is due next, and the pump that
// hands due keys to a func it is given.
//
// Durable timers live in a store and in histories; this package only knows when to
// look. Nothing here is persisted, and a key that is lost with the process is found
// again by whoever rebuilds the queue.
//
// Most users of a [Pump] want:
//
//	pump := timer.NewPump(timer.System(), fire)
//	go pump.Run(ctx)          // one goroutine, owned by the caller
//	pump.Set(key, due)
//
// The real clock's waits follow the monotonic clock, which stands still while a
// machine sleeps and does not see the wall clock being set. A caller that has a
// periodic tick therefore calls [Pump.Once] in it; then such a jump delays nothing
// by more than one tick.
//
// A [Queue] is not safe for concurrent use, a [Pump] and a [Clock] are.
//
// Package timer is of the driver tier of docs/stability.md: what it exports may change in
// a minor version.
//
// Package timer imports only the standard library.
package timer
