package storetest_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

var mutantFlag = flag.String("mutant", "", "run the suite on this broken store; it must fail")

// mutant is a store that breaks one promise.
type mutant struct {
	store.Store
	rewrite func(m *mutant, op store.Op) store.Op
	apply   func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error)
}

func (m *mutant) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if m.rewrite != nil {
		changed := make([]store.Op, len(ops))
		for i, op := range ops {
			if changed[i] = op; store.Check(op) == nil {
				changed[i] = m.rewrite(m, op)
			}
		}
		ops = changed
	}
	if m.apply != nil {
		return m.apply(m, ctx, ops)
	}
	return m.Store.Apply(ctx, ops)
}

// change makes a rewrite for one kind of op.
func change[T any, P interface {
	*T
	store.Op
}](f func(m *mutant, op P)) func(*mutant, store.Op) store.Op {
	return func(m *mutant, op store.Op) store.Op {
		p, ok := op.(P)
		if !ok {
			return op
		}
		c := *p
		f(m, &c)
		return P(&c)
	}
}

// mutants are bugs that such stores have had.
var mutants = map[string]mutant{
	"a request is delivered twice": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		outs, err := m.Store.Apply(ctx, ops)
		if err != nil {
			return nil, err
		}
		for _, out := range outs {
			for _, f := range out.Forwarded {
				if f.Code == store.Done {
					again := store.Entry{Kind: f.Entry.Kind, Data: f.Entry.Data}
					_, err = m.Store.Apply(ctx, []store.Op{&store.Deliver{Ref: store.Ref{Run: f.Run}, Entry: again}})
				}
			}
		}
		return outs, err
	}},
	"a message is relayed twice": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		outs, err := m.Store.Apply(ctx, ops)
		for i, op := range ops {
			if o, ok := op.(*store.Relay); ok && err == nil && o.Deliver != nil && outs[i].Code == store.Done && o.Deliver.Entry.Kind == store.EntrySignal {
				again := *o.Deliver
				again.Entry.ID = ""
				_, err = m.Store.Apply(ctx, []store.Op{&again})
			}
		}
		return outs, err
	}},
	"a child forgets its parent": {rewrite: change(func(_ *mutant, o *store.Relay) {
		if o.Start != nil {
			start := *o.Start
			start.Parent, o.Start = store.RunID{}, &start
		}
	})},
	"no answer is given":           {rewrite: change(func(_ *mutant, o *store.Relay) { o.Answers = nil })},
	"any chain is asked to cancel": {rewrite: change(func(_ *mutant, o *store.Relay) { o.Chain = store.RunID{} })},
	"requests are forwarded whatever their namespace": {rewrite: change(func(_ *mutant, o *store.Forward) {
		if o.Namespace == "" {
			o.Namespace = "one"
		}
	})},
	"retention keeps no keys": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		outs, err := m.Store.Apply(ctx, ops)
		for _, op := range ops {
			if o, ok := op.(*store.Retain); ok && err == nil && store.Check(op) == nil && !o.Dry {
				_, err = m.Store.Apply(ctx, []store.Op{&store.Retain{Namespace: o.Namespace, Age: math.MaxInt64, Tombstones: 1, Max: 1000}})
			}
		}
		return outs, err
	}},
	"retention is too early":        {rewrite: change(func(_ *mutant, o *store.Retain) { o.Age -= min(o.Age, time.Millisecond) })},
	"retention knows one namespace": {rewrite: change(func(_ *mutant, o *store.Retain) { o.Namespace = "" })},
	"retention begins anew":         {rewrite: change(func(_ *mutant, o *store.Retain) { o.From = time.Time{} })},
	"retention has no bound":        {rewrite: change(func(_ *mutant, o *store.Retain) { o.Max = 1 << 20 })},
	"a dry retain removes":          {rewrite: change(func(_ *mutant, o *store.Retain) { o.Dry = false })},
	"sticky to nobody":              {rewrite: change(func(_ *mutant, o *store.Commit) { o.Sticky = false })},
	"sticky without being asked":    {rewrite: change(func(_ *mutant, o *store.Commit) { o.Sticky = o.Then == store.Park })},
	"keeps nothing":                 {rewrite: change(func(_ *mutant, o *store.EndActivity) { o.Keep = nil })},
	"takes of nobody's own":         {rewrite: change(func(_ *mutant, o *store.ClaimActivities) { o.Filter.Own = "" })},
	"takes of no gone":              {rewrite: change(func(_ *mutant, o *store.ClaimActivities) { o.Gone = false })},
	"takes of the full":             {rewrite: change(func(_ *mutant, o *store.ClaimActivities) { o.Filter.Full = nil })},
	"not atomic": {apply: func(m *mutant, ctx context.Context, ops []store.Op) (outs []store.Outcome, err error) {
		for i, op := range ops {
			out, err := m.Store.Apply(ctx, []store.Op{op})
			if err != nil {
				return nil, &store.MemberError{Index: i, Err: err}
			}
			outs = append(outs, out...)
		}
		return outs, nil
	}},
	"epoch is not compared": {rewrite: change(func(m *mutant, c *store.Commit) {
		if r, err := m.Run(context.Background(), store.Ref{Run: c.Run}); err == nil {
			c.Epoch = r.Epoch
		}
	})},
	"what a commit follows is not compared": {rewrite: change(func(m *mutant, c *store.Commit) {
		if r, err := m.Run(context.Background(), store.Ref{Run: c.Run}); err == nil {
			c.After = r.LastCommit
		}
	})},
	"each claim raises the epoch by one": {rewrite: change(func(_ *mutant, c *store.Claim) { clear(c.ID[12:]) })},
	"the claim is not part of the guard": {rewrite: change(func(m *mutant, e *store.EndActivity) {
		p, err := m.Pending(context.Background(), e.Run)
		for _, a := range p.Activities {
			if err == nil && a.ID == e.Activity {
				e.Claim = a.Claim
			}
		}
	})},
	"a commit is not known again": {rewrite: change(func(_ *mutant, c *store.Commit) { c.Token = uuid.New() })},
	"a claim is not known again":  {rewrite: change(func(_ *mutant, c *store.Claim) { c.ID = uuid.New() })},
	"a claim of activities is not known again": {rewrite: change(func(_ *mutant, c *store.ClaimActivities) {
		c.ID = uuid.New()
	})},
	"a terminate is not known again": {rewrite: change(func(_ *mutant, t *store.Terminate) { t.Token = uuid.New() })},
	"ids are not compared":           {rewrite: change(func(_ *mutant, d *store.Deliver) { d.Entry.ID = "" })},
	"a park lets go over news":       {rewrite: change(func(_ *mutant, c *store.Commit) { c.Seen = seenAll(c, store.Park) })},
	"a close passes a signal":        {rewrite: change(func(_ *mutant, c *store.Commit) { c.Seen = seenAll(c, store.Close) })},
	"senders are not held back":      {rewrite: change(func(_ *mutant, c *store.Commit) { c.Closing = false })},
	"the owner is not told":          {rewrite: change(func(m *mutant, d *store.Deliver) { d.From = m.owner(d.Ref) })},
	"attempt is not part of the guard": {rewrite: change(func(m *mutant, e *store.EndActivity) {
		p, err := m.Pending(context.Background(), e.Run)
		for _, a := range p.Activities {
			if err == nil && a.ID == e.Activity {
				e.Attempt = a.Attempt
			}
		}
	})},
	"a handed back attempt is consumed": {rewrite: change(func(_ *mutant, r *store.RetryActivity) { r.Consume = true })},
	"a batch takes nothing":             {rewrite: change(func(_ *mutant, o *store.Take) { o.Room = 0 })},
	"a batch takes more than its room":  {rewrite: change(func(_ *mutant, o *store.Take) { o.Room = max(o.Room, 100) })},
	"a take is not known again":         {rewrite: change(func(_ *mutant, o *store.Take) { o.Claim = uuid.New() })},
	"a retry delay is not honoured":     {rewrite: change(func(_ *mutant, r *store.RetryActivity) { r.Delay = 0 })},
	"details are dropped":               {rewrite: change(func(_ *mutant, b *store.Beat) { b.Details = nil })},
	"due times are rounded down": {rewrite: change(func(_ *mutant, c *store.Commit) {
		c.StartTimers = append([]store.Timer(nil), c.StartTimers...)
		for i := range c.StartTimers {
			c.StartTimers[i].FireAt = c.StartTimers[i].FireAt.Truncate(time.Microsecond)
		}
	})},
	"a block is not kept": {rewrite: change(func(_ *mutant, r *store.Release) { r.Delay = 0 })},
	"the living are recovered": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		for _, op := range ops {
			if r, ok := op.(*store.Recover); ok {
				_ = m.Leave(ctx, r.Dead)
			}
		}
		return m.Store.Apply(ctx, ops)
	}},
	"quarantine takes anything": {rewrite: change(func(_ *mutant, c *store.Claim) { c.Quarantine = false })},
	"deaths are not forgotten": {rewrite: change(func(_ *mutant, c *store.Commit) {
		c.Progress = false
	})},
	"the wrong member is named": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		outs, err := m.Store.Apply(ctx, ops)
		if _, ok := err.(*store.MemberError); ok {
			err = &store.MemberError{Err: err}
		}
		return outs, err
	}},
	"bytes are shared with the caller": {apply: func(m *mutant, ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
		outs, err := m.Store.Apply(ctx, ops)
		for i := range outs {
			for j := range outs[i].Entries {
				outs[i].Entries[j].Data = append(outs[i].Entries[j].Data, 0)
			}
		}
		return outs, err
	}},
	"once is not looked at": {rewrite: change(func(_ *mutant, s *store.Start) { s.Once = false })},
	"one row is lost": {rewrite: change(func(_ *mutant, c *store.Commit) {
		if len(c.Rows) > 1 {
			c.Rows = c.Rows[:1]
		}
	})},
}

func (m *mutant) owner(ref store.Ref) store.WorkerID {
	r, err := m.Run(context.Background(), ref)
	if err != nil {
		return store.WorkerID{}
	}
	return r.Owner
}

func seenAll(c *store.Commit, then store.Then) int64 {
	if c.Then == then {
		return math.MaxInt64
	}
	return c.Seen
}

// catches maps each promise to the mutants that its cases must find.
var catches = map[string][]string{
	"starts":                     {"a commit is not known again", "a claim is not known again", "once is not looked at"},
	"openings":                   {"one row is lost"},
	"atomicity":                  {"not atomic", "the owner is not told", "the living are recovered", "quarantine takes anything", "the wrong member is named"},
	"fencing":                    {"epoch is not compared", "attempt is not part of the guard"},
	"lost_tail":                  {"sticky to nobody", "what a commit follows is not compared", "each claim raises the epoch by one", "the claim is not part of the guard", "a batch takes nothing"},
	"ordering":                   {"ids are not compared"},
	"dedupe":                     {"bytes are shared with the caller"},
	"lost_wake_up":               {"sticky without being asked", "a park lets go over news", "a block is not kept"},
	"batches_that_take":          {"a batch takes more than its room", "a take is not known again"},
	"batches_that_take_requests": {"a request is delivered twice", "requests are forwarded whatever their namespace"},
	"close_over_signal":          {"a close passes a signal", "senders are not held back"},
	"starts_behind_a_run":        {"a terminate is not known again"},
	"outbox":                     {"a message is relayed twice", "a child forgets its parent", "no answer is given", "any chain is asked to cancel"},
	"unknown_outcome":            {"a claim of activities is not known again"},
	"timers":                     {"due times are rounded down"},
	"activities":                 {"a handed back attempt is consumed", "a retry delay is not honoured", "details are dropped"},
	"kept_results":               {"keeps nothing"},
	"affinity":                   {"takes of nobody's own", "takes of no gone"},
	"quarantine":                 {"deaths are not forgotten"},
	"dispatch":                   {"takes of the full"},
	"retention":                  {"retention keeps no keys", "retention is too early", "retention knows one namespace", "retention begins anew", "retention has no bound", "a dry retain removes"},
}

// TestSuiteOnMutant runs in a process of its own, which TestMutants starts: a
// failing suite cannot be inspected from inside.
func TestSuiteOnMutant(t *testing.T) {
	if *mutantFlag == "" {
		return
	}
	storetest.Run(t, func(t *testing.T) (store.Store, storetest.Env) {
		m, ok := mutants[*mutantFlag]
		if !ok {
			t.Fatalf("no mutant %q", *mutantFlag)
		}
		st, env := openMemory(t)
		m.Store = st
		env.Sparing = true // even a sparing run finds the bug
		return &m, env
	})
}

// A suite that passes a broken store is of no use.
func TestMutants(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	caught := 0
	for promise, names := range catches {
		caught += len(names)
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				// A test named open does the store's own setup.
				out, err := exec.Command(self, "-test.run=^TestSuiteOnMutant$/^(open|"+promise+")$", "-test.failfast", "-mutant="+name).CombinedOutput()
				var exit *exec.ExitError
				switch {
				case err == nil:
					t.Errorf("the cases of %s pass it:\n%s", promise, out)
				case !errors.As(err, &exit):
					t.Fatal(err)
				case !bytes.Contains(out, []byte("--- FAIL: TestSuiteOnMutant/"+promise+"/")):
					t.Errorf("it is not a case of %s that fails:\n%s", promise, out)
				}
			})
		}
	}
	if caught != len(mutants) {
		t.Errorf("catches has %d mutants, and there are %d", caught, len(mutants))
	}
}
