// Package control is the controller of a nemesis. It owns the database, the worker
// processes, the proxies in front of the server, the client load, the ledger and the
// faults, and runs the audit.
//
// All randomness comes from the seed: which faults a run meets, how often and in which
// order, and what the jobs are. The timing on the machine still differs between runs.
//
// Package control imports reprise, its stores, pgtest, pgproxy and the nemesis's own
// packages.
package control
