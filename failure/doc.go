// Package failure makes errors that a workflow can tell apart.
//
// An activity returns an error in one process, and the workflow reads it in another, perhaps
// after a replay. What is recorded of an error is its text, its [Code] and its details; its Go
// type and its identity are lost. A code is itself an error, so one constant serves as the
// name, the sentinel and, if there is nothing to add, the error:
//
//	const ErrDeclined = failure.Code("declined")
//
//	return Receipt{}, failure.New(ErrDeclined, "the bank has declined card 4711")   // in the activity
//
//	if errors.Is(err, ErrDeclined) { ... }                                          // in the workflow
//
// errors.Is finds the code however deep it is wrapped, before and after the error was recorded.
// [Details] adds a value, which [DetailsOf] reads; [Permanent] says that another attempt would not help.
//
// If the engine itself ended something, by a timeout, a cancellation or the loss of an attempt,
// the error has a [Kind], not a code. Match it with the errors of packages activity and
// workflow, such as activity.ErrTimeout. A code of yours never matches a kind, whatever its
// text: an error with Code("cancelled") is not workflow.ErrCancelled.
//
// Messages may change from version to version; kinds and codes may not.
//
// Package failure belongs to the author tier of docs/stability.md: its exported names stay.
package failure

// Package failure imports internal/mark only.
