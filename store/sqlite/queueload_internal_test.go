package sqlite

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// BenchmarkQueues measures what a page, a scrape and an autoscaler ask for, with 200,000 activities ready in three queues.
//
//	go test ./store/sqlite -run - -bench Queues -benchtime 20x
func BenchmarkQueues(b *testing.B) {
	path := filepath.Join(b.TempDir(), "big.db")
	st, err := Open(context.Background(), path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := st.Close(); err != nil {
			b.Error(err)
		}
	})
	waiting(b, st, 200_000)
	for b.Loop() {
		all, err := st.Queues(b.Context(), store.QueueQuery{All: true, Load: true})
		if err != nil || len(all) == 0 {
			b.Fatalf("%d queues, %v", len(all), err)
		}
	}
}

// waiting inserts n ready activities, a thousandth of them in each of two other queues, and 1,000 that wait for a retry.
func waiting(t testing.TB, st *Store, n int) {
	t.Helper()
	c := st.w
	c.Script("BEGIN")
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed)
		SELECT i, 2, 0, 0, '', CASE i % 1000 WHEN 1 THEN 'a' WHEN 2 THEN 'z' ELSE 'q' END, 'charge', 0, i, i, 0 FROM n`, n)
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed)
		SELECT i, 3, 1, 0, '', 'q', 'charge', 0, i, ?1, 1 FROM n`, st.now().UnixMicro()+3_600_000_000)
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
}

// The queues and priorities that have something waiting are found in a number of steps that does not depend on the backlog.
func TestQueuesAreFoundWithoutTheirBacklog(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	waiting(t, st, 20_000)
	st.w.Exec("UPDATE ~activity SET prio = run % 2 WHERE queue = 'q'")
	var got []freeGroup
	if n := tenThousands(st, func() { got = freeGroups(st.w, sqlNextFreeTask, "") }); n > 0 {
		t.Errorf("with 20,000 activities SQLite takes %d times 10,000 steps", n)
	}
	if want := []freeGroup{{"a", 0, 1}, {"q", 0, 4}, {"q", 1, 3}, {"z", 0, 2}}; !slices.Equal(got, want) {
		t.Errorf("found are %v, want %v", got, want)
	}
}

// Counting stops at a limit, and the answer says so. The oldest activity is right nevertheless.
func TestAQueueIsCountedSoFar(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	waiting(t, st, store.MostCounted)
	look := func() map[string]store.QueueLoad {
		t.Helper()
		all, err := st.Queues(t.Context(), store.QueueQuery{All: true, Load: true})
		if err != nil {
			t.Fatal(err)
		}
		loads := map[string]store.QueueLoad{}
		for _, q := range all {
			loads[q.Name] = *q.Load
		}
		return loads
	}
	if got := look(); got["q"].ReadyActivities != store.MostCounted-20 || got["a"].ReadyActivities != 10 || got["q"].Retrying != 1000 || got["q"].Capped || got["a"].Capped {
		t.Errorf("10,000 that are ready are counted as %+v", got)
	}
	more := func(n int) {
		t.Helper()
		st.w.Exec("UPDATE ~activity SET run = -run * ?1", n) // so that they do not collide with those to come
		waiting(t, st, n)
		if err := st.w.Clear(); err != nil {
			t.Fatal(err)
		}
	}
	more(store.MostCounted)
	if got := look(); got["q"].ReadyActivities != store.MostCounted || got["q"].OldestReady.UnixMicro() != 3 || !got["q"].Capped || got["a"].ReadyActivities != 20 || got["a"].Capped {
		t.Errorf("20,000 that are ready are counted as %+v", got)
	}
	more(mostLooked)
	if got := look(); got["q"].ReadyActivities != store.MostCounted || !got["q"].Capped || got["a"].ReadyActivities != 120 || got["a"].Capped {
		t.Errorf("120,000 that are ready are counted as %+v", got)
	}
	st.w.Exec("UPDATE ~activity SET delayed = 1, attempt = 0, ready_at = ?1 WHERE queue = 'q' AND delayed = 0", st.now().Add(time.Minute))
	if got := look(); got["q"].Retrying != 0 || !got["q"].Capped || got["a"].Capped {
		t.Errorf("retries behind 120,000 activities that have not begun are counted as %+v", got)
	}
}
