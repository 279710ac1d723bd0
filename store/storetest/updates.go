package storetest

import (
	"bytes"
	"fmt"

	"github.com/reprise-run/reprise/store"
)

func update(d *store.Deliver) { d.Entry.Kind = store.EntryUpdate }

// answer makes a delivery the answer to a promise.
func answer(d *store.Deliver) { d.Entry.Kind = store.EntryPromise }

// updates are like signals, with ids of their own.
func updates() []scenario {
	return []scenario{
		{"an_update_is_let_in_once", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			out := k.do(signal(h.run, "a", update))
			if len(out.Entries) != 1 || out.Entries[0].Kind != store.EntryUpdate || out.Entries[0].ID != "a" || out.Seq != h.seq {
				k.t.Fatalf("an update is answered %+v, want its entry and seq %d", out, h.seq)
			}
			h.commit()
			again := k.do(signal(h.run, "a", update))
			if len(again.Entries) != 1 || again.Entries[0].Order != out.Entries[0].Order || again.Seq != h.seq {
				k.t.Errorf("the same again is answered %+v", again)
			}
			if r := k.run(h.run); r.Unread != 1 {
				k.t.Errorf("%d are unread, want 1", r.Unread)
			}
		}},
		{"signals_cancels_and_updates_have_ids_of_their_own", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a")
			k.deliver(h.run, "a", update)
			k.deliver(h.run, "a", cancel)
			k.deliver(h.run, "a", update)
			es := k.pending(h.run).Entries
			if len(es) != 3 || es[0].Kind != store.EntrySignal || es[1].Kind != store.EntryUpdate || es[2].Kind != store.EntryCancel {
				k.t.Errorf("in the inbox is %+v", es)
			}
		}},
		{"updates_fill_an_inbox", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			var ops []store.Op
			for i := range store.MaxUnread {
				ops = append(ops, signal(h.run, fmt.Sprint(i), update))
			}
			k.apply(ops...)
			k.want(store.Full, signal(h.run, "one more", update))
			k.want(store.Full, signal(h.run, "one more"))
			h.commit(take(k.pending(h.run).Entries[0].Order))
			k.deliver(h.run, "one more", update)
		}},
		{"updates_and_answers_to_promises_fill_an_inbox_by_their_bytes", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			large := func(d *store.Deliver) { d.Entry.Data = make([]byte, store.MaxEntryBytes) }
			kinds := []func(*store.Deliver){answer, update}
			for i := range store.FewUnread {
				k.want(store.Done, signal(h.run, fmt.Sprint(i), kinds[i%2], large))
			}
			for _, kind := range kinds {
				k.want(store.Full, signal(h.run, "one more", kind))
			}
			k.want(store.Done, signal(h.run, "0", answer))
		}},
		{"a_run_does_not_end_over_an_unseen_update", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			e := k.deliver(h.run, "a", update)
			out := k.want(store.Refused, h.next(closing))
			if len(out.Entries) != 1 || out.Entries[0].Order != e.Order {
				k.t.Errorf("the refusal has %+v", out.Entries)
			}
			k.want(store.HeldBack, signal(h.run, "b", update))
			h.saw(out.Entries)
			h.commit(end)
			k.want(store.Closed, signal(h.run, "b", update))
		}},
		{"what_a_terminated_run_has_not_seen_is_undelivered", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a", update)
			k.deliver(h.run, "b")
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte("end"), N: 1})
			if r := k.run(h.run); r.Undelivered != 2 {
				k.t.Errorf("%d are undelivered, want 2", r.Undelivered)
			}
		}},
		{"a_run_may_begin_with_more_than_its_start", func(k *kit) {
			run := k.start("order-1", begunWith(2))
			k.beginsWith(run, 2)
			h := k.claim(k.worker())
			h.seq = 3
			h.commit(end)
			k.refused(0, k.newStart("order-2", begunWith(0)))
		}},
		{"the_answer_to_a_promise_is_let_in_once", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a", update)
			first := k.deliver(h.run, "a", answer)
			out := k.want(store.Done, signal(h.run, "a", answer, func(d *store.Deliver) { d.Entry.Data = []byte("another") }))
			if len(out.Entries) != 1 || out.Entries[0].Order != first.Order || !bytes.Equal(out.Entries[0].Data, first.Data) || len(first.Data) == 0 {
				k.t.Errorf("another answer finds %+v, want the first one, %+v", out.Entries, first)
			}
			if r := k.run(h.run); r.Unread != 2 {
				k.t.Errorf("%d are unread, want 2", r.Unread)
			}
		}},
		{"a_run_does_not_end_over_an_unseen_answer", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a", answer)
			out := k.want(store.Refused, h.next(closing))
			k.want(store.HeldBack, signal(h.run, "b", answer))
			h.saw(out.Entries)
			h.commit(end)
			k.want(store.Closed, signal(h.run, "a", answer))
		}},
		{"an_answer_that_a_terminated_run_has_not_seen_is_undelivered", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.deliver(h.run, "a", answer)
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte("end"), N: 1})
			if r := k.run(h.run); r.Undelivered != 1 {
				k.t.Errorf("%d are undelivered, want 1", r.Undelivered)
			}
		}},
		{"a_database_has_one_secret", func(k *kit) {
			if s := k.st.Secret(); len(s) != 32 || !bytes.Equal(s, k.st.Secret()) || bytes.Count(s, s[:1]) == 32 {
				k.t.Errorf("the secret is %x", s)
			}
		}},
		{"an_update_goes_on_with_a_run_that_continues", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			e := k.deliver(h.run, "a", update)
			next := k.id()
			h.commit(goesOn(next))
			left := k.pending(next).Entries
			if len(left) != 1 || left[0].Order != e.Order || left[0].Kind != store.EntryUpdate || left[0].ID != "a" {
				k.t.Errorf("in the next run's inbox is %+v", left)
			}
			if again := k.deliver(next, "a", update); again.Order != e.Order {
				k.t.Errorf("it is let in again as %+v", again)
			}
			if r := k.run(next); r.Unread != 1 {
				k.t.Errorf("%d are unread, want 1", r.Unread)
			}
		}},
	}
}

// begunWith makes a run begin with n events.
func begunWith(n int) func(*store.Start) {
	return func(s *store.Start) { s.Row = row(1, n); s.Row.Token = s.Run }
}

// beginsWith checks a run that begunWith started.
func (k *kit) beginsWith(run store.RunID, n int) {
	k.t.Helper()
	rows := k.rows(run)
	if r := k.run(run); len(rows) != 1 || rows[0].Seq != 1 || rows[0].N != n || r.NextSeq != int64(n)+1 {
		k.t.Errorf("its history is %v, its next seq %d; want one row of %d events", rows, r.NextSeq, n)
	}
}

// updatesInTx is about updates sent inside users' transactions.
func updatesInTx() []scenario {
	return []scenario{
		{"an_update_is_forwarded", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "a", update)) })
			all := k.forward(10)
			if len(all) != 1 || all[0].Code != store.Done || all[0].Entry.Kind != store.EntryUpdate || all[0].Entry.ID != "a" {
				k.t.Fatalf("forwarded: %+v", all)
			}
			if es := k.pending(h.run).Entries; len(es) != 1 || es[0].Kind != store.EntryUpdate {
				k.t.Errorf("in the inbox is %+v", es)
			}
		}},
		{"a_run_may_begin_with_more_than_its_start", func(k *kit) {
			s := k.newStart("order-1", begunWith(2))
			k.within(func(u user) { u.want(store.Done, s) })
			k.beginsWith(s.Run, 2)
		}},
		{"an_update_whose_run_has_ended_is_undelivered", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.within(func(u user) { u.want(store.Done, signal(h.run, "a", update)) })
			h.commit(end)
			if all := k.forward(10); len(all) != 1 || all[0].Code != store.Closed {
				k.t.Fatalf("forwarded: %+v", all)
			}
			if r := k.run(h.run); r.Undelivered != 1 {
				k.t.Errorf("%d are undelivered, want 1", r.Undelivered)
			}
		}},
	}
}
