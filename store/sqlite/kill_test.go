package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// In each batch the worker process starts batchRuns runs, commits to each run of the
// previous batch, and closes half of those.
const batchRuns = 16

func runOf(batch, i int) store.RunID {
	return uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "run %d of batch %d", i, batch))
}

func nameOf(batch, i int) string { return fmt.Sprintf("batch-%d-%d", batch, i) }

// work continues after the last batch in the file, and prints the number of each batch
// once it is done.
func work(ctx context.Context, st *sqlite.Store) error {
	me := uuid.New()
	if err := st.Join(ctx, store.Worker{ID: me, TTL: 1e10}); err != nil {
		return err
	}
	first, err := lastBatch(ctx, st)
	if err != nil {
		return err
	}
	data := make([]byte, 3000)
	for batch := first + 1; ; batch++ {
		var ops []store.Op
		for i := range batchRuns {
			id := runOf(batch, i)
			ops = append(ops, &store.Start{
				Run: id, Chain: id, WorkflowID: nameOf(batch, i), Workflow: "order", Level: 1, Owner: me, Claim: uuid.New(),
				Row: store.Row{Seq: 1, N: 1, Token: id, Data: data},
			})
			if batch == 1 {
				continue
			}
			c := &store.Commit{Run: runOf(batch-1, i), Owner: me, Epoch: 1, Seq: 2, After: runOf(batch-1, i), Token: uuid.New(), Level: 1,
				Rows: []store.Row{{Seq: 2, N: 3, Data: data}}, StartTimers: []store.Timer{{ID: 1}}}
			if i%2 == 0 {
				c.Then, c.Status = store.Close, store.Completed
			}
			ops = append(ops, c)
		}
		if _, err := st.Apply(ctx, ops); err != nil {
			return err
		}
		fmt.Println(batch)
	}
}

// lastBatch finds the last batch of which the file has a run.
func lastBatch(ctx context.Context, st *sqlite.Store) (batch int, err error) {
	p, err := st.Runs(ctx, store.Query{Limit: 1})
	if err != nil || len(p.Runs) == 0 {
		return 0, err
	}
	_, err = fmt.Sscanf(p.Runs[0].WorkflowID, "batch-%d-", &batch)
	return batch, err
}

// A process that is killed while it writes leaves whole batches: every batch whose
// commit it reported, and at most one more.
func TestKillInTheMiddleOfApply(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	rnd := rand.New(rand.NewPCG(7, 7))
	known := 0
	for range 10 {
		p := spawn(t, "work", path)
		for range 1 + rnd.IntN(25) {
			if _, err := fmt.Sscan(p.line(), &known); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for line := p.line(); line != ""; line = p.line() { // the last lines it printed
			if _, err := fmt.Sscan(line, &known); err != nil {
				t.Fatal(err)
			}
		}
		p.kill()
		last := checkBatches(t, path, known-3)
		if last != known && last != known+1 {
			t.Fatalf("the file ends with batch %d, but the process was told of batch %d", last, known)
		}
		known = last
	}
	checkBatches(t, path, 1)
}

// checkBatches checks the file from outside, and its batches from first on.
func checkBatches(t *testing.T, path string, first int) (last int) {
	t.Helper()
	integrity(t, path)
	ctx := context.Background()
	st, err := sqlite.Open(ctx, path, sqlite.Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}()
	if last, err = lastBatch(ctx, st); err != nil {
		t.Fatal(err)
	}
	for batch := max(1, first); batch <= last; batch++ {
		for i := range batchRuns {
			r, err := st.Run(ctx, store.Ref{WorkflowID: nameOf(batch, i)})
			if err != nil {
				t.Fatalf("run %d of batch %d of %d: %v", i, batch, last, err)
			}
			next, status := int64(5), store.Open
			if batch == last {
				next = 2
			} else if i%2 == 0 {
				status = store.Completed
			}
			if r.NextSeq != next || r.Status != status {
				t.Fatalf("run %d of batch %d of %d: %v with next seq %d, want %v with %d", i, batch, last, r.Status, r.NextSeq, status, next)
			}
			rows, err := st.History(ctx, store.HistoryQuery{Run: r.ID})
			if err != nil || len(rows) == 0 || rows[len(rows)-1].Seq+int64(rows[len(rows)-1].N) != next {
				t.Fatalf("run %d of batch %d: %d rows, %v", i, batch, len(rows), err)
			}
		}
	}
	return last
}

// integrity has another program check the file.
func integrity(t *testing.T, path string) {
	t.Helper()
	db := foreign(t, path)
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity_check: %s, %v", verdict, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// foreign opens the file as another program would, through database/sql.
func foreign(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?_pragma=busy_timeout(600000)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() }) // a test that looks at the error closes it itself
	return db
}
