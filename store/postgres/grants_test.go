package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// The suite passes for the runtime role, which cannot rewrite history.
func TestTheRolesMayDoWhatTheyMust(t *testing.T) {
	ctx := context.Background()
	srv := pgtest.Shared(t)
	owner := lotAt(t, srv.Database(t))
	name := owner.pool.Config().ConnConfig.Database
	owner.script(t, "CREATE ROLE worker LOGIN; CREATE ROLE looker LOGIN")
	t.Cleanup(func() { owner.script(t, "DROP OWNED BY worker, looker; DROP ROLE worker, looker") })
	as := func(role string) *lot { return lotAt(t, strings.Replace(srv.TCP(name), "postgres@", role+"@", 1)) }

	owner.grant = func(schema string) {
		sql, err := Grants(Options{Schema: schema}, "worker", "looker")
		if err != nil {
			t.Fatal(err)
		}
		owner.script(t, sql)
	}
	worker := as("worker")
	owner.user = worker.pool
	storetest.Run(t, owner.open)

	st, schema := owner.take(t)
	run := newStart("order-1")
	if _, err := st.Apply(ctx, []store.Op{run}); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"UPDATE ~event SET data = ''", "UPDATE ~meta SET version = 2", "DROP TABLE ~run"} {
		if _, err := worker.pool.Exec(ctx, strings.ReplaceAll(sql, "~", schema+".")); code(err) != insufficientRights {
			t.Errorf("the runtime role may %s: %v", sql, err)
		}
	}
	reader, err := New(as("looker").pool, Options{Schema: schema, Logger: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := reader.Run(ctx, store.Ref{WorkflowID: "order-1"}); err != nil || r.ID != run.Run {
		t.Errorf("the reader sees %v, %v", r.ID, err)
	}
	_, err = reader.Apply(ctx, []store.Op{newStart("order-2")})
	if err == nil || errors.Is(err, store.ErrTransient) || !strings.Contains(err.Error(), "lacks rights") {
		t.Errorf("a start by the reader: %v", err)
	}
	if _, err := Grants(Options{}, "", ""); err == nil {
		t.Error("grants to nobody")
	}
}
