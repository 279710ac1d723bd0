package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

// saying collects log lines.
type saying struct {
	mu   sync.Mutex
	text strings.Builder
}

func (w *saying) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(b)
}

func (w *saying) count(what string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Count(w.text.String(), what)
}

func (w *saying) logger() *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// pages returns how many pages of tables and indexes the server reads to execute sql.
func pages(t testing.TB, st *Store, sql string, args ...any) (n int) {
	t.Helper()
	ctx := t.Context()
	tx, err := st.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, strings.NewReplacer("$1", "'5s'", "$2", "'5s'", "$3", "'1min'").Replace(st.texts.of(sqlSettings))); err != nil {
		t.Fatal(err)
	}
	text := ""
	if err := tx.QueryRow(ctx, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "+st.texts.of(sql), args...).Scan(&text); err != nil {
		t.Fatalf("%v: %s", err, sql)
	}
	var all []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	return all[0].Plan.Hit + all[0].Plan.Read
}

// A tick costs the same, whatever waits that this worker cannot take, and however many dead rows
// somebody's snapshot keeps.
func TestATickCostsTheSameHoweverMuchWaits(t *testing.T) {
	st := byItsOwnClock(t)
	ctx := t.Context()
	worker, ghost := uuid.New(), uuid.New()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := st.pool.Exec(ctx, st.texts.of(sql), args...); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range []uuid.UUID{worker, ghost} {
		exec(`INSERT INTO ~worker (worker_id, lease_until, started_at, ttl, level, pid, build, host) VALUES ($1, now() + interval '1 hour', now(), '1 hour', 1, 1, 'b1', 'h')`, w)
	}
	full := uuid.New()
	exec(`INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, last_commit, chain_id, created_at, unread, block_count, namespace, workflow_id, workflow, queue)
		VALUES ($1, 1, 1, 2, 1, 0, 0, $1, $1, now(), 2000, 1, 'default', 'full', 'order', 'default')`, full)

	f := filter()
	lease := func() int {
		return pages(t, st, sqlLease+sqlTimeline, id(worker), interval(time.Second), f.Namespace, f.Queues, f.Workflows, f.Level, 0, f.Activities, 0, false, true)
	}
	search := func() int {
		return pages(t, st, sqlSearch, id(worker), ids{}, f.Namespace, f.Queues, f.Workflows, f.Level, store.TriedMark(f.Build), f.Activities, f.ActivityQueues(), "", names{"default"})
	}
	owners := func() int { return pages(t, st, sqlOwnerless) }

	// Somebody's snapshot keeps everything that is deleted from now on.
	holder, err := st.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Rollback(context.Background()) }()
	if _, err := holder.Exec(ctx, "SELECT 1"); err != nil {
		t.Fatal(err)
	}
	const dispatch = `INSERT INTO ~dispatch (run_id, ready_at, until, owner, claim, prio, level, access, namespace, queue, workflow, build)
		SELECT gen_random_uuid(), now() - interval '1 hour', %s, %s, gen_random_uuid(), 0, 1, %d, 'default', '%s', '%s', '%s' FROM generate_series(1, $1::int)`
	const elsewhere = `INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, quarantined, delayed, namespace, queue, name, workflow_id, workflow)
		SELECT gen_random_uuid(), 1, now(), now() + %s * interval '1 hour', 1, 0, false, %s, %s, 'default', 'gone', 'charge', 'w', 'w' FROM generate_series(1, $1::int)`
	for _, c := range []struct {
		name, sql string
		cost      map[string]func() int
	}{
		{"runs of a workflow that nobody has", fmt.Sprintf(dispatch, "NULL", "NULL", 0, "default", "gone", ""), map[string]func() int{"search": search}},
		{"runs of a queue that nobody serves", fmt.Sprintf(dispatch, "NULL", "NULL", 0, "gone", "order", ""), map[string]func() int{"search": search}},
		{"blocked runs of a workflow that nobody has", fmt.Sprintf(dispatch, "now() + interval '1 hour'", "NULL", 1, "default", "gone", "b0"), map[string]func() int{"search": search}},
		{"runs in quarantine of another queue", fmt.Sprintf(dispatch, "NULL", "NULL", 2, "gone", "order", "b0"), map[string]func() int{"search": search}},
		{"activities that nobody has", `INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow)
			SELECT gen_random_uuid(), 1, now(), now() - interval '1 hour', 1, 0, false, 'default', 'default', 'gone', 'w', 'w' FROM generate_series(1, $1::int)`, map[string]func() int{"search": search}},
		{"activities of a queue that nobody serves, which wait for a time", fmt.Sprintf(elsewhere, "1", "false", "true"), map[string]func() int{"search": search}},
		{"activities of a queue that nobody serves, whose time has come", fmt.Sprintf(elsewhere, "-1", "false", "true"), map[string]func() int{"search": search}},
		{"activities in quarantine of another queue", fmt.Sprintf(elsewhere, "1", "true", "true"), map[string]func() int{"search": search}},
		{"requests to a run that takes none", `INSERT INTO ~request (request, at, run_id, kind, namespace, workflow_id, id)
			SELECT gen_random_uuid(), now(), '` + full.String() + `', 1, 'default', 'full', '' FROM generate_series(1, $1::int)`, map[string]func() int{"search": search}},
		{"dead rows of a worker", "WITH i AS (" + fmt.Sprintf(dispatch, "NULL", "'"+ghost.String()+"'", 0, "default", "order", "") + " RETURNING run_id) SELECT count(*) FROM i",
			map[string]func() int{"lease": lease, "owners": owners}},
	} {
		t.Run(c.name, func(t *testing.T) {
			exec(c.sql, 3000)
			if strings.HasPrefix(c.name, "dead") {
				exec("DELETE FROM ~dispatch WHERE owner = $1", id(ghost))
			}
			before := make(map[string]int)
			for name, cost := range c.cost {
				before[name] = cost()
			}
			exec(c.sql, 30000)
			if strings.HasPrefix(c.name, "dead") {
				exec("DELETE FROM ~dispatch WHERE owner = $1", id(ghost))
			}
			for name, cost := range c.cost {
				n := cost()
				t.Logf("%s: %d pages, %d with ten times as many", name, before[name], n)
				if n > before[name]*3/2+50 {
					t.Errorf("%s looks at %d pages, and at %d with ten times as many", name, before[name], n)
				}
			}
		})
	}
}

// Somebody has locked a table that the tick searches. The lease is renewed all the same, claims
// look for what the search would have found, and it is logged once.
func TestALeaseIsRenewedWhileTheSearchWaits(t *testing.T) {
	s := newSite(t)
	var said saying
	st := s.open(Options{Logger: said.logger()})
	w := s.join(st)
	before := s.tick(st, w).LeaseUntil
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := tx.Exec(t.Context(), "LOCK TABLE reprise.dispatch IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		got, err := st.Tick(t.Context(), store.Tick{Worker: w, Renew: time.Hour, Filter: filter()})
		if err != nil || !got.Alive || !got.LeaseUntil.After(before) {
			t.Fatalf("%+v, %v; want a renewed lease", got, err)
		}
		before = got.LeaseUntil
	}
	if n := said.count("the tick's search for ready work timed out"); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Apply(t.Context(), []store.Op{newStart("order-1")}); err != nil {
		t.Fatal(err)
	}
	st.keeper.searches.mu.Lock()
	st.keeper.searches.all, st.keeper.searches.news = time.Time{}, time.Time{} // the pause after the failed search is over
	st.keeper.searches.mu.Unlock()
	if got, err := st.Tick(t.Context(), store.Tick{Worker: w, Filter: filter()}); err != nil || got.ReadyRuns != 1 {
		t.Errorf("%+v, %v; want one run that is ready", got, err)
	}
}

// Somebody's psql holds the row of a worker. The worker learns who does, cannot renew, and cannot
// be condemned. It renews once the row is free.
func TestALockedRowOfAWorkerIsPassedOver(t *testing.T) {
	s := newSite(t)
	st, other := s.open(Options{}), s.open(Options{})
	w, judge := store.Worker{ID: uuid.New(), TTL: time.Millisecond}, s.join(other)
	if err := st.Join(t.Context(), w); err != nil {
		t.Fatal(err)
	}
	psql, err := pgx.Connect(t.Context(), s.url+"&application_name=psql")
	if err != nil {
		t.Fatal(err)
	}
	defer psql.Close(context.Background())
	if _, err := psql.Exec(t.Context(), "BEGIN; SELECT 1 FROM reprise.worker WHERE worker_id = '"+w.ID.String()+"' FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	got, err := st.Tick(t.Context(), store.Tick{Worker: w.ID, Renew: time.Hour})
	if err != nil || !got.Alive || !strings.Contains(got.RowLocked, fmt.Sprint("session ", psql.PgConn().PID())) || !strings.Contains(got.RowLocked, "(psql), idle in transaction") {
		t.Fatalf("%+v, %v; want to hear who has the row", got, err)
	}
	seen := s.tick(other, judge)
	if len(seen.Expired) != 1 || !seen.Expired[0].RowLocked {
		t.Fatalf("another worker sees %+v, want that its row is locked", seen.Expired)
	}
	condemn := []store.Op{&store.Condemn{Worker: w.ID, LeaseUntil: seen.Expired[0].LeaseUntil}}
	if outs, err := other.Apply(t.Context(), condemn); err != nil || outs[0].Code != store.Locked {
		t.Errorf("to condemn it is answered %v, %v; want Locked", outs, err)
	}
	if _, err := psql.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if seen := s.tick(other, judge); len(seen.Expired) != 1 || seen.Expired[0].RowLocked {
		t.Errorf("another worker sees %+v, want that its row is free", seen.Expired)
	}
	got, err = st.Tick(t.Context(), store.Tick{Worker: w.ID, Renew: time.Hour})
	if err != nil || !got.Alive || got.RowLocked != "" || got.LeaseUntil.Sub(got.Now) != time.Hour {
		t.Errorf("%+v, %v; want a renewed lease", got, err)
	}
	if outs, err := other.Apply(t.Context(), condemn); err != nil || outs[0].Code != store.Fenced {
		t.Errorf("to condemn it then is answered %v, %v; want Fenced", outs, err)
	}
}

// A lock on the whole table stops all leases. The error names its holder.
func TestALockedTableOfWorkersIsNamed(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	w := s.join(st)
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := tx.Exec(t.Context(), "LOCK TABLE reprise.worker IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	_, err = st.Tick(t.Context(), store.Tick{Worker: w, Renew: time.Hour})
	if want := fmt.Sprint("session ", tx.Conn().PgConn().PID()); !errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), want) ||
		!strings.Contains(err.Error(), "has ShareLock on worker: end that session") {
		t.Errorf("got %v, want to hear who has the table", err)
	}
}

// A promoted standby has another timeline. Workers from before begin anew.
func TestAnotherTimelineIsAnotherDatabase(t *testing.T) {
	s := newSite(t)
	st := s.open(Options{})
	w := s.join(st)
	s.tick(st, w)
	st.keeper.mu.Lock()
	last := st.keeper.told[w]
	if last.timeline == 0 {
		t.Error("the server's timeline is not known")
	}
	last.timeline++
	st.keeper.told[w] = last
	st.keeper.mu.Unlock()
	if _, err := st.Tick(t.Context(), store.Tick{Worker: w}); !errors.Is(err, store.ErrOtherDatabase) || !strings.Contains(err.Error(), "a standby was promoted") {
		t.Errorf("got %v, want ErrOtherDatabase", err)
	}
	s.tick(st, s.join(st))
}

// Each answer takes 600 ms. A dead worker is found, and its work given back, within its lease and
// a few ticks.
func TestADeadWorkerIsFoundOverASlowLine(t *testing.T) {
	t.Parallel()
	srv := pgtest.Shared(t)
	cfg, err := pgxpool.ParseConfig(newSite(t).url)
	if err != nil {
		t.Fatal(err)
	}
	name := cfg.ConnConfig.Database
	straight, err := Open(t.Context(), srv.TCP(name), Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer straight.Close()
	p := before(t, srv)
	st, err := Open(t.Context(), through(p, srv, name), Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	const ttl = 3 * time.Second
	dead, judge := store.Worker{ID: uuid.New(), TTL: ttl}, store.Worker{ID: uuid.New(), TTL: ttl}
	if err := straight.Join(t.Context(), dead); err != nil {
		t.Fatal(err)
	}
	start := newStart("order-1")
	start.Owner, start.Claim = dead.ID, uuid.New()
	if _, err := straight.Apply(t.Context(), []store.Op{start}); err != nil {
		t.Fatal(err)
	}
	if err := st.Join(t.Context(), judge); err != nil {
		t.Fatal(err)
	}
	p.Delay(300 * time.Millisecond)
	keeper := recovery.NewKeeper(recovery.KeeperConfig{Store: st, Worker: judge, Clock: timer.System()})
	poller := recovery.NewPoller(recovery.PollerConfig{Store: st, Worker: judge.ID, TTL: ttl, Clock: timer.System()})
	ticks := 0
	for released := 0; released == 0; ticks++ {
		ticked, err := keeper.Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		r, err := poller.Act(t.Context(), poller.Look(ticked, keeper.Took()))
		if err != nil {
			t.Fatal(err)
		}
		if released = r.Rows; ticks > 15 { // each of which takes more than a second
			t.Fatal("a worker that has died is not found after 15 ticks")
		}
		select {
		case <-time.After(keeper.Next()):
		case <-t.Context().Done():
		}
	}
	t.Logf("found after %d ticks", ticks)
}
