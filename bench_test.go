package reprise_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

var (
	noop  = activity.Define[int, int]("noop")
	steps = workflow.Define[int, int]("steps")
)

func nothing(_ context.Context, n int) (int, error) { return n, nil }

func sequential(ctx workflow.Context, n int) (int, error) {
	last := 0
	for i := range n {
		v, err := workflow.Execute(ctx, noop, i).Get(ctx)
		if err != nil {
			return 0, err
		}
		last = v
	}
	return last, nil
}

// BenchmarkSteps prints sequential steps per second (200 runs of 20 activities each)
// on SQLite at synchronous=FULL, beside the machine's own one-row transactions
// measured just before and after, and their ratio.
func BenchmarkSteps(b *testing.B) {
	measure(b, "steps", 200, 20, 200)
}

// BenchmarkWorkflows prints one-activity workflows per second (2,000 runs, 64
// starters), beside the same limit.
func BenchmarkWorkflows(b *testing.B) {
	measure(b, "workflows", 2000, 1, 64)
}

func measure(b *testing.B, unit string, runs, length, starters int) {
	ctx := b.Context()
	var done, spent float64
	limit := oneRowTransactions(b)
	for range b.N {
		st, err := sqlite.Open(ctx, filepath.Join(b.TempDir(), "bench.db"))
		if err != nil {
			b.Fatal(err)
		}
		rt, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.DiscardHandler)}, steps.Bind(sequential), noop.Bind(nothing))
		if err != nil {
			b.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			b.Fatal(err)
		}
		begun := time.Now()
		if err := startAll(ctx, rt, runs, length, starters); err != nil {
			b.Fatal(err)
		}
		spent += time.Since(begun).Seconds()
		done += float64(runs * length)
		if err := rt.Stop(ctx); err != nil {
			b.Fatal(err)
		}
		if err := st.Close(); err != nil {
			b.Fatal(err)
		}
	}
	limit = (limit + oneRowTransactions(b)) / 2
	rate := done / spent
	b.ReportMetric(rate, unit+"/s")
	b.ReportMetric(limit, "limit_tx/s")
	b.ReportMetric(rate/limit, "ratio")
	b.ReportMetric(0, "ns/op")
}

// startAll starts runs from a number of goroutines and waits for all results.
func startAll(ctx context.Context, rt *reprise.Runtime, runs, length, starters int) error {
	next := make(chan int)
	errs := make(chan error, starters)
	var all sync.WaitGroup
	for range starters {
		all.Go(func() {
			for range next {
				run, err := reprise.Start(ctx, rt, steps, length)
				if err == nil {
					_, err = run.Result(ctx)
				}
				if err != nil {
					errs <- err
					return
				}
			}
		})
	}
	var err error
	for i := 0; i < runs && err == nil; i++ {
		select {
		case next <- i:
		case err = <-errs:
		}
	}
	close(next)
	all.Wait()
	select {
	case err = <-errs:
	default:
	}
	return err
}

// oneRowTransactions is the machine's own limit: one-row transactions per second on
// one connection to SQLite in WAL mode at synchronous=FULL.
func oneRowTransactions(b *testing.B) float64 {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), fmt.Sprintf("limit-%d.db", time.Now().UnixNano()))+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)"); err != nil {
		b.Fatal(err)
	}
	insert, err := db.Prepare("INSERT INTO t (data) VALUES (?)")
	if err != nil {
		b.Fatal(err)
	}
	data := make([]byte, 200)
	n := 0
	begun := time.Now()
	for time.Since(begun) < time.Second {
		if _, err := insert.Exec(data); err != nil {
			b.Fatal(err)
		}
		n++
	}
	return float64(n) / time.Since(begun).Seconds()
}
