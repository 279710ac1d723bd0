package control

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
)

// leases records when the store last confirmed each worker's lease.
type leases struct {
	store store.Store
	up    func() []*process

	mu       sync.Mutex
	held     map[string]time.Time
	before   time.Time    // time of the last look
	served   bool         // at that time a worker was at work
	kept     bool         // at that time a worker was gone whose work had not been given back
	unserved []audit.Span // when nobody was at work
	keeps    []audit.Span // when a worker was gone, or its grace had not passed
	stalled  []audit.Span // when this process got no processor time
}

// watch polls the store until ctx ends. While the store does not answer, no lease is renewed and no worker is declared dead.
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
		return // the server is down
	}
	up := l.up()
	l.mu.Lock()
	defer l.mu.Unlock()
	served, kept := false, false
	for _, w := range all {
		works := w.Alive && slices.ContainsFunc(up, func(p *process) bool { return p.pid() == w.PID && p.works() })
		served, kept = served || works, kept || !works
		if w.Alive {
			l.held[w.ID.String()] = asked
		}
	}
	if !l.before.IsZero() && !l.served {
		l.unserved = append(l.unserved, audit.Span{From: l.before, To: asked})
	}
	if !l.before.IsZero() && l.kept {
		l.keeps = append(l.keeps, audit.Span{From: l.before, To: asked.Add(load.Grace)})
	}
	l.before, l.served, l.kept = asked, served, kept
}

// beats is how often beat checks whether the machine gives this process time. Less than half a beat does not count as late.
const beats = 20 * time.Millisecond

// beat records, until ctx ends, when this process got no processor time.
func (l *leases) beat(ctx context.Context) {
	for {
		due := time.Now().Add(beats)
		select {
		case <-time.After(beats):
		case <-ctx.Done():
			return
		}
		if now := time.Now(); now.Sub(due) > beats/2 {
			l.mu.Lock()
			l.stalled = append(l.stalled, audit.Span{From: due, To: now})
			l.mu.Unlock()
		}
	}
}

// spans returns when no worker was at work, when a lost worker's work or grace was outstanding, and when the machine stalled.
func (l *leases) spans() (unserved, kept, stalled []audit.Span) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.unserved), slices.Clone(l.keeps), slices.Clone(l.stalled)
}

// last returns a copy of the last confirmations.
func (l *leases) last() map[string]time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.held)
}
