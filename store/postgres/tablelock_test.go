package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
)

// Long DDL, such as VACUUM FULL, locks whole tables. Callers are told who holds them and
// what to do, even on new connections, which first prepare each statement. Nothing is
// lost, and everything continues afterwards.
func TestALockedTableIsToldToCallers(t *testing.T) {
	const starts = 60 // more than ask the store about locks in these seconds
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	url := database(t)
	st := open(t, url)
	rt := worker(t, st, double)
	startAll(t, ctx, rt, 2)
	h, err := reprise.Get(ctx, rt, order, "order-0")
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(context.Context, *reprise.Runtime) error{
		"a start": func(ctx context.Context, rt *reprise.Runtime) error {
			_, err := reprise.Start(ctx, rt, order, 2, reprise.ID("order-2"))
			return err
		},
		"a signal": func(ctx context.Context, rt *reprise.Runtime) error {
			return reprise.Signal(ctx, rt, "order-1", approve, "bob")
		},
		"a description": func(ctx context.Context, rt *reprise.Runtime) error {
			_, err := reprise.Describe(ctx, rt, "order-0")
			return err
		},
		"a wait for a result": func(ctx context.Context, rt *reprise.Runtime) error {
			_, err := reprise.WaitRun(ctx, rt, h.RunID())
			return err
		},
		"a list": func(ctx context.Context, rt *reprise.Runtime) error {
			_, err := reprise.ListPage(ctx, rt, reprise.Filter{})
			return err
		},
	}
	clients := make(map[string]*reprise.Runtime)
	for name := range calls {
		if clients[name], err = reprise.New(open(t, url), reprise.Config{Logger: quiet()}, order.Bind(orderFunc), charge.Bind(double)); err != nil {
			t.Fatal(err)
		}
	}
	operator, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = operator.Close(context.Background()) }()
	if _, err := operator.Exec(ctx, "BEGIN; LOCK TABLE reprise.run, reprise.event, reprise.inbox, reprise.tombstone IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var took [2]atomic.Int64 // the shortest and the longest
	var named atomic.Int64   // how many learned the holder: a busy machine may have no time to ask
	took[0].Store(int64(time.Hour))
	begun := time.Now()
	told := func(name string, err error) {
		d := int64(time.Since(begun))
		for old := took[0].Load(); d < old && !took[0].CompareAndSwap(old, d); old = took[0].Load() {
		}
		for old := took[1].Load(); d > old && !took[1].CompareAndSwap(old, d); old = took[1].Load() {
		}
		switch {
		case !errors.Is(err, store.ErrTransient):
			t.Errorf("%s is told: %v", name, err)
		case strings.Contains(err.Error(), "AccessExclusiveLock on run") && strings.Contains(err.Error(), "end that session"):
			named.Add(1)
		case !strings.Contains(err.Error(), "another session holds a lock: pg_stat_activity and pg_locks show which"):
			t.Errorf("%s is told: %v", name, err)
		}
	}
	for name, call := range calls {
		all.Go(func() { told(name, call(ctx, clients[name])) })
	}
	for i := range starts {
		all.Go(func() {
			_, err := reprise.Start(ctx, rt, order, 3+i, reprise.ID(fmt.Sprint("order-", 3+i)))
			told(fmt.Sprint("start ", i, " of the worker"), err)
		})
	}
	all.Wait()
	if n := named.Load(); n < starts/2 {
		t.Errorf("%d are told who keeps the tables locked", n)
	}
	t.Logf("they are told after %v to %v", time.Duration(took[0].Load()), time.Duration(took[1].Load()))
	if _, err := operator.Exec(ctx, "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	for i := range starts + 1 {
		id := fmt.Sprint("order-", 2+i)
		if _, err := reprise.Describe(ctx, rt, id); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("%s was refused and is there: %v", id, err)
		}
		if _, err := reprise.Start(ctx, rt, order, 2+i, reprise.ID(id)); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, ctx, rt, st, 3+starts)
}
