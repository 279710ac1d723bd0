package doctor_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// fake is a store that says what a test has put there.
type fake struct {
	store.Store // no other method is called

	info     store.Info
	workers  []store.WorkerState
	runs     []*testRun
	findings []store.Finding // of the tables
	late     time.Duration   // that Check was asked for
	broken   map[string]error
	removed  map[store.RunID]bool // since they were scanned

	pace      time.Duration // by which the clock goes on each time somebody looks at it
	looks     int
	meanwhile func() // happens between the look at the runs and that at the tables
}

func (f *fake) Now(context.Context) (time.Time, error) {
	f.looks++
	return noon.Add(time.Hour + time.Duration(f.looks-1)*f.pace), nil
}

func (f *fake) Run(_ context.Context, ref store.Ref) (store.Run, error) {
	if f.removed[ref.Run] {
		return store.Run{}, store.ErrRemoved
	}
	for _, r := range f.runs {
		if r.ID == ref.Run {
			return r.Run, nil
		}
	}
	return store.Run{}, store.ErrNotFound
}

func (f *fake) Pending(_ context.Context, id store.RunID) (store.Pending, error) {
	for _, r := range f.runs {
		if r.ID == id {
			return r.pending, nil
		}
	}
	return store.Pending{}, nil
}

func (f *fake) Info(context.Context) (store.Info, error) { return f.info, f.broken["info"] }
func (f *fake) Workers(context.Context) ([]store.WorkerState, error) {
	return f.workers, f.broken["workers"]
}

func (f *fake) Scan(_ context.Context, visit func(store.Run, store.Pending, iter.Seq[store.Row]) error) error {
	for i, r := range f.runs {
		if err := f.broken[fmt.Sprint("run ", i)]; err != nil {
			return err
		}
		if err := visit(r.Run, r.pending, r.read); err != nil {
			return err
		}
	}
	return f.broken["scan"]
}

func (f *fake) Behind(context.Context, func(store.Row) error) error { return nil }
func (f *fake) Requests(context.Context, func([]byte) error) error  { return nil }

func (f *fake) Check(_ context.Context, late time.Duration, found func(store.Finding) error) error {
	f.late = late
	if f.meanwhile != nil {
		f.meanwhile()
	}
	for _, x := range f.findings {
		if err := found(x); err != nil {
			return err
		}
	}
	return f.broken["check"]
}

func (f *fake) Repair(context.Context, store.CheckID, time.Duration, bool) (int64, error) {
	return 0, store.ErrNoRepair
}

// testRun is a run with its rows, which a test damages.
type testRun struct {
	store.Run
	pending store.Pending
	rows    []store.Row
	read    iter.Seq[store.Row]
}

// add gives the run another row.
func (r *testRun) add(t testing.TB, seconds int, bodies ...history.Body) *testRun {
	t.Helper()
	events := make([]history.Event, len(bodies))
	for i, b := range bodies {
		events[i] = history.Event{Seq: r.NextSeq + int64(i), Body: b}
	}
	data, err := history.EncodeRow(history.Header{Now: noon.Add(time.Duration(seconds) * time.Second), Level: 1}, events)
	if err != nil {
		t.Fatal(err)
	}
	r.LastCommit = uuid.New()
	r.rows = append(r.rows, store.Row{Seq: r.NextSeq, N: len(events), Token: r.LastCommit, Data: data})
	r.NextSeq += int64(len(events))
	return r
}

// order is an open run that has completed an activity and waits for a timer.
func order(t testing.TB, n int) *testRun {
	t.Helper()
	id := fmt.Sprintf("order-%d", n)
	r := &testRun{Run: store.Run{
		ID: uuid.NewSHA1(uuid.Nil, []byte(id)), Namespace: "default", WorkflowID: id, Workflow: "fulfil", Status: store.Open, NextSeq: 1, Epoch: 1,
	}}
	r.read = func(yield func(store.Row) bool) {
		for _, row := range r.rows {
			row.Data = slices.Clone(row.Data)
			more := yield(row)
			clear(row.Data) // nobody may look at a row that has been left
			if !more {
				return
			}
		}
	}
	r.pending.Timers = []store.Timer{{ID: 4, FireAt: noon.Add(time.Minute)}}
	return r.
		add(t, 0, &history.Started{Workflow: "fulfil", WorkflowID: id}).
		add(t, 1, &history.ActivityScheduled{Name: "charge"}).
		add(t, 2, &history.ActivityCompleted{Activity: 2, Attempt: 1}, &history.TimerStarted{FireAt: noon.Add(time.Minute)})
}

// closed is an order that has ended well.
func closed(t testing.TB, n int) *testRun {
	t.Helper()
	r := order(t, n).add(t, 60, &history.TimerFired{Timer: 4}, &history.RunCompleted{})
	r.Status, r.Closed, r.pending = store.Completed, noon.Add(time.Minute), store.Pending{}
	return r
}

// sound is a store in which nothing is wrong.
func sound(t testing.TB) *fake {
	return &fake{
		info:    store.Info{Kind: "fake", Version: 1, CompatibleFrom: 1, Own: 1},
		workers: []store.WorkerState{{Worker: store.Worker{ID: uuid.New(), Host: "a", PID: 1}, Alive: true, LeaseUntil: noon.Add(2 * time.Hour)}},
		runs:    []*testRun{order(t, 0), closed(t, 1), order(t, 2)},
		broken:  map[string]error{},
	}
}

// examine returns the report and the findings.
func examine(t testing.TB, f *fake, o doctor.Options) (doctor.Report, []doctor.Finding) {
	t.Helper()
	var all []doctor.Finding
	r, err := doctor.Examine(t.Context(), f, o, func(f doctor.Finding) error {
		all = append(all, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, all
}

// show is a finding in one line.
func show(f doctor.Finding) string {
	text := fmt.Sprintf("%s %s", f.Severity, f.Check)
	if f.WorkflowID != "" {
		text += " " + f.WorkflowID
	}
	if f.Seq != 0 {
		text += fmt.Sprintf("/%d", f.Seq)
	}
	return text + ": " + f.Text
}
