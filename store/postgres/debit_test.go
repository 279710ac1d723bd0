package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/pgproxy"
	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/workflow"
)

// Amount is an amount to take from an account.
type Amount struct {
	Account string
	Cents   int
}

var (
	Debit = activity.Define[Amount, int]("debit", activity.Policy{Transactional: true, StartToClose: time.Minute})
	Pay   = workflow.Define[Amount, int]("pay")
)

// debit takes money from an account and returns the balance.
func debit(ctx context.Context, tx pgx.Tx, in Amount) (left int, err error) {
	err = tx.QueryRow(ctx, "UPDATE account SET cents = cents - $2 WHERE name = $1 RETURNING cents", in.Account, in.Cents).Scan(&left)
	return left, err
}

func pay(ctx workflow.Context, in Amount) (int, error) {
	return workflow.Execute(ctx, Debit, in).Get(ctx)
}

// What debit writes and the completion of the activity are committed together or not at
// all: it needs no idempotency key.
func ExampleTransactional() {
	ctx := context.Background()
	st, err := postgres.Open(ctx, "postgres://app@localhost:5432/bank")
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{}, Pay.Bind(pay), Debit.BindTx(postgres.Transactional(debit)))
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		log.Fatal(err)
	}
	defer rt.Stop(ctx)
	run, err := reprise.Start(ctx, rt, Pay, Amount{Account: "ann", Cents: 500})
	if err != nil {
		log.Fatal(err)
	}
	left, err := run.Result(ctx)
	fmt.Println(left, err)
}

// bank makes a database with the store's tables and with accounts.
func bank(t *testing.T) (srv *pgtest.Server, url string, pool *pgxpool.Pool) {
	t.Helper()
	srv = pgtest.Shared(t)
	url = srv.Database(t)
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if err := postgres.Migrate(t.Context(), pool, postgres.Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), "CREATE TABLE account (name text PRIMARY KEY, cents int); INSERT INTO account VALUES ('ann', 100000), ('bob', 100000)"); err != nil {
		t.Fatal(err)
	}
	return srv, url, pool
}

// teller starts a worker that pays.
func teller(t *testing.T, st store.Store, do func(context.Context, pgx.Tx, Amount) (int, error)) *reprise.Runtime {
	t.Helper()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet(), LeaseTTL: time.Second, Build: "v1"},
		Pay.Bind(pay), Debit.BindTx(postgres.Transactional(do)))
	if err != nil {
		t.Fatal(err)
	}
	if err := rt.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
		defer stop()
		_ = rt.Stop(ctx) // it was stopped already, or its store has crashed
	})
	return rt
}

func balance(t *testing.T, pool *pgxpool.Pool) (cents int) {
	t.Helper()
	if err := pool.QueryRow(context.Background(), "SELECT sum(cents) FROM account").Scan(&cents); err != nil {
		t.Fatal(err)
	}
	return cents
}

// Two workers make many payments, while one COMMIT after another is cut before it
// arrives, cut after it was executed, or arrives late, and connections break. In the
// end the accounts and the histories agree.
func TestDebitsAndHistoriesAgreeWhateverBecomesOfCommits(t *testing.T) {
	const seed, payments = 15, 30
	ctx := bounded(t)
	srv, url, pool := bank(t)
	proxy, err := pgproxy.Listen(srv.Addr())
	if err != nil {
		t.Fatal(err)
	}
	beyond := strings.Replace(srv.TCP(pool.Config().ConnConfig.Database), srv.Addr(), proxy.Addr(), 1)
	var workers []*reprise.Runtime
	for range 2 {
		workers = append(workers, teller(t, open(t, beyond), debit))
	}
	t.Cleanup(func() { _ = proxy.Close() })
	client := open(t, url)
	rt, err := reprise.New(client, reprise.Config{Logger: quiet()}, Pay.Bind(pay))
	if err != nil {
		t.Fatal(err)
	}

	rnd := rand.New(rand.NewPCG(seed, seed))
	faults := make(chan pgproxy.Fault, payments)
	for range payments {
		faults <- []pgproxy.Fault{pgproxy.DropRequest, pgproxy.DropReply, pgproxy.Hold}[rnd.IntN(3)]
	}
	var paid sync.WaitGroup
	for i := range payments {
		in := Amount{Account: []string{"ann", "bob"}[i%2], Cents: 1 + i}
		paid.Go(func() {
			proxy.Arm(<-faults, 50*time.Millisecond)
			run, err := reprise.Start(ctx, rt, Pay, in)
			if err == nil {
				_, err = run.Result(ctx)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	paid.Wait()
	proxy.Heal()
	t.Logf("seed %d: %d COMMITs met a fault", seed, proxy.Met())
	for _, w := range workers {
		if err := w.Stop(ctx); err != nil {
			t.Error(err)
		}
	}
	if got, want := balance(t, pool), 200000-payments*(payments+1)/2; got != want {
		t.Errorf("the accounts hold %d, the completed payments leave %d", got, want)
	}
}

// A is stopped between its function's write and the end. B takes over and completes the
// activity. Then A wakes.
func TestAZombiesDebitIsRolledBack(t *testing.T) {
	ctx := bounded(t)
	_, url, pool := bank(t)
	inside, wake := make(chan struct{}), make(chan struct{})
	zombie := fenced{Store: open(t, url), asleep: make(chan struct{}), wake: wake}
	first := teller(t, &zombie, func(ctx context.Context, tx pgx.Tx, in Amount) (int, error) {
		if _, err := tx.Exec(ctx, "INSERT INTO account VALUES ('zombie', -500)"); err != nil {
			return 0, err
		}
		close(inside)
		<-wake
		return 0, nil
	})
	if _, err := reprise.Start(ctx, first, Pay, Amount{Account: "ann", Cents: 500}, reprise.ID("p")); err != nil {
		t.Fatal(err)
	}
	<-inside
	zombie.sleep()
	second := teller(t, open(t, url), debit)
	h, err := reprise.Get(ctx, second, Pay, "p")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := h.Result(ctx); err != nil || left != 99500 {
		t.Fatalf("Result = %d, %v", left, err)
	}
	close(wake)
	if err := first.Stop(ctx); err != nil {
		t.Error(err)
	}
	if got := balance(t, pool); got != 199500 {
		t.Errorf("the accounts hold %d, want 199500", got)
	}
}

// A run that a function starts in its transaction exists if and only if the transaction
// commits.
func TestAFunctionStartsARunInItsTransaction(t *testing.T) {
	ctx := bounded(t)
	_, url, _ := bank(t)
	var rt *reprise.Runtime
	rt = teller(t, open(t, url), func(ctx context.Context, tx pgx.Tx, in Amount) (int, error) {
		if in.Account == "bob" {
			return debit(ctx, tx, in)
		}
		attempt := activity.GetInfo(ctx).Attempt
		_, err := reprise.Start(ctx, postgres.InTx(rt, tx), Pay, Amount{Account: "bob", Cents: 1}, reprise.ID(fmt.Sprint("by-attempt-", attempt)))
		if err == nil && attempt == 1 {
			err = errors.New("not today")
		}
		return 0, err
	})
	run, err := reprise.Start(ctx, rt, Pay, Amount{Account: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := reprise.Get(ctx, rt, Pay, "by-attempt-1"); !errors.Is(err, reprise.ErrNotFound) {
		t.Errorf("what attempt 1 has started: %v", err)
	}
	h, err := reprise.Get(ctx, rt, Pay, "by-attempt-2")
	if err != nil {
		t.Fatal(err)
	}
	if left, err := h.Result(ctx); err != nil || left != 99999 {
		t.Errorf("what attempt 2 has started: %d, %v", left, err)
	}
}

// fenced is the store of a stopped process: it asks nothing until it wakes.
type fenced struct {
	*postgres.Store
	once   sync.Once
	asleep chan struct{}
	wake   chan struct{}
}

func (f *fenced) sleep() { f.once.Do(func() { close(f.asleep) }) }

func (f *fenced) stand() {
	select {
	case <-f.asleep:
		<-f.wake
	default:
	}
}

func (f *fenced) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	f.stand()
	return f.Store.Apply(ctx, ops)
}

func (f *fenced) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	f.stand()
	return f.Store.Tick(ctx, q)
}
