package sqlite

import (
	"context"

	"github.com/reprise-run/reprise/store"
)

const (
	sqlKeep = `INSERT INTO ~kept (namespace, activity, key, run_id, until, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (namespace, activity, key) DO UPDATE SET run_id = ?4, until = ?5, data = ?6 WHERE until <= ?7`
	sqlExpire = `DELETE FROM ~kept WHERE (namespace, activity, key) IN (SELECT k.namespace, k.activity, k.key FROM ~kept k INDEXED BY ~kept_until
		WHERE k.namespace = ?1 AND k.until <= ?2 ORDER BY k.until, k.activity, k.key LIMIT ?3)`
	sqlFirstKept = "SELECT until FROM ~kept INDEXED BY ~kept_until WHERE namespace = ?1 ORDER BY until LIMIT 1"
	sqlKept      = "SELECT namespace, activity, key, run_id, until, data FROM ~kept WHERE "
	sqlKeptOne   = sqlKept + "namespace = ?1 AND activity = ?2 AND key = ?3 AND until > ?4"
	sqlKeptAll   = sqlKept + "(namespace, activity, key) > (?1, ?2, ?3) ORDER BY namespace, activity, key LIMIT ?4"
)

// Kept implements [store.Store].
func (s *Store) Kept(ctx context.Context, q store.KeptQuery) (all []store.Kept, err error) {
	err = s.look(ctx, func(c *conn) {
		all = nil
		sql, args := sqlKeptOne, []any{q.One.Namespace, q.One.Activity, q.One.Key, s.now()}
		if q.One.Key == "" {
			sql, args = sqlKeptAll, []any{q.After.Namespace, q.After.Activity, q.After.Key, max(0, q.Max)}
		}
		for rows := c.Query(sql, args...); rows.Next(); {
			all = append(all, store.Kept{
				KeptKey: store.KeptKey{Namespace: rows.Text(0), Activity: rows.Text(1), Key: rows.Text(2)}, Run: rows.ID(3), Until: rows.Time(4), Data: rows.Blob(5),
			})
		}
	})
	return all, err
}
