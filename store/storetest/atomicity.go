package storetest

import (
	"context"
	"errors"

	"github.com/reprise-run/reprise/store"
)

func atomicity() []scenario {
	cases := []scenario{
		{"a_bad_member_undoes_the_whole_batch", func(k *kit) {
			var ops []store.Op
			for _, v := range verbs() {
				if v.name != "claim" && v.name != "claim_activities" { // they would claim what the others need
					ops = append(ops, v.set(k))
				}
			}
			before := k.dump()
			k.refused(len(ops), append(ops, bad())...)
			k.same(before)
			for i, out := range k.apply(ops...) {
				if out.Code != store.Done {
					k.t.Errorf("without the bad member %T is answered %v", ops[i], out.Code)
				}
			}
		}},
		{"ops_see_what_those_before_them_did", func(k *kit) {
			w := k.worker()
			s := k.newStart("order-1", func(s *store.Start) { s.Owner, s.Claim = w, k.id() })
			h := &held{k: k, run: s.Run, owner: w, epoch: 1, seq: 2, last: s.Row.Token}
			outs := k.apply(s, h.next(startTimer(2, k.now()), park), &store.Fire{Max: 10}, k.newClaim(w, 1))
			if len(outs[2].Fired) != 1 || len(outs[3].Claims) != 1 {
				k.t.Fatalf("fired %d, claimed %d, want 1 and 1", len(outs[2].Fired), len(outs[3].Claims))
			}
			c := outs[3].Claims[0]
			if c.Run.Epoch != 2 || c.Run.NextSeq != 3 || len(c.Entries) != 1 {
				k.t.Errorf("the claim has epoch %d, next seq %d, %d entries", c.Run.Epoch, c.Run.NextSeq, len(c.Entries))
			}
		}},
		{"seeds_17_one_transaction_has_one_now", func(k *kit) {
			now := k.now()
			s := k.newStart("order-1")
			outs := k.apply(s, signal(s.Run, "a"), signal(s.Run, "b"))
			for _, at := range []struct{ what, at string }{
				{"Created", clock(k.run(s.Run).Created)},
				{"first entry", clock(outs[1].Entries[0].At)},
				{"second entry", clock(outs[2].Entries[0].At)},
			} {
				if at.at != clock(now) {
					k.t.Errorf("%s is %s, want %s", at.what, at.at, clock(now))
				}
			}
		}},
		{"an_empty_batch_is_fine", func(k *kit) {
			k.apply()
		}},
		{"a_cancelled_context_leaves_nothing_half_done", func(k *kit) {
			ctx, stop := context.WithCancel(k.ctx)
			stop()
			before := k.dump()
			_, err := k.st.Apply(ctx, []store.Op{k.newStart("order-1"), k.newStart("order-2")})
			switch {
			case err == nil:
				if n := len(k.all()); n != 2 {
					k.t.Errorf("no error, but %d runs, want 2", n)
				}
			case errors.Is(err, context.Canceled):
				k.same(before)
			default:
				k.t.Errorf("Apply returns %v, want context.Canceled", err)
			}
		}},
	}
	for _, v := range verbs() {
		cases = append(cases, scenario{"undone_" + v.name, func(k *kit) {
			op := v.set(k)
			before := k.dump()
			k.refused(1, op, bad())
			k.same(before)
			k.refused(0, bad(), op)
			k.same(before)
			k.do(op)
			if before == k.dump() {
				k.t.Errorf("%T is Done and changed nothing", op)
			}
		}})
	}
	return cases
}

// bad is an op that no store accepts.
func bad() store.Op {
	return &store.Deliver{Entry: store.Entry{ID: "a\x00b", Kind: store.EntrySignal}}
}

func closedStore() []scenario {
	return []scenario{
		{"a_closed_store_says_so", func(k *kit) {
			st, _ := k.open(k.t)
			k.ok(st.Close())
			k.ok(st.Close())
			id := k.id()
			_, apply := st.Apply(k.ctx, []store.Op{&store.Sweep{}})
			_, tick := st.Tick(k.ctx, store.Tick{Worker: id})
			_, owned := st.Owned(k.ctx, id)
			_, history := st.History(k.ctx, store.HistoryQuery{Run: id})
			_, run := st.Run(k.ctx, store.Ref{Run: id})
			_, runs := st.Runs(k.ctx, store.Query{})
			_, pending := st.Pending(k.ctx, id)
			_, now := st.Now(k.ctx)
			for name, err := range map[string]error{
				"Apply": apply, "Tick": tick, "Owned": owned, "History": history, "Run": run, "Runs": runs,
				"Pending": pending, "Now": now, "Join": st.Join(k.ctx, store.Worker{ID: id}), "Leave": st.Leave(k.ctx, id),
			} {
				if !errors.Is(err, store.ErrStoreClosed) {
					k.t.Errorf("%s returns %v, want ErrStoreClosed", name, err)
				}
			}
		}},
	}
}
