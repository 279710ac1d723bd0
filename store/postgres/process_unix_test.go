//go:build unix

package postgres_test

import (
	"io"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// state returns every row of the runs, as text.
func state(t *testing.T, url string) (all string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if err := conn.QueryRow(t.Context(), `SELECT (SELECT string_agg(r::text, '|' ORDER BY r.run_id) FROM reprise.run r) || '|' ||
		(SELECT string_agg(e::text, '|' ORDER BY e.run_id, e.seq) FROM reprise.event e)`).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// redteam 14: a process freezes for longer than its lease, in the middle of ten charges,
// and wakes when others have done its work. Its charges return; it writes none of the
// results, and begins nothing more.
func TestAWorkerThatWakesAfterItsLeaseWritesNothing(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	zombie := startProcess(t, url, 10, helperTTL+"=1s")
	if err := zombie.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	st := open(t, url)
	finish(t, ctx, worker(t, st, double), st, 10)
	before := state(t, url)
	if _, err := io.WriteString(zombie.words, "go\nstop\n"); err != nil {
		t.Fatal(err)
	}
	if err := zombie.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for zombie.says.Scan() {
		if line := zombie.says.Text(); line != "stopped" {
			t.Errorf("the one that woke says %q", line)
		}
	}
	if after := state(t, url); after != before {
		t.Errorf("it has changed what stood there:\n%s\n%s", before, after)
	}
}
