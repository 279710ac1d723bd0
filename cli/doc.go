// Package cli is the command line of Reprise: see and steer the runs of a store.
//
// The command reprise is made of it. A program of yours gets the same commands over its
// own Runtime, with its workflows compiled in, which adds what needs their code: replay,
// the line each coroutine stands at, and the types of inputs and signals:
//
//	if len(os.Args) > 1 {
//		p := cli.Process()
//		p.Open, p.Offline = open, offline // make a Runtime on what --db names, and on no store
//		p.Main()                          // run list, run show order-42, ...; does not return
//	}
//
// docs/cli.md has the whole program. [Main] is for a Runtime that is there anyway.
//
// What is printed is a table where standard output is a terminal, and JSON otherwise or
// with -o json or -o jsonl.
//
//	exit code  means
//	0          it is done
//	1          it failed, or what was asked about has failed
//	2          waiting took longer than --timeout
//	3          there is no such run, store or file
//	64         the command line itself is wrong, or the payload in it
//	130        it was interrupted
//
// Package cli is of the operator tier of docs/stability.md: what it exports may change in a
// minor version, with a note.
//
// Package cli imports codec, failure, what it shows, which is reprise, history, replay, store, signal, workflow,
// internal/doctor, internal/inspect, internal/rows, internal/timeline and internal/waits, and internal/shellword and the libraries for
// flags and terminals.
package cli
