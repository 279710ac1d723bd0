package storetest

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// cancelling makes a commit cancel activities.
func cancelling(ids ...int64) func(*store.Commit) {
	return func(c *store.Commit) { c.CancelActivities = append(c.CancelActivities, ids...) }
}

func cancellations() []scenario {
	return []scenario{
		{"a_cancelled_row_is_ended_by_whoever_comes", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			far := k.now().Add(time.Hour)
			h.commit(schedule(2), schedule(3, func(a *store.Activity) { a.Delay = time.Hour }), schedule(4, func(a *store.Activity) { a.Deadline = far }), schedule(5))
			h.commit(cancelling(2, 3, 4, 77))
			w := k.worker()
			none := store.Filter{} // which matches only cancelled activities
			ts := k.tasks(w, 10, func(c *store.ClaimActivities) { c.Filter = none })
			var ids []int64
			for _, t := range ts {
				ids = append(ids, t.ID)
				if !t.Cancelled || t.Attempt != 0 || !t.Limited {
					k.t.Errorf("claimed %s", showTask(t))
				}
				k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Entry: store.Entry{ID: string(rune('a' + t.ID))}})
			}
			if slices.Sort(ids); !slices.Equal(ids, []int64{2, 3, 4}) {
				k.t.Errorf("claimed %v", ids)
			}
			if p := k.pending(h.run); len(p.Entries) != 3 || len(p.Activities) != 1 || p.Activities[0].Cancelled {
				k.t.Errorf("pending are %+v", p)
			}
		}},
		{"an_activity_scheduled_and_cancelled_in_one_commit_is_never_claimed_to_run", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3, func(a *store.Activity) { a.Cancelled = true }), cancelling(2))
			for _, t := range k.tasks(k.worker(), 10) {
				if !t.Cancelled {
					k.t.Errorf("claimed %s", showTask(t))
				}
			}
		}},
		{"the_owner_of_a_cancelled_row_hears_of_it_and_may_end_it", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(owner)), schedule(3, ownedBy(owner)), schedule(4))
			if t := k.tick(owner); len(t.Cancelled) > 0 {
				k.t.Errorf("cancelled are %v", t.Cancelled)
			}
			h.commit(cancelling(3, 4))
			for range 2 {
				if t := k.tick(owner); !slices.Equal(t.Cancelled, []store.ActivityKey{{Run: h.run, Activity: 3}}) {
					k.t.Errorf("cancelled are %v", t.Cancelled)
				}
			}
			if t := k.tick(w); len(t.Cancelled) > 0 {
				k.t.Errorf("another worker is told of %v", t.Cancelled)
			}
			k.do(&store.EndActivity{Run: h.run, Activity: 3, Worker: owner, Attempt: 1, Entry: store.Entry{ID: "e"}})
			if t := k.tick(owner); len(t.Cancelled) > 0 {
				k.t.Errorf("cancelled are %v", t.Cancelled)
			}
		}},
		{"a_cancelled_row_given_back_is_not_tried_again", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(owner)))
			h.commit(cancelling(2))
			k.do(&store.RetryActivity{Run: h.run, Activity: 2, Worker: owner, Attempt: 1, Delay: time.Hour, Consume: true, Last: []byte("declined")})
			if t := k.task(w); !t.Cancelled || t.Attempt != 1 || string(t.Last) != "declined" {
				k.t.Errorf("claimed %s", showTask(t))
			}
		}},
		{"a_cancelled_row_leaves_quarantine", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3))
			var w store.WorkerID
			for range store.QuarantineAfter {
				w = k.worker()
				k.tasks(w, 10)
				k.kill(w)
			}
			w = k.worker()
			first := k.task(w, taskInQuarantine) // one is claimed, the other waits for its turn alone
			h.commit(cancelling(2, 3))
			k.kill(w)
			w = k.worker()
			for _, t := range k.tasks(w, 10) {
				if !t.Cancelled || t.ID == first.ID && t.Deaths != store.QuarantineAfter {
					k.t.Errorf("claimed %s", showTask(t))
				}
			}
			if p := k.pending(h.run); len(p.Activities) != 2 || p.Activities[0].Owner != w || p.Activities[1].Owner != w {
				k.t.Errorf("pending are %+v", p)
			}
		}},
		{"a_cancelled_row_goes_with_its_run", func(k *kit) {
			w, owner := k.worker(), k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(owner)))
			h.commit(cancelling(2))
			h.commit(end)
			k.want(store.Fenced, &store.EndActivity{Run: h.run, Activity: 2, Worker: owner, Attempt: 1, Entry: store.Entry{ID: "e"}})
			if t := k.tick(owner); len(t.Cancelled) > 0 {
				k.t.Errorf("cancelled are %v", t.Cancelled)
			}
		}},
	}
}
