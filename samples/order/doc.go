// Package order is a sample: an order-fulfilment saga, as a shop would write it.
//
// Read fulfil.go first. It is the whole business process, a plain Go function:
// reserve the stock, let a manager approve large orders, charge the card, ship
// every parcel, and undo what was done when a step fails. contract.go names the
// things that pass between the workflow, its activities and its callers.
// activities.go binds the activities to the outside world.
//
// The outside world (world.go) is simulated, and independent of the engine: card company, warehouse
// and carrier record what they did in a [Ledger], a file of their own, or memory for a test with
// thousands of worlds. The ledger shows afterwards that no card was charged twice, however often the
// process was killed.
//
// screened.go is the next version of the code, with a deliberate mistake: orders of many
// parcels that began before it do not continue under it.
//
// A [World] and its Ledger may be used by many activities at once, in one process.
//
// Package order imports reprise and what an author imports: workflow, activity and
// signal.
package order
