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

// queueStates holds what the store knows of the queues that this worker serves. It controls the slots.
type queueStates struct {
	cfg    *Config
	worker store.WorkerID
	store  store.Store
	slots  *slots
	log    *slog.Logger
	clock  *storeClock
	opened func()          // called when more may be taken
	until  func(time.Time) // schedules a query of the store then, by the store's clock
	begins func() bool     // whether anything may begin here
	change func(*store.ChangeQueue) (store.Outcome, error)
	ctx    context.Context // for queries outside the tick
	solo   solo
	limits atomic.Bool // a queue has a limit

	mu struct {
		sync.Mutex
		asked, known int // queries so far, and the newest one whose answer was used
		of           map[string]store.Queue
		// holds is how many activities of a queue this worker runs at most while it gives up part of its
		// share. An older answer does not change that.
		holds map[string]int
	}
}

// ask notes that the store is about to be queried. Pass the turn it returns to learn.
func (s *queueStates) ask() (turn int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.asked++
	return s.mu.asked
}

// learnFrom records the answer of a tick.
func (s *queueStates) learnFrom(turn int, t *store.Ticked) {
	if !t.QueuesUnknown {
		s.learn(turn, t.Queues)
	}
}

// learn records what the store says of all queues that this worker serves, unless a newer answer is
// known.
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

// applyLocked sets the slots by what is known of a queue. It reports whether more of the queue can be
// taken now.
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

// mine returns this worker's share of a queue.
func (s *queueStates) mine(q store.Queue) (share store.Share, there bool) {
	for _, share := range q.Shares {
		if share.Worker == s.worker {
			return share, true
		}
	}
	return store.Share{Worker: s.worker}, false
}

// limited reports whether a queue has a limit for all workers. Its activities are then rows.
func (s *queueStates) limited(name string) bool {
	if !s.limits.Load() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.mu.of[name]
	return q.Settings().Limited() || q.Settings().Partitioned()
}

// asking is what this worker requests of a queue.
type asking struct {
	queue string
	want  int
	fair  int // its fair share, as far as is known here
}

// toShare returns the queues for which this worker must move shares, its own or that of a worker that
// is gone, or draw or give back tokens.
func (s *queueStates) toShare(now time.Time) (all []asking) {
	if !s.limits.Load() {
		return nil
	}
	idle := 0 // slots free for anything, in all queues together
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

// tokensWanted is how many attempts of a queue with a rate this worker expects to begin before it asks
// again, when begun have begun since the last time. It asks for twice that, so that it can grow.
// Without a free place it asks for no others: it would keep tokens from workers that have places.
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

// sharedLocked sets what this worker wants of a concurrency, with idle slots free. It reports whether
// to move shares.
func (s *queueStates) sharedLocked(a *asking, q store.Queue, idle int, now time.Time) bool {
	limit, used := q.Settings().Concurrency, s.slots.used(a.queue)
	if limit == 0 {
		return false
	}
	a.want = min(used+min(q.Waiting, idle), limit, s.cfg.perWorker(a.queue, q), s.cfg.Slots)
	mine, there := s.mine(q)
	_, giving := s.mu.holds[a.queue] // and its answer is not known
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

// shareSoon moves shares on a goroutine: the tick does not wait for the lock of a queue.
func (s *queueStates) shareSoon(now time.Time) {
	if all := s.toShare(now); len(all) > 0 {
		s.solo.start(func() func() {
			s.share(s.ctx, all)
			return nil
		})
	}
}

// share moves shares, and draws tokens. Before this worker offers part of its share it stops using that
// part, because another worker may use it at once. The same goes for tokens.
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
				s.log.Warn("cannot update this worker's share of a queue, will retry", "queue", a.queue, "error", err)
			}
			continue // what it gave up stays given up: the store may have applied it
		}
		s.shared(turn, a, outcomes[0].Count)
		if n := outcomes[0].Tokens; n > 0 && s.slots.drawn(a.queue, n) {
			s.opened()
		}
	}
}

// shared records this worker's new share of a queue.
func (s *queueStates) shared(turn int, a asking, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.mu.holds, a.queue)
	q := s.mu.of[a.queue]
	mine, there := s.mine(q)
	if turn < s.mu.known && there { // a newer answer may have taken some of it away
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

// declare writes what the configuration declares about queues, unless an equal or higher revision is
// declared.
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
			s.log.Warn("the database has another declaration of a queue, which is used: to change it, raise Revision in Config.Queues",
				"queue", d.Name, "revision", d.Revision, "concurrency", d.Settings.Concurrency, "counts_revision", row.Revision, "counts_concurrency", row.Declared.Concurrency)
		}
	}
	return nil
}

// note logs the changes of a queue.
func (s *queueStates) note(name string, now, was store.Queue) {
	switch {
	case now.Paused != nil && was.Paused == nil:
		s.log.Info("queue is paused: none of its work begins here", "queue", name, "by", now.Paused.Who, "reason", now.Paused.Why)
	case now.Paused == nil && was.Paused != nil:
		s.log.Info("queue is resumed", "queue", name)
	}
	if now.CoolUntil.After(was.CoolUntil) && s.clock.now().Before(now.CoolUntil) {
		s.log.Warn("queue cools down after a throttled activity: none of its activities begins here", "queue", name, "until", now.CoolUntil)
	}
	switch o := now.Overruled; {
	case o != nil && (was.Overruled == nil || *was.Overruled != *o):
		s.log.Info("the settings of a queue are overridden", "queue", name, "by", o.Who, "reason", o.Why, "per_worker", o.PerWorker, "concurrency", o.Concurrency)
	case o == nil && was.Overruled != nil:
		s.log.Info("the configured settings of a queue apply again", "queue", name)
	}
}

// perWorker returns how many activities of a queue run at once here, whatever its share is.
func (c *Config) perWorker(queue string, q store.Queue) int {
	if q.Overruled != nil && q.Overruled.PerWorker > 0 {
		return q.Overruled.PerWorker
	}
	if most := c.QueueSlots[queue]; most > 0 {
		return most
	}
	return noBound
}

// How long a queue cools down if the activity does not say.
const (
	coolInitial = time.Second
	coolMax     = 15 * time.Minute
)

// wait returns the delay before an uncounted attempt is repeated. If the attempt was throttled, its
// queue cools down first.
func (s *queueStates) wait(a *attempt.Attempt, again *contract.Again) time.Duration {
	if !again.Throttled {
		return again.Wait
	}
	if store.IsOwnQueue(a.On) { // such a queue has no row, which would outlive its worker: only this attempt waits
		return cmp.Or(again.Wait, coolInitial)
	}
	op := &store.ChangeQueue{Namespace: s.cfg.Namespace, Queue: a.On, Do: store.CoolQueue, For: again.Wait, Partition: a.Scheduled.Partition}
	op.Initial, op.Max = s.coolTimes(a.On)
	out, err := s.change(op)
	if err != nil {
		s.log.Warn("cannot let a queue cool down after a throttled activity", "queue", a.On, "activity", a.Scheduled.Name, "error", err)
		return max(again.Wait, op.Initial)
	}
	return max(0, out.Next.Sub(s.clock.now()))
}

// coolTimes returns the first and the longest time for which a queue cools down.
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

// CoolTimes are the first and the longest time for which a queue cools down; zero: the default.
type CoolTimes struct{ Initial, Max time.Duration }

// ChangeQueue changes a queue, at once for this worker, and tells other processes to look.
func ChangeQueue(ctx context.Context, p *Process, op *store.ChangeQueue) (out store.Outcome, err error) {
	// It bypasses the group commit, which holds locks of runs: they must not wait for the lock of a
	// queue's row.
	if out, err = apply(ctx, p, op); err != nil {
		return out, err
	}
	switch op.Do { // the queue's row does not keep who ended a pause or a setting
	case store.ResumeQueue:
		p.log.Info("an operator resumes a queue", "queue", op.Queue, "by", op.Who, "reason", op.Why)
	case store.ClearQueue:
		p.log.Info("an operator clears the settings of a queue", "queue", op.Queue, "by", op.Who, "reason", op.Why)
	}
	p.wakeups.Say(p.WorkerID(), store.WakeUp{All: true})
	e := p.current()
	if e == nil {
		return out, nil
	}
	turn := e.queues.ask()
	all, err := p.store.Queues(ctx, store.QueueQuery{Namespace: op.Namespace, Names: e.cfg.Queues})
	if err != nil {
		e.log.Info("a queue was changed: this worker reads the change at its next tick", "queue", op.Queue, "error", err)
		return out, nil
	}
	e.queues.learn(turn, all)
	return out, nil
}
