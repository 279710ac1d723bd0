// Package memory is a store in memory: for tests, for trying things out, and as the model
// with which other stores are compared.
//
//	st := memory.New()
//
// It keeps every promise of [store.Store] except durability. Several Runtimes may share
// one Store, as processes share a database. A process that crashed is one whose Runtime
// is no longer used; a new Runtime on the same Store is its restart. Any number of
// engines may join, so Join never returns a *store.EngineRunningError.
//
// A Store is safe for concurrent use; one mutex makes each call a transaction. The same
// calls in the same order give the same answers. The package starts no goroutines.
//
// Package memory is of the author tier of docs/stability.md, except for the methods of
// Store by which the engine calls it: those are of the driver tier.
//
// Package memory imports activity, store, store/internal/rules, timer and uuid.
package memory

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// Options configure a Store. The zero value is ready.
type Options struct {
	Clock  timer.Clock // the store's clock; nil: the machine's
	Secret []byte      // see [store.Store]; nil: a random one
}

// Store is a [store.Store] in memory.
type Store struct {
	clock  timer.Clock
	secret []byte

	mu     sync.Mutex
	closed bool
	state  state
}

var _ store.Store = (*Store)(nil)

// New returns an empty Store. Without Options it uses the machine's clock; of several
// Options the last one that sets a field wins.
func New(opts ...Options) *Store {
	s := &Store{clock: timer.System(), state: newState()}
	for _, o := range opts {
		if o.Clock != nil {
			s.clock = o.Clock
		}
		if o.Secret != nil {
			s.secret = slices.Clone(o.Secret)
		}
	}
	if s.secret == nil {
		s.secret = make([]byte, 32)
		rand.Read(s.secret)
	}
	return s
}

// Close implements [store.Store].
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

// Secret implements [store.Store].
func (s *Store) Secret() []byte { return s.secret }

// Now implements [store.Store].
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	err = s.view(ctx, func(x *tx) { now = x.now })
	return now, err
}

// Apply implements [store.Store].
func (s *Store) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	outs := make([]store.Outcome, 0, len(ops))
	err := s.update(ctx, func(x *tx) error {
		x.begin(ops)
		for i, op := range ops {
			out, err := x.apply(op)
			if err != nil {
				return &store.MemberError{Index: i, Err: err}
			}
			outs = append(outs, out)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return outs, nil
}

// update runs f as one transaction: if it fails, nothing has changed.
func (s *Store) update(ctx context.Context, f func(*tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return store.ErrStoreClosed
	}
	x := &tx{state: &s.state, now: s.clock.Now().UTC().Truncate(time.Microsecond)}
	if err := f(x); err != nil {
		x.rollback()
		return err
	}
	return nil
}

func (s *Store) view(ctx context.Context, f func(*tx)) error {
	return s.update(ctx, func(x *tx) error { f(x); return nil })
}
