package reprise_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// book is a user's table next to a store.
type book interface {
	bind(debit activity.Def[string, int]) reprise.Binding // to a function that adds a line
	read() string
}

func (a *account) bind(debit activity.Def[string, int]) reprise.Binding {
	return debit.BindTx(memory.Transactional(a.debit))
}

// fileBook is a book in the file of a store.
type fileBook struct{ *sql.DB }

func newFileBook(t *testing.T, path string) fileBook {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(600000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := db.Exec("CREATE TABLE line (text TEXT)"); err != nil {
		t.Fatal(err)
	}
	return fileBook{db}
}

func (fileBook) bind(debit activity.Def[string, int]) reprise.Binding {
	return debit.BindTx(sqlite.Transactional(func(ctx context.Context, tx *sqlite.Tx, line string) (int, error) {
		_, err := tx.ExecContext(ctx, "INSERT INTO line VALUES (?)", line)
		return activity.GetInfo(ctx).Attempt, err
	}))
}

func (b fileBook) read() (lines string) {
	if err := b.QueryRow("SELECT group_concat(text, ', ') FROM line").Scan(&lines); err != nil {
		return err.Error()
	}
	return lines
}

// debits binds a workflow that adds two lines in parallel, and then one more.
func debits(b book) []reprise.Binding {
	debit := activity.Define[string, int]("debit", activity.Policy{
		Transactional: true, Retry: activity.RetryPolicy{MaxAttempts: activity.Unlimited, InitialInterval: time.Millisecond},
	})
	return []reprise.Binding{b.bind(debit), payment.Bind(func(ctx workflow.Context, line string) (int, error) {
		left := workflow.Execute(ctx, debit, line+" left")
		right := workflow.Execute(ctx, debit, line+" right")
		_, lerr := left.Get(ctx)
		_, rerr := right.Get(ctx)
		if err := errors.Join(lerr, rerr); err != nil {
			return 0, err
		}
		return workflow.Execute(ctx, debit, line+" last").Get(ctx)
	})}
}

// spend runs one process that makes the payments, until all are made or its store has
// failed with kind at its n-th call; 0 means no failure. It reports whether they are
// made.
func spend(t *testing.T, shared store.Store, a book, names []string, n int, kind storetest.Kind) (done bool) {
	t.Helper()
	ctx, dead := context.WithCancel(bounded(t))
	defer dead()
	var dying atomic.Bool
	st := storetest.Faulty(shared, func(c storetest.Call) (f storetest.Fault) {
		if c.N == n {
			f.Kind = kind
			f.Before = func() { dying.Store(true) }
			f.After = dead
		}
		return f
	})
	rt, err := reprise.New(st, quiet(), debits(a)...)
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		if n == 0 {
			t.Fatal(err)
		}
		return false // it has crashed during its start
	}
	id := rt.WorkerID()
	err = spendAll(ctx, rt, names)
	done = err == nil
	if !done && !dying.Load() {
		t.Errorf("crash at %d: %v", n, err)
		dump(t, rt, names)
	}
	dead()
	stopped, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := rt.Stop(stopped); err != nil && !dying.Load() {
		t.Errorf("crash at %d: Stop: %v", n, err)
	}
	if _, err := shared.Apply(t.Context(), []store.Op{&store.Condemn{Worker: id, LeaseUntil: leaseOf(t, shared, id)}}); err != nil {
		t.Fatal(err)
	}
	return done
}

func spendAll(ctx context.Context, rt *reprise.Runtime, names []string) error {
	for _, name := range names {
		if _, err := reprise.Start(ctx, rt, payment, name, reprise.ID(name), reprise.Once()); err != nil {
			return err
		}
	}
	for _, name := range names {
		h, err := reprise.Get(ctx, rt, payment, name)
		if err != nil {
			return err
		}
		if d, err := reprise.Describe(ctx, rt, name); err == nil && d.Blocked != nil && d.Blocked.Reason == store.ReasonPoison {
			if err := reprise.Resume(ctx, rt, name, ben); err != nil {
				return err
			}
		}
		if _, err := h.Result(ctx); err != nil {
			return err
		}
	}
	return nil
}

// spent checks that the account has each debit of each payment once.
func spent(t *testing.T, shared store.Store, a book, names []string, what string) {
	t.Helper()
	var want []string
	for _, name := range names {
		want = append(want, name+" last", name+" left", name+" right")
		run, err := shared.Run(t.Context(), store.Ref{Namespace: "default", WorkflowID: name})
		if err != nil {
			t.Fatal(err)
		}
		lint(t, shared, run.ID)
	}
	got := strings.Split(a.read(), ", ")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: the book has %q, want %q", what, got, want)
	}
}

// A process is killed before and after every single call of its store, including those
// that begin and end the transactions of activities. The next process finishes what it
// left.
func TestDebitsAreMadeOnceWhereverTheProcessDies(t *testing.T) {
	names := []string{"ann"}
	for _, kind := range []storetest.Kind{storetest.CrashBefore, storetest.CrashAfter} {
		n := 1
		for ; ; n++ {
			shared, a := newMemory(), &account{}
			if spend(t, shared, a, names, n, kind) {
				break
			}
			if !spend(t, shared, a, names, 0, storetest.Pass) {
				t.Fatal("the second process is not done")
			}
			spent(t, shared, a, names, fmt.Sprintf("crash at call %d (kind %d)", n, kind))
			if t.Failed() {
				return
			}
		}
		t.Logf("%d calls", n-1)
	}
}

// Many payments run at once, in processes that die one after another.
func TestDebitsAreMadeOnceHoweverManyProcessesDie(t *testing.T) {
	for name, c := range map[string]struct {
		open   func(t *testing.T) (store.Store, book)
		rounds int
	}{
		"memory": {func(*testing.T) (store.Store, book) { return newMemory(), &account{} }, 6},
		"sqlite": {func(t *testing.T) (store.Store, book) {
			path := filepath.Join(t.TempDir(), "bank.db")
			return openFile(t, path), newFileBook(t, path)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			const seed = 15
			rnd := rand.New(rand.NewPCG(seed, seed))
			for round := range c.rounds {
				shared, b := c.open(t)
				dieAgainAndAgain(t, shared, b, rnd, fmt.Sprintf("seed %d round %d", seed, round))
			}
		})
	}
}

func dieAgainAndAgain(t *testing.T, shared store.Store, b book, rnd *rand.Rand, what string) {
	t.Helper()
	var names []string
	for i := range 8 {
		names = append(names, fmt.Sprint("payer-", i))
	}
	for deaths := 0; ; deaths++ {
		n := 1 + rnd.IntN(60)
		if deaths == 8 {
			n = 0
		}
		kind := storetest.CrashBefore
		if rnd.IntN(2) == 0 {
			kind = storetest.CrashAfter
		}
		if spend(t, shared, b, names, n, kind) {
			t.Logf("%s: ended after %d deaths", what, deaths)
			break
		}
		if t.Failed() {
			return
		}
	}
	spent(t, shared, b, names, what)
}
