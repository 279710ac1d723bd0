package storetest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise/store"
)

func limits() []scenario {
	return []scenario{
		{"max_unread", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), schedule(3, ownedBy(w)))
			var ops []store.Op
			for i := range store.MaxUnread - 1 {
				op := signal(h.run, fmt.Sprint(i))
				if i%2 == 0 {
					cancel(op)
				}
				ops = append(ops, op)
			}
			for i, out := range k.apply(ops...) {
				if out.Code != store.Done {
					k.t.Fatalf("entry %d is answered %v", i+1, out.Code)
				}
			}
			k.deliver(h.run, "the last")
			k.want(store.Full, signal(h.run, "one more"))
			k.want(store.Full, signal(h.run, "one more", cancel))
			k.want(store.Full, signal(h.run, ""))
			k.deliver(h.run, "the last") // its id already waits
			if n := k.run(h.run).Unread; n != store.MaxUnread {
				k.t.Errorf("%d unread, want %d", n, store.MaxUnread)
			}
			// completions and timers are never refused, and do not count
			k.do(&store.Fire{Max: 1})
			k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}})
			es := k.pending(h.run).Entries
			if len(es) != store.MaxUnread+2 {
				k.t.Fatalf("%d entries, want %d", len(es), store.MaxUnread+2)
			}
			h.commit(take(es[len(es)-1].Order, es[len(es)-2].Order))
			k.want(store.Full, signal(h.run, "one more"))
			h.commit(take(es[0].Order))
			k.deliver(h.run, "one more")
			k.want(store.Full, signal(h.run, "two more"))
		}},
		{"max_unread_bytes", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), schedule(3, ownedBy(w)))
			bytes := func(n int) func(*store.Deliver) {
				return func(o *store.Deliver) { o.Entry.Data = make([]byte, n) }
			}
			for i := range store.FewUnread - 1 {
				k.want(store.Done, signal(h.run, fmt.Sprint(i), bytes(store.MaxEntryBytes)))
			}
			k.want(store.Done, signal(h.run, "a byte less", bytes(store.MaxEntryBytes-1)))
			k.want(store.Done, signal(h.run, "the last", bytes(1)))
			k.want(store.Full, signal(h.run, "one more", bytes(1)))
			k.want(store.Full, signal(h.run, "one more", cancel, bytes(1)))
			k.want(store.Done, signal(h.run, "the last", bytes(1))) // its id already waits
			// completions and timers are never refused, and do not count
			k.do(&store.Fire{Max: 1})
			k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end", Data: make([]byte, 1000)}})
			es := k.pending(h.run).Entries
			h.commit(take(es[len(es)-1].Order, es[len(es)-2].Order))
			k.want(store.Full, signal(h.run, "one more", bytes(1)))
			h.commit(take(es[len(es)-3].Order))
			k.want(store.Done, signal(h.run, "one more", bytes(store.MaxEntryBytes)))
			k.want(store.Full, signal(h.run, "two more", bytes(1)))
		}},
		{"max_unread_bytes_is_not_exceeded_by_a_batch", func(k *kit) {
			run := k.start("1")
			large := func(i int) *store.Deliver {
				return signal(run, fmt.Sprint(i), func(o *store.Deliver) { o.Entry.Data = make([]byte, store.MaxEntryBytes) })
			}
			for i := range store.FewUnread - 1 {
				k.want(store.Done, large(i))
			}
			for i, out := range k.apply(large(store.FewUnread-1), large(store.FewUnread)) {
				if want := i == 1; want != (out.Code == store.Full) {
					k.t.Errorf("signal %d of a batch is answered %v", i+1, out.Code)
				}
			}
		}},
		{"an_op_answers_with_a_page_of_the_inbox", func(k *kit) {
			w := k.worker()
			run := k.start("1")
			const large = store.InboxPage/2 + 1
			for i, n := range []int{large, large, large, large, 3 * large, large, large - 2, large, large - 3, 1} {
				k.want(store.Done, signal(run, fmt.Sprint(i), func(o *store.Deliver) { o.Entry.Data = make([]byte, n) }))
			}
			all := k.pending(run).Entries
			if len(all) != 10 {
				k.t.Fatalf("%d entries are pending, want 10", len(all))
			}
			page := func(what string, got []store.Entry, gen int64, from, to int) {
				if len(got) != to-from || got[0].Order != all[from].Order || got[len(got)-1].Order != all[to-1].Order || gen != all[9].Order {
					k.t.Errorf("%s answers with %d entries and gen %d, want those from %d to %d and %d", what, len(got), gen, from, to, all[9].Order)
				}
			}
			h := k.claim(w)
			c := k.do(&store.Fetch{Run: run, Worker: w, Epoch: h.epoch})
			page("a Fetch", c.Entries, c.Gen, 0, 2)
			out := k.do(&store.Fetch{Run: run, Worker: w, Epoch: h.epoch, After: all[1].Order})
			page("the second Fetch", out.Entries, out.Gen, 2, 4)
			out = k.do(&store.Fetch{Run: run, Worker: w, Epoch: h.epoch, After: all[3].Order})
			page("a Fetch of what is larger than a page", out.Entries, out.Gen, 4, 5)
			out = k.do(&store.Fetch{Run: run, Worker: w, Epoch: h.epoch, After: all[4].Order})
			page("a Fetch of exactly a page", out.Entries, out.Gen, 5, 7)
			out = k.do(&store.Fetch{Run: run, Worker: w, Epoch: h.epoch, After: all[6].Order})
			page("a Fetch of a byte less than a page, and more", out.Entries, out.Gen, 7, 10)
			k.do(&store.Release{Run: run, Worker: w, Epoch: h.epoch})
			claims := k.claims(w, 1)
			page("a claim", claims[0].Entries, claims[0].Gen, 0, 2)
		}},
		{"max_unread_is_of_each_run", func(k *kit) {
			a, b := k.start("1"), k.start("2")
			var ops []store.Op
			for i := range store.MaxUnread {
				ops = append(ops, signal(a, fmt.Sprint(i)))
			}
			k.apply(ops...)
			k.want(store.Full, signal(a, "x"))
			k.deliver(b, "x")
		}},
		{"max_id", func(k *kit) {
			w := k.worker()
			exact := strings.Repeat("ä", store.MaxID/2) // bytes count, not characters
			h := k.begin(w, exact, func(s *store.Start) { s.Workflow, s.Queue = exact, exact })
			h.commit(schedule(2, func(a *store.Activity) { a.Name, a.Queue = exact, exact }))
			k.deliver(h.run, exact)
			k.do(signal(store.RunID{}, exact+"", func(d *store.Deliver) { d.Ref = store.Ref{WorkflowID: exact} }))
			for name, op := range map[string]store.Op{
				"workflow id":   k.newStart(exact + "x"),
				"workflow":      k.newStart("1", func(s *store.Start) { s.Workflow = exact + "x" }),
				"queue":         k.newStart("1", func(s *store.Start) { s.Queue = exact + "x" }),
				"namespace":     k.newStart("1", func(s *store.Start) { s.Namespace = exact + "x" }),
				"entry":         signal(h.run, exact+"x"),
				"ref":           signal(store.RunID{}, "a", func(d *store.Deliver) { d.Ref = store.Ref{WorkflowID: exact + "x"} }),
				"activity":      h.next(schedule(3, func(a *store.Activity) { a.Name = exact + "x" })),
				"build":         h.next(func(c *store.Commit) { c.Build = exact + "x" }),
				"end":           &store.EndActivity{Run: h.run, Activity: 2, Entry: store.Entry{ID: exact + "x"}},
				"resume":        &store.Resume{Ref: store.Ref{WorkflowID: exact + "x"}},
				"terminate":     &store.Terminate{Ref: store.Ref{WorkflowID: exact + "x"}, Token: k.id(), N: 1},
				"block reason":  &store.Release{Run: h.run, Block: &store.Block{Reason: exact + "x"}},
				"block's build": &store.Release{Run: h.run, Block: &store.Block{Reason: "r", Build: exact + "x"}},
			} {
				_, err := k.st.Apply(k.ctx, []store.Op{op})
				if err == nil || store.Check(op) == nil {
					k.t.Errorf("a %s of %d bytes is accepted", name, store.MaxID+1)
				}
			}
		}},
		{"max_page", func(k *kit) {
			var ops []store.Op
			for i := range store.MaxPage + 1 {
				ops = append(ops, k.newStart(fmt.Sprint(i)))
			}
			k.apply(ops...)
			for _, c := range []struct{ limit, want int }{
				{0, 100}, {-1, 100}, {1, 1}, {store.MaxPage - 1, store.MaxPage - 1},
				{store.MaxPage, store.MaxPage}, {store.MaxPage + 1, store.MaxPage},
			} {
				p, err := k.st.Runs(k.ctx, store.Query{Limit: c.limit})
				k.ok(err)
				if len(p.Runs) != c.want || p.Next == "" {
					k.t.Errorf("limit %d gives %d runs and next %q, want %d", c.limit, len(p.Runs), p.Next, c.want)
				}
			}
			if ready := k.tick(k.id()).ReadyRuns; ready != 100 {
				k.t.Errorf("%d runs are counted ready, want 100", ready)
			}
		}},
		{"a_claim_takes_no_more_than_max", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "0")
			h.commit(schedule(2), schedule(3), startTimer(4, k.now()), startTimer(5, k.now()))
			for i := range 3 {
				k.start(fmt.Sprint(i + 1))
			}
			for _, n := range []int{-1, 0, 1, 2} {
				want := max(0, n)
				if got := len(k.claims(w, n)); got != want {
					k.t.Errorf("max %d claims %d runs", n, got)
				}
			}
			for _, n := range []int{-1, 0, 1} {
				want := max(0, n)
				if got := len(k.do(&store.ClaimActivities{Worker: w, ID: k.id(), Max: n, Filter: filter()}).Tasks); got != want {
					k.t.Errorf("max %d claims %d activities", n, got)
				}
				if got := len(k.do(&store.Fire{Max: n}).Fired); got != want {
					k.t.Errorf("max %d fires %d timers", n, got)
				}
			}
		}},
	}
}

// contents checks that bytes come back unchanged: the store never interprets
// them.
func contents() []scenario {
	bytesOf := [][]byte{nil, {}, {0}, []byte("\x00\xff\xfe'; DROP TABLE run; --"), bytes.Repeat([]byte{0xc3, 0x28}, 1<<19)}
	return []scenario{
		{"rows_come_back_as_they_are", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for _, b := range bytesOf {
				h.commit(func(c *store.Commit) { c.Rows[0].Data = b })
			}
			for i, r := range k.rows(h.run)[1:] {
				if !bytes.Equal(r.Data, bytesOf[i]) {
					k.t.Errorf("row %d comes back with %d other bytes", i, len(r.Data))
				}
			}
		}},
		{"entries_and_activities_come_back_as_they_are", func(k *kit) {
			w := k.worker()
			for i, b := range bytesOf {
				h := k.begin(w, fmt.Sprint(i))
				e := k.deliver(h.run, "a", func(d *store.Deliver) { d.Entry.Data = b })
				h.commit(schedule(2, func(a *store.Activity) { a.Data, a.Last, a.Details = b, b, b }))
				p := k.pending(h.run)
				a := p.Activities[0]
				for _, got := range [][]byte{e.Data, p.Entries[0].Data, a.Data, a.Last, a.Details} {
					if !bytes.Equal(got, b) {
						k.t.Errorf("%d bytes come back as %d others", len(b), len(got))
					}
				}
			}
		}},
		{"what_a_caller_changes_afterwards_does_not_matter", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			data := []byte("data")
			d := signal(h.run, "a", func(d *store.Deliver) { d.Entry.Data = data })
			c := h.next(schedule(2, func(a *store.Activity) { a.Data = data }), func(c *store.Commit) { c.Rows[0].Data = data })
			outs := k.apply(d, c)
			before := k.dump()
			copy(data, "DATA")
			copy(outs[0].Entries[0].Data, "DATA")
			copy(k.rows(h.run)[1].Data, "DATA")
			copy(k.pending(h.run).Activities[0].Data, "DATA")
			copy(k.pending(h.run).Entries[0].Data, "DATA")
			c.Rows[0].Seq = 77
			k.same(before)

			r := h.block(ms)
			h.seq++
			k.do(r)
			before = k.dump()
			r.Block.Text = "other"
			k.run(h.run).Blocked.Text = "another"
			k.same(before)
		}},
		{"names_may_hold_anything_printable_or_not", func(k *kit) {
			for _, id := range []string{"'", `"`, "%_", "a b", "\t\n", "日本語", "\u202e", "\x7f", "a/b?c=d#e", ";--"} {
				run := k.start(id)
				r, err := k.st.Run(k.ctx, store.Ref{WorkflowID: id})
				if err != nil || r.ID != run || r.WorkflowID != id {
					k.t.Errorf("workflow id %q: run %v, %v", id, r.ID, err)
				}
			}
		}},
	}
}
