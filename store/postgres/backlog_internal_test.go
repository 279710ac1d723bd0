package postgres

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// A claim does not step over a backlog of queues, workflows and activities that it does not
// serve, nor over rows that are not ready yet: the rows it examines do not grow with the backlog.
func TestAClaimDoesNotLookAtABacklogOfOthers(t *testing.T) {
	st := byItsOwnClock(t)
	l := &lot{pool: st.pool}
	l.script(t, strings.ReplaceAll(`
		INSERT INTO ~dispatch (run_id, ready_at, prio, level, access, quarantine_deaths, namespace, queue, workflow, build, until)
			SELECT gen_random_uuid(), now() - interval '1 hour', 0, 1, n % 3, n, 'default', CASE WHEN n % 2 = 0 THEN 'gone' ELSE 'default' END,
				CASE WHEN n % 2 = 0 THEN 'order' ELSE 'gone' END, 'b', now() - interval '1 minute' FROM generate_series(1, 100000) n;
		INSERT INTO ~activity (run_id, activity, scheduled_at, ready_at, attempt, deaths, prio, limited, quarantined, delayed, namespace, queue, name, workflow_id, workflow)
			SELECT gen_random_uuid(), 1, now(), now() + CASE WHEN n % 4 = 0 THEN 1 ELSE -1 END * interval '1 hour', 1, n, n % 5, false, n % 4 = 3, n % 4 = 0 OR n % 8 IN (1, 3), 'default',
				CASE WHEN n % 4 = 1 THEN 'gone' ELSE 'default' END, CASE WHEN n % 4 IN (0, 1) THEN 'charge' ELSE 'gone' END, 'w', 'order' FROM generate_series(1, 100000) n`, "~", st.texts.schema))
	for _, table := range []string{"dispatch", "activity"} {
		if _, err := st.pool.Exec(t.Context(), st.texts.of("VACUUM ANALYZE ~"+table)); err != nil {
			t.Fatal(err)
		}
	}
	runs := "(gen_random_uuid(), gen_random_uuid(), 'default', '{default,other}', '{order,refund}', 1, 'c', 100, 200, 1)"
	tasks := "(gen_random_uuid(), gen_random_uuid(), 'default', '{default,other}', '{charge,refund}', 100, 200)"
	for name, c := range map[string]struct {
		sql, args string
		most      float64
	}{
		"runs":                           {sqlClaim, runs, 1000},
		"quarantined":                    {sqlClaimQuarantined, runs, 1000},
		"activities":                     {sqlClaimTasks, tasks, 1000},
		"activities whose time has come": {sqlEndDelays, "(gen_random_uuid(), gen_random_uuid(), 'default', '{default,other}', '{charge,refund}')", 1000},
		"quarantined activities":         {sqlClaimQuarantinedTask, tasks, 1000},
		// This case shows that examined rows are counted.
		"by namespace alone": {"SELECT d.run_id FROM ~dispatch d WHERE d.owner IS NULL AND d.access = 0 AND d.namespace = $1 AND d.level > 5 LIMIT 1", "('default')", -30000},
	} {
		var looked float64
		analysed(t, st, c.sql, c.args).every(func(n node) {
			if n.Relation == "dispatch" || n.Relation == "activity" {
				looked += (n.Rows + n.Removed) * n.Loops
			}
		})
		if c.most > 0 && looked > c.most || c.most < 0 && looked < -c.most {
			t.Errorf("%s: %v rows are looked at", name, looked)
		}
	}
}

// Neither a claim nor a tick steps over waiting runs that two builds have blocked, one of which
// is its own.
func TestAClaimDoesNotLookAtWhatItsBuildHasParked(t *testing.T) {
	st := byItsOwnClock(t)
	l := &lot{pool: st.pool}
	sql := fmt.Sprintf(`INSERT INTO ~dispatch (run_id, ready_at, prio, level, access, namespace, queue, workflow, build, until)
			SELECT gen_random_uuid(), now() - interval '1 hour', 0, 1, 1, 'default', 'default', 'order', CASE WHEN n %% 2 = 0 THEN '%s' ELSE '%s' END,
				now() + interval '1 hour' FROM generate_series(1, 50000) n`, store.PackTried([]string{"a", "b"}), store.PackTried([]string{"b", "a"}))
	l.script(t, strings.ReplaceAll(sql, "~", st.texts.schema))
	if _, err := st.pool.Exec(t.Context(), st.texts.of("VACUUM ANALYZE ~dispatch")); err != nil {
		t.Fatal(err)
	}
	args := "(gen_random_uuid(), gen_random_uuid(), 'default', '{default,other}', '{order,refund}', 1, '%s', 100, 200, 1)"
	for name, c := range map[string]struct {
		build string
		least float64
		most  float64
	}{
		"one that has parked them": {"a", 0, 1000},
		"another one":              {"c", 200, 60000}, // all are ready for it
	} {
		looked := 0.0
		analysed(t, st, sqlClaim, fmt.Sprintf(args, store.TriedMark(c.build))).every(func(n node) {
			if n.Relation == "dispatch" {
				looked += (n.Rows + n.Removed) * n.Loops
			}
		})
		if looked < c.least || looked > c.most {
			t.Errorf("%s: %v rows are looked at", name, looked)
		}
	}
	looked := 0.0
	search := analysed(t, st, sqlSearch, fmt.Sprintf("(gen_random_uuid(), '{}', 'default', '{default,other}', '{order,refund}', 1, '%s', '{charge}', '{default}', '', '{default}')", store.TriedMark("a")))
	search.every(func(n node) {
		if n.Relation == "dispatch" {
			looked += (n.Rows + n.Removed) * n.Loops
		}
	})
	if looked > 1000 {
		t.Errorf("a tick looks at %v rows", looked)
	}
}

// analysed returns the plan of sql with the server's measurements.
func analysed(t *testing.T, st *Store, sql, args string) node {
	t.Helper()
	ctx := t.Context()
	text := ""
	err := pgx.BeginFunc(ctx, st.pool, func(tx pgx.Tx) error {
		for _, s := range []string{strings.NewReplacer("$1", "'5s'", "$2", "'5s'", "$3", "'5s'").Replace(st.texts.of(sqlSettings)), "PREPARE analysed AS " + st.texts.of(sql)} {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		if err := tx.QueryRow(ctx, fmt.Sprintf("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE analysed%s", args), pgx.QueryExecModeExec).Scan(&text); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DEALLOCATE analysed")
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
