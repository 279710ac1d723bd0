package postgres

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// BenchmarkClaimByPartitions is a claim of ten jobs from a queue of 1,000 partitions of one at once, of which so many wait. They end,
// and as many come. With busy=980 all partitions but the last 20 are taken, and the claim has to look at all of them.
//
//	go test ./store/postgres -run - -bench ClaimByPartitions -benchtime 200x
func BenchmarkClaimByPartitions(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(fmt.Sprintf("waiting=%d", n), func(b *testing.B) {
			_, st := durable(b)
			exec := func(sql string, args ...any) {
				b.Helper()
				if _, err := st.pool.Exec(b.Context(), st.texts.of(sql), args...); err != nil {
					b.Fatal(err)
				}
			}
			exec(`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
				SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', n::text, 'w', lpad((n % 1000)::text, 3, '0') FROM generate_series(1, $1::int) n`, n)
			exec("VACUUM ANALYZE ~activity")
			worker := uuid.New()
			if _, err := st.Apply(b.Context(), []store.Op{&store.ChangeQueue{Queue: "q", Do: store.SetQueue, Settings: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}}}); err != nil {
				b.Fatal(err)
			}
			claim := func(most int) uuid.UUID {
				b.Helper()
				o := &store.ClaimActivities{Worker: worker, ID: uuid.New(), Max: most, Filter: store.Filter{Queues: []string{"q"}, Activities: []string{"a"}}, Partitioned: true}
				outs, err := st.Apply(b.Context(), []store.Op{o})
				if err != nil || len(outs[0].Tasks) != most {
					b.Fatalf("taken are %d, %v", len(outs[0].Tasks), err)
				}
				return o.ID
			}
			for _, busy := range []int{0, 980} {
				if busy > 0 {
					claim(busy)
				}
				b.Run(fmt.Sprintf("busy=%d", busy), func(b *testing.B) {
					for b.Loop() {
						taken := claim(10)
						b.StopTimer() // they end, and others come
						exec(`WITH d AS (DELETE FROM ~activity a WHERE a.owner = $1 AND a.claim = $2 RETURNING a.*)
							INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
							SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', '', 'w', d.partition_key FROM d`, worker, taken)
						b.StartTimer()
					}
				})
			}
		})
	}
}
