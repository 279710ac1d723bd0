package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/store"
)

// ack records an acknowledgement.
func (c *client) ack(p *audit.Promise, what string, s span) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks[p][what] = append(c.acks[p][what], s)
}

// firmLocked reports whether something was acknowledged and cannot be lost.
func (c *client) firmLocked(p *audit.Promise, what string) bool {
	return slices.ContainsFunc(c.acks[p][what], func(s span) bool {
		return !slices.ContainsFunc(c.losses, func(l audit.Loss) bool { return l.May(s.asked, s.acked) })
	})
}

// maybeLost reports whether something was acknowledged but may be lost.
func (c *client) maybeLost(p *audit.Promise, what string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.acks[p][what]) > 0 && !c.firmLocked(p, what)
}

// startedIn reports whether a start was acknowledged that l may have lost.
func (c *client) startedIn(p *audit.Promise, l audit.Loss) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !p.Job.Rollback && slices.ContainsFunc(c.acks[p][toStart], func(s span) bool { return l.May(s.asked, s.acked) })
}

// tail is what was lost of the acknowledged calls, as far as the client can see it.
type tail struct{ starts, signals, resent int }

func (t tail) String() string {
	return fmt.Sprintf("%d starts and %d signals were lost; %d signals and cancels were sent again", t.starts, t.signals, t.resent)
}

// lose reacts to a loss as a client does that lost the last second of its database: it resends
// what may be lost of what it sent to existing runs, in the same order and under the same ids.
func (c *client) lose(ctx context.Context, st store.Store, l audit.Loss) (lost tail, err error) {
	c.mu.Lock()
	c.losses = append(c.losses, l)
	promises := slices.Clone(c.promises)
	c.mu.Unlock()
	var all sync.WaitGroup
	var mu sync.Mutex
	work := make(chan *audit.Promise)
	for range senders {
		all.Go(func() {
			for p := range work {
				one, failed := c.repeat(ctx, st, p, l)
				for errors.Is(failed, store.ErrTransient) && ctx.Err() == nil { // the connection was to the old server
					c.rest(ctx, breath)
					one, failed = c.repeat(ctx, st, p, l)
				}
				mu.Lock()
				lost.starts += one.starts
				lost.signals += one.signals
				lost.resent += one.resent
				err = errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	for _, p := range promises {
		work <- p
	}
	close(work)
	all.Wait()
	return lost, err
}

// repeat resends what one run may have lost. It counts a lost start once, with the loss that
// it belongs to.
func (c *client) repeat(ctx context.Context, st store.Store, p *audit.Promise, l audit.Loss) (lost tail, err error) {
	var letters []int
	for i, letter := range p.Job.Letters {
		if c.maybeLost(p, letter.ID) {
			letters = append(letters, i)
		}
	}
	start, cancel, lift := c.startedIn(p, l), c.maybeLost(p, toCancel), c.maybeLost(p, toLift)
	if !start && !cancel && !lift && letters == nil {
		return lost, nil
	}
	c.mu.Lock()
	id := p.Run
	c.mu.Unlock()
	run, err := st.Run(ctx, store.Ref{Run: id})
	if errors.Is(err, store.ErrNotFound) {
		if start {
			lost.starts++
		}
		return lost, nil // the audit reports a run that must exist
	}
	if err == nil && run.Status == store.Continued { // its letters went to the next run of the chain
		run, err = st.Run(ctx, store.Ref{Namespace: run.Namespace, WorkflowID: run.WorkflowID})
	}
	if err != nil || run.Status != store.Open || run.Chain != id {
		return lost, err
	}
	there, err := signals(ctx, st, id)
	if err != nil {
		return lost, err
	}
	for _, i := range letters {
		letter := p.Job.Letters[i]
		if run.ID == id && !there[letter.ID] && !p.Job.InTx { // a letter sent in a transaction may not be forwarded yet, and another run of the chain may have this one
			lost.signals++
		}
		lost.resent++
		c.send(ctx, p, letter)
	}
	if cancel {
		lost.resent++
		c.cancel(ctx, p)
	}
	if lift {
		c.lift(ctx, p, 0)
	}
	return lost, nil
}

// signals returns the ids of the signals in a run's history and inbox.
func signals(ctx context.Context, st store.Store, run store.RunID) (map[string]bool, error) {
	ids := map[string]bool{}
	pending, err := st.Pending(ctx, run)
	if err != nil {
		return nil, err
	}
	for _, e := range pending.Entries {
		ids[e.ID] = true
	}
	for next := int64(1); ; {
		rows, err := st.History(ctx, store.HistoryQuery{Run: run, From: next})
		if err != nil || len(rows) == 0 {
			return ids, err
		}
		for _, row := range rows {
			_, events, err := history.DecodeRow(row.Data, row.Seq, row.N)
			if err != nil {
				return nil, err
			}
			for _, e := range events {
				if s, ok := e.Body.(*history.SignalReceived); ok {
					ids[s.ID] = true
				}
			}
			next = row.Seq + 1
		}
	}
}
