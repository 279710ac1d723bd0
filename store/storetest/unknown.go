package storetest

import (
	"errors"

	"github.com/reprise-run/reprise/store"
)

// unknown loses the answer to each op in every way a commit can, and repeats the
// op. The outcome and the state must be the same as if nothing had gone wrong.
func unknown(w ways) []scenario {
	var cases []scenario
	for i, v := range verbs() {
		var want *world // computed once for all faults
		for _, f := range unknownWays(w, i) {
			cases = append(cases, scenario{v.name + "_" + f.name, func(k *kit) {
				if want == nil {
					want = v.undisturbed(k.again())
				}
				op := v.set(k)
				k.st = Faulty(k.st, At(1, Fault{Kind: f.kind}))
				if _, err := k.st.Apply(k.ctx, []store.Op{op}); !errors.Is(err, store.ErrUnknownOutcome) {
					k.t.Fatalf("the fault gives %v", err)
				}
				got := k.apply(op)[0]
				first := f.kind == LoseCall || f.kind == DelayAfter // the repetition arrived first
				switch {
				case v.fenced && !first && got.Code == store.Fenced:
				case v.rest && !first && got.Code == store.Done:
				default:
					if g := showOutcome(got); g != want.answer {
						k.t.Errorf("the repetition is answered %s\nwant %s", g, want.answer)
					}
				}
				if r, ok := op.(*store.Recover); ok {
					k.recoverAll(r.Dead)
				}
				if d := diff(want.state, k.dump()); d != "" {
					k.t.Errorf("the state differs from the one without a fault:\n%s", d)
				}
			}})
		}
	}
	return append(cases, unknownMore()...)
}

// unknownWay is how an answer is lost.
type unknownWay struct {
	name string
	kind Kind
}

func unknownWays(w ways, n int) []unknownWay {
	return chosen(w, n,
		unknownWay{"was_not_applied", LoseCall},
		unknownWay{"was_applied", LoseAnswer},
		unknownWay{"applied_just_before_the_repetition", DelayBefore},
		unknownWay{"applied_after_the_repetition", DelayAfter},
	)
}

// world is the answer to an op, and the state after it.
type world struct{ answer, state string }

// undisturbed returns the world in which nothing goes wrong.
func (v verb) undisturbed(k *kit) *world {
	k.t.Helper()
	op := v.set(k)
	answer := showOutcome(k.do(op))
	if r, ok := op.(*store.Recover); ok {
		k.recoverAll(r.Dead)
	}
	return &world{answer: answer, state: k.dump()}
}

func unknownMore() []scenario {
	return []scenario{
		{"redteam_2_a_claim_with_a_lost_answer_is_read_again_by_its_id", func(k *kit) {
			w := k.worker()
			for _, id := range []string{"1", "2", "3"} {
				k.start(id)
			}
			c := k.newClaim(w, 2)
			first := k.do(c)
			h := k.holding(w, first.Claims[0])
			h.commit(park)
			again := k.do(c)
			if len(again.Claims) != 1 || again.Claims[0].Run.ID != first.Claims[1].Run.ID {
				k.t.Errorf("the repetition has %d claims, want the one still held", len(again.Claims))
			}
			if left := k.claims(k.worker(), 10); len(left) != 1 {
				k.t.Errorf("%d runs are left, want 1", len(left))
			}
		}},
		{"redteam_2_a_claim_of_activities_with_a_lost_answer_is_read_again_by_its_id", func(k *kit) {
			w := k.worker()
			k.begin(w, "order-1").commit(schedule(2), schedule(3), schedule(4))
			c := &store.ClaimActivities{Worker: w, ID: k.id(), Max: 2, Filter: filter()}
			first, again := k.do(c), k.do(c)
			if showOutcome(first) != showOutcome(again) || len(again.Tasks) != 2 {
				k.t.Errorf("first %s\nagain %s", showOutcome(first), showOutcome(again))
			}
			for _, t := range again.Tasks {
				if t.Attempt != 1 {
					k.t.Errorf("activity %d is at attempt %d, want 1", t.ID, t.Attempt)
				}
			}
		}},
		{"redteam_7e_late_duplicate_brings_nothing_back", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			e := k.deliver(h.run, "a")
			c := h.next(take(e.Order), schedule(2), startTimer(3, k.now()))
			k.do(c)
			h.seq, h.last = h.seq+1, c.Token
			t := k.do(&store.ClaimActivities{Worker: w, ID: k.id(), Max: 1, Filter: filter()}).Tasks[0]
			k.do(&store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: t.Attempt, Entry: store.Entry{ID: "end"}})
			k.do(&store.Fire{Max: 10})
			before := k.dump()
			k.do(c) // already applied: Done, and no effect
			k.same(before)
			h.commit(func(c *store.Commit) {
				for _, e := range k.pending(h.run).Entries {
					c.Take = append(c.Take, e.Order)
				}
			})
			before = k.dump()
			k.do(c)
			k.same(before)
			h.commit(end)
			before = k.dump()
			k.do(c)
			k.same(before)
		}},
		{"a_late_park_does_not_speak_for_a_later_claim", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			c := h.next(park)
			k.do(c)
			k.deliver(h.run, "a")
			later := k.claim(w)
			before := k.dump()
			if out := k.do(c); out.Owned || len(out.Entries) != 0 {
				k.t.Errorf("the repetition is answered %s", showOutcome(out))
			}
			k.same(before)
			later.commit()
		}},
		{"a_late_refused_close_does_not_close_what_went_on", func(k *kit) {
			h := k.begin(k.worker(), "order-1")
			e := k.deliver(h.run, "a")
			c := h.next(closing)
			k.want(store.Refused, c)
			h.commit(take(e.Order))
			before := k.dump()
			k.want(store.Fenced, c)
			k.same(before)
			k.deliver(h.run, "b") // the sender is not held back
		}},
		{"an_end_is_known_again_by_its_activity_and_its_id", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)), schedule(3))
			end := func(activity int64, id string) *store.EndActivity {
				return &store.EndActivity{Run: h.run, Activity: activity, Worker: w, Attempt: 1, Entry: store.Entry{ID: id}}
			}
			k.deliver(h.run, "x")
			k.do(end(2, "x"))
			k.want(store.Fenced, end(3, "x"))
			k.want(store.Fenced, end(2, "y"))
			k.want(store.Fenced, end(2, ""))
			if out := k.do(end(2, "x")); out.Entries[0].Ref != 2 {
				k.t.Errorf("the repetition is answered %+v", out.Entries)
			}
		}},
		{"a_late_end_of_an_attempt_that_was_taken_is_fenced", func(k *kit) {
			w := k.worker()
			h := k.begin(w, "order-1")
			h.commit(schedule(2, ownedBy(w)))
			e := &store.EndActivity{Run: h.run, Activity: 2, Worker: w, Attempt: 1, Entry: store.Entry{ID: "end"}}
			h.commit(take(k.do(e).Entries[0].Order))
			before := k.dump()
			k.want(store.Fenced, e)
			k.same(before)
		}},
		{"join_and_leave_are_repeated_without_effect", func(k *kit) {
			w := k.worker()
			before := k.dump()
			k.ok(k.st.Join(k.ctx, store.Worker{ID: w, Build: theBuild, Level: 1, Host: "host", PID: 7, TTL: theTTL}))
			k.same(before)
			h := k.begin(w, "order-1")
			k.ok(k.st.Leave(k.ctx, w))
			before = k.dump()
			k.ok(k.st.Leave(k.ctx, w))
			k.same(before)
			if epoch := k.run(h.run).Epoch; epoch != h.epoch+1 {
				k.t.Errorf("epoch %d, want %d", epoch, h.epoch+1)
			}
		}},
	}
}
