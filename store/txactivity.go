package store

import "context"

// ActivityBeginner is an optional interface of a [Store] whose database can hold the user's own
// tables, too. The function of an activity may write to them in a transaction in which the
// store then records the end of the activity: both are durable, or neither is.
type ActivityBeginner interface {
	Store
	// Driver names the kind of transaction, such as "postgres". A function for one kind cannot
	// use another.
	Driver() string
	// BeginActivity begins the transaction of one attempt, in which it reads or locks nothing
	// of the store's. The function is called with the returned context, which descends from ctx
	// and carries the transaction. The transaction does not end because ctx does: a function
	// that has returned by then has done its work. The function can neither commit nor roll it
	// back; after End or Rollback it is unusable. Errors: ctx's; [ErrTransient];
	// [ErrStoreClosed]; or another one, which will occur again.
	BeginActivity(ctx context.Context) (context.Context, ActivityTx, error)
}

// ActivityTx is the transaction of one attempt at an activity, used once the activity's
// function has returned.
type ActivityTx interface {
	// End carries out o in the transaction and commits it, if and only if o.Worker owns the
	// activity's row at o.Attempt by o.Claim. Removing that row, under its lock, prevents a worker
	// that came too late from committing. Done means that this call did it; unlike with Apply, a
	// repetition is Fenced.
	//
	// Outcomes: [Done] with Owner and Entries[0], and everything is durable; [Fenced], and the
	// transaction is rolled back. It is also rolled back after every error but
	// [ErrUnknownOutcome], after which it may have been committed or may yet be. A
	// [RetryActivity] of the same attempt then settles it: while the transaction may still
	// commit, it waits or is not carried out; it is Done only if the transaction will never
	// commit, and Fenced if it did, or if the row is somebody else's.
	//
	// End checks ctx before it sends anything, and never after.
	End(ctx context.Context, o *EndActivity) (Outcome, error)
	// Rollback undoes the transaction. After End, or when called again, it does nothing.
	Rollback()
}
