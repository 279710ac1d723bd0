package storetest

import (
	"errors"
	"time"

	"github.com/reprise-run/reprise/store"
)

// opening is a start with the first commit of its run, as a worker sends them: in one
// batch, before either is known to stand.
type opening struct {
	name string
	then func(*kit) []func(*store.Commit)
}

func allOpenings() []opening {
	just := func(change ...func(*store.Commit)) func(*kit) []func(*store.Commit) {
		return func(*kit) []func(*store.Commit) { return change }
	}
	return []opening{
		{"that_keeps_the_run", just()},
		{"that_closes_it", just(end, func(c *store.Commit) { c.Undelivered = 1 })},
		{"that_fails_it", just(end, func(c *store.Commit) { c.Status = store.Failed })},
		{"that_parks_it", just(park)},
		{"that_parks_it_near", just(prefer)},
		{"of_another_build_and_level", just(func(c *store.Commit) { c.Build, c.Level = "other", 2 })},
		{"of_several_rows", just(func(c *store.Commit) { c.Rows = append(c.Rows, row(3, 2)) })},
		{"with_a_timer", func(k *kit) []func(*store.Commit) {
			return []func(*store.Commit){startTimer(2, k.now().Add(time.Hour)), park}
		}},
		{"with_activities", just(schedule(2), schedule(3), park)},
		{"with_an_activity_of_its_own", func(k *kit) []func(*store.Commit) {
			return []func(*store.Commit){schedule(2, ownedBy(k.worker()))}
		}},
	}
}

func (o opening) set(k *kit) (*store.Start, *store.Commit) {
	change := o.then(k)
	w := k.worker()
	s := k.newStart(o.name, func(s *store.Start) { s.Owner, s.Claim, s.Priority = w, k.id(), 4 })
	return s, (&held{k: k, run: s.Run, owner: w, epoch: 1, seq: 2}).next(change...)
}

// openings has a start and the first commit come in one batch. The state must be the one
// they leave when the commit is sent after the answer to the start.
func openings() []scenario {
	var cases []scenario
	for _, o := range allOpenings() {
		state := "" // the same for each case
		apart := func(k *kit) string {
			if state == "" {
				k = k.again()
				s, c := o.set(k)
				k.do(s)
				k.do(c)
				state = k.dump()
			}
			return state
		}
		cases = append(cases, scenario{o.name, func(k *kit) {
			want := apart(k)
			s, c := o.set(k)
			outs := k.apply(s, c)
			if len(outs[0].Claims) != 1 || outs[0].Claims[0].Run.Epoch != 1 || outs[0].Claims[0].Run.NextSeq != 2 {
				k.t.Errorf("the start is answered %s", showOutcome(outs[0]))
			}
			if outs[1].Code != store.Done || outs[1].Owned || outs[1].Run != s.Run {
				k.t.Errorf("the commit is answered %s", showOutcome(outs[1]))
			}
			if d := diff(want, k.dump()); d != "" {
				k.t.Errorf("the state differs from the one when they come one after another:\n%s", d)
			}
			k.do(s) // late
			k.do(c)
			if d := diff(want, k.dump()); d != "" {
				k.t.Errorf("a late repetition changes it:\n%s", d)
			}
		}})
		for _, f := range []struct {
			name string
			kind Kind
		}{{"was_not_applied", LoseCall}, {"was_applied", LoseAnswer}, {"applied_just_before_the_repetition", DelayBefore}, {"applied_after_the_repetition", DelayAfter}} {
			cases = append(cases, scenario{o.name + "_" + f.name, func(k *kit) {
				want := apart(k)
				s, c := o.set(k)
				k.st = Faulty(k.st, At(1, Fault{Kind: f.kind}))
				if _, err := k.st.Apply(k.ctx, []store.Op{s, c}); !errors.Is(err, store.ErrUnknownOutcome) {
					k.t.Fatalf("the fault gives %v", err)
				}
				outs := k.apply(s, c)
				if outs[0].Code != store.Done || outs[1].Code != store.Done {
					k.t.Errorf("the repetition is answered %v, %v", outs[0].Code, outs[1].Code)
				}
				if first := f.kind == LoseCall || f.kind == DelayAfter; (first || c.Then == store.Keep) != (len(outs[0].Claims) == 1) {
					k.t.Errorf("the start's repetition has %d claims", len(outs[0].Claims))
				}
				if d := diff(want, k.dump()); d != "" {
					k.t.Errorf("the state differs from the one without a fault:\n%s", d)
				}
			}})
		}
		cases = append(cases, scenario{o.name + "_with_a_run_in_the_way", func(k *kit) {
			s, c := o.set(k)
			k.start(o.name)
			before := k.dump()
			outs := k.apply(s, c)
			if outs[0].Code != store.Exists || outs[1].Code != store.NotFound {
				k.t.Errorf("answered %v, %v; want exists, not found", outs[0].Code, outs[1].Code)
			}
			k.same(before)
		}}, scenario{o.name + "_among_others", func(k *kit) {
			s, c := o.set(k)
			one := k.begin(c.Owner, "one")
			two, next := o.set(k)
			two.WorkflowID = "two"
			outs := k.apply(one.next(), s, k.newStart("three"), two, c, next)
			for i, out := range outs {
				if out.Code != store.Done {
					k.t.Errorf("member %d is answered %v", i, out.Code)
				}
			}
			for _, run := range []store.RunID{s.Run, two.Run} {
				if rows := k.rows(run); len(rows) != 1+len(c.Rows) {
					k.t.Errorf("the history has %d rows", len(rows))
				}
			}
		}})
	}
	return cases
}
