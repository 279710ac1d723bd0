package engine

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// paused reports whether what has come in last about a pause is that there is one.
func (in *arrivals) paused() (paused bool) {
	for i := range in.pending {
		if b, ok := in.pending[i].body.(*history.Steered); ok && b.Did != history.KindRetriedNow {
			paused = b.Did == history.KindPaused
		}
	}
	return paused
}

// pause gives the run up if it is paused, and reports whether it is not this worker's any more. What has come in for it
// stays in its inbox; eager attempts become rows, which end there. The pause itself is the store's
// already: a run that is unpaused meanwhile is claimed again.
func pause(r *run) (gone bool) {
	r.mu.Lock()
	seen := r.mu.in.paused()
	r.mu.Unlock()
	if !seen {
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
		return false // the news of that is on its way
	}
	if err := r.eagerToRows(); err != nil {
		r.e.log.Error("cannot hand over a paused run's activities; their attempts will count as lost", "run", r.id, "error", err)
	}
	if release(r, reasonPaused, &store.Release{}) {
		text := r.e.cfg.Sealer.In(now.Namespace).OpenText(context.Background(), now.Blocked.Text)
		r.e.log.Info("run is parked: "+reasonPaused, "run", r.id, "workflow_id", r.info.WorkflowID, "workflow", r.info.Workflow, "text", text)
	}
	return true
}
