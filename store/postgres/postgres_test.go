package postgres

import (
	"context"
	"testing"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

func TestConformance(t *testing.T) { storetest.Run(t, newLot(t).open) }

func TestDifferential(t *testing.T) { storetest.Differential(t, newLot(t).open) }

// The store asks for its isolation by name: what the database has as its default
// changes nothing.
func TestConformanceWhateverTheDefaultIsolation(t *testing.T) {
	for _, level := range []string{"repeatable read", "serializable"} {
		t.Run(level, func(t *testing.T) {
			storetest.Run(t, newLot(t, "default_transaction_isolation", level).open)
		})
	}
}

// What a pooler in transaction mode needs: no statement stays prepared on a server.
func TestConformanceWithoutPreparedStatements(t *testing.T) {
	for _, mode := range []string{"cache_describe", "exec"} {
		t.Run(mode, func(t *testing.T) {
			storetest.Run(t, newLot(t, "default_query_exec_mode", mode).open)
		})
	}
}

// flaky has every 61st statement that writes fail as distributed engines do, and
// Postgres itself at a higher isolation.
const flaky = `
	CREATE SEQUENCE ~flake;
	CREATE FUNCTION ~flake() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF nextval('~flake') %% 61 = 0 THEN RAISE EXCEPTION 'restart transaction' USING ERRCODE = '%s'; END IF;
		RETURN NULL; END $$;`

func TestConformanceWithTransactionsThatMustBeRestarted(t *testing.T) {
	for _, code := range []string{serializationFailure, deadlockDetected} {
		t.Run(code, func(t *testing.T) {
			l := newLot(t)
			l.flaky = code
			storetest.Run(t, l.open)
		})
	}
}

// Each store of a database lives in its own schema.
func TestTwoSchemasOfOneDatabase(t *testing.T) {
	l := newLot(t)
	a, _ := l.take(t)
	b, _ := l.take(t)
	ctx := context.Background()
	run := newStart("order-1")
	if _, err := a.Apply(ctx, []store.Op{run}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Run(ctx, store.Ref{Run: run.Run}); err == nil {
		t.Error("the other schema has the run, too")
	}
}
