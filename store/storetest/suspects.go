package storetest

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// laneDeath has a new worker claim the only suspect in the lane and die.
func (k *kit) laneDeath() store.RunID {
	k.t.Helper()
	w := k.worker()
	h := k.claim(w, inLane)
	k.kill(w)
	return h.run
}

func suspects() []scenario {
	return []scenario{
		{"redteam_13_a_suspect_is_claimed_only_in_the_lane", func(k *kit) {
			a := k.worker()
			h := k.begin(a, "order-1")
			k.kill(a)
			if t := k.tick(k.worker()); t.ReadyRuns != 1 || t.Suspects != 0 {
				k.t.Errorf("after one death: ready %d, suspects %d", t.ReadyRuns, t.Suspects)
			}
			w := k.worker()
			k.noClaim(w, inLane)
			k.claim(w)
			k.kill(w)
			w = k.worker()
			if r := k.run(h.run); r.Deaths != store.SuspectDeaths || r.LaneDeaths != 0 {
				k.t.Errorf("deaths %d+%d", r.Deaths, r.LaneDeaths)
			}
			if t := k.tick(w); t.ReadyRuns != 0 || t.Suspects != 1 {
				k.t.Errorf("after two: ready %d, suspects %d", t.ReadyRuns, t.Suspects)
			}
			k.noClaim(w)
			if got := k.claim(w, inLane); got.run != h.run {
				k.t.Error("the lane brings another run")
			}
			if t := k.tick(w); t.Suspects != 0 {
				k.t.Errorf("claimed, it is still counted: %d", t.Suspects)
			}
		}},
		{"redteam_13_twenty_deaths_in_a_row_outside_the_lane_block_nothing", func(k *kit) {
			var runs []store.RunID
			for i := range 3 {
				runs = append(runs, k.start("order-"+string(rune('a'+i))))
			}
			for range 20 {
				w := k.worker()
				for _, c := range k.claims(w, 10) {
					if c.Run.Blocked != nil {
						k.t.Fatalf("run %s is blocked", c.Run.WorkflowID)
					}
				}
				// In the lane the worker makes progress before it is killed.
				if cs := k.claims(w, 10, inLane); len(cs) == 1 {
					k.holding(w, cs[0]).commit(absolve)
				}
				k.kill(w)
			}
			for _, id := range runs {
				if r := k.run(id); r.Blocked != nil {
					k.t.Errorf("run %s is blocked: %s", r.WorkflowID, r.Blocked.Reason)
				}
			}
		}},
		{"a_lane_holds_one_at_a_time", func(k *kit) {
			k.suspect("1")
			k.suspect("2")
			w := k.worker()
			if cs := k.claims(w, 10, inLane); len(cs) != 1 {
				k.t.Fatalf("the lane takes %d runs", len(cs))
			}
			k.noClaim(w, inLane)
			if cs := k.claims(k.worker(), 10, inLane); len(cs) != 1 {
				k.t.Errorf("another worker's lane takes %d runs", len(cs))
			}
		}},
		{"the_lane_is_free_again_when_its_run_leaves_the_worker", func(k *kit) {
			w := k.worker()
			for _, c := range []struct {
				name  string
				leave func(*held)
			}{
				{"park", func(h *held) { h.commit(park) }},
				{"close", func(h *held) { h.commit(end) }},
				{"absolve", func(h *held) { h.commit(absolve) }},
				{"block", func(h *held) { k.do(h.block(time.Hour)) }},
				{"terminate", func(h *held) {
					k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
				}},
				{"resume", func(h *held) { k.do(&store.Resume{Ref: store.Ref{Run: h.run}}) }},
			} {
				run := k.suspect(c.name)
				h := k.claim(w, inLane)
				if h.run != run {
					k.t.Fatalf("%s: the lane brings another run", c.name)
				}
				c.leave(h)
			}
			k.suspect("last")
			k.claim(w, inLane)
		}},
		{"a_death_in_the_lane_is_held_against_the_named_run_only", func(k *kit) {
			run := k.suspect("suspect")
			w := k.worker()
			other := k.begin(w, "other")
			k.claim(w, inLane)
			k.kill(w)
			if r := k.run(run); r.Deaths != store.SuspectDeaths || r.LaneDeaths != 1 {
				k.t.Errorf("the suspect has deaths %d+%d", r.Deaths, r.LaneDeaths)
			}
			if r := k.run(other.run); r.Deaths != 1 || r.LaneDeaths != 0 {
				k.t.Errorf("its neighbour has deaths %d+%d", r.Deaths, r.LaneDeaths)
			}
		}},
		{"seeds_30_the_last_death_in_the_lane_blocks_the_run", func(k *kit) {
			run := k.suspect("order-1")
			for i := 1; i < store.LaneDeaths; i++ {
				k.laneDeath()
				if r := k.run(run); r.LaneDeaths != i || r.Blocked != nil {
					k.t.Fatalf("after %d deaths in the lane: %s", i, showRun(r))
				}
			}
			k.laneDeath()
			r := k.run(run)
			if r.LaneDeaths != store.LaneDeaths || r.Blocked == nil || r.Blocked.Reason != store.ReasonSuspect ||
				r.Blocked.Text == "" || r.Blocked.Count != 1 || !r.Blocked.Until.IsZero() {
				k.t.Fatalf("blocked: %s", showRun(r))
			}
			w := k.worker()
			for range 2 {
				for _, build := range []string{theBuild, "build-2"} {
					other := func(c *store.Claim) { c.Filter.Build = build }
					k.noClaim(w, other)
					k.noClaim(w, other, inLane)
				}
				if t := k.tick(w); t.Suspects != 0 || t.ReadyRuns != 0 || !t.NextReady.IsZero() {
					k.t.Errorf("the tick says suspects %d, ready %d, next %s", t.Suspects, t.ReadyRuns, clock(t.NextReady))
				}
				k.env.Advance(1000 * time.Hour)
			}
			k.deliver(run, "collected")
			k.do(&store.Resume{Ref: store.Ref{Run: run}})
			if r := k.run(run); r.Deaths != 0 || r.LaneDeaths != 0 || r.Blocked != nil {
				k.t.Errorf("resumed: %s", showRun(r))
			}
			k.claim(w)
		}},
		{"a_worker_without_a_row_has_no_lane_to_be_named_in", func(k *kit) {
			run := k.suspect("order-1")
			ghost := k.id()
			k.claim(ghost, inLane)
			k.recoverAll(ghost)
			if r := k.run(run); r.Deaths != store.SuspectDeaths+1 || r.LaneDeaths != 0 {
				k.t.Errorf("deaths %d+%d", r.Deaths, r.LaneDeaths)
			}
		}},
		{"absolution_clears_deaths_and_block", func(k *kit) {
			run := k.suspect("order-1")
			k.laneDeath()
			w := k.worker()
			h := k.claim(w, inLane)
			h.commit()
			if r := k.run(run); r.Deaths != store.SuspectDeaths || r.LaneDeaths != 1 {
				k.t.Errorf("a commit alone forgets: %d+%d", r.Deaths, r.LaneDeaths)
			}
			h.commit(absolve)
			if r := k.run(run); r.Deaths != 0 || r.LaneDeaths != 0 || r.Owner != w {
				k.t.Errorf("absolved: %s", showRun(r))
			}
			k.kill(w)
			if r := k.run(run); r.Deaths != 1 || r.LaneDeaths != 0 {
				k.t.Errorf("the next death is counted as %d+%d: it had left the lane", r.Deaths, r.LaneDeaths)
			}
			k.claim(k.worker())
		}},
		{"the_lane_takes_the_fewest_lane_deaths_first", func(k *kit) {
			first := k.suspect("1")
			k.laneDeath()
			second := k.suspect("2")
			k.env.Advance(ms)
			var got []store.RunID
			for range 2 {
				got = append(got, k.claims(k.worker(), 1, inLane)[0].Run.ID)
			}
			if !slices.Equal(got, []store.RunID{second, first}) {
				k.t.Error("the one with more deaths comes first")
			}
		}},
		{"a_blocked_suspect_obeys_both", func(k *kit) {
			k.suspect("order-1")
			w := k.worker()
			k.do(k.claim(w, inLane).block(time.Minute))
			k.noClaim(w, inLane)
			k.env.Advance(time.Minute)
			k.noClaim(w)
			k.claim(w, inLane)
		}},
		{"an_unlimited_activity_becomes_a_suspect", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3, func(a *store.Activity) { a.Limited = true }))
			for range store.SuspectDeaths {
				w := k.worker()
				if ts := k.tasks(w, 10); len(ts) != 2 {
					k.t.Fatalf("claimed %d", len(ts))
				}
				k.kill(w)
			}
			w := k.worker()
			if t := k.tick(w); t.ReadyActivities != 1 || t.Suspects != 1 {
				k.t.Errorf("ready %d, suspects %d", t.ReadyActivities, t.Suspects)
			}
			if t := k.task(w); t.ID != 3 || t.Deaths != 0 {
				k.t.Errorf("outside the lane: activity %d with %d deaths", t.ID, t.Deaths)
			}
			t := k.task(w, taskInLane)
			if t.ID != 2 || t.Deaths != store.SuspectDeaths || t.Attempt != store.SuspectDeaths+1 {
				k.t.Errorf("in the lane: %s", showTask(t))
			}
			k.retry(t)
			if a := k.pending(h.run).Activities[0]; a.Deaths != 0 {
				k.t.Errorf("an attempt that came to an end leaves %d deaths", a.Deaths)
			}
			if t := k.task(w); t.ID != 2 {
				k.t.Error("it is not claimable outside the lane again")
			}
		}},
		{"a_worker_has_one_lane_for_runs_and_activities", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3))
			for range store.SuspectDeaths {
				w := k.worker()
				k.tasks(w, 10)
				k.kill(w)
			}
			k.suspect("order-2")
			w := k.worker()
			k.claim(w, inLane)
			if ts := k.tasks(w, 10, taskInLane); len(ts) != 0 {
				k.t.Errorf("beside a run the lane takes %d activities", len(ts))
			}
			w = k.worker()
			t := k.task(w, taskInLane)
			if ts := k.tasks(w, 10, taskInLane); len(ts) != 0 {
				k.t.Errorf("the lane takes %d activities more", len(ts))
			}
			k.suspect("order-3")
			k.noClaim(w, inLane)
			k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Entry: store.Entry{ID: "end"}})
			k.claim(w, inLane)
		}},
		{"a_handed_back_suspect_activity_stays_one", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2))
			for range store.SuspectDeaths {
				w := k.worker()
				k.task(w)
				k.kill(w)
			}
			w := k.worker()
			k.retry(k.task(w, taskInLane), func(r *store.RetryActivity) { r.Consume = false })
			if ts := k.tasks(w, 1); len(ts) != 0 {
				k.t.Error("it is claimed outside the lane")
			}
			if t := k.task(w, taskInLane); t.Attempt != store.SuspectDeaths+1 {
				k.t.Errorf("attempt %d", t.Attempt)
			}
		}},
	}
}
