package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

const eight = "../../../../testdata/orders-8.json"

// run runs the demo to its end and returns its report, keys and all.
func run(t *testing.T, o Options) (Report, map[string]int64) {
	t.Helper()
	var out bytes.Buffer
	o.JSON = true
	if err := Run(t.Context(), o, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	last := []byte(lines[len(lines)-1])
	var r Report
	keys := map[string]int64{}
	if err := errors.Join(json.Unmarshal(last, &r), json.Unmarshal(last, &keys)); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return r, keys
}

func TestTheReport(t *testing.T) {
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight}
	r, keys := run(t, o)
	// Eight orders: three plain or with a lost answer, one approved; declined, rejected
	// and undeliverable ones are undone; one is out of stock.
	if r.Orders != 8 || r.Completed != 4 || r.Compensated != 3 || r.Failed != 1 || r.Waiting != 0 {
		t.Errorf("orders: %+v", r)
	}
	// Charged are the four and the undeliverable one; the lost answer is asked for
	// again; the declined card is asked, too.
	if r.ChargesBegun != 7 || r.ChargesApplied != 5 || r.ChargesRecorded != 5 || r.ChargesRecordedTwice != 0 {
		t.Errorf("charges: %+v", r)
	}
	if r.Events < 60 || r.RecoveredRuns != 0 {
		t.Errorf("events %d, recovered runs %d", r.Events, r.RecoveredRuns)
	}
	for _, key := range []string{
		"orders", "completed", "failed", "compensated", "waiting", "events",
		"charges_begun", "charges_applied", "charges_recorded", "charges_recorded_twice",
		"recovered_runs", "replayed_events", "elapsed_ms",
	} {
		if _, ok := keys[key]; !ok {
			t.Errorf("the report has no %s", key)
		}
		delete(keys, key)
	}
	if len(keys) > 0 {
		t.Errorf("the report has keys nobody asked for: %v", keys)
	}

	// Once more on the same database: nothing is left to do, and it says the same.
	again, _ := run(t, o)
	again.ElapsedMS, again.ReplayedEvents = r.ElapsedMS, r.ReplayedEvents
	if again != r {
		t.Errorf("the second time:\n%+v, the first:\n%+v", again, r)
	}
}

// The planted mistake is seen in the report: what counts is the ledger.
func TestAKeyPerAttemptRaisesTheCount(t *testing.T) {
	r, _ := run(t, Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, PerAttemptKey: true})
	if r.ChargesRecordedTwice == 0 {
		t.Errorf("charged with a key per attempt, the report sees nothing: %+v", r)
	}
}

// Stopped at any moment, it goes on at the next.
func TestStoppedInTheMiddle(t *testing.T) {
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, JSON: true}
	for i := range 8 {
		ctx, cancel := context.WithCancel(t.Context())
		if err := Run(ctx, o, &afterLines{i % 4, cancel}); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
	}
	r, _ := run(t, o)
	if r.Completed != 4 || r.Compensated != 3 || r.Failed != 1 || r.ChargesRecordedTwice != 0 {
		t.Errorf("%+v", r)
	}
}

// afterLines calls do after a number of writes.
type afterLines struct {
	left int
	do   func()
}

func (a *afterLines) Write(p []byte) (int, error) {
	if a.left == 0 {
		a.do()
	}
	a.left--
	return len(p), nil
}

func TestTheSummarySaysWhatSurvivedAProcess(t *testing.T) {
	kept := map[string]bool{"a": true, "b": true}
	for _, c := range []struct {
		pid  int
		keys []string
		want string
	}{
		{1, []string{"a", "b"}, "all of its charges survived it"},
		{1, []string{"a", "c", "d"}, "1 of its charges survived it, 2 will be asked for again"},
		{1, nil, ""},
		{os.Getpid(), []string{"a"}, ""},
	} {
		got := survived(order.Process{PID: c.pid, Applied: len(c.keys), Keys: c.keys}, kept)
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("process %d with %v: %q, want %q", c.pid, c.keys, got, c.want)
		}
	}
}

func TestAnEngineThatRunsIsNamed(t *testing.T) {
	err := advise(Options{DB: "x.db"}, &store.EngineRunningError{Path: "x.db", PID: 4711, Host: "h"})
	for _, want := range []string{"process 4711", "kill -9 4711", "--db"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: does not say %s", err, want)
		}
	}
}
