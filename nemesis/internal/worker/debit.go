package worker

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/store/sqlite"
)

// debit binds the transactional activity. Its table has no key, so a double write shows
// as two rows.
func (p Place) debit(w *load.World) reprise.Binding {
	if p.SQLite != "" {
		return load.Debit.BindTx(sqlite.Transactional(func(ctx context.Context, tx *sqlite.Tx, c load.Call) (load.Done, error) {
			return w.Do(ctx, c, func(key, value string) error {
				_, err := tx.ExecContext(ctx, "INSERT INTO debit (key, value) VALUES (?, ?)", key, value)
				return err
			})
		}))
	}
	return load.Debit.BindTx(postgres.Transactional(func(ctx context.Context, tx pgx.Tx, c load.Call) (load.Done, error) {
		return w.Do(ctx, c, func(key, value string) error {
			_, err := tx.Exec(ctx, "INSERT INTO debit (key, value) VALUES ($1, $2)", key, value)
			return err
		})
	}))
}
