package postgres

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// BenchmarkClaimByPartitions compares claims of ten jobs from a queue of 1,000 partitions of one at once, in which 1,000 jobs wait,
// with such claims where 1,000,000 wait. The first partitions are full, and each claim looks at them first. What is claimed ends, and as
// many come. It prints medians of both, and their ratios: the time of a claim, the processor time of the server, and the pages that the
// statements of a claim read.
//
//	go test ./store/postgres -run - -bench ClaimByPartitions -benchtime 200x
func BenchmarkClaimByPartitions(b *testing.B) {
	few, many := newPartitions(b, 1000), newPartitions(b, 1_000_000)
	for _, full := range []int{0, 500, 980} {
		few.fill(b, full)
		many.fill(b, full)
		b.Run(fmt.Sprintf("full=%d", full), func(b *testing.B) {
			costs := [2]map[string][]float64{{}, {}}
			for b.Loop() {
				for i, p := range []*partitions{few, many} { // in turn, so that both see the same noise
					for unit, cost := range p.claim(b) {
						costs[i][unit] = append(costs[i][unit], cost)
					}
				}
			}
			costs[0]["pages"], costs[1]["pages"] = []float64{few.pages(b)}, []float64{many.pages(b)}
			b.ReportMetric(0, "ns/op") // this would be of both, with what comes between claims
			for unit := range costs[0] {
				a, z := median(costs[0][unit]), median(costs[1][unit])
				b.ReportMetric(a, unit+"-1000")
				b.ReportMetric(z, unit+"-1000000")
				b.ReportMetric(z/a, unit+"-ratio")
			}
		})
	}
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// partitions is a store with a queue of 1,000 partitions.
type partitions struct {
	st   *Store
	full int
}

const (
	sqlAddWaiting = `INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
		SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', '', 'w', lpad((n % 1000)::text, 3, '0') FROM generate_series($1::int, $2::int) n`
	sqlAddRunning = `INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key, owner, claim)
		SELECT gen_random_uuid(), 2, now(), now(), 1, 0, false, '', 'q', 'a', '', 'w', lpad(n::text, 3, '0'), gen_random_uuid(), gen_random_uuid() FROM generate_series($1::int, $2::int) n`
	sqlEndAndCome = `WITH d AS (DELETE FROM ~activity a WHERE a.owner = $1 AND a.claim = $2 RETURNING a.*)
		INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, prio, limited, namespace, queue, name, workflow_id, workflow, partition_key)
		SELECT gen_random_uuid(), 2, now(), now(), 0, 0, false, '', 'q', 'a', '', 'w', d.partition_key FROM d`
)

// newPartitions has so many jobs wait, as many in each partition.
func newPartitions(b *testing.B, waiting int) *partitions {
	b.Helper()
	_, st := durable(b)
	p := &partitions{st: st}
	p.exec(b, sqlAddWaiting, 1, waiting)
	set := &store.ChangeQueue{Queue: "q", Do: store.SetQueue, Settings: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}}
	if _, err := st.Apply(b.Context(), []store.Op{set}); err != nil {
		b.Fatal(err)
	}
	return p
}

func (p *partitions) exec(b *testing.B, sql string, args ...any) {
	b.Helper()
	if _, err := p.st.pool.Exec(b.Context(), p.st.texts.of(sql), args...); err != nil {
		b.Fatal(err)
	}
}

// fill has a job of each of the first partitions run.
func (p *partitions) fill(b *testing.B, full int) {
	b.Helper()
	p.exec(b, sqlAddRunning, p.full, full-1)
	p.full = full
	p.exec(b, "VACUUM ANALYZE ~activity")
}

// claim claims ten jobs, has them end and as many come, and returns what the claim has cost.
func (p *partitions) claim(b *testing.B) map[string]float64 {
	b.Helper()
	o := &store.ClaimActivities{Worker: uuid.New(), ID: uuid.New(), Max: 10, Filter: store.Filter{Queues: []string{"q"}, Activities: []string{"a"}}, Partitioned: true}
	used, since := p.used(b), time.Now()
	outs, err := p.st.Apply(b.Context(), []store.Op{o})
	costs := map[string]float64{"ms": float64(time.Since(since)) / 1e6}
	if err != nil || len(outs[0].Tasks) != 10 {
		b.Fatalf("taken are %d, %v", len(outs[0].Tasks), err)
	}
	if used = p.used(b) - used; used > 0 {
		costs["cpu-ms"] = used.Seconds() * 1000
	}
	p.exec(b, sqlEndAndCome, o.Worker, o.ID)
	return costs
}

// used is the processor time of the store's sessions so far, where Linux says it.
func (p *partitions) used(b *testing.B) (used time.Duration) {
	b.Helper()
	rows, err := p.st.pool.Query(b.Context(), "SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
	if err != nil {
		b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		b.Fatal(err)
	}
	for _, pid := range pids {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		nanoseconds, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(nanoseconds, 10, 64)
		used += time.Duration(n)
	}
	return used
}

// pages is how many pages the searching statements of a claim read.
func (p *partitions) pages(b *testing.B) (n float64) {
	b.Helper()
	worker, token, queue, activities := uuid.New(), uuid.New(), "q", []string{"a"}
	free, beyond := tokenTimes(store.Rate{})
	var keys []string
	var rooms []int64
	for i := range 10 {
		keys, rooms = append(keys, fmt.Sprintf("%03d", p.full+i)), append(rooms, 1)
	}
	for _, q := range []struct {
		sql  string
		args []any
	}{
		{sqlEndDelays, []any{id(worker), id(token), "", []string{queue}, activities}},
		{sqlClaimUnkeyed, []any{id(worker), id(token), "", []string{queue}, activities, 10, store.MostWaiting}},
		{sqlKeys, []any{"", queue, activities, "", 1, 10, free, beyond}},
		{sqlTakeOfKeys, []any{id(worker), id(token), "", queue, activities, keys, rooms, 10}},
	} {
		n += float64(pages(b, p.st, q.sql, q.args...))
	}
	return n
}
