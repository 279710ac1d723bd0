// Package gates decides in which order things happen in a bubble of testing/synctest, and
// what goes wrong: whatever has an effect waits at a gate, and when nothing can move one is
// opened. A seed, or a list of decisions, decides which, so that a trial goes the same way
// again and can be shrunk to the decisions that matter; docs/adr/0021 tells more.
//
// Package gates imports store and storetest.
package gates
