// Package load is the load of a nemesis: workflows of several shapes, written as any
// author would write them, and activities that report to the ledger what they do.
//
// A [Job] is one run and what a client sends to it, drawn from a seed. [Expect] returns
// what its result must contain. Each execution of an activity makes a unique value, so a
// result names the executions that it came from.
//
// Package load imports reprise, the packages that authors import, and the ledger.
package load
