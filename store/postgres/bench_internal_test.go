package postgres

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// durable starts a server with production durability and returns a store on it.
func durable(b *testing.B) (*pgtest.Server, *Store) {
	b.Helper()
	srv := pgtest.New(b, pgtest.Options{Durable: true})
	ctx := context.Background()
	url := srv.TCP("postgres")
	pool, err := dial(ctx, url)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	if err := Migrate(ctx, pool, Options{Logger: quiet()}); err != nil {
		b.Fatal(err)
	}
	st, err := New(pool, Options{Logger: quiet()})
	if err != nil {
		b.Fatal(err)
	}
	return srv, st
}

// limit returns how many single rows per second the server takes from 8 clients.
func limit(b *testing.B, srv *pgtest.Server) float64 {
	b.Helper()
	script := filepath.Join(b.TempDir(), "insert.sql")
	if err := os.WriteFile(script, []byte("INSERT INTO pgbench_row (data) VALUES (repeat('x', 100));\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	run := func(name string, args ...string) string {
		out, err := exec.Command(filepath.Join(srv.Dir, name), append(args, "-d", srv.TCP("postgres"))...).CombinedOutput()
		if err != nil {
			b.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run("psql", "-c", "CREATE TABLE IF NOT EXISTS pgbench_row (id bigserial PRIMARY KEY, data text)")
	out, err := exec.Command(filepath.Join(srv.Dir, "pgbench"), "-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", "3", "-f", script, srv.TCP("postgres")).CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	m := regexp.MustCompile(`tps = ([0-9.]+)`).FindSubmatch(out)
	if m == nil {
		b.Fatalf("no tps in %s", out)
	}
	tps, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return tps
}

// stepper commits a step to each of its runs in turn.
type stepper struct {
	st     *Store
	worker store.WorkerID
	runs   []store.RunID
	seq    []int64
	last   []store.Token
	next   int
}

func newStepper(b *testing.B, st *Store, n int) *stepper {
	s := &stepper{st: st, worker: uuid.New()}
	var ops []store.Op
	for range n {
		id := uuid.New()
		s.runs, s.seq, s.last = append(s.runs, id), append(s.seq, 2), append(s.last, id)
		ops = append(ops, &store.Start{Run: id, Chain: id, WorkflowID: id.String(), Workflow: "order", Queue: "default",
			Owner: s.worker, Claim: uuid.New(), Row: store.Row{Seq: 1, N: 1, Token: id, Data: make([]byte, 200)}})
	}
	if _, err := st.Apply(context.Background(), ops); err != nil {
		b.Fatal(err)
	}
	return s
}

func (s *stepper) ops(n int) []store.Op {
	ops := make([]store.Op, n)
	for i := range ops {
		k := (s.next + i) % len(s.runs)
		c := &store.Commit{Run: s.runs[k], Owner: s.worker, Epoch: 1, Seq: s.seq[k], After: s.last[k], Token: uuid.New(), Build: "v1",
			Rows: []store.Row{{Seq: s.seq[k], N: 2, Data: make([]byte, 250)}}}
		ops[i], s.last[k] = c, c.Token
		s.seq[k] += 2
	}
	s.next += n
	return ops
}

func (s *stepper) batch(n int) error {
	outs, err := s.st.Apply(context.Background(), s.ops(n))
	for i := range outs {
		if outs[i].Code != store.Done {
			return fmt.Errorf("a step is answered %v", outs[i].Code)
		}
	}
	return err
}

// BenchmarkSteps reports steps per second, as a multiple of the single rows that the
// server took from 8 clients just before.
func BenchmarkSteps(b *testing.B) {
	srv, st := durable(b)
	for _, c := range []struct{ writers, batch int }{{1, 1}, {1, 16}, {1, 64}, {1, 128}, {2, 128}} {
		b.Run(fmt.Sprintf("%d_writers_of_%d", c.writers, c.batch), func(b *testing.B) {
			tps := limit(b, srv)
			var wg sync.WaitGroup
			var all []*stepper
			for range c.writers {
				all = append(all, newStepper(b, st, 256))
			}
			b.ResetTimer()
			for _, s := range all {
				wg.Go(func() {
					for range max(1, b.N/c.batch/c.writers) {
						if err := s.batch(c.batch); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			steps := float64(max(1, b.N/c.batch/c.writers) * c.batch * c.writers)
			b.ReportMetric(steps/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(tps, "limit/s")
			b.ReportMetric(steps/b.Elapsed().Seconds()/tps, "ratio")
		})
	}
}

// BenchmarkSequentialActivities runs 200 runs of 20 activities in sequence through
// the whole engine.
func BenchmarkSequentialActivities(b *testing.B) {
	srv, st := durable(b)
	noop := activity.New("noop", func(context.Context, int) (int, error) { return 0, nil })
	steps := workflow.New("steps", func(ctx workflow.Context, n int) (int, error) {
		for range n {
			if _, err := workflow.Execute(ctx, noop, 0).Get(ctx); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	rt, err := reprise.New(st, reprise.Config{Logger: quiet(), Build: "v1"}, steps, noop)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	if err := rt.Start(ctx); err != nil {
		b.Fatal(err)
	}
	defer rt.Stop(ctx)
	const runs, length = 200, 20
	n := 0
	round := func() {
		var wg sync.WaitGroup
		for range runs {
			n++
			id := fmt.Sprint("run-", n)
			wg.Go(func() {
				h, err := reprise.Start(ctx, rt, steps, length, reprise.ID(id))
				if err == nil {
					_, err = h.Result(ctx)
				}
				if err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
	}
	round()
	tps := limit(b, srv)
	b.ResetTimer()
	for range b.N {
		round()
	}
	rate := float64(b.N*runs*length) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "steps/s")
	b.ReportMetric(tps, "limit/s")
	b.ReportMetric(rate/tps, "ratio")
}
