package main

import (
	"context"
	"database/sql"
	"errors"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/sqlite"
)

// fileShop keeps its orders in the store's own file.
type fileShop struct {
	st   *sqlite.Store
	read *sql.DB // on the same SQLite library; it only reads
}

func openFile(ctx context.Context, path string) (*sqlite.Store, Shop, error) {
	st, err := sqlite.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	read, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(5000)") // a reader must wait, too, in rare moments
	if err == nil {
		err = write(ctx, st, func(ctx context.Context, tx *sqlite.Tx) error {
			_, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, item TEXT NOT NULL, status TEXT NOT NULL)")
			return err
		})
	}
	if err != nil {
		return nil, nil, errors.Join(err, st.Close())
	}
	return st, &fileShop{st, read}, nil
}

// write runs f in a transaction. Nobody else can write meanwhile, so f must be short, without
// network calls.
func write(ctx context.Context, st *sqlite.Store, f func(context.Context, *sqlite.Tx) error) error {
	ctx, tx, err := st.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a Commit it does nothing
	if err := f(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *fileShop) Place(ctx context.Context, rt Starter, o Order) error {
	return sqlite.InTxFunc(ctx, rt, func(ctx context.Context, tx *sqlite.Tx, c *reprise.Tx) error {
		res, err := tx.ExecContext(ctx, "INSERT INTO orders (id, item, status) VALUES (?, ?, 'placed') ON CONFLICT DO NOTHING", o.ID, o.Item)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		if n == 0 {
			return errPlaced
		}
		_, err = reprise.Start(ctx, c, fulfil, o, reprise.ID(o.ID))
		return err
	})
}

func (s *fileShop) Ship(ctx context.Context, id string) (string, error) {
	err := write(ctx, s.st, func(ctx context.Context, tx *sqlite.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE orders SET status = 'shipped' WHERE id = ?", id)
		return err
	})
	return "shipped " + id, err
}

func (s *fileShop) Status(ctx context.Context, id string) (status string, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = ?", id).Scan(&status)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNone
	}
	return status, err
}

func (s *fileShop) Close() error { return s.read.Close() }
