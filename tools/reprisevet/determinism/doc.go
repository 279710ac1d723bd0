// Package determinism is an analyzer of Go code that finds what a workflow must not do.
//
// When a process dies, another one replays the workflow from its history, and must come
// to the same place. Whatever could come out differently is a finding: the clock, chance,
// the environment, I/O, goroutines, channels, locks, the order of a map, writes to what
// runs share. Each has a code, and its text says what to use instead. The codes are
// listed in README.md.
//
// # What is looked at
//
// Workflow code is every function that has a workflow.Context, and every function
// literal in it. Where it calls a function that has none, a helper, what the helper does
// is reported at the call, with the way to it, however many packages it leads through:
//
//	RV001: calls util.Stamp, which calls time.Now (util/stamp.go:12): use workflow.Now
//
// Activities, which have a context.Context, may do anything, and so may the function of
// a workflow.SideEffect. The standard library is judged by a table of names. What a
// library of somebody else's does with goroutines, locks and variables is its own
// affair; that it reads the clock is not.
//
// # Directives
//
// A finding that does no harm is silenced with a reason, on its line or above it:
//
//	//reprisevet:ignore RV010 all of these are started whatever the order
//
// In a helper it silences the finding for all callers. A directive without a reason, and
// one that silences nothing, are findings themselves.
//
// # What is not seen
//
// Calls through interfaces and through function values that are passed around; variables
// of a package that are read in a workflow and written elsewhere, though what they begin
// with is looked at; functions written in other languages. Test files are left out without
// the flag tests. README.md has the whole list, and what is reported too much.
//
// Package determinism imports golang.org/x/tools and the standard library.
package determinism
