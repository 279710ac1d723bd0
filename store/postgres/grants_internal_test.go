package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// roles are the roles of one database. Stores run as worker.
type roles struct{ owner, worker, remover, reader *lot }

func newRoles(t *testing.T) roles {
	t.Helper()
	srv := pgtest.Shared(t)
	owner := lotAt(t, srv.Database(t))
	name := owner.pool.Config().ConnConfig.Database
	owner.script(t, "CREATE ROLE worker LOGIN; CREATE ROLE remover LOGIN; CREATE ROLE looker LOGIN")
	t.Cleanup(func() { owner.script(t, "DROP OWNED BY worker, remover, looker; DROP ROLE worker, remover, looker") })
	as := func(role string) *lot { return lotAt(t, strings.Replace(srv.TCP(name), "postgres@", role+"@", 1)) }
	r := roles{owner, as("worker"), as("remover"), as("looker")}
	owner.user = r.worker.pool
	owner.grant = func(schema string) {
		sql, err := Grants(Options{Schema: schema}, Roles{Runtime: "worker", Retention: "remover", Reader: "looker"})
		if err != nil {
			t.Fatal(err)
		}
		owner.script(t, sql)
	}
	return r
}

func TestTheRolesMayDoWhatTheyMust(t *testing.T) {
	ctx := context.Background()
	r := newRoles(t)
	st, schema := r.owner.take(t)
	run := newStart("order-1")
	if _, err := st.Apply(ctx, []store.Op{run}); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"UPDATE ~event SET data = ''", "DELETE FROM ~event", "DELETE FROM ~run", "DELETE FROM ~tombstone", "UPDATE ~meta SET version = 2", "DROP TABLE ~run"} {
		if _, err := r.worker.pool.Exec(ctx, strings.ReplaceAll(sql, "~", schema+".")); code(err) != insufficientRights {
			t.Errorf("the runtime role may %s: %v", sql, err)
		}
	}
	reader, err := New(r.reader.pool, Options{Schema: schema, Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	if seen, err := reader.Run(ctx, store.Ref{WorkflowID: "order-1"}); err != nil || seen.ID != run.Run {
		t.Errorf("the reader sees %v, %v", seen.ID, err)
	}
	_, err = reader.Apply(ctx, []store.Op{newStart("order-2")})
	if err == nil || errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), "lacks rights") {
		t.Errorf("a start by the reader: %v", err)
	}
	if _, err := Grants(Options{}, Roles{}); err == nil {
		t.Error("grants to nobody")
	}
}

// Retention needs its own role: the runtime role cannot delete what it writes.
func TestRetentionNeedsTheRoleForIt(t *testing.T) {
	r := newRoles(t)
	st, schema := r.owner.take(t)
	run := newStart("order-1")
	retain := &store.Retain{Age: time.Hour, Max: 100}
	if _, err := st.Apply(t.Context(), []store.Op{run, &store.Terminate{Ref: store.Ref{Run: run.Run}, Token: uuid.New(), N: 1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.owner.pool.Exec(t.Context(), "UPDATE "+schema+".test_clock SET now = now + interval '2 hours'"); err != nil {
		t.Fatal(err)
	}
	_, err := st.Apply(t.Context(), []store.Op{retain})
	if err == nil || errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), "worker may not") || !strings.Contains(err.Error(), "--retention ROLE") {
		t.Errorf("the runtime role removes runs: %v", err)
	}
	o := Options{Schema: schema, Logger: quiet(), NoSessionLock: true}
	o.clock = "SELECT c.now FROM " + schema + ".test_clock c"
	remover, err := New(r.remover.pool, o)
	if err != nil {
		t.Fatal(err)
	}
	outs, err := remover.Apply(t.Context(), []store.Op{retain})
	if err != nil || outs[0].Count != 1 {
		t.Errorf("the retention role removes %+v, %v", outs, err)
	}
	left := 0
	if err := r.owner.pool.QueryRow(t.Context(), strings.ReplaceAll("SELECT (SELECT count(*) FROM ~run) + (SELECT count(*) FROM ~event)", "~", schema+".")).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
	for _, sql := range []string{"UPDATE ~event SET data = ''", "UPDATE ~meta SET version = 2"} {
		if _, err := r.remover.pool.Exec(t.Context(), strings.ReplaceAll(sql, "~", schema+".")); code(err) != insufficientRights {
			t.Errorf("the retention role may %s: %v", sql, err)
		}
	}
}
