// Package load is what the workers of a nemesis do: workflows of several shapes,
// written as any author writes them, and activities that tell the ledger what they do.
//
// A [Job] is one run and what a client sends to it, drawn from a seed. [Expect] says
// what its result must be; every value in it was made by one execution of an activity
// and no other, so that a result names the executions it came from.
//
// Package load imports reprise, what authors import, and the ledger.
package load
