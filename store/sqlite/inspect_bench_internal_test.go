package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// fill makes a file of many runs by SQL, each with the given number of rows of 200 bytes.
// Of a million runs the oldest ten are open, three of the oldest are of a workflow named
// rare, one in a thousand has failed, and one in five thousand was cancelled.
func fill(b *testing.B, path string, runs, rows int) {
	b.Helper()
	st, err := Open(context.Background(), path)
	if err != nil {
		b.Fatal(err)
	}
	c := st.w
	c.Script("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN")
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~run (run, run_id, status, epoch, next_seq, level, last_commit, chain_id, namespace, workflow_id, workflow, queue, prio,
			build, created_at, closed_at)
		SELECT i, id, CASE WHEN i <= 10 THEN 1 WHEN i % 1000 = 7 THEN 3 WHEN i % 5000 = 9 THEN 4 ELSE 2 END, 1, 2 * ?2, 1, id, id, 'default',
			'order-' || i, CASE WHEN i BETWEEN 5 AND 7 THEN 'rare' WHEN i % 10 = 0 THEN 'refund' ELSE 'order' END, 'default', 0, 'build-1', i,
			CASE WHEN i > 10 THEN i END
		FROM (SELECT i, randomblob(16) AS id FROM n)`, runs, rows)
	if rows > 0 { // rows of different runs alternate, as those of runs that live at the same time
		c.Exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1 * ?2)
		INSERT INTO ~event (run, seq, n, token, at, data)
		SELECT run, CASE seq WHEN 0 THEN 1 ELSE 2 * seq END, CASE seq WHEN 0 THEN 1 ELSE 2 END, randomblob(16), run, zeroblob(200)
		FROM (SELECT 1 + i / (?2 * 100) * 100 + i % 100 AS run, i / 100 % ?2 AS seq FROM n)`, runs, rows)
	}
	if err := c.Commit(); err != nil {
		b.Fatal(err)
	}
	if err := st.Close(); err != nil {
		b.Fatal(err)
	}
}

func openBig(b *testing.B, runs, rows int) *Store {
	b.Helper()
	path := filepath.Join(b.TempDir(), "big.db")
	fill(b, path, runs, rows)
	st, err := Open(context.Background(), path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := st.Close(); err != nil {
			b.Error(err)
		}
	})
	return st
}

// BenchmarkList measures a page of a listing over a million runs: the first page, and one
// from the middle.
func BenchmarkList(b *testing.B) {
	st := openBig(b, 1_000_000, 0)
	st.w.Script("UPDATE ~run SET block_count = 1 WHERE run <= 3")
	st.w.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO ~run (run_id, status, epoch, next_seq, level, last_commit, chain_id, namespace, workflow_id, workflow, queue, prio, created_at)
		SELECT randomblob(16), 1 + i % 3, 1, 2, 1, x'00', x'00', 'many', i, 'name-' || (i / 10), '', 0, 0 FROM n`)
	if err := st.w.Clear(); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		q    store.Query
		want int
	}{
		{"all", store.Query{}, 100},
		{"all by 1000", store.Query{Limit: 1000}, 1000},
		{"open", store.Query{Status: []store.Status{store.Open}}, 10},
		{"completed", store.Query{Status: []store.Status{store.Completed}}, 100},
		{"failed", store.Query{Status: []store.Status{store.Failed}}, 100},
		{"terminated, none", store.Query{Status: []store.Status{store.Terminated}}, 0},
		{"open, failed or cancelled", store.Query{Status: []store.Status{store.Open, store.Failed, store.Cancelled}}, 100},
		{"rare workflow", store.Query{Workflow: "rare"}, 3},
		{"unknown workflow", store.Query{Workflow: "unknown"}, 0},
		{"frequent workflow", store.Query{Workflow: "refund"}, 100},
		{"rare workflow, open", store.Query{Workflow: "rare", Status: []store.Status{store.Open}}, 3},
		{"rare workflow, completed", store.Query{Workflow: "rare", Status: []store.Status{store.Completed}}, 0},
		{"frequent workflow, failed", store.Query{Workflow: "order", Status: []store.Status{store.Failed}}, 100},
		{"workflow id", store.Query{WorkflowID: "order-500000"}, 1},
		{"workflow id, open", store.Query{WorkflowID: "order-5", Status: []store.Status{store.Open}}, 1},
		{"unknown workflow id", store.Query{WorkflowID: "order-0"}, 0},
		{"blocked", store.Query{Blocked: true}, 3},
		{"blocked, rare workflow", store.Query{Blocked: true, Workflow: "rare"}, 0},
		{"unknown namespace", store.Query{Namespace: "unknown"}, 0},
		{"1000 names", store.Query{Namespace: "many"}, 100},
	} {
		for from, cursor := range map[string]string{"first": "", "middle": rules.Cursor('s', 500_000)} {
			b.Run(c.name+"/"+from, func(b *testing.B) {
				c.q.Namespace, c.q.Cursor = cmp.Or(c.q.Namespace, "default"), cursor
				for b.Loop() {
					p, err := st.Runs(context.Background(), c.q)
					if err != nil || from == "first" && len(p.Runs) != c.want {
						b.Fatal(len(p.Runs), err)
					}
				}
				b.ReportMetric(1000*b.Elapsed().Seconds()/float64(b.N), "ms/page")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkScan measures reading a million rows of history, with two events each.
func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		name       string
		runs, rows int
	}{{"short runs", 200_000, 5}, {"long runs", 10_000, 100}} {
		b.Run(c.name, func(b *testing.B) {
			st := openBig(b, c.runs, c.rows)
			before := forgetPeak(b)
			rows := 0
			b.ResetTimer()
			for b.Loop() {
				err := st.Scan(context.Background(), func(r store.Run, _ store.Pending, all iter.Seq[store.Row]) error {
					next := int64(1)
					for w := range all {
						next = w.Seq + int64(w.N)
						rows++
					}
					if next != r.NextSeq {
						return fmt.Errorf("the rows end before %d, want %d", next, r.NextSeq)
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
			reportPeak(b, before)
		})
	}
}

// BenchmarkCheck measures a check of the tables with a million rows of history.
func BenchmarkCheck(b *testing.B) {
	const runs, rows = 200_000, 5
	st := openBig(b, runs, rows)
	before := forgetPeak(b)
	n := 0
	b.ResetTimer()
	for b.Loop() {
		err := st.Check(context.Background(), time.Hour, func(f store.Finding) error {
			return fmt.Errorf("%s: %s", f.Check, f.Text)
		})
		if err != nil {
			b.Fatal(err)
		}
		n += runs * rows
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rows/s")
	reportPeak(b, before)
}

// BenchmarkInfo measures counting a million rows of history.
func BenchmarkInfo(b *testing.B) {
	st := openBig(b, 200_000, 5)
	for b.Loop() {
		if _, err := st.Info(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// forgetPeak restarts the measurement of this process's peak memory, where /proc allows
// it, and returns what the process uses now. The library's own memory is not on Go's heap.
func forgetPeak(b *testing.B) float64 {
	b.Helper()
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // elsewhere no figure exists
	return peak()
}

// peak returns the most memory used since forgetPeak, in MB; 0 means unknown.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kB float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kB); n == 1 {
			return kB / 1000
		}
	}
	return 0
}

func reportPeak(b *testing.B, before float64) {
	b.Helper()
	if after := peak(); after > 0 {
		b.ReportMetric(after-before, "MB_more")
	}
}
