// Package control is the controller of a nemesis: it owns the database, the worker
// processes, the proxies in front of the server, the client load, the ledger and the
// faults, and asks the audit in the end.
//
// All chance comes from the seed: which faults a run may meet and how often, which comes
// when, what the jobs are. What the machine makes of it differs from run to run.
//
// Package control imports reprise, its stores, pgtest, pgproxy and the nemesis's own
// packages.
package control
