package storetest

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
)

func sticky(c *store.Commit) { park(c); c.Sticky = true }

// left returns a parked run that is sticky to w and ready.
func (k *kit) left(w store.WorkerID, workflowID string) *held {
	k.t.Helper()
	h := k.begin(w, workflowID)
	h.commit(sticky)
	k.deliver(h.run, "a")
	return h
}

func dispatch() []scenario {
	full := func(f *store.Filter) { f.Full = []string{"other", theQueue} }
	return []scenario{
		{"a_ready_run_is_left_to_the_worker_it_is_sticky_to", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.left(a, "order-1")
			k.noClaim(b)
			if t := k.tick(b); t.ReadyRuns != 0 || !t.NextReady.IsZero() {
				k.t.Errorf("another worker: ready %d, next %s", t.ReadyRuns, clock(t.NextReady))
			}
			if t := k.tick(a); t.ReadyRuns != 1 {
				k.t.Errorf("the one it is sticky to: ready %d", t.ReadyRuns)
			}
			if got := k.claim(a); got.run != h.run {
				k.t.Error("it claims another run")
			}
		}},
		{"a_run_is_sticky_for_a_moment", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			h.commit(sticky)
			k.env.Advance(theTTL - time.Second) // the time counts from when the run becomes ready
			k.deliver(h.run, "a")
			k.renew(a)
			k.env.Advance(store.StickyFor - ms)
			k.deliver(h.run, "more news prolong nothing")
			k.noClaim(b)
			k.env.Advance(ms)
			if t := k.tick(b); t.ReadyRuns != 1 {
				k.t.Errorf("ready %d", t.ReadyRuns)
			}
			k.claim(b)
		}},
		{"a_run_is_sticky_while_its_worker_lives", func(k *kit) {
			for name, end := range map[string]func(store.WorkerID){
				"left":      func(w store.WorkerID) { k.ok(k.st.Leave(k.ctx, w)) },
				"condemned": k.condemn,
				"recovered": k.kill,
				"expired": func(w store.WorkerID) {
					k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Serves: filter(), TTL: ms}))
					k.env.Advance(2 * ms)
				},
			} {
				w := k.worker()
				h := k.left(w, name)
				young := k.worker()
				k.noClaim(young)
				end(w)
				if t := k.tick(young); t.ReadyRuns != 1 {
					k.t.Errorf("%s: ready %d", name, t.ReadyRuns)
				}
				if got := k.claim(young); got.run != h.run {
					k.t.Errorf("%s: another run is claimed", name)
				}
			}
		}},
		{"no_run_is_sticky_but_by_a_park_that_says_so", func(k *kit) {
			a, b := k.worker(), k.worker()
			for name, leave := range map[string]func(*held){
				"park": func(h *held) { h.commit(park); k.deliver(h.run, "a") },
				"release": func(h *held) {
					h.commit(sticky)
					k.deliver(h.run, "a")
					h = k.claim(a)
					k.do(&store.Release{Run: h.run, Worker: a, Epoch: h.epoch})
				},
				"resume": func(h *held) {
					h.commit(sticky)
					k.deliver(h.run, "a")
					k.do(&store.Resume{Ref: store.Ref{Run: h.run}})
				},
				"park elsewhere": func(h *held) {
					h.commit(sticky)
					e := k.deliver(h.run, "a")
					k.env.Advance(store.StickyFor)
					k.claim(b).commit(park, take(e.Order))
					k.deliver(h.run, "b")
				},
				"take-over": func(h *held) {
					h.commit(sticky)
					k.deliver(h.run, "a")
					k.claim(a)
					k.kill(a)
					a = k.worker()
				},
			} {
				k.renew(a)
				leave(k.begin(a, name))
				k.claim(b).commit(end)
			}
		}},
		{"a_run_released_with_news_is_sticky_too", func(k *kit) {
			a, b := k.worker(), k.worker()
			h := k.begin(a, "order-1")
			e := k.deliver(h.run, "a")
			h.saw([]store.Entry{e})
			if out := h.commit(sticky); out.Owned {
				k.t.Fatal("it is not released")
			}
			k.noClaim(b)
			k.claim(a)
		}},
		{"the_last_park_says_to_whom_a_run_is_sticky", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.left(a, "order-1")
			k.env.Advance(store.StickyFor)
			h := k.claim(b)
			h.commit(sticky, take(h.seen))
			k.deliver(h.run, "b")
			k.noClaim(a)
			k.claim(b)
		}},
		{"a_blocked_run_and_a_quarantined_one_are_not_sticky", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			k.do(h.block(ms))
			h = k.claim(w, byBuild("build-2"))
			h.commit(sticky) // no progress, so the run stays blocked
			k.env.Advance(ms)
			k.deliver(h.run, "a")
			h = k.claim(k.worker())
			h.commit(end, take(h.seen+1))

			run := k.quarantined("quarantined")
			k.claim(w, inQuarantine).commit(sticky)
			k.deliver(run, "a")
			k.claim(k.worker(), inQuarantine)
		}},
		{"what_is_left_to_another_worker_holds_up_nothing_behind_it", func(k *kit) {
			a, b := k.worker(), k.worker()
			k.left(a, "order-1")
			other := k.start("order-2", func(s *store.Start) { s.Priority = 7 })
			if h := k.claim(b); h.run != other { // although the run left to a comes before it
				k.t.Error("it claims another run")
			}
		}},

		{"workers_know_what_their_peers_have_free", func(k *kit) {
			a, b := k.worker(), k.worker()
			if p := k.tick(a).Peers; len(p) != 1 || p[0] != (store.Peer{ID: b, Slots: theSlots, Load: store.Load{Free: theSlots}}) {
				k.t.Errorf("b has joined: %+v", p)
			}
			told := store.Load{Held: 5, Free: 3}
			k.tick(b, func(q *store.Tick) { q.Load = told })
			if p := k.tick(a).Peers; p[0].Load.Held != 0 {
				k.t.Errorf("it neither renewed nor told: %+v", p)
			}
			k.tick(b, func(q *store.Tick) { q.Load, q.Tell = told, true })
			if p := k.tick(a).Peers; p[0].Load != told {
				k.t.Errorf("told: %+v", p)
			}
			told.Held = 6
			k.tick(b, func(q *store.Tick) { q.Load, q.Renew = told, theTTL })
			if p := k.tick(a).Peers; p[0].Load != told {
				k.t.Errorf("renewed: %+v", p)
			}
			k.ok(k.st.Join(k.ctx, store.Worker{ID: b, Serves: filter(), Level: 1, Slots: 2, TTL: theTTL}))
			if p := k.tick(a).Peers; p[0].Slots != 2 || p[0].Load != told {
				k.t.Errorf("joined again: %+v", p)
			}
			young := k.worker()
			ids := []store.WorkerID{b, young}
			slices.SortFunc(ids, func(a, b store.WorkerID) int { return slices.Compare(a[:], b[:]) })
			if p := k.tick(a).Peers; len(p) != 2 || p[0].ID != ids[0] || p[1].ID != ids[1] {
				k.t.Errorf("not in the order of their ids: %+v", p)
			}
		}},
		{"a_peer_is_alive_and_can_run_all_of_it", func(k *kit) {
			a := k.worker()
			join := func(change func(*store.Worker)) store.WorkerID {
				w := store.Worker{ID: k.id(), Level: 1, Serves: filter(), Slots: 1, TTL: theTTL}
				change(&w)
				k.ok(k.st.Join(k.ctx, w))
				return w.ID
			}
			for name, change := range map[string]func(*store.Worker){
				"namespace":  func(w *store.Worker) { w.Serves.Namespace = "other" },
				"queue":      func(w *store.Worker) { w.Serves.Queues = []string{"other"} },
				"workflow":   func(w *store.Worker) { w.Serves.Workflows = nil },
				"activity":   func(w *store.Worker) { w.Serves.Activities = []string{"other", theWorkflow} },
				"level":      func(w *store.Worker) { w.Level = 0 },
				"lease over": func(w *store.Worker) { w.TTL = 0; defer k.env.Advance(ms) },
			} {
				w := join(change)
				if name == "lease over" {
					k.env.Advance(ms)
				}
				if p := k.tick(a).Peers; len(p) != 0 {
					k.t.Errorf("%s: %+v", name, p)
				}
				k.ok(k.st.Leave(k.ctx, w))
			}
			w := join(func(w *store.Worker) {
				w.Level, w.Build = 2, "build-2"
				w.Serves.Queues = append([]string{"more"}, w.Serves.Queues...)
				w.Serves.Full = []string{theQueue} // Full changes often: a worker is a peer with free slots and without
			})
			if p := k.tick(a).Peers; len(p) != 1 || p[0].ID != w {
				k.t.Errorf("who can run more is a peer: %+v", p)
			}
			if p := k.tick(w, func(q *store.Tick) { q.Filter.Queues = append(q.Filter.Queues, "more") }).Peers; len(p) != 0 {
				k.t.Errorf("who can run less is none: %+v", p)
			}
			k.condemn(w)
			if p := k.tick(a).Peers; len(p) != 0 {
				k.t.Errorf("the dead are none: %+v", p)
			}
		}},

		{"seeds_68_nothing_is_taken_of_a_full_queue_but_what_is_past_its_deadline", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2), schedule(3, func(a *store.Activity) { a.Delay = time.Second }),
				schedule(4, func(a *store.Activity) { a.Deadline = k.now().Add(time.Minute) }))
			k.start("order-2")
			filled := func(q *store.Tick) { full(&q.Filter) }
			if t := k.tick(w, filled); t.ReadyActivities != 0 || t.ReadyRuns != 1 || !t.NextReady.Equal(k.now().Add(time.Minute)) {
				k.t.Errorf("full: %d activities, %d runs, next %s", t.ReadyActivities, t.ReadyRuns, clock(t.NextReady))
			}
			if ts := k.tasks(w, 10, func(c *store.ClaimActivities) { full(&c.Filter) }); len(ts) != 0 {
				k.t.Errorf("full: %d are claimed", len(ts))
			}
			k.claim(w, func(c *store.Claim) { full(&c.Filter) })
			if t := k.tick(w); t.ReadyActivities != 2 || !t.NextReady.Equal(k.now().Add(time.Second)) {
				k.t.Errorf("with room: %d activities, next %s", t.ReadyActivities, clock(t.NextReady))
			}
			k.env.Advance(time.Minute)
			if ts := k.tasks(w, 10, func(c *store.ClaimActivities) { full(&c.Filter) }); len(ts) != 1 || ts[0].ID != 4 {
				k.t.Errorf("past its deadline: %d are claimed", len(ts))
			}
		}},
	}
}
