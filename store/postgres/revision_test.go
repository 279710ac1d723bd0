package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
)

// newerVar, set to a database, makes the test binary a process of the next revision: it
// migrates and works until its input ends.
const newerVar = "REPRISE_POSTGRES_TEST_NEWER"

func newer(url string) error {
	postgres.PlayNextRevision()
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := postgres.Migrate(ctx, pool, postgres.Options{Logger: quiet()}); err != nil {
		return err
	}
	st, err := postgres.New(pool, postgres.Options{Logger: quiet()})
	if err != nil {
		return err
	}
	rt, err := reprise.New(st, reprise.Config{Logger: quiet(), LeaseTTL: time.Second, Build: "v2"}, order.Bind(orderFunc), charge.Bind(double))
	if err != nil {
		return err
	}
	if err := rt.Start(ctx); err != nil {
		return err
	}
	fmt.Println("working")
	if _, err = io.ReadAll(os.Stdin); err != nil {
		return err
	}
	return errors.Join(rt.Stop(ctx), st.Close())
}

// In a rolling deploy, while workers of this revision run, a process of the next one
// migrates and joins. None of the old workers fails, and an old worker that restarts
// meanwhile may join.
func TestTwoRevisionsShareADatabaseUnderLoad(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	st := open(t, url)
	old := worker(t, st, double)

	// The load continues until the newer process works and an old pod has restarted. It
	// then reports how many runs it started.
	type result struct {
		n   int
		err error
	}
	enough, loaded := make(chan struct{}), make(chan result, 1)
	begun := make(chan struct{})
	go func() {
		n := 0
		for ; ; n++ {
			if n == 20 {
				close(begun)
			}
			if n > 20 {
				select {
				case <-enough:
					loaded <- result{n: n}
					return
				default:
				}
			}
			if _, err := reprise.Start(ctx, old, order, n, reprise.ID(fmt.Sprint("order-", n))); err != nil {
				loaded <- result{n, err}
				return
			}
		}
	}()
	select {
	case <-begun:
	case r := <-loaded:
		t.Fatal(r.err)
	}

	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), newerVar+"="+url)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if lines.Scan(); lines.Text() != "working" {
		t.Fatalf("the newer process says %q", lines.Text())
	}

	again := worker(t, open(t, url), double) // a pod of the old revision restarts
	close(enough)
	r := <-loaded
	if r.err != nil {
		t.Fatal(r.err)
	}
	finish(t, ctx, again, st, r.n)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		t.Errorf("the newer process says %q", lines.Text())
	}
	if err := lines.Err(); err != nil {
		t.Errorf("what the newer process says: %v", err)
	}
	if err := other.Wait(); err != nil {
		t.Errorf("the newer process: %v", err)
	}

	// Only a schema that declares itself incompatible keeps old workers out, by name.
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "UPDATE reprise.meta SET version = version + 1, compatible_from = version"); err != nil {
		t.Fatal(err)
	}
	var refused *store.SchemaError
	if _, err := postgres.New(pool); !errors.As(err, &refused) || refused.CompatibleFrom <= refused.Own {
		t.Errorf("New on a schema for later revisions only: %v", err)
	}
}
