package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// waitingElsewhere has n runs and n activities be free in the queue named busy.
func waitingElsewhere(t testing.TB, st *Store, n int) {
	t.Helper()
	c := st.w
	c.Script("BEGIN")
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, delayed)
		SELECT -i, 2, 0, 0, '', 'busy', 'charge', 0, i, i, 0 FROM n`, n)
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~dispatch (run, namespace, queue, workflow, level, prio, ready_at)
		SELECT -i, '', 'busy', 'order', 1, 0, i FROM n`, n)
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
}

// claimsOf claims runs and activities from queues.
func claimsOf(t testing.TB, st *Store, worker store.WorkerID, most int, queues ...string) ([]store.Claimed, []store.Task) {
	t.Helper()
	f := store.Filter{Queues: queues, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}
	outs, err := st.Apply(t.Context(), []store.Op{
		&store.Claim{Worker: worker, ID: uuid.New(), Max: most, Filter: f},
		&store.ClaimActivities{Worker: worker, ID: uuid.New(), Max: most, Filter: f},
	})
	if err != nil {
		t.Fatal(err)
	}
	return outs[0].Claims, outs[1].Tasks
}

func joined(t testing.TB, st *Store) store.WorkerID {
	t.Helper()
	id := uuid.New()
	if err := st.Join(t.Context(), store.Worker{ID: id, TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	return id
}

// tenThousands is how many times SQLite takes ten thousand steps while f runs.
func tenThousands(st *Store, f func()) (n int) {
	st.w.StopWhen(func() bool { n++; return false })
	defer st.w.StopWhen(func() bool { return false })
	f()
	return n
}

// What waits in one queue costs claims from another one nothing, nor ticks that ask for it.
func TestAClaimLooksAtNoOtherQueue(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	waitingElsewhere(t, st, 20_000)
	worker := joined(t, st)
	f := store.Filter{Queues: []string{"idle", "full"}, Full: []string{"full"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1}
	set := &store.ChangeQueue{Queue: "idle", Do: store.SetQueue, Settings: store.QueueSettings{Concurrency: 5}}
	if _, err := st.Apply(t.Context(), []store.Op{set}); err != nil {
		t.Fatal(err)
	}
	for what, do := range map[string]func(){
		"claim": func() {
			if runs, tasks := claimsOf(t, st, worker, 10, "idle"); len(runs)+len(tasks) > 0 {
				t.Errorf("%d runs and %d activities are claimed from an empty queue", len(runs), len(tasks))
			}
		},
		"tick": func() {
			got, err := st.Tick(t.Context(), store.Tick{Worker: worker, Filter: f, Queues: []string{"idle"}})
			if err != nil || got.ReadyRuns+got.ReadyActivities > 0 {
				t.Errorf("%d runs and %d activities are ready in an empty queue, %v", got.ReadyRuns, got.ReadyActivities, err)
			}
		},
	} {
		if n := tenThousands(st, do); n > 0 {
			t.Errorf("with 20,000 runs and activities in another queue a %s of an empty one takes %d times 10,000 steps of SQLite", what, n)
		}
	}
}

// A claim takes what is first in all its queues together, by priority and then by time, each once.
func TestAClaimOfSomeQueuesTakesTheFirstOfThemAll(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	worker := joined(t, st)
	var want []string
	for i, place := range []struct {
		queue string
		prio  int
	}{{"b", 2}, {"a", 1}, {"b", 1}, {"c", 0}, {"a", 0}, {"b", 0}, {"a", 2}} {
		s := newStart(fmt.Sprint(place.prio, place.queue, i))
		s.Queue, s.Priority, s.Level = place.queue, place.prio, 1
		if _, err := st.Apply(t.Context(), []store.Op{s}); err != nil {
			t.Fatal(err)
		}
		scheduled(t, st, store.Activity{ID: 3, Name: "charge", Queue: place.queue, Priority: place.prio, Data: []byte(s.WorkflowID)})
		if place.queue != "c" {
			want = append(want, s.WorkflowID)
		}
	}
	slices.SortStableFunc(want, func(a, b string) int { return int(a[0]) - int(b[0]) })
	want = want[:4]
	runs, tasks := claimsOf(t, st, worker, 4, "a", "b", "a")
	var gotRuns, gotTasks []string
	for _, r := range runs {
		gotRuns = append(gotRuns, r.Run.WorkflowID)
	}
	for _, a := range tasks {
		gotTasks = append(gotTasks, string(a.Data))
	}
	if !slices.Equal(gotRuns, want) || !slices.Equal(gotTasks, want) {
		t.Errorf("claimed are the runs %v and the activities %v, want %v of both", gotRuns, gotTasks, want)
	}
}

// BenchmarkClaimBesideABacklog is a claim of runs and one of activities from an empty queue, while so many of both wait in another one.
//
//	go test ./store/sqlite -run - -bench ClaimBesideABacklog -benchtime 10x
func BenchmarkClaimBesideABacklog(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("waiting=%d", n), func(b *testing.B) {
			st := openFor(b)
			waitingElsewhere(b, st, n)
			worker := joined(b, st)
			for b.Loop() {
				if runs, tasks := claimsOf(b, st, worker, 10, "idle"); len(runs)+len(tasks) > 0 {
					b.Fatalf("%d runs and %d activities are claimed", len(runs), len(tasks))
				}
			}
		})
	}
}
