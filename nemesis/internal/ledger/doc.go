// Package ledger is the outside world of a nemesis: a process that is never killed
// records what activities do, in the order in which they report it. The audit later
// compares histories with this record.
//
// The Server runs in the controller and listens on the loopback; each worker process has
// one Client. An activity continues only after the Server has answered, so the order of
// the entries is the order of events.
//
// Package ledger imports only the standard library.
package ledger
