package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/reprise-run/reprise/store"
)

func neighbours() []scenario {
	cases := []scenario{
		{"redteam_7_halving_finds_the_culprit_and_serves_the_others", func(k *kit) {
			w := k.worker()
			var ops []store.Op
			for i := range 31 {
				ops = append(ops, k.begin(w, fmt.Sprint("order-", i)).next())
			}
			culprits := map[int]bool{3: true, 17: true, 30: true}
			for i := range culprits {
				ops[i].(*store.Commit).Waiting = "a\x00b"
			}
			var apply func(from int, ops []store.Op)
			apply = func(from int, ops []store.Op) {
				_, err := k.st.Apply(k.ctx, ops)
				var member *store.MemberError
				switch {
				case err == nil:
				case !errors.As(err, &member):
					k.t.Fatalf("Apply: %v", err)
				case len(ops) == 1:
					if !culprits[from] {
						k.t.Errorf("member %d is refused: %v", from, err)
					}
					delete(culprits, from)
				default:
					apply(from, ops[:len(ops)/2])
					apply(from+len(ops)/2, ops[len(ops)/2:])
				}
			}
			apply(0, ops)
			if len(culprits) != 0 {
				k.t.Errorf("not refused: %v", culprits)
			}
			for i, op := range ops {
				bad := op.(*store.Commit).Waiting != ""
				if next := k.run(op.(*store.Commit).Run).NextSeq; (next == 2) != bad {
					k.t.Errorf("run %d has next seq %d", i, next)
				}
			}
		}},
		{"the_index_names_the_first_culprit", func(k *kit) {
			run := k.start("order-1")
			k.refused(2, signal(run, "a"), signal(run, "b"), bad(), signal(run, "c"), bad())
		}},
		{"redteam_7a_batches_in_opposite_order_do_not_stop_each_other", func(k *kit) {
			w := k.worker()
			var runs []store.RunID
			for i := range 20 {
				runs = append(runs, k.begin(w, fmt.Sprint("order-", i)).run)
			}
			const rounds = 10
			var wg sync.WaitGroup
			for side := range 2 {
				wg.Go(func() {
					for round := range rounds {
						var ops []store.Op
						for i := range runs {
							if side == 1 {
								i = len(runs) - 1 - i
							}
							ops = append(ops, signal(runs[i], fmt.Sprint(side, "-", round)))
						}
						err := store.ErrTransient
						for errors.Is(err, store.ErrTransient) {
							_, err = k.send(ops...)
						}
						if err != nil {
							k.t.Errorf("Apply: %v", err)
							return
						}
					}
				})
			}
			wg.Wait()
			for _, r := range k.all() {
				if r.Unread != 2*rounds {
					k.t.Errorf("run %s has %d unread, want %d", r.WorkflowID, r.Unread, 2*rounds)
				}
			}
		}},
		{"redteam_7d_a_batch_of_500_rows_and_1_MiB", func(k *kit) {
			w := k.worker()
			var ops []store.Op
			for i := range 500 {
				s := k.newStart(fmt.Sprint("order-", i), func(s *store.Start) { s.Owner, s.Claim = w, k.id() })
				s.Row.Data = bytes.Repeat([]byte{byte(i)}, 2<<10)
				ops = append(ops, s)
			}
			for i, out := range k.apply(ops...) {
				if out.Code != store.Done || len(out.Claims) != 1 {
					k.t.Fatalf("start %d is answered %v", i, out.Code)
				}
			}
			if o := k.owned(w); len(o.Runs) != 500 {
				k.t.Errorf("the worker owns %d runs", len(o.Runs))
			}
		}},
		{"a_number_outstanding_already_is_a_member_error", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(startTimer(2, k.now()), schedule(3))
			other := k.newStart("order-2")
			before := k.dump()
			for _, c := range []*store.Commit{
				h.next(startTimer(9, k.now()), startTimer(2, k.now())),
				h.next(schedule(9), schedule(3)),
				h.next(startTimer(9, k.now()), startTimer(9, k.now())),
				h.next(schedule(9), schedule(9)),
			} {
				k.refused(1, other, c)
				k.same(before)
			}
			h.commit(startTimer(9, k.now()), schedule(9))
		}},
		{"outcomes_are_of_each_member_by_itself", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "1")
			full := k.begin(w, "2")
			k.deliver(full.run, "a")
			gone := k.begin(w, "3")
			gone.commit(end)
			outs := k.apply(
				h.next(func(c *store.Commit) { c.Epoch++ }),
				full.next(end),
				signal(gone.run, "x"),
				signal(k.id(), "x"),
				k.newStart("1"),
				h.next(park),
				signal(full.run, "b"),
			)
			want := []store.Code{store.Fenced, store.Refused, store.Closed, store.NotFound, store.Exists, store.Done, store.Done}
			for i, out := range outs {
				if out.Code != want[i] {
					k.t.Errorf("member %d is answered %v, want %v", i, out.Code, want[i])
				}
			}
		}},
	}
	for _, p := range poison() {
		cases = append(cases, scenario{"redteam_7c_" + p.name, func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			op := p.op(k, h)
			if store.Check(op) == nil {
				k.t.Error("store.Check has nothing against it")
			}
			other := k.newStart("order-2")
			before := k.dump()
			k.refused(1, other, op)
			k.same(before)
			k.do(other)
		}})
	}
	return cases
}

// poison lists ops that an outsider can get into a batch.
func poison() []struct {
	name string
	op   func(*kit, *held) store.Op
} {
	long := strings.Repeat("x", store.MaxID+1)
	return []struct {
		name string
		op   func(*kit, *held) store.Op
	}{
		{"nil", func(k *kit, h *held) store.Op { return nil }},
		{"nil_of_a_type", func(k *kit, h *held) store.Op { return (*store.Commit)(nil) }},
		{"nil_of_a_start", func(k *kit, h *held) store.Op { return (*store.Start)(nil) }},
		{"nil_of_a_removal", func(k *kit, h *held) store.Op { return (*store.Retain)(nil) }},
		{"nil_of_a_fire", func(k *kit, h *held) store.Op { return (*store.Fire)(nil) }},
		{"nul_in_a_signal_id", func(k *kit, h *held) store.Op { return signal(h.run, "a\x00") }},
		{"not_utf8_in_a_signal_id", func(k *kit, h *held) store.Op { return signal(h.run, "a\xc3") }},
		{"a_long_signal_id", func(k *kit, h *held) store.Op { return signal(h.run, long) }},
		{"a_signal_of_another_kind", func(k *kit, h *held) store.Op {
			return signal(h.run, "a", func(d *store.Deliver) { d.Entry.Kind = store.EntryTimer })
		}},
		{"nul_in_a_workflow_id", func(k *kit, h *held) store.Op {
			return signal(store.RunID{}, "a", func(d *store.Deliver) { d.Ref.WorkflowID = "\x00" })
		}},
		{"nul_in_waiting", func(k *kit, h *held) store.Op {
			return h.next(park, func(c *store.Commit) { c.Waiting = "\x00" })
		}},
		{"not_utf8_in_an_activity", func(k *kit, h *held) store.Op {
			return h.next(schedule(2, func(a *store.Activity) { a.Name = "\xff" }))
		}},
		{"a_long_queue", func(k *kit, h *held) store.Op {
			return h.next(schedule(2, func(a *store.Activity) { a.Queue = long }))
		}},
		{"no_rows", func(k *kit, h *held) store.Op { return h.next(func(c *store.Commit) { c.Rows = nil }) }},
		{"rows_with_a_gap", func(k *kit, h *held) store.Op {
			return h.next(func(c *store.Commit) { c.Rows = append(c.Rows, row(h.seq+2, 1)) })
		}},
		{"rows_that_overlap", func(k *kit, h *held) store.Op {
			return h.next(func(c *store.Commit) { c.Rows = append(c.Rows, row(h.seq, 1)) })
		}},
		{"an_empty_row", func(k *kit, h *held) store.Op {
			return h.next(func(c *store.Commit) { c.Rows[0].N = 0 })
		}},
		{"no_token", func(k *kit, h *held) store.Op {
			return h.next(func(c *store.Commit) { c.Token = store.Token{} })
		}},
		{"a_claim_without_an_id", func(k *kit, h *held) store.Op {
			return k.newClaim(h.owner, 1, func(c *store.Claim) { c.ID = store.Token{} })
		}},
		{"nul_in_a_block", func(k *kit, h *held) store.Op {
			r := h.block(0)
			r.Block.Text = "panic: \x00"
			return r
		}},
		{"a_terminate_without_events", func(k *kit, h *held) store.Op {
			return &store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id()}
		}},
		{"a_recover_of_nothing", func(k *kit, h *held) store.Op { return &store.Recover{Dead: h.owner} }},
	}
}
