package storetest

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// behind is a start that waits behind run and replaces the waiting start over.
func (k *kit) behind(run, over store.RunID, workflowID string, change ...func(*store.Start)) *store.QueueBehind {
	return &store.QueueBehind{Run: run, Over: over, Start: k.newStart(workflowID, change...)}
}

// waits checks which start waits behind run; a zero want means none.
func (k *kit) waits(run, want store.RunID) {
	k.t.Helper()
	got := uuid.Nil
	if b := k.run(run).Behind; b.Waits() {
		got = b.Run
	}
	if got != want {
		k.t.Errorf("behind run %v waits %v, want %v", run, got, want)
	}
}

// absent checks that the run does not exist.
func (k *kit) absent(run store.RunID) {
	k.t.Helper()
	if _, err := k.st.Run(k.ctx, store.Ref{Run: run}); !errors.Is(err, store.ErrNotFound) {
		k.t.Errorf("run %v is there: %v", run, err)
	}
}

func behind() []scenario {
	terminated := func(k *kit, run store.RunID) store.Outcome {
		return k.do(&store.Terminate{Ref: store.Ref{Run: run}, Token: k.id(), Data: []byte("bye"), N: 1})
	}
	return []scenario{
		{"a_start_waits_and_begins_when_the_run_has_ended", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.env.Advance(ms)
			o := k.behind(h.run, uuid.Nil, "order-1", func(s *store.Start) {
				s.Priority, s.Level, s.Row.N, s.Attrs = 7, 1, 2, []history.Attr{textAttr("customer", "c-1")}
			})
			k.do(o)
			if b := k.run(h.run).Behind; b == nil || b.Run != o.Start.Run || !b.Since.Equal(k.now()) || b.Gone || b.Workflow != theWorkflow || b.Queue != theQueue {
				k.t.Errorf("what waits is %+v", b)
			}
			k.absent(o.Start.Run)
			k.noClaim(w)
			k.env.Advance(ms)
			out := h.commit(end)
			r := k.run(o.Start.Run)
			if out.Began != o.Start.Run || r.Status != store.Open || r.Chain != r.ID || r.WorkflowID != "order-1" || r.Priority != 7 || !r.Created.Equal(k.now()) ||
				r.NextSeq != 3 || r.LastCommit != o.Start.Row.Token || r.Epoch != 0 || r.Owner != uuid.Nil || len(r.Attrs) != 1 {
				k.t.Errorf("began %v: %s", out.Began, showRun(r))
			}
			if rows := k.rows(r.ID); len(rows) != 1 || rows[0].N != 2 || string(rows[0].Data) != string(o.Start.Row.Data) {
				k.t.Errorf("its history is %v", rows)
			}
			k.waits(h.run, uuid.Nil)
			if got, err := k.st.Run(k.ctx, store.Ref{WorkflowID: "order-1"}); err != nil || got.ID != r.ID {
				k.t.Errorf("the workflow id names %v, %v", got.ID, err)
			}
			keys, err := textAttr("customer", "c-1").Keys()
			k.ok(err)
			key := keys[len(keys)-1]
			found, err := k.st.Runs(k.ctx, store.Query{Attrs: []store.AttrRange{{Name: "customer", From: key, Before: history.KeyBehind(key)}}})
			if err != nil || len(found.Runs) != 1 {
				k.t.Errorf("by its attribute %d runs are found, %v", len(found.Runs), err)
			}
			next := k.claim(w)
			if next.run != r.ID {
				k.t.Errorf("run %v is claimed", next.run)
			}
			next.commit(end)
		}},
		{"whatever_ends_a_run_begins_what_waits", func(k *kit) {
			w := k.worker()
			for _, how := range []store.Status{store.Completed, store.Failed, store.Cancelled} {
				h := k.begin(w, "order-"+how.String())
				o := k.behind(h.run, uuid.Nil, "order-"+how.String())
				k.do(o)
				c := h.next(end, func(c *store.Commit) { c.Status = how })
				if out := k.do(c); out.Began != o.Start.Run {
					k.t.Errorf("%v begins %v", how, out.Began)
				}
				before := k.dump()
				k.do(c) // repeated, as after an unknown outcome
				k.same(before)
			}
			for _, ref := range []func(store.RunID) store.Ref{
				func(run store.RunID) store.Ref { return store.Ref{Run: run} },
				func(store.RunID) store.Ref { return store.Ref{WorkflowID: "order-1"} },
			} {
				h := k.begin(w, "order-1")
				o := k.behind(h.run, uuid.Nil, "order-1")
				k.do(o)
				end := &store.Terminate{Ref: ref(h.run), Token: k.id(), Data: []byte("bye"), N: 1}
				if out := k.do(end); out.Began != o.Start.Run || k.run(o.Start.Run).Status != store.Open {
					k.t.Errorf("a terminate begins %v", out.Began)
				}
				before := k.dump()
				k.do(end)
				k.same(before)
				terminated(k, o.Start.Run)
			}
		}},
		{"a_newer_start_takes_the_place_of_the_one_that_waits", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			k.do(a)
			b := k.behind(h.run, a.Start.Run, "order-1")
			k.do(b)
			k.waits(h.run, b.Start.Run)
			k.want(store.Fenced, a) // it arrives late once more, and must not replace b
			k.want(store.Fenced, k.behind(h.run, a.Start.Run, "order-1"))
			k.want(store.Fenced, k.behind(h.run, uuid.Nil, "order-1"))
			k.waits(h.run, b.Start.Run)
			if out := h.commit(end); out.Began != b.Start.Run {
				k.t.Errorf("%v begins", out.Began)
			}
			k.want(store.Closed, a)
			k.do(b) // b has already begun
			k.absent(a.Start.Run)
			terminated(k, b.Start.Run)
			k.want(store.Closed, a)
			k.absent(a.Start.Run)
		}},
		{"what_waits_stays_behind_a_chain", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			k.do(a)
			second := k.id()
			if out := h.commit(goesOn(second)); out.Began != uuid.Nil {
				k.t.Errorf("a run that continues begins %v", out.Began)
			}
			k.waits(h.run, uuid.Nil)
			k.waits(second, a.Start.Run)
			k.do(a) // it is recognized, even after the run has continued
			k.want(store.Closed, k.behind(h.run, a.Start.Run, "order-1"))
			k.absent(a.Start.Run)
			b := k.behind(second, a.Start.Run, "order-1")
			k.do(b)
			third := k.id()
			k.claim(w).commit(goesOn(third))
			if out := k.claim(w).commit(end); out.Began != b.Start.Run {
				k.t.Errorf("the end of the chain begins %v", out.Began)
			}
			k.absent(a.Start.Run)
		}},
		{"what_waits_can_be_taken_back", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			k.do(a)
			k.want(store.Fenced, &store.QueueBehind{Run: h.run, Over: k.id()})
			back := &store.QueueBehind{Run: h.run, Over: a.Start.Run}
			k.do(back)
			k.waits(h.run, uuid.Nil)
			k.do(back)
			k.want(store.Fenced, a) // it was withdrawn
			b := k.behind(h.run, a.Start.Run, "order-1")
			k.do(b)
			k.want(store.Fenced, back)
			k.waits(h.run, b.Start.Run)
			k.do(&store.QueueBehind{Run: h.run, Over: b.Start.Run})
			if out := h.commit(end); out.Began != uuid.Nil {
				k.t.Errorf("what was taken back begins: %v", out.Began)
			}
			k.noClaim(w)
		}},
		{"only_an_open_run_of_the_workflow_id_has_a_start_behind_it", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.want(store.NotFound, k.behind(k.id(), uuid.Nil, "order-1"))
			k.want(store.NotFound, k.behind(h.run, uuid.Nil, "order-2"))
			k.want(store.NotFound, k.behind(h.run, uuid.Nil, "order-1", func(s *store.Start) { s.Namespace = "other" }))
			k.want(store.NotFound, &store.QueueBehind{Run: k.id(), Over: k.id()})
			h.commit(end)
			k.want(store.Closed, k.behind(h.run, uuid.Nil, "order-1"))
		}},
		{"a_refused_and_a_fenced_end_begin_nothing", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			k.do(a)
			k.deliver(h.run, "a")
			k.want(store.Refused, h.next(end, func(c *store.Commit) { c.Seen = 0 }))
			k.want(store.Fenced, h.next(end, func(c *store.Commit) { c.Epoch++ }))
			k.waits(h.run, a.Start.Run)
			k.absent(a.Start.Run)
		}},
		{"it_waits_through_parks_deaths_and_blocks", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			k.do(a)
			h.commit(park)
			k.deliver(h.run, "a")
			h = k.claim(w)
			k.do(h.block(0))
			k.kill(w)
			k.recoverAll(w)
			k.do(&store.Resume{Ref: store.Ref{Run: h.run}})
			k.waits(h.run, a.Start.Run)
			if out := terminated(k, h.run); out.Began != a.Start.Run {
				k.t.Errorf("%v begins", out.Began)
			}
		}},
		{"it_is_of_the_batch_that_ends_the_run", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			a := k.behind(h.run, uuid.Nil, "order-1")
			b := k.behind(h.run, a.Start.Run, "order-1")
			outs := k.apply(a, b, h.next(end), k.newStart("order-1"), signal(b.Start.Run, "a"), k.newStart("order-2"))
			if outs[2].Began != b.Start.Run || outs[3].Code != store.Exists || outs[3].Run != b.Start.Run || outs[4].Code != store.Done || outs[5].Code != store.Done {
				k.t.Errorf("the batch is answered %+v", outs)
			}
			if r := k.run(b.Start.Run); r.Unread != 1 {
				k.t.Errorf("the run that began: %s", showRun(r))
			}
			other := k.start("order-3")
			c := k.behind(other, uuid.Nil, "order-3")
			outs = k.apply(c, &store.Terminate{Ref: store.Ref{WorkflowID: "order-3"}, Token: k.id(), N: 1, Data: []byte("bye")},
				&store.Terminate{Ref: store.Ref{WorkflowID: "order-3"}, Token: k.id(), N: 1, Data: []byte("bye")})
			if outs[1].Began != c.Start.Run || outs[2].Run != c.Start.Run || outs[2].Began != uuid.Nil {
				k.t.Errorf("two that terminate are answered %+v", outs[1:])
			}
		}},
		{"namespaces_keep_what_waits_apart", func(k *kit) {
			w := k.worker()
			one := k.start("order-1", func(s *store.Start) { s.Namespace = "one" })
			two := k.begin(w, "order-1")
			a := k.behind(one, uuid.Nil, "order-1", func(s *store.Start) { s.Namespace = "one" })
			k.do(a)
			if out := two.commit(end); out.Began != uuid.Nil {
				k.t.Errorf("the end of a run of another namespace begins %v", out.Began)
			}
			if out := terminated(k, one); out.Began != a.Start.Run || k.run(a.Start.Run).Namespace != "one" {
				k.t.Errorf("%v begins", out.Began)
			}
		}},
		{"what_cannot_wait_is_refused", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for _, change := range []func(*store.Start){
				func(s *store.Start) { s.Once = true },
				func(s *store.Start) { s.Owner, s.Claim = k.id(), k.id() },
				func(s *store.Start) { s.Parent = k.id() },
				func(s *store.Start) { s.Chain = k.id() },
				func(s *store.Start) { s.Timers = []store.Timer{{ID: 1, FireAt: k.now().Add(time.Hour)}} },
				func(s *store.Start) { s.Run, s.Chain = h.run, h.run },
				func(s *store.Start) { s.Row.N = 0 },
			} {
				k.refused(0, k.behind(h.run, uuid.Nil, "order-1", change))
			}
			k.refused(0, &store.QueueBehind{Run: h.run})
			k.waits(h.run, uuid.Nil)
		}},
	}
}
