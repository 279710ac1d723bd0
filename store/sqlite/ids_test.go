package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// Runs that are started one after the other lie one after the other in the index of run ids:
// a batch of starts changes its last pages, whatever their workflow ids are.
func TestRunsThatStartTogetherLieTogether(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "store.db")
	st := open(t, path, sqlite.Options{})
	rnd := rand.New(rand.NewPCG(1, 2))
	at := start()
	var ids []uuid.UUID
	for i := range 300 {
		s := newRun(fmt.Sprintf("order-%d", i), nil)
		at = at.Add(time.Millisecond)
		s.Run = history.NewRunID(s.Namespace, s.WorkflowID, at, [8]byte{byte(rnd.Uint32()), byte(rnd.Uint32())})
		s.Chain = s.Run
		if out, err := st.Apply(ctx, []store.Op{s}); err != nil || out[0].Code != store.Done {
			t.Fatalf("%v, %v", out, err)
		}
		ids = append(ids, s.Run)
	}
	rows, err := foreign(t, path).Query("SELECT run, run_id FROM reprise_run INDEXED BY reprise_run_id ORDER BY run_id")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }() // its error is that of the last Next
	i := 0
	for ; rows.Next(); i++ {
		var run int
		var id []byte
		if err := rows.Scan(&run, &id); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%x%x", ids[i][1:], ids[i][:1]); run != i+1 || fmt.Sprintf("%x", id) != want {
			t.Fatalf("at %d of the index is run %d as %x, want run %d as %s", i, run, id, i+1, want)
		}
	}
	if err := rows.Err(); err != nil || i != len(ids) {
		t.Fatalf("%d runs, %v, want %d", i, err, len(ids))
	}
	for _, id := range ids {
		if r, err := st.Run(ctx, store.Ref{Run: id}); err != nil || r.ID != id {
			t.Fatalf("%v is found as %v, %v", id, r.ID, err)
		}
	}
}
