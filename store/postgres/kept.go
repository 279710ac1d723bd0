package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

var (
	// A kept result stays, unless it has expired.
	addKept = &rowWriter[store.Kept]{insertKept.sql + ` ON CONFLICT (namespace, activity, key) DO UPDATE
		SET run_id = excluded.run_id, until = excluded.until, data = excluded.data WHERE kept.until <= now()`, insertKept.columns}
	insertKept = inserting("kept", []column[store.Kept]{
		of("run_id", "uuid", func(k store.Kept) pgtype.UUID { return token(k.Run) }),
		of("until", "timestamptz", func(k store.Kept) pgtype.Timestamptz { return at(k.Until) }),
		of("namespace", "text", func(k store.Kept) string { return k.Namespace }),
		of("activity", "text", func(k store.Kept) string { return k.Activity }),
		of("key", "text", func(k store.Kept) string { return k.Key }),
		of("data", "bytea", func(k store.Kept) []byte { return k.Data }),
	})

	keptGrace   = fmt.Sprintf("interval '%d seconds'", int(store.KeptGrace.Seconds()))
	sqlAnyStale = `EXISTS (SELECT 1 FROM ~kept k WHERE k.namespace COLLATE "POSIX" = $3 AND k.until <= now() - ` + keptGrace + ")"
	sqlExpire   = `DELETE FROM ~kept k USING (SELECT s.namespace, s.activity, s.key FROM ~kept s WHERE s.namespace COLLATE "POSIX" = $1 AND s.until <= now() - ` + keptGrace + `
			ORDER BY s.until, s.activity, s.key LIMIT $2 FOR UPDATE SKIP LOCKED) s
		WHERE k.namespace = ANY(ARRAY[s.namespace]) AND k.activity = s.activity AND k.key = s.key`
)

const (
	sqlKept    = "SELECT k.namespace, k.activity, k.key, k.run_id, k.until, k.data FROM ~kept k WHERE "
	sqlKeptOne = sqlKept + "k.namespace = $1 AND k.activity = $2 AND k.key = $3 AND k.until > now()"
	sqlKeptAll = sqlKept + "(k.namespace, k.activity, k.key) > ($1, $2, $3) ORDER BY k.namespace, k.activity, k.key LIMIT $4"
)

// keeps collects the results that an op has kept for r.
func (u *unit) keeps(r *run) {
	u.kept = append(u.kept, r.Diff.Kept...)
	r.Diff.Kept = nil
}

// writeKept writes kept results, the first one for each key. The order makes two batches with the same
// keys wait for each other without a deadlock.
func (u *unit) writeKept() {
	all := u.kept
	slices.SortStableFunc(all, func(a, b store.Kept) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Activity, b.Activity), cmp.Compare(a.Key, b.Key))
	})
	all = slices.CompactFunc(all, func(a, b store.Kept) bool { return a.KeptKey == b.KeptKey })
	addKept.write(u.tx, all)
}

func (u *unit) expire(i int, o *store.Expire) error {
	u.write(sqlExpire, o.Namespace, o.Max).Exec(func(tag pgconn.CommandTag) error {
		u.outs[i].Count = int(tag.RowsAffected())
		return nil
	})
	return u.send(u.last(i))
}

// Kept implements [store.Store].
func (s *Store) Kept(ctx context.Context, q store.KeptQuery) (all []store.Kept, err error) {
	sql, args := sqlKeptOne, []any{q.One.Namespace, q.One.Activity, q.One.Key}
	if q.One.Key == "" {
		sql, args = sqlKeptAll, []any{q.After.Namespace, q.After.Activity, q.After.Key, max(0, q.Max)}
	}
	err = s.look(ctx, func(x *tx) {
		all = nil
		rows(x.queue(sql, args...), func(rows pgx.Rows) error {
			var k store.Kept
			err := rows.Scan(&k.Namespace, &k.Activity, &k.Key, anID(&k.Run), aTime(&k.Until), &k.Data)
			all = append(all, k)
			return err
		})
	})
	return all, err
}
