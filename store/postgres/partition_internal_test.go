package postgres

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Eight workers claim from the same partitions at the same time, in batches with other ops and alone. From each partition of one, one
// activity is claimed, whoever holds the lock of the queue.
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

// A claim by partitions reads about as many pages however much waits. It also looks at each full partition with waiting work,
// which costs a few pages each. Full partitions with nothing waiting cost next to nothing.
func TestAClaimByPartitionsReadsNoMoreTheMoreWaits(t *testing.T) {
	t.Parallel()
	const keys = 1000
	counted := map[string]int{}
	for _, c := range []struct {
		name       string
		each, busy int // waiting rows per partition, and full partitions
		most       int // pages
	}{
		{"with room, few wait", 1, 0, 150},
		{"with room, many wait", 50, 0, 150},
		{"full, nothing waits of them", 0, 980, 2 * 980},
		{"full, few wait", 1, 980, 8 * 980},
		{"full, many wait", 50, 980, 8 * 980},
	} {
		st := byItsOwnClock(t)
		for _, sql := range []string{
			`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
				SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', '', 'w', lpad(k::text, 3, '0') FROM generate_series(1, greatest($1::int, 1)) n, generate_series(0, $2::int - 1) k
				WHERE $1 > 0 OR k >= $3`,
			`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key, owner, claim)
				SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', '', 'w', lpad(k::text, 3, '0'), gen_random_uuid(), gen_random_uuid() FROM generate_series(0, $3::int - 1) k WHERE $1 >= 0 AND $2 > 0`,
			"VACUUM ANALYZE ~activity",
		} {
			var args []any
			if sql[0] == 'I' {
				args = []any{c.each, keys, c.busy}
			}
			if _, err := st.pool.Exec(t.Context(), st.texts.of(sql), args...); err != nil {
				t.Fatal(err)
			}
		}
		free, beyond := tokenTimes(store.Rate{})
		counted[c.name] = pages(t, st, sqlKeys, "", "q", []string{"a"}, "", 1, 10, free, beyond)
		if n := counted[c.name]; n > c.most {
			t.Errorf("%s: it reads %d pages, want at most %d", c.name, n, c.most)
		}
	}
	for _, of := range []string{"with room", "full"} {
		few, many := counted[of+", few wait"], counted[of+", many wait"]
		if many > 2*few { // by one level of the index
			t.Errorf("%s: it reads %d pages where little waits and %d where much does", of, few, many)
		}
	}
	t.Logf("pages: %v", counted)
}
