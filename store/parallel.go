package store

import "context"

// Parallel is what a [Store] may offer whose transactions need not come one after another.
// Without it a process sends it one batch at a time.
type Parallel interface {
	// Writers is how many batches of one process it takes at the same time to advantage, as
	// things are. It is called often, and must not wait for anything.
	Writers() int
}

// LockNamer is what a [Store] may offer that can tell who keeps its tables locked.
type LockNamer interface {
	// Holders names the sessions that keep tables locked, and says what to do; "": nobody
	// does, or it cannot be told. It waits for no lock.
	Holders(ctx context.Context) string
}
