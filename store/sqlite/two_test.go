package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
)

// twoStores are two Stores on one file, an engine's and a client's, that take turns:
// each makes what the other remembers wrong.
type twoStores struct {
	*sqlite.Store // the engine's
	client        *sqlite.Store
	turn          atomic.Int64
}

func (s *twoStores) next() *sqlite.Store {
	if s.turn.Add(1)%2 == 0 {
		return s.client
	}
	return s.Store
}

func (s *twoStores) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	return s.next().Apply(ctx, ops)
}

func (s *twoStores) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	return s.next().Tick(ctx, q)
}

func (s *twoStores) Run(ctx context.Context, ref store.Ref) (store.Run, error) {
	return s.next().Run(ctx, ref)
}

func (s *twoStores) Close() error { return errors.Join(s.Store.Close(), s.client.Close()) }

func freshTwo(t *testing.T) (store.Store, storetest.Env) {
	clock := faketime.New(start())
	path := filepath.Join(t.TempDir(), "store.db")
	o := sqlite.Options{Clock: clock}
	return &twoStores{Store: open(t, path, o), client: open(t, path, o)}, storetest.Env{Advance: clock.Advance, SetBack: clock.SetBack}
}

func TestDifferentialOfTwoStoresOnOneFile(t *testing.T) {
	all := seeds()
	storetest.Differential(t, freshTwo, all[len(all)/2:]...)
}

// What a Store remembers of a run saves reading it, but decides nothing.
func TestWhatAStoreRemembersMayBeWrong(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st, client := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{})
	me := join(t, st)
	do := func(s *sqlite.Store, op store.Op) store.Outcome {
		t.Helper()
		outs, err := s.Apply(ctx, []store.Op{op})
		if err != nil {
			t.Fatal(err)
		}
		return outs[0]
	}
	step := func(run store.RunID, seq int64) *store.Commit {
		r, _ := client.Run(ctx, store.Ref{Run: run})
		return &store.Commit{Run: run, Owner: me, Epoch: 1, Seq: seq, After: r.LastCommit, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: seq, N: 1}}}
	}
	s := newRun("order-1", nil)
	s.Owner, s.Claim = me, uuid.New()
	do(st, s)
	if out := do(st, step(s.Run, 2)); out.Code != store.Done || out.Gen != 0 || out.Owner != me {
		t.Fatalf("a step: %+v", out)
	}
	do(client, &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{Kind: store.EntrySignal}})
	if out := do(st, step(s.Run, 3)); out.Code != store.Done || out.Gen != 1 {
		t.Errorf("a step after a signal from elsewhere: %+v, want gen 1", out)
	}
	do(client, step(s.Run, 4))
	if out := do(st, step(s.Run, 4)); out.Code != store.Fenced {
		t.Errorf("a step at a seq that is taken: %v", out.Code)
	}
	do(client, &store.Terminate{Ref: store.Ref{Run: s.Run}, Token: uuid.New(), N: 1})
	if out := do(st, step(s.Run, 6)); out.Code != store.Fenced {
		t.Errorf("a step after the end: %v", out.Code)
	}

	// A run in a batch that was undone, whose number another run has taken.
	undone, bad := newRun("order-2", nil), newRun("", nil)
	undone.Owner, undone.Claim = me, uuid.New()
	if _, err := st.Apply(ctx, []store.Op{undone, bad}); err == nil {
		t.Fatal("a run without a name was started")
	}
	other := newRun("order-3", nil)
	other.Owner, other.Claim = me, uuid.New()
	do(client, other)
	if out := do(st, step(undone.Run, 2)); out.Code != store.NotFound {
		t.Errorf("a step of a run that was undone: %v", out.Code)
	}
	if r, err := st.Run(ctx, store.Ref{Run: other.Run}); err != nil || r.NextSeq != 2 {
		t.Errorf("the other run: next seq %d, %v", r.NextSeq, err)
	}
}

func TestManyAtOnce(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	engine, client := open(t, path, sqlite.Options{}), open(t, path, sqlite.Options{})
	me := join(t, engine)
	const lines, runs, steps = 6, 8, 4
	var wg sync.WaitGroup
	for line := range lines {
		wg.Go(func() {
			for i := range runs {
				if err := live(ctx, engine, client, me, fmt.Sprintf("order-%d-%d", line, i), steps); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 30 {
			_, err := engine.Tick(ctx, store.Tick{Worker: me, Renew: 1e10})
			p, perr := client.Runs(ctx, store.Query{})
			_, oerr := engine.Owned(ctx, me)
			if err := errors.Join(err, perr, oerr); err != nil {
				t.Error(err)
			}
			for _, r := range p.Runs {
				if _, err := client.History(ctx, store.HistoryQuery{Run: r.ID}); err != nil {
					t.Error(err)
				}
			}
		}
	})
	wg.Wait()
	p, err := client.Runs(ctx, store.Query{Status: []store.Status{store.Completed}, Limit: store.MaxPage})
	if err != nil || len(p.Runs) != lines*runs {
		t.Fatalf("%d runs have completed, %v; want %d", len(p.Runs), err, lines*runs)
	}
	for _, r := range p.Runs {
		if r.NextSeq != 3+steps || r.Owner != uuid.Nil {
			t.Errorf("%s: next seq %d, owner %v", r.WorkflowID, r.NextSeq, r.Owner)
		}
	}
}

// live takes a run through its life: it is started here, signalled from elsewhere,
// and closed.
func live(ctx context.Context, engine, client store.Store, me store.WorkerID, name string, steps int64) error {
	s := newRun(name, []byte("started"))
	s.Owner, s.Claim = me, uuid.New()
	if _, err := engine.Apply(ctx, []store.Op{s}); err != nil {
		return err
	}
	if _, err := client.Apply(ctx, []store.Op{&store.Deliver{
		Ref: store.Ref{WorkflowID: name}, Entry: store.Entry{ID: "approve", Kind: store.EntrySignal},
	}}); err != nil {
		return err
	}
	last := s.Row.Token
	for seq := int64(2); seq <= 2+steps; seq++ {
		c := &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: seq, After: last, Token: uuid.New(), Level: 1, Rows: []store.Row{{Seq: seq, N: 1, Data: []byte("step")}}}
		last = c.Token
		if seq == 2+steps {
			c.Then, c.Status, c.Take, c.Seen = store.Close, store.Completed, []int64{1}, 1
		}
		outs, err := engine.Apply(ctx, []store.Op{c})
		if err != nil || outs[0].Code != store.Done {
			return fmt.Errorf("%s at seq %d: %v, %w", name, seq, outs, err)
		}
	}
	return nil
}
