package storetest

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// goesOn makes a commit close its run, which continues as the run next.
func goesOn(next store.RunID, change ...func(*store.Next)) func(*store.Commit) {
	return func(c *store.Commit) {
		c.Then, c.Status = store.Close, store.Continued
		token := next
		token[15] ^= 0xff
		c.Next = &store.Next{Run: next, Token: token, Workflow: theWorkflow, Queue: theQueue, Level: 1, Rows: []store.Row{row(1, 1)}}
		for _, f := range change {
			f(c.Next)
		}
	}
}

func goingOn() []scenario {
	named := func(id string) store.Ref { return store.Ref{WorkflowID: id} }
	return []scenario{
		{"a_run_goes_on_as_another_of_its_chain", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), startTimer(3, k.now().Add(time.Hour)))
			k.env.Advance(ms)
			next := k.id()
			c := h.next(goesOn(next, func(n *store.Next) {
				n.Priority, n.Rows = 7, []store.Row{row(1, 2), row(3, 1)}
			}))
			k.do(c)
			old, now := k.run(h.run), k.run(next)
			if old.Status != store.Continued || !old.Closed.Equal(k.now()) || old.Undelivered != 0 {
				k.t.Errorf("the run that has ended: %s", showRun(old))
			}
			if now.Status != store.Open || now.Chain != old.Chain || now.WorkflowID != old.WorkflowID || now.Namespace != old.Namespace ||
				now.Priority != 7 || now.NextSeq != 4 || now.LastCommit != c.Next.Token || now.Owner != uuid.Nil || !now.Created.Equal(k.now()) {
				k.t.Errorf("the run that goes on: %s", showRun(now))
			}
			if rows := k.rows(next); len(rows) != 2 || rows[0].N != 2 || rows[1].Seq != 3 || rows[1].Token != c.Next.Token {
				k.t.Errorf("its history is %v", rows)
			}
			if got, err := k.st.Run(k.ctx, named("order-1")); err != nil || got.ID != next {
				k.t.Errorf("the workflow id names %v, %v", got.ID, err)
			}
			before := k.dump()
			k.do(c) // repeated, as after an unknown outcome
			k.same(before)
			again := k.claim(w)
			if again.run != next {
				k.t.Errorf("run %v is claimed, want the one that goes on", again.run)
			}
			k.do(c)
			again.commit(end)
		}},
		{"what_is_left_in_an_inbox_goes_on", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), startTimer(3, k.now()))
			a := k.deliver(h.run, "a")
			b := k.deliver(h.run, "b", cancel)
			k.do(&store.Fire{Max: 1})
			k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			c := k.deliver(h.run, "c")
			next := k.id()
			h.commit(goesOn(next), take(a.Order)) // the commit has seen none of the others
			left := k.pending(next).Entries
			if len(left) != 2 || left[0].Order != b.Order || left[0].Kind != store.EntryCancel || left[1].Order != c.Order || left[1].ID != "c" || string(left[1].Data) != string(c.Data) {
				k.t.Errorf("in the inbox is %+v", left)
			}
			if r := k.run(next); r.Unread != 2 {
				k.t.Errorf("%d are unread", r.Unread)
			}
			if e := k.deliver(next, "c"); e.Order != c.Order { // its id is already in the inbox
				k.t.Errorf("c is accepted twice: %+v", e)
			}
			d := k.deliver(next, "d")
			if d.Order <= c.Order {
				k.t.Errorf("d has order %d, c before it had %d", d.Order, c.Order)
			}
			k.want(store.Closed, signal(h.run, "e"))
			got := k.claims(w, 1)
			if len(got) != 1 || len(got[0].Entries) != 3 || got[0].Gen != d.Order {
				k.t.Fatalf("claimed %+v", got)
			}
			g := k.holding(w, got[0])
			g.commit(end, take(b.Order, c.Order, d.Order))
		}},
		{"no_signal_keeps_a_run_from_going_on", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for range 20 {
				k.deliver(h.run, "")
			}
			next := k.id()
			out := h.commit(goesOn(next))
			if n := len(k.pending(next).Entries); n != 20 || out.Code != store.Done {
				k.t.Errorf("%d signals went on, answered %v", n, out.Code)
			}
		}},
		{"a_fenced_commit_has_no_run_go_on", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a")
			before := k.dump()
			next := k.id()
			k.want(store.Fenced, h.next(goesOn(next), func(c *store.Commit) { c.Epoch++ }))
			k.want(store.Fenced, h.next(goesOn(next), func(c *store.Commit) { c.After = k.id() }))
			k.same(before)
			if _, err := k.st.Run(k.ctx, store.Ref{Run: next}); err == nil {
				k.t.Error("there is a run that goes on")
			}
		}},
		{"ops_of_one_batch_follow_a_run_that_goes_on", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			byName := func(id string) *store.Deliver {
				d := signal(h.run, id)
				d.Ref = named("order-1")
				return d
			}
			next := k.id()
			outs := k.apply(byName("a"), h.next(goesOn(next)), byName("b"), signal(h.run, "c"), k.newStart("order-1"))
			var codes []store.Code
			for _, o := range outs {
				codes = append(codes, o.Code)
			}
			if want := []store.Code{store.Done, store.Done, store.Done, store.Closed, store.Exists}; !slices.Equal(codes, want) {
				k.t.Fatalf("answered %v, want %v", codes, want)
			}
			if outs[2].Run != next || outs[4].Run != next {
				k.t.Errorf("b went to %v and the start found %v, want %v", outs[2].Run, outs[4].Run, next)
			}
			if n := len(k.pending(next).Entries); n != 2 {
				k.t.Errorf("%d signals are there", n)
			}
		}},
		{"a_first_commit_may_go_on", func(k *kit) {
			w, next := k.worker(), k.id()
			s := k.newStart("order-1", func(s *store.Start) { s.Owner, s.Claim = w, k.id() })
			first := &store.Commit{Run: s.Run, Owner: w, Epoch: 1, Seq: 1, Token: k.id(), Level: 1, Build: theBuild, Rows: []store.Row{row(1, 3)}}
			goesOn(next)(first)
			s.Row, s.First = store.Row{}, first
			k.do(s)
			k.do(s)
			if r := k.run(s.Run); r.Status != store.Continued {
				k.t.Errorf("the first run: %s", showRun(r))
			}
			if r := k.run(next); r.Status != store.Open || r.Chain != s.Run {
				k.t.Errorf("the run that goes on: %s", showRun(r))
			}
		}},
		{"a_long_chain_is_one", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			chain := []store.RunID{h.run}
			for range 5 {
				next := k.id()
				h.commit(goesOn(next))
				chain = append(chain, next)
				h = k.claim(w)
			}
			k.env.Advance(2 * day)
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs of an open chain were removed", n)
			}
			h.commit(end)
			k.env.Advance(2 * day)
			if n := k.retain(); n != len(chain) {
				k.t.Errorf("%d runs were removed, want %d", n, len(chain))
			}
			for _, run := range chain {
				k.gone(run)
			}
		}},
		{"what_cannot_go_on_is_refused", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			next := k.id()
			for _, bad := range []func(*store.Commit){
				func(c *store.Commit) { c.Status = store.Completed },
				func(c *store.Commit) { c.Then = store.Park },
				func(c *store.Commit) { c.Next = nil },
				func(c *store.Commit) { c.Next.Run = uuid.Nil },
				func(c *store.Commit) { c.Next.Token = uuid.Nil },
				func(c *store.Commit) { c.Next.Rows = nil },
				func(c *store.Commit) { c.Next.Rows = []store.Row{row(2, 1)} },
				func(c *store.Commit) { c.Next.Workflow = "" },
			} {
				k.refused(0, h.next(goesOn(next), bad))
			}
			h.commit(goesOn(next))
		}},
	}
}
