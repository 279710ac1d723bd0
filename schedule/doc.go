// Package schedule defines when runs of a workflow start by themselves.
//
//	var Nightly = schedule.Define("nightly-report", schedule.Cron("30 6 * * 1-5", "Europe/Berlin"), Report, In{Kind: "daily"})
//
//	rt, err := reprise.New(st, reprise.Config{}, Report.Bind(report), Nightly)
//
// A schedule is kept in the store. Any worker that binds its workflow fires it, and each time fires exactly once: there is
// no leader, and nothing is lost when all workers stop. A run has the workflow id nightly-report@2026-11-23T05:30:00Z, with
// the time in UTC. The workflow reads that time from workflow.GetInfo(ctx).Nominal.
//
// Package schedule is pure: it reads no clock and calls nothing. It computes times from the IANA time
// zones, and brings its own copy of them for machines without one.
//
// Package schedule belongs to the author tier of docs/stability.md: its exported names stay.
package schedule

// Package schedule imports activity, history, workflow and internal/contract.
