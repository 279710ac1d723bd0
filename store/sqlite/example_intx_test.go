package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
	"github.com/reprise-run/reprise/workflow"
)

var delivery = workflow.New("delivery", func(_ workflow.Context, item string) (string, error) { return item + " is on its way", nil })

// An order's row and its workflow are written in one transaction.
func ExampleInTxFunc() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	st, err := sqlite.Open(ctx, filepath.Join(dir, "shop.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet()}, delivery)
	if err == nil {
		err = rt.Start(ctx)
	}
	if err != nil {
		log.Fatal(err)
	}
	defer rt.Stop(ctx)

	var run reprise.Handle[string]
	err = sqlite.InTxFunc(ctx, rt, func(ctx context.Context, tx *sqlite.Tx, c *reprise.Tx) error {
		if _, err := tx.ExecContext(ctx, "CREATE TABLE orders (item TEXT)"); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO orders VALUES (?)", "a book"); err != nil {
			return err
		}
		run, err = reprise.Start(ctx, c, delivery, "a book")
		return err
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Result(ctx))
	// Output: a book is on its way <nil>
}

// The caller begins and ends the transaction itself, and uses a client in it.
func ExampleInTx() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	st, err := sqlite.Open(ctx, filepath.Join(dir, "shop.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{Logger: quiet()})
	if err != nil {
		log.Fatal(err)
	}
	inside, tx, err := st.Begin(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer tx.Rollback() // does nothing after a Commit
	if _, err := reprise.Start(inside, sqlite.InTx(rt, tx), delivery, "a book", reprise.ID("order-42")); err != nil {
		log.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		log.Fatal(err)
	}
	rt.Wake()
	d, err := reprise.Describe(ctx, rt, "order-42")
	fmt.Println(d.WorkflowID, err)
	// Output: order-42 <nil>
}

// A call that would wait for the very transaction in which it is made is
// refused.
func ExampleStore_Begin() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "shop")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	st, err := sqlite.Open(ctx, filepath.Join(dir, "shop.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer st.Close()
	rt, err := reprise.New(st, reprise.Config{})
	if err != nil {
		log.Fatal(err)
	}
	ctx, tx, err := st.Begin(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer tx.Rollback()
	_, err = reprise.Start(ctx, rt, delivery, "a book") // meant was sqlite.InTx(rt, tx)
	fmt.Println(errors.Is(err, store.ErrHeld))
	// Output: true
}
