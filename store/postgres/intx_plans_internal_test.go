package postgres

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// A user's connection has the user's settings, so a plan made for a small table would be
// kept while it grows. The store keeps none there, however many starts and signals the
// user sends.
func TestInAUsersTransactionNoPlanIsKept(t *testing.T) {
	l := newLot(t)
	st, _ := l.take(t)
	conn, err := l.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for i := range 10 {
		err := pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			start := newStart(fmt.Sprint("run ", i))
			out, err := insideOf(t, st, tx, start)
			done(t, out, err)
			for _, ref := range []store.Ref{{Run: start.Run}, {Namespace: start.Namespace, WorkflowID: start.WorkflowID}} {
				send := sentTo(start.Run, fmt.Sprint(i, ref.WorkflowID))
				send.Ref = ref
				out, err = insideOf(t, st, tx, send)
				done(t, out, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(t.Context(), "SELECT statement FROM pg_prepared_statements WHERE position($1 IN statement) > 0", st.texts.schema+"run")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range kept {
		t.Errorf("the connection keeps a plan of: %s", sql)
	}
}
