package control

import (
	"context"
	"fmt"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// turns makes the starts of a job, each after the previous one is acknowledged, and terminates runs between
// them. It may terminate any of the runs.
func (c *client) turns(ctx context.Context, p *audit.Promise) {
	j := p.Job
	for n := 1; n <= j.Turns; n++ {
		in := j.Input
		in.Turn = n
		turn := audit.Turn{}
		acked := c.insist(ctx, p, fmt.Sprint("turn ", n), false, func(ctx context.Context) error {
			turn.Tries++
			h, err := reprise.Start(ctx, c.rt, j.Workflow, in, reprise.ID(j.ID), reprise.OnConflict(reprise.QueueBehind), reprise.Attr(load.Kind, j.Workflow.Name()))
			if err == nil {
				turn.Run, turn.Queued = h.RunID(), h.Queued()
			}
			return err
		})
		c.mu.Lock()
		p.Turns = append(p.Turns, turn)
		c.mu.Unlock()
		if !acked {
			return
		}
		c.count(&c.started)
		c.rest(ctx, j.Pause)
		if j.Cut > 0 && n%j.Cut == 0 {
			bounded, cancel := context.WithTimeout(ctx, patience)
			_ = reprise.Terminate(bounded, c.rt, j.ID, "the nemesis said so") // the run may have ended, or the answer may be lost: both are fine
			cancel()
		}
	}
}
