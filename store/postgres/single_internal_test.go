package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/store"
)

// A worker's own connection applies a batch as one statement, without BEGIN and COMMIT.
// Without an answer, the batch may have been committed too, and it is applied once.
func TestAStatementWithoutAnAnswerIsFoundOut(t *testing.T) {
	f := newFork(t)
	ctx := context.Background()
	if err := f.beyond.Join(ctx, store.Worker{ID: uuid.New(), TTL: time.Hour}); err != nil {
		t.Fatal(err)
	}
	f.beyond.single, f.beyond.brief = 20*time.Millisecond, 20*time.Millisecond
	one, several := func() []store.Op { return []store.Op{f.step(f.held("order"))} }, func() []store.Op {
		var ops []store.Op
		for i := range 3 {
			ops = append(ops, f.step(f.held(fmt.Sprint("order-", i))))
		}
		return ops
	}
	for name, make := range map[string]func() []store.Op{"one": one, "several": several} {
		for what, fault := range map[string]pgproxy.Fault{"never_sent": pgproxy.DropRequest, "answer_cut": pgproxy.DropReply, "lands_late": pgproxy.Hold} {
			t.Run(name+"_"+what, func(t *testing.T) {
				f.t = t
				defer f.clear()
				if _, err := f.beyond.Apply(ctx, make()); err != nil { // prepares the statement
					t.Fatal(err)
				}
				f.clear()
				ops := make()
				commit := f.spoil(fault)
				defer commit.Finish()
				if _, err := f.beyond.Apply(ctx, ops); !errors.Is(err, store.ErrUnknownOutcome) {
					t.Fatalf("nobody has heard what became of it, and Apply returns %v, want ErrUnknownOutcome", err)
				}
				if fault != pgproxy.Hold {
					commit.Finish()
				}
				outs := f.again(ops, commit)
				commit.Finish()
				for i, op := range ops {
					if outs[i].Code != store.Done {
						t.Errorf("the repetition is answered %v, want Done", outs[i].Code)
					}
					if err := f.length(op.(*store.Commit).Run, 2); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// Whatever the role's default isolation is, a statement that is its own transaction runs
// at the isolation that the store requires.
func TestASettledSessionHasTheIsolationOfTheStore(t *testing.T) {
	st := joined(t, func(c *pgxpool.Config) {
		c.ConnConfig.RuntimeParams["default_transaction_isolation"] = "serializable"
	})
	err := st.transactBy(t.Context(), st.writer.pool, func(x *tx) error {
		return x.single("SELECT current_setting('transaction_isolation')", nil, func(rows pgx.Rows) error {
			var is string
			err := rows.Scan(&is)
			if is != "read committed" {
				t.Errorf("the isolation is %s", is)
			}
			return err
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// An error at the end of the transaction is an error of the statement.
func TestAStatementIsCommittedWhenTheServerIsReadyForTheNext(t *testing.T) {
	st := joined(t, func(*pgxpool.Config) {})
	if _, err := st.pool.Exec(t.Context(), `CREATE TABLE late (n int);
		CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused at the end''; END';
		CREATE CONSTRAINT TRIGGER at_the_end AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`); err != nil {
		t.Fatal(err)
	}
	err := st.transactBy(t.Context(), st.writer.pool, func(x *tx) error {
		return x.single("INSERT INTO late VALUES (1) RETURNING n", nil, func(rows pgx.Rows) error { return rows.Scan(nil) })
	})
	if err == nil || !strings.Contains(err.Error(), "refused at the end") || errors.Is(err, store.ErrUnknownOutcome) {
		t.Errorf("it returns %v", err)
	}
}
