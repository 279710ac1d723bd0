// Package timeline folds a run's history into spans: what the run asked for and waited
// for, from when to when, and how it ended. It is what a person or a picture of a run
// begins with.
//
// A [Fold] takes a history row by row and remembers only what is open, so that a long
// history costs no more memory than a short one:
//
//	fold := timeline.New(func(s timeline.Span) { ... }) // as each ends
//	for each row { fold.Row(header, events) }
//	fold.Open() // what has not ended
//	fold.Run()  // the run itself
//
// A history holds no time but that of its tasks: a span begins and ends with one. It
// does not hold what a workflow waits for either. A span of a signal is therefore
// derived: from the last task before the signal came until the one that took it in.
// Attempts at an activity's row leave no trace in the history but their number and the
// last failure.
//
// A Fold is used by one goroutine at a time. Package timeline imports failure, internal/mark, history and the
// standard library.
package timeline
