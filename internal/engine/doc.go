// Package engine is the worker of a process: it claims runs and activity rows, steps runs task by task,
// makes attempts, and keeps the lease that lets it do so. The root package is its public face; no other
// package imports it.
//
// A [Process] lives as long as its Runtime. An engine is one incarnation of the process as a worker:
// one worker id, one lease. When the lease is lost, the process drops the engine and begins another.
//
// The files:
//
//   - process.go, config.go, ids.go, stop.go: a process, its beginning and its end.
//   - engine.go, workgroup.go, tick.go, vitals.go, storeclock.go: the worker and its tick.
//   - reconcile.go, retain.go, forward.go: the work that a tick finds.
//   - ownership.go, cache.go: the runs that this worker owns, and those that have parked here.
//   - intake.go, run.go, arrivals.go: a run, its states, its incoming events.
//   - task.go, compose.go, settle.go, park.go: its tasks and their commits.
//   - eagerstart.go: a start that carries its first task.
//   - claimloop.go, claimruns.go, claimrows.go: how a worker comes to own work.
//   - activities.go, eager.go, rows.go, rowbytes.go, transactional.go, affinity.go, reuse.go: activities;
//     package attempt makes the attempts.
//   - wakes.go, timers.go, firing.go, notify.go, waiters.go: what wakes whom.
//   - schedule.go: the firing of schedules.
//   - load.go, slots.go, quarantine.go: how much work a worker takes on.
//   - stuck.go: workflow code that does not return.
//   - control.go, callers.go, await.go: ending or resuming a run, changing a queue or a worker, and waiting for the end of a run.
//   - observer.go, advice.go, notices.go, changes.go: what observers and the log are told, and how often.
//
// Package engine imports failure, internal/mark, activity, codec, history, recovery, replay, schedule, store, timer, internal/agenda, internal/balance,
// internal/commit, internal/contract, internal/engine/attempt, internal/histories, internal/hooks, internal/promise, internal/sealing, internal/waits, internal/wakeup and internal/watchdog.
package engine
