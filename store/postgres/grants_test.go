package postgres

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// roles are the three roles of one database. Stores run as the worker.
type roles struct{ owner, worker, reader *lot }

func newRoles(t *testing.T) roles {
	t.Helper()
	srv := pgtest.Shared(t)
	owner := lotAt(t, srv.Database(t))
	name := owner.pool.Config().ConnConfig.Database
	owner.script(t, "CREATE ROLE worker LOGIN; CREATE ROLE looker LOGIN")
	t.Cleanup(func() { owner.script(t, "DROP OWNED BY worker, looker; DROP ROLE worker, looker") })
	as := func(role string) *lot { return lotAt(t, strings.Replace(srv.TCP(name), "postgres@", role+"@", 1)) }
	r := roles{owner, as("worker"), as("looker")}
	owner.user = r.worker.pool
	owner.grant = func(schema string) {
		sql, err := Grants(Options{Schema: schema}, "worker", "looker")
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
	for _, sql := range []string{"UPDATE ~event SET data = ''", "UPDATE ~meta SET version = 2", "DROP TABLE ~run"} {
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
	if _, err := Grants(Options{}, "", ""); err == nil {
		t.Error("grants to nobody")
	}
}
