package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

// takeover measures how long the runs of a killed worker wait for another one: from the kill
// until the store first shows that another worker has taken the run.
type takeover struct {
	store store.Store

	mu      sync.Mutex
	waiting []orphan
	took    []time.Duration
}

type orphan struct {
	run  store.Run // as it stood before the kill
	from time.Time
}

// sample is the number of runs of each worker that are measured.
const sample = 20

// before returns runs that the worker of a process owns and that another one may take, or none if the store does not
// answer. A run that is pinned to a build is drawn if another worker of that build lives.
func (t *takeover) before(ctx context.Context, pid int) (drawn []store.Run) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	in, ok := t.store.(store.Inspector)
	if !ok {
		return nil
	}
	all, err := in.Workers(ctx)
	if err != nil {
		return nil
	}
	others := map[string]bool{} // builds
	for _, w := range all {
		if w.PID != pid && w.Alive && w.Drain == nil {
			others[w.Build] = true
		}
	}
	for _, w := range all {
		if w.PID != pid || !w.Alive {
			continue
		}
		owned, err := t.store.Owned(ctx, w.ID)
		if err != nil {
			return nil
		}
		for id := range owned.Runs {
			if run, err := t.store.Run(ctx, store.Ref{Run: id}); err == nil && run.Owner == w.ID && (run.Pin == "" || others[run.Pin]) && len(drawn) < sample {
				drawn = append(drawn, run)
			}
		}
	}
	return drawn
}

// others reports whether another process than p has a worker that the store says is alive and not draining.
func (t *takeover) others(ctx context.Context, up []*process, p *process) bool {
	in, ok := t.store.(store.Inspector)
	if !ok {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	all, err := in.Workers(ctx)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(all, func(w store.WorkerState) bool {
		return w.Alive && w.Drain == nil && slices.ContainsFunc(up, func(q *process) bool { return q != p && q.alive() && q.pid() == w.PID })
	})
}

// after starts the measurement: the worker is dead.
func (t *takeover) after(drawn []store.Run) {
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, run := range drawn {
		t.waiting = append(t.waiting, orphan{run, now})
	}
}

// waits returns which of these runs nobody has taken yet.
func (t *takeover) waits(drawn []store.Run) (left []store.RunID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range t.waiting {
		if slices.ContainsFunc(drawn, func(run store.Run) bool { return run.ID == o.run.ID }) {
			left = append(left, o.run.ID)
		}
	}
	return left
}

// now says how runs stand, for the report.
func (t *takeover) now(ctx context.Context, ids []store.RunID) (all []string) {
	for _, id := range ids {
		run, err := t.store.Run(ctx, store.Ref{Run: id})
		if err != nil {
			all = append(all, fmt.Sprintf("%v: %v", id, err))
			continue
		}
		all = append(all, fmt.Sprintf("%v (%s) of %s has the epoch %d, owner %v, %d deaths and %d in quarantine, and is blocked: %t",
			id, run.WorkflowID, run.Workflow, run.Epoch, run.Owner, run.Deaths, run.QuarantineDeaths, run.Blocked != nil))
	}
	return all
}

// watch looks for take-overs until ctx ends.
func (t *takeover) watch(ctx context.Context) {
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			t.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

func (t *takeover) look(ctx context.Context) {
	t.mu.Lock()
	waiting := slices.Clone(t.waiting)
	t.mu.Unlock()
	var settled []store.RunID
	var took []time.Duration
	for _, o := range waiting {
		run, err := t.store.Run(ctx, store.Ref{Run: o.run.ID})
		if errors.Is(err, store.ErrNotFound) {
			settled = append(settled, o.run.ID) // its start was lost
			continue
		}
		if err != nil {
			return // the server is down
		}
		taken, gone := sign(o.run, run)
		if taken {
			took = append(took, time.Since(o.from))
		}
		if taken || gone {
			settled = append(settled, run.ID)
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took = append(t.took, took...)
	t.waiting = slices.DeleteFunc(t.waiting, func(o orphan) bool { return slices.Contains(settled, o.run.ID) })
}

// sign reports whether another worker has taken the run since its owner was killed, or whether
// none has to: the owner's last commit ended or parked the run, or it is paused. Release and claim
// each raise the epoch by one.
func sign(before, now store.Run) (taken, gone bool) {
	switch {
	case now.Epoch >= before.Epoch+2:
		return true, false
	case now.Blocked != nil && now.Blocked.Reason == store.ReasonPaused:
		return false, true
	case now.Epoch == before.Epoch && now.Owner != before.Owner:
		return false, true
	}
	return false, false
}

// forget discards all measurements: after lost transactions, epochs cannot be compared.
func (t *takeover) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = nil
}

// percentile returns the p-th percentile in ms, or nil if nothing was measured.
func (t *takeover) percentile(p float64) *float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.took) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(t.took))
	at := min(int(p*float64(len(sorted))), len(sorted)-1)
	ms := float64(sorted[at].Microseconds()) / 1000
	return &ms
}
