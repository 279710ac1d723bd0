package sqlite

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// backlog is a way in which runs and activities wait.
type backlog struct {
	name                         string
	nth                          int // gives its rows ids that no other backlog uses
	quarantined, delayed, access int
	in                           time.Duration // from now until they may be tried
}

var backlogs = []backlog{
	{"free", 0, 0, 0, 0, -time.Hour},
	{"later", 1, 0, 1, 1, time.Hour},
	{"due", 2, 0, 1, 1, -time.Hour},
	{"quarantined", 3, 1, 0, 2, -time.Hour},
	{"quarantined-later", 4, 1, 1, 2, time.Hour},
}

// waitingIn puts n runs and n activities of backlog b into a queue.
func waitingIn(t testing.TB, st *Store, queue string, n int, b backlog) {
	t.Helper()
	c, at := st.w, st.now().Add(b.in)
	c.Script("BEGIN")
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~activity (run, activity, attempt, limited, namespace, queue, name, prio, scheduled_at, ready_at, quarantined, delayed)
		SELECT -i, ?2, 1, 0, '', ?6, 'charge', 0, i, ?3 + i, ?4, ?5 FROM n WHERE i <= ?1`, n, b.nth+2, at, b.quarantined, b.delayed, queue)
	c.Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO ~dispatch (run, namespace, queue, workflow, level, prio, ready_at, access, build, until)
		SELECT ?2 - i, '', ?6, 'order', 1, 0, i, ?3, ?4, ?5 + i FROM n WHERE i <= ?1`, n, -b.nth*n, b.access, store.PackTried([]string{"b"}), at, queue)
	if err := c.Commit(); err != nil {
		t.Fatal(err)
	}
}

// claimed claims runs and activities that f matches.
func claimed(t testing.TB, st *Store, worker store.WorkerID, most int, f store.Filter, quarantine bool) ([]store.Claimed, []store.Task) {
	t.Helper()
	f.Workflows, f.Activities, f.Level, f.Build = []string{"order"}, []string{"charge"}, 1, "b"
	outs, err := st.Apply(t.Context(), []store.Op{
		&store.Claim{Worker: worker, ID: uuid.New(), Max: most, Filter: f, Quarantine: quarantine},
		&store.ClaimActivities{Worker: worker, ID: uuid.New(), Max: most, Filter: f, Quarantine: quarantine},
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

// looks returns what a worker does to find work in empty queues.
func looks(t testing.TB, st *Store, queues ...string) map[string]func() {
	worker := joined(t, st)
	claim := func(quarantine bool) func() {
		return func() {
			if runs, tasks := claimed(t, st, worker, 10, store.Filter{Queues: queues}, quarantine); len(runs)+len(tasks) > 0 {
				t.Errorf("%d runs and %d activities are claimed from empty queues", len(runs), len(tasks))
			}
		}
	}
	return map[string]func(){
		"claim":            claim(false),
		"quarantine-claim": claim(true),
		"tick": func() {
			f := store.Filter{Queues: append([]string{"full"}, queues...), Full: []string{"full"}, Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1, Build: "b"}
			got, err := st.Tick(t.Context(), store.Tick{Worker: worker, Filter: f, Queues: queues, Awaited: []store.RunID{uuid.New()}}) // a new id each time, so that the answer is not remembered
			if err != nil || got.ReadyRuns+got.ReadyActivities+got.Quarantined > 0 || !got.NextReady.IsZero() {
				t.Errorf("of empty queues a tick says %+v, %v", got, err)
			}
		},
	}
}

// tenThousands returns how many times SQLite takes ten thousand steps while f runs.
func tenThousands(st *Store, f func()) (n int) {
	st.w.StopWhen(func() bool { n++; return false })
	defer st.w.StopWhen(func() bool { return false })
	f()
	return n
}

// What waits in one queue, in whatever way, does not slow down claims from another queue, nor ticks that ask about it.
func TestAClaimLooksAtNoOtherQueue(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	for _, b := range backlogs {
		waitingIn(t, st, "busy", 20_000, b)
	}
	set := &store.ChangeQueue{Queue: "idle", Do: store.SetQueue, Settings: store.QueueSettings{Concurrency: 5}}
	if _, err := st.Apply(t.Context(), []store.Op{set}); err != nil {
		t.Fatal(err)
	}
	for what, do := range looks(t, st, "idle") {
		if n := tenThousands(st, do); n > 0 {
			t.Errorf("with 100,000 runs and activities in another queue a %s of an empty one takes %d times 10,000 steps of SQLite", what, n)
		}
	}
}

// A claim takes what is first in all its queues together, by priority and then by time. It takes nothing twice, and only from its namespace.
func TestAClaimOfSomeQueuesTakesTheFirstOfThemAll(t *testing.T) {
	const seed = 24
	rng := rand.New(rand.NewPCG(seed, 0))
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	worker := joined(t, st)
	queues, namespaces := []string{"a", "b", "c", "d"}, []string{"", "n"}
	type work struct {
		id, namespace, queue string
		prio                 int
	}
	var runs []work
	for i := range 120 {
		w := work{fmt.Sprint(i), namespaces[rng.IntN(2)], queues[rng.IntN(4)], rng.IntN(3) - 1}
		s := newStart(w.id)
		s.Namespace, s.Queue, s.Priority = w.namespace, w.queue, w.prio
		if _, err := st.Apply(t.Context(), []store.Op{s}); err != nil {
			t.Fatal(err)
		}
		if w.namespace == "" {
			scheduled(t, st, store.Activity{ID: 3, Name: "charge", Queue: w.queue, Priority: w.prio, Data: []byte(w.id)})
		}
		runs = append(runs, w)
	}
	slices.SortStableFunc(runs, func(a, b work) int { return a.prio - b.prio })
	tasks := slices.DeleteFunc(slices.Clone(runs), func(w work) bool { return w.namespace != "" })
	// next takes what a claim should take out of all.
	next := func(all *[]work, f store.Filter, most int) (ids []string) {
		*all = slices.DeleteFunc(*all, func(w work) bool {
			takes := len(ids) < most && w.namespace == f.Namespace && slices.Contains(f.Queues, w.queue)
			if takes {
				ids = append(ids, w.id)
			}
			return takes
		})
		return ids
	}
	for i := range 60 {
		f := store.Filter{Namespace: namespaces[rng.IntN(2)]}
		for range 1 + rng.IntN(4) { // some more than once
			f.Queues = append(f.Queues, queues[rng.IntN(4)])
		}
		most := rng.IntN(6)
		gotRuns, gotTasks := claimed(t, st, worker, most, f, false)
		var runIDs, taskIDs []string
		for _, r := range gotRuns {
			runIDs = append(runIDs, r.Run.WorkflowID)
		}
		for _, a := range gotTasks {
			taskIDs = append(taskIDs, string(a.Data))
		}
		if want := next(&runs, f, most); !slices.Equal(runIDs, want) {
			t.Fatalf("seed %d: claim %d of %d from %v takes the runs %v, want %v", seed, i, most, f.Queues, runIDs, want)
		}
		if want := next(&tasks, f, most); !slices.Equal(taskIDs, want) {
			t.Fatalf("seed %d: claim %d of %d from %v takes the activities %v, want %v", seed, i, most, f.Queues, taskIDs, want)
		}
	}
}

// When thousands of delays are over in each of many queues, a claim ends the oldest of them all: the database is locked
// no longer than for one queue.
func TestAClaimOfManyQueuesEndsNoMoreDelaysThanOneOfOne(t *testing.T) {
	st := openHere(t, filepath.Join(t.TempDir(), "store.db"), Options{})
	var f store.Filter
	for i := range 5 {
		f.Queues = append(f.Queues, fmt.Sprint("q", i))
		waitingIn(t, st, f.Queues[i], maxDelays, backlog{nth: i, delayed: 1, access: 1, in: -time.Hour})
	}
	st.w.Exec(`INSERT INTO ~run (run, run_id, status, epoch, next_seq, level, last_commit, chain_id, namespace, workflow_id, workflow, queue, prio, created_at)
		SELECT run, randomblob(16), 1, 1, 1, 1, zeroblob(16), randomblob(16), '', 'order' || run, 'order', 'q0', 0, 1 FROM ~activity WHERE queue = 'q0'`)
	if err := st.w.Clear(); err != nil {
		t.Fatal(err)
	}
	_, tasks := claimed(t, st, joined(t, st), 10, f, false)
	ended := st.w.Number("SELECT count(*) FROM ~activity WHERE delayed = 0")
	behind := st.w.Number("SELECT (SELECT max(ready_at) FROM ~activity WHERE delayed = 0 AND owner IS NULL) > (SELECT min(ready_at) FROM ~activity WHERE delayed = 1)")
	if len(tasks) != 10 || ended != maxDelays || behind != 0 {
		t.Errorf("a claim takes %d tasks and ends %d delays, want 10 and %d; younger ones before older ones: %d", len(tasks), ended, maxDelays, behind)
	}
}

// BenchmarkClaimBesideABacklog measures a worker's search for work in an empty queue, while many runs and activities wait in another.
//
//	go test ./store/sqlite -run - -bench ClaimBesideABacklog -benchtime 10x
func BenchmarkClaimBesideABacklog(b *testing.B) {
	for _, way := range backlogs {
		for _, n := range []int{1000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/waiting=%d", way.name, n), func(b *testing.B) {
				st := openFor(b)
				waitingIn(b, st, "busy", n, way)
				for what, look := range looks(b, st, "idle") {
					b.Run(what, func(b *testing.B) {
						for b.Loop() {
							look()
						}
					})
				}
			})
		}
	}
}

// BenchmarkTickOfManyQueues is a tick that counts what is ready in 50 queues, in each of which so many runs and activities wait.
//
//	go test ./store/sqlite -run - -bench TickOfManyQueues -benchtime 100x
func BenchmarkTickOfManyQueues(b *testing.B) {
	for _, n := range []int{0, 1000} {
		b.Run(fmt.Sprintf("waiting=%d", n), func(b *testing.B) {
			st := openFor(b)
			f := store.Filter{Workflows: []string{"order"}, Activities: []string{"charge"}, Level: 1, Build: "b"}
			for i := range 50 {
				f.Queues = append(f.Queues, fmt.Sprint("q", i))
				waitingIn(b, st, f.Queues[i], n, backlog{nth: i, in: -time.Hour})
			}
			worker := joined(b, st)
			for b.Loop() {
				got, err := st.Tick(b.Context(), store.Tick{Worker: worker, Filter: f, Awaited: []store.RunID{uuid.New()}}) // a new id each time, so that the answer is not remembered
				if want := min(n, maxCount); err != nil || got.ReadyRuns != want || got.ReadyActivities != want {
					b.Fatalf("%d runs and %d activities are ready, %v", got.ReadyRuns, got.ReadyActivities, err)
				}
			}
		})
	}
}
