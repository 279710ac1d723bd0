package postgres

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

var (
	chainedSeed = flag.Uint64("chained.seed", 0, "the seed of the differential test of chained ops; 0: another one each time")
	chainedRuns = flag.Int("chained.runs", 2, "how many runs that test makes, of seeds that follow each other; every other one has large payloads")
)

const (
	chainedRounds  = 40
	chainedCompare = 4 // rounds between comparisons of the tables, which take longer than the rounds
)

// chained makes batches whose ops build on each other. Each op is made from the memory store's state
// after the previous one. So several commits on one run may succeed, and a workflow id may end and
// begin again within a batch.
type chained struct {
	*rand.Rand
	t       *testing.T
	big     bool        // payloads so large that three fill a page
	model   store.Store // in memory
	one, b  *Store      // one gets each op alone, b all ops of a batch at once
	workers []store.WorkerID
	runs    []store.RunID
	past    []store.Op
	n       int64 // priorities and timers, unique so that every order is determined
	focus   store.RunID
}

// Ops have the same effect one by one, in a batch, and in the memory store: the same answers and
// tables.
func TestChainedOpsDoTheSameAloneAndInABatch(t *testing.T) {
	t.Parallel()
	l := newLot(t)
	first := *chainedSeed
	if first == 0 {
		first = rand.Uint64()
	}
	for i := range uint64(*chainedRuns) {
		seed := first + i
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Logf("again with -chained.runs 1 -chained.seed %d", seed)
			clock := faketime.New(start())
			r := &chained{Rand: rand.New(rand.NewPCG(seed, 1)), t: t, big: seed%2 == 1, model: memory.New(memory.Options{Clock: clock})}
			var so, sb string
			r.one, so = l.take(t)
			r.b, sb = l.take(t)
			ctx := t.Context()
			for range 3 {
				w := r.id()
				r.workers = append(r.workers, w)
				for _, st := range []store.Store{r.model, r.one, r.b} {
					if err := st.Join(ctx, store.Worker{ID: w, Build: "b", Level: 1, TTL: time.Hour, Slots: 8}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for i := range chainedRounds {
				d := time.Duration(r.IntN(8)) * time.Millisecond
				if r.IntN(10) == 0 {
					d = store.StickyFor
				}
				clock.Advance(d)
				for _, sch := range []string{so, sb} {
					if _, err := l.pool.Exec(ctx, "UPDATE "+sch+".test_clock SET now = now + $1::interval", interval(d)); err != nil {
						t.Fatal(err)
					}
				}
				if r.IntN(30) == 0 {
					w := r.workers[r.IntN(3)]
					for _, st := range []store.Store{r.model, r.one, r.b} {
						_ = st.Leave(ctx, w)
						_ = st.Join(ctx, store.Worker{ID: w, Build: "b", Level: 1, TTL: time.Hour, Slots: 8})
					}
				}
				r.round(i)
			}
		})
	}
}

func (r *chained) id() (u uuid.UUID) {
	for i := range u {
		u[i] = byte(r.IntN(256))
	}
	if r.IntN(2) == 0 {
		u[12], u[13], u[14], u[15] = 0, 0, 0, byte(r.IntN(5))
	}
	return u
}

// shown formats an answer; the activities of a claim have no order.
func shown(o store.Outcome) string {
	slices.SortFunc(o.Tasks, func(a, b store.Task) int {
		return cmp.Or(bytes.Compare(a.Run[:], b.Run[:]), cmp.Compare(a.ID, b.ID))
	})
	s := fmt.Sprintf("%v run %v owner %v owned %v gen %d next %v count %d e[%s]", o.Code, o.Run, o.Owner, o.Owned, o.Gen, o.Next, o.Count, showEntries(o.Entries))
	for _, c := range o.Claims {
		c.Run.Blocked = nil
		s += fmt.Sprintf("\n claim %+v gen %d %s", c.Run, c.Gen, showEntries(c.Entries))
	}
	for _, f := range o.Fired {
		s += fmt.Sprintf("\n fired %v %v %s", f.Run, f.Owner, showEntries([]store.Entry{f.Entry}))
	}
	for _, k := range o.Tasks {
		s += fmt.Sprintf("\n task %v %d at %d owner %v claim %v deaths %d", k.Run, k.ID, k.Attempt, k.Owner, k.Claim, k.Deaths)
	}
	return s
}

// byRun sorts the runs of a claim by id.
func byRun(o store.Outcome) store.Outcome {
	slices.SortFunc(o.Claims, func(a, b store.Claimed) int { return bytes.Compare(a.Run.ID[:], b.Run.ID[:]) })
	return o
}

func (r *chained) round(i int) {
	ctx := r.t.Context()
	var ops []store.Op
	var want []string
	steps := r.IntN(4) == 0
	var take []store.Op // the last op of each batch
	taken := ""
	if !steps && r.IntN(2) == 0 {
		take = []store.Op{&store.Take{Worker: r.worker(), Claim: r.id(), Room: r.IntN(4)}}
	}
	for range 1 + r.IntN(9) {
		op := r.op(steps)
		out, err := r.model.Apply(ctx, append([]store.Op{op}, take...))
		if err != nil {
			continue // it asks for what exists already
		}
		got, err := r.one.Apply(ctx, append([]store.Op{op}, take...))
		if err != nil {
			r.t.Fatalf("one: %T%+v: %v", op, op, err)
		}
		if st, ok := op.(*store.Start); ok && out[0].Code == store.Done && !slices.Contains(r.runs, st.Run) {
			r.runs = append(r.runs, st.Run)
			if r.IntN(2) == 0 {
				r.focus = st.Run
			}
		}
		w, g := shown(out[0]), shown(got[0])
		if w != g {
			r.t.Fatalf("round %d: single %T%+v\n got %s\nwant %s", i, op, op, g, w)
		}
		if take != nil {
			if taken = shown(byRun(out[1])); shown(byRun(got[1])) != taken {
				r.t.Fatalf("round %d: after %T%+v %+v\n gets %s\nwant %s", i, op, op, take[0], shown(got[1]), taken)
			}
		}
		ops, want = append(ops, op), append(want, w)
		r.past = append(r.past, op)
	}
	if len(ops) == 0 {
		return
	}
	got, err := r.b.Apply(ctx, append(ops[:len(ops):len(ops)], take...))
	all := func() string {
		var s strings.Builder
		for j, op := range ops {
			fmt.Fprintf(&s, " %d %T%.600s\n   = %s\n", j, op, fmt.Sprintf("%+v", op), want[j])
		}
		return s.String()
	}
	if err != nil {
		r.t.Fatalf("round %d: batch: %v\n%s", i, err, all())
	}
	for j := range ops {
		if g := shown(got[j]); g != want[j] {
			r.t.Fatalf("round %d: member %d\n got %s\nwant %s\n%s", i, j, g, want[j], all())
		}
	}
	if take != nil && shown(byRun(got[len(ops)])) != taken {
		r.t.Fatalf("round %d: %+v\n gets %s\nwant %s\n%s", i, take[0], shown(got[len(ops)]), taken, all())
	}
	if i%chainedCompare != chainedCompare-1 {
		return
	}
	// Nothing reads the sticky worker of an ended run, nor the access of the dispatch row of an owned
	// run.
	for _, st := range []*Store{r.one, r.b} {
		for _, q := range []string{"UPDATE ~run SET last_owner = NULL WHERE status <> 1 AND last_owner IS NOT NULL", "UPDATE ~dispatch SET access = 0, until = NULL, build = '', quarantine_deaths = 0 WHERE owner IS NOT NULL AND access <> 0"} {
			if _, err := st.pool.Exec(ctx, st.texts.of(q)); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	a, b := dump(r.t, r.one), dump(r.t, r.b)
	if a != b {
		al, bl := strings.Split(a, "\n"), strings.Split(b, "\n")
		in := map[string]bool{}
		for _, x := range al {
			in[x] = true
		}
		d := ""
		for _, x := range bl {
			if !in[x] {
				d += fmt.Sprintf("+ %.700s\n", x)
			}
			delete(in, x)
		}
		for x := range in {
			d += fmt.Sprintf("- %.700s\n", x)
		}
		if d != "" {
			r.t.Fatalf("round %d: tables differ (- one by one, + batch)\n%s\n%s", i, d, all())
		}
	}
	if i%(2*chainedCompare) == chainedCompare-1 {
		if err := r.b.Check(ctx, time.Hour, func(f store.Finding) error {
			r.t.Errorf("round %d: check %+v\n%s", i, f, all())
			return nil
		}); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *chained) worker() store.WorkerID {
	if r.IntN(5) > 0 {
		return r.workers[0]
	}
	return r.workers[r.IntN(len(r.workers))]
}

func (r *chained) run() store.Run {
	if r.IntN(6) == 0 || r.focus == uuid.Nil {
		r.focus = r.runs[max(0, len(r.runs)-1-r.IntN(5))]
	}
	v, err := r.model.Run(r.t.Context(), store.Ref{Run: r.focus})
	if err != nil {
		return store.Run{ID: r.focus, Epoch: 1, NextSeq: 2}
	}
	if v.Status != store.Open && r.IntN(3) > 0 {
		r.focus = r.runs[len(r.runs)-1]
	}
	if v.Status != store.Open || v.Owner == uuid.Nil && r.IntN(2) == 0 {
		var open []store.Run
		for _, id := range r.runs {
			if v, err := r.model.Run(r.t.Context(), store.Ref{Run: id}); err == nil && v.Status == store.Open && v.Owner != uuid.Nil {
				open = append(open, v)
			}
		}
		if len(open) > 0 && r.IntN(5) > 0 {
			v = open[r.IntN(len(open))]
			r.focus = v.ID
		}
	}
	return v
}

func (r *chained) ref() store.Ref {
	v := r.run()
	if r.IntN(2) == 0 {
		return store.Ref{WorkflowID: v.WorkflowID}
	}
	return store.Ref{Run: v.ID}
}

func (r *chained) data() []byte {
	if !r.big {
		return make([]byte, r.IntN(3))
	}
	return make([]byte, []int{0, 3, 10, store.InboxPage / 3, store.InboxPage/2 + 1}[r.IntN(5)])
}

func (r *chained) start() *store.Start {
	s := newStart(fmt.Sprint("w", r.IntN(3)))
	s.Run = r.id()
	s.Chain, s.Row.Token = s.Run, r.id()
	r.n++
	s.Priority = int(r.n)
	s.Once = r.IntN(8) == 0
	if r.IntN(4) > 0 {
		s.Owner, s.Claim = r.worker(), r.id()
		if r.IntN(3) == 0 {
			s.Row = store.Row{}
			s.First = r.commitOn(store.Run{ID: s.Run, Owner: s.Owner, Epoch: 1, NextSeq: 1})
			s.First.After, s.First.Take, s.First.Epoch, s.First.Seq, s.First.Seen = uuid.Nil, nil, 1, 1, 0
		}
	}
	return s
}

func (r *chained) commitOn(v store.Run) *store.Commit {
	o := &store.Commit{Run: v.ID, Owner: v.Owner, Epoch: v.Epoch, Seq: v.NextSeq, After: v.LastCommit, Token: r.id(), Level: 1, Build: fmt.Sprint("b", r.IntN(2)),
		Then: []store.Then{store.Keep, store.Keep, store.Keep, store.Park, store.Park, store.Close}[r.IntN(6)], Waiting: []string{"", "x"}[r.IntN(2)], Sticky: r.IntN(3) > 0,
		Status: store.Completed, Undelivered: r.IntN(2), Closing: r.IntN(2) == 0, Progress: r.IntN(3) == 0}
	if v.Owner == uuid.Nil && v.Status == store.Open {
		o.Epoch += 1000
	}
	switch r.IntN(25) {
	case 0:
		o.Epoch += 1000
	case 1:
		o.After = r.id()
	case 2:
		o.Seq += 1000
	}
	seq := o.Seq
	for range 1 + r.IntN(2)*r.IntN(3) {
		w := store.Row{Seq: seq, N: 1 + r.IntN(2), Data: []byte{byte(r.IntN(9))}}
		o.Rows = append(o.Rows, w)
		seq += int64(w.N)
	}
	if r.IntN(3) == 0 {
		return o
	}
	now, _ := r.model.Now(r.t.Context())
	p, _ := r.model.Pending(r.t.Context(), v.ID)
	for _, t := range p.Timers {
		if r.IntN(3) == 0 {
			o.DropTimers = append(o.DropTimers, t.ID)
		}
	}
	for _, t := range p.Activities {
		if r.IntN(4) == 0 {
			o.CancelActivities = append(o.CancelActivities, t.ID)
		}
	}
	for range r.IntN(3) {
		r.n++
		o.StartTimers = append(o.StartTimers, store.Timer{ID: 1 + r.Int64N(6), FireAt: now.Add(time.Duration(r.IntN(10))*time.Millisecond + time.Duration(r.n)*time.Microsecond)})
	}
	if r.IntN(8) == 0 {
		o.DropTimers = append(o.DropTimers, 1+r.Int64N(6))
	}
	for range r.IntN(3) {
		r.n++
		a := store.Activity{ID: 1 + r.Int64N(6), Name: "charge", Queue: "default", Priority: int(r.n), Attempt: r.IntN(2), Delay: time.Duration(r.IntN(3)) * time.Millisecond, Limited: r.IntN(2) == 0, Data: []byte{1}}
		if r.IntN(2) == 0 {
			a.Owner = r.worker()
		}
		if r.IntN(3) == 0 {
			a.Last, a.Details = []byte("l"), []byte("d")
		}
		o.Schedule = append(o.Schedule, a)
	}
	for _, e := range p.Entries {
		if r.IntN(3) > 0 {
			o.Take = append(o.Take, e.Order)
		}
		if r.IntN(4) > 0 {
			o.Seen = max(o.Seen, e.Order)
		}
	}
	if r.IntN(6) == 0 {
		o.Take = append(o.Take, 1+r.Int64N(40))
	}
	return o
}

func (r *chained) op(steps bool) store.Op {
	if len(r.runs) == 0 {
		return r.start()
	}
	if len(r.past) > 0 && r.IntN(5) == 0 {
		for range 5 {
			o := r.past[max(0, len(r.past)-1-r.IntN(8))]
			if _, sp := o.(*store.Start); !steps || sp {
				return o
			}
			if _, sp := o.(*store.Commit); sp {
				return o
			}
		}
	}
	if steps {
		if r.IntN(3) == 0 {
			return r.start()
		}
		return r.commitOn(r.run())
	}
	ctx := r.t.Context()
	if v := r.run(); v.Owner == uuid.Nil && r.IntN(3) == 0 {
		f := filter()
		f.Build = "b9"
		return &store.Claim{Worker: r.worker(), ID: r.id(), Max: 3, Filter: f, Quarantine: r.IntN(5) == 0}
	}
	switch n := r.IntN(100); {
	case n < 5 || len(r.runs) < 4 && n < 15:
		return r.start()
	case n < 32:
		return r.commitOn(r.run())
	case n < 55:
		d := &store.Deliver{Ref: r.ref(), Entry: store.Entry{ID: []string{"", "a", "b"}[r.IntN(3)], Kind: store.EntryKind(1 + r.IntN(2)), Data: r.data()}}
		if r.IntN(2) == 0 {
			d.From = r.worker()
		}
		return d
	case n < 61:
		v := r.run()
		return &store.Fetch{Run: v.ID, Worker: v.Owner, Epoch: v.Epoch, After: r.Int64N(5)}
	case n < 66:
		return &store.Fire{Max: r.IntN(4)}
	case n < 70:
		return &store.Release{Run: r.run().ID, Worker: r.run().Owner, Epoch: r.run().Epoch, Block: []*store.Block{nil, {Reason: "panic", Build: "b0", Text: "t"}}[r.IntN(2)], Delay: time.Duration(r.IntN(3)) * time.Millisecond}
	case n < 73:
		return &store.Resume{Ref: r.ref()}
	case n < 76:
		return &store.Terminate{Ref: r.ref(), Token: r.id(), Data: []byte("bye"), N: 1}
	case n < 80:
		f := filter()
		f.Build = "b1"
		return &store.Claim{Worker: r.worker(), ID: r.id(), Max: r.IntN(4), Filter: f, Quarantine: r.IntN(4) == 0}
	case n < 83:
		return &store.ClaimActivities{Worker: r.worker(), ID: r.id(), Max: r.IntN(4), Filter: filter(), Quarantine: r.IntN(4) == 0}
	case n < 84:
		return &store.Sweep{}
	case n < 85:
		return &store.Recover{Dead: r.id(), Limit: 10}
	}
	p, _ := r.model.Pending(ctx, r.run().ID)
	for _, t := range p.Activities {
		if t.Owner == uuid.Nil || r.IntN(3) == 0 {
			continue
		}
		switch r.IntN(5) {
		case 0:
			return &store.Beat{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Details: [][]byte{nil, {}, {1}}[r.IntN(3)]}
		case 1:
			return &store.RetryActivity{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Delay: time.Duration(r.IntN(3)) * time.Millisecond, Last: [][]byte{nil, {}, {1}}[r.IntN(3)], Consume: r.IntN(2) == 0}
		}
		return &store.EndActivity{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Entry: store.Entry{ID: []string{"end", "a", "end2"}[r.IntN(3)], Data: r.data()}}
	}
	return r.commitOn(r.run())
}
