package postgres

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

// sick opens a store whose tables a test can change directly.
func (l *lot) sick(t *testing.T) (store.Store, storetest.Env, storetest.Tables) {
	st, schema := l.take(t)
	env := storetest.Env{Drawn: budget.Of(8, 0), Advance: func(d time.Duration) {
		if _, err := l.pool.Exec(context.Background(), "UPDATE "+schema+".test_clock SET now = now + $1::interval", interval(d)); err != nil {
			t.Error(err)
		}
	}}
	quote := func(s string) string { return "'" + s + "'" }
	return st, env, storetest.Tables{
		Exec: func(statement string) error {
			_, err := l.pool.Exec(context.Background(), strings.ReplaceAll(statement, "~", schema+"."))
			return err
		},
		Key: "run_id", Nobody: quote("00000000-0000-0000-0000-000000004711"),
		ID:   func(id uuid.UUID) string { return quote(id.String()) },
		Time: func(t time.Time) string { return quote(t.UTC().Format(time.RFC3339)) },
	}
}

func TestDamageIsFoundAndMended(t *testing.T) {
	t.Parallel()
	storetest.Damage(t, newLot(t).sick)
}

// This damage is possible only in a Postgres database.
func TestDamageOfADatabaseIsFound(t *testing.T) {
	l := newLot(t)
	for name, c := range map[string]struct {
		hurt, finds []string
		undo        []string // for the next one
	}{
		"a workflow id has two open runs": {
			[]string{"DROP INDEX ~run_open", "UPDATE ~run SET workflow_id = 'waiting', nth = 1 WHERE run_id = {woken}"},
			[]string{"L5 waiting: 2 runs with this workflow id are open", "integrity : the index run_open is not there"},
			[]string{"DELETE FROM ~run", "CREATE UNIQUE INDEX run_open ON ~run (namespace, workflow_id) WHERE status = 1"},
		},
		"an index is broken off": {
			[]string{"UPDATE pg_index SET indisvalid = false WHERE indexrelid = '~timer_due'::regclass"},
			[]string{"integrity : the index timer_due is not valid"},
			[]string{"UPDATE pg_index SET indisvalid = true WHERE indexrelid = '~timer_due'::regclass"},
		},
		"a table is lost": {
			[]string{"ALTER TABLE ~outbox RENAME TO outboxes"},
			[]string{"integrity : its table outbox is not there"},
			[]string{"ALTER TABLE ~outboxes RENAME TO outbox"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := storetest.NewPatient(t, l.sick)
			p.Hurt(c.hurt...)
			p.Finds(c.finds...)
			p.Hurt(c.undo...)
		})
	}
}

// Close ends a check in progress, whatever the server is doing.
func TestACheckEndsWithItsStore(t *testing.T) {
	st, _ := newLot(t).take(t)
	var closing sync.WaitGroup
	err := st.apart(context.Background(), func(v *visit) error {
		closing.Go(func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		})
		return v.moment(func() error { return v.one("SELECT pg_sleep(3600)", nil, nil) })
	})
	if !errors.Is(err, store.ErrStoreClosed) {
		t.Errorf("it ends with %v", err)
	}
	closing.Wait()
}
