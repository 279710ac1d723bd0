package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// keyedRows inserts n waiting activities whose partition keys take turns. Of the first running keys one activity runs already.
func keyedRows(t testing.TB, st *Store, n, keys, running int) {
	t.Helper()
	c := st.w
	c.Script("BEGIN")
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed, partition_key)
		SELECT -i, 2, 0, 0, '', 'q', 'charge', 0, i, i, 0, printf('%03d', i % ?2) FROM n WHERE i <= ?1`, n, keys)
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed, partition_key, owner, claim)
		SELECT -i, 3, 1, 0, '', 'q', 'charge', 0, i, i, 0, printf('%03d', i - 1), ?2, ?2 FROM n WHERE i <= ?1`, running, uuid.New())
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
}

// scheduled has a run schedule the activities.
func scheduled(t testing.TB, st *Store, all ...store.Activity) {
	t.Helper()
	me := uuid.New()
	if err := st.Join(t.Context(), store.Worker{ID: me, TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	s := newStart(uuid.NewString())
	s.Owner, s.Claim = me, uuid.New()
	outs, err := st.Apply(t.Context(), []store.Op{s, &store.Commit{Run: s.Run, Owner: me, Epoch: 1, Seq: 2, After: s.Row.Token, Token: uuid.New(), Level: 1,
		Rows: []store.Row{{Seq: 2, N: 1}}, Schedule: all}})
	if err != nil || outs[1].Code != store.Done {
		t.Fatalf("%v, %v", outs, err)
	}
}

// byKeys claims activities from the queue, whose limit is one running activity per partition.
func byKeys(t testing.TB, st *Store, most int) []store.Task {
	t.Helper()
	worker := uuid.New()
	if err := st.Join(t.Context(), store.Worker{ID: worker, TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	outs, err := st.Apply(t.Context(), []store.Op{
		&store.ChangeQueue{Queue: "q", Do: store.SetQueue, Settings: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}},
		&store.ClaimActivities{Worker: worker, ID: uuid.New(), Max: most, Filter: store.Filter{Queues: []string{"q"}, Activities: []string{"charge"}}, Partitioned: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return outs[1].Tasks
}

// A claim takes an activity without a key only if it is among the first that wait; it does not search the whole backlog.
func TestAnActivityWithoutAKeyIsTakenWhenItIsAmongTheFirst(t *testing.T) {
	for _, c := range []struct{ before, want int }{{0, 1}, {store.MostWaiting - 1, 1}, {store.MostWaiting, 0}, {2 * store.MostWaiting, 0}} {
		t.Run(fmt.Sprint(c.before), func(t *testing.T) {
			st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
			keyedRows(t, st, c.before, 10, 10)
			scheduled(t, st, store.Activity{ID: 3, Name: "charge", Queue: "q"})
			if got := byKeys(t, st, 5); len(got) != c.want {
				t.Errorf("behind %d that have a key %d are taken, want %d", c.before, len(got), c.want)
			}
		})
	}
}

// An activity with a key is found behind any number of others whose partitions are full.
func TestAPartitionWithRoomIsFoundBehindTheOthers(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	keyedRows(t, st, 2000, 100, 100)
	scheduled(t, st, store.Activity{ID: 3, Name: "charge", Queue: "q", Partition: "last"}, store.Activity{ID: 4, Name: "charge", Queue: "q", Partition: "050"})
	if got := byKeys(t, st, 5); len(got) != 1 || got[0].Partition != "last" {
		t.Errorf("taken are %v, want that of the one partition with room", got)
	}
}

// openFor makes a store in a file of its own for a benchmark.
func openFor(b *testing.B) *Store {
	b.Helper()
	st, err := Open(context.Background(), filepath.Join(b.TempDir(), "store.db"))
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

// BenchmarkClaimByPartitions compares claims of ten jobs from a queue of 1,000 partitions of one at once, in which 1,000 jobs wait,
// with such claims where 1,000,000 wait. The first partitions are full, and each claim looks at them first. What is claimed waits again.
// It prints medians of both, and their ratio.
//
//	go test ./store/sqlite -run - -bench ClaimByPartitions -benchtime 200x
func BenchmarkClaimByPartitions(b *testing.B) {
	few, many := partitionsOf(b, 1000), partitionsOf(b, 1_000_000)
	for _, full := range []int{0, 500, 980, 1000} {
		for _, st := range []*Store{few, many} {
			st.w.Exec("DELETE FROM ~activity WHERE activity < 0")
			st.w.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
				INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed, partition_key, owner, claim)
				SELECT 1, -i, 1, 0, '', 'q', 'charge', 0, i, i, 0, printf('%03d', i - 1), ?2, ?2 FROM n WHERE i <= ?1`, full, uuid.New())
			if err := st.w.Clear(); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("full=%d", full), func(b *testing.B) {
			var took [2][]float64
			for b.Loop() {
				for i, st := range []*Store{few, many} { // in turn, so that both see the same noise
					worker, since := uuid.New(), time.Now()
					outs, err := st.Apply(b.Context(), []store.Op{&store.ClaimActivities{Worker: worker, ID: uuid.New(), Max: 10,
						Filter: store.Filter{Queues: []string{"q"}, Activities: []string{"charge"}}, Partitioned: true}})
					took[i] = append(took[i], float64(time.Since(since))/1e6)
					if want := min(10, 1000-full); err != nil || len(outs[0].Tasks) != want {
						b.Fatalf("taken are %d of %d, %v", len(outs[0].Tasks), want, err)
					}
					st.w.Exec("UPDATE ~activity SET owner = NULL, claim = NULL, attempt = 0 WHERE owner = ?1", worker)
					if err := st.w.Clear(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(0, "ns/op") // this would be of both, with what comes between claims
			for i := range took {
				slices.Sort(took[i])
			}
			less, more := took[0][len(took[0])/2], took[1][len(took[1])/2]
			b.ReportMetric(less, "ms-1000")
			b.ReportMetric(more, "ms-1000000")
			b.ReportMetric(more/less, "ms-ratio")
		})
	}
}

// partitionsOf makes a store with a queue of 1,000 partitions of one at once, in which n jobs wait, as many in each.
func partitionsOf(b *testing.B, n int) *Store {
	b.Helper()
	st := openFor(b)
	run := newStart("all")
	set := &store.ChangeQueue{Queue: "q", Do: store.SetQueue, Settings: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}}
	if _, err := st.Apply(b.Context(), []store.Op{run, set}); err != nil {
		b.Fatal(err)
	}
	st.w.Script("BEGIN")
	st.w.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed, partition_key)
		SELECT 1, i, 0, 0, '', 'q', 'charge', 0, i, i, 0, printf('%03d', i % 1000) FROM n`, n)
	if err := st.w.Commit(); err != nil {
		b.Fatal(err)
	}
	return st
}
