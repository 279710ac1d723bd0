package storetest

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

func byBuild(build string) func(*store.Claim) {
	return func(c *store.Claim) { c.Filter.Build = build }
}

func blocking() []scenario {
	return []scenario{
		{"a_released_run_is_ready_at_once", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			k.do(&store.Release{Run: h.run, Worker: a, Epoch: h.epoch, Delay: time.Hour}) // Delay matters only with a Block
			if r := k.run(h.run); r.Owner != (store.WorkerID{}) || r.Epoch != h.epoch+1 || r.Blocked != nil || r.Deaths != 0 {
				k.t.Errorf("released: %s", showRun(r))
			}
			k.claim(b)
		}},
		{"redteam_24_another_build_may_try_a_blocked_run_at_once_the_same_later", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(5 * ms))
			until := k.now().Add(5 * ms)
			b := k.run(h.run).Blocked
			if b == nil || b.Reason != "mismatch" || b.Text != "order.go:12 asks for charge" || b.Build != theBuild || !b.Until.Equal(until) || b.Count != 1 {
				k.t.Fatalf("blocked: %+v", b)
			}
			k.env.Advance(4 * ms)
			k.noClaim(w)
			other := func(q *store.Tick) { q.Filter.Build = "build-2" }
			if t := k.tick(w); t.ReadyRuns != 0 || !t.NextReady.Equal(until) {
				k.t.Errorf("the same build: ready %d, next %s", t.ReadyRuns, clock(t.NextReady))
			}
			if t := k.tick(w, other); t.ReadyRuns != 1 || !t.NextReady.IsZero() {
				k.t.Errorf("another build: ready %d, next %s", t.ReadyRuns, clock(t.NextReady))
			}
			h = k.claim(w, byBuild("build-2"))
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch}) // without a new Block
			k.noClaim(w)
			k.env.Advance(ms)
			k.claim(w)
		}},
		{"a_run_that_fits_no_build_is_left_alone_by_all_that_have_tried_it", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			two, three := byBuild("build-2"), byBuild("build-3")
			by := func(build string, delay time.Duration) {
				r := h.block(delay)
				r.Block.Build = build
				k.do(r)
			}
			by(theBuild, 5*ms)
			h = k.claim(w, two)
			by("build-2", 10*ms)
			b := k.run(h.run).Blocked
			if b == nil || b.Build != "build-2" || !slices.Equal(b.Tried, []string{theBuild, "build-2"}) || b.Count != 2 {
				k.t.Fatalf("blocked by two builds: %+v", b)
			}
			k.env.Advance(5 * ms)
			k.noClaim(w)
			k.noClaim(w, two)
			for _, build := range []string{theBuild, "build-2"} {
				t := k.tick(w, func(q *store.Tick) { q.Filter.Build = build })
				if t.ReadyRuns != 0 || !t.NextReady.Equal(b.Until) {
					k.t.Errorf("%s: ready %d, next %s; want 0, %s", build, t.ReadyRuns, clock(t.NextReady), clock(b.Until))
				}
			}
			if t := k.tick(w, func(q *store.Tick) { q.Filter.Build = "build-3" }); t.ReadyRuns != 1 || !t.NextReady.IsZero() {
				k.t.Errorf("a third build: ready %d, next %s", t.ReadyRuns, clock(t.NextReady))
			}
			h = k.claim(w, three)
			by("build-3", ms)
			k.noClaim(w, three)
			k.env.Advance(ms)
			h = k.claim(w)
			by(theBuild, ms)
			if b := k.run(h.run).Blocked; !slices.Equal(b.Tried, []string{"build-2", "build-3", theBuild}) {
				k.t.Errorf("a build that tries again stands last: %q", b.Tried)
			}
			k.env.Advance(ms)
			h = k.claim(w, two)
			h.commit(progress)
			by("build-2", time.Hour)
			k.noClaim(w, two)
			k.claim(w) // after progress, this build has not tried the run at its new length
		}},
		{"a_block_is_counted_in_a_row", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			for i := 1; i <= 3; i++ {
				k.do(h.block(ms))
				if n := k.run(h.run).Blocked.Count; n != i {
					k.t.Fatalf("block %d is counted %d", i, n)
				}
				k.env.Advance(ms)
				h = k.claim(w)
				if b := k.run(h.run).Blocked; b == nil || b.Count != i {
					k.t.Fatalf("claimed, it is blocked: %+v", b)
				}
			}
			h.commit()
			if k.run(h.run).Blocked == nil {
				k.t.Error("a commit without absolution clears the block")
			}
			h.commit(progress)
			if b := k.run(h.run).Blocked; b != nil {
				k.t.Errorf("after progress it is blocked: %+v", b)
			}
			k.do(h.block(ms))
			if n := k.run(h.run).Blocked.Count; n != 1 {
				k.t.Errorf("after progress a block is counted %d", n)
			}
		}},
		{"a_block_may_name_no_build", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			r := h.block(ms)
			r.Block.Build = ""
			k.do(r)
			k.noClaim(w, byBuild(""))
			k.claim(w, byBuild("any"))
		}},
		{"the_store_sets_until_and_count", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			r := h.block(ms)
			r.Block.Until, r.Block.Count = k.now().Add(time.Hour), 44
			k.do(r)
			if b := k.run(h.run).Blocked; b.Count != 1 || !b.Until.Equal(k.now().Add(ms)) {
				k.t.Errorf("blocked: %+v", b)
			}
		}},
		{"resume_makes_a_blocked_run_ready", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(time.Hour))
			k.noClaim(w)
			if out := k.do(&store.Resume{Ref: store.Ref{WorkflowID: "order-1"}}); out.Run != h.run {
				k.t.Errorf("Resume names run %v", out.Run)
			}
			if b := k.run(h.run).Blocked; b != nil {
				k.t.Errorf("resumed, it is blocked: %+v", b)
			}
			h = k.claim(w)
			k.do(h.block(ms))
			if n := k.run(h.run).Blocked.Count; n != 1 {
				k.t.Errorf("after a resume a block is counted %d", n)
			}
		}},
		{"resume_leaves_alone_what_waits_or_runs", func(k *kit) {
			w := k.worker()
			parked := k.parked("waits")
			k.do(&store.Resume{Ref: store.Ref{Run: parked}})
			k.noClaim(w)
			h := k.begin(w, "runs")
			k.do(&store.Resume{Ref: store.Ref{Run: h.run}})
			k.noClaim(w)
			h.commit()
			k.want(store.NotFound, &store.Resume{Ref: store.Ref{WorkflowID: "other"}})
			h.commit(end)
			if out := k.want(store.Closed, &store.Resume{Ref: store.Ref{WorkflowID: "runs"}}); out.Run != h.run {
				k.t.Errorf("Closed names run %v", out.Run)
			}
		}},
		{"a_blocked_run_that_ends_is_no_longer_blocked", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(time.Hour))
			k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
			if b := k.run(h.run).Blocked; b != nil {
				k.t.Errorf("terminated, it is blocked: %+v", b)
			}
		}},
		{"seeds_66_what_a_worker_cannot_run_is_left_to_others", func(k *kit) {
			w := k.worker()
			k.start("order-1", func(s *store.Start) { s.Level = 2 })
			for name, change := range map[string]func(*store.Filter){
				"level":        func(f *store.Filter) { f.Level = 1 },
				"namespace":    func(f *store.Filter) { f.Level, f.Namespace = 2, "other" },
				"queue":        func(f *store.Filter) { f.Level, f.Queues = 2, []string{"other"} },
				"workflow":     func(f *store.Filter) { f.Level, f.Workflows = 2, []string{"other", theActivity} },
				"no queues":    func(f *store.Filter) { f.Level, f.Queues = 2, nil },
				"no workflows": func(f *store.Filter) { f.Level, f.Workflows = 2, nil },
			} {
				k.noClaim(w, func(c *store.Claim) { change(&c.Filter) })
				if t := k.tick(w, func(q *store.Tick) { change(&q.Filter) }); t.ReadyRuns != 0 || !t.NextReady.IsZero() {
					k.t.Errorf("%s: ready %d, next %s", name, t.ReadyRuns, clock(t.NextReady))
				}
			}
			k.claim(w, func(c *store.Claim) {
				c.Filter.Level, c.Filter.Activities = 3, nil
				c.Filter.Workflows = append([]string{"other"}, c.Filter.Workflows...)
			})
		}},
		{"a_commit_may_raise_the_level", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(func(c *store.Commit) { c.Level, c.Build = 2, "build-2" })
			if r := k.run(h.run); r.Level != 2 || r.Build != "build-2" {
				k.t.Errorf("level %d, build %q", r.Level, r.Build)
			}
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
			k.noClaim(w)
			k.claim(w, func(c *store.Claim) { c.Filter.Level = 2 })
		}},
	}
}
