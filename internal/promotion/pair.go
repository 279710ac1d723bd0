// Package promotion makes a primary and its standby of any two empty stores, and checks what
// must hold if the standby is promoted without the last transactions. It is for tests.
//
// Package promotion imports what its workers need; nothing but tests imports it.
package promotion

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// Pair is a database with a standby. Every write reaches both until Cut, and then only the
// primary until Promote. From then on there is only the standby.
type Pair struct {
	primary, standby store.Store

	mu       sync.Mutex
	cut      bool
	promoted bool
}

// NewPair makes a pair of two empty stores.
func NewPair(primary, standby store.Store) *Pair { return &Pair{primary: primary, standby: standby} }

// Cut ends the replication: later writes will be lost.
func (p *Pair) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = true
}

// Promote replaces the primary by the standby.
func (p *Pair) Promote() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.promoted = true
}

func (p *Pair) now() store.Store {
	if p.promoted {
		return p.standby
	}
	return p.primary
}

func (p *Pair) current() store.Store {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now()
}

// write calls f for the database and, before Cut, for its standby.
func (p *Pair) write(f func(store.Store) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := f(p.now()); err != nil || p.cut || p.promoted {
		return err
	}
	if err := f(p.standby); err != nil {
		return fmt.Errorf("promotion: the standby does not follow: %w", err)
	}
	return nil
}

// Line is a worker's connection to the database. Ended is called with the promoted standby's
// outcomes of ends of activities and of commits.
type Line struct {
	*Pair
	Ended func(store.Op, store.Outcome)

	mu   sync.Mutex
	held bool
}

var _ store.Store = (*Line)(nil)

// Hold keeps the worker from claiming anything and from comparing what it owns with the
// store. Hold(false) ends that.
func (l *Line) Hold(held bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = held
}

func (l *Line) isHeld() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held
}

// Apply implements [store.Store]. A claim of a held worker finds nothing.
func (l *Line) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	held := l.isHeld()
	var sent []store.Op
	var at []int
	for i, op := range ops {
		switch op.(type) {
		case *store.Claim, *store.ClaimActivities, *store.Fire:
			if held {
				continue
			}
		}
		sent, at = append(sent, op), append(at, i)
	}
	outs := make([]store.Outcome, len(ops))
	if len(sent) == 0 {
		return outs, nil
	}
	var answers []store.Outcome
	err := l.write(func(st store.Store) error {
		got, err := st.Apply(ctx, sent)
		if answers == nil {
			answers = got
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	promoted := l.current() == l.standby
	for i, out := range answers {
		outs[at[i]] = out
		switch sent[i].(type) {
		case *store.Commit, *store.EndActivity:
			if promoted {
				l.Ended(sent[i], out)
			}
		}
	}
	return outs, nil
}

// Owned implements [store.Store].
func (l *Line) Owned(ctx context.Context, w store.WorkerID) (store.Owned, error) {
	if l.isHeld() {
		return store.Owned{}, store.ErrTransient
	}
	return l.current().Owned(ctx, w)
}

// Join implements [store.Store].
func (l *Line) Join(ctx context.Context, w store.Worker) error {
	return l.write(func(st store.Store) error { return st.Join(ctx, w) })
}

// Leave implements [store.Store].
func (l *Line) Leave(ctx context.Context, w store.WorkerID) error {
	return l.write(func(st store.Store) error { return st.Leave(ctx, w) })
}

// Tick implements [store.Store].
func (l *Line) Tick(ctx context.Context, q store.Tick) (t store.Ticked, err error) {
	first := true
	err = l.write(func(st store.Store) error {
		got, err := st.Tick(ctx, q)
		if first {
			t, first = got, false
		}
		return err
	})
	return t, err
}

// History implements [store.Store].
func (l *Line) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	return l.current().History(ctx, q)
}

// Run implements [store.Store].
func (l *Line) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	return l.current().Run(ctx, ref)
}

// Runs implements [store.Store].
func (l *Line) Runs(ctx context.Context, q store.Query) (store.Page, error) {
	return l.current().Runs(ctx, q)
}

// Outbox implements [store.Store].
func (l *Line) Outbox(ctx context.Context, q store.OutboxQuery) ([]store.Message, error) {
	return l.current().Outbox(ctx, q)
}

// Queues implements [store.Store].
func (l *Line) Queues(ctx context.Context, q store.QueueQuery) ([]store.Queue, error) {
	return l.current().Queues(ctx, q)
}

// Kept implements [store.Store].
func (l *Line) Kept(ctx context.Context, q store.KeptQuery) ([]store.Kept, error) {
	return l.current().Kept(ctx, q)
}

// Schedules implements [store.Store].
func (l *Line) Schedules(ctx context.Context, q store.ScheduleQuery) ([]store.Schedule, error) {
	return l.current().Schedules(ctx, q)
}

// Children implements [store.Store].
func (l *Line) Children(ctx context.Context, parent, after store.RunID, limit int) ([]store.RunID, error) {
	return l.current().Children(ctx, parent, after, limit)
}

// Pending implements [store.Store].
func (l *Line) Pending(ctx context.Context, run store.RunID) (store.Pending, error) {
	return l.current().Pending(ctx, run)
}

// Secret implements [store.Store].
func (l *Line) Secret() []byte { return l.current().Secret() }

// Now implements [store.Store].
func (l *Line) Now(ctx context.Context) (time.Time, error) { return l.current().Now(ctx) }

// Close implements [store.Store]. It does nothing: whoever made the two stores closes them.
func (l *Line) Close() error { return nil }
