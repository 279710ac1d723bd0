// Package cli is the command line of Reprise: inspect and steer the runs of a store.
//
// The command reprise uses it. A program of yours offers the same commands on its own Runtime
// with its workflows compiled in. That adds what needs their code: replay, the line at which
// each coroutine stands, and the types of inputs and signals:
//
//	if len(os.Args) > 1 {
//		p := cli.Process()
//		p.Open, p.Offline = open, offline // make a Runtime on what --db names, and on no store
//		p.Main()                          // run list, run show order-42, ...; does not return
//	}
//
// docs/cli.md has the whole program. [Main] serves a Runtime that already exists.
//
// Output is a table if standard output is a terminal, and otherwise, or with -o json or -o
// jsonl, JSON.
//
//	exit code  means
//	0          it is done
//	1          it failed, or what was asked about has failed
//	2          waiting took longer than --timeout
//	3          there is no such run, store or file
//	64         the command line itself is wrong, or the payload in it
//	130        it was interrupted
//
// Package cli belongs to the operator tier of docs/stability.md: its exported names may change
// in a minor version, with a note.
//
// Package cli imports codec, failure, what it shows, which is reprise, history, replay, store, signal, workflow,
// internal/doctor, internal/inspect, internal/rows, internal/timeline and internal/waits, and internal/shellword and the libraries for
// flags and terminals.
package cli
