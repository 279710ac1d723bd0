package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// The test counts the cost of operations. The server counts statements, without BEGIN,
// COMMIT and the settings of a transaction; a proxy in front of it counts round trips
// and how many hold a COMMIT.
func TestWhatThingsCost(t *testing.T) {
	ctx := context.Background()
	srv := pgtest.New(t, pgtest.Options{Settings: map[string]string{"shared_preload_libraries": "pg_stat_statements"}})
	p := before(t, srv)
	cfg, err := pgxpool.ParseConfig(through(p, srv, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns = 2 // each statement is prepared once
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := Migrate(ctx, pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(ctx, "CREATE EXTENSION pg_stat_statements"); err != nil {
		t.Fatal(err)
	}
	st, err := New(pool, Options{Logger: quiet(), NoSessionLock: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	watch, err := pgxpool.New(ctx, srv.TCP("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()

	f := &fork{t: t, straight: st, worker: uuid.New()}
	if err := st.Join(ctx, store.Worker{ID: f.worker, TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	seq := make(map[store.RunID]int64)
	last := make(map[store.RunID]store.Token)
	step := func(run store.RunID) *store.Commit {
		var c *store.Commit
		if after, known := last[run]; known {
			c = f.stepAfter(run, after)
		} else {
			c = f.step(run) // it reads from the store
		}
		c.Seq = 2 + seq[run]
		c.Rows[0].Seq = c.Seq
		seq[run]++
		last[run] = c.Token
		return c
	}
	apply := func(ops ...store.Op) []store.Outcome {
		t.Helper()
		outs, err := st.Apply(ctx, ops)
		if err != nil {
			t.Fatal(err)
		}
		return outs
	}
	asleep := newSleepers(f, 20)
	asleep.wake(apply, asleep.sleep()...) // from now on they have something to take
	var runs []store.RunID
	for i := range 100 {
		runs = append(runs, f.held(fmt.Sprint("order-", i)))
	}
	one := runs[0]
	n := 0
	const times = 20
	for _, c := range []struct {
		name                       string
		do                         func()
		statements, commits, trips int // of each
	}{
		{"start", func() { n++; f.held(fmt.Sprint("more-", n)) }, 1, 1, 1},
		{"sequential step", func() { apply(step(one)) }, 1, 1, 1},
		{"steps of 100 runs", func() {
			var ops []store.Op
			for _, run := range runs {
				ops = append(ops, step(run))
			}
			apply(ops...)
		}, 4, 1, 2},
		{"signals to 100 runs", func() {
			var ops []store.Op
			for _, run := range runs {
				ops = append(ops, &store.Deliver{Ref: store.Ref{Run: run}, Entry: store.Entry{Kind: store.EntrySignal}, From: f.worker})
			}
			apply(ops...)
		}, 5, 1, 2},
		{"signals to and steps of 100 runs", func() {
			var ops, steps []store.Op
			for i, run := range runs {
				ops = append(ops, &store.Deliver{Ref: store.Ref{WorkflowID: fmt.Sprint("order-", i)}, Entry: store.Entry{Kind: store.EntrySignal}, From: f.worker})
				steps = append(steps, step(run))
			}
			apply(append(ops, steps...)...)
		}, 7, 1, 2},
		{"20 runs fall asleep, and go on", func() { apply(asleep.sleep()...); asleep.wake(apply) }, 17, 2, 5},
		{"the same in one batch", func() { asleep.wake(apply, asleep.sleep()...) }, 17, 1, 4},
		{"claim of nothing", func() { apply(&store.Claim{Worker: f.worker, ID: uuid.New(), Max: 10, Filter: filter()}) }, 4, 1, 1},
		{"start, and release of what a worker that is gone owned", func() {
			n++
			s := newStart(fmt.Sprint("left-", n))
			s.Owner, s.Claim = uuid.New(), uuid.New()
			apply(s)
			if out := apply(&store.Recover{Dead: s.Owner, Limit: 500})[0]; out.Count != 1 {
				t.Fatalf("%d runs were released", out.Count)
			}
		}, 9, 2, 4},
		{"idle tick", func() {
			if _, err := st.Tick(ctx, store.Tick{Worker: f.worker, Filter: filter()}); err != nil {
				t.Fatal(err)
			}
		}, 1, 1, 1},
	} {
		c.do() // prepares the statements, including those that unread entries require
		c.do()
		if _, err := watch.Exec(ctx, "SELECT pg_stat_statements_reset()"); err != nil {
			t.Fatal(err)
		}
		tripsBefore, commitsBefore := p.Count()
		for range times {
			c.do()
		}
		trips, commits := p.Count()
		trips, commits = trips-tripsBefore, commits-commitsBefore
		var statements int64
		err := watch.QueryRow(ctx, `SELECT coalesce(sum(calls) FILTER (WHERE query !~ '^(BEGIN|COMMIT|ROLLBACK)' AND query !~ 'set_config' AND query !~ 'pg_stat_statements'), 0)
			FROM pg_stat_statements`).Scan(&statements)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d statements, %d commits, %d round trips", c.name, statements/times, commits/times, trips/times)
		if statements != int64(c.statements*times) || commits != int64(c.commits*times) || trips != int64(c.trips*times) {
			t.Errorf("%d times %s: %d statements, %d commits, %d round trips; want %d, %d, %d",
				times, c.name, statements, commits, trips, c.statements*times, c.commits*times, c.trips*times)
		}
	}
}

// sleepers are runs that sleep and wake, again and again.
type sleepers struct {
	f   *fork
	all []store.Claimed // as last claimed
}

func newSleepers(f *fork, n int) *sleepers {
	s := &sleepers{f: f}
	for i := range n {
		run := f.held(fmt.Sprint("sleeper-", i))
		r, err := f.straight.Run(f.t.Context(), store.Ref{Run: run})
		if err != nil {
			f.t.Fatal(err)
		}
		s.all = append(s.all, store.Claimed{Run: r})
	}
	return s
}

// sleep makes each run take the entry that woke it and wait for a timer that is due.
func (s *sleepers) sleep() (ops []store.Op) {
	for _, c := range s.all {
		o := s.f.stepAfter(c.Run.ID, c.Run.LastCommit)
		o.Epoch, o.Seq, o.Rows[0].Seq = c.Run.Epoch, c.Run.NextSeq, c.Run.NextSeq
		o.Then, o.Waiting, o.Sticky, o.Seen = store.Park, "timer", true, c.Gen
		o.StartTimers = []store.Timer{{ID: c.Run.NextSeq, FireAt: start()}}
		for _, e := range c.Entries {
			o.Take = append(o.Take, e.Order)
		}
		ops = append(ops, o)
	}
	return ops
}

// wake fires their timers after other ops, and claims all of the runs for the worker.
func (s *sleepers) wake(apply func(...store.Op) []store.Outcome, ops ...store.Op) {
	s.f.t.Helper()
	out := apply(append(ops, &store.Fire{Max: 500}, &store.Take{Worker: s.f.worker, Room: len(s.all), Claim: uuid.New()})...)[len(ops)+1]
	if len(out.Claims) != len(s.all) {
		s.f.t.Fatalf("%d runs go on, want %d", len(out.Claims), len(s.all))
	}
	s.all = out.Claims
}
