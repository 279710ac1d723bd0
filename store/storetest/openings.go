package storetest

import (
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// opening is a start with the first commit of its run in one op, as a worker sends it
// before either is acknowledged.
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
		{"that_parks_it_near", just(sticky)},
		{"of_another_build_and_level", just(func(c *store.Commit) { c.Build, c.Level = "other", 2 })},
		{"of_several_rows", just(func(c *store.Commit) { c.Rows = append(c.Rows, row(3, 2)) })},
		{"that_closes_it_over_what_it_asks_for", func(k *kit) []func(*store.Commit) {
			return []func(*store.Commit){startTimer(2, k.now().Add(time.Hour)), schedule(3), end}
		}},
		{"with_a_timer", func(k *kit) []func(*store.Commit) {
			return []func(*store.Commit){startTimer(2, k.now().Add(time.Hour)), park}
		}},
		{"with_activities", just(schedule(2), schedule(3), park)},
		{"with_an_activity_of_its_own", func(k *kit) []func(*store.Commit) {
			return []func(*store.Commit){schedule(2, ownedBy(k.worker()))}
		}},
	}
}

func (o opening) set(k *kit) *store.Start {
	s, c := o.apart(k)
	c.Seq, c.After, c.Rows[0] = 1, store.Token{}, row(1, 1+c.Rows[0].N)
	s.Row, s.First = store.Row{}, c
	return s
}

// apart returns the opening as two ops: the start, then the commit.
func (o opening) apart(k *kit) (*store.Start, *store.Commit) {
	change := o.then(k)
	w := k.worker()
	s := k.newStart(o.name, func(s *store.Start) { s.Owner, s.Claim, s.Priority = w, k.id(), 4 })
	return s, (&held{k: k, run: s.Run, owner: w, epoch: 1, seq: 2, last: s.Row.Token}).next(change...)
}

// begun is the dump without the rows at seqs 1 and 2, which an opening writes as one row.
func (k *kit) begun() string {
	k.t.Helper()
	var b strings.Builder
	for line := range strings.Lines(k.dump()) {
		if !strings.HasPrefix(line, "  row 1+") && !strings.HasPrefix(line, "  row 2+") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// openings creates runs together with their first commit. The resulting state must be the
// same as when the commit follows the answer to the start.
func openings(w ways) []scenario {
	var cases []scenario
	for i, o := range allOpenings() {
		state := "" // the same for each case
		apart := func(k *kit) string {
			if state == "" {
				k = k.again()
				s, c := o.apart(k)
				k.do(s)
				k.do(c)
				state = k.begun()
			}
			return state
		}
		cases = append(cases, scenario{o.name, func(k *kit) {
			want := apart(k)
			s := o.set(k)
			out := k.do(s)
			if len(out.Claims) != 1 || out.Claims[0].Run.Epoch != 1 || out.Run != s.Run || out.Owned {
				k.t.Errorf("it is answered %s", showOutcome(out))
			}
			if keeps := s.First.Then == store.Keep; keeps != (out.Owner == s.Owner) || !keeps && out.Owner != uuid.Nil {
				k.t.Errorf("the owner is said to be %v", out.Owner)
			}
			if d := diff(want, k.begun()); d != "" {
				k.t.Errorf("the state differs from the one when they come one after another:\n%s", d)
			}
			if rows := k.rows(s.Run); len(rows) != len(s.First.Rows) || rows[0].N != s.First.Rows[0].N || rows[0].Token != s.First.Token {
				k.t.Errorf("the history has the rows %v", rows)
			}
			k.do(s) // late
			if d := diff(want, k.begun()); d != "" {
				k.t.Errorf("a late repetition changes it:\n%s", d)
			}
			other := *s.First
			other.Token = k.id()
			s.First = &other
			k.want(store.Fenced, s)
			if d := diff(want, k.begun()); d != "" {
				k.t.Errorf("another first commit changes it:\n%s", d)
			}
		}})
		for _, f := range unknownWays(w, i) {
			cases = append(cases, scenario{o.name + "_" + f.name, func(k *kit) {
				want := apart(k)
				s := o.set(k)
				k.st = Faulty(k.st, At(1, Fault{Kind: f.kind}))
				if _, err := k.st.Apply(k.ctx, []store.Op{s}); !errors.Is(err, store.ErrUnknownOutcome) {
					k.t.Fatalf("the fault gives %v", err)
				}
				out := k.do(s)
				if first := f.kind == LoseCall || f.kind == DelayAfter; (first || s.First.Then == store.Keep) != (len(out.Claims) == 1) {
					k.t.Errorf("the repetition has %d claims", len(out.Claims))
				}
				if d := diff(want, k.begun()); d != "" {
					k.t.Errorf("the state differs from the one without a fault:\n%s", d)
				}
			}})
		}
		cases = append(cases, scenario{o.name + "_with_a_run_in_the_way", func(k *kit) {
			s := o.set(k)
			k.start(o.name)
			before := k.dump()
			k.want(store.Exists, s)
			k.same(before)
		}}, scenario{o.name + "_among_others", func(k *kit) {
			s := o.set(k)
			one := k.begin(s.Owner, "one")
			two := o.set(k)
			two.WorkflowID = "two"
			outs := k.apply(one.next(), s, k.newStart("three"), two)
			for i, out := range outs {
				if out.Code != store.Done {
					k.t.Errorf("member %d is answered %v", i, out.Code)
				}
			}
			for _, run := range []store.RunID{s.Run, two.Run} {
				if rows := k.rows(run); len(rows) != len(s.First.Rows) {
					k.t.Errorf("the history has %d rows", len(rows))
				}
			}
		}})
	}
	return cases
}
