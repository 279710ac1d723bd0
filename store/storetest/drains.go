package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/reprise-run/reprise/store"
)

// drain asks a worker to drain.
func drain(w store.WorkerID, change ...func(*store.DrainWorker)) *store.DrainWorker {
	o := &store.DrainWorker{Worker: w, Who: "anna", Why: "a new kernel"}
	for _, f := range change {
		f(o)
	}
	return o
}

func drains() []scenario {
	undo := func(o *store.DrainWorker) { o.Undo = true }
	return []scenario{
		{"a_worker_learns_who_has_told_it_to_drain", func(k *kit) {
			w, other := k.worker(), k.worker()
			told := func(want string) {
				k.t.Helper()
				for _, t := range []store.Ticked{k.tick(w), k.renew(w)} {
					got := "nobody"
					if d := t.Drain; d != nil {
						got = fmt.Sprint(d.Who, " ", d.Why, " ", clock(d.At))
					}
					if got != want || k.tick(other).Drain != nil {
						k.t.Errorf("told is %s, want %s", got, want)
					}
				}
			}
			told("nobody")
			k.do(drain(w))
			first := fmt.Sprint("anna a new kernel ", clock(k.now()))
			told(first)
			k.env.Advance(time.Second)
			k.do(drain(w, func(o *store.DrainWorker) { o.Who, o.Why = "ben", "another reason" }))
			told(first)
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Build: theBuild, Level: 1, TTL: theTTL, Serves: filter(), Slots: theSlots}))
			told(first)
			k.do(drain(w, undo))
			told("nobody")
			k.do(drain(w, undo))
			told("nobody")
		}},
		{"one_that_joins_may_drain_already", func(k *kit) {
			w := k.id()
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Build: theBuild, Level: 1, TTL: theTTL, Serves: filter(), Slots: theSlots, Drain: &store.WorkerNote{Who: "anna", Why: "b", At: k.now()}}))
			if d := k.tick(w).Drain; d == nil || d.Who != "anna" || !d.At.Equal(k.now()) {
				k.t.Errorf("told is %+v", d)
			}
		}},
		{"none_drains_that_is_not_there", func(k *kit) {
			w := k.worker()
			for _, o := range []*store.DrainWorker{drain(k.id()), drain(w, func(o *store.DrainWorker) { o.Namespace = "another" })} {
				if out := k.apply(o); out[0].Code != store.NotFound {
					k.t.Errorf("answered is %+v", out[0])
				}
			}
			k.env.Advance(theTTL + ms)
			k.condemn(w)
			if out := k.apply(drain(w)); out[0].Code != store.NotFound {
				k.t.Errorf("of a dead one answered is %+v", out[0])
			}
		}},
		{"what_cannot_be_drained_is_refused", func(k *kit) {
			w := k.worker()
			k.refused(0, drain(store.WorkerID{}))
			k.refused(0, drain(w, func(o *store.DrainWorker) { o.Who = "a\x00" }))
			k.refused(0, drain(w, func(o *store.DrainWorker) { o.Why = "\xff" }))
			k.refused(0, drain(w, func(o *store.DrainWorker) { o.Namespace = strings.Repeat("n", store.MaxID+1) }))
			k.refused(0, (*store.DrainWorker)(nil))
		}},
	}
}
