package engine

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
)

// queueStates are what the store knows of the queues that this worker serves. Slots go by it.
type queueStates struct {
	cfg    *Config
	slots  *slots
	log    *slog.Logger
	clock  *storeClock
	opened func()          // is told when more may be taken
	until  func(time.Time) // has the store asked then, by its clock
	change func(*store.ChangeQueue) (store.Outcome, error)

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
		cooling := s.clock.now().Before(now.CoolUntil)
		if s.slots.set(name, s.cfg.most(name, now), now.Paused != nil, cooling) {
			opened = true
		}
		if cooling {
			s.until(now.CoolUntil)
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
	if now.CoolUntil.After(was.CoolUntil) && s.clock.now().Before(now.CoolUntil) {
		s.log.Warn("queue cools down, for an activity of it was throttled: none begins here", "queue", name, "until", now.CoolUntil)
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

// The times of a queue that cools down without being told for how long.
const (
	coolInitial = time.Second
	coolMax     = 15 * time.Minute
)

// wait is how long it is until an attempt is made again that is not counted. Where it was throttled its queue
// cools down first.
func (s *queueStates) wait(a *attempt.Attempt, again *contract.Again) time.Duration {
	if !again.Throttled {
		return again.Wait
	}
	op := &store.ChangeQueue{Namespace: s.cfg.Namespace, Queue: a.On, Do: store.CoolQueue, For: again.Wait}
	op.Initial, op.Max = s.coolTimes(a.On)
	out, err := s.change(op)
	if err != nil {
		s.log.Warn("a queue does not cool down though an activity of it was throttled: the store cannot be told", "queue", a.On, "activity", a.Scheduled.Name, "error", err)
		return max(again.Wait, op.Initial)
	}
	return max(0, out.Next.Sub(s.clock.now()))
}

// coolTimes are the first and the longest time that a queue cools down.
func (s *queueStates) coolTimes(queue string) (initial, longest time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cfg.QueueCool[queue]
	if o := s.mu.of[queue].Overruled; o != nil && o.CoolInitial+o.CoolMax > 0 {
		c = CoolTimes{o.CoolInitial, o.CoolMax}
	}
	c = CoolTimes{cmp.Or(c.Initial, min(coolInitial, cmp.Or(c.Max, coolInitial))), cmp.Or(c.Max, max(coolMax, c.Initial))}
	return c.Initial, max(c.Initial, c.Max)
}

// CoolTimes are the first and the longest time that a queue cools down; zero: the default.
type CoolTimes struct{ Initial, Max time.Duration }

// ChangeQueue changes what is known of a queue, here at once, and has other processes look.
func ChangeQueue(ctx context.Context, p *Process, op *store.ChangeQueue) (out store.Outcome, err error) {
	// It goes by no group commit: the lock of a queue's row must not be waited for by who has runs locked.
	outcomes, err := p.store.Apply(ctx, []store.Op{op})
	if err != nil {
		return out, err
	}
	out = outcomes[0]
	p.wakeups.Say(p.WorkerID(), store.WakeUp{All: true})
	e := p.current()
	if e == nil {
		return out, nil
	}
	turn := e.queues.ask()
	all, err := p.store.Queues(ctx, store.QueueQuery{Namespace: op.Namespace, Names: e.cfg.Queues})
	if err != nil {
		e.log.Info("a queue was changed: this worker learns of it with its next tick", "queue", op.Queue, "error", err)
		return out, nil
	}
	e.queues.learn(turn, all)
	return out, nil
}
