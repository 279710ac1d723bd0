package postgres

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// pair is two runs that a worker owns, each with a running activity row. Another session
// is about to lock something of one of them.
type pair struct {
	t            *testing.T
	st           *Store
	worker       store.WorkerID
	mine, theirs store.RunID
}

func newPair(t *testing.T, l *lot) *pair {
	t.Helper()
	st, _ := l.take(t)
	st.single, st.brief = 20*time.Millisecond, 20*time.Millisecond
	p := &pair{t: t, st: st, worker: uuid.New()}
	p.mine, p.theirs = p.held("mine"), p.held("theirs")
	return p
}

func (p *pair) held(workflowID string) store.RunID {
	s := newStart(workflowID)
	s.Owner, s.Claim = p.worker, uuid.New()
	c := &store.Commit{Run: s.Run, Owner: p.worker, Epoch: 1, Seq: 2, After: s.Row.Token, Token: s.Run, Rows: []store.Row{{Seq: 2, N: 1}},
		Schedule: []store.Activity{{ID: 2, Name: "charge", Queue: "default", Owner: p.worker}}}
	for _, out := range p.apply(s, c) {
		if out.Code != store.Done {
			p.t.Fatal(out.Code)
		}
	}
	return s.Run
}

func (p *pair) apply(ops ...store.Op) []store.Outcome {
	p.t.Helper()
	outs, err := p.st.Apply(context.Background(), ops)
	if err != nil {
		p.t.Fatal(err)
	}
	return outs
}

func (p *pair) step(run store.RunID, change ...func(*store.Commit)) *store.Commit {
	c := &store.Commit{Run: run, Owner: p.worker, Epoch: 1, Seq: 3, After: run, Token: uuid.New(), Rows: []store.Row{{Seq: 3, N: 1}}}
	for _, f := range change {
		f(c)
	}
	return c
}

func closing(c *store.Commit) { c.Then, c.Status = store.Close, store.Completed }

func dropping(c *store.Commit) { c.CancelActivities = []int64{2} }

func signalTo(ref store.Ref, id string) *store.Deliver {
	return &store.Deliver{Ref: ref, Entry: store.Entry{ID: id, Kind: store.EntrySignal}}
}

const (
	keepsRun      = "SELECT 1 FROM ~run WHERE run_id = $1 FOR UPDATE"
	keepsActivity = "DELETE FROM ~activity WHERE run_id = $1"
	keepsDispatch = "UPDATE ~dispatch SET prio = prio WHERE run_id = $1"
	// An uncommitted start.
	keepsName = `INSERT INTO ~run SELECT (jsonb_populate_record(r, jsonb_build_object('run_id', gen_random_uuid(), 'workflow_id', 'taken'))).*
		FROM ~run r WHERE run_id = $1`
)

// A user's transaction, such as an operator's psql, stays open and holds a lock. Ops
// that need the lock are answered Locked, in whatever batch. All others are applied
// while that transaction is still open, and nothing is lost or done twice when it ends.
func TestAnOpenTransactionHoldsUpNobodyElse(t *testing.T) {
	const l, d = store.Locked, store.Done
	locks := newLot(t)
	for _, c := range []struct {
		name  string
		keeps string
		ops   func(p *pair) []store.Op
		want  []store.Code
	}{
		{"a run: steps", keepsRun, func(p *pair) []store.Op {
			return []store.Op{p.step(p.theirs), p.step(p.mine)}
		}, []store.Code{d, l}},
		{"a run: one step", keepsRun, func(p *pair) []store.Op {
			return []store.Op{p.step(p.mine)}
		}, []store.Code{l}},
		{"a run: a step beside a start", keepsRun, func(p *pair) []store.Op {
			return []store.Op{p.step(p.mine), newStart("another")}
		}, []store.Code{l, d}},
		{"a run: all that is about it, by whatever name", keepsRun, func(p *pair) []store.Op {
			return []store.Op{
				signalTo(store.Ref{Run: p.mine}, "a"),
				signalTo(store.Ref{Run: p.theirs}, "a"),
				signalTo(store.Ref{WorkflowID: "mine"}, "b"),
				&store.EndActivity{Run: p.mine, Activity: 2, Worker: p.worker, Attempt: 1, Claim: p.mine, Entry: store.Entry{ID: "end"}},
				&store.Fetch{Run: p.mine, Worker: p.worker, Epoch: 1},
				&store.Resume{Ref: store.Ref{WorkflowID: "mine"}},
				&store.EndActivity{Run: p.theirs, Activity: 2, Worker: p.worker, Attempt: 1, Claim: p.theirs, Entry: store.Entry{ID: "end"}},
				&store.Terminate{Ref: store.Ref{WorkflowID: "theirs"}, Token: uuid.New(), N: 1},
				&store.Release{Run: p.mine, Worker: p.worker, Epoch: 1},
			}
		}, []store.Code{l, d, l, l, l, l, d, d, l}},
		{"a run: what does not change it", keepsRun, func(p *pair) []store.Op {
			return []store.Op{
				&store.Beat{Run: p.mine, Activity: 2, Worker: p.worker, Attempt: 1, Claim: p.mine},
				&store.RetryActivity{Run: p.mine, Activity: 2, Worker: p.worker, Attempt: 1, Claim: p.mine},
				p.step(p.mine),
				&store.Claim{Worker: p.worker, ID: uuid.New(), Max: 10, Filter: filter()},
			}
		}, []store.Code{d, d, l, d}},
		{"a workflow id: its start, and what follows", keepsName, func(p *pair) []store.Op {
			return []store.Op{
				p.step(p.mine),
				newStart("taken"),
				p.step(p.theirs),
				signalTo(store.Ref{WorkflowID: "taken"}, "a"),
			}
		}, []store.Code{d, l, d, l}},
		{"a workflow id: starts by the ordinary way", keepsName, func(p *pair) []store.Op {
			return []store.Op{signalTo(store.Ref{Run: p.mine}, "a"), newStart("taken"), p.step(p.theirs)}
		}, []store.Code{d, l, d}},
		{"a workflow id: a start alone", keepsName, func(p *pair) []store.Op {
			return []store.Op{newStart("taken")}
		}, []store.Code{l}},
		{"an activity row: its attempt", keepsActivity, func(p *pair) []store.Op {
			return []store.Op{
				&store.Beat{Run: p.mine, Activity: 2, Worker: p.worker, Attempt: 1, Claim: p.mine},
				p.step(p.mine),
				p.step(p.theirs),
			}
		}, []store.Code{l, d, d}},
		{"an activity row: the end of its run", keepsActivity, func(p *pair) []store.Op {
			return []store.Op{p.step(p.theirs), p.step(p.mine, closing)}
		}, []store.Code{d, l}},
		{"an activity row: a cancelled activity", keepsActivity, func(p *pair) []store.Op {
			return []store.Op{p.step(p.mine, dropping), signalTo(store.Ref{Run: p.mine}, "a"), p.step(p.theirs)}
		}, []store.Code{l, l, d}},
		{"a dispatch row", keepsDispatch, func(p *pair) []store.Op {
			return []store.Op{p.step(p.mine, closing), p.step(p.theirs)}
		}, []store.Code{l, d}},
		{"a dispatch row, of a run that is released", keepsDispatch, func(p *pair) []store.Op {
			return []store.Op{&store.Release{Run: p.mine, Worker: p.worker, Epoch: 1}, p.step(p.theirs)}
		}, []store.Code{l, d}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			p := newPair(t, locks)
			user, err := locks.pool.Begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := user.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
					t.Error(err)
				}
			}()
			if _, err := user.Exec(ctx, p.st.texts.of(c.keeps), id(p.mine)); err != nil {
				t.Fatal(err)
			}
			ops := c.ops(p)
			outs := p.apply(ops...)
			var codes []store.Code
			for _, out := range outs {
				codes = append(codes, out.Code)
			}
			if !slices.Equal(codes, c.want) {
				t.Errorf("the batch is answered %v, want %v", codes, c.want)
			}
			// Sent alone, an op that does not need the lock is not delayed by it.
			for i, op := range ops {
				if codes[i] == store.Locked && about(op, p.theirs) {
					if codes[i] = p.apply(op)[0].Code; codes[i] != store.Done {
						t.Errorf("a neighbour, sent alone, is answered %v", codes[i])
					}
				}
			}
			before := p.dump()
			p.again(ops, codes, store.Locked)
			if after := p.dump(); after != before {
				t.Errorf("a locked op changed something:\n%s\nbefore\n%s", after, before)
			}
			if err := user.Rollback(ctx); err != nil {
				t.Fatal(err)
			}
			p.again(ops, codes, store.Done)
		})
	}
}

// again repeats what was locked: all ops about one subject together, in order.
func (p *pair) again(ops []store.Op, codes []store.Code, want store.Code) {
	p.t.Helper()
	about := make(map[store.Subject][]store.Op)
	for i, op := range ops {
		if codes[i] == store.Locked {
			s := store.SubjectOf(op)
			about[s] = append(about[s], op)
		}
	}
	for _, ops := range about {
		for i, out := range p.apply(ops...) {
			if out.Code != want {
				p.t.Errorf("%T, sent again, is answered %v, want %v", ops[i], out.Code, want)
			}
		}
	}
}

func about(op store.Op, run store.RunID) bool { return store.SubjectOf(op).Run == run }

// dump returns everything in the store, as other sessions see it.
func (p *pair) dump() string { return dump(p.t, p.st) }

func dump(t *testing.T, st *Store) (all string) {
	t.Helper()
	for _, table := range tables()[1:] {
		var text string
		err := st.pool.QueryRow(context.Background(), st.texts.of("SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') FROM ~"+table+" t")).Scan(&text)
		if err != nil {
			t.Fatal(err)
		}
		all += table + "\n" + text + "\n"
	}
	return all
}
