package storetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

func checks() []scenario {
	return []scenario{
		{"nothing_is_found_in_an_empty_store", func(k *kit) {
			k.finds(0)
		}},
		{"nothing_is_found_among_runs_in_every_state", func(k *kit) {
			k.menagerie(k.worker())
			k.env.Advance(time.Millisecond)
			k.finds(time.Second)
		}},
		{"what_is_ready_is_overdue_when_nobody_takes_it", func(k *kit) {
			w := k.worker()
			k.quarantined("quarantined")
			k.begin(w, "owned").commit(startTimer(2, k.now().Add(time.Second)), schedule(3, func(a *store.Activity) { a.Delay = time.Second }),
				schedule(4, ownedBy(w)))
			k.parked("waiting")
			k.start("ready")
			k.do(k.begin(w, "blocked").block(time.Second))
			k.env.Advance(time.Minute)
			k.finds(time.Minute)
			k.env.Advance(ms)
			k.finds(time.Minute, "L7 quarantined", "L7 ready")
			k.env.Advance(time.Second)
			k.finds(time.Minute, "L7 owned", "L7 owned", "L7 quarantined", "L7 ready")
			k.finds(time.Hour)

			k.do(&store.Fire{Max: 10})
			k.do(&store.ClaimActivities{Worker: w, ID: k.id(), Max: 10, Filter: filter()})
			k.claims(w, 10)
			k.claims(w, 10, inQuarantine)
			k.finds(0)
		}},
		{"what_is_not_relayed_is_overdue", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			for kind := store.MessageStart; kind <= store.MessageCancel; kind++ {
				h.commit(sends(messageTo(kind, "bill-1")))
			}
			h.commit(end)
			k.env.Advance(time.Minute)
			k.finds(time.Minute)
			k.env.Advance(ms)
			k.finds(time.Minute, "L7 order-1", "L7 order-1", "L7 order-1")
			for _, m := range k.sent() {
				k.do(&store.Relay{Message: m.MessageKey})
			}
			k.finds(time.Minute)
		}},
		{"an_activity_past_its_deadline_is_overdue_from_then_on", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2, func(a *store.Activity) { a.Delay, a.Deadline = time.Hour, k.now().Add(time.Minute) }))
			k.env.Advance(time.Minute + time.Second)
			k.finds(time.Second)
			k.env.Advance(ms)
			k.finds(time.Second, "L7 order-1")
		}},
		{"an_owner_without_a_row_is_found_when_it_is_no_longer_news", func(k *kit) {
			ghost := k.id()
			k.begin(ghost, "order-1")
			k.begin(k.worker(), "order-2").commit(schedule(2, ownedBy(ghost)))
			k.finds(time.Second)
			k.env.Advance(time.Second + ms)
			k.finds(time.Second, "L6 order-1", "L6 order-2")
			k.finds(time.Minute)
			k.kill(k.worker()) // the death of another worker changes nothing
			k.finds(time.Second, "L6 order-1", "L6 order-2")
			k.recoverAll(ghost)
			k.finds(time.Second)
		}},
		{"the_owner_that_is_dead_and_not_forgotten_is_no_finding", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1")
			k.env.Advance(time.Hour)
			k.finds(0)
			k.condemn(w)
			k.finds(0)
		}},
		{"an_error_of_found_ends_the_check", func(k *kit) {
			k.start("order-1")
			k.start("order-2")
			k.env.Advance(ms)
			mine, calls := errors.New("enough"), 0
			err := k.inspector().Check(k.ctx, 0, func(store.Finding) error { calls++; return mine })
			if !errors.Is(err, mine) || calls != 1 {
				k.t.Errorf("after %d calls Check returns %v", calls, err)
			}
			k.finds(0, "L7 order-1", "L7 order-2")
		}},
		{"a_context_that_ends_ends_the_check", func(k *kit) {
			k.begin(k.worker(), "order-1").commit(startTimer(2, k.now()), schedule(3))
			k.env.Advance(ms)
			ctx, stop := context.WithCancel(k.ctx)
			err := k.inspector().Check(ctx, 0, func(store.Finding) error { stop(); return nil })
			if !errors.Is(err, context.Canceled) {
				k.t.Errorf("Check returns %v, want context.Canceled", err)
			}
		}},
		{"found_may_call_the_store", func(k *kit) {
			k.start("order-1")
			k.env.Advance(ms)
			k.ok(k.inspector().Check(k.ctx, 0, func(f store.Finding) error {
				k.do(&store.Terminate{Ref: store.Ref{Run: f.Run}, Token: k.id(), N: 1})
				return nil
			}))
			k.finds(0)
		}},
	}
}

// repaired returns how many rows a repair changes, and checks that a dry run
// predicts it.
func (k *kit) repaired(c store.CheckID, late time.Duration) int64 {
	k.t.Helper()
	before := k.dump()
	said, err := k.inspector().Repair(k.ctx, c, late, true)
	k.ok(err)
	k.same(before)
	n, err := k.inspector().Repair(k.ctx, c, late, false)
	k.ok(err)
	if n != said {
		k.t.Errorf("the repair of %s changes %d rows, and a dry run said %d", c, n, said)
	}
	return n
}

func repairs() []scenario {
	mended := []store.CheckID{store.CheckWakeup, store.CheckOrphan, store.CheckOwner, store.CheckAttr}
	return []scenario{
		{"where_nothing_is_wrong_a_repair_changes_nothing", func(k *kit) {
			k.menagerie(k.worker())
			before := k.dump()
			for _, c := range mended {
				if n := k.repaired(c, time.Second); n != 0 {
					k.t.Errorf("the repair of %s changes %d rows", c, n)
				}
			}
			k.same(before)
		}},
		{"what_a_ghost_owns_is_given_back", func(k *kit) {
			ghost, w := k.id(), k.worker()
			h := k.begin(ghost, "order-1")
			mine := k.begin(w, "order-2")
			mine.commit(schedule(2, ownedBy(ghost)))
			k.env.Advance(time.Minute)
			if n := k.repaired(store.CheckOwner, time.Hour); n != 0 {
				k.t.Errorf("what is news is taken: %d rows", n)
			}
			if n := k.repaired(store.CheckOwner, time.Second); n == 0 {
				k.t.Error("nothing is given back")
			}
			k.finds(time.Second)
			k.want(store.Fenced, h.next())
			if r := k.run(h.run); r.Epoch != 2 || r.Deaths != 0 {
				k.t.Errorf("the run has epoch %d and %d deaths, want 2 and none", r.Epoch, r.Deaths)
			}
			k.claim(w).commit()
			mine.commit() // its owner is alive
			tasks := k.do(&store.ClaimActivities{Worker: w, ID: k.id(), Max: 10, Filter: filter()}).Tasks
			if len(tasks) != 1 || tasks[0].Attempt != 2 || tasks[0].Deaths != 0 {
				k.t.Errorf("the activity is claimed as %+v", tasks)
			}
		}},
		{"what_cannot_be_mended_says_so", func(k *kit) {
			k.menagerie(k.worker())
			before := k.dump()
			for _, c := range []store.CheckID{
				store.CheckGap, store.CheckHead, store.CheckOpen, store.CheckOverdue, store.CheckToken, store.CheckShare, store.CheckIntegrity, store.CheckBehind, store.CheckRequest,
			} {
				for _, dry := range []bool{true, false} {
					if n, err := k.inspector().Repair(k.ctx, c, 0, dry); n != 0 || !errors.Is(err, store.ErrNoRepair) {
						k.t.Errorf("the repair of %s changes %d rows and returns %v, want ErrNoRepair", c, n, err)
					}
				}
			}
			if _, err := k.inspector().Repair(k.ctx, "L99", 0, false); err == nil || errors.Is(err, store.ErrNoRepair) {
				k.t.Errorf("the repair of a check that is none returns %v", fmt.Sprint(err))
			}
			k.same(before)
		}},
	}
}
