package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

// Sizes of a differential run.
const (
	batches  = 60
	maxBatch = 8
)

// Differential sends the same random batches to the store that open returns and to the memory
// store, and compares the outcomes. After every other batch it compares everything visible too;
// listing that takes longer than the batches. The ops of every other batch build on each other:
// the memory store applies each op alone before the next one is generated, so that several
// commits on one run may all succeed; the tested store gets them as one batch. For every other
// seed, beginning with the first, a second round follows in which every other batch holds steps
// of runs.
//
// What happens depends on the seed alone; see [Seeds]. The name of a subtest has its seed, and a
// failure shows the batch.
func Differential(t *testing.T, open Open, seeds ...uint64) {
	t.Helper()
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed_%d", seed), func(t *testing.T) {
			t.Logf("seed %d", seed)
			newContest(t, open, seed).play(false)
		})
	}
	for i, seed := range seeds {
		if i%2 > 0 {
			continue
		}
		t.Run(fmt.Sprintf("steps_seed_%d", seed), func(t *testing.T) {
			t.Logf("seed %d, with steps", seed)
			newContest(t, open, seed).play(true)
		})
	}
}

// Seeds returns 1 to n and n more seeds that differ each time.
func Seeds(n int) (seeds []uint64) {
	for i := range n {
		seeds = append(seeds, uint64(i+1))
	}
	for range n {
		seeds = append(seeds, rand.Uint64())
	}
	return seeds
}

// contest is a model store and a tested store that receive the same ops.
type contest struct {
	t              *testing.T
	rnd            *rand.Rand
	model, subject *kit

	workers  []store.WorkerID // joined, left or never seen: the store must cope
	last     int              // index of the worker used last
	runs     []store.RunID
	sticky   store.RunID // the run of before
	past     []store.Op
	steps    bool            // the batch holds starts and commits
	stepped  []store.Op      // ops that were sent in such batches
	queue    []store.Op      // ops to send next
	told     []store.Op      // ops since the states were last compared
	outbox   []store.Message // before the batch: a store need not see messages that the same batch sends
	progress int             // percent of the commits that make progress; if it is low, runs are quarantined
	n        int64           // source of unique ids of timers and activities and of priorities, so that every order is determined
}

func newContest(t *testing.T, open Open, seed uint64) *contest {
	t.Helper()
	subject := newKit(t, open)
	clock := faketime.New(subject.now())
	model := newKit(t, func(*testing.T) (store.Store, Env) {
		return memory.New(memory.Options{Clock: clock}), Env{Advance: clock.Advance}
	})
	c := &contest{t: t, rnd: rand.New(rand.NewPCG(seed, 0)), model: model, subject: subject}
	c.progress = oneOf(c, 0, 10, 50)
	for range 4 {
		c.workers = append(c.workers, model.id())
	}
	for _, k := range []*kit{model, subject} {
		k.namespaces = []string{"", "other"}
		k.workers = c.workers
		for _, w := range c.workers[:3] {
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Build: theBuild, Level: 1, TTL: theTTL, Serves: filter(), Slots: theSlots}))
		}
	}
	return c
}

// play sends batches of all kinds of ops. With steps, every other batch holds only deliveries,
// starts, commits, and timers fired after them, which a store may apply on a special path. Two
// chained batches and two others take turns, so that both kinds occur with steps and without.
func (c *contest) play(steps bool) {
	for i := range batches {
		c.between()
		c.outbox = c.model.outbox()
		c.steps = steps && i%2 == 0
		b := batch{number: i, chained: i/2%2 == 0}
		if c.chance(60) {
			b.take = []store.Op{&store.Take{Worker: c.worker(), Claim: c.token(), Room: c.rnd.IntN(4), Not: oneOf(c, nil, nil, nil, []string{theQueue})}}
		}
		if c.steps && len(c.runs) > 0 && c.chance(60) {
			from, named := c.worker(), c.chance(50)
			for range 1 + c.rnd.IntN(maxBatch/2) {
				c.add(&b, c.arrival(from, named))
			}
		}
		for range c.rnd.IntN(maxBatch) {
			c.add(&b, c.op())
		}
		if c.steps && c.chance(50) {
			c.add(&b, c.fire())
		}
		if len(b.ops) == 0 && !b.chained {
			c.add(&b, c.op())
		}
		c.send(b)
	}
	c.model.audit()
	c.subject.audit()
}

// batch is what the tested store gets in one Apply.
type batch struct {
	number  int
	chained bool // each op builds on what the model made of the previous one
	ops     []store.Op
	take    []store.Op      // the last member, if there is one
	want    []store.Outcome // of a chained batch: what the model answers to each op
	taken   []store.Outcome // and to the last member, after the last op
}

// add appends an op to b. In a chained batch the model applies the op at once, followed by the
// last member. An op that the model refuses is left out; other batches send such ops.
func (c *contest) add(b *batch, op store.Op) {
	c.t.Helper()
	if !b.chained {
		b.ops = append(b.ops, op)
		c.past = append(c.past, op)
		return
	}
	outs, err := c.model.st.Apply(c.model.ctx, append([]store.Op{op}, b.take...))
	if err != nil {
		return
	}
	b.ops, b.want, b.taken = append(b.ops, op), append(b.want, outs[0]), outs[1:]
	c.past = append(c.past, op)
}

// send applies one batch to both sides and compares.
func (c *contest) send(b batch) {
	c.t.Helper()
	if len(b.ops) == 0 {
		return // the model refused every op
	}
	ops := append(b.ops[:len(b.ops):len(b.ops)], b.take...)
	want, wantErr := append(b.want, b.taken...), error(nil)
	if !b.chained {
		want, wantErr = c.model.st.Apply(c.model.ctx, ops)
	}
	got, gotErr := c.subject.st.Apply(c.subject.ctx, ops)
	c.told = append(c.told, ops...)
	told := func() string {
		var s strings.Builder
		for i, op := range c.told {
			fmt.Fprintf(&s, "  %d %T%+v\n", i-len(c.told)+len(ops), op, op)
		}
		return s.String()
	}
	if w, g := member(wantErr), member(gotErr); w != g {
		c.t.Fatalf("batch %d (chained: %t) ends with %v, the model's with %v\n%s", b.number, b.chained, gotErr, wantErr, told())
	}
	if len(got) != len(want) {
		c.t.Fatalf("batch %d has %d outcomes, the model %d\n%s", b.number, len(got), len(want), told())
	}
	for i := range got {
		if w, g := showOutcome(inOrder(want[i])), showOutcome(inOrder(got[i])); w != g {
			c.t.Fatalf("batch %d (chained: %t), member %d is answered %s\nthe model says %s\n%s", b.number, b.chained, i, g, w, told())
		}
	}
	if b.number%2 == 0 {
		return
	}
	if d := diff(c.model.dump(), c.subject.dump()); d != "" {
		c.t.Fatalf("after batch %d the state (+) is not the model's (-); what came since the last look:\n%s%s", b.number, d, told())
	}
	c.told = nil
}

// member reduces an error to what the contract distinguishes.
func member(err error) string {
	var m *store.MemberError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &m):
		return fmt.Sprint("member ", m.Index)
	}
	return "failed"
}

// inOrder sorts what a repetition may return in any order.
func inOrder(o store.Outcome) store.Outcome {
	slices.SortFunc(o.Claims, func(a, b store.Claimed) int { return strings.Compare(a.Run.ID.String(), b.Run.ID.String()) })
	slices.SortFunc(o.Tasks, func(a, b store.Task) int {
		return strings.Compare(fmt.Sprint(a.Run, a.ID), fmt.Sprint(b.Run, b.ID))
	})
	return o
}

// between does what is not an op: time passes, leases expire, workers join, leave and die.
func (c *contest) between() {
	step := time.Duration(c.rnd.IntN(8)) * ms
	switch {
	case c.chance(6):
		step = theTTL + ms
	case c.chance(10):
		step = store.StickyFor
	}
	load := store.Load{Held: c.rnd.IntN(9), Free: c.rnd.IntN(theSlots)}
	i, what := c.slot(), c.rnd.IntN(12)
	w, young := c.workers[i], c.model.id()
	for _, k := range []*kit{c.model, c.subject} {
		k.env.Advance(step)
		switch {
		case what == 0:
			k.ok(k.st.Leave(k.ctx, w))
		case what == 1:
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Build: theBuild, Level: 2, TTL: theTTL, Serves: filter(), Slots: 1 + c.last}))
		case what < 4: // killed and restarted
			k.condemn(w)
			k.recoverAll(w)
			k.ok(k.st.Join(k.ctx, store.Worker{ID: young, Build: theBuild, Level: 2, TTL: theTTL, Serves: filter(), Slots: theSlots}))
		case what < 8:
			k.tick(w, func(q *store.Tick) { q.Renew, q.Load = theTTL, load })
		case what < 9:
			k.tick(w, func(q *store.Tick) { q.Tell, q.Load = true, load })
		}
	}
	if what == 2 || what == 3 {
		c.workers[i] = young // both kits share this slice
	}
}

// slot picks a worker, often the previous one: many bugs need two things in a row to happen to
// the same worker.
func (c *contest) slot() int {
	if !c.chance(40) {
		c.last = c.rnd.IntN(len(c.workers))
	}
	return c.last
}

func (c *contest) worker() store.WorkerID { return c.workers[c.slot()] }

func (c *contest) number() int64 { c.n++; return c.n }

func (c *contest) chance(percent int) bool { return c.rnd.IntN(100) < percent }

func oneOf[T any](c *contest, all ...T) T { return all[c.rnd.IntN(len(all))] }
