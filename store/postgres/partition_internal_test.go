package postgres

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Eight workers claim from the same partitions at the same time, in batches with others' ops and alone. Of each partition of one, one is
// taken, whoever has the lock of the queue.
func TestALimitOfPartitionsHoldsForClaimsAtTheSameTime(t *testing.T) {
	t.Parallel()
	st := byItsOwnClock(t)
	if _, err := st.pool.Exec(t.Context(), st.texts.of(`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
		SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', n::text, 'w', (n % 40)::text FROM generate_series(1, 400) n`)); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Apply(t.Context(), []store.Op{&store.ChangeQueue{Queue: "q", Do: store.SetQueue, Settings: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}}}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	taken, locked := map[string]int{}, 0
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 20 {
				o := &store.ClaimActivities{Worker: uuid.New(), ID: uuid.New(), Max: 3, Filter: store.Filter{Queues: []string{"q"}, Activities: []string{"a"}}, Partitioned: true}
				ops := []store.Op{o}
				if i%2 == 0 {
					ops = []store.Op{&store.Resume{Ref: store.Ref{Run: uuid.New()}}, o}
				}
				outs, err := st.Apply(t.Context(), ops)
				if err != nil {
					t.Error(err)
					return
				}
				out := outs[len(outs)-1]
				mu.Lock()
				if out.Code == store.Locked {
					locked++
				}
				for _, task := range out.Tasks {
					taken[task.Partition]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	for key, n := range taken {
		if n != 1 {
			t.Errorf("of partition %s %d are taken", key, n)
		}
	}
	if len(taken) != 40 {
		t.Errorf("of %d partitions some are taken, want all 40; %d claims were passed over", len(taken), locked)
	}
}
