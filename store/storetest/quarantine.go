package storetest

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

// quarantineDeath makes a new worker claim the only run in quarantine and die.
func (k *kit) quarantineDeath() store.RunID {
	k.t.Helper()
	w := k.worker()
	h := k.claim(w, inQuarantine)
	k.kill(w)
	return h.run
}

func quarantines() []scenario {
	return []scenario{
		{"redteam_13_a_quarantined_run_is_claimed_only_in_quarantine", func(k *kit) {
			a := k.worker()
			h := k.begin(a, "order-1")
			k.kill(a)
			if t := k.tick(k.worker()); t.ReadyRuns != 1 || t.Quarantined != 0 {
				k.t.Errorf("after one death: ready %d, quarantined %d", t.ReadyRuns, t.Quarantined)
			}
			w := k.worker()
			k.noClaim(w, inQuarantine)
			k.claim(w)
			k.kill(w)
			w = k.worker()
			if r := k.run(h.run); r.Deaths != store.QuarantineAfter || r.QuarantineDeaths != 0 {
				k.t.Errorf("deaths %d+%d", r.Deaths, r.QuarantineDeaths)
			}
			if t := k.tick(w); t.ReadyRuns != 0 || t.Quarantined != 1 {
				k.t.Errorf("after two: ready %d, quarantined %d", t.ReadyRuns, t.Quarantined)
			}
			k.noClaim(w)
			if got := k.claim(w, inQuarantine); got.run != h.run {
				k.t.Error("quarantine brings another run")
			}
			if t := k.tick(w); t.Quarantined != 0 {
				k.t.Errorf("claimed, it is still counted: %d", t.Quarantined)
			}
		}},
		{"redteam_13_twenty_deaths_in_a_row_outside_quarantine_block_nothing", func(k *kit) {
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
				// Even in quarantine, the worker makes progress before it is killed.
				if cs := k.claims(w, 10, inQuarantine); len(cs) == 1 {
					k.holding(w, cs[0]).commit(progress)
				}
				k.kill(w)
			}
			for _, id := range runs {
				if r := k.run(id); r.Blocked != nil {
					k.t.Errorf("run %s is blocked: %s", r.WorkflowID, r.Blocked.Reason)
				}
			}
		}},
		{"quarantine_holds_one_at_a_time", func(k *kit) {
			k.quarantined("1")
			k.quarantined("2")
			w := k.worker()
			if cs := k.claims(w, 10, inQuarantine); len(cs) != 1 {
				k.t.Fatalf("quarantine takes %d runs", len(cs))
			}
			k.noClaim(w, inQuarantine)
			if cs := k.claims(k.worker(), 10, inQuarantine); len(cs) != 1 {
				k.t.Errorf("another worker's quarantine takes %d runs", len(cs))
			}
		}},
		{"quarantine_is_free_again_when_its_run_leaves_the_worker", func(k *kit) {
			w := k.worker()
			for _, c := range []struct {
				name  string
				leave func(*held)
			}{
				{"park", func(h *held) { h.commit(park) }},
				{"close", func(h *held) { h.commit(end) }},
				{"progress", func(h *held) { h.commit(progress) }},
				{"block", func(h *held) { k.do(h.block(time.Hour)) }},
				{"terminate", func(h *held) {
					k.do(&store.Terminate{Ref: store.Ref{Run: h.run}, Token: k.id(), Data: []byte{1}, N: 1})
				}},
				{"resume", func(h *held) { k.do(&store.Resume{Ref: store.Ref{Run: h.run}}) }},
			} {
				run := k.quarantined(c.name)
				h := k.claim(w, inQuarantine)
				if h.run != run {
					k.t.Fatalf("%s: quarantine brings another run", c.name)
				}
				c.leave(h)
			}
			k.quarantined("last")
			k.claim(w, inQuarantine)
		}},
		{"a_death_in_quarantine_is_held_against_the_named_run_only", func(k *kit) {
			run := k.quarantined("quarantined")
			w := k.worker()
			other := k.begin(w, "other")
			k.claim(w, inQuarantine)
			k.kill(w)
			if r := k.run(run); r.Deaths != store.QuarantineAfter || r.QuarantineDeaths != 1 {
				k.t.Errorf("the run in quarantine has deaths %d+%d", r.Deaths, r.QuarantineDeaths)
			}
			if r := k.run(other.run); r.Deaths != 1 || r.QuarantineDeaths != 0 {
				k.t.Errorf("its neighbour has deaths %d+%d", r.Deaths, r.QuarantineDeaths)
			}
		}},
		{"seeds_30_the_last_death_in_quarantine_blocks_the_run", func(k *kit) {
			run := k.quarantined("order-1")
			for i := 1; i < store.QuarantineDeaths; i++ {
				k.quarantineDeath()
				if r := k.run(run); r.QuarantineDeaths != i || r.Blocked != nil {
					k.t.Fatalf("after %d deaths in quarantine: %s", i, showRun(r))
				}
			}
			k.quarantineDeath()
			r := k.run(run)
			if r.QuarantineDeaths != store.QuarantineDeaths || r.Blocked == nil || r.Blocked.Reason != store.ReasonPoison ||
				r.Blocked.Text == "" || r.Blocked.Count != 1 || !r.Blocked.Until.IsZero() {
				k.t.Fatalf("blocked: %s", showRun(r))
			}
			w := k.worker()
			for range 2 {
				for _, build := range []string{theBuild, "build-2"} {
					other := func(c *store.Claim) { c.Filter.Build = build }
					k.noClaim(w, other)
					k.noClaim(w, other, inQuarantine)
				}
				if t := k.tick(w); t.Quarantined != 0 || t.ReadyRuns != 0 || !t.NextReady.IsZero() {
					k.t.Errorf("the tick says quarantined %d, ready %d, next %s", t.Quarantined, t.ReadyRuns, clock(t.NextReady))
				}
				k.env.Advance(1000 * time.Hour)
			}
			k.deliver(run, "collected")
			k.do(&store.Resume{Ref: store.Ref{Run: run}})
			if r := k.run(run); r.Deaths != 0 || r.QuarantineDeaths != 0 || r.Blocked != nil {
				k.t.Errorf("resumed: %s", showRun(r))
			}
			k.claim(w)
		}},
		{"a_worker_without_a_row_has_no_quarantine_to_be_named_in", func(k *kit) {
			run := k.quarantined("order-1")
			ghost := k.id()
			k.claim(ghost, inQuarantine)
			k.recoverAll(ghost)
			if r := k.run(run); r.Deaths != store.QuarantineAfter+1 || r.QuarantineDeaths != 0 {
				k.t.Errorf("deaths %d+%d", r.Deaths, r.QuarantineDeaths)
			}
		}},
		{"absolution_clears_deaths_and_block", func(k *kit) {
			run := k.quarantined("order-1")
			k.quarantineDeath()
			w := k.worker()
			h := k.claim(w, inQuarantine)
			h.commit()
			if r := k.run(run); r.Deaths != store.QuarantineAfter || r.QuarantineDeaths != 1 {
				k.t.Errorf("a commit alone forgets: %d+%d", r.Deaths, r.QuarantineDeaths)
			}
			h.commit(progress)
			if r := k.run(run); r.Deaths != 0 || r.QuarantineDeaths != 0 || r.Owner != w {
				k.t.Errorf("after progress: %s", showRun(r))
			}
			k.kill(w)
			if r := k.run(run); r.Deaths != 1 || r.QuarantineDeaths != 0 {
				k.t.Errorf("the next death is counted as %d+%d: it had left quarantine", r.Deaths, r.QuarantineDeaths)
			}
			k.claim(k.worker())
		}},
		{"quarantine_takes_the_fewest_deaths_first", func(k *kit) {
			first := k.quarantined("1")
			k.quarantineDeath()
			second := k.quarantined("2")
			k.env.Advance(ms)
			var got []store.RunID
			for range 2 {
				got = append(got, k.claims(k.worker(), 1, inQuarantine)[0].Run.ID)
			}
			if !slices.Equal(got, []store.RunID{second, first}) {
				k.t.Error("the one with more deaths comes first")
			}
		}},
		{"a_blocked_run_in_quarantine_obeys_both", func(k *kit) {
			k.quarantined("order-1")
			w := k.worker()
			k.do(k.claim(w, inQuarantine).block(time.Minute))
			k.noClaim(w, inQuarantine)
			k.env.Advance(time.Minute)
			k.noClaim(w)
			k.claim(w, inQuarantine)
		}},
		{"an_unlimited_activity_is_quarantined", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3, func(a *store.Activity) { a.Limited = true }))
			for range store.QuarantineAfter {
				w := k.worker()
				if ts := k.tasks(w, 10); len(ts) != 2 {
					k.t.Fatalf("claimed %d", len(ts))
				}
				k.kill(w)
			}
			w := k.worker()
			if t := k.tick(w); t.ReadyActivities != 1 || t.Quarantined != 1 {
				k.t.Errorf("ready %d, quarantined %d", t.ReadyActivities, t.Quarantined)
			}
			if t := k.task(w); t.ID != 3 || t.Deaths != 0 {
				k.t.Errorf("outside quarantine: activity %d with %d deaths", t.ID, t.Deaths)
			}
			t := k.task(w, taskInQuarantine)
			if t.ID != 2 || t.Deaths != store.QuarantineAfter || t.Attempt != store.QuarantineAfter+1 {
				k.t.Errorf("in quarantine: %s", showTask(t))
			}
			k.retry(t)
			if a := k.pending(h.run).Activities[0]; a.Deaths != 0 {
				k.t.Errorf("an attempt that came to an end leaves %d deaths", a.Deaths)
			}
			if t := k.task(w); t.ID != 2 {
				k.t.Error("it is not claimable outside quarantine again")
			}
		}},
		{"a_worker_has_one_quarantine_for_runs_and_activities", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2), schedule(3))
			for range store.QuarantineAfter {
				w := k.worker()
				k.tasks(w, 10)
				k.kill(w)
			}
			k.quarantined("order-2")
			w := k.worker()
			k.claim(w, inQuarantine)
			if ts := k.tasks(w, 10, taskInQuarantine); len(ts) != 0 {
				k.t.Errorf("beside a run quarantine takes %d activities", len(ts))
			}
			w = k.worker()
			t := k.task(w, taskInQuarantine)
			if ts := k.tasks(w, 10, taskInQuarantine); len(ts) != 0 {
				k.t.Errorf("quarantine takes %d activities more", len(ts))
			}
			k.quarantined("order-3")
			k.noClaim(w, inQuarantine)
			k.do(&store.EndActivity{Run: t.Run, Activity: t.ID, Worker: w, Attempt: t.Attempt, Entry: store.Entry{ID: "end"}})
			k.claim(w, inQuarantine)
		}},
		{"a_quarantined_activity_handed_back_stays_so", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			h.commit(schedule(2))
			for range store.QuarantineAfter {
				w := k.worker()
				k.task(w)
				k.kill(w)
			}
			w := k.worker()
			k.retry(k.task(w, taskInQuarantine), func(r *store.RetryActivity) { r.Consume = false })
			if ts := k.tasks(w, 1); len(ts) != 0 {
				k.t.Error("it is claimed outside quarantine")
			}
			if t := k.task(w, taskInQuarantine); t.Attempt != store.QuarantineAfter+1 {
				k.t.Errorf("attempt %d", t.Attempt)
			}
		}},
	}
}
