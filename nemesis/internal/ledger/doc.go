// Package ledger is the outside world of a nemesis: a process that is never killed
// writes down what activities do, in the order in which it hears of it. What histories
// say is held against it afterwards.
//
// The Server lives in the controller and listens on the loopback; each worker process
// has one Client. A note is answered before the activity goes on, so that the order of
// the entries is the order of what happened.
//
// Package ledger imports only the standard library.
package ledger
