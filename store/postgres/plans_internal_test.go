package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// node is a step of a plan.
type node struct {
	Type     string  `json:"Node Type"`
	Relation string  `json:"Relation Name"`
	Index    string  `json:"Index Name"`
	Cond     string  `json:"Index Cond"`
	Rows     float64 `json:"Actual Rows"`
	Loops    float64 `json:"Actual Loops"`
	Removed  float64 `json:"Rows Removed by Filter"`
	Plans    []node  `json:"Plans"`
}

// every calls f for n and everything below it.
func (n node) every(f func(node)) {
	f(n)
	for _, p := range n.Plans {
		p.every(f)
	}
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// plan returns the server's plan for sql, after other statements that change settings,
// whatever the arguments are.
func plan(t *testing.T, st *Store, sql string, after ...string) node {
	t.Helper()
	ctx := context.Background()
	most := 0
	for _, m := range parameter.FindAllStringSubmatch(sql, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", most), ", ")
	if most > 0 {
		nulls = "(" + nulls + ")"
	}
	text := ""
	err := pgx.BeginFunc(ctx, st.pool, func(tx pgx.Tx) error {
		for _, s := range slices.Concat([]string{
			strings.NewReplacer("$1", "'5s'", "$2", "'5s'", "$3", "'5s'").Replace(st.texts.of(sqlSettings)), "SET LOCAL plan_cache_mode = force_generic_plan",
		}, after, []string{"PREPARE planned AS " + st.texts.of(sql)}) {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		if err := tx.QueryRow(ctx, "EXPLAIN (FORMAT JSON) EXECUTE planned"+nulls, pgx.QueryExecModeExec).Scan(&text); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DEALLOCATE planned")
		return err
	})
	if err != nil {
		t.Fatalf("%v: %s", err, sql)
	}
	var all []struct{ Plan node }
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	return all[0].Plan
}

// byItsOwnClock returns a store on tables of its own that uses the server's clock: a test
// clock would appear in the plans.
func byItsOwnClock(t *testing.T) *Store {
	t.Helper()
	l := newLot(t)
	if err := Migrate(t.Context(), l.pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	st, err := New(l.pool, Options{Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// full fills every table but worker with n rows of as many runs, half of them open.
func full(t *testing.T, st *Store, n int) {
	t.Helper()
	for _, sql := range []string{
		`INSERT INTO ~run (run_id, status, epoch, next_seq, level, prio, nth, last_commit, chain_id, created_at, closed_at, block_count,
				namespace, workflow_id, workflow, queue, build)
			SELECT gen_random_uuid(), 1 + n % 2, 1, 2, 1, 0, 0, gen_random_uuid(), gen_random_uuid(), now(), CASE WHEN n % 2 = 1 THEN now() END, n % 2,
				'default', gen_random_uuid()::text, 'w', 'q', '' FROM generate_series(1, $1::int) n`,
		"INSERT INTO ~event SELECT run_id, 0, now(), 1, last_commit, 'abc' FROM ~run",
		`INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prio, level, access, dirty, namespace, queue, workflow, build)
			SELECT run_id, now(), CASE WHEN status = 1 THEN run_id END, gen_random_uuid(), 0, 1, status, status = 1, namespace, queue, workflow, 'b' FROM ~run`,
		"INSERT INTO ~inbox (run_id, ord, ref, at, kind, id, data) SELECT run_id, 1, 1, now(), 1, 'i', 'abc' FROM ~run",
		"INSERT INTO ~timer SELECT run_id, 1, now(), namespace FROM ~run",
		`INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, owner, claim, attempt, prio, limited, quarantined, namespace, queue, name, workflow_id, workflow)
			SELECT run_id, 1, now(), now(), CASE WHEN status = 1 THEN run_id END, run_id, 1, 0, false, status = 2, namespace, queue, 'a', workflow_id, workflow FROM ~run`,
		"INSERT INTO ~request (request, at, kind, lost, namespace, workflow_id, id) SELECT run_id, now(), 1, status = 2, namespace, workflow_id, 'i' FROM ~run",
		"INSERT INTO ~attr (run_id, created_at, namespace, name, key) SELECT run_id, created_at, namespace, 'a', decode(k, 'hex') FROM ~run, unnest(ARRAY['00', '0461']) k",
		"INSERT INTO ~tombstone (run_id, at, nth, namespace, workflow_id) SELECT run_id, now(), 0, namespace, workflow_id FROM ~run",
	} {
		var args []any
		if strings.Contains(sql, "$1") {
			args = append(args, n)
		}
		if _, err := st.pool.Exec(t.Context(), st.texts.of(sql), args...); err != nil {
			t.Fatal(err)
		}
	}
}

// The server's statistics, from ANALYZE or its own vacuum, are from when the tables had a
// few rows, or do not exist. The plans made then are kept while the tables grow, until
// new statistics arrive. Each statement must find its rows by the key of an index all the
// same: a statement that reads a whole table or index gets slower with every run there
// ever was.
func TestNoStatementScans(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 1, 2, 10, 100, 1000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			st := byItsOwnClock(t)
			full(t, st, n)
			if n >= 0 {
				for _, table := range strings.Fields("run event dispatch inbox timer activity request tombstone worker attr") {
					if _, err := st.pool.Exec(t.Context(), st.texts.of("VACUUM ANALYZE ~"+table)); err != nil {
						t.Fatal(err)
					}
				}
			}
			noStatementScans(t, st, n)
		})
	}
}

func noStatementScans(t *testing.T, st *Store, told int) {
	statements := []string{
		sqlLockFree, sqlLockAll, sqlLockRunsFree, sqlLockRunsAll, sqlLoadRuns, sqlLoadNames, sqlLoadTimers, sqlLoadEndings, sqlLoadInbox, sqlLoadSignals, sqlLoadOrphans, sqlLoadKnown, sqlLoadTokens, sqlLoadTasksFree, sqlLoadTasksAll, sqlSeeTasks,
		updateRuns.sql, insertRuns.sql, endRuns.sql, updateFates.sql, insertEvents.sql, sqlDropDispatch, addDispatch.sql, moveDispatch.sql, sqlClear, sqlClearInbox, sqlMoveInbox, takeInbox.sql, addInbox.sql,
		sqlClearTimers, dropTimers.sql, addTimers.sql, sqlClearTasks, dropTasks.sql, updateTasks.sql, insertTasks.sql, leaveQuarantines.sql,
		sqlClaim, sqlClaimQuarantined, sqlClaimed, sqlClaimedInbox, sqlEndDelays, sqlClaimTasks, sqlClaimQuarantinedTask, sqlClaimedTasks, sqlLimits, sqlTryPartitions, sqlKeys, sqlTakeOfKeys, sqlClaimUnkeyed, sqlClaimQuarantinedKeyed, sqlPartition, sqlPutPartition, sqlDropPartitions, sqlLockWorker,
		sqlDue, sqlNextTimer, sqlCountHeld, sqlStep, sqlStart, sqlLost, sqlJoin, sqlDropWorker, fmt.Sprintf(sqlRunsOf, ""), fmt.Sprintf(sqlTasksOf, "SKIP LOCKED"),
		sqlWorkerState, sqlDropDead, sqlCondemn, sqlAlive, sqlLease + sqlTimeline, sqlTick + sqlTimeline + ", " + sqlSought, sqlNewsAlone, sqlSearch, sqlOwnerless, sqlRowHolder, sqlHistory, sqlHistoryLast, sqlShowByID, sqlShowNamed,
		sqlTimersOf, sqlTasksOfRun, sqlEntriesOf, sqlOwnedRuns, sqlOwnedTasks,
		sqlForward, sqlRequests, sqlForwarded, sqlLoseRequests,
		sqlTellOwners, sqlLastRun, sqlScan, sqlScanRows, sqlScanTimers, sqlScanTasks, sqlScanEntries, sqlWorkers, sqlRecount,
		sqlOver, sqlListOver, sqlWeigh, sqlSizes, sqlDropHistories, sqlDropRows, sqlDropRuns, sqlHideRuns, sqlDropTombstones, sqlDropAttrs, updateAttrs.sql, dropAttrs.sql, addAttrs.sql, sqlLoadTombstones, sqlMissing,
		sqlFreeRuns, sqlFreeTasks, sqlDueTasks, sqlRetried, sqlOwnRuns, sqlOwnTasks,
		sqlOfPrefix, sqlPrefixed, sqlListFree, sqlListDue, sqlListLater, sqlListOwned,
	}
	if told < 0 {
		for _, r := range slices.Concat(wakeupRules(), orphanRules(), ownerRules()) { // as a repair asks them, which is rare
			statements = append(statements, r.statement(true))
		}
	}
	for _, q := range filters() {
		sql, _ := listing(&q, false, place{}, 1)
		statements = append(statements, sql)
	}
	first := firstColumns(t, st)
	may := map[string][]string{
		sqlLost:                                  {"inbox_pkey"}, // reads the whole inbox, every 30 s
		sqlNextTimer:                             {"timer_due"},  // up to the first entry
		sqlNewsAlone:                             {"timer_due"},
		sqlSearch:                                {"timer_due"},
		sqlTick + sqlTimeline + ", " + sqlSought: {"timer_due"},
		sqlListOwned:                             {"activity_owner"}, // running activities, which workers have room for
		sqlOwnTasks:                              {"activity_owner"},
		sqlOwnRuns:                               {"dispatch_owner"},
	}
	for _, sql := range statements {
		p := plan(t, st, sql)
		for _, what := range scans(p, first, may[sql]) {
			t.Errorf("it reads %s from end to end: %s", what, sql)
		}
		p.every(func(n node) {
			// The other tables hold only what waits, and so does the index of blocked runs.
			keyed := (n.Relation == "run" || n.Relation == "tombstone" || n.Relation == "attr") && n.Index != "run_blocked" && sql != sqlLastRun && sql != sqlListOver
			if keyed && strings.Contains(n.Cond, "namespace") && strings.Count(n.Cond, " AND ") == 0 {
				t.Errorf("it reads all of a namespace by %s %s: %s", n.Index, n.Cond, sql)
			}
		})
	}
	if told >= 0 {
		return
	}
	for _, bad := range []string{
		"SELECT r.run_id FROM unnest($1::uuid[]) AS m(run_id) JOIN ~run r ON r.run_id = m.run_id WHERE r.status = 1",
		"SELECT count(*) FROM ~event",
		"SELECT r.run_id FROM ~run r WHERE r.queue = $1",
	} {
		if len(scans(plan(t, st, bad), first, nil)) == 0 {
			t.Errorf("nothing against %s", bad)
		}
	}
}

// The rows of a page come in index order, each as soon as it is found. A sort would read
// all of them before the first goes out.
func TestAHistoryIsNotSorted(t *testing.T) {
	plan(t, byItsOwnClock(t), sqlHistory).every(func(n node) {
		if strings.Contains(n.Type, "Sort") || strings.Contains(n.Type, "Bitmap") {
			t.Errorf("%s of %s%s", n.Type, n.Relation, n.Index)
		}
	})
}

// firstColumns maps each index to its first column.
func firstColumns(t *testing.T, st *Store) map[string]string {
	t.Helper()
	rows, err := st.pool.Query(t.Context(), `SELECT c.relname, pg_get_indexdef(i.indexrelid, 1, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE c.relnamespace = $1::regnamespace`, strings.TrimSuffix(st.texts.schema, "."))
	if err != nil {
		t.Fatal(err)
	}
	first := make(map[string]string)
	var index, column string
	if _, err := pgx.ForEachRow(rows, []any{&index, &column}, func() error {
		first[index] = column
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return first
}

// something matches a condition that skips nothing in a partial index of non-NULL values.
var something = regexp.MustCompile(`\(\w+ IS NOT NULL\)`)

// scans returns the tables and indexes that a plan reads from end to end. An index is,
// unless there is a condition on its first column.
func scans(p node, first map[string]string, may []string) (all []string) {
	p.every(func(n node) {
		switch {
		case n.Relation == "worker": // a handful of rows
		case n.Type == "Seq Scan":
			all = append(all, n.Relation)
		case n.Index != "" && !strings.Contains(something.ReplaceAllString(n.Cond, ""), first[n.Index]) && !slices.Contains(may, n.Index) && !strings.HasPrefix(n.Index, "worker"):
			all = append(all, n.Index)
		}
	})
	return all
}

// filters returns the queries whose statements differ.
func filters() (all []store.Query) {
	for _, status := range [][]store.Status{nil, {store.Failed}} {
		for _, workflow := range []string{"", "w"} {
			for _, blocked := range []bool{false, true} {
				all = append(all, store.Query{Status: status, Workflow: workflow, Blocked: blocked})
			}
		}
	}
	return append(all, store.Query{WorkflowID: "w"}, store.Query{Attrs: []store.AttrRange{{Name: "a", From: []byte{1}, Before: []byte{2}}}})
}

// A listing uses the index with its order, whatever its arguments are.
func TestListingsGoByTheIndexMadeForThem(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	for _, q := range filters() {
		want := "run_page"
		switch {
		case q.WorkflowID != "":
			want = "run_name"
		case q.Blocked:
			want = "run_blocked"
		case q.Attrs != nil:
			want = "attr_key"
		}
		sql, _ := listing(&q, false, place{}, 1)
		seen := false
		plan(t, st, sql).every(func(n node) {
			if strings.Contains(n.Type, "Sort") && q.WorkflowID == "" && slices.ContainsFunc(n.Plans, func(below node) bool { return below.Index == want }) {
				t.Errorf("%+v sorts what %s has in order", q, want)
			}
			seen = seen || n.Index == want
			if n.Index != "" && n.Index != want && n.Index != "run_pkey" && n.Index != "event_pkey" {
				t.Errorf("%+v goes by %s, want %s", q, n.Index, want)
			}
		})
		if !seen {
			t.Errorf("%+v does not go by %s", q, want)
		}
	}
}
