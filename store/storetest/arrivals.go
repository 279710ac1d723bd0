package storetest

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// arrival is a batch that begins with deliveries, as a busy worker sends it. A store may
// apply such a batch on a special path.
type arrival struct {
	name string
	set  func(k *kit, w store.WorkerID) []store.Op
}

// named addresses a delivery by workflow id.
func named(workflowID string) func(*store.Deliver) {
	return func(d *store.Deliver) { d.Ref = store.Ref{WorkflowID: workflowID} }
}

func allArrivals() []arrival {
	one := func(set func(k *kit, w store.WorkerID) store.RunID) func(*kit, store.WorkerID) []store.Op {
		return func(k *kit, w store.WorkerID) []store.Op {
			run := set(k, w)
			return []store.Op{signal(run, "a", from(w)), signal(run, "", from(w), cancel), signal(run, "b", from(w))}
		}
	}
	// beside returns deliveries to a run that its owner holds, and the owner's next commit.
	// The commit takes an older entry. If news is set, there is one more that the owner has
	// not seen.
	beside := func(news bool, change ...func(*store.Commit)) func(*kit, store.WorkerID) []store.Op {
		return func(k *kit, w store.WorkerID) []store.Op {
			h := k.begin(w, "order-1")
			e := k.deliver(h.run, "old", from(w))
			h.saw([]store.Entry{e})
			if news {
				k.deliver(h.run, "news", from(w))
			}
			c := h.next(append(change, take(e.Order))...)
			return []store.Op{signal(h.run, "a", from(w)), signal(h.run, "b", from(w)), c}
		}
	}
	return []arrival{
		{"to_a_run_sticky_to_its_sender", one(func(k *kit, w store.WorkerID) store.RunID { return k.near(w, "order-1").run })},
		{"to_a_run_sticky_to_another", one(func(k *kit, w store.WorkerID) store.RunID { return k.near(k.worker(), "order-1").run })},
		{"to_a_run_that_is_not_sticky", one(func(k *kit, _ store.WorkerID) store.RunID { return k.parked("order-1") })},
		{"to_a_run_in_its_line", one(func(k *kit, w store.WorkerID) store.RunID { return k.left(w, "order-1").run })},
		{"to_a_run_that_is_new", one(func(k *kit, _ store.WorkerID) store.RunID { return k.start("order-1") })},
		{"to_a_run_of_its_sender", one(func(k *kit, w store.WorkerID) store.RunID { return k.begin(w, "order-1").run })},
		{"to_a_run_of_another", one(func(k *kit, _ store.WorkerID) store.RunID { return k.begin(k.worker(), "order-1").run })},
		{"to_a_run_that_was_given_back", one(func(k *kit, w store.WorkerID) store.RunID {
			k.left(w, "order-1")
			h := k.claim(w)
			k.do(&store.Release{Run: h.run, Worker: w, Epoch: h.epoch})
			return h.run
		})},
		{"to_a_blocked_run_that_waits", one(func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			k.do(h.block(ms))
			k.claim(w, byBuild("build-2")).commit(sticky)
			return h.run
		})},
		{"to_a_run_in_quarantine_that_waits", one(func(k *kit, w store.WorkerID) store.RunID {
			run := k.quarantined("order-1")
			k.claim(w, inQuarantine).commit(sticky)
			return run
		})},
		{"to_a_run_that_has_ended", one(func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			h.commit(end)
			return h.run
		})},
		{"to_a_run_that_is_closing", one(func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			k.deliver(h.run, "news")
			k.want(store.Refused, h.next(closing))
			return h.run
		})},
		{"to_no_run", one(func(k *kit, _ store.WorkerID) store.RunID { return k.id() })},
		{"that_are_there_already", one(func(k *kit, w store.WorkerID) store.RunID {
			h := k.begin(w, "order-1")
			k.deliver(h.run, "b", from(w))
			return h.run
		})},
		{"that_are_the_same", func(k *kit, w store.WorkerID) []store.Op {
			run := k.near(w, "order-1").run
			return []store.Op{signal(run, "a", from(w)), signal(run, "a", from(w)), signal(run, "a", cancel)}
		}},
		{"by_workflow_ids", func(k *kit, w store.WorkerID) []store.Op {
			k.near(w, "order-1")
			k.begin(w, "order-2")
			k.begin(w, "order-3").commit(end)
			k.env.Advance(ms)
			k.near(w, "order-3")
			ops := []store.Op{}
			for _, id := range []string{"order-1", "order-2", "order-1", "order-3"} {
				ops = append(ops, signal(store.RunID{}, "", from(w), named(id)))
			}
			return ops
		}},
		{"by_both_names_of_a_run", func(k *kit, w store.WorkerID) []store.Op {
			run := k.near(w, "order-1").run
			return []store.Op{signal(run, "a", from(w)), signal(run, "b", from(w), named("order-1")), signal(run, "a", named("order-1"))}
		}},
		{"of_two_senders", func(k *kit, w store.WorkerID) []store.Op {
			run := k.near(w, "order-1").run
			return []store.Op{signal(run, "a", from(w)), signal(run, "b", from(k.worker())), signal(run, "c")}
		}},
		{"of_which_the_second_would_go_on", func(k *kit, w store.WorkerID) []store.Op {
			run := k.near(w, "order-1").run
			return []store.Op{signal(run, "a", from(w)), signal(run, "b", from(w))}
		}},
		{"of_a_sender_for_another", func(k *kit, w store.WorkerID) []store.Op {
			run := k.near(w, "order-1").run
			return []store.Op{signal(run, "a", from(k.worker())), signal(run, "b", from(w))}
		}},
		{"of_nobody", func(k *kit, w store.WorkerID) []store.Op {
			return []store.Op{signal(k.near(w, "order-1").run, "a"), signal(k.begin(w, "order-2").run, "b")}
		}},
		{"beside_a_step", beside(false)},
		{"beside_a_step_over_news", beside(true)},
		{"beside_a_park", beside(false, sticky)},
		{"beside_a_park_over_news", beside(true, sticky)},
		{"beside_a_park_that_has_seen_more_than_there_is", beside(false, sticky, func(c *store.Commit) { c.Seen += 100 })},
		{"beside_a_park_that_has_seen_one_more", beside(false, sticky, func(c *store.Commit) { c.Seen++ })},
		{"beside_a_close", beside(false, end)},
		{"beside_a_close_that_holds_senders_back", beside(false, closing)},
		{"beside_a_step_that_is_fenced", beside(false, func(c *store.Commit) { c.Epoch += 100 })},
		{"beside_what_a_step_starts", beside(false, startTimer(7, time.Time{}.AddDate(2100, 0, 0)), schedule(8))},
		{"after_a_park", func(k *kit, w store.WorkerID) []store.Op {
			h := k.begin(w, "order-1")
			return []store.Op{h.next(sticky), signal(h.run, "a", from(w))}
		}},
		{"beside_a_step_of_another_run_and_a_start", func(k *kit, w store.WorkerID) []store.Op {
			h := k.begin(w, "order-1")
			run := k.near(w, "order-2").run
			s := k.newStart("order-3", func(s *store.Start) { s.Owner, s.Claim = w, k.id() })
			first := (&held{k: k, run: s.Run, owner: w, epoch: 1, seq: 2, last: s.Row.Token}).next(sticky)
			return []store.Op{signal(run, "a", from(w)), h.next(sticky), s, first}
		}},
		{"before_their_run_is_started", func(k *kit, w store.WorkerID) []store.Op {
			return []store.Op{signal(store.RunID{}, "a", from(w), named("order-1")), k.newStart("order-1")}
		}},
	}
}

// arrivals checks that each batch has the same effect as its members sent one after
// another, and the same effect with other ops among them.
func arrivals(ways ways) []scenario {
	var cases []scenario
	for i, a := range allArrivals() {
		cases = append(cases, scenario{a.name, func(k *kit) {
			apart := k.again()
			w := apart.worker()
			taking := apart.newTake(w, 10)
			var want []store.Outcome
			var claims string
			for _, op := range a.set(apart, w) {
				outs := apart.apply(op, taking)
				want, claims = append(want, outs[0]), showOutcome(inOrder(outs[1]))
			}
			state := apart.dump()
			for _, more := range chosen(ways, i, nil, []store.Op{&store.Beat{}}, []store.Op{&store.Sweep{}}) {
				k := k.again()
				w := k.worker()
				taking := k.newTake(w, 10)
				outs := k.apply(append(append(a.set(k, w), more...), taking)...)
				if got := showOutcome(inOrder(outs[len(outs)-1])); got != claims {
					k.t.Errorf("with %v: it takes %s\none by one %s", more, got, claims)
				}
				for i := range want {
					if g, w := showOutcome(outs[i]), showOutcome(want[i]); g != w {
						k.t.Errorf("with %v: member %d is answered %s\nalone %s", more, i, g, w)
					}
				}
				if d := diff(state, k.dump()); d != "" {
					k.t.Errorf("with %v the state differs from the one when they come one after another:\n%s", more, d)
				}
				k.audit()
			}
		}})
	}
	return cases
}
