package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
)

var stepSeed = flag.Uint64("step.seed", 0, "the seed of the differential test of the fast path; 0: another one each time")

// The fast paths write and answer the same as the ordinary path, or nothing. Both are tried
// from the same state, from which a random walk continues.
func TestTheFastPathsDoWhatTheOrdinaryOneDoes(t *testing.T) {
	t.Parallel()
	seed := *stepSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("again with -step.seed %d", seed)
	w := &walk{t: t, r: rand.New(rand.NewPCG(seed, 0)), worker: uuid.New()}
	w.st, _ = newLot(t).take(t)
	commits, starts := tally{}, tally{}
	rounds := budget.Of(120, 300)
	for i := range rounds {
		if i%40 == 0 {
			w.begin()
		}
		o := w.commit()
		w.compare(i, o, &commits)
		w.change(o)
		if i%2 == 0 {
			s := w.start()
			w.compare(i, s, &starts)
			if w.one(2) {
				w.apply(s)
			}
		}
	}
	t.Logf("%d commits and %d starts by the fast paths, %d and %d not", commits.fast, starts.fast, commits.slow, starts.slow)
	if few := rounds / 6; commits.fast < few || commits.slow < few || starts.fast < few/2 || starts.slow < few/2 {
		t.Error("the walk tells little")
	}
}

type tally struct{ fast, slow int }

// compare tries an op both ways.
func (w *walk) compare(i int, op store.Op, n *tally) {
	w.t.Helper()
	before := w.dump(nil)
	want, wantOut := w.try(op, false)
	got, gotOut := w.try(op, true)
	switch {
	case got == before:
		n.slow++
	case got != want || fmt.Sprintf("%+v", gotOut) != fmt.Sprintf("%+v", wantOut):
		w.t.Fatalf("step %d, %T %+v: the fast path writes\n%s\n%+v, the ordinary one\n%s\n%+v", i, op, op, got, gotOut, want, wantOut)
	default:
		n.fast++
	}
}

// start uses a workflow id that may be in use, or may have been used, also by a run that was
// removed.
func (w *walk) start() *store.Start {
	s := newStart(fmt.Sprint("order-", w.r.IntN(60)))
	s.Once = w.one(2)
	if w.one(2) {
		s.Owner, s.Claim = w.worker, uuid.New()
		if w.one(2) {
			s.Row = store.Row{}
			s.First = &store.Commit{Run: s.Run, Owner: w.worker, Epoch: 1, Seq: 1, Token: uuid.New(), Level: 1, Build: "b0", Rows: []store.Row{{Seq: 1, N: 2, Data: []byte("began")}}}
		}
	}
	switch w.r.IntN(6) {
	case 0: // it was started already
		w.apply(s)
	case 1:
		name, run := s.WorkflowID, uuid.New()
		if w.one(2) {
			name, run = "another", s.Run
		}
		if _, err := w.st.pool.Exec(context.Background(), w.st.texts.of("INSERT INTO ~tombstone (run_id, at, nth, namespace, workflow_id) VALUES ($1, now(), 0, '', $2)"), id(run), name); err != nil {
			w.t.Fatal(err)
		}
	case 2:
		w.apply(&store.Terminate{Ref: store.Ref{WorkflowID: s.WorkflowID}, Token: uuid.New(), N: 1})
	}
	return s
}

// walk is a random life of some runs.
type walk struct {
	t      *testing.T
	st     *Store
	r      *rand.Rand
	worker store.WorkerID
	runs   []store.RunID
}

func (w *walk) one(n int) bool { return w.r.IntN(n) == 0 }

// begin starts new runs.
func (w *walk) begin() {
	w.runs = nil
	for range 3 {
		s := newStart(uuid.NewString())
		s.Owner, s.Claim = w.worker, uuid.New()
		w.apply(s)
		w.runs = append(w.runs, s.Run)
	}
}

func (w *walk) apply(op store.Op) store.Outcome {
	w.t.Helper()
	outs, err := w.st.Apply(context.Background(), []store.Op{op})
	if err != nil {
		w.t.Fatalf("%T: %v", op, err)
	}
	return outs[0]
}

// commit returns a commit that the fast path may take, and that mostly fits its run.
func (w *walk) commit() *store.Commit {
	run, err := w.st.Run(context.Background(), store.Ref{Run: w.runs[w.r.IntN(len(w.runs))]})
	if err != nil {
		w.t.Fatal(err)
	}
	o := &store.Commit{
		Run: run.ID, Owner: w.worker, Epoch: run.Epoch, Seq: run.NextSeq, After: run.LastCommit, Token: uuid.New(), Level: 1 + w.r.IntN(2), Build: fmt.Sprint("b", w.r.IntN(2)),
		Rows: []store.Row{{Seq: run.NextSeq, N: 1 + w.r.IntN(3), Data: []byte{byte(w.r.IntN(9))}}}, Progress: w.one(3),
	}
	if w.one(8) {
		o.Epoch++
	}
	if w.one(8) {
		o.Seq++
		o.Rows[0].Seq++
	}
	if w.one(8) {
		o.Token = run.LastCommit
	}
	if w.one(8) {
		o.After = uuid.New()
	}
	switch w.r.IntN(4) {
	case 0:
		o.Then, o.Waiting, o.Sticky, o.Seen = store.Park, "signal", w.one(2), int64(w.r.IntN(3))
	case 1:
		o.Then, o.Status, o.Undelivered, o.Closing = store.Close, store.Completed, w.r.IntN(2), w.one(2)
	}
	return o
}

// change makes something happen to a run: the commit, perhaps with additions, or what others
// do.
func (w *walk) change(o *store.Commit) {
	run := o.Run
	switch w.r.IntN(10) {
	case 0:
		w.apply(signalTo(store.Ref{Run: run}, fmt.Sprint(w.r.IntN(3))))
	case 1:
		w.apply(&store.Release{Run: run, Worker: w.worker, Epoch: o.Epoch, Block: &store.Block{Reason: "panic", Build: "b0"}})
	case 2:
		w.apply(&store.Release{Run: run, Worker: w.worker, Epoch: o.Epoch})
	case 3:
		w.apply(&store.Resume{Ref: store.Ref{Run: run}})
	case 4:
		o.StartTimers = []store.Timer{{ID: o.Seq, FireAt: start().Add(time.Hour)}}
		o.Schedule = []store.Activity{{ID: o.Seq, Name: "charge", Queue: "default"}}
		if w.one(2) {
			o.Pin = o.Build
		}
		w.apply(o)
	case 5:
		r, err := w.st.Run(context.Background(), store.Ref{Run: run})
		if err != nil {
			w.t.Fatal(err)
		}
		q := &store.QueueBehind{Run: run, Start: newStart(r.WorkflowID)}
		if r.Behind != nil {
			q.Over = r.Behind.Run
		}
		w.apply(q)
	default:
		w.apply(o)
	}
	f := filter()
	f.Workflows = append(f.Workflows, store.Bound("order", "b0"), store.Bound("order", "b1"))
	w.apply(&store.Claim{Worker: w.worker, ID: uuid.New(), Max: 10, Filter: f})
}

var errUndo = errors.New("undo")

// try applies an op by one of the paths and undoes it. It returns the store's content in
// between, and the answer.
func (w *walk) try(op store.Op, fast bool) (all string, out store.Outcome) {
	w.t.Helper()
	err := w.st.transactBy(context.Background(), w.st.writer.pool, func(x *tx) error {
		x.lockWait = w.st.brief
		if _, err := x.conn.Exec(x.ctx, sqlBegin); err != nil {
			return err
		}
		if fast {
			var err error
			if out, _, err = x.alone([]store.Op{op}); err != nil {
				return err
			}
			all = w.dump(x)
			return errUndo
		}
		u := &unit{tx: x, ops: []store.Op{op}, outs: make([]store.Outcome, 1), locked: make(map[store.RunID]bool), behind: make(map[store.Subject]bool)}
		x.begun = true
		u.forget()
		if err := x.conn.QueryRow(x.ctx, x.s.texts.of("SELECT now()")).Scan(&x.now); err != nil {
			return err
		}
		x.now = x.now.UTC()
		if err := u.apply(); err != nil {
			return err
		}
		if err := x.send(false); err != nil {
			return err
		}
		out, all = u.outs[0], w.dump(x)
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		w.t.Fatal(err)
	}
	return all, out
}

// dump returns everything in the store, as x or as everybody sees it.
func (w *walk) dump(x *tx) (all string) {
	w.t.Helper()
	if x == nil {
		return dump(w.t, w.st)
	}
	for _, table := range tables()[1:] {
		var text string
		err := x.conn.QueryRow(x.ctx, x.s.texts.of("SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') FROM ~"+table+" t")).Scan(&text)
		if err != nil {
			w.t.Fatal(err)
		}
		all += table + "\n" + text + "\n"
	}
	return all
}
