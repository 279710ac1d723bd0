package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// asked returns how many questions a database has been asked so far.
type asked func(ctx context.Context) (int64, error)

// counted returns a place for a store, and a counter of its questions: the server's
// statements or, without a server, calls of the store, each of which is a transaction.
func (b *bench) counted(ctx context.Context) (place, asked, error) {
	if pg, there := b.backend.(*postgresBackend); there {
		if err := pg.counting(ctx); err != nil {
			return nil, nil, err
		}
		p, err := pg.place(ctx)
		return p, pg.statements, err
	}
	p, err := b.backend.place(ctx)
	return p, func(ctx context.Context) (int64, error) {
		t, err := b.backend.traffic(ctx)
		return t.commits, err
	}, err
}

// countedStore counts the calls of a working engine. It embeds the store itself, because
// an engine looks for more methods than those of store.Store.
type countedStore struct {
	*sqlite.Store
	calls *atomic.Int64
}

func (s countedStore) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	s.calls.Add(1)
	return s.Store.Apply(ctx, ops)
}

func (s countedStore) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	s.calls.Add(1)
	return s.Store.Tick(ctx, q)
}

func (s countedStore) Owned(ctx context.Context, worker store.WorkerID) (store.Owned, error) {
	s.calls.Add(1)
	return s.Store.Owned(ctx, worker)
}

func (s countedStore) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	s.calls.Add(1)
	return s.Store.History(ctx, q)
}

func (s countedStore) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	s.calls.Add(1)
	return s.Store.Run(ctx, ref)
}

func (s countedStore) Now(ctx context.Context) (time.Time, error) {
	s.calls.Add(1)
	return s.Store.Now(ctx)
}
