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
	defaultSeeds = 12
	stepSeeds    = 4
	batches      = 60
	maxBatch     = 8
)

// Differential sends the same random batches to the store that open returns and to
// the memory store, and compares the outcomes of each and, after every other one, everything
// visible: to list that takes longer than the batches. With the first four seeds it does so
// once more, with steps of runs in every other batch.
// What happens depends on the seed alone. Without seeds it takes 1 to 12; a failure
// names its seed and shows the batch.
func Differential(t *testing.T, open Open, seeds ...uint64) {
	t.Helper()
	if len(seeds) == 0 {
		for i := range uint64(defaultSeeds) {
			seeds = append(seeds, i+1)
		}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprintf("seed_%d", seed), func(t *testing.T) {
			newContest(t, open, seed).play(false)
		})
	}
	for _, seed := range seeds[:min(len(seeds), stepSeeds)] {
		t.Run(fmt.Sprintf("steps_seed_%d", seed), func(t *testing.T) {
			newContest(t, open, seed).play(true)
		})
	}
}

// pair is one op as each side needs it: orders of entries differ between stores.
type pair struct{ model, subject store.Op }

// contest is a model and a subject that are told the same.
type contest struct {
	t              *testing.T
	rnd            *rand.Rand
	model, subject *kit

	workers  []store.WorkerID // joined, left or never seen: the store must cope
	last     int              // the worker of before
	runs     []store.RunID
	sticky   store.RunID // the run of before
	past     []pair
	steps    bool       // only starts and commits come next
	stepped  []pair     // those that came so
	queue    []pair     // what comes next
	told     []store.Op // to the model since the states were compared
	progress int        // percent of the commits; where it is rare, runs are quarantined
	n        int64      // numbers of timers, activities, priorities: unique, so that no order is left to chance
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

// play sends batches of all kinds of ops; with steps every other one is of deliveries,
// starts and commits only, and of timers fired behind them, which a store may carry out in a
// way of its own.
func (c *contest) play(steps bool) {
	for i := range batches {
		c.between()
		c.steps = steps && i%2 == 0
		var ps []pair
		if c.steps && len(c.runs) > 0 && c.chance(60) {
			from, named := c.worker(), c.chance(50)
			for range 1 + c.rnd.IntN(maxBatch/2) {
				ps = append(ps, c.arrival(from, named))
			}
		}
		for range c.rnd.IntN(maxBatch) {
			ps = append(ps, c.op())
		}
		if c.steps && c.chance(50) {
			ps = append(ps, same(c.fire()))
		}
		if len(ps) == 0 {
			ps = append(ps, c.op())
		}
		if c.chance(60) {
			ps = append(ps, same(&store.Take{Worker: c.worker(), Claim: c.token(), Room: c.rnd.IntN(4)}))
		}
		c.send(i, ps)
		c.past = append(c.past, ps...)
	}
	c.model.audit()
	c.subject.audit()
}

// send applies one batch to both sides and compares.
func (c *contest) send(batch int, ps []pair) {
	c.t.Helper()
	var m, s []store.Op
	for _, p := range ps {
		m, s = append(m, p.model), append(s, p.subject)
	}
	want, wantErr := c.model.st.Apply(c.model.ctx, m)
	got, gotErr := c.subject.st.Apply(c.subject.ctx, s)
	c.told = append(c.told, m...)
	told := func() string {
		var b strings.Builder
		for i, op := range c.told {
			fmt.Fprintf(&b, "  %d %T%+v\n", i-len(c.told)+len(m), op, op)
		}
		return b.String()
	}
	if w, g := member(wantErr), member(gotErr); w != g {
		c.t.Fatalf("batch %d ends with %v, the model's with %v\n%s", batch, gotErr, wantErr, told())
	}
	if len(got) != len(want) {
		c.t.Fatalf("batch %d has %d outcomes, the model %d\n%s", batch, len(got), len(want), told())
	}
	for i := range got {
		if w, g := showOutcome(inOrder(want[i])), showOutcome(inOrder(got[i])); w != g {
			c.t.Fatalf("batch %d, member %d is answered %s\nthe model says %s\n%s", batch, i, g, w, told())
		}
	}
	if batch%2 == 0 {
		return
	}
	if d := diff(c.model.dump(), c.subject.dump()); d != "" {
		c.t.Fatalf("after batch %d the state (+) is not the model's (-); what came since the last look:\n%s%s", batch, d, told())
	}
	c.told = nil
}

// member tells errors apart as far as the contract does.
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

// inOrder sorts what a repetition may answer in any order.
func inOrder(o store.Outcome) store.Outcome {
	slices.SortFunc(o.Claims, func(a, b store.Claimed) int { return strings.Compare(a.Run.ID.String(), b.Run.ID.String()) })
	slices.SortFunc(o.Tasks, func(a, b store.Task) int {
		return strings.Compare(fmt.Sprint(a.Run, a.ID), fmt.Sprint(b.Run, b.ID))
	})
	return o
}

// between does what is not an op: time, leases, workers that come, go and die.
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
		case what < 4: // killed, and started again
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

// slot picks a worker, often the one of before: much happens only when one thing
// follows another with the same worker.
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
