package control

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// standing is how long the client waits for a run that it has paused to have no owner.
const standing = 5 * time.Second

// steer carries out the operator actions of a job, one after the other.
func (c *client) steer(ctx context.Context, p *audit.Promise) {
	if p.Job.Look {
		c.look(ctx, p)
	}
	if p.Job.Hold {
		c.hold(ctx, p)
	}
	for _, n := range p.Job.Repins {
		c.rest(ctx, p.Job.Pause)
		c.repin(ctx, p, c.builds[n%len(c.builds)])
	}
	for p.Job.Hasten && ctx.Err() == nil {
		c.rest(ctx, p.Job.Pause)
		if err := c.hasten(ctx, p); errors.Is(err, reprise.ErrClosed) || errors.Is(err, reprise.ErrNotFound) && c.maybeLost(p, toStart) {
			return
		}
	}
}

// repin moves a run to the workers of another build.
func (c *client) repin(ctx context.Context, p *audit.Promise, build string) {
	c.insist(ctx, p, toRepin, false, func(ctx context.Context) error {
		return reprise.Repin(ctx, c.rt, p.Job.ID, build, c.reason(p, &p.Repins, "repin"))
	})
}

// hasten makes waiting retries begin at once.
func (c *client) hasten(ctx context.Context, p *audit.Promise) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n, err := reprise.RetryNow(ctx, c.rt, p.Job.ID, "", reprise.By{Who: audit.Operator, Why: "it need not wait"})
	c.mu.Lock()
	p.Hastes += n
	c.mu.Unlock()
	return err
}

// after carries out the actions that follow the end of the run.
func (c *client) after(ctx context.Context, p *audit.Promise) {
	if !p.Job.Reset && !p.Job.Look && !p.Job.Again {
		return
	}
	for ctx.Err() == nil {
		run, err := c.run(ctx, store.Ref{Namespace: c.rt.Namespace(), WorkflowID: p.Job.ID})
		switch {
		case err == nil && run.Status == store.Open || err != nil && !errors.Is(err, store.ErrNotFound):
			c.rest(ctx, p.Job.Pause)
		case err != nil && c.maybeLost(p, toStart):
			return
		case err == nil && p.Job.Look && c.look(ctx, p):
			c.mu.Lock()
			p.Looked = true
			c.mu.Unlock()
			return
		case err == nil && p.Job.Reset && c.reset(ctx, p):
			return
		case err == nil && p.Job.Again && !p.Job.Reset:
			c.play(ctx, p.Job.Second())
			return
		default:
			c.rest(ctx, breath)
		}
	}
}

// run reads a run over the client's connection.
func (c *client) run(ctx context.Context, ref store.Ref) (store.Run, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return c.rt.Store().Run(ctx, ref)
}

// look queries the progress of a run. Before its first task a run does not answer.
func (c *client) look(ctx context.Context, p *audit.Promise) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n, err := reprise.Query(ctx, c.rt, p.Job.ID, load.Progress, workflow.None{})
	if err != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p.Looks = append(p.Looks, n)
	return true
}

// hold pauses a run, records its state, and unpauses it.
func (c *client) hold(ctx context.Context, p *audit.Promise) {
	c.rest(ctx, p.Job.Pause)
	c.mu.Lock()
	p.Holds = append(p.Holds, audit.Hold{})
	h := &p.Holds[0]
	c.mu.Unlock()
	acked := c.insist(ctx, p, toPause, false, func(ctx context.Context) error {
		return reprise.Pause(ctx, c.rt, p.Job.ID, c.reason(p, &h.Pauses, "pause"))
	})
	if acked {
		stood := c.stands(ctx, p)
		c.mu.Lock()
		h.Stood, h.From = stood, time.Now()
		c.mu.Unlock()
		c.rest(ctx, p.Job.Pause)
	}
	c.lift(ctx, p, 0)
}

// lift unpauses a run.
func (c *client) lift(ctx context.Context, p *audit.Promise, i int) {
	c.mu.Lock()
	h := &p.Holds[i]
	if h.Until.IsZero() {
		h.Until = time.Now()
	}
	c.mu.Unlock()
	c.insist(ctx, p, toLift, false, func(ctx context.Context) error {
		return reprise.Unpause(ctx, c.rt, p.Job.ID, c.reason(p, &h.Lifts, "unpause"))
	})
}

// reason returns a new reason for each try, so that the audit can tell tries apart.
func (c *client) reason(p *audit.Promise, sent *[]string, what string) reprise.By {
	c.mu.Lock()
	defer c.mu.Unlock()
	by := reprise.By{Who: audit.Operator, Why: fmt.Sprintf("%s %d of %s", what, len(*sent)+1, p.Job.ID)}
	*sent = append(*sent, by.Why)
	return by
}

// stands waits until a paused run has no owner, and returns its state. It returns nil if that does not happen.
func (c *client) stands(ctx context.Context, p *audit.Promise) *audit.Stood {
	ctx, cancel := context.WithTimeout(ctx, standing)
	defer cancel()
	for ctx.Err() == nil {
		run, err := c.run(ctx, store.Ref{Namespace: c.rt.Namespace(), WorkflowID: p.Job.ID})
		switch {
		case err == nil && run.Status != store.Open:
			return nil
		case err == nil && run.Owner == (store.WorkerID{}) && run.Blocked != nil && run.Blocked.Reason == store.ReasonPaused:
			pending, err := c.rt.Store().Pending(ctx, run.ID)
			if err != nil {
				return nil
			}
			s := &audit.Stood{Run: run.ID, Next: run.NextSeq, Attempts: map[int64]int{}}
			for _, t := range pending.Activities {
				s.Attempts[t.ID] = t.Attempt
			}
			return s
		}
		c.rest(ctx, breath)
	}
	return nil
}

// free unpauses runs that are still paused: an unacknowledged pause landed after the unpause, or a promotion
// lost the unpause, or it lost the end of the run, because of which the unpause was refused. It also hastens
// runs again whose end a promotion lost.
func (c *client) free(ctx context.Context) {
	c.mu.Lock()
	var late, hasty []*audit.Promise
	for _, p := range c.promises {
		if p.Job.Hasten {
			hasty = append(hasty, p)
		}
		if len(p.Holds) > 0 && (len(p.Holds[0].Pauses) > len(c.acks[p][toPause]) || len(p.Holds[0].Lifts) > 0) {
			late = append(late, p)
		}
	}
	c.mu.Unlock()
	for _, p := range late {
		run, err := c.run(ctx, store.Ref{Namespace: c.rt.Namespace(), WorkflowID: p.Job.ID})
		if err == nil && run.Status == store.Open && run.Blocked != nil && run.Blocked.Reason == store.ReasonPaused {
			c.lift(ctx, p, 0)
		}
	}
	for _, p := range hasty {
		_ = c.hasten(ctx, p) // most of them have ended, and free runs again
	}
}

// reset resets an ended run and reports whether the outcome is known. A try without an answer may have
// begun a run.
func (c *client) reset(ctx context.Context, p *audit.Promise) bool {
	c.mu.Lock()
	of := p.Run
	c.mu.Unlock()
	run, err := c.run(ctx, store.Ref{Run: of})
	if err != nil {
		return errors.Is(err, store.ErrNotFound) // an unacknowledged try began another run
	}
	c.mu.Lock()
	p.Resets++
	first := p.Resets == 1
	c.mu.Unlock()
	to := reprise.ToEvent(1 + int64(p.Job.At*float64(run.NextSeq-2)))
	bounded, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	asked := time.Now()
	id, err := reprise.Reset(bounded, c.rt, of, to, reprise.By{Who: audit.Operator, Why: "it is to be done again"}, reprise.AllowAgain(load.Again()...))
	var refused *reprise.ResetError
	switch begun := errors.Is(err, reprise.ErrAlreadyStarted) || errors.As(err, &refused); {
	case err == nil, begun && !first:
		c.mu.Lock()
		p.Copy = id
		c.mu.Unlock()
		c.ack(p, toReset, span{asked, time.Now()})
		return true
	case begun:
		c.mu.Lock()
		p.Refused = err.Error()
		c.mu.Unlock()
		return true
	}
	return false
}

// steered counts the operator actions.
func (c *client) steered() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := map[string]int{"drained": int(c.drained.Load())}
	for _, p := range c.promises {
		for _, h := range p.Holds {
			if h.Stood != nil {
				n["stood"]++
			}
		}
		for _, turn := range p.Turns {
			if turn.Queued {
				n["queued"]++
			}
		}
		n["paused"] += len(c.acks[p][toPause])
		n["reset"] += len(c.acks[p][toReset])
		n["repinned"] += len(c.acks[p][toRepin])
		n["hastened"] += p.Hastes
		n["answered"] += len(p.Looks)
	}
	return n
}
