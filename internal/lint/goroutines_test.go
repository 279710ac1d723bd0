package lint_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"testing"
)

// goroutine is one place where a goroutine starts.
type goroutine struct {
	file  string
	name  string // what it is
	stops string // who stops it, and how
}

// goroutines lists every one, one line for each go statement (or what amounts to one).
// Leaks and shutdown are reviewed here, in one place; docs/ARCHITECTURE.md tells the
// same to people.
var goroutines = []goroutine{
	{"activity/run.go", "the author's function, which may end its goroutine", "returns; Run waits for it"},
	{"internal/engine/attempt/attempt.go", "one attempt at an activity", "returns, its context cancelled by Stop or by the loss of the lease; the work group counts it"},
	{"httpapi/hub.go", "reading what streams watch, one for each thing that is watched", "nobody watches any more, or Handler.Close, which waits"},
	{"httpapi/stream.go", "giving up an export that stands still", "returns at once"},
	{"httpapi/client/client.go", "giving up a server that has said nothing for too long", "returns at once"},
	{"dashboard/serve.go", "shutting the server down at the end of the program's context", "all requests have ended, or 5 s are over; Serve waits"},
	{"cmd/reprise/internal/demo/ui.go", "the dashboard beside the orders", "the end of its context, or of the work; watched waits"},
	{"cli/ask.go", "reading the answer to a question", "the answer, or the end of the input; after an interrupt the process ends"},
	{"cli/top.go", "reading the q that ends top", "it, or the end of the input; after an interrupt the process ends"},
	{"cli/within.go", "what heeds no context: reading a pipe, opening or closing a locked file", "its own end; after an interrupt the process ends"},
	{"cli/program.go", "taking the signal handler away after the first Ctrl-C", "returns at once"},
	{"internal/engine/stuck.go", "closing a machine", "returns, or is given up on by the watchdog; the work group counts it, and without a group who asked for it waits"},
	{"internal/engine/workgroup.go", "firing timers, a timeout, giving up a stuck run", "returns; the work group counts it, Stop waits for that"},
	{"internal/engine/engine.go", "the tick loop", "Stop, or the loss of the lease, cancels its context and waits"},
	{"internal/engine/engine.go", "the loop that claims runs", "as the tick loop"},
	{"internal/engine/engine.go", "the loop that claims activity rows", "as the tick loop"},
	{"internal/engine/engine.go", "the pump of timers and timeouts", "as the tick loop"},
	{"internal/engine/engine.go", "listening to wake-ups of other workers", "as the tick loop"},
	{"internal/wakeup/wakeup.go", "sending wake-ups, while there are any", "nothing is left to say, or Stop; at the latest 2 s after, when the store hangs"},
	{"internal/commit/deferred.go", "asking the store about a deferred subject", "all of it is decided, or Stop refuses what waits"},
	{"internal/commit/group.go", "sending batches, while something waits to be written", "nothing waits, or Stop refuses what does"},
	{"internal/failing/failing.go", "a test that is to fail, which may end its goroutine", "it returns; run waits"},
	{"internal/gates/schedule.go", "opening one gate after the other", "the end of the trial; it waits"},
	{"internal/pgproxy/proxy.go", "taking new connections", "Close closes the listener and waits"},
	{"internal/pgproxy/proxy.go", "what a client says, one for each connection", "either end closes; Close closes both and waits"},
	{"internal/pgproxy/session.go", "what the server says, one for each connection", "as what the client says"},
	{"internal/pgproxy/session.go", "reading what the server says, with the time at which it came, one for each connection", "the answer is passed on to its end, or the connection ends"},
	{"nemesis/internal/control/client.go", "putting the schedule", "it is acknowledged, or the load is over, or its context ends; Run waits"},
	{"nemesis/internal/control/client.go", "a sender of the client load", "the load is over and its job done, or its context ends; Run waits"},
	{"nemesis/internal/control/client.go", "doing what is done to a run beside its letters", "it is done, or the context ends; play waits"},
	{"nemesis/internal/control/client.go", "telling that all senders have ended", "they have"},
	{"nemesis/internal/control/client_loss.go", "sending again what may be lost", "all is sent; lose waits"},
	{"nemesis/internal/control/client_promise.go", "giving a promise one of several answers", "it is accepted or refused, or the context ends; answer waits"},
	{"nemesis/internal/control/crew.go", "keeping one worker process after the other", "end or kill of the crew; both wait"},
	{"nemesis/internal/control/nemesis.go", "watching for take-overs", "its context ends; Run waits"},
	{"nemesis/internal/control/nemesis.go", "watching the leases of workers", "its context ends; Run waits"},
	{"nemesis/internal/control/nemesis.go", "watching whether the machine gives time", "its context ends; Run waits"},
	{"nemesis/internal/control/trouble.go", "faults of the processes", "the time of faults is over; trouble waits"},
	{"nemesis/internal/control/trouble.go", "more of them, beside a pause that lasts", "likewise"},
	{"nemesis/internal/control/trouble.go", "faults of the server", "likewise"},
	{"nemesis/internal/control/trouble.go", "workers told to drain", "likewise"},
	{"nemesis/internal/control/process.go", "waiting for the end of a worker process", "it ends"},
	{"nemesis/internal/ledger/server.go", "taking new connections", "Close closes the listener and waits"},
	{"nemesis/internal/ledger/server.go", "the notes of one process", "the process ends, or Close, which waits"},
	{"nemesis/internal/program/runner.go", "trying one seed after the other", "no seed is left, or the time is up; Run waits"},
	{"nemesis/internal/program/runner.go", "ending the process when a trial does not come back", "the trial takes it back"},
	{"nemesis/internal/program/trial.go", "a job of a trial", "its run has ended, or does not in time; play waits"},
	{"nemesis/internal/program/trial.go", "declaring a worker dead", "it is declared; play waits"},
	{"nemesis/internal/program/trial.go", "stopping a worker in good order", "another one is started; play waits"},
	{"nemesis/internal/program/worker.go", "starting a worker in the place of one that died", "it is started; play waits"},
	{"nemesis/internal/worker/worker.go", "noticing that the controller is gone", "the process ends"},
	{"samples/outbox/main.go", "closing the server at the end of the program's context", "ends with that call; serve takes the alarm back"},
	{"samples/secure/main.go", "closing the server at the end of the program's context", "ends with that call; serve takes the alarm back"},
	{"store/sqlite/user.go", "the alarm of a user's transaction that is held too long, while there is one", "ends with the rollback; Commit and Rollback take the alarm back"},
	{"store/sqlite/user.go", "the end of a caller's context while a user's transaction begins", "ends at once; Begin takes the alarm back"},
	{"testkit/bubble.go", "the bubble that an Env lives in", "the end of the test closes it and waits"},
	{"testkit/bubble.go", "a function of the test's that may end its goroutine", "it returns; guard waits"},
	{"testkit/clock.go", "an alarm that goes off", "at once"},
	{"testkit/clock.go", "the end of an idle wait", "at once"},
	{"testkit/env.go", "what After calls", "it returns"},
	{"testkit/env.go", "the end of time, for who waits for ever", "at once; the end of the test takes it back"},
	{"testkit/limit.go", "saying that the machine's time is up", "at once; who waits takes it back"},
	{"testkit/limit.go", "looking, in a bubble, whether it is", "the end of what is limited"},
	{"testkit/trial.go", "the bubble of a body in a mode", "the end of the body; the trial waits, for a limited time"},
	{"testkit/trial.go", "the body of a test in a mode, which may end its goroutine", "it returns; the trial waits"},
	{"replay/scheduler.go", "the end of a coroutine that died of a Goexit", "ends with the coroutine; resume waits for it"},
	{"replay.go", "a replay that somebody asked for", "the history's end; one stuck in workflow code, or in reading once its caller has left, is left to itself"},
	{"internal/engine/run.go", "the tasks of one run, while it has any, and then the attempt that the last one asked for", "no task is left, or as an attempt; one stuck in workflow code is counted as abandoned"},
	{"store/postgres/internal/sessionlock/guard.go", "waiting on the connection that holds the session locks", "the store's Close, which waits for it"},
	{"internal/engine/stop.go", "letting go of a store that hangs, once Stop's context has ended", "returns at once"},
	{"internal/engine/stop.go", "unwinding every machine", "author code's deferred functions return; Stop waits until its context ends, and a second"},
	{"internal/engine/process.go", "joining again after the loss of the lease", "joined, or Stop; Stop waits for it"},
}

func TestGoroutinesStartOnlyWhereTheTableSays(t *testing.T) {
	report(t, checkGoroutines(files(t), goroutines))
}

func checkGoroutines(all []*goFile, table []goroutine) (findings []string) {
	listed := make(map[string]int)
	for _, g := range table {
		listed[g.file]++
		if g.name == "" || g.stops == "" {
			findings = append(findings, g.file+": the table does not say what it is and who stops it")
		}
	}
	found := make(map[string]int)
	for _, f := range all {
		if f.test || f.dir == "store/storetest" { // a suite of tests, in files of its own
			continue
		}
		at := starts(f)
		found[f.path] = len(at)
		if len(at) != listed[f.path] {
			findings = append(findings, fmt.Sprintf("%s starts %d goroutines %v, the table lists %d: name each and who stops it",
				f.path, len(at), at, listed[f.path]))
		}
	}
	for _, g := range table {
		if _, ok := found[g.file]; !ok {
			findings = append(findings, g.file+" is in the table and not in the module")
		}
	}
	slices.Sort(findings)
	return slices.Compact(findings)
}

// starts returns where f starts goroutines: go statements, the functions that start
// one by themselves, and methods named Go of a wait group or an errgroup.
func starts(f *goFile) (at []string) {
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			at = append(at, f.at(n.Pos()))
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Go" && groups(f) {
				at = append(at, f.at(n.Pos()))
			}
		}
		return true
	})
	for _, path := range []string{"time", "context"} {
		f.uses(path, func(name string, pos token.Pos) {
			if name == "AfterFunc" {
				at = append(at, f.at(pos))
			}
		})
	}
	return at
}

// groups reports whether a method named Go in f may be one of a group. In replay and
// workflow Go is a word of our own.
func groups(f *goFile) bool {
	if f.dir == "replay" || f.dir == "workflow" {
		return false
	}
	return len(f.local("sync"))+len(f.local("golang.org/x/sync/errgroup")) > 0
}

func TestGoroutineRuleFindsViolations(t *testing.T) {
	files := []*goFile{
		mustParse(t, "a/a.go", `package a
			import ("sync"; clock "time")
			func f() {
				go f()
				var wg sync.WaitGroup
				wg.Go(f)
				clock.AfterFunc(0, f)
			}`),
		mustParse(t, "b/b.go", "package b\nfunc f() { go f() }"),
		mustParse(t, "b/b_test.go", "package b\nfunc g() { go f() }"),
		mustParse(t, "workflow/go.go", "package workflow\nimport \"sync\"\nvar mu sync.Mutex\nfunc f(e env) { e.Go(f) }"),
	}
	expect(t, checkGoroutines(files, []goroutine{
		{"a/a.go", "one", "itself"}, {"a/a.go", "two", "itself"},
		{"b/b.go", "", ""},
		{"c/gone.go", "old", "itself"},
	}),
		"a/a.go starts 3 goroutines",
		"b/b.go: the table does not say",
		"c/gone.go is in the table and not in the module",
	)
}
