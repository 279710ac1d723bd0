package postgres

import (
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
)

// BenchmarkQueues measures what a page, a scrape and an autoscaler query, with 200,000 activities ready in one of three queues.
//
//	go test ./store/postgres -run - -bench Queues -benchtime 20x
func BenchmarkQueues(b *testing.B) {
	_, st := durable(b)
	waiting(b, st, 200_000)
	if _, err := st.pool.Exec(b.Context(), st.texts.of("VACUUM ANALYZE ~activity")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		all, err := st.Queues(b.Context(), store.QueueQuery{All: true, Load: true})
		if err != nil || len(all) == 0 {
			b.Fatalf("%d queues, %v", len(all), err)
		}
	}
}

// waiting makes n activities ready, a thousandth of them in each of two other queues, and 1,000 wait for a retry.
func waiting(t testing.TB, st *Store, n int) {
	t.Helper()
	for _, sql := range []string{
		`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow)
			SELECT gen_random_uuid(), 2, now(), now() - interval '1 hour' + n * interval '1 millisecond', 0, 0, false, '', CASE n % 1000 WHEN 1 THEN 'a' WHEN 2 THEN 'z' ELSE 'q' END, 'charge', n::text, 'w' FROM generate_series(1, $1::int) n`,
		`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, delayed, namespace, queue, name, workflow_id, workflow)
			SELECT gen_random_uuid(), 3, now(), now() + interval '1 hour', 1, 0, false, true, '', 'q', 'charge', n::text, 'w' FROM generate_series(1, $1::int / 200) n`,
	} {
		if _, err := st.pool.Exec(t.Context(), st.texts.of(sql), n); err != nil {
			t.Fatal(err)
		}
	}
}

// Counting stops at a limit, and the answer says so. The oldest time is right all the same, and other queues are counted in
// full.
func TestAQueueIsCountedSoFar(t *testing.T) {
	t.Parallel()
	st := byItsOwnClock(t)
	for n, want := range []store.QueueLoad{
		{ReadyActivities: store.MostCounted - 20, Retrying: 50},
		{ReadyActivities: store.MostCounted, Retrying: 100, Capped: true},
	} {
		waiting(t, st, store.MostCounted)
		all, err := st.Queues(t.Context(), store.QueueQuery{All: true, Load: true})
		if err != nil || len(all) != 3 {
			t.Fatalf("%d queues, %v", len(all), err)
		}
		if other := *all[0].Load; other.ReadyActivities != 10*(n+1) || other.Capped {
			t.Errorf("of queue %s are counted %+v", all[0].Name, other)
		}
		got := *all[1].Load
		oldest := time.Time{}
		if err := st.pool.QueryRow(t.Context(), st.texts.of("SELECT min(a.ready_at) FROM ~activity a WHERE a.queue = 'q'")).Scan(&oldest); err != nil || !got.OldestReady.Equal(oldest) {
			t.Errorf("the oldest is of %v, want %v, %v", got.OldestReady, oldest, err)
		}
		if got.OldestReady = want.OldestReady; got != want {
			t.Errorf("of queue %s are counted %+v, want %+v", all[1].Name, got, want)
		}
	}
}
