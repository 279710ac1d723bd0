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

// Auditor looks at runs as they end. It is used by one goroutine.
type Auditor struct {
	Runtime *reprise.Runtime // a client on the store itself, by no proxy
	Ledger  *ledger.Server

	Replayed   int // histories
	Violations []Violation
	Notes      []string // what is to be told of the limits

	book   *Book
	since  time.Time // runs created before it had ended, and were seen, by the last look
	seen   map[store.RunID]bool
	traces map[string][]*Trace // by workflow id
}

// New returns an Auditor that has seen nothing. rt has the load's bindings.
func New(rt *reprise.Runtime, l *ledger.Server) *Auditor {
	return &Auditor{Runtime: rt, Ledger: l, book: NewBook(), seen: map[store.RunID]bool{}, traces: map[string][]*Trace{}}
}

// closed are the states of runs that have ended.
var closed = []store.Status{store.Completed, store.Failed, store.Cancelled, store.Terminated, store.Continued}

// slack is how much later than its time of creation a run may appear: a COMMIT may land
// long after its transaction has begun.
const slack = 30 * time.Second

// Look checks the runs that have ended since the last look, and returns how many have
// not. An error is one of the store, which may be down; what was not looked at is next
// time.
func (a *Auditor) Look(ctx context.Context) (open int, err error) {
	pending, err := a.Open(ctx)
	if err != nil {
		return 0, err
	}
	found, err := a.list(ctx, closed, a.since.Add(-slack))
	if err != nil {
		return 0, err
	}
	// An execution is in the ledger before its result is in a history.
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

// Lost tells of a loss. Nothing may be looked at between its two times.
func (a *Auditor) Lost(l Loss) { a.book.Losses = append(a.book.Losses, l) }

// Losses are all that it was told of.
func (a *Auditor) Losses() []Loss { return a.book.Losses }

// Ended is how many runs have ended, by what was seen.
func (a *Auditor) Ended() int { return len(a.seen) }

// Signals is how many signals are in the histories seen.
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

// replay runs the code against the history. What is not the history's fault is an error.
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
		v.add("I7", "its history replays to no end: %d events are open", r.Open)
	}
	for _, w := range r.Warnings {
		v.add("I7", "%v", w)
	}
	a.Replayed++
	return v.all, nil
}

// list returns the runs of a status that were created since then, newest first.
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
		next = rows[len(rows)-1].Seq + 1 // gaps and overlaps are the linter's to find
	}
}
