// Package attempt makes attempts at activities in this process. It knows when an attempt begins, which
// context and time its function has, what a heartbeat does, what decides its end, and when its slot is
// free again. The attempt's owner acts on the end: a run, or the worker for a row.
//
// An [Attempt] has these states:
//
//	from      to        by
//	new       begun     Begin, or Prepare: it is in its Set, its alarms are set. It runs on a
//	                    goroutine of its own (Depart), or on that of its run (Perform).
//	new       over      End: it never begins
//	begun     decided   its function has returned, its time is up or its heartbeats stopped: the
//	                    first of these is reported to its owner. Or End, which is not reported.
//	decided   returned  its function has returned; slot and place in the work group are given back
//	decided   given up  its function has not returned within the grace: both are given back now
//
// Package attempt imports failure, activity, history, store, timer, internal/contract, internal/mark and internal/retry.
package attempt
