package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// keyedRows has n activities wait, of so many keys in turn, the first of which run already.
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

// scheduled has a run ask for activities.
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

// byKeys claims from the queue as its partitions allow, of which one runs of each at once.
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

// A claim looks for activities without a key among those that are first, and not behind all that waits.
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

// What has a key is found behind whatever waits of partitions that are full.
func TestAPartitionWithRoomIsFoundBehindTheOthers(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	keyedRows(t, st, 2000, 100, 100)
	scheduled(t, st, store.Activity{ID: 3, Name: "charge", Queue: "q", Partition: "last"}, store.Activity{ID: 4, Name: "charge", Queue: "q", Partition: "050"})
	if got := byKeys(t, st, 5); len(got) != 1 || got[0].Partition != "last" {
		t.Errorf("taken are %v, want that of the one partition with room", got)
	}
}

// openFor makes a store in a file of its own that a benchmark has.
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

// BenchmarkClaimByPartitions is a claim that finds nothing, of a queue of 1,000 partitions that are all full, of which so many wait.
//
//	go test ./store/sqlite -run - -bench ClaimByPartitions -benchtime 20x
func BenchmarkClaimByPartitions(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("waiting=%d", n), func(b *testing.B) {
			st := openFor(b)
			keyedRows(b, st, n, 1000, 1000)
			for b.Loop() {
				if got := byKeys(b, st, 10); len(got) != 0 {
					b.Fatalf("%d are taken", len(got))
				}
			}
		})
	}
}
