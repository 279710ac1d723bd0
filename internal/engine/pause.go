package engine

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// paused returns the order of a pause that is pending, if no later entry unpauses the run and the pause
// may still hold; otherwise 0.
func (in *arrivals) paused() (order int64) {
	for i := range in.pending {
		x := &in.pending[i]
		if b, ok := x.body.(*history.Steered); ok && (b.Did == history.KindPaused || b.Did == history.KindUnpaused) {
			if order = 0; b.Did == history.KindPaused && x.order > in.goneBy {
				order = x.order
			}
		}
	}
	return order
}

// pause gives up a run that is paused, and reports whether the run is no longer this worker's. Incoming
// events stay in the run's inbox. Eager attempts become rows, and end there. The store already has the
// pause: if somebody unpauses the run meanwhile, it is claimed again.
func pause(r *run) (gone bool) {
	r.mu.Lock()
	seen := r.mu.in.paused()
	r.mu.Unlock()
	if seen == 0 {
		return false
	}
	now, err := r.e.p.store.Run(context.Background(), store.Ref{Run: r.id})
	switch {
	case errors.Is(err, store.ErrNotFound):
		err = errNotOurs
		fallthrough
	case err != nil:
		r.current.trouble(err)
		return true
	case now.Blocked == nil || now.Blocked.Reason != reasonPaused:
		r.mu.Lock()
		r.mu.in.goneBy = seen // the notice of that is on its way
		r.mu.Unlock()
		return false
	}
	if err := r.eagerToRows(); err != nil {
		r.e.log.Error("cannot hand over a paused run's activities; their attempts will count as lost", "run_id", r.id, "error", err)
	}
	if release(r, reasonPaused, &store.Release{}) {
		text := r.e.cfg.Sealer.In(now.Namespace).OpenText(context.Background(), now.Blocked.Text)
		r.e.log.Info("run is parked: "+reasonPaused, "run_id", r.id, "workflow_id", r.info.WorkflowID, "workflow", r.info.Workflow, "text", text)
	}
	return true
}
