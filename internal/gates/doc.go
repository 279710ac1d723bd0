// Package gates decides in which order things happen in a bubble of testing/synctest, and
// what fails. Everything with an effect waits at a gate. When nothing can move, one gate
// opens. A seed or a list of decisions selects the gate, so a trial can be repeated, and
// shrunk to the decisions that matter; see docs/adr/0021.
//
// Package gates imports store and storetest.
package gates
