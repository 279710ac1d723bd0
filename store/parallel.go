package store

// Parallel is what a [Store] may offer whose transactions need not come one after another.
// Without it a process sends it one batch at a time.
type Parallel interface {
	// Writers is how many batches of one process it takes at the same time to advantage.
	// It does not change.
	Writers() int
}
