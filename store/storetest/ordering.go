package storetest

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

func ordering() []scenario {
	return []scenario{
		{"history_is_in_seq_order_by_pages", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for i := range 5 {
				h.commit(func(c *store.Commit) {
					c.Rows = []store.Row{
						{Seq: h.seq, N: i + 1, Data: bytes.Repeat([]byte{byte(i)}, 100)},
						{Seq: h.seq + int64(i) + 1, N: 2, Data: bytes.Repeat([]byte{byte(i)}, 50)},
					}
				})
			}
			all := k.rows(h.run)
			if len(all) != 11 {
				k.t.Fatalf("%d rows, want 11", len(all))
			}
			read := func(q store.HistoryQuery) []int64 {
				q.Run = h.run
				rows, err := k.st.History(k.ctx, q)
				k.ok(err)
				var seqs []int64
				for _, r := range rows {
					seqs = append(seqs, r.Seq)
				}
				return seqs
			}
			for _, c := range []struct {
				q    store.HistoryQuery
				want []int64
			}{
				{store.HistoryQuery{}, []int64{1, 2, 3, 5, 7, 9, 12, 14, 18, 20, 25}},
				{store.HistoryQuery{From: 12}, []int64{12, 14, 18, 20, 25}},
				{store.HistoryQuery{From: 13}, []int64{14, 18, 20, 25}}, // rows are not split
				{store.HistoryQuery{From: 26}, nil},
				{store.HistoryQuery{From: 2, MaxBytes: 1}, []int64{2}},
				{store.HistoryQuery{From: 2, MaxBytes: 100}, []int64{2}},
				{store.HistoryQuery{From: 2, MaxBytes: 101}, []int64{2, 3}},
				{store.HistoryQuery{From: 2, MaxBytes: 151}, []int64{2, 3, 5}},
				{store.HistoryQuery{From: 2, MaxRows: 3}, []int64{2, 3, 5}},
				{store.HistoryQuery{From: 2, MaxRows: 1, MaxBytes: 151}, []int64{2}},
				{store.HistoryQuery{From: 18, MaxRows: 4}, []int64{18, 20, 25}},
				{store.HistoryQuery{Last: true}, []int64{25}},
				{store.HistoryQuery{Last: true, From: 14, MaxBytes: 1}, []int64{25}},
			} {
				if got := read(c.q); !slices.Equal(got, c.want) {
					k.t.Errorf("History(%+v) has rows at %v, want %v", c.q, got, c.want)
				}
			}
			rows, err := k.st.History(k.ctx, store.HistoryQuery{Run: k.id()})
			if err != nil || len(rows) != 0 {
				k.t.Errorf("of an unknown run: %d rows and %v, want none and nil", len(rows), err)
			}
		}},
		{"a_page_of_history_is_4_MiB_unless_told_otherwise", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for range 9 {
				h.commit(func(c *store.Commit) { c.Rows[0].Data = make([]byte, 1<<19) })
			}
			rows, err := k.st.History(k.ctx, store.HistoryQuery{Run: h.run, From: 2})
			if k.ok(err); len(rows) != 8 {
				k.t.Errorf("a page has %d rows of half a MiB, want 8", len(rows))
			}
		}},
		{"a_commits_rows_bear_its_token", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			c := h.next(func(c *store.Commit) { c.Rows = append(c.Rows, row(h.seq+1, 2)) })
			k.do(c)
			for _, r := range k.rows(h.run)[1:] {
				if r.Token != c.Token {
					k.t.Errorf("the row at %d has token %v, want %v", r.Seq, r.Token, c.Token)
				}
			}
			if r := k.run(h.run); r.LastCommit != c.Token || r.NextSeq != 5 {
				k.t.Errorf("last commit %v, next seq %d", r.LastCommit, r.NextSeq)
			}
		}},
		{"redteam_20_entries_are_in_order_of_acceptance_not_of_a_clock", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()), schedule(3, ownedBy(w)))
			var want []string
			send := func(id string, es []store.Entry) {
				k.t.Helper()
				want = append(want, id)
				if len(es) != 1 || es[0].Order <= h.seen {
					k.t.Fatalf("%s is accepted as %+v after order %d", id, es, h.seen)
				}
				h.saw(es)
			}
			// the clock stands still, and the ids are unordered
			send("z", k.do(signal(h.run, "z")).Entries)
			send("timer 2", []store.Entry{k.do(&store.Fire{Max: 1}).Fired[0].Entry})
			send("a", k.do(signal(h.run, "a", cancel)).Entries)
			send("end", k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}}).Entries)
			send("m", k.do(signal(h.run, "m", from(w))).Entries)
			var got []string
			for _, e := range k.pending(h.run).Entries {
				if e.Kind == store.EntryTimer {
					e.ID = fmt.Sprintf("timer %d", e.Ref)
				}
				got = append(got, e.ID)
			}
			if !slices.Equal(got, want) {
				k.t.Errorf("the inbox is %q, want %q", got, want)
			}
		}},
		{"orders_rise_as_long_as_the_run_lives", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			last := int64(0)
			for i := range 4 {
				e := k.deliver(h.run, fmt.Sprint(i))
				if e.Order <= last {
					k.t.Fatalf("order %d after %d", e.Order, last)
				}
				last = e.Order
				h.commit(take(e.Order), func(c *store.Commit) { c.Seen = e.Order }, park) // its dispatch row is deleted
				e = k.deliver(h.run, fmt.Sprint(i, "parked"))
				if e.Order <= last {
					k.t.Fatalf("order %d after %d, across a park", e.Order, last)
				}
				last = e.Order
				h = k.claim(w)
				h.commit(take(e.Order))
			}
		}},
		{"claims_go_by_priority_then_by_waiting_time", func(k *kit) {
			w := k.worker()
			var ids []store.RunID
			for _, prio := range []int{5, 0, 5, -1, 0} {
				ids = append(ids, k.start(fmt.Sprint("order-", len(ids)), func(s *store.Start) { s.Priority = prio }))
				k.env.Advance(ms)
			}
			var got []int
			for range 2 { // the order holds across claims and within one
				for _, c := range k.claims(w, 3) {
					got = append(got, slices.Index(ids, c.Run.ID))
				}
			}
			if want := []int{3, 1, 4, 0, 2}; !slices.Equal(got, want) {
				k.t.Errorf("claimed in the order %v, want %v", got, want)
			}
		}},
		{"news_do_not_send_a_waiting_run_to_the_end_of_the_line", func(k *kit) {
			w := k.worker()
			first := k.start("1")
			k.env.Advance(ms)
			k.start("2")
			k.env.Advance(ms)
			k.deliver(first, "a")
			if c := k.claims(w, 1); c[0].Run.ID != first {
				k.t.Error("the run that waited longer is not claimed first")
			}
		}},
		{"activities_are_claimed_by_priority_then_by_waiting_time", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			for i, prio := range []int{5, 0, 5, -1, 0} {
				h.commit(schedule(int64(i), func(a *store.Activity) { a.Priority = prio }))
				k.env.Advance(ms)
			}
			var got []int64
			for range 2 {
				for _, t := range k.do(&store.ClaimActivities{Worker: w, ID: k.id(), Max: 3, Filter: filter()}).Tasks {
					got = append(got, t.ID)
				}
			}
			if want := []int64{3, 1, 4, 0, 2}; !slices.Equal(got, want) {
				k.t.Errorf("claimed in the order %v, want %v", got, want)
			}
		}},
		{"timers_fire_earliest_first", func(k *kit) {
			w := k.worker()
			now := k.now()
			k.begin(w, "1").commit(startTimer(2, now.Add(3*ms)), startTimer(3, now.Add(1*ms)), park)
			k.begin(w, "2").commit(startTimer(2, now.Add(4*ms)), startTimer(3, now.Add(2*ms)), park)
			k.env.Advance(time.Second)
			var got []string
			for range 2 {
				for _, f := range k.do(&store.Fire{Max: 3}).Fired {
					got = append(got, fmt.Sprintf("%s/%d", k.run(f.Run).WorkflowID, f.Entry.Ref))
				}
			}
			if want := []string{"1/3", "2/3", "1/2", "2/2"}; !slices.Equal(got, want) {
				k.t.Errorf("fired in the order %v, want %v", got, want)
			}
		}},
	}
}
