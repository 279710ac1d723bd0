package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
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
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, JSON: true, PerAttemptKey: true}
	var out bytes.Buffer
	err := Run(t.Context(), o, &out)
	if r := reported(t, out.String()); r.ChargesRecordedTwice != 1 {
		t.Errorf("charged with a key per attempt, the report does not see it: %+v", r)
	}
	if err == nil || !strings.Contains(err.Error(), "charged more than once: 1, recorded charges that the ledger does not know: 0") {
		t.Errorf("charged with a key per attempt, it ends with: %v", err)
	}
	// A person is told, too, and so is whoever looks at the exit code.
	var said, wrong bytes.Buffer
	if code := Main(t.Context(), []string{"--db", o.DB, "--orders", eight}, &said, &wrong); code != 1 {
		t.Errorf("exit code %d\n%s%s", code, said.String(), wrong.String())
	}
	if !strings.Contains(said.String(), "orders charged twice: 1; recorded charges that the ledger does not know: 0") {
		t.Errorf("the summary does not say it:\n%s", said.String())
	}
}

// A recorded charge that the ledger does not know counts as well.
func TestALostChargeRaisesTheCount(t *testing.T) {
	o := Options{DB: filepath.Join(t.TempDir(), "demo.db"), Orders: eight, JSON: true}
	run(t, o)
	ledger, err := os.ReadFile(o.ledger())
	if err != nil {
		t.Fatal(err)
	}
	kept := slices.DeleteFunc(strings.SplitAfter(string(ledger), "\n"), func(line string) bool {
		return strings.Contains(line, order.Applied)
	})
	if err := os.WriteFile(o.ledger(), []byte(strings.Join(kept, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Run(t.Context(), o, &out)
	if r := reported(t, out.String()); r.ChargesRecordedTwice != 5 || r.ChargesApplied != 0 {
		t.Errorf("%+v", r)
	}
	if err == nil || !strings.Contains(err.Error(), "that the ledger does not know: 5") {
		t.Errorf("it ends with: %v", err)
	}
}

// Stopped before the end, whoever waits is told by the exit code.
func TestTheExitCodeOfAnInterruption(t *testing.T) {
	for _, flag := range []string{"--json", "--serial"} {
		ctx, cancel := context.WithCancel(t.Context())
		db := filepath.Join(t.TempDir(), "demo.db")
		var wrong bytes.Buffer
		if code := Main(ctx, []string{flag, "--db", db, "--orders", eight}, &afterLines{0, cancel}, &wrong); code != 130 || wrong.Len() > 0 {
			t.Errorf("%s: exit code %d, want 130: %s", flag, code, wrong.String())
		}
		cancel()
	}
}

func TestTheNumbersOfTheSummaryAgree(t *testing.T) {
	for _, c := range []struct {
		r    Report
		want string
		not  string
	}{
		{Report{Compensated: 27, refunded: 11}, "27 compensated: everything done was undone; charged and refunded: 11\n", "Not recorded"},
		{Report{Waiting: 3, ChargesApplied: 13, ChargesRecorded: 11}, "Not recorded yet: 2. Their activities were interrupted, and will retry with the same key", ""},
		{Report{ChargesApplied: 13, ChargesRecorded: 13}, "13 charges applied, 13 recorded", "Not recorded"},
		{Report{ChargesApplied: 13, ChargesRecorded: 13, twice: 1, unknown: 2}, "orders charged twice: 1; recorded charges that the ledger does not know: 2.", "Not recorded"},
		{Report{RecoveredRuns: 10}, "took over 10 orders that had been left in the middle, the first 7 ms after it began, and replayed", ""},
	} {
		var out bytes.Buffer
		newProgress(&out, 0).summary(Options{DB: "x.db"}, c.r, order.Summary{}, nil, "7 ms after it began")
		if text := out.String(); !strings.Contains(text, c.want) || c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%+v: want %q and not %q:\n%s", c.r, c.want, c.not, text)
		}
	}
	for want, f := range map[string]found{
		"50 done, 10 left in the middle, 1 waiting or handed over, 139 still to start.":   {done: 50, open: 11, held: 10},
		"50 done, 10 left in the middle, 140 still to start.":                             {done: 50, open: 10, held: 10},
		"50 done, 10 waiting or handed over, 140 still to start.":                         {done: 50, open: 10},
		"50 done, 6 left in the middle, 4 at work in process 47 48, 140 still to start.":  {done: 50, open: 10, held: 6, busy: 4, worked: []int{47, 48}},
		"50 done, 4 at work in process 47, 3 waiting or handed over, 143 still to start.": {done: 50, open: 7, busy: 4, worked: []int{47}},
	} {
		var out bytes.Buffer
		newProgress(&out, 200).begin(Options{DB: "x.db"}, f, nil)
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q:\n%s", want, out.String())
		}
	}
}

// reported decodes the last line of the output.
func reported(t *testing.T, output string) Report {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(output), "\n")
	var r Report
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return r
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
		pid   int
		alive bool
		keys  []string
		want  string
	}{
		{1, false, []string{"a", "b"}, "it is gone, all of its charges survived it"},
		{1, false, []string{"a", "c", "d"}, "1 of its charges survived it, 2 will be retried"},
		{1, true, []string{"a", "c", "d"}, "it is at work, 1 of its charges are recorded"},
		{1, false, nil, ""},
		{os.Getpid(), true, []string{"a"}, ""},
	} {
		got := survived(order.Process{PID: c.pid, Applied: len(c.keys), Keys: c.keys}, kept, c.alive)
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
