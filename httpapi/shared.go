package httpapi

import (
	"context"
	"sync"
	"time"
)

const (
	mostShared = 100 // the number of answers that are kept
	// costly is the shortest time to keep an answer, as a multiple of the time that it took to make: a
	// slow store is queried rarely.
	costly = 20
)

// shared keeps answers about the whole store for a while, so that many open pages query the database
// as rarely as one.
type shared struct {
	mu struct {
		sync.Mutex
		kept map[string]*kept
	}
}

// kept is an answer that is kept, or that the holder of making is making.
type kept struct {
	making chan struct{}
	until  time.Time // zero: there is no answer
	v      any
}

// get returns the answer of this key if it is younger than long, or longer if it took long to make;
// otherwise it makes a new one. Errors are not kept.
func (s *shared) get(ctx context.Context, key string, long time.Duration, make func(context.Context) (any, error)) (any, error) {
	return s.getFor(ctx, key, func(any) time.Duration { return long }, make)
}

// getFor is get with a time that depends on the answer.
func (s *shared) getFor(ctx context.Context, key string, long func(any) time.Duration, make func(context.Context) (any, error)) (any, error) {
	k := s.entry(key)
	select {
	case k.making <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-k.making }()
	if time.Now().Before(k.until) {
		return k.v, nil
	}
	begun := time.Now()
	v, err := make(ctx)
	if err == nil {
		now := time.Now()
		s.mu.Lock()
		k.v, k.until = v, now.Add(max(long(v), costly*now.Sub(begun)))
		s.mu.Unlock()
	}
	return v, err
}

// forget drops the answer of a key, because something has changed it.
func (s *shared) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.mu.kept, key)
}

// entry returns the entry of a key. If there are too many, expired entries are dropped, and if none has
// expired, all of them.
func (s *shared) entry(key string) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.mu.kept[key]; ok {
		return k
	}
	for old, k := range s.mu.kept {
		if len(s.mu.kept) >= mostShared && !time.Now().Before(k.until) {
			delete(s.mu.kept, old)
		}
	}
	if len(s.mu.kept) >= mostShared || s.mu.kept == nil {
		s.mu.kept = map[string]*kept{}
	}
	k := &kept{making: make(chan struct{}, 1)}
	s.mu.kept[key] = k
	return k
}
