package postgres

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/reprise-run/reprise/internal/budget"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
)

var (
	differentialSeeds = flag.Int("differential.seeds", budget.Of(1, 2), "TestDifferential takes the seeds from 1 to this, and as many that are new each time")
	differentialSeed  = flag.Uint64("differential.seed", 0, "the only seed that TestDifferential takes; 0: those of -differential.seeds")
	restartedParts    = flag.Int("restarted.parts", budget.Of(24, 4), "TestConformanceWithTransactionsThatMustBeRestarted runs one of so many parts of the suite; 1: all of it")
	restartedSeed     = flag.Uint64("restarted.seed", 0, "which part that is; 0: another one each time")
)

// The suite runs as the retention role, which has the rights of the runtime role and those
// for retention. It cannot rewrite history.
func TestConformance(t *testing.T) {
	t.Parallel() // like the other full suites: each waits most of its time
	r := newRoles(t)
	r.owner.user = r.remover.pool
	storetest.Run(t, r.owner.open)
}

func TestInspector(t *testing.T) {
	t.Parallel()
	storetest.RunInspector(t, newLot(t).open)
}

func seeds() []uint64 {
	if *differentialSeed != 0 {
		return []uint64{*differentialSeed}
	}
	return storetest.Seeds(*differentialSeeds)
}

func TestDifferential(t *testing.T) {
	t.Parallel()
	storetest.Differential(t, newLotOf(t, "repeatable read", "cache_describe").open, seeds()...)
}

// newLotOf makes a database with defaults of its own. The store sets its isolation
// explicitly, so the database's default must not matter. Nor must the way in which
// statements are sent: each of the two modes for a pooler in transaction mode, which
// prepare no statement on a server, is used by some of the tests here.
func newLotOf(t *testing.T, isolation, mode string) *lot {
	return newLot(t, "default_transaction_isolation", isolation, "default_query_exec_mode", mode)
}

// flaky makes every 61st writing statement fail, alternately as in distributed engines and
// as with a deadlock.
const flaky = `
	CREATE SEQUENCE ~flake;
	CREATE FUNCTION ~flake() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n bigint := nextval('~flake'); BEGIN
		IF n % 122 = 0 THEN RAISE EXCEPTION 'restart transaction' USING ERRCODE = '40001'; END IF;
		IF n % 61 = 0 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
		RETURN NULL; END $$;`

func TestConformanceWithTransactionsThatMustBeRestarted(t *testing.T) {
	t.Parallel()
	seed, parts := *restartedSeed, uint64(max(1, *restartedParts))
	if seed == 0 {
		seed = rand.Uint64()
	}
	l := newLotOf(t, "serializable", "exec")
	l.flaky, l.sparing = true, true
	storetest.Run(t, func(t *testing.T) (store.Store, storetest.Env) {
		t.Logf("again with -restarted.parts %d -restarted.seed %d", parts, seed)
		st, env := l.open(t)
		env.Parts, env.Part = int(parts), int(seed%parts)
		return st, env
	})
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
