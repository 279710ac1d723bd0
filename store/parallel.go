package store

import "context"

// Parallel is an optional interface of a [Store] that can run transactions concurrently.
// Without it a process sends one batch at a time.
type Parallel interface {
	// Writers returns how many concurrent batches of one process are worthwhile at the moment.
	// It is called often, and must not block.
	Writers() int
}

// LockNamer is an optional interface of a [Store] that can tell who keeps its tables locked.
type LockNamer interface {
	// Holders names the sessions that keep tables locked, and says what to do; "": none does,
	// or it is unknown. It does not wait for locks.
	Holders(ctx context.Context) string
}
