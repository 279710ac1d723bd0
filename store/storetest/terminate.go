package storetest

import (
	"bytes"
	"time"

	"github.com/reprise-run/reprise/store"
)

func terminate() []scenario {
	return []scenario{
		{"terminate_closes_a_run_whoever_owns_it", func(k *kit) {
			w := k.worker()
			owned := k.begin(w, "owned")
			owned.commit(startTimer(2, k.now().Add(time.Hour)), schedule(3, ownedBy(w)))
			blocked := k.begin(w, "blocked")
			k.do(blocked.block(time.Hour))
			for _, c := range []struct {
				run   store.RunID
				owner store.WorkerID
				next  int64
			}{{owned.run, w, 3}, {blocked.run, store.WorkerID{}, 2}, {k.parked("parked"), store.WorkerID{}, 3}, {k.start("ready"), store.WorkerID{}, 2}} {
				token := k.id()
				out := k.do(&store.Terminate{Ref: store.Ref{Run: c.run}, Token: token, Data: []byte("bye"), N: 2})
				if out.Run != c.run || out.Owner != c.owner {
					k.t.Errorf("answered run %v, owner %v", out.Run, out.Owner)
				}
				r := k.run(c.run)
				if r.Status != store.Terminated || r.NextSeq != c.next+2 || r.LastCommit != token || !r.Closed.Equal(k.now()) || r.Waiting != "" {
					k.t.Errorf("terminated: %s", showRun(r))
				}
				rows := k.rows(c.run)
				if last := rows[len(rows)-1]; last.Seq != c.next || last.N != 2 || last.Token != token || !bytes.Equal(last.Data, []byte("bye")) {
					k.t.Errorf("the last row is %+v", last)
				}
			}
			k.want(store.Fenced, owned.next())
			k.want(store.Fenced, owned.next(end))
			if o := k.owned(w); len(o.Runs)+len(o.Activities) != 0 {
				k.t.Errorf("the worker still owns %+v", o)
			}
			k.noClaim(w)
		}},
		{"unread_signals_are_counted_as_undelivered", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(startTimer(2, k.now()))
			for _, id := range []string{"a", "b", "c"} {
				k.deliver(h.run, id)
			}
			k.deliver(h.run, "a", cancel)
			k.do(&store.Fire{Max: 1})
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			if r := k.run(h.run); r.Undelivered != 3 || r.Unread != 0 {
				k.t.Errorf("%d undelivered, %d unread", r.Undelivered, r.Unread)
			}
		}},
		{"a_repetition_is_known_by_its_token", func(k *kit) {
			k.start("order-1")
			op := &store.Terminate{Ref: store.Ref{WorkflowID: "order-1"}, Token: k.id(), Data: []byte{1}, N: 1}
			first := k.do(op)
			before := k.dump()
			if again := k.do(op); again.Run != first.Run {
				k.t.Errorf("again: run %v, want %v", again.Run, first.Run)
			}
			k.same(before)
			other := *op
			other.Token = k.id()
			if out := k.want(store.Closed, &other); out.Run != first.Run {
				k.t.Errorf("Closed names run %v", out.Run)
			}
			k.same(before)
		}},
		{"a_late_repetition_spares_the_next_run_of_that_id", func(k *kit) {
			k.start("order-1")
			op := &store.Terminate{Ref: store.Ref{WorkflowID: "order-1"}, Token: k.id(), Data: []byte{1}, N: 1}
			first := k.do(op)
			k.env.Advance(ms)
			second := k.start("order-1")
			before := k.dump()
			if again := k.do(op); again.Run != first.Run {
				k.t.Errorf("again: run %v, want %v", again.Run, first.Run)
			}
			k.same(before)
			if r := k.run(second); r.Status != store.Open {
				k.t.Error("the next run was terminated")
			}
		}},
		{"there_must_be_a_run", func(k *kit) {
			k.start("order-1")
			for _, ref := range []store.Ref{{WorkflowID: "order-2"}, {Run: k.id()}, {Namespace: "other", WorkflowID: "order-1"}} {
				k.want(store.NotFound, &store.Terminate{Ref: ref, Token: k.id(), Data: []byte{1}, N: 1})
			}
		}},
		{"the_id_is_free_again", func(k *kit) {
			run := k.start("order-1")
			k.do(&store.Terminate{Ref: store.Ref{Run: run}, Token: k.id(), Data: []byte{1}, N: 1})
			k.start("order-1")
		}},
	}
}

func namespaces() []scenario {
	return []scenario{
		{"timers_are_fired_by_their_namespace", func(k *kit) {
			k.namespaces = []string{"", "one"}
			w := k.worker()
			runs := make(map[string]store.RunID)
			for i, ns := range k.namespaces {
				h := k.begin(w, "order-1", func(s *store.Start) { s.Namespace = ns })
				h.commit(startTimer(2, k.now().Add(time.Duration(i)*ms)), startTimer(3, k.now().Add(time.Hour)), park)
				runs[ns] = h.run
			}
			next := func(ns string) time.Time {
				return k.tick(w, func(q *store.Tick) { q.Filter.Namespace = ns }).NextTimer
			}
			begun := k.now()
			for i, ns := range k.namespaces {
				if at := next(ns); !at.Equal(begun.Add(time.Duration(i) * ms)) {
					k.t.Errorf("%q: the next timer is due at %s", ns, clock(at))
				}
			}
			k.env.Advance(2 * ms)
			for _, ns := range []string{"one", ""} {
				out := k.do(&store.Fire{Namespace: ns, Max: 10})
				if len(out.Fired) != 1 || out.Fired[0].Run != runs[ns] || !out.Next.Equal(begun.Add(time.Hour)) {
					k.t.Errorf("%q: %d timers are fired, the next one is due at %s; want one, and %s", ns, len(out.Fired), clock(out.Next), clock(begun.Add(time.Hour)))
				}
			}
			if at := next("nobody's"); !at.IsZero() {
				k.t.Errorf("a namespace without timers is told of one at %s", clock(at))
			}
		}},
		{"seeds_117_namespaces_do_not_leak", func(k *kit) {
			k.namespaces = []string{"", "one", "two"}
			w := k.worker()
			in := func(ns string) func(*store.Start) { return func(s *store.Start) { s.Namespace = ns } }
			runs := make(map[string]store.RunID)
			for _, ns := range k.namespaces {
				h := k.begin(w, "order-1", in(ns), func(s *store.Start) { s.Once = true }) // the id is free in each namespace
				h.commit(schedule(2))
				k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
				runs[ns] = h.run
			}
			for _, ns := range k.namespaces {
				r, err := k.st.Run(k.ctx, store.Ref{Namespace: ns, WorkflowID: "order-1"})
				if err != nil || r.ID != runs[ns] || r.Namespace != ns {
					k.t.Errorf("%q: run %v of %q, %v", ns, r.ID, r.Namespace, err)
				}
				p, err := k.st.Runs(k.ctx, store.Query{Namespace: ns})
				if err != nil || len(p.Runs) != 1 || p.Runs[0].ID != runs[ns] {
					k.t.Errorf("%q lists %d runs, %v", ns, len(p.Runs), err)
				}
				out := k.do(signal(store.RunID{}, "a", func(d *store.Deliver) { d.Ref = store.Ref{Namespace: ns, WorkflowID: "order-1"} }))
				if out.Run != runs[ns] {
					k.t.Errorf("a signal in %q reaches %v", ns, out.Run)
				}
				if t := k.tick(w, func(q *store.Tick) { q.Filter.Namespace = ns }); t.ReadyRuns != 1 || t.ReadyActivities != 1 {
					k.t.Errorf("%q: ready are %d runs and %d activities", ns, t.ReadyRuns, t.ReadyActivities)
				}
				if h := k.claim(w, func(c *store.Claim) { c.Filter.Namespace = ns }); h.run != runs[ns] {
					k.t.Errorf("a claim in %q takes %v", ns, h.run)
				}
				if t := k.task(w, func(c *store.ClaimActivities) { c.Filter.Namespace = ns }); t.Run != runs[ns] {
					k.t.Errorf("a claim in %q takes an activity of %v", ns, t.Run)
				}
			}
			k.do(&store.Terminate{Ref: store.Ref{Namespace: "one", WorkflowID: "order-1"}, Token: k.id(), Data: []byte{1}, N: 1})
			for ns, id := range runs {
				if open := k.run(id).Status == store.Open; open != (ns != "one") {
					k.t.Errorf("%q: open %v after a terminate in another", ns, open)
				}
			}
		}},
		{"a_run_id_needs_no_namespace", func(k *kit) {
			k.namespaces = []string{"one"}
			run := k.start("order-1", func(s *store.Start) { s.Namespace = "one" })
			k.deliver(run, "a")
			k.deliver(run, "b", func(d *store.Deliver) { d.Ref.Namespace = "one" })
			if r := k.run(run); r.Unread != 2 {
				k.t.Errorf("%d unread, want 2", r.Unread)
			}
		}},
	}
}
