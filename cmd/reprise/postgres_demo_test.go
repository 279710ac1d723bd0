package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store/postgres"
)

// The server goes away under a demo and comes back: the demo waits for it, says so, and
// brings the orders to their end. It takes the time that people see.
func TestADemoRidesOutAnOutageOfTheServer(t *testing.T) {
	t.Parallel()
	srv := pgtest.New(t, pgtest.Options{})
	p := startIn(t, t.TempDir(), "--db", srv.TCP("postgres"), "--orders", withHeld(t, eight)) // the ledger is there
	p.until(t, " charged")
	if err := srv.Kill(); err != nil {
		t.Fatal(err)
	}
	p.until(t, "The database does not answer: ")
	if err := srv.Restart(); err != nil {
		t.Fatal(err)
	}
	p.until(t, "The database answers again, after ")
	st, err := postgres.Open(t.Context(), srv.TCP("postgres"), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	approve(t, st)
	if text := p.rest(t, 0); !strings.Contains(text, "5 orders completed") || !strings.Contains(text, "orders charged twice: 0") {
		t.Errorf("it ends with:\n%s\n%s", text, p.stderr.String())
	}
}

// Two processes work on one Postgres. What each says of the other is true while both live,
// and after one was killed.
func TestTwoDemosOnOnePostgres(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // it does not tell who is there
	}
	t.Parallel()
	u, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	// Orders for 14 s: the first process is still at work when the test, or the second one, was
	// kept from going on for seconds.
	args := []string{"--db", pgtest.Shared(t).TCP(strings.Trim(u.Path, "/")), "--orders", every(t, 2)}
	dir := t.TempDir() // of the ledger
	first := startIn(t, dir, args...)
	first.until(t, " charged")
	writes(t, dir, first.Process.Pid, time.Time{}, order.Applied) // the line before may say "0 charged"
	second := startIn(t, dir, args...)
	on := second.until(t, "Continuing")
	if want := fmt.Sprintf(" at work in process %d, ", first.Process.Pid); !strings.Contains(on, want) || strings.Contains(on, "left in the middle") {
		t.Errorf("while process %d is at work the other says: %s", first.Process.Pid, on)
	}
	second.until(t, " at work")
	writes(t, dir, first.Process.Pid, time.Now(), "") // since the second began, which may have taken its time
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait() // killed
	text := second.rest(t, 0)
	for _, want := range []string{
		fmt.Sprintf("process %-7d ", first.Process.Pid),
		"it is gone, ",
		"This process took over ",
		fmt.Sprintf(" ms after process %d, which is gone, had written its last line into the ledger", first.Process.Pid),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q:\n%s", want, text)
		}
	}
}

// writes waits until a process has written into the ledger, which is in dir, after since: an
// entry of that kind, any if what is empty.
func writes(t *testing.T, dir string, pid int, since time.Time, what string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		var entries []order.Entry
		names, err := filepath.Glob(filepath.Join(dir, "*.ledger"))
		if err == nil && len(names) == 1 {
			entries, err = order.ReadLedger(names[0])
		}
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(entries, func(e order.Entry) bool { return e.PID == pid && e.At.After(since) && (what == "" || e.What == what) }) {
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("process %d writes nothing into the ledger", pid)
		}
	}
}
