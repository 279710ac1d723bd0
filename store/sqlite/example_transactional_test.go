package sqlite_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

// Amount is a sum to be taken from an account.
type Amount struct {
	Account string
	Cents   int
}

var (
	Debit = activity.Define[Amount, int]("debit", activity.Policy{Transactional: true})
	Pay   = workflow.Define[Amount, int]("pay")
)

// debit takes money from an account and returns what is left.
func debit(ctx context.Context, tx *sqlite.Tx, in Amount) (left int, err error) {
	err = tx.QueryRowContext(ctx, "UPDATE account SET cents = cents - ? WHERE name = ? RETURNING cents", in.Cents, in.Account).Scan(&left)
	if err == nil && left < 0 {
		err = failure.New("overdrawn", "there is not enough on the account", failure.Permanent())
	}
	return left, err
}

// What debit writes and the completion of the activity are committed together or not at
// all. So debit needs no idempotency key, and an error undoes what it has written.
func ExampleTransactional() {
	dir, err := os.MkdirTemp("", "reprise")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	st, err := sqlite.Open(ctx, filepath.Join(dir, "bank.db"), sqlite.Options{Logger: quiet()})
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	inside, tx, err := st.Begin(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := tx.ExecContext(inside, "CREATE TABLE account (name TEXT, cents INTEGER); INSERT INTO account VALUES ('ann', 1000)"); err != nil {
		log.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		log.Fatal(err)
	}

	pay := func(ctx workflow.Context, in Amount) (int, error) { return workflow.Execute(ctx, Debit, in).Get(ctx) }
	rt, err := reprise.New(st, reprise.Config{Logger: quiet()}, Pay.Bind(pay), Debit.BindTx(sqlite.Transactional(debit)))
	if err != nil {
		log.Fatal(err)
	}
	if err := rt.Start(ctx); err != nil {
		log.Fatal(err)
	}
	defer rt.Stop(ctx)
	for _, cents := range []int{300, 900, 600} {
		run, err := reprise.Start(ctx, rt, Pay, Amount{Account: "ann", Cents: cents})
		if err != nil {
			log.Fatal(err)
		}
		left, err := run.Result(ctx)
		fmt.Printf("%d: %d left, %q\n", cents, left, failure.CodeOf(err))
	}
	// Output:
	// 300: 700 left, ""
	// 900: 0 left, "overdrawn"
	// 600: 100 left, ""
}
