package golden

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/timer"
	"github.com/reprise-run/reprise/workflow"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var rewrite = flag.Bool("rewrite", false, "write the database of this version, which must not be released")

// version is the one that is being made. Its databases may be written again until it is released.
const version = "v0.1"

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// shifted is a clock that shows another time.
type shifted struct {
	timer.Clock
	by time.Duration
}

func (c shifted) Now() time.Time { return c.Clock.Now().Add(c.by) }

func from(begin time.Time) timer.Clock { return shifted{timer.System(), time.Until(begin)} }

// The files of SQLite were written on 1 March 2026, and are opened a month later.
func written() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// world is a kept database, opened.
type world struct {
	st    store.Store
	clock timer.Clock
	// inTx has f act in a transaction of the user's, and tells nobody: requests stay where they are.
	inTx func(ctx context.Context, rt *reprise.Runtime, f func(ctx context.Context, c reprise.Writer) error) error
}

func (w world) runtime(t *testing.T, st store.Store, build string, mended bool) *reprise.Runtime {
	t.Helper()
	cfg := reprise.Config{Build: build, Logger: quiet(), Clock: w.clock}
	if mended {
		cfg.Queues = []reprise.Queue{{Name: "default"}, {Name: "later"}}
	}
	rt, err := reprise.New(st, cfg, Bindings(mended)...)
	if err != nil {
		t.Fatal(err)
	}
	return rt
}

func sqliteAt(t *testing.T, path string, begin time.Time) world {
	t.Helper()
	clock := from(begin)
	st, err := sqlite.Open(t.Context(), path, sqlite.Options{Logger: quiet(), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return world{st, clock, func(ctx context.Context, rt *reprise.Runtime, f func(context.Context, reprise.Writer) error) error {
		inside, tx, err := st.Begin(ctx)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := f(inside, sqlite.InTx(rt, tx)); err != nil {
			return err
		}
		return tx.Commit()
	}}
}

func poolOf(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func postgresAt(t *testing.T, pool *pgxpool.Pool) world {
	t.Helper()
	if err := postgres.Migrate(t.Context(), pool, postgres.Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	st, err := postgres.New(pool, postgres.Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return world{st, timer.System(), func(ctx context.Context, rt *reprise.Runtime, f func(context.Context, reprise.Writer) error) error {
		return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return f(ctx, postgres.InTx(rt, tx)) })
	}}
}

// fill makes the runs of a kept database.
func fill(t *testing.T, w world) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// No signal that a run sends is carried out: it stays in the outbox. A batch that has one fails,
	// so the run that sends is the last.
	faulty := storetest.Faulty(w.st, func(c storetest.Call) (f storetest.Fault) {
		for _, op := range c.Ops {
			if r, ok := op.(*store.Relay); ok && r.Deliver != nil && r.Deliver.Ref.WorkflowID == "receiver" {
				f.Kind = storetest.FailBefore
			}
		}
		return f
	})
	begin := func(rt *reprise.Runtime) {
		t.Helper()
		must(rt.Start(ctx))
	}

	rt := w.runtime(t, faulty, "old", false)
	begin(rt)
	for _, id := range []string{"removed-1", "removed-2"} {
		must(start(ctx, rt, Steps, 2, id))
		must(returns(ctx, rt, id, "2"))
	}
	must(rt.Stop(ctx))
	out, err := w.st.Apply(ctx, []store.Op{&store.Retain{Namespace: "default", Max: 100}})
	must(err)
	if out[0].Code != store.Done {
		t.Fatalf("nothing is removed: %+v", out[0])
	}

	rt = w.runtime(t, faulty, "old", false)
	begin(rt)
	must(start(ctx, rt, Steps, 3, "completed"))
	must(start(ctx, rt, Fails, "x", "failed"))
	for _, id := range []string{"cancelled", "terminated", "waiting", "unread", "requested", "receiver"} {
		must(start(ctx, rt, Waiter, id, id))
	}
	must(start(ctx, rt, Sleeper, "sleeping", "sleeping"))
	must(start(ctx, rt, Pinned, "pinned", "pinned"))
	must(start(ctx, rt, Charged, "charged", "charged"))
	must(start(ctx, rt, Both, "both", "both"))
	must(start(ctx, rt, Panics, "panicking", "panicking"))
	must(start(ctx, rt, Parent, "parent", "parent"))
	must(start(ctx, rt, Chain, 2, "chain"))
	must(start(ctx, rt, Away, "away", "away"))
	must(start(ctx, rt, Away, "queued", "queued"))
	must(start(ctx, rt, Retrying, "retrying", "retrying"))
	_, err = reprise.Start(ctx, rt, Cart, "cart", reprise.ID("cart"), reprise.Attr(Customer, "c-1"), reprise.Attr(Total, 1))
	must(err)
	_, err = reprise.Update(ctx, rt, "cart", Add, 3, reprise.UpdateID("first"))
	must(err)
	must(start(ctx, rt, Promised, "promised", "promised"))
	must(parked(ctx, rt, "promised"))
	must(reprise.Resolve(ctx, rt, tokenOf(t, rt, 0), "early"))
	must(enqueue(ctx, rt, double, 3, "job-done"))
	must(enqueue(ctx, rt, elsewhere, "job", "job-waiting"))
	must(enqueue(ctx, rt, flaky, "job", "job-retrying"))
	must(start(ctx, rt, Waiter, "paused", "paused"))
	must(start(ctx, rt, Waiter, "reset", "reset"))
	must(reprise.Signal(ctx, rt, "reset", Approve, "once"))
	must(returns(ctx, rt, "reset", "reset once 8"))
	_, err = reprise.Reset(ctx, rt, "reset", reprise.BeforeActivity(double.Name()), operator, reprise.AllowAgain(double.Name()), reprise.DropSignals())
	must(err)
	for _, s := range kept {
		if s.status == reprise.Open && s.id != "begun-in-tx" && s.id != "sender" {
			must(parked(ctx, rt, s.id))
		}
	}
	must(parked(ctx, rt, "cancelled"))
	must(parked(ctx, rt, "terminated"))
	must(reprise.Pause(ctx, rt, "paused", operator))
	must(reprise.Signal(ctx, rt, "paused", Approve, "accepted"))
	must(reprise.Cancel(ctx, rt, "cancelled", "no longer wanted"))
	must(reprise.Terminate(ctx, rt, "terminated", "no longer needed"))
	for _, s := range kept {
		if s.status != reprise.Open {
			must(returns(ctx, rt, s.id, s.then))
		}
	}
	must(start(ctx, rt, Sender, "receiver", "sender"))
	must(parked(ctx, rt, "sender"))
	// The signal that cannot be carried out keeps the worker; what it owns is given back all the same.
	soon, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	if err := rt.Stop(soon); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}

	client := w.runtime(t, w.st, "old", false)
	must(reprise.PutSchedule(ctx, client, Hourly))
	must(reprise.PauseSchedule(ctx, client, Hourly.ID(), operator))
	_, err = reprise.Start(ctx, client, Away, "again", reprise.ID("queued"), reprise.OnConflict(reprise.QueueBehind))
	must(err)
	must(reprise.Signal(ctx, client, "unread", Approve, "accepted", reprise.SignalID("once")))
	_, err = reprise.SendUpdate(ctx, client, "cart", Add, 4, reprise.UpdateID("second"))
	must(err)
	must(w.inTx(ctx, client, func(ctx context.Context, c reprise.Writer) error {
		return errors.Join(start(ctx, c, Waiter, "begun-in-tx", "begun-in-tx"), reprise.Signal(ctx, c, "requested", Approve, "in tx"))
	}))
}

func start[In, Out any](ctx context.Context, c reprise.Writer, def workflow.Def[In, Out], in In, id string) error {
	_, err := reprise.Start(ctx, c, def, in, reprise.ID(id))
	return err
}

func enqueue[In, Out any](ctx context.Context, c reprise.Writer, def activity.Def[In, Out], in In, id string) error {
	_, err := reprise.Enqueue(ctx, c, def, in, reprise.ID(id))
	return err
}

// look compares what is in a kept database with what was put into it.
func look(t *testing.T, w world, rt *reprise.Runtime) {
	t.Helper()
	ctx := t.Context()
	found := map[string]reprise.RunInfo{}
	continued := 0
	for info, err := range reprise.List(ctx, rt, reprise.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if info.Status == reprise.Continued {
			continued++
			continue
		}
		if newer, ok := found[info.WorkflowID]; ok { // it was reset
			if info.WorkflowID != "reset" || info.Status != reprise.Completed || newer.Status != reprise.Open {
				t.Errorf("runs %+v and %+v are both there", info, newer)
			}
			continue
		}
		found[info.WorkflowID] = info
	}
	if s, err := reprise.DescribeSchedule(ctx, rt, Hourly.ID()); err != nil || s.Paused == nil || s.Paused.By != operator || s.Workflow != Steps.Name() || len(s.Next) != 10 || s.Policy.Jitter != time.Minute {
		t.Errorf("the schedule stands at %+v, %v", s, err)
	}
	for _, s := range kept {
		info, ok := found[s.id]
		if !ok || info.Status != s.status || info.Blocked != nil != s.parked {
			t.Errorf("%s: there %v, its status is %v and it is parked %v; want %v, %v", s.id, ok, info.Status, info.Blocked != nil, s.status, s.parked)
		}
		delete(found, s.id)
		if _, err := reprise.Describe(ctx, rt, s.id); err != nil {
			t.Errorf("%s cannot be described: %v", s.id, err)
		}
		if events, err := rt.Inside().History(ctx, info.RunID); err != nil || len(events) == 0 {
			t.Errorf("%s has a history of %d events: %v", s.id, len(events), err)
		}
	}
	if continued != 2 {
		t.Errorf("%d runs have continued; want 2", continued)
	}
	for id, info := range found {
		if info.Workflow != Steps.Name() || info.Status != reprise.Completed { // the other child of parent
			t.Errorf("there is a run %s, %v", id, info.Status)
		}
	}
	for _, id := range []string{"removed-1", "removed-2"} {
		if _, err := reprise.Describe(ctx, rt, id); !errors.Is(err, reprise.ErrRemoved) {
			t.Errorf("%s: %v; want it removed", id, err)
		}
	}
	lookSteered(t, rt)
	outbox, err := w.st.Outbox(ctx, store.OutboxQuery{Namespace: "default", Max: 10})
	if err != nil || len(outbox) != 1 {
		t.Errorf("%d rows are in the outbox, %v; want that of the sender", len(outbox), err)
	}
	requests := 0
	inspector := w.st.(store.Inspector)
	if err := inspector.Requests(ctx, func([]byte) error { requests++; return nil }); err != nil || requests != 1 {
		t.Errorf("%d requests of transactions, %v; want 1", requests, err)
	}
	sound(t, inspector)
}

// lookSteered looks at what operators have done, and at how a run is found.
func lookSteered(t *testing.T, rt *reprise.Runtime) {
	t.Helper()
	ctx := t.Context()
	if d, err := reprise.Describe(ctx, rt, "paused"); err != nil || d.Blocked == nil || d.Blocked.Reason != store.ReasonPaused || !strings.Contains(d.Blocked.Text, operator.Why) {
		t.Errorf("the paused run is %+v, %v", d.Blocked, err)
	}
	if d, err := reprise.Describe(ctx, rt, "pinned"); err != nil || d.Pin != "old" {
		t.Errorf("the pinned run is pinned to %q, %v", d.Pin, err)
	}
	if d, err := reprise.Describe(ctx, rt, "job-retrying"); err != nil || len(d.Activities) != 1 || len(d.Activities[0].Tried) != 1 {
		t.Errorf("the job that is tried again is %+v, %v", d.Activities, err)
	}
	if d, err := reprise.Describe(ctx, rt, "queued"); err != nil || d.Behind == nil || d.Behind.Since.IsZero() {
		t.Errorf("behind the run that is to have a start there waits %+v, %v", d.Behind, err)
	}
	d, err := reprise.Describe(ctx, rt, "reset")
	if err != nil {
		t.Fatal(err)
	}
	events, err := rt.Inside().History(ctx, d.RunID)
	if err != nil || len(events) == 0 {
		t.Fatalf("the run that was reset has %d events: %v", len(events), err)
	}
	if b, ok := events[0].Body.(*history.Started); !ok || len(b.Copied) != 1 {
		t.Errorf("the history of the run that was reset begins with %+v; want a copy", events[0].Body)
	}
	for where, want := range map[string]int{`customer = "c-1" and total = 6`: 1, `customer = "c-1" and total = 1`: 0, `total >= 2`: 1} {
		if n, _, err := reprise.Count(ctx, rt, reprise.Filter{Where: where}); err != nil || n != want {
			t.Errorf("%d runs have %s, %v; want %d", n, where, err, want)
		}
	}
}

// tokenOf is that of the i-th promise of the run that has some.
func tokenOf(t *testing.T, rt *reprise.Runtime, i int) workflow.Token[string] {
	t.Helper()
	d, err := reprise.Describe(t.Context(), rt, "promised")
	if err != nil {
		t.Fatal(err)
	}
	events, err := rt.Inside().History(t.Context(), d.RunID)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if b, ok := e.Body.(*history.PromiseMade); ok {
			if i == 0 {
				return workflow.Token[string](b.Token)
			}
			i--
		}
	}
	t.Fatal("it has made too few promises")
	return ""
}

// sound has the database checked for damage.
func sound(t *testing.T, st store.Inspector) {
	t.Helper()
	if err := st.Check(t.Context(), 100*365*24*time.Hour, func(f store.Finding) error {
		t.Errorf("damage: %+v", f)
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// goOn has the runs of a kept database go on to their ends.
func goOn(t *testing.T, w world, rt *reprise.Runtime) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	first, err := reprise.Describe(ctx, rt, "queued")
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.WaitRun(ctx, rt, first.RunID); err != nil { // from then on the id names what waited
		t.Error(err)
	}
	if err := reprise.ResumeSchedule(ctx, rt, Hourly.ID(), operator); err != nil {
		t.Error(err)
	}
	if run, err := reprise.Trigger(ctx, rt, Hourly.ID(), operator); err != nil {
		t.Error(err)
	} else if out, err := reprise.WaitRun(ctx, rt, run); err != nil || out.Status != reprise.Completed {
		t.Errorf("a run of the schedule: %+v, %v", out, err)
	}
	if err := reprise.Unpause(ctx, rt, "paused", operator); err != nil {
		t.Error(err)
	}
	for id, want := range map[string]int{"first": 6, "second": 14} {
		if sum, err := reprise.Update(ctx, rt, "cart", Add, 100, reprise.UpdateID(id)); err != nil || sum != want {
			t.Errorf("update %q is answered %d, %v; want %d", id, sum, err, want)
		}
	}
	if err := reprise.Repin(ctx, rt, "pinned", "new", operator); err != nil {
		t.Error(err)
	}
	if err := errors.Join(start(ctx, rt, Charged, "again", "charged-again"), returns(ctx, rt, "charged-again", "charged is charged")); err != nil {
		t.Error(err) // what "again" would be charged is not what was kept
	}
	for i, answer := range []string{"early", "late"} {
		if err := reprise.Resolve(ctx, rt, tokenOf(t, rt, i), answer); err != nil {
			t.Error(err)
		}
	}
	if err := reprise.Resolve(ctx, rt, tokenOf(t, rt, 0), "other"); !errors.Is(err, reprise.ErrResolved) {
		t.Errorf("another answer to a promise: %v", err)
	}
	for _, id := range answered {
		if err := reprise.Signal(ctx, rt, id, Approve, "yes"); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	for _, s := range kept {
		if err := returns(ctx, rt, s.id, s.then); err != nil {
			t.Error(err)
		}
	}
	if err := reprise.Signal(ctx, rt, "unread", Approve, "late"); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("a signal to a run that has ended: %v", err)
	}
	again, err := reprise.Start(ctx, rt, Steps, 2, reprise.ID("removed-1"), reprise.Once())
	if err != nil {
		t.Error(err)
	} else if _, err := again.Result(ctx); !errors.Is(err, reprise.ErrRemoved) {
		t.Errorf("a start under the id of a removed run: %v; want it to find that run", err)
	}
	if err := rt.Stop(ctx); err != nil {
		t.Error(err)
	}
	sound(t, w.st.(store.Inspector))
}

// Databases that a released version has written are opened by today's code, and their runs go on:
// from timers and signals, from what was parked, from what waits in inboxes, outboxes and requests.
func TestKeptDatabases(t *testing.T) {
	if *rewrite {
		rewriteAll(t)
	}
	t.Run("sqlite", func(t *testing.T) {
		for _, file := range keptFiles(t, "*.db") {
			t.Run(filepath.Base(file), func(t *testing.T) {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(t.TempDir(), "copy.db")
				if err := os.WriteFile(path, data, 0o600); err != nil {
					t.Fatal(err)
				}
				w := sqliteAt(t, path, written().Add(31*24*time.Hour))
				rt := w.runtime(t, w.st, "new", true)
				look(t, w, rt)
				goOn(t, w, rt)
			})
		}
	})
	t.Run("postgres", func(t *testing.T) {
		for _, file := range keptFiles(t, "*.sql") {
			t.Run(filepath.Base(file), func(t *testing.T) {
				sql, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				pool := poolOf(t, pgtest.Database(t))
				script(t, pool, string(sql))
				w := postgresAt(t, pool)
				rt := w.runtime(t, w.st, "new", true)
				look(t, w, rt)
				// The clock is the server's: instead of it, what is due is moved.
				script(t, pool, "UPDATE reprise.timer SET fire_at = now() WHERE fire_at < now() + interval '10 years'; UPDATE reprise.activity SET ready_at = now() WHERE delayed")
				goOn(t, w, rt)
			})
		}
	})
}

// keptFiles are the databases of each version. That of the version which is being made is among them.
func keptFiles(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(filepath.Base(f), version+".") }) {
		t.Errorf("of %s there is no database: write it with -rewrite", version)
	}
	return files
}

func script(t *testing.T, pool *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

func rewriteAll(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new.db")
	if !t.Run("write sqlite", func(t *testing.T) { fill(t, sqliteAt(t, path, written())) }) { // which also closes it
		t.FailNow()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("testdata", version+".db"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Run("write postgres", func(t *testing.T) {
		pool := poolOf(t, pgtest.Database(t))
		fill(t, postgresAt(t, pool))
		if err := os.WriteFile(filepath.Join("testdata", version+".sql"), []byte(dump(t, pool)), 0o644); err != nil {
			t.Fatal(err)
		}
	})
}

// dump is the database as SQL: the migrations that have made its tables, and their rows.
func dump(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	ctx := t.Context()
	all, err := postgres.Migrations()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range all {
		fmt.Fprintf(&b, "-- Migration %d.\n%s\n", m.Version, m.SQL)
	}
	ask := func(sql string, args ...any) []string {
		rows, err := pool.Query(ctx, sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		return texts
	}
	fmt.Fprint(&b, "-- Rows.\nDELETE FROM reprise.meta;\n")
	for _, table := range ask("SELECT relname::text FROM pg_class WHERE relnamespace = 'reprise'::regnamespace AND relkind = 'r' ORDER BY 1") {
		columns := ask("SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = ('reprise.' || quote_ident($1))::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum", table)
		for i, c := range columns {
			columns[i] = "quote_nullable(" + c + "::text)"
		}
		for _, row := range ask("SELECT concat_ws(', ', " + strings.Join(columns, ", ") + ") FROM reprise." + pgx.Identifier{table}.Sanitize() + " ORDER BY 1") {
			fmt.Fprintf(&b, "INSERT INTO reprise.%s VALUES (%s);\n", table, row)
		}
	}
	return b.String()
}
