package storetest

import (
	"context"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// Lockable is a store that a test can lock parts of and fill up, as others do. Ops about a
// locked subject are answered [store.Locked].
type Lockable struct {
	store.Store

	mu struct {
		sync.Mutex
		locked  map[store.Subject]bool
		full    bool
		once    error
		batches [][]store.Op
	}
}

// NewLockable wraps st.
func NewLockable(st store.Store) *Lockable {
	s := &Lockable{Store: st}
	s.mu.locked = map[store.Subject]bool{}
	return s
}

// Lock locks or unlocks a subject.
func (s *Lockable) Lock(subject store.Subject, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.locked[subject] = on
}

// Fill sets whether the store has no space left for ops on unlocked subjects.
func (s *Lockable) Fill(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.full = on
}

// FailOnce makes the next batch of several members fail with err.
func (s *Lockable) FailOnce(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.once = err
}

// Batches returns the batches since the last call.
func (s *Lockable) Batches() [][]store.Op {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.mu.batches
	s.mu.batches = nil
	return all
}

// Apply implements [store.Store].
func (s *Lockable) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.batches = append(s.mu.batches, ops)
	if err := s.mu.once; err != nil && len(ops) > 1 {
		s.mu.once = nil
		return nil, err
	}
	outs := make([]store.Outcome, len(ops))
	for i, op := range ops {
		if s.mu.locked[store.SubjectOf(op)] {
			outs[i].Code = store.Locked
			continue
		}
		if s.mu.full {
			return nil, store.ErrFull
		}
		one, err := s.Store.Apply(ctx, ops[i:i+1])
		if err != nil {
			return nil, err
		}
		outs[i] = one[0]
	}
	return outs, nil
}
