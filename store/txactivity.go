package store

import "context"

// ActivityBeginner is a [Store] whose database can hold the user's own tables, too: the
// function of an activity may write to them in a transaction in which the store then
// records the end of the activity. Both are there for ever, or neither is.
type ActivityBeginner interface {
	Store
	// Driver names the kind of transaction ("postgres"). A function that was written for
	// one kind cannot be given another.
	Driver() string
	// BeginActivity begins a transaction of one attempt, in which nothing of the store's
	// is read or locked. The function is called with the context that is returned, which
	// descends from ctx and carries the transaction, which does not end because ctx does:
	// a function that has returned by then has done its work. It can neither commit nor
	// roll it back; after End or Rollback it is of no use any more. Errors: ctx's;
	// [ErrTransient]; [ErrStoreClosed]; or another one, which will come again.
	BeginActivity(ctx context.Context) (context.Context, ActivityTx, error)
}

// ActivityTx is the transaction of one attempt at an activity, for who has called its
// function, once that has returned.
type ActivityTx interface {
	// End carries out o in the transaction and commits it, if and only if o.Worker owns
	// the activity's row at o.Attempt by o.Claim: it is the removal of that row, under its lock, that
	// keeps a worker that came too late from committing. What is Done has been done by
	// this call; unlike that of an Apply, a repetition is Fenced.
	//
	// Outcomes: [Done] with Owner and Entries[0], and everything is durable; [Fenced], and
	// the transaction is rolled back. So it is after every error but one:
	// [ErrUnknownOutcome], after which it may have been committed or may yet be. Then a
	// [RetryActivity] of the same attempt tells, once and for all: while the transaction
	// may still be committed it waits or is not carried out; it is Done only if that will
	// never be, and Fenced if it was, or if the row is somebody else's.
	//
	// ctx is looked at before anything is sent, and never after.
	End(ctx context.Context, o *EndActivity) (Outcome, error)
	// Rollback undoes the transaction. After End, and a second time, it does nothing.
	Rollback()
}
