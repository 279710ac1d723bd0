// Package engine is the worker of a process: it claims runs and activity rows, steps runs task
// by task, makes attempts, and keeps the lease under which it does so. The root is its public
// face; nobody else imports it.
//
// A [Process] lives as long as the Runtime that it belongs to. An engine is one incarnation of
// it as a worker: one worker id, one lease. When the lease is lost the process drops the engine
// and begins another one.
//
// Where things are:
//
//   - process.go, config.go, ids.go, stop.go: what a process is, how it begins and ends.
//   - engine.go, workgroup.go, tick.go, vitals.go, storeclock.go: the worker and its tick.
//   - reconcile.go, retain.go, forward.go: what a tick finds to do.
//   - ownership.go, cache.go: which runs are this worker's, and which have parked here.
//   - intake.go, run.go, arrivals.go: a run, its states, what has come in for it.
//   - task.go, compose.go, settle.go, park.go: its tasks and their commits.
//   - eagerstart.go: a start that carries its first task.
//   - claimloop.go, claimruns.go, claimrows.go: how a worker comes to own work.
//   - activities.go, eager.go, rows.go, rowbytes.go, transactional.go, affinity.go, reuse.go: activities; attempts at them are made
//     by package attempt.
//   - wakes.go, timers.go, firing.go, notify.go, waiters.go: what wakes whom.
//   - schedule.go: schedules fired.
//   - load.go, slots.go, quarantine.go: how much is taken on.
//   - stuck.go: workflow code that does not come back.
//   - control.go, await.go: to end or resume a run, and to wait for its end.
//   - observer.go, advice.go, notices.go, changes.go: what is told of all this, and how often.
//
// Package engine imports failure, internal/mark, activity, codec, history, recovery, replay, schedule, store, timer, internal/agenda, internal/balance,
// internal/commit, internal/contract, internal/engine/attempt, internal/histories, internal/hooks, internal/promise, internal/sealing, internal/waits, internal/wakeup and internal/watchdog.
package engine
