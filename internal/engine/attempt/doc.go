// Package attempt makes attempts at activities in this process. It knows when an attempt begins,
// what context and time its function has, what a heartbeat is worth, who decides how it ends, and
// when its slot is given back. What an end leads to is its owner's: a run, or else the worker, for
// a row.
//
// An [Attempt] goes from state to state:
//
//	from      to        by
//	new       begun     Begin, or Prepare: it is in its Set, its alarms are set. It runs on a
//	                    goroutine of its own (Depart), or on that of its run (Perform).
//	new       over      End: it never begins
//	begun     decided   its function has returned, its time is up or it was silent: the first of
//	                    these is told to its owner. Or End, of which nobody is told.
//	decided   returned  its function has returned; slot and place in the work group are given back
//	decided   given up  its function has not returned within the grace: both are given back now
//
// Package attempt imports failure, activity, history, store, timer, internal/contract, internal/mark and internal/retry.
package attempt
