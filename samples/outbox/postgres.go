package main

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/store/postgres"
)

// poolShop keeps its orders in the store's database, through the same pool.
type poolShop struct{ pool *pgxpool.Pool }

func openPostgres(ctx context.Context, url string) (*postgres.Store, Shop, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	if err = postgres.Migrate(ctx, pool); err == nil { // a larger shop runs its migrations on deploy
		_, err = pool.Exec(ctx, "CREATE TABLE IF NOT EXISTS orders (id text PRIMARY KEY, item text NOT NULL, status text NOT NULL)")
	}
	var st *postgres.Store
	if err == nil {
		st, err = postgres.New(pool)
	}
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return st, &poolShop{pool}, nil
}

func (s *poolShop) Place(ctx context.Context, rt Starter, o Order) error {
	return postgres.InTxFunc(ctx, rt, s.pool, func(tx pgx.Tx, c *reprise.Tx) error {
		tag, err := tx.Exec(ctx, "INSERT INTO orders (id, item, status) VALUES ($1, $2, 'placed') ON CONFLICT DO NOTHING", o.ID, o.Item)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errPlaced
		}
		_, err = reprise.Start(ctx, c, fulfil, o, reprise.ID(o.ID))
		return err
	})
}

func (s *poolShop) Ship(ctx context.Context, id string) (string, error) {
	_, err := s.pool.Exec(ctx, "UPDATE orders SET status = 'shipped' WHERE id = $1", id)
	return "shipped " + id, err
}

func (s *poolShop) Status(ctx context.Context, id string) (status string, err error) {
	err = s.pool.QueryRow(ctx, "SELECT status FROM orders WHERE id = $1", id).Scan(&status)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNone
	}
	return status, err
}

func (s *poolShop) Close() error {
	s.pool.Close()
	return nil
}
