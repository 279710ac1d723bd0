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
)

// The server goes away under a demo and comes back: the demo waits for it, says so, and
// brings the orders to their end. It takes the time that people see.
func TestADemoRidesOutAnOutageOfTheServer(t *testing.T) {
	srv := pgtest.New(t, pgtest.Options{})
	orders, err := filepath.Abs(eight)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // the ledger is there
	p := start(t, "--db", srv.TCP("postgres"), "--orders", orders)
	p.until(t, " charged")
	if err := srv.Kill(); err != nil {
		t.Fatal(err)
	}
	p.until(t, "The database does not answer: ")
	if err := srv.Restart(); err != nil {
		t.Fatal(err)
	}
	p.until(t, "The database answers again, after ")
	if text := p.rest(t, 0); !strings.Contains(text, "4 orders completed") || !strings.Contains(text, "orders charged twice: 0") {
		t.Errorf("it ends with:\n%s\n%s", text, p.stderr.String())
	}
}

// Two processes work on one Postgres. What each says of the other is true while both live,
// and after one was killed.
func TestTwoDemosOnOnePostgres(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // it does not tell who is there
	}
	u, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--db", pgtest.Shared(t).TCP(strings.Trim(u.Path, "/")), "--orders", twenty(t)}
	t.Chdir(t.TempDir())
	first := start(t, args...)
	first.until(t, " charged")
	writes(t, first.Process.Pid, time.Time{}, order.Applied) // the line before may say "0 charged"
	second := start(t, args...)
	on := second.until(t, "Going on")
	if want := fmt.Sprintf(" at work in process %d, ", first.Process.Pid); !strings.Contains(on, want) || strings.Contains(on, "left in the middle") {
		t.Errorf("while process %d is at work the other says: %s", first.Process.Pid, on)
	}
	second.until(t, " at work")
	writes(t, first.Process.Pid, time.Now(), "") // since the second began, which may have taken its time
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

// writes waits until a process has written into the ledger, which is in the working
// directory, after since: an entry of that kind, any if what is empty.
func writes(t *testing.T, pid int, since time.Time, what string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		var entries []order.Entry
		names, err := filepath.Glob("*.ledger")
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
