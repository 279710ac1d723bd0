// Package load is the load of a nemesis: workflows of several shapes, written as any
// author would write them, and activities that report what they do to the ledger.
//
// A [Job] is one run and what a client sends to it, drawn from a seed. [Expect] returns
// what its result must be. Each execution of an activity makes a unique value, so a result
// names the executions that it came from.
//
// Package load imports reprise, what authors import, and the ledger.
package load
