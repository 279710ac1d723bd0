package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// Auditor checks runs as they end. It must be used by one goroutine.
type Auditor struct {
	Runtime *reprise.Runtime // a client with direct access to the store
	Ledger  *ledger.Server

	Replayed   int // histories
	Violations []Violation
	Notes      []string // about limits, for people

	book   *Book
	since  time.Time // runs created before this had ended and were checked by the last look
	seen   map[store.RunID]bool
	traces map[string][]*Trace // by workflow id
}

// New returns an Auditor that has seen nothing. rt has the load's bindings.
func New(rt *reprise.Runtime, l *ledger.Server) *Auditor {
	return &Auditor{Runtime: rt, Ledger: l, book: NewBook(), seen: map[store.RunID]bool{}, traces: map[string][]*Trace{}}
}

// closed lists the states of ended runs.
var closed = []store.Status{store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

// slack bounds how long after its creation time a run may become visible: a COMMIT may
// land long after its transaction began.
const slack = 30 * time.Second

// Look checks the runs that have ended since the last look, and returns how many are still
// open. It returns an error if the store fails, which may be down. The next look checks
// what this one missed.
func (a *Auditor) Look(ctx context.Context) (open int, err error) {
	pending, err := a.Open(ctx)
	if err != nil {
		return 0, err
	}
	found, err := a.list(ctx, closed, a.since.Add(-slack))
	if err != nil {
		return 0, err
	}
	// The ledger has an execution before a history has its result, so read it first.
	a.book.Read(a.Ledger.Since(a.book.Len()))
	for _, run := range found {
		if a.seen[run.ID] {
			continue
		}
		if err := a.look(ctx, run); err != nil {
			return 0, fmt.Errorf("look at run %s: %w", run.ID, err)
		}
		a.seen[run.ID] = true
	}
	for _, run := range append(pending, found...) {
		if a.since.Before(run.Created) {
			a.since = run.Created
		}
	}
	for _, run := range pending {
		if run.Created.Before(a.since) {
			a.since = run.Created
		}
	}
	return len(pending), nil
}

// Lost reports a loss to the Auditor. Look must not run between its two times.
func (a *Auditor) Lost(l Loss) { a.book.Losses = append(a.book.Losses, l) }

// Losses returns the reported losses.
func (a *Auditor) Losses() []Loss { return a.book.Losses }

// Ended returns how many runs were seen to have ended.
func (a *Auditor) Ended() int { return len(a.seen) }

// Signals returns how many signals are in the histories seen.
func (a *Auditor) Signals() (n int) {
	for _, found := range a.traces {
		for _, t := range found {
			n += len(t.Signals)
		}
	}
	return n
}

func (a *Auditor) look(ctx context.Context, run store.Run) error {
	rows, err := rowsOf(ctx, a.Runtime.Store(), run.ID)
	if err != nil {
		return err
	}
	replayed, err := a.replay(ctx, run)
	if err != nil {
		return err
	}
	t, violations := Run(run, rows, a.book, a.Runtime.Inside().Codecs())
	a.traces[run.WorkflowID] = append(a.traces[run.WorkflowID], t)
	a.Violations = append(a.Violations, append(violations, replayed...)...)
	return nil
}

// replay runs the code against the history. It returns an error for a failure that says nothing
// about the history.
func (a *Auditor) replay(ctx context.Context, run store.Run) ([]Violation, error) {
	v := list{run: run}
	r, err := reprise.Replay(ctx, a.Runtime, run.ID)
	var mismatch *replay.MismatchError
	var panicked *replay.PanicError
	var corrupt *history.CorruptError
	switch {
	case errors.As(err, &mismatch), errors.As(err, &panicked), errors.As(err, &corrupt):
		v.add("I7", "%v", err)
	case err != nil:
		return nil, err
	case !r.Done || r.Open > 0:
		v.add("I7", "its history does not replay to an end: %d events are open", r.Open)
	}
	for _, w := range r.Warnings {
		v.add("I7", "%v", w)
	}
	a.Replayed++
	return v.all, nil
}

// list returns the runs with one of these statuses that were created after since, newest first.
func (a *Auditor) list(ctx context.Context, status []store.Status, since time.Time) (all []store.Run, err error) {
	q := store.Query{Namespace: a.Runtime.Namespace(), Status: status, Limit: store.MaxPage}
	for {
		p, err := a.Runtime.Store().Runs(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Runs...)
		if n := len(all); p.Next == "" || all[n-1].Created.Before(since) {
			return all, nil
		}
		q.Cursor = p.Next
	}
}

// Open lists the runs that have not ended.
func (a *Auditor) Open(ctx context.Context) ([]store.Run, error) {
	return a.list(ctx, []store.Status{store.Open}, time.Time{})
}

// rowsOf reads a whole history.
func rowsOf(ctx context.Context, st store.Store, run store.RunID) (all []store.Row, err error) {
	for next := int64(1); ; {
		rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: next})
		if err != nil || len(rows) == 0 {
			return all, err
		}
		all = append(all, rows...)
		next = rows[len(rows)-1].Seq + 1 // the linter finds gaps and overlaps
	}
}
