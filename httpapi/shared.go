package httpapi

import (
	"context"
	"sync"
	"time"
)

const (
	mostShared = 100 // so many answers are kept
	// costly is how many times as long as it took to make an answer is kept at least: a store that needs
	// long for it is asked seldom.
	costly = 20
)

// shared keeps answers about the whole store for a while, so that many open pages ask the database as
// seldom as one.
type shared struct {
	mu struct {
		sync.Mutex
		kept map[string]*kept
	}
}

// kept is an answer that is kept, or being made by whoever holds making.
type kept struct {
	making chan struct{}
	until  time.Time // zero: there is none
	v      any
}

// get is the answer of this key, made at most that long ago, or longer if it took long. An error is not
// kept.
func (s *shared) get(ctx context.Context, key string, long time.Duration, make func(context.Context) (any, error)) (any, error) {
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
		k.v, k.until = v, now.Add(max(long, costly*now.Sub(begun)))
		s.mu.Unlock()
	}
	return v, err
}

// forget has the next answer of a key made anew, since something has changed it.
func (s *shared) forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.mu.kept, key)
}

// entry is that of a key. Where there are too many, those that are over are forgotten, and if none is, all.
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
