package control

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// client starts runs and sends them signals over a connection with the same faults as the
// workers'. It records each acknowledgement, and repeats unacknowledged calls under the
// same ids.
type client struct {
	rt     *reprise.Runtime
	in     transactor
	seed   uint64
	builds []string      // builds that workers have; "" is any
	slow   bool          // activities that a signal starts outlast a promotion
	press  *press        // decides which jobs begin; nil: the seed does
	full   func() bool   // reports whether enough runs are open
	begun  time.Time     // when the load began
	until  time.Time     // no new job begins then
	every  time.Duration // at least, between two jobs

	all  sync.WaitGroup
	next atomic.Int64

	tolled  atomic.Bool  // the schedule was acknowledged
	drained atomic.Int64 // workers

	mu       sync.Mutex
	promises []*audit.Promise
	acks     map[*audit.Promise]map[string][]span // of the start, a letter by its id, the cancel
	losses   []audit.Loss
	started  int
	signals  int
}

// span is when an acknowledged try began and when the acknowledgement came.
type span struct{ asked, acked time.Time }

// The names of acknowledgements other than those of letters.
const (
	toStart  = "start"
	toCancel = "cancel"
	toPause  = "pause"
	toLift   = "unpause"
	toReset  = "reset"
	toRepin  = "repin"
)

// A try that takes longer than patience counts as lost.
const (
	patience = 3 * time.Second
	breath   = 50 * time.Millisecond
)

// begin starts the senders. They end with ctx, or once they have finished their last job
// after until.
func (c *client) begin(ctx context.Context) {
	c.all.Go(func() { c.toll(ctx) })
	for range senders {
		c.all.Add(1)
		go func() {
			defer c.all.Done()
			for ctx.Err() == nil && time.Now().Before(c.until) {
				if c.press != nil {
					if j, lacks := c.press.next(c.seed); lacks {
						c.play(ctx, j)
					} else {
						c.rest(ctx, breath)
					}
					continue
				}
				if c.full() || c.early() {
					c.rest(ctx, breath)
					continue
				}
				n := c.next.Add(1)
				j := load.Draw(rand.New(rand.NewPCG(c.seed, 1000+uint64(n))), int(n))
				if c.slow {
					j.Slow()
				}
				c.play(ctx, j)
			}
		}()
	}
}

// toll puts the schedule and repeats that until it is acknowledged.
func (c *client) toll(ctx context.Context) {
	for ctx.Err() == nil && time.Now().Before(c.until) {
		bounded, cancel := context.WithTimeout(ctx, patience)
		err := reprise.PutSchedule(bounded, c.rt, load.Tolls(c.until))
		cancel()
		if err == nil {
			c.tolled.Store(true)
			return
		}
		c.rest(ctx, breath)
	}
}

// early reports whether it is too early for another job.
func (c *client) early() bool {
	return time.Since(c.begun) < time.Duration(c.next.Load())*c.every
}

// wait returns a channel that is closed when the senders have ended.
func (c *client) wait() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.all.Wait()
	}()
	return done
}

// rest waits, unless the load is over and the remaining work must be finished.
func (c *client) rest(ctx context.Context, d time.Duration) {
	alarm := time.NewTimer(min(d, max(time.Until(c.until), breath)))
	defer alarm.Stop()
	select {
	case <-alarm.C:
	case <-ctx.Done():
	}
}

// play does one job.
func (c *client) play(ctx context.Context, j load.Job) {
	p := &audit.Promise{Job: j, Sent: map[string]bool{}, Signals: map[string]bool{}}
	c.mu.Lock()
	c.promises = append(c.promises, p)
	c.acks[p] = map[string][]span{}
	c.mu.Unlock()
	c.rest(ctx, j.Pause)
	p.Tried = true
	if j.Turns > 0 {
		c.turns(ctx, p)
		return
	}
	acked := c.insist(ctx, p, toStart, j.Forget, func(ctx context.Context) error {
		return c.by(ctx, j, func(ctx context.Context, by reprise.Writer, place func(id string) error) error {
			h, err := reprise.Start(ctx, by, j.Workflow, j.Input, reprise.ID(j.ID), reprise.Once(), reprise.Attr(load.Kind, j.Workflow.Name()))
			if err == nil {
				c.mu.Lock()
				p.Run = h.RunID()
				c.mu.Unlock()
			}
			return errors.Join(err, place(j.ID))
		})
	})
	if !acked || j.Rollback {
		return
	}
	c.count(&c.started)
	var beside sync.WaitGroup
	beside.Go(func() { c.steer(ctx, p) })
	defer func() {
		beside.Wait()
		c.after(ctx, p)
	}()
	for _, letter := range j.Letters {
		for range letter.Times {
			c.rest(ctx, j.Pause)
			c.send(ctx, p, letter)
		}
	}
	if j.Promises {
		c.answer(ctx, p)
	}
	if j.Cancel {
		c.rest(ctx, j.Pause)
		c.cancel(ctx, p)
	}
}

func (c *client) cancel(ctx context.Context, p *audit.Promise) {
	c.insist(ctx, p, toCancel, false, func(ctx context.Context) error {
		return c.by(ctx, p.Job, func(ctx context.Context, by reprise.Writer, _ func(string) error) error {
			return reprise.Cancel(ctx, by, p.Job.ID, "the nemesis said so")
		})
	})
}

// by makes a job's call with the Runtime or in a transaction. Only the transaction places a
// row.
func (c *client) by(ctx context.Context, j load.Job, call call) error {
	if j.InTx {
		return c.in(ctx, c.rt, !j.Rollback, call)
	}
	return call(ctx, c.rt, func(string) error { return nil })
}

func (c *client) send(ctx context.Context, p *audit.Promise, letter load.Sending) {
	c.mu.Lock()
	p.Sent[letter.ID] = true
	before := len(c.acks[p][letter.ID])
	c.mu.Unlock()
	acked := c.insist(ctx, p, letter.ID, p.Job.Forget, func(ctx context.Context) error {
		return c.by(ctx, p.Job, func(ctx context.Context, by reprise.Writer, _ func(string) error) error {
			if p.Job.Updates {
				return c.ask(ctx, p, letter)
			}
			return reprise.Signal(ctx, by, p.Job.ID, load.Letter, letter.Value, reprise.SignalID(letter.ID))
		})
	})
	if acked && before == 0 {
		c.count(&c.signals)
	}
}

// ask sends a letter as an update and records the answer.
func (c *client) ask(ctx context.Context, p *audit.Promise, letter load.Sending) error {
	answer, err := reprise.Update(ctx, c.rt, p.Job.ID, load.Ask, letter.Value, reprise.UpdateID(letter.ID))
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.Answers == nil {
		p.Answers = map[string][]string{}
	}
	p.Answers[letter.ID] = append(p.Answers[letter.ID], answer)
	return nil
}

func (c *client) count(n *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
}

// insist retries try until it is acknowledged or refused for good, or ctx ends. If forget is
// set, it tries only once. It records an acknowledgement and reports whether there was one.
func (c *client) insist(ctx context.Context, p *audit.Promise, what string, forget bool, try func(context.Context) error) bool {
	for ctx.Err() == nil {
		asked := time.Now()
		bounded, cancel := context.WithTimeout(ctx, patience)
		err := try(bounded)
		cancel()
		switch {
		case err == nil:
			c.ack(p, what, span{asked, time.Now()})
			return true
		case forget, errors.Is(err, reprise.ErrClosed), errors.Is(err, reprise.ErrResolved), errors.Is(err, reprise.ErrNotFound) && c.maybeLost(p, toStart):
			return false
		}
		c.rest(ctx, breath)
	}
	return false
}

// figures returns the numbers of acknowledged starts and signals so far.
func (c *client) figures() (started, signals int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.started, c.signals
}

// promised returns everything that was tried. The senders must have ended.
func (c *client) promised() (all []audit.Promise) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.promises {
		whole := *p
		whole.Started = !p.Job.Rollback && c.firmLocked(p, toStart)
		whole.Cancelled, whole.Reset = c.firmLocked(p, toCancel), c.firmLocked(p, toReset)
		whole.Holds = slices.Clone(p.Holds)
		for i := range whole.Holds {
			whole.Holds[i].Lifted = c.firmLocked(p, toLift)
		}
		for id := range p.Sent {
			if c.firmLocked(p, id) {
				whole.Signals[id] = true
			}
		}
		all = append(all, whole)
	}
	return all
}
