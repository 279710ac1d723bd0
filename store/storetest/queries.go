package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// list reads every page and returns the workflow ids.
func (k *kit) list(q store.Query, between ...func()) []string {
	k.t.Helper()
	var ids []string
	for {
		p, err := k.st.Runs(k.ctx, q)
		k.ok(err)
		if q.Limit > 0 && len(p.Runs) > q.Limit {
			k.t.Fatalf("a page of %d runs, at most %d were asked for", len(p.Runs), q.Limit)
		}
		for _, r := range p.Runs {
			ids = append(ids, r.WorkflowID)
		}
		if p.Next == "" {
			return ids
		}
		q.Cursor = p.Next
		for _, f := range between {
			f()
		}
	}
}

func queries() []scenario {
	return []scenario{
		{"runs_are_listed_newest_first", func(k *kit) {
			var want []string
			for i := range 10 {
				id := fmt.Sprint("order-", i)
				k.start(id)
				k.env.Advance(ms)
				want = append(want, id)
			}
			slices.Reverse(want)
			for _, limit := range []int{0, 1, 3, 5, 10, 11} {
				if got := k.list(store.Query{Limit: limit}); !slices.Equal(got, want) {
					k.t.Errorf("by pages of %d: %v", limit, got)
				}
			}
		}},
		{"pages_neither_repeat_nor_skip_while_runs_come_and_go", func(k *kit) {
			w := k.worker()
			old := make(map[string]int)
			for i := range 20 { // many runs at the same time
				k.begin(w, fmt.Sprint("old-", i))
				old[fmt.Sprint("old-", i)] = 0
				if i%7 == 0 {
					k.env.Advance(ms)
				}
			}
			n := 0
			got := k.list(store.Query{Limit: 3}, func() {
				k.env.Advance(ms)
				k.start(fmt.Sprint("new-", n))
				k.do(&store.Terminate{Ref: store.Ref{WorkflowID: fmt.Sprint("old-", n)}, Token: k.id(), Data: []byte{1}, N: 1})
				n++
			})
			for _, id := range got {
				if _, ok := old[id]; ok {
					old[id]++
				}
			}
			for id, times := range old {
				if times != 1 {
					k.t.Errorf("%s is listed %d times", id, times)
				}
			}
		}},
		{"filters_select_before_the_limit", func(k *kit) {
			w := k.worker()
			for i := range 6 {
				h := k.begin(w, fmt.Sprint("a-", i))
				switch i {
				case 0:
					h.commit(end)
				case 1:
					h.commit(end, func(c *store.Commit) { c.Status = store.Failed })
				case 2:
					k.do(h.block(time.Hour))
				case 3:
					h.commit(park)
				}
				k.env.Advance(ms)
			}
			k.start("b-0", func(s *store.Start) { s.Workflow = "refund" })
			k.env.Advance(ms)
			again := k.begin(w, "a-0")
			for _, c := range []struct {
				name string
				q    store.Query
				want []string
			}{
				{"all", store.Query{}, []string{"a-0", "b-0", "a-5", "a-4", "a-3", "a-2", "a-1", "a-0"}},
				{"open", store.Query{Status: []store.Status{store.Open}}, []string{"a-0", "b-0", "a-5", "a-4", "a-3", "a-2"}},
				{"closed", store.Query{Status: []store.Status{store.Completed, store.Failed}}, []string{"a-1", "a-0"}},
				{"failed", store.Query{Status: []store.Status{store.Failed}}, []string{"a-1"}},
				{"none", store.Query{Status: []store.Status{store.Cancelled}}, nil},
				{"workflow", store.Query{Workflow: "refund"}, []string{"b-0"}},
				{"workflow id", store.Query{WorkflowID: "a-0"}, []string{"a-0", "a-0"}},
				{"both", store.Query{WorkflowID: "a-0", Status: []store.Status{store.Completed}}, []string{"a-0"}},
				{"blocked", store.Query{Blocked: true}, []string{"a-2"}},
			} {
				for _, limit := range []int{0, 1, 2} {
					c.q.Limit = limit
					if got := k.list(c.q); !slices.Equal(got, c.want) {
						k.t.Errorf("%s by pages of %d: %v, want %v", c.name, limit, got, c.want)
					}
				}
			}
			again.commit(end)
		}},
		{"the_last_page_has_no_next", func(k *kit) {
			for i := range 4 {
				k.start(fmt.Sprint(i))
			}
			for limit := 1; limit <= 5; limit++ {
				pages, q := 0, store.Query{Limit: limit}
				for {
					p, err := k.st.Runs(k.ctx, q)
					k.ok(err)
					pages++
					if len(p.Runs) == 0 {
						k.t.Errorf("limit %d: page %d is empty", limit, pages)
					}
					if p.Next == "" {
						break
					}
					q.Cursor = p.Next
				}
				if want := (4 + limit - 1) / limit; pages != want {
					k.t.Errorf("limit %d: %d pages, want %d", limit, pages, want)
				}
			}
			if p, err := k.st.Runs(k.ctx, store.Query{Namespace: "nobody's"}); err != nil || len(p.Runs) != 0 || p.Next != "" {
				k.t.Errorf("of nothing: %v, %v", p, err)
			}
		}},
		{"a_cursor_that_is_none_is_an_error", func(k *kit) {
			k.start("order-1")
			for _, c := range []string{"x", "!!", "\x00", "123", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
				if p, err := k.st.Runs(k.ctx, store.Query{Cursor: c}); err == nil {
					k.t.Errorf("cursor %q is taken for one: %d runs", c, len(p.Runs))
				}
			}
		}},
		{"a_run_by_workflow_id_is_the_open_one_else_the_newest", func(k *kit) {
			w := k.worker()
			ref := store.Ref{WorkflowID: "order-1"}
			if _, err := k.st.Run(k.ctx, ref); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("before any: %v, want ErrNotFound", err)
			}
			if _, err := k.st.Run(k.ctx, store.Ref{Run: k.id()}); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("an unknown run id: %v, want ErrNotFound", err)
			}
			for range 3 {
				h := k.begin(w, "order-1")
				for _, step := range []func(){func() {}, func() { h.commit(end) }} {
					step()
					r, err := k.st.Run(k.ctx, ref)
					k.ok(err)
					if r.ID != h.run {
						k.t.Errorf("it is %v, want %v", r.ID, h.run)
					}
				}
				k.env.Advance(ms)
			}
		}},
		{"pending_is_what_is_outstanding", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			at := k.now().Add(time.Hour)
			h.commit(startTimer(5, at), startTimer(2, at.Add(ms)), schedule(3), schedule(4, ownedBy(w)))
			k.deliver(h.run, "a")
			p := k.pending(h.run)
			if len(p.Timers) != 2 || len(p.Activities) != 2 || len(p.Entries) != 1 {
				k.t.Errorf("pending are %+v", p)
			}
			if p := k.pending(k.id()); len(p.Timers)+len(p.Activities)+len(p.Entries) != 0 {
				k.t.Errorf("of an unknown run: %+v", p)
			}
		}},
		{"a_tick_says_which_awaited_runs_have_ended", func(k *kit) {
			w := k.worker()
			a, b, c := k.begin(w, "1"), k.begin(w, "2"), k.begin(w, "3")
			unknown := k.id()
			awaited := func(q *store.Tick) { q.Awaited = []store.RunID{a.run, unknown, b.run} }
			if t := k.tick(w, awaited); len(t.Closed) != 0 {
				k.t.Errorf("ended: %v", t.Closed)
			}
			b.commit(end)
			c.commit(end)
			for range 2 {
				if t := k.tick(w, awaited); !slices.Equal(t.Closed, []store.RunID{b.run}) {
					k.t.Errorf("ended: %v, want the second", t.Closed)
				}
			}
			k.do(&store.Terminate{Ref: store.Ref{Run: a.run}, Token: k.id(), Data: []byte{1}, N: 1})
			if t := k.tick(w, awaited); len(t.Closed) != 2 {
				k.t.Errorf("ended: %v, want both", t.Closed)
			}
			if t := k.tick(w); len(t.Closed) != 0 {
				k.t.Errorf("nothing was asked, ended: %v", t.Closed)
			}
		}},
		{"times_are_in_utc_and_move_with_the_clock", func(k *kit) {
			before := k.now()
			k.env.Advance(1234567 * time.Microsecond)
			if now := k.now(); now.Sub(before) != 1234567*time.Microsecond || now.Location() != time.UTC {
				k.t.Errorf("now is %v after %v", now, before)
			}
			h := k.begin(k.worker(), "order-1")
			h.commit(startTimer(2, k.now().In(time.FixedZone("x", 3600)).Add(time.Hour)))
			e := k.deliver(h.run, "a")
			r, p := k.run(h.run), k.pending(h.run)
			for name, at := range map[string]time.Time{"Created": r.Created, "At": e.At, "FireAt": p.Timers[0].FireAt, "tick": k.tick(h.owner).Now} {
				if at.Location() != time.UTC {
					k.t.Errorf("%s is in %v", name, at.Location())
				}
			}
		}},
	}
}
