// Package worker is a worker process of a nemesis: a Runtime on the store that it is
// given, which works until it is killed, told to stop, or its controller is gone.
//
// Between the Runtime and the store stand crash points: at the n-th passing of a named
// one the process kills itself, as kill -9 would. The production code knows nothing of
// them.
//
// Package worker imports reprise, its stores, the load and the ledger.
package worker
