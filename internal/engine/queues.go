package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/engine/attempt"
	"github.com/reprise-run/reprise/store"
)

// queueStates are what the store knows of the queues that this worker serves. Slots go by it.
type queueStates struct {
	cfg    *Config
	worker store.WorkerID
	store  store.Store
	slots  *slots
	log    *slog.Logger
	clock  *storeClock
	opened func()          // is told when more may be taken
	until  func(time.Time) // has the store asked then, by its clock
	begins func() bool     // whether anything may begin here
	change func(*store.ChangeQueue) (store.Outcome, error)
	ctx    context.Context // of what is asked beside the tick
	solo   solo
	limits atomic.Bool // a queue has a limit

	mu struct {
		sync.Mutex
		asked, known int // how often the store was asked, and the newest of the answers that were taken in
		of           map[string]store.Queue
		// holds are how many activities of a queue this worker has at most while it gives up some of its share:
		// what an older answer says of that does not count.
		holds map[string]int
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
	limits := false
	for _, q := range all {
		s.mu.of[q.Name] = q
		limits = limits || q.Settings().Limited() || q.Settings().Partitioned()
	}
	s.limits.Store(limits)
	opened := false
	for _, name := range s.cfg.Queues {
		s.note(name, s.mu.of[name], before[name])
		opened = s.applyLocked(name) || opened
	}
	if opened {
		s.opened()
	}
}

// applyLocked has slots go by what is known of a queue. It reports whether more of it can be taken now.
func (s *queueStates) applyLocked(name string) (opened bool) {
	q := s.mu.of[name]
	most := s.cfg.perWorker(name, q)
	if q.Settings().Concurrency > 0 {
		share, _ := s.mine(q)
		if hold, giving := s.mu.holds[name]; giving {
			share.N = min(share.N, hold)
		}
		most = min(most, share.N)
	}
	cooling := s.clock.now().Before(q.CoolUntil)
	if cooling {
		s.until(q.CoolUntil)
	}
	return s.slots.set(name, settings{most: most, rated: q.Settings().Rate.N > 0, parted: q.Settings().Partitioned(), paused: q.Paused != nil, cooling: cooling})
}

// mine is this worker's share of a queue.
func (s *queueStates) mine(q store.Queue) (share store.Share, there bool) {
	for _, share := range q.Shares {
		if share.Worker == s.worker {
			return share, true
		}
	}
	return store.Share{Worker: s.worker}, false
}

// limited reports whether a queue has a limit for all workers: its activities are rows, then.
func (s *queueStates) limited(name string) bool {
	if !s.limits.Load() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.mu.of[name]
	return q.Settings().Limited() || q.Settings().Partitioned()
}

// asking is what this worker asks for of a queue.
type asking struct {
	queue string
	want  int
	fair  int // what it comes to, as far as is known here
}

// toShare says of which queues this worker's share is to be moved, or that of one that is gone, and of which it needs tokens or
// has some to give back.
func (s *queueStates) toShare(now time.Time) (all []asking) {
	if !s.limits.Load() {
		return nil
	}
	idle := 0 // what else could begin here, of all queues together
	if s.begins() {
		idle = s.slots.unused()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.cfg.Queues {
		q := s.mu.of[name]
		a := asking{queue: name}
		moves := q.Paused == nil && s.sharedLocked(&a, q, idle, now)
		held, begun := s.slots.tokens(name)
		if moves || held > 0 || s.tokensWanted(name, q, begun) > 0 {
			all = append(all, a)
		}
	}
	return all
}

// tokensWanted is how many attempts of a queue with a rate this worker wants to begin till it asks again, where so many have begun
// since the last time. Twice these is what it can grow to. Without a place for one more it wants no other tokens: it would keep
// them from who has places.
func (s *queueStates) tokensWanted(name string, q store.Queue, begun int) int {
	rate := q.Settings().Rate
	switch {
	case rate.N == 0 || q.Paused != nil || s.clock.now().Before(q.CoolUntil) || !s.begins():
		return 0
	case !s.slots.hasPlace(name):
		return min(2*begun, rate.Most())
	case q.Waiting == store.MostWaiting:
		return rate.Most()
	}
	return min(q.Waiting+2*begun, rate.Most())
}

// sharedLocked fills in what this worker wants of a concurrency, with so many slots idle. It reports whether shares are to be moved.
func (s *queueStates) sharedLocked(a *asking, q store.Queue, idle int, now time.Time) bool {
	limit, used := q.Settings().Concurrency, s.slots.used(a.queue)
	if limit == 0 {
		return false
	}
	a.want = min(used+min(q.Waiting, idle), limit, s.cfg.perWorker(a.queue, q), s.cfg.Slots)
	mine, there := s.mine(q)
	_, giving := s.mu.holds[a.queue] // of which the last answer is not known
	left, wants, over := limit, []int{}, false
	at := 0
	for _, share := range q.Shares {
		switch {
		case share.Gone:
			left -= share.N
			over = over || share.Until.IsZero() || !share.Until.After(now)
			continue
		case share.Worker == s.worker:
			at, share.Want = len(wants), a.want
		}
		wants = append(wants, share.Want)
	}
	if !there {
		at, wants = len(wants), append(wants, a.want)
	}
	a.fair = store.FairShares(left, wants)[at]
	gives, takes := mine.N > max(a.fair, used), mine.N < a.fair && store.Shared(q.Shares) < limit
	return !there || mine.Want != a.want || over || gives || takes || giving
}

// shareSoon has shares be moved: the tick does not wait for the lock of a queue.
func (s *queueStates) shareSoon(now time.Time) {
	if all := s.toShare(now); len(all) > 0 {
		s.solo.start(func() func() {
			s.share(s.ctx, all)
			return nil
		})
	}
}

// share moves them, and draws tokens. Before this worker asks to give up some of its share it goes by what is left: whoever gets that may
// use it at once. So it does with tokens.
func (s *queueStates) share(ctx context.Context, all []asking) {
	for _, a := range all {
		s.mu.Lock()
		mine, _ := s.mine(s.mu.of[a.queue])
		holds := mine.N
		if a.fair < mine.N {
			holds = min(holds, s.slots.hold(a.queue, a.fair))
			if s.mu.holds == nil {
				s.mu.holds = map[string]int{}
			}
			s.mu.holds[a.queue] = holds
		}
		s.mu.asked++
		turn := s.mu.asked
		op := &store.ShareQueue{Namespace: s.cfg.Namespace, Queue: a.queue, Worker: s.worker, Want: a.want, Holds: holds, Grace: s.cfg.Grace}
		var begun int
		op.Back, begun = s.slots.draw(a.queue)
		op.Tokens = s.tokensWanted(a.queue, s.mu.of[a.queue], begun)
		s.mu.Unlock()
		outcomes, err := s.store.Apply(ctx, []store.Op{op})
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, store.ErrTransient) {
				s.log.Warn("cannot move this worker's share of a queue, trying again", "queue", a.queue, "error", err)
			}
			continue // what it gave up stays so: it may have happened
		}
		s.shared(turn, a, outcomes[0].Count)
		if n := outcomes[0].Tokens; n > 0 && s.slots.drawn(a.queue, n) {
			s.opened()
		}
	}
}

// shared takes in what this worker's share of a queue is.
func (s *queueStates) shared(turn int, a asking, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.mu.holds, a.queue)
	q := s.mu.of[a.queue]
	mine, there := s.mine(q)
	if turn < s.mu.known && there { // something newer may have taken some of it away
		n = min(n, mine.N)
	}
	s.mu.known = max(s.mu.known, turn)
	mine.N, mine.Want = n, a.want
	q.Shares = slices.DeleteFunc(slices.Clone(q.Shares), func(share store.Share) bool { return share.Worker == s.worker })
	if q.Shares = append(q.Shares, mine); q.Name != "" {
		s.mu.of[a.queue] = q
	}
	if s.applyLocked(a.queue) {
		s.opened()
	}
}

// declare writes what the configuration declares of queues for all workers, where nothing is declared or a lower revision is.
func (s *queueStates) declare(ctx context.Context) error {
	var names []string
	for _, d := range s.cfg.Declared {
		names = append(names, d.Name)
	}
	if len(names) == 0 {
		return nil
	}
	found, err := s.store.Queues(ctx, store.QueueQuery{Namespace: s.cfg.Namespace, Names: names})
	if err != nil {
		return err
	}
	for _, d := range s.cfg.Declared {
		var row store.Queue
		for _, q := range found {
			if q.Name == d.Name {
				row = q
			}
		}
		none := row.Declared == (store.QueueSettings{}) && row.Revision == 0
		switch {
		case row.Declared == d.Settings && (none || row.Revision == d.Revision):
		case none || row.Revision < d.Revision:
			op := &store.ChangeQueue{Namespace: s.cfg.Namespace, Queue: d.Name, Do: store.DeclareQueue, Settings: d.Settings, Revision: d.Revision}
			if _, err := s.store.Apply(ctx, []store.Op{op}); err != nil {
				return err
			}
		default:
			s.log.Warn("a queue is declared otherwise here than in the database, which counts: to change it raise Revision in Config.Queues",
				"queue", d.Name, "revision", d.Revision, "concurrency", d.Settings.Concurrency, "counts_revision", row.Revision, "counts_concurrency", row.Declared.Concurrency)
		}
	}
	return nil
}

// note logs what has changed of a queue.
func (s *queueStates) note(name string, now, was store.Queue) {
	switch {
	case now.Paused != nil && was.Paused == nil:
		s.log.Info("queue is paused: nothing of it begins here", "queue", name, "by", now.Paused.Who, "reason", now.Paused.Why)
	case now.Paused == nil && was.Paused != nil:
		s.log.Info("queue is resumed", "queue", name)
	}
	if now.CoolUntil.After(was.CoolUntil) && s.clock.now().Before(now.CoolUntil) {
		s.log.Warn("queue cools down, for an activity of it was throttled: none begins here", "queue", name, "until", now.CoolUntil)
	}
	switch o := now.Overruled; {
	case o != nil && (was.Overruled == nil || *was.Overruled != *o):
		s.log.Info("the settings of a queue are overruled", "queue", name, "by", o.Who, "reason", o.Why, "per_worker", o.PerWorker, "concurrency", o.Concurrency)
	case o == nil && was.Overruled != nil:
		s.log.Info("the settings of a queue are those of the configuration again", "queue", name)
	}
}

// perWorker is how many activities of a queue run at once here, whatever its share is.
func (c *Config) perWorker(queue string, q store.Queue) int {
	if q.Overruled != nil && q.Overruled.PerWorker > 0 {
		return q.Overruled.PerWorker
	}
	if most := c.QueueSlots[queue]; most > 0 {
		return most
	}
	return noBound
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
	if store.IsOwnQueue(a.On) { // it has no row, which would outlive its worker: only this attempt waits
		return cmp.Or(again.Wait, coolInitial)
	}
	op := &store.ChangeQueue{Namespace: s.cfg.Namespace, Queue: a.On, Do: store.CoolQueue, For: again.Wait, Partition: a.Scheduled.Partition}
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
