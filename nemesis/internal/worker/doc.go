// Package worker is a worker process of a nemesis: a Runtime on a given store that works
// until it is killed, told to stop, or loses its controller.
//
// Crash points lie between the Runtime and the store: on the n-th pass of a named one the
// process kills itself as kill -9 would. Production code does not know about them.
//
// Package worker imports reprise, its stores, the load and the ledger.
package worker
