// Package timeline folds a run's history into spans: what the run asked for and waited for, from when
// to when, and how it ended. Reports and pictures of a run begin with it.
//
// A [Fold] takes a history row by row and remembers only what is open, so that a long
// history costs no more memory than a short one:
//
//	fold := timeline.New(func(s timeline.Span) { ... }) // as each ends
//	for each row { fold.Row(header, events) }
//	fold.Open() // what has not ended
//	fold.Run()  // the run itself
//
// A history has only the times of its tasks, so each span begins and ends with a task. A history does
// not record what a workflow waits for either. The span of a signal is therefore derived: from the last
// task before the signal came to the one that took it in. Attempts at an activity's row leave only
// their number and the last failure in the history.
//
// A Fold is used by one goroutine at a time. Package timeline imports failure, internal/mark, history and the
// standard library.
package timeline
