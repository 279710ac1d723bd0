package engine

import (
	"slices"
	"sync"

	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// changes are the inputs and due times that this build's code gives to recorded commands,
// where they differ from those that other builds recorded. The zero value is ready.
type changes struct {
	mu struct {
		sync.Mutex
		runs map[store.RunID][]change
	}
}

type change struct{ site, text string }

const (
	maxChangedRuns = 1000
	maxChanges     = 20 // of a run
)

// note reports whether the run's change at this site is new.
func (c *changes) note(run store.RunID, site, text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.mu.runs[run]
	if len(known) == maxChanges || slices.ContainsFunc(known, func(k change) bool { return k.site == site }) {
		return false
	}
	if c.mu.runs == nil {
		c.mu.runs = make(map[store.RunID][]change)
	}
	if known == nil && len(c.mu.runs) == maxChangedRuns {
		for any := range c.mu.runs { // any of them: it is reported again after another replay
			delete(c.mu.runs, any)
			break
		}
	}
	c.mu.runs[run] = append(known, change{site, text})
	return true
}

func (c *changes) of(run store.RunID) (texts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, known := range c.mu.runs[run] {
		texts = append(texts, known.text)
	}
	return texts
}

func (c *changes) forget(run store.RunID) {
	c.mu.Lock()
	delete(c.mu.runs, run)
	c.mu.Unlock()
}

// Changed returns the texts of the [replay.Warning] values of a run that was replayed
// here.
func (p *Process) Changed(run store.RunID) []string { return p.changes.of(run) }

// changed reports that the code computes an input or due time that differs from the
// recorded one. The recorded one counts.
func (r *run) changed(w replay.Warning) {
	text := w.String()
	if r.e.p.changes.note(r.id, w.Asked.Site, text) {
		r.e.log.Warn("workflow code of another build gives a recorded command a different "+w.What+": the recorded one is used",
			"run_id", r.id, "workflow_id", r.info.WorkflowID, "text", text)
	}
	told(r.e.cfg.Observer.InputChanged, func() InputChanged {
		return InputChanged{r.info.Workflow, r.info.WorkflowID, r.id, text}
	})
}
