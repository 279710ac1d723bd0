package control

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// leases is when the store last said of each worker that it has its lease.
type leases struct {
	store store.Store

	mu   sync.Mutex
	held map[string]time.Time
}

// watch asks until ctx ends. While the store does not answer nobody's lease is renewed, and nobody is found dead.
func (l *leases) watch(ctx context.Context) {
	in, ok := l.store.(store.Inspector)
	if !ok {
		return
	}
	tick := time.NewTicker(auditEvery / 3) // ten times a second
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			l.look(ctx, in)
		case <-ctx.Done():
			return
		}
	}
}

func (l *leases) look(ctx context.Context, in store.Inspector) {
	asked := time.Now()
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	all, err := in.Workers(bounded)
	if err != nil {
		return // the server is down; later
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range all {
		if w.Alive {
			l.held[w.ID.String()] = asked
		}
	}
}

// last is a copy.
func (l *leases) last() map[string]time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.held)
}
