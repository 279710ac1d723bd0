package storetest

import (
	"bytes"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// sends makes a commit send messages, each as requested by the commit's first event.
func sends(all ...store.Message) func(*store.Commit) {
	return func(c *store.Commit) {
		for _, m := range all {
			m.Seq = c.Seq
			c.Send = append(c.Send, m)
		}
	}
}

func messageTo(kind store.MessageKind, workflowID string) store.Message {
	m := store.Message{WorkflowID: workflowID, Data: []byte("what it says")}
	m.Kind = kind
	return m
}

// sent returns the outbox.
func (k *kit) sent() []store.Message {
	k.t.Helper()
	all, err := k.st.Outbox(k.ctx, store.OutboxQuery{Max: 100})
	k.ok(err)
	return all
}

// outbox returns the outboxes of all of the kit's namespaces.
func (k *kit) outbox() (all []store.Message) {
	k.t.Helper()
	for _, namespace := range k.namespaces {
		q := store.OutboxQuery{Namespace: namespace, Max: 7}
		for {
			page, err := k.st.Outbox(k.ctx, q)
			k.ok(err)
			all = append(all, page...)
			if !q.More(page) {
				break
			}
			q.After = page[len(page)-1].MessageKey
		}
	}
	return all
}

// only returns the single message in the outbox, which must be of this kind.
func (k *kit) only(kind store.MessageKind) store.Message {
	k.t.Helper()
	all := k.sent()
	if len(all) != 1 || all[0].Kind != kind {
		k.t.Fatalf("in the outbox is %+v, want one message of kind %d", all, kind)
	}
	return all[0]
}

// child starts a child of h by a message, and returns its start.
func (h *held) child(workflowID string, change ...func(*store.Start)) *store.Start {
	k := h.k
	k.t.Helper()
	s := k.newStart(workflowID, change...)
	h.commit(sends(messageTo(store.MessageStart, workflowID)))
	m := k.only(store.MessageStart)
	s.Parent, s.ParentSeq = h.run, m.Seq
	k.do(&store.Relay{Message: m.MessageKey, Start: s})
	return s
}

// childEnd relays the end of a child to its parent.
func childEnd(m store.Message) *store.Relay {
	return &store.Relay{Message: m.MessageKey, Deliver: &store.Deliver{Ref: store.Ref{Run: m.Target}, Entry: store.Entry{Kind: store.EntryChild, Ref: m.Ref, Data: []byte("the end")}}}
}

func outbox() []scenario {
	return []scenario{
		{"what_is_sent_stands_with_its_commit", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			m := store.Message{Target: k.id(), Ref: 7, WorkflowID: "bill-1", Workflow: "bill", Queue: "q", Priority: -3, Level: 2, Data: []byte("data")}
			m.Kind = store.MessageStart
			k.want(store.Fenced, h.next(sends(m), func(c *store.Commit) { c.Epoch++ }))
			if all := k.sent(); len(all) != 0 {
				k.t.Errorf("a fenced commit has sent %+v", all)
			}
			c := h.next(sends(m))
			k.do(c)
			k.do(c) // repeated, as after an unknown outcome
			m.Run, m.Seq = h.run, c.Seq
			got := k.only(store.MessageStart)
			if got.MessageKey != m.MessageKey || got.Target != m.Target || got.Ref != 7 || got.WorkflowID != "bill-1" || got.Workflow != "bill" ||
				got.Queue != "q" || got.Priority != -3 || got.Level != 2 || string(got.Data) != "data" || got.Namespace != "" {
				k.t.Errorf("in the outbox is %+v, want %+v", got, m)
			}
			if !k.tick(h.owner).Outbox {
				k.t.Error("a tick does not tell of the outbox")
			}
			if other, err := k.st.Outbox(k.ctx, store.OutboxQuery{Namespace: "other", Max: 100}); err != nil || len(other) != 0 {
				k.t.Errorf("in the outbox of another namespace is %+v, %v", other, err)
			}
			if after, err := k.st.Outbox(k.ctx, store.OutboxQuery{After: got.MessageKey, Max: 100}); err != nil || len(after) != 0 {
				k.t.Errorf("behind the only message is %+v, %v", after, err)
			}
			k.do(&store.Relay{Message: got.MessageKey})
			k.want(store.Fenced, &store.Relay{Message: got.MessageKey})
			if k.tick(h.owner).Outbox {
				k.t.Error("a tick tells of an outbox that is empty")
			}
		}},
		{"the_outbox_is_in_order", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for range 3 {
				h.commit(sends(messageTo(store.MessageSignal, "a"), messageTo(store.MessageCancel, "b")))
			}
			g := k.begin(h.owner, "order-2")
			g.commit(sends(messageTo(store.MessageSignal, "a")))
			all := k.sent()
			if len(all) != 7 || !slices.IsSortedFunc(all, func(a, b store.Message) int { return a.Compare(b.MessageKey) }) {
				k.t.Fatalf("in the outbox is %+v", all)
			}
			var paged []store.Message
			after := store.MessageKey{}
			for {
				page, err := k.st.Outbox(k.ctx, store.OutboxQuery{After: after, Max: 2})
				k.ok(err)
				if len(page) == 0 {
					break
				}
				paged, after = append(paged, page...), page[len(page)-1].MessageKey
			}
			if !slices.EqualFunc(all, paged, func(a, b store.Message) bool { return a.MessageKey == b.MessageKey }) {
				k.t.Errorf("in pages it is %+v", paged)
			}
			for _, m := range all {
				k.do(&store.Relay{Message: m.MessageKey})
			}
		}},
		{"a_page_of_the_outbox_is_bounded", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			small, large := messageTo(store.MessageSignal, "a"), messageTo(store.MessageCancel, "a")
			large.Data = bytes.Repeat([]byte("x"), store.OutboxPage/2)
			for range 3 {
				h.commit(sends(small, large))
			}
			q := store.OutboxQuery{Max: 100}
			var sizes []int
			for {
				page, err := k.st.Outbox(k.ctx, q)
				k.ok(err)
				sizes = append(sizes, len(page))
				for _, m := range page {
					k.do(&store.Relay{Message: m.MessageKey})
				}
				if !q.More(page) {
					break
				}
				q.After = page[len(page)-1].MessageKey
			}
			if !slices.Equal(sizes, []int{4, 2}) {
				k.t.Errorf("the pages have %v messages", sizes)
			}
			h.commit(end)
		}},
		{"the_end_of_a_run_comes_with_its_last_row", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.child("bill-1")
			c := k.claim(w)
			c.commit(end)
			rows, err := k.st.History(k.ctx, store.HistoryQuery{Run: c.run, Last: true})
			k.ok(err)
			m := k.only(store.MessageEnd)
			if got, want := m.End, rows[0]; got.Seq != want.Seq || got.N != want.N || got.Token != want.Token || !bytes.Equal(got.Data, want.Data) {
				k.t.Errorf("with the end comes %+v, want %+v", got, want)
			}
			k.do(childEnd(m))
			h.commit(end)
		}},
		{"a_child_is_started_once", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			k.want(store.Fenced, &store.Relay{Message: store.MessageKey{Run: h.run, Seq: s.ParentSeq, Kind: store.MessageStart}, Start: s})
			if r := k.run(s.Run); r.Parent != h.run || r.ParentSeq != s.ParentSeq || r.Status != store.Open || r.Owner != uuid.Nil {
				k.t.Errorf("the child: %s, parent %v/%d", showRun(r), r.Parent, r.ParentSeq)
			}
			if all, err := k.st.Children(k.ctx, h.run, store.RunID{}, 10); err != nil || len(all) != 1 || all[0] != s.Run {
				k.t.Errorf("the children are %v, %v", all, err)
			}
			if all, err := k.st.Children(k.ctx, h.run, s.Run, 10); err != nil || len(all) != 0 {
				k.t.Errorf("the children above the only one are %v, %v", all, err)
			}
			c := k.claim(w)
			if c.run != s.Run {
				k.t.Fatalf("run %v is claimed, want the child", c.run)
			}
			c.commit(end)
			if all, err := k.st.Children(k.ctx, h.run, store.RunID{}, 10); err != nil || len(all) != 0 {
				k.t.Errorf("the open children are %v, %v", all, err)
			}
			k.do(childEnd(k.only(store.MessageEnd)))
			h.commit(end)
		}},
		{"a_parent_is_told_of_the_end_once", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			h.commit(park)
			c := k.claim(w)
			c.commit(end)
			m := k.only(store.MessageEnd)
			if m.Run != s.Run || m.Seq != c.seq-1 || m.Target != h.run || m.Ref != s.ParentSeq {
				k.t.Errorf("the end is told by %+v", m)
			}
			r := childEnd(m)
			k.do(r)
			k.want(store.Fenced, r)
			if e := k.pending(h.run).Entries; len(e) != 1 || e[0].Kind != store.EntryChild || e[0].Ref != s.ParentSeq || string(e[0].Data) != "the end" {
				k.t.Errorf("in the parent's inbox is %+v", e)
			}
			p := k.claim(w)
			if p.run != h.run {
				k.t.Errorf("run %v is claimed, want the parent", p.run)
			}
			p.commit(end, take(p.seen))
		}},
		{"the_end_of_a_chain_is_told", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			next := k.id()
			k.claim(w).commit(goesOn(next))
			if all := k.sent(); len(all) != 0 {
				k.t.Errorf("a run that goes on has sent %+v", all)
			}
			if r := k.run(next); r.Parent != h.run || r.ParentSeq != s.ParentSeq {
				k.t.Errorf("the next run's parent is %v/%d", r.Parent, r.ParentSeq)
			}
			// A request to cancel the child reaches the last run of its chain, and no other run with its
			// id.
			h.commit(sends(messageTo(store.MessageCancel, "bill-1")))
			ask := &store.Relay{Message: k.only(store.MessageCancel).MessageKey, Chain: s.Run, Deliver: &store.Deliver{Ref: store.Ref{WorkflowID: "bill-1"}, Entry: store.Entry{Kind: store.EntryCancel}}}
			if out := k.do(ask); out.Run != next {
				k.t.Errorf("run %v is asked to cancel, want the last one of the chain", out.Run)
			}
			c := k.claim(w)
			c.commit(end, take(c.seen))
			k.do(childEnd(k.only(store.MessageEnd)))
			k.start("bill-1")
			h.commit(sends(messageTo(store.MessageCancel, "bill-1")))
			ask.Message = k.only(store.MessageCancel).MessageKey
			k.want(store.Closed, ask)
			h.commit(end)
		}},
		{"a_run_that_is_terminated_tells_and_leaves_orphans", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			s := h.child("bill-1")
			terminated := func(run store.RunID) *store.Terminate {
				return &store.Terminate{Ref: store.Ref{Run: run}, Token: k.id(), N: 1, Data: []byte("end")}
			}
			k.do(terminated(s.Run)) // it has no children
			if m := k.only(store.MessageEnd); m.Run != s.Run || m.Target != h.run {
				k.t.Errorf("in the outbox is %+v", m)
			}
			k.do(childEnd(k.only(store.MessageEnd)))

			g := k.begin(h.owner, "order-2")
			child := g.child("bill-2")
			k.do(terminated(g.run)) // it has a child
			if m := k.only(store.MessageOrphans); m.Run != g.run {
				k.t.Errorf("in the outbox is %+v", m)
			}
			k.do(&store.Relay{Message: k.only(store.MessageOrphans).MessageKey})
			k.do(terminated(child.Run))
			k.do(&store.Relay{Message: k.only(store.MessageEnd).MessageKey})

			g = k.begin(h.owner, "order-3")
			k.apply(g.next(sends(messageTo(store.MessageStart, "bill-3"))), terminated(g.run)) // it is about to have a child
			all := k.sent()
			if len(all) != 2 || all[0].Kind != store.MessageStart || all[1].Kind != store.MessageOrphans || all[1].Run != g.run {
				k.t.Errorf("in the outbox is %+v", all)
			}
			for _, m := range all {
				k.do(&store.Relay{Message: m.MessageKey})
			}
			h.commit(end)
		}},
		{"a_run_adopts_the_child_of_the_one_that_it_is_a_copy_of", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			c := k.claim(w)
			h.commit(end)
			copied := k.begin(w, "order-1", func(o *store.Start) {
				o.Send = []store.Message{{MessageKey: store.MessageKey{Seq: 1, Kind: store.MessageAdopt}, Target: s.Run, Ref: 1, WorkflowID: "bill-1"}}
			})
			m := k.only(store.MessageAdopt)
			if m.Run != copied.run || m.Target != s.Run || m.Ref != 1 || m.WorkflowID != "bill-1" {
				k.t.Errorf("in the outbox is %+v", m)
			}
			adopt := func(run store.RunID) *store.Relay {
				return &store.Relay{Message: m.MessageKey, Chain: s.Run, Deliver: &store.Deliver{
					Ref: store.Ref{Run: run}, Entry: store.Entry{ID: "adopt", Kind: store.EntryNote},
					Steer: &store.Steer{Do: store.Adopt, Parent: m.Run, ParentSeq: m.Ref},
				}}
			}
			next := k.id()
			c.commit(goesOn(next))
			k.want(store.HeldBack, adopt(s.Run)) // the chain has continued meanwhile
			k.only(store.MessageAdopt)
			if out := k.do(adopt(next)); out.Count != 1 || len(out.Entries) != 0 {
				k.t.Errorf("adopted: %+v", out)
			}
			if r := k.run(next); r.Parent != copied.run || r.ParentSeq != 1 {
				k.t.Errorf("the child's parent is %v/%d, want the new run", r.Parent, r.ParentSeq)
			}
			for parent, want := range map[store.RunID]int{h.run: 0, copied.run: 1} {
				children, err := k.st.Children(k.ctx, parent, store.RunID{}, 10)
				if k.ok(err); len(children) != want {
					k.t.Errorf("%v has the children %v, want %d", parent, children, want)
				}
			}
			k.claim(w).commit(end)
			if m := k.only(store.MessageEnd); m.Target != copied.run || m.Ref != 1 {
				k.t.Errorf("the end is told to %v/%d, want the new run", m.Target, m.Ref)
			}
			k.do(childEnd(k.only(store.MessageEnd)))
			copied.commit(end)
		}},
		{"a_signal_is_relayed_once", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			to := k.start("bill-1")
			h.commit(sends(messageTo(store.MessageSignal, "bill-1")))
			r := &store.Relay{Message: k.only(store.MessageSignal).MessageKey, Deliver: signal(to, "a")}
			k.do(r)
			r.Deliver = signal(to, "b") // as if another worker had read the message before it was relayed
			k.want(store.Fenced, r)
			k.unread(to, "signal a")
			h.commit(end)
		}},
		{"an_answer_takes_the_place_of_a_message", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			k.start("bill-1")
			h.commit(sends(messageTo(store.MessageStart, "bill-1")))
			m := k.only(store.MessageStart)
			s := k.newStart("bill-1")
			k.want(store.Exists, &store.Relay{Message: m.MessageKey, Start: s, Answers: []store.Answer{{Code: store.Exists, Data: []byte("it is there")}}})
			got := k.only(store.MessageAnswer)
			if got.Run != h.run || got.Seq != m.Seq || got.Target != h.run || got.Ref != m.Seq || string(got.Data) != "it is there" {
				k.t.Errorf("the answer is %+v", got)
			}
			k.do(childEnd(got))
			if e := k.pending(h.run).Entries; len(e) != 1 || e[0].Ref != m.Seq {
				k.t.Errorf("in the inbox is %+v", e)
			}
			k.want(store.NotFound, signal(s.Run, "a")) // no child was started
			h.commit(end)
		}},
		{"what_an_inbox_does_not_take_now_stays", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			full := k.start("bill-1")
			var ops []store.Op
			for range store.MaxUnread {
				ops = append(ops, signal(full, ""))
			}
			k.apply(ops...)
			h.commit(sends(messageTo(store.MessageSignal, "bill-1")))
			m := k.only(store.MessageSignal)
			k.want(store.Full, &store.Relay{Message: m.MessageKey, Deliver: signal(full, "a"), Answers: []store.Answer{{Code: store.Full}}})
			k.only(store.MessageSignal)
			// But the end of a child always fits.
			k.do(&store.Relay{Message: m.MessageKey, Deliver: &store.Deliver{Ref: store.Ref{Run: full}, Entry: store.Entry{Kind: store.EntryChild, Ref: 3}}})
		}},
		{"a_run_whose_end_nobody_was_told_of_is_kept", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			k.claim(w).commit(end)
			k.env.Advance(day)
			k.renew(w)
			if n := k.retain(); n != 0 {
				k.t.Errorf("%d runs went", n)
			}
			k.do(childEnd(k.only(store.MessageEnd)))
			if n := k.retain(); n != 1 {
				k.t.Errorf("%d runs went, want the child", n)
			}
			k.gone(s.Run)
			h.commit(end)
		}},
		{"a_parent_that_is_gone_is_told_nothing", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			s := h.child("bill-1")
			h.commit(end)
			k.env.Advance(day)
			k.renew(w)
			k.retain()
			k.gone(h.run)
			k.claim(w).commit(end)
			k.want(store.NotFound, childEnd(k.only(store.MessageEnd)))
			if len(k.sent()) != 0 || k.run(s.Run).Status != store.Completed {
				k.t.Error("the end is still to be told")
			}
		}},
	}
}
