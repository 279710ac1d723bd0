// Package schedule says when runs of a workflow start by themselves.
//
//	var Nightly = schedule.Define("nightly-report", schedule.Cron("30 6 * * 1-5", "Europe/Berlin"), Report, In{Kind: "daily"})
//
//	rt, err := reprise.New(st, reprise.Config{}, Report.Bind(report), Nightly)
//
// A schedule stands in the store. Any worker that binds its workflow fires it, and each time is fired once: there is
// no leader, and nothing is lost when all workers stop. A run has the workflow id nightly-report@2026-11-23T05:30:00Z, which
// names the time in UTC. The workflow finds that time in workflow.GetInfo(ctx).Nominal.
//
// Package schedule is pure: it reads no clock and calls nothing. What it computes follows from the zones of
// IANA, of which it brings its own copy for machines that have none.
//
// Package schedule is of the author tier of docs/stability.md: what it exports stays.
package schedule

// Package schedule imports activity, history, workflow and internal/contract.
