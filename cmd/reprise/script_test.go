package main

import (
	"bufio"
	"context"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite" // the driver of the command sql

	"github.com/reprise-run/reprise/internal/pgtest"
)

// Every command, as a person types it: testdata/script holds one file for each. The
// binary is the one that TestMain built. Beside the commands of testscript there are:
//
//	prepare DB STATE...    makes the database if there is none, and in it a run order-STATE
//	                       in each of the states. STATE=ID gives the run another id.
//	                       completed  an order that was fulfilled
//	                       failed     the card was declined
//	                       waiting    a large order, for the signal approve or a day
//	                       sleeping   for two hours
//	                       retrying   charge finds no connection, and is tried again
//	                       blocked    as waiting; approved under changed code. Name it last:
//	                                  any engine with the right code settles it
//	                       poison     seven workers died of it
//	owned DB alive|dead ID an order that a worker has: one that charges the card until the
//	                       script ends, or one that has died
//	exec engine DB &       an engine of the sample at work, in a process of its own, until
//	                       kill -INT; it settles whatever of the above can be settled
//	sql DB STATEMENT       on the file itself, past the store; the tables begin with reprise_
//	interrupt TEXT ARG...  the binary with these arguments, interrupted once it has written TEXT
//	                       to its standard error; it has to end for that
//	lock DB                keeps everybody else out of the file until the script ends
func TestScripts(t *testing.T) { runScripts(t, "testdata/script") }

// The same on a Postgres of the tests, see internal/pgtest. There are, beside the above:
//
//	database NAME          makes a database without tables and sets NAME to its URL, NAME_AS
//	                       to how its URL begins before the role, and NAME_AT to what follows
//	psql URL STATEMENT     in that database; the tables are in the schema reprise
func TestPostgresScripts(t *testing.T) {
	pgtest.Shared(t)
	runScripts(t, "testdata/postgres")
}

func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(binary)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return nil
		},
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"prepare": scriptPrepare,
			"owned":   scriptOwned,
			"sql":     scriptSQL,
			"lock":    scriptLock,

			"interrupt": scriptInterrupt,

			"database": scriptDatabase(t),
			"psql":     scriptPsql,
		},
	})
}

func scriptPrepare(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: prepare DB STATE...")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for _, arg := range args[1:] {
		state, id := stateAndID(arg)
		db := args[0]
		if !strings.HasPrefix(db, "postgres:") {
			db = ts.MkAbs(db)
		}
		ts.Check(prepare(ctx, db, state, id))
	}
}

func scriptSQL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql DB STATEMENT")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0])+"?_pragma=busy_timeout(600000)")
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(err)
	ts.Check(db.Close())
}

func scriptInterrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: interrupt TEXT ARG...")
	}
	cmd := exec.Command(binary, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	says, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(says)
	for lines.Scan() && !strings.Contains(lines.Text(), args[0]) {
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	for lines.Scan() {
	}
	ts.Check(lines.Err())
	_ = cmd.Wait() // the exit code says more
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		ts.Fatalf("interrupted, it ends with exit code %d", code)
	}
}

func scriptLock(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lock DB")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0])+"?_pragma=busy_timeout(600000)")
	ts.Check(err)
	db.SetMaxOpenConns(1) // the lock is a connection's
	ts.Defer(func() { ts.Check(db.Close()) })
	_, err = db.Exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
	ts.Check(err)
}
