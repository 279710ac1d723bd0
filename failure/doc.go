// Package failure makes errors that a workflow can tell apart.
//
// An activity returns an error in one process, and the workflow reads it in another, perhaps
// after a replay. What is recorded of an error is its text, its [Code] and its details; its
// Go type and its identity are lost. A code is an error itself, so that one constant is the
// name, the sentinel and, where there is nothing to add, the error:
//
//	const ErrDeclined = failure.Code("declined")
//
//	return Receipt{}, failure.New(ErrDeclined, "the bank has declined card 4711")   // in the activity
//
//	if errors.Is(err, ErrDeclined) { ... }                                          // in the workflow
//
// Errors.Is finds the code however deep it is wrapped, before and after the error was
// recorded. [Details] adds a value, which [DetailsOf] reads; [Permanent] says that another
// attempt would not help.
//
// How the engine itself ended something is a [Kind], not a code: a timeout, a cancellation,
// an attempt that was lost. Match it with the errors of packages activity and workflow, such
// as activity.ErrTimeout. A code of yours is never taken for a kind, whatever its word: an
// error with Code("cancelled") is not workflow.ErrCancelled.
//
// Messages may change from version to version; kinds and codes may not.
//
// Package failure is of the author tier of docs/stability.md: what it exports stays.
package failure

// Package failure imports internal/mark only.
