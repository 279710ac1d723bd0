package storetest

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

const day = 24 * time.Hour

// retain removes the runs that closed at least a day ago, in as many steps as that
// takes, and returns how many were removed.
func (k *kit) retain(change ...func(*store.Retain)) (runs int) {
	k.t.Helper()
	since := time.Time{}
	change = append(change, func(o *store.Retain) { o.From = since })
	for range 1000 {
		out := k.retainOnce(change...)
		if runs += out.Count; out.Next.IsZero() {
			if out := k.retainOnce(append(change, startingAt(time.Time{}), atMost(1))...); out.Count != 0 || !out.Next.IsZero() {
				k.t.Errorf("after the last step of a pass %d runs went, next %v", out.Count, out.Next)
			}
			return runs
		}
		since = out.Next
	}
	k.t.Fatal("a Retain says for ever that there may be more to do")
	return 0
}

func (k *kit) retainOnce(change ...func(*store.Retain)) store.Outcome {
	k.t.Helper()
	o := &store.Retain{Age: day, Max: 1000}
	for _, f := range change {
		f(o)
	}
	return k.do(o)
}

func startingAt(t time.Time) func(*store.Retain) { return func(o *store.Retain) { o.From = t } }

func atMost(rows int) func(*store.Retain) { return func(o *store.Retain) { o.Max = rows } }

// ended is a closed run of n rows.
func (k *kit) ended(w store.WorkerID, workflowID string, n int, change ...func(*store.Start)) *held {
	k.t.Helper()
	h := k.begin(w, workflowID, change...)
	for range n - 2 {
		h.commit()
	}
	h.commit(end)
	return h
}

// gone checks that nothing is left of a run but the knowledge that it existed.
func (k *kit) gone(run store.RunID) {
	k.t.Helper()
	if _, err := k.st.Run(k.ctx, store.Ref{Run: run}); !errors.Is(err, store.ErrRemoved) || !errors.Is(err, store.ErrNotFound) {
		k.t.Errorf("Run of one that was removed: %v, want ErrRemoved, which is an ErrNotFound", err)
	}
	if n := len(k.rows(run)); n != 0 {
		k.t.Errorf("the history of a run that was removed has %d rows", n)
	}
	for _, r := range k.all() {
		if r.ID == run {
			k.t.Error("a run that was removed is listed")
		}
	}
}

func retention() []scenario {
	once := func(s *store.Start) { s.Once = true }
	return []scenario{
		{"what_ended_long_ago_goes_and_nothing_else", func(k *kit) {
			w := k.worker()
			old, waits := k.ended(w, "order-1", 5), k.begin(w, "order-2")
			k.env.Advance(day - ms)
			k.renew(w)
			young := k.ended(w, "order-3", 5)
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs went a moment too early", n)
			}
			k.env.Advance(ms)
			if n := k.retain(); n != 1 {
				k.t.Errorf("%d runs went, want 1", n)
			}
			k.gone(old.run)
			if _, err := k.st.Run(k.ctx, store.Ref{WorkflowID: "order-1"}); !errors.Is(err, store.ErrRemoved) {
				k.t.Errorf("Run by the workflow id: %v, want ErrRemoved", err)
			}
			if len(k.rows(young.run)) != 5 || k.run(waits.run).Status != store.Open {
				k.t.Error("a run that closed today, or an open one, is not as it was")
			}
			before := k.dump()
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs went again", n)
			}
			k.same(before)
		}},
		{"what_closed_before_is_passed_over", func(k *kit) {
			w := k.worker()
			var all []*held
			var closed []time.Time
			for i := range 3 {
				all = append(all, k.ended(w, fmt.Sprint("order-", i), 3))
				closed = append(closed, k.run(all[i].run).Closed)
				k.env.Advance(ms)
			}
			k.env.Advance(day)
			if n := k.retainOnce(startingAt(closed[1]), func(o *store.Retain) { o.Dry = true }).Count; n != 2 {
				k.t.Errorf("%d runs are to go, want 2", n)
			}
			out := k.retainOnce(startingAt(closed[1]), atMost(3))
			if out.Count == 0 || out.Next.Before(closed[1]) || out.Next.After(closed[2]) {
				k.t.Errorf("%d runs went, next from %v; want from %v to %v", out.Count, out.Next, closed[1], closed[2])
			}
			if out := k.retainOnce(startingAt(out.Next)); !out.Next.IsZero() {
				k.t.Errorf("next from %v, want nothing more", out.Next)
			}
			k.gone(all[1].run)
			k.gone(all[2].run)
			if len(k.rows(all[0].run)) != 3 {
				k.t.Error("a run that closed before went")
			}
			if n := k.retain(); n != 1 {
				k.t.Errorf("%d runs went at last, want 1", n)
			}
		}},
		{"seeds_128_keys_of_starts_outlive_the_history", func(k *kit) {
			w := k.worker()
			first := k.newStart("order-1", once)
			first.Owner, first.Claim = w, k.id()
			k.holding(w, k.do(first).Claims[0]).commit(end)
			k.env.Advance(day)
			k.retain()
			before := k.dump()
			if out := k.want(store.Exists, k.newStart("order-1", once)); out.Run != first.Run {
				k.t.Errorf("Exists names run %v, want %v", out.Run, first.Run)
			}
			if out := k.do(first); out.Run != first.Run || len(out.Claims) != 0 {
				k.t.Errorf("the late start is answered with run %v and %d claims", out.Run, len(out.Claims))
			}
			k.same(before)

			second := k.ended(w, "order-1", 2) // without Once the id is free
			k.env.Advance(day)
			k.retain()
			if out := k.want(store.Exists, k.newStart("order-1", once)); out.Run != second.run {
				k.t.Errorf("Exists names run %v, want the one that had the id last, %v", out.Run, second.run)
			}
			third := k.start("order-1")
			before = k.dump()
			k.do(first)
			k.same(before)
			if out := k.want(store.Exists, k.newStart("order-1", once)); out.Run != third {
				k.t.Errorf("Exists names run %v, want the open one, %v", out.Run, third)
			}
		}},
		{"a_start_and_a_retain_in_one_batch", func(k *kit) {
			w := k.worker()
			old := k.ended(w, "order-1", 3)
			k.env.Advance(day)
			young := k.newStart("order-1")
			outs := k.apply(k.newStart("order-1", once), &store.Retain{Age: day, Max: 10}, k.newStart("order-1", once), young)
			for _, i := range []int{0, 2} {
				if outs[i].Code != store.Exists || outs[i].Run != old.run {
					k.t.Errorf("a start with Once is answered %v naming %v", outs[i].Code, outs[i].Run)
				}
			}
			if outs[1].Count != 1 || outs[3].Code != store.Done || k.run(young.Run).Status != store.Open {
				k.t.Errorf("the Retain counts %d, the start without Once is answered %v", outs[1].Count, outs[3].Code)
			}
		}},
		{"old_keys_are_dropped_when_asked_to", func(k *kit) {
			w := k.worker()
			k.ended(w, "order-1", 2)
			k.env.Advance(day)
			k.retain()
			dropping := func(o *store.Retain) { o.Tombstones = day }
			k.env.Advance(day - ms)
			k.retain(dropping)
			k.want(store.Exists, k.newStart("order-1", once))
			k.env.Advance(ms)
			k.retain(dropping)
			k.do(k.newStart("order-1", once))
		}},
		{"seeds_129_a_chain_goes_as_a_whole", func(k *kit) {
			w := k.worker()
			a := k.begin(w, "order-1")
			a.commit(goesOn(k.id()))
			k.env.Advance(day)
			k.renew(w)
			b := k.claim(w)
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs of a chain went while it was open", n)
			}
			b.commit(end)
			k.env.Advance(day - ms)
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs of a chain went before its last run was old enough", n)
			}
			other := k.start("order-1") // a run of another chain: it holds nothing back
			k.env.Advance(ms)
			if out := k.retainOnce(atMost(1)); out.Count != 2 || out.Next.IsZero() {
				k.t.Errorf("%d runs went, next %v, want both at once, and more to do", out.Count, out.Next)
			}
			k.gone(a.run)
			k.gone(b.run)
			k.audit()
			k.retain(atMost(1))
			if k.run(other).Status != store.Open {
				k.t.Error("the run of another chain is gone")
			}
		}},
		{"one_chain_goes_alone", func(k *kit) {
			w := k.worker()
			a := k.begin(w, "order-1")
			a.commit(goesOn(k.id()))
			b := k.claim(w)
			only := func(o *store.Retain) { o.Age, o.Chain, o.WorkflowID = ms, a.run, "order-1" }
			if out := k.retainOnce(only); out.Count != 0 {
				k.t.Errorf("%d runs of an open chain went", out.Count)
			}
			b.commit(end)
			k.ended(w, "order-2", 3)
			later := k.ended(w, "order-1", 3) // a run of another chain
			if out := k.retainOnce(only); out.Count != 0 {
				k.t.Errorf("%d runs went before their time", out.Count)
			}
			k.env.Advance(ms)
			if out := k.retainOnce(only, func(o *store.Retain) { o.Dry = true }); out.Count != 1 {
				k.t.Errorf("%d chains would go, want 1", out.Count)
			}
			if out := k.retainOnce(only, func(o *store.Retain) { o.WorkflowID = "order-2" }); out.Count != 0 {
				k.t.Errorf("%d runs went by another workflow id", out.Count)
			}
			if n := k.retain(only, atMost(1)); n != 2 {
				k.t.Errorf("%d runs went, want the two of the chain", n)
			}
			k.gone(a.run)
			k.gone(b.run)
			if len(k.rows(later.run)) != 3 {
				k.t.Error("a run of another chain is not as it was")
			}
			if out := k.retainOnce(only); out.Count != 0 || !out.Next.IsZero() {
				k.t.Errorf("%d runs went again, next %v", out.Count, out.Next)
			}
			k.refused(0, &store.Retain{Max: 1, Chain: a.run})
			k.refused(0, &store.Retain{Max: 1, WorkflowID: "order-1"})
		}},
		{"chains_go_whatever_breaks_a_pass_off", chainsInSteps},
		{"a_long_history_goes_in_steps_that_nobody_sees", func(k *kit) {
			w := k.worker()
			long := k.ended(w, "order-1", 10)
			k.env.Advance(ms)
			short := k.ended(w, "order-2", 3)
			k.env.Advance(day)
			steps, runs := 0, 0
			for more := true; more; steps++ {
				out := k.retainOnce(atMost(3))
				runs += out.Count
				more = !out.Next.IsZero()
				k.gone(long.run)
				k.want(store.Exists, k.newStart("order-1", once))
				k.audit()
			}
			if steps < 5 || runs != 2 {
				k.t.Errorf("13 rows went in %d steps of 3, and %d runs", steps, runs)
			}
			k.gone(short.run)
			k.retain()
			k.do(k.newStart("order-1"))
		}},
		{"a_step_is_bounded_by_bytes_too", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			big := make([]byte, 1<<20)
			for range 6 {
				h.commit(func(c *store.Commit) { c.Rows[0].Data = big })
			}
			h.commit(end)
			k.env.Advance(day)
			steps := 0
			for more := true; more; steps++ {
				more = !k.retainOnce().Next.IsZero()
			}
			if steps < 2 {
				k.t.Errorf("6 MiB went in %d steps, although %d bytes are allowed at once", steps, store.RetainBytes)
			}
		}},
		{"who_is_late_finds_nothing_and_brings_nothing_back", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(1, func(a *store.Activity) { a.Owner = w }))
			late := []store.Op{
				&store.EndActivity{Run: h.run, Activity: 1, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end", Data: []byte("end")}},
				&store.RetryActivity{Run: h.run, Activity: 1, Worker: w, Attempt: 1},
				&store.Beat{Run: h.run, Activity: 1, Worker: w, Attempt: 1},
				&store.Fetch{Run: h.run, Worker: w, Epoch: h.epoch},
				&store.Release{Run: h.run, Worker: w, Epoch: h.epoch},
				h.next(), h.next(park),
			}
			last := h.next(end)
			k.do(last)
			k.env.Advance(day)
			k.retain(atMost(2))
			late = append(late, last,
				signal(h.run, "late"), &store.Deliver{Ref: store.Ref{WorkflowID: "order-1"}, Entry: store.Entry{ID: "late", Kind: store.EntryCancel}},
				&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), N: 1, Data: []byte("bye")},
				&store.Terminate{Ref: store.Ref{WorkflowID: "order-1"}, Token: k.id(), N: 1, Data: []byte("bye")},
				&store.Resume{Ref: store.Ref{Run: h.run}}, &store.Resume{Ref: store.Ref{WorkflowID: "order-1"}},
			)
			before := k.dump()
			for _, op := range late {
				if out := k.apply(op)[0]; out.Code != store.NotFound && out.Code != store.Fenced {
					k.t.Errorf("a late %T is answered %q", op, out.Code)
				}
			}
			k.same(before)
			k.gone(h.run)
		}},
		{"who_awaits_a_run_that_went_is_told", func(k *kit) {
			w := k.worker()
			h := k.ended(w, "order-1", 2)
			k.env.Advance(day)
			k.retain()
			t := k.tick(w, func(q *store.Tick) { q.Awaited = []store.RunID{h.run, k.id()} })
			if len(t.Closed) != 1 || t.Closed[0] != h.run {
				k.t.Errorf("of a run that went and one that never was, %v have closed", t.Closed)
			}
		}},
		{"each_namespace_keeps_as_long_as_it_likes", func(k *kit) {
			w := k.worker()
			k.namespaces = []string{"", "other"}
			here := k.ended(w, "order-1", 3)
			there := k.ended(w, "order-1", 3, func(s *store.Start) { s.Namespace = "other" })
			k.env.Advance(day)
			k.retain()
			k.gone(here.run)
			if len(k.rows(there.run)) != 3 {
				k.t.Error("a run of another namespace went")
			}
			if n := k.retain(func(o *store.Retain) { o.Namespace = "other" }); n != 1 {
				k.t.Errorf("%d runs of the other namespace went, want 1", n)
			}
			k.gone(there.run)
			k.do(k.newStart("order-1", once, func(s *store.Start) { s.Namespace = "third" }))
			k.want(store.Exists, k.newStart("order-1", once, func(s *store.Start) { s.Namespace = "other" }))
		}},
		{"a_dry_retain_counts", func(k *kit) {
			w := k.worker()
			for i := range 5 {
				k.ended(w, fmt.Sprint("order-", i), 3)
			}
			k.env.Advance(day)
			k.start("order-0")
			before := k.dump()
			dry := func(o *store.Retain) { o.Dry = true }
			for most, want := range map[int]int{4: 4, 5: 5, 100: 5} {
				if n := k.retainOnce(atMost(most), dry).Count; n != want {
					k.t.Errorf("a dry Retain of at most %d counts %d runs, want %d", most, n, want)
				}
			}
			k.same(before)
		}},
		{"a_dry_retain_tells_the_chains_by_their_ends", func(k *kit) {
			w := k.worker()
			on := func(s *store.Start) { s.Queue = "mail" }
			long := k.ended(w, "order-1", 5, on)
			k.env.Advance(ms)
			a := k.begin(w, "order-2")
			a.commit(goesOn(k.id()))
			b := k.claim(w)
			b.commit(end)
			k.env.Advance(day)
			dry := func(o *store.Retain) { o.Dry = true }
			got := k.retainOnce(dry)
			var want []store.Over
			for _, run := range []store.RunID{long.run, b.run} {
				r := k.run(run)
				want = append(want, store.Over{Run: r.ID, Chain: r.Chain, WorkflowID: r.WorkflowID, Queue: r.Queue, Status: r.Status, Closed: r.Closed})
			}
			if got.Count != 2 || !slices.EqualFunc(got.Over, want, func(a, b store.Over) bool {
				same := a.Closed.Equal(b.Closed)
				a.Closed = b.Closed
				return same && a == b
			}) {
				k.t.Errorf("%d chains are to go, %+v, want %+v", got.Count, got.Over, want)
			}
			k.retainOnce(atMost(1)) // hides the first run and leaves rows of it
			got = k.retainOnce(dry)
			if got.Count != 1 || len(got.Over) != 2 || got.Over[0].Status != 0 || got.Over[0].WorkflowID != want[0].WorkflowID {
				k.t.Errorf("with one hidden %d are to go: %+v", got.Count, got.Over)
			}
		}},
		{"a_listing_goes_on_while_runs_go", func(k *kit) {
			w := k.worker()
			for i := range 6 {
				k.ended(w, fmt.Sprint("order-", i), 2)
			}
			k.env.Advance(day)
			var young []store.RunID
			for i := range 6 {
				young = append(young, k.start(fmt.Sprint("young-", i)))
				k.env.Advance(ms)
			}
			page, err := k.st.Runs(k.ctx, store.Query{Limit: 3})
			k.ok(err)
			k.retain()
			seen := page.Runs
			for page.Next != "" {
				page, err = k.st.Runs(k.ctx, store.Query{Limit: 3, Cursor: page.Next})
				k.ok(err)
				seen = append(seen, page.Runs...)
			}
			for i, r := range seen {
				if want := young[len(young)-1-i]; r.ID != want {
					k.t.Fatalf("run %d of the listing is %v, want %v", i, r.ID, want)
				}
			}
			if len(seen) != len(young) {
				k.t.Errorf("the listing shows %d runs, want %d", len(seen), len(young))
			}
		}},
		{"who_scans_meanwhile_can_tell", func(k *kit) {
			in, ok := k.st.(store.Inspector)
			if !ok {
				return // the store has no Scan
			}
			w := k.worker()
			for i := range 4 {
				k.ended(w, fmt.Sprint("order-", i), 400)
				k.env.Advance(ms)
			}
			k.env.Advance(day)
			visited := 0
			k.ok(in.Scan(k.ctx, func(r store.Run, _ store.Pending, rows iter.Seq[store.Row]) error {
				if visited++; visited == 2 {
					k.retain(atMost(300))
				}
				next := int64(1)
				for w := range rows {
					if w.Seq != next {
						k.t.Errorf("run %s: a row at seq %d, want %d", r.WorkflowID, w.Seq, next)
					}
					next = w.Seq + int64(w.N)
				}
				if next == r.NextSeq {
					return nil
				}
				if _, err := k.st.Run(k.ctx, store.Ref{Run: r.ID}); !errors.Is(err, store.ErrRemoved) {
					k.t.Errorf("run %s: its rows end before %d, and Run says %v", r.WorkflowID, next, err)
				}
				return nil
			}))
			if visited != 4 {
				k.t.Errorf("%d runs are visited, want 4", visited)
			}
		}},
		{"two_retain_while_others_start_signal_and_end", retainInTheWay},
	}
}
