package storetest

import (
	"context"
	"errors"
	"slices"

	"github.com/reprise-run/reprise/store"
)

// Ledger is a user's table: a list of words.
type Ledger struct {
	// Write adds a word in the transaction that ctx carries, which belongs to an attempt
	// at an activity.
	Write func(ctx context.Context, word string) error
	// Read returns the committed words, in any order.
	Read func() ([]string, error)
	// Alone says that nobody else can write to the store once a transaction has written.
	// The suite then makes a function write last.
	Alone bool
}

// debit is an attempt at a transactional activity, in the middle of its function.
type debit struct {
	k    *kit
	word string
	ctx  context.Context // of the function
	tx   store.ActivityTx
	o    *store.EndActivity
}

// debit returns an attempt at t whose function has written a word.
func (k *kit) debit(t store.Task, word string) *debit {
	k.t.Helper()
	d := k.attempt(t, word)
	if !k.env.Ledger.Alone {
		d.begin()
	}
	return d
}

// attempt returns an attempt whose transaction has not begun.
func (k *kit) attempt(t store.Task, word string) *debit {
	return &debit{k: k, word: word, o: &store.EndActivity{
		Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim,
		Entry: store.Entry{ID: "activity/2", Data: []byte(word)},
	}}
}

func (d *debit) begin() {
	d.k.t.Helper()
	if d.tx != nil {
		return
	}
	ctx, tx, err := d.k.st.(store.ActivityBeginner).BeginActivity(d.k.ctx)
	d.k.ok(err)
	d.k.t.Cleanup(tx.Rollback)
	d.k.ok(d.k.env.Ledger.Write(ctx, d.word))
	d.ctx, d.tx = ctx, tx
}

// end ends the attempt, which must have that outcome. If its transaction conflicts with
// another one, it runs again, as another attempt would.
func (d *debit) end(want store.Code) store.Outcome {
	d.k.t.Helper()
	for {
		d.begin()
		out, err := d.tx.End(d.k.ctx, d.o)
		if errors.Is(err, store.ErrTransient) {
			d.tx = nil
			continue
		}
		d.k.ok(err)
		if out.Code != want {
			d.k.t.Fatalf("End is answered %q, want %q", out.Code, want)
		}
		if out.Code == store.Done && out.Run != d.o.Run {
			d.k.t.Fatalf("End is answered about run %v, want %v", out.Run, d.o.Run)
		}
		return out
	}
}

// written checks the words in the ledger.
func (k *kit) written(want ...string) {
	k.t.Helper()
	got, err := k.env.Ledger.Read()
	k.ok(err)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		k.t.Errorf("the ledger holds %q, want %q", got, want)
	}
}

// oneTask returns a parked run and its one activity, which w has claimed.
func (k *kit) oneTask(w store.WorkerID) (*held, store.Task) {
	k.t.Helper()
	h := k.begin(w, "order-1")
	h.commit(schedule(2), park)
	return h, k.task(w)
}

func transactional() []scenario {
	return []scenario{
		{"what_the_function_writes_and_the_end_are_one", func(k *kit) {
			w := k.worker()
			h, t := k.oneTask(w)
			d := k.debit(t, "a")
			k.written()
			if p := k.pending(h.run); len(p.Activities) != 1 || len(p.Entries) != 0 {
				k.t.Errorf("before the end there are %+v", p)
			}
			out := d.end(store.Done)
			k.written("a")
			p := k.pending(h.run)
			if len(p.Activities) != 0 || len(p.Entries) != 1 || len(out.Entries) != 1 {
				k.t.Fatalf("after the end there are %+v, and it is answered %+v", p, out)
			}
			if e := p.Entries[0]; e.Kind != store.EntryActivity || e.Ref != 2 || string(e.Data) != "a" || e.Order != out.Entries[0].Order || !e.At.Equal(out.Entries[0].At) {
				k.t.Errorf("the entry is %+v, answered as %+v", e, out.Entries[0])
			}
			next := k.claim(w)
			next.commit(take(out.Entries[0].Order), end)
		}},
		{"the_end_is_that_of_any_activity", func(k *kit) {
			other := k.again()
			for _, x := range []struct {
				*kit
				end func(k *kit, t store.Task)
			}{
				{k, func(k *kit, t store.Task) { k.debit(t, "a").end(store.Done) }},
				{other, func(k *kit, t store.Task) {
					k.do(&store.EndActivity{Run: t.Run, Activity: 2, Worker: t.Owner, Attempt: t.Attempt, Entry: store.Entry{ID: "activity/2", Data: []byte("a")}})
				}},
			} {
				h := x.begin(x.worker(), "order-1")
				h.commit(schedule(2), schedule(3))
				w := x.worker()
				for _, t := range x.tasks(w, 10) {
					if t.ID == 2 {
						x.end(x.kit, t)
					}
				}
				if ticked := x.tick(h.owner); len(ticked.Dirty) != 1 {
					x.t.Errorf("the owner of the run is told of %d runs, want 1", len(ticked.Dirty))
				}
			}
			if d := diff(other.dump(), k.dump()); d != "" {
				k.t.Errorf("it leaves the store otherwise than an EndActivity does:\n%s", d)
			}
		}},
		{"a_rollback_leaves_nothing", func(k *kit) {
			_, t := k.oneTask(k.worker())
			before := k.dump()
			d := k.debit(t, "a")
			d.begin()
			d.tx.Rollback()
			d.tx.Rollback()
			k.same(before)
			k.written()
			k.debit(t, "b").end(store.Done)
			k.written("b")
		}},
		// A is stopped after its function wrote and before the end. B takes over and
		// completes the activity before A wakes.
		{"redteam_15_a_zombie_cannot_commit_after_a_take_over", func(k *kit) {
			a := k.worker()
			h, t := k.oneTask(a)
			zombie := k.debit(t, "attempt 1")
			k.kill(a)
			b := k.worker()
			second := k.task(b)
			if second.Attempt != 2 {
				k.t.Fatalf("attempt %d, want 2", second.Attempt)
			}
			k.debit(second, "attempt 2").end(store.Done)
			zombie.end(store.Fenced)
			k.written("attempt 2")
			if n := len(k.pending(h.run).Entries); n != 1 {
				k.t.Errorf("%d entries, want 1", n)
			}
		}},
		// The end of attempt 2 may be unread or read already: attempt 1 must not mistake it
		// for its own.
		{"redteam_15_nor_before_the_other_one_is_done", func(k *kit) {
			a := k.worker()
			_, t := k.oneTask(a)
			zombie := k.debit(t, "attempt 1")
			k.kill(a)
			second := k.task(k.worker())
			zombie.end(store.Fenced)
			k.written()
			k.debit(second, "attempt 2").end(store.Done)
			k.written("attempt 2")
		}},
		{"a_retry_fences_the_attempt_before", func(k *kit) {
			w := k.worker()
			_, t := k.oneTask(w)
			d := k.debit(t, "attempt 1")
			k.retry(t)
			d.end(store.Fenced)
			k.written()
			second := k.task(w)
			d = k.debit(second, "attempt 2")
			d.o.Attempt = 1 // not the running attempt
			d.end(store.Fenced)
			k.written()
		}},
		{"an_attempt_whose_activity_is_cancelled_may_still_complete_it", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(owner, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			d := k.debit(k.pending(h.run).Activities[0], "a")
			h.commit(func(c *store.Commit) { c.CancelActivities = []int64{2} })
			d.end(store.Done)
			k.written("a")
		}},
		{"an_activity_of_a_closed_run_writes_nothing", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(owner, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			d := k.debit(k.pending(h.run).Activities[0], "a")
			h.commit(end)
			d.end(store.Fenced)
			k.written()
		}},
		// Ends of transactional activities never conflict with commits of their run over its
		// next seq.
		{"redteam_15_it_does_not_collide_with_commits_of_its_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), schedule(3, ownedBy(w)))
			d := k.debit(k.pending(h.run).Activities[0], "a")
			h.commit()
			out := d.end(store.Done)
			h.commit(take(out.Entries[0].Order))
			k.written("a")
		}},
		{"an_end_that_is_refused_writes_nothing", func(k *kit) {
			_, t := k.oneTask(k.worker())
			before := k.dump()
			d := k.debit(t, "a")
			d.begin()
			d.o.Entry.ID = "\x00"
			if _, err := d.tx.End(k.ctx, d.o); err == nil {
				k.t.Error("an id with a NUL byte is accepted")
			}
			k.same(before)
			k.written()
		}},
		// A stopping worker cancels its functions' contexts. A function that has returned
		// loses nothing.
		{"the_end_of_the_functions_context_is_not_that_of_the_transaction", func(k *kit) {
			_, t := k.oneTask(k.worker())
			d := k.attempt(t, "a")
			ctx, stop := context.WithCancel(k.ctx)
			inside, tx, err := k.st.(store.ActivityBeginner).BeginActivity(ctx)
			k.ok(err)
			k.t.Cleanup(tx.Rollback)
			k.ok(k.env.Ledger.Write(inside, "a"))
			stop()
			<-inside.Done()
			d.tx = tx
			d.end(store.Done)
			k.written("a")
		}},
		{"nothing_follows_the_end", func(k *kit) {
			_, t := k.oneTask(k.worker())
			d := k.debit(t, "a")
			d.begin()
			d.end(store.Done)
			if err := k.env.Ledger.Write(d.ctx, "b"); err == nil {
				k.t.Error("a function that has returned writes on")
			}
			d.tx.Rollback()
			k.written("a")
		}},
		{"a_closed_store_begins_no_transaction", func(k *kit) {
			k.ok(k.st.Close())
			if _, _, err := k.st.(store.ActivityBeginner).BeginActivity(k.ctx); !errors.Is(err, store.ErrStoreClosed) {
				k.t.Errorf("BeginActivity returns %v", err)
			}
			*k = *k.again() // for the final audit
		}},
	}
}
