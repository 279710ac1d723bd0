package storetest

import (
	"context"
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// UserTx is a user's transaction, with the store for writing inside it.
type UserTx struct {
	store.Tx
	Commit   func() error
	Rollback func() error
	// Alone says that nobody else writes to the store while the transaction is open.
	Alone bool
}

// Bare stands in for a *reprise.Runtime where only the store is needed: the InTx of a
// store's package returns the store.Tx itself.
type Bare struct{ St store.Store }

// Store implements [store.Transactor].
func (b Bare) Store() store.Store { return b.St }

// InTx implements [store.Transactor].
func (b Bare) InTx(tx store.Tx) store.Tx { return tx }

// Wake implements [store.Transactor]. There is no worker to wake.
func (b Bare) Wake() {}

// user is a user's transaction within a case.
type user struct {
	UserTx
	k *kit
}

func (k *kit) begins() user {
	k.t.Helper()
	tx, err := k.env.Begin(k.ctx)
	k.ok(err)
	return user{tx, k}
}

// within calls do with a transaction and commits it.
func (k *kit) within(do func(u user)) {
	k.t.Helper()
	u := k.begins()
	do(u)
	k.ok(u.Commit())
}

func (u user) want(code store.Code, op store.Op) store.Outcome {
	u.k.t.Helper()
	out, err := u.Apply(u.k.ctx, op)
	u.k.ok(err)
	if out.Code != code {
		u.k.t.Fatalf("in a transaction, %T is answered %q, want %q", op, out.Code, code)
	}
	return out
}

// commitAfter calls others before the commit, or after it if nobody else can write
// meanwhile.
func (u user) commitAfter(others func()) {
	u.k.t.Helper()
	if !u.Alone {
		others()
	}
	u.k.ok(u.Commit())
	if u.Alone {
		others()
	}
}

// forward forwards all requests, at most n per batch, and returns all of them.
func (k *kit) forward(n int) []store.Forwarded {
	k.t.Helper()
	var all []store.Forwarded
	for {
		out := k.do(&store.Forward{Max: n})
		all = append(all, out.Forwarded...)
		if len(out.Forwarded) != out.Count || out.Count > n {
			k.t.Fatalf("a Forward of at most %d takes up %d and names %d", n, out.Count, len(out.Forwarded))
		}
		if out.Count < n {
			return all
		}
	}
}

// requested checks what a Tick reports about requests.
func (k *kit) requested(want bool) {
	k.t.Helper()
	if t := k.tick(k.id()); t.Requests != want {
		k.t.Errorf("the tick says requests %v, want %v", t.Requests, want)
	}
}

func ids(es []store.Entry) string {
	var all []string
	for _, e := range es {
		all = append(all, e.Kind.String()+" "+e.ID)
	}
	return fmt.Sprint(all)
}

func (k *kit) unread(run store.RunID, want ...string) {
	k.t.Helper()
	if got := ids(k.pending(run).Entries); got != fmt.Sprint(want) {
		k.t.Errorf("in the inbox: %s, want %s", got, want)
	}
}

func byName(workflowID string) func(*store.Deliver) {
	return func(d *store.Deliver) { d.Ref = store.Ref{WorkflowID: workflowID} }
}

func inTx() []scenario {
	return []scenario{
		{"a_start_in_a_transaction_knows_what_was_removed", func(k *kit) {
			w := k.worker()
			old := k.newStart("order-1")
			old.Owner, old.Claim = w, k.id()
			k.holding(w, k.do(old).Claims[0]).commit(end)
			k.env.Advance(day)
			k.retain()
			k.within(func(u user) {
				out := u.want(store.Exists, k.newStart("order-1", func(s *store.Start) { s.Once = true }))
				if out.Run != old.Run {
					k.t.Errorf("Exists names run %v, want the one that was removed, %v", out.Run, old.Run)
				}
			})
			young := k.newStart("order-1")
			k.within(func(u user) { u.want(store.Done, young) })
			k.gone(old.Run)
			if k.run(young.Run).Status != store.Open {
				k.t.Error("the start without Once is not there")
			}
		}},
		{"nothing_is_there_before_the_commit", func(k *kit) {
			run := k.start("order-1")
			k.claim(k.worker()).commit(park)
			u := k.begins()
			s := k.newStart("order-2")
			if out := u.want(store.Done, s); out.Run != s.Run || len(out.Claims) != 0 {
				k.t.Errorf("the start is answered %+v", out)
			}
			if out := u.want(store.Done, signal(run, "a")); out.Run != run {
				k.t.Errorf("the signal is answered run %v", out.Run)
			}
			name, err := u.Workflow(k.ctx, store.Ref{Run: s.Run})
			if err != nil || name != theWorkflow {
				k.t.Errorf("the transaction does not see its own run: %q, %v", name, err)
			}
			if _, err := k.st.Run(k.ctx, store.Ref{Run: s.Run}); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("others see the run before the commit: %v", err)
			}
			if !u.Alone {
				if t := k.tick(k.id()); t.ReadyRuns != 0 || t.Requests {
					k.t.Errorf("before the commit: %d ready, requests %v", t.ReadyRuns, t.Requests)
				}
				if all := k.forward(10); len(all) != 0 {
					k.t.Errorf("forwarded before the commit: %+v", all)
				}
			}
			k.ok(u.Commit())
			if t := k.tick(k.id()); t.ReadyRuns != 1 || !t.Requests {
				k.t.Errorf("after the commit: %d ready, requests %v", t.ReadyRuns, t.Requests)
			}
			if rows := k.rows(s.Run); len(rows) != 1 || rows[0].Token != s.Row.Token || string(rows[0].Data) != string(s.Row.Data) {
				k.t.Errorf("the history of the new run: %+v", rows)
			}
			if all := k.forward(10); len(all) != 1 || all[0].Code != store.Done || all[0].Run != run || all[0].WorkflowID != "order-1" || all[0].Entry.ID != "a" {
				k.t.Errorf("forwarded: %+v", all)
			}
			es := k.pending(run).Entries
			if len(es) != 1 || string(es[0].Data) != "signal a" || es[0].At.IsZero() {
				k.t.Errorf("in the inbox: %+v", es)
			}
			k.requested(false)
			if cs := k.claims(k.worker(), 10); len(cs) != 2 {
				k.t.Errorf("%d runs are claimed, want the new one and the one with news", len(cs))
			}
		}},
		{"nothing_is_left_of_a_rollback", func(k *kit) {
			run := k.start("order-1")
			before := k.dump()
			u := k.begins()
			s := k.newStart("order-2")
			u.want(store.Done, s)
			u.want(store.Done, signal(run, "a"))
			k.ok(u.Rollback())
			k.same(before)
			k.requested(false)
			if all := k.forward(10); len(all) != 0 {
				k.t.Errorf("forwarded: %+v", all)
			}
			k.start("order-2") // the id is free
		}},
		{"a_run_started_in_it_can_be_signalled_in_it", func(k *kit) {
			s := k.newStart("order-1")
			k.within(func(u user) {
				u.want(store.Done, s)
				u.want(store.Done, signal(store.RunID{}, "a", byName("order-1")))
				u.want(store.Done, signal(s.Run, "", cancel))
			})
			k.forward(10)
			k.unread(s.Run, "signal a", "cancel ")
		}},
		{"exists_is_answered_where_it_can_be_seen", func(k *kit) {
			h := k.begin(k.worker(), "closed")
			h.commit(end)
			open := k.start("open")
			u := k.begins()
			if out := u.want(store.Exists, k.newStart("open")); out.Run != open {
				k.t.Errorf("in the way is %v, want %v", out.Run, open)
			}
			if out := u.want(store.Exists, k.newStart("closed", func(s *store.Start) { s.Once = true })); out.Run != h.run {
				k.t.Errorf("in the way is %v, want %v", out.Run, h.run)
			}
			again, fresh := k.newStart("closed"), k.newStart("new")
			u.want(store.Done, again)
			u.want(store.Done, fresh)
			if out := u.want(store.Exists, k.newStart("new")); out.Run != fresh.Run {
				k.t.Errorf("in the way is %v, want the run of the same transaction", out.Run)
			}
			k.ok(u.Commit())
			if out := k.want(store.Exists, k.newStart("closed")); out.Run != again.Run {
				k.t.Errorf("in the way is %v, want %v", out.Run, again.Run)
			}
		}},
		{"what_it_can_see_to_be_in_vain_is_answered", func(k *kit) {
			h := k.begin(k.worker(), "closed")
			h.commit(end)
			u := k.begins()
			u.want(store.NotFound, signal(store.RunID{}, "a", byName("nowhere")))
			u.want(store.NotFound, signal(k.id(), "a"))
			if out := u.want(store.Closed, signal(h.run, "a")); out.Run != h.run {
				k.t.Errorf("closed is %v, want %v", out.Run, h.run)
			}
			u.want(store.Closed, signal(store.RunID{}, "a", byName("closed"), cancel))
			if _, err := u.Workflow(k.ctx, store.Ref{WorkflowID: "nowhere"}); !errors.Is(err, store.ErrNotFound) {
				k.t.Errorf("the workflow of no run: %v", err)
			}
			k.ok(u.Commit())
			k.requested(false)
		}},
		{"other_ops_are_refused_before_they_do_harm", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			u := k.begins()
			owned := k.newStart("order-2")
			owned.Owner, owned.Claim = h.owner, k.id()
			for _, op := range []store.Op{
				h.next(), owned, signal(h.run, "nul\x00"), k.newStart(""), &store.Forward{Max: 1}, (*store.Start)(nil), (*store.Deliver)(nil),
			} {
				if _, err := u.Apply(k.ctx, op); err == nil {
					k.t.Errorf("a %T is accepted", op)
				}
			}
			u.want(store.Done, signal(h.run, "a")) // the transaction is still usable
			k.ok(u.Commit())
			k.forward(1)
			k.unread(h.run, "signal a")
		}},
		{"redteam_20_the_order_of_a_transaction_is_kept", func(k *kit) {
			one, two := k.start("one"), k.start("two")
			var want [2][]string
			for i := range 3 {
				k.within(func(u user) {
					for j := range 5 {
						id := fmt.Sprintf("%d.%d", i, j)
						op, n := signal(one, id), 0
						if j%2 == 1 {
							op, n = signal(store.RunID{}, id, byName("two")), 1
						}
						u.want(store.Done, op)
						want[n] = append(want[n], "signal "+id)
					}
				})
			}
			if all := k.forward(2); len(all) != 15 {
				k.t.Errorf("%d are forwarded, want 15", len(all))
			}
			k.unread(one, want[0]...)
			k.unread(two, want[1]...)
		}},
		{"an_id_is_delivered_once", func(k *kit) {
			run := k.start("order-1")
			e := k.deliver(run, "a")
			k.within(func(u user) {
				u.want(store.Done, signal(run, "a"))
				u.want(store.Done, signal(run, "b"))
				u.want(store.Done, signal(run, "b"))
				u.want(store.Done, signal(run, "b", cancel))
			})
			all := k.forward(10)
			if len(all) != 4 || all[0].Entry.Order != e.Order || all[1].Entry.Order != all[2].Entry.Order {
				k.t.Errorf("forwarded: %+v", all)
			}
			k.unread(run, "signal a", "signal b", "cancel b")
		}},
		{"a_forward_whose_answer_is_lost_is_sent_again", func(k *kit) {
			run := k.start("order-1")
			k.within(func(u user) {
				u.want(store.Done, signal(run, "a"))
				u.want(store.Done, signal(run, ""))
			})
			op := &store.Forward{Max: 1}
			k.do(op) // the answer is lost
			k.do(op)
			k.do(op)
			k.unread(run, "signal a", "signal ")
		}},
		{"the_owner_hears_of_it", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "a")) })
			all := k.forward(10)
			if len(all) != 1 || all[0].Owner != h.owner || all[0].Entry.ID != "a" {
				k.t.Errorf("forwarded: %+v", all)
			}
			if t := k.tick(h.owner); len(t.Dirty) != 1 || t.Dirty[0] != h.run {
				k.t.Errorf("dirty are %v, want %v", t.Dirty, h.run)
			}
		}},
		{"redteam_06_the_run_closes_before_the_commit", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			u := k.begins()
			u.want(store.Done, signal(h.run, "a"))
			u.want(store.Done, signal(store.RunID{}, "b", byName("order-1")))
			u.want(store.Done, signal(h.run, "stop", cancel))
			u.commitAfter(func() { h.commit(end, func(c *store.Commit) { c.Undelivered = 2 }) })
			k.requested(true)
			all := k.forward(10)
			if len(all) != 3 {
				k.t.Fatalf("forwarded: %+v", all)
			}
			for i, id := range []string{"a", "b", "stop"} {
				if f := all[i]; f.Code != store.Closed || f.Run != h.run || f.Entry.ID != id || f.WorkflowID != "order-1" {
					k.t.Errorf("forwarded: %+v, want %s to have come too late", f, id)
				}
			}
			if r := k.run(h.run); r.Undelivered != 4 || r.Status != store.Completed {
				k.t.Errorf("closed with %d undelivered, want the two it said and two more", r.Undelivered)
			}
			k.requested(false)
		}},
		{"redteam_06_the_run_closes_after_the_snapshot", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			u := k.begins()
			if _, err := u.Workflow(k.ctx, store.Ref{Run: h.run}); err != nil { // from now on its snapshot may show the run open
				k.t.Fatal(err)
			}
			if !u.Alone {
				h.commit(end)
			}
			out, err := u.Apply(k.ctx, signal(h.run, "a"))
			k.ok(err)
			k.ok(u.Commit())
			if u.Alone {
				h.commit(end)
			}
			k.forward(10)
			switch undelivered := k.run(h.run).Undelivered; {
			case out.Code == store.Done && undelivered == 1: // accepted, and shown as undelivered
			case out.Code == store.Closed && undelivered == 0: // refused
			default:
				k.t.Errorf("the signal is answered %q and %d are undelivered", out.Code, undelivered)
			}
		}},
		{"a_request_reaches_no_successor", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.within(func(u user) {
				u.want(store.Done, signal(h.run, "by run id"))
				u.want(store.Done, signal(store.RunID{}, "by workflow id", byName("order-1")))
			})
			h.commit(end)
			next := k.begin(w, "order-1")
			k.forward(10)
			if n := k.run(h.run).Undelivered; n != 2 {
				k.t.Errorf("%d undelivered, want both", n)
			}
			k.unread(next.run)
		}},
		{"a_full_inbox_keeps_requests_waiting_in_order", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "full")
			other := k.start("other")
			fill := func(n int) {
				var ops []store.Op
				for i := range n {
					ops = append(ops, signal(h.run, fmt.Sprint(i)))
				}
				k.apply(ops...)
			}
			fill(store.MaxUnread - 1)
			k.within(func(u user) {
				for _, id := range []string{"a", "b", "c"} {
					u.want(store.Done, signal(h.run, id))
				}
				u.want(store.Done, signal(other, "x"))
			})
			k.forward(10)
			k.unread(other, "signal x")
			k.requested(false)
			es := k.pending(h.run).Entries
			if len(es) != store.MaxUnread || es[len(es)-1].ID != "a" {
				k.t.Fatalf("%d entries, the last is %s", len(es), es[len(es)-1].ID)
			}
			u := k.begins()
			u.want(store.Full, signal(h.run, "d"))
			k.ok(u.Rollback())
			h.commit(take(es[0].Order, es[1].Order))
			k.requested(true)
			k.forward(10)
			es = k.pending(h.run).Entries
			if n := len(es); n != store.MaxUnread || ids(es[n-3:]) != "[signal a signal b signal c]" {
				k.t.Errorf("%d entries, the last are %s", n, ids(es[n-3:]))
			}
		}},
		{"a_closing_run_keeps_requests_waiting", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			a := k.deliver(h.run, "a")
			k.want(store.Refused, h.next(closing))
			k.within(func(u user) { u.want(store.Done, signal(h.run, "b")) })
			k.requested(false)
			if all := k.forward(10); len(all) != 0 {
				k.t.Errorf("forwarded: %+v", all)
			}
			h.commit(take(a.Order)) // the run continues instead of closing
			k.requested(true)
			k.forward(10)
			k.unread(h.run, "signal b")
		}},
		{"seeds_117_requests_stay_in_their_namespace", func(k *kit) {
			k.namespaces = []string{"", "one"}
			run := k.start("order-1", func(s *store.Start) { s.Namespace = "one" })
			k.within(func(u user) {
				u.want(store.Done, signal(run, "a"))
				u.want(store.Done, signal(store.RunID{}, "b", func(d *store.Deliver) { d.Ref = store.Ref{Namespace: "one", WorkflowID: "order-1"} }))
			})
			k.requested(false)
			if all := k.forward(10); len(all) != 0 {
				k.t.Errorf("forwarded in another namespace: %+v", all)
			}
			if t := k.tick(k.id(), func(q *store.Tick) { q.Filter.Namespace = "one" }); !t.Requests {
				k.t.Error("the tick of their namespace says there are no requests")
			}
			k.do(&store.Forward{Namespace: "one", Max: 10})
			k.unread(run, "signal a", "signal b")
		}},
		{"the_transaction_knows_the_time", func(k *kit) {
			u := k.begins()
			now, err := u.Now(k.ctx)
			k.ok(err)
			k.ok(u.Rollback())
			if !now.Equal(k.now()) {
				k.t.Errorf("in the transaction it is %v, outside %v", now, k.now())
			}
		}},
		{"a_transaction_that_is_over_takes_nothing", func(k *kit) {
			run := k.start("order-1")
			u := k.begins()
			k.ok(u.Commit())
			if _, err := u.Apply(k.ctx, signal(run, "a")); err == nil {
				k.t.Error("a signal is accepted after the commit")
			}
			k.requested(false)
		}},
	}
}

// Beginner begins a user's transaction; see [Env].
type Beginner func(ctx context.Context) (UserTx, error)
