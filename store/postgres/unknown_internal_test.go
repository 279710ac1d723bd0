package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/store"
)

// Whatever happens to a COMMIT and its answer, the caller is told that the outcome is
// unknown. The same call again returns the outcome, and the ops were applied once, even if
// the first copy arrives long after the second.
func TestACommitWithoutAnAnswerIsFoundOut(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	f.beyond.single, f.beyond.brief = 20*time.Millisecond, 20*time.Millisecond
	for _, v := range verbs() {
		for _, beside := range []bool{false, true} {
			for _, c := range []struct {
				name  string
				fault pgproxy.Fault
			}{{"never_sent", pgproxy.DropRequest}, {"answer_cut", pgproxy.DropReply}, {"lands_late", pgproxy.Hold}} {
				name := v.name + "_" + c.name
				if beside {
					name += "_in_a_batch"
				}
				t.Run(name, func(t *testing.T) {
					f.t = t
					ops := []store.Op{v.op(f)}
					if beside { // not last, and by the ordinary path
						s := newStart("another")
						s.Owner, s.Claim = uuid.New(), uuid.New()
						f.do(s)
						ops = append(ops, &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{ID: "b", Kind: store.EntrySignal}})
					}
					commit := f.spoil(c.fault)
					defer commit.Finish() // a held COMMIT keeps its locks
					if _, err := f.beyond.Apply(ctx, ops); !errors.Is(err, store.ErrUnknownOutcome) {
						t.Fatalf("nobody has heard what became of the COMMIT, and Apply returns %v, want ErrUnknownOutcome", err)
					}
					if c.fault != pgproxy.Hold {
						commit.Finish()
					}
					outs := f.again(ops, commit)
					before := f.dump()
					commit.Finish() // the repetition was first, and has been answered
					if after := f.dump(); after != before && !v.rest {
						t.Errorf("the late copy changed something:\n%s\nbefore\n%s", after, before)
					}
					f.judge(v, ops[0], outs[0], c.fault != pgproxy.DropRequest)
				})
				f.clear()
			}
		}
	}
}

// The first copy of a commit arrives long after the second was answered, when the run has
// continued, or has been parked, signalled and claimed. It has no effect. Only a commit that
// is one message has such a copy; any other holds its locks.
func TestALateCopyBringsNothingBack(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	if err := f.beyond.Join(ctx, store.Worker{ID: uuid.New(), TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.beyond.Apply(ctx, []store.Op{f.step(f.held("prepared"))}); err != nil {
		t.Fatal(err)
	}
	f.clear()
	for _, then := range []store.Then{store.Keep, store.Park} {
		t.Run(then.String(), func(t *testing.T) {
			f.t = t
			defer f.clear()
			c := f.step(f.held("order-1"))
			c.Then = then
			commit := f.spoil(pgproxy.Hold)
			defer commit.Finish()
			if _, err := f.beyond.Apply(ctx, []store.Op{c}); !errors.Is(err, store.ErrUnknownOutcome) {
				t.Fatalf("Apply returns %v, want ErrUnknownOutcome", err)
			}
			f.do(c)
			next := f.step(c.Run)
			next.Seq, next.Rows[0].Seq = 3, 3
			next.Schedule = []store.Activity{{ID: 3, Name: "charge", Queue: "default"}}
			next.StartTimers = []store.Timer{{ID: 4, FireAt: start()}}
			if then == store.Park {
				f.do(signalTo(store.Ref{Run: c.Run}, "a"))
				next.Take = []int64{1}
				next.Epoch = f.do(&store.Claim{Worker: f.worker, ID: uuid.New(), Max: 1, Filter: filter()}).Claims[0].Run.Epoch
			}
			f.do(next)
			before := f.dump()
			commit.Finish()
			if after := f.dump(); after != before {
				t.Errorf("the late copy changed something:\n%s\nbefore\n%s", after, before)
			}
			f.do(c) // it was applied, and is recognized
			if after := f.dump(); after != before {
				t.Errorf("another copy changed something:\n%s\nbefore\n%s", after, before)
			}
		})
	}
}

// again repeats ops, with the same tokens, until each has an outcome, as the committer does.
// If the first copy is found to hold a lock, it lands.
func (f *fork) again(ops []store.Op, commit *pgproxy.Armed) []store.Outcome {
	f.t.Helper()
	outs, err := f.beyond.Apply(context.Background(), ops)
	for i := range outs {
		for err == nil && outs[i].Code == store.Locked {
			commit.Finish()
			var one []store.Outcome
			if one, err = f.beyond.Apply(context.Background(), ops[i:i+1]); err == nil {
				outs[i] = one[0]
			}
		}
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return outs
}
