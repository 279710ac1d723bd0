package engine

import (
	"context"
	"log/slog"
	"sync"

	"github.com/reprise-run/reprise/store"
)

// queueStates are what the store knows of the queues that this worker serves. Slots go by it.
type queueStates struct {
	cfg    *Config
	slots  *slots
	log    *slog.Logger
	opened func() // is told when more may be taken

	mu struct {
		sync.Mutex
		asked, known int // how often the store was asked, and the newest of the answers that were taken in
		of           map[string]store.Queue
	}
}

// ask says that the store is about to be asked. Its answer is learnt by the turn that this returns.
func (s *queueStates) ask() (turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.asked++
	return s.mu.asked
}

// learnFrom takes in what a tick says.
func (s *queueStates) learnFrom(turn int, t *store.Ticked) {
	if !t.QueuesUnknown {
		s.learn(turn, t.Queues)
	}
}

// learn takes in what the store says of all queues that this worker serves, unless it has said something newer.
func (s *queueStates) learn(turn int, all []store.Queue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if turn <= s.mu.known {
		return
	}
	s.mu.known = turn
	if len(all) == 0 && len(s.mu.of) == 0 {
		return
	}
	before := s.mu.of
	s.mu.of = make(map[string]store.Queue, len(all))
	for _, q := range all {
		s.mu.of[q.Name] = q
	}
	opened := false
	for _, name := range s.cfg.Queues {
		now, was := s.mu.of[name], before[name]
		s.note(name, now, was)
		if s.slots.set(name, s.cfg.most(name, now), now.Paused != nil) {
			opened = true
		}
	}
	if opened {
		s.opened()
	}
}

// note logs what has changed of a queue.
func (s *queueStates) note(name string, now, was store.Queue) {
	switch {
	case now.Paused != nil && was.Paused == nil:
		s.log.Info("queue is paused: nothing of it begins here", "queue", name, "by", now.Paused.Who, "why", now.Paused.Why)
	case now.Paused == nil && was.Paused != nil:
		s.log.Info("queue is resumed", "queue", name)
	}
	switch o := now.Overruled; {
	case o != nil && (was.Overruled == nil || *was.Overruled != *o):
		s.log.Info("the settings of a queue are overruled", "queue", name, "by", o.Who, "why", o.Why, "per_worker", o.PerWorker)
	case o == nil && was.Overruled != nil:
		s.log.Info("the settings of a queue are those of the configuration again", "queue", name)
	}
}

// most is how many activities of a queue run at once here; zero: there is no bound.
func (c *Config) most(queue string, q store.Queue) int {
	if q.Overruled != nil {
		return q.Overruled.PerWorker
	}
	return c.QueueSlots[queue]
}

// ChangeQueue changes what is known of a queue, here at once, and has other processes look.
func ChangeQueue(ctx context.Context, p *Process, op *store.ChangeQueue) error {
	// It goes by no group commit: the lock of a queue's row must not be waited for by who has runs locked.
	if _, err := p.store.Apply(ctx, []store.Op{op}); err != nil {
		return err
	}
	p.wakeups.Say(p.WorkerID(), store.WakeUp{All: true})
	e := p.current()
	if e == nil {
		return nil
	}
	turn := e.queues.ask()
	all, err := p.store.Queues(ctx, store.QueueQuery{Namespace: op.Namespace, Names: e.cfg.Queues})
	if err != nil {
		e.log.Info("a queue was changed: this worker learns of it with its next tick", "queue", op.Queue, "error", err)
		return nil
	}
	e.queues.learn(turn, all)
	return nil
}
