package postgres

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// sqlFire fires timers and has their runs go on, in one statement. It passes over runs
// that are locked, as [unit.fire] does; it does nothing at all if there is a repetition to
// answer, or a run for a lane. Which timers it has fired is what it has removed: another
// worker may have been there before the lock was free. What else it goes by is in the row
// of the run, which is as of now under its lock, but for the dispatch row of a run that is
// owned: one that the statement does not see, it could not mark.
var sqlFire = fmt.Sprintf(`WITH due AS MATERIALIZED (SELECT t.run_id, t.timer, t.fire_at, r.gen, r.owner, r.last_owner, r.closed_at, r.block_count > 0 AS blocked, %s,
		r.owner IS NULL AND r.waiting IS NOT NULL AND r.entries = 0 AS fresh
	FROM ~timer t JOIN ~run r ON r.run_id == t.run_id WHERE t.fire_at <= now() ORDER BY t.fire_at, uuid_send(t.run_id), t.timer + 0 LIMIT $1 FOR UPDATE OF r SKIP LOCKED),
ow AS MATERIALIZED (SELECT DISTINCT due.run_id FROM due WHERE due.owner IS NOT NULL),
od AS MATERIALIZED (SELECT l.run_id FROM ow CROSS JOIN LATERAL (SELECT d.run_id FROM ~dispatch d WHERE d.run_id = ow.run_id FOR UPDATE) l),
ok AS MATERIALIZED (SELECT (SELECT count(*) FROM od) = (SELECT count(*) FROM ow)
	AND NOT EXISTS (SELECT 1 FROM due WHERE due.fresh AND (due.blocked OR due.deaths >= %d))
	AND NOT EXISTS (SELECT 1 FROM ~dispatch h WHERE h.owner = $2 AND h.claim = $3) AS ok),
x AS (DELETE FROM ~timer t USING due, ok WHERE ok.ok AND t.run_id == due.run_id AND t.timer = due.timer RETURNING due.*),
f AS MATERIALIZED (SELECT x.*, row_number() OVER (PARTITION BY x.run_id ORDER BY x.fire_at, x.timer) AS nth, count(*) OVER (PARTITION BY x.run_id) AS n,
		x.fresh AND coalesce(x.last_owner = $2, false) AS near
	FROM x WHERE x.closed_at IS NULL),
w AS MATERIALIZED (SELECT f.*, f.near AND row_number() OVER (PARTITION BY f.near ORDER BY f.fire_at, f.run_id) <= $4 AS claims FROM f WHERE f.nth = 1),
u AS (UPDATE ~run r SET gen = r.gen + w.n, entries = r.entries + w.n,
		epoch = r.epoch + CASE WHEN w.claims THEN 1 ELSE 0 END, owner = CASE WHEN w.claims THEN $2 ELSE r.owner END
	FROM w WHERE r.run_id == w.run_id),
i AS (INSERT INTO ~inbox (run_id, ord, ref, at, kind) SELECT f.run_id, f.gen + f.nth, f.timer, now(), %d FROM f),
d AS (INSERT INTO ~dispatch (run_id, ready_at, owner, claim, prefer, prefer_until, prio, level, namespace, queue, workflow)
	SELECT w.run_id, now(), CASE WHEN w.claims THEN $2 END, CASE WHEN w.claims THEN $3 END, CASE WHEN NOT w.claims THEN w.last_owner END,
		now() + interval '%d microseconds', w.prio, w.level, w.namespace, w.queue, w.workflow
	FROM w WHERE w.fresh),
dd AS (UPDATE ~dispatch d SET dirty = true FROM w WHERE w.owner IS NOT NULL AND d.run_id == w.run_id)
SELECT ok.ok, now(), (SELECT t.fire_at FROM ~timer t WHERE (t.run_id, t.timer) NOT IN (SELECT due.run_id, due.timer FROM due)
		ORDER BY t.fire_at, uuid_send(t.run_id), t.timer + 0 LIMIT 1),
	f.run_id, f.timer, f.gen + f.nth, CASE WHEN w.claims THEN $2 ELSE w.owner END, f.nth, w.claims, %s
FROM ok LEFT JOIN (f JOIN w ON w.run_id = f.run_id) ON true ORDER BY f.fire_at, f.run_id, f.timer`,
	strings.ReplaceAll(sqlClaimedColumns, "dl.", "r."), store.SuspectDeaths, store.EntryTimer, store.PreferFor.Microseconds(),
	strings.ReplaceAll(sqlClaimedColumns, "dl.", "w."))

// firing is what the statement answers.
type firing struct {
	ok bool
	store.Outcome
}

func fireArgs(o *store.Fire) []any {
	claim := pgtype.UUID{}
	if o.Room > 0 {
		claim = id(o.Claim)
	}
	return []any{max(0, o.Max), id(o.From), claim, max(0, o.Room)}
}

// readFired reads a row, which is about one timer, or says that none was fired.
func (x *tx) readFired(f *firing, rows pgx.Rows) error {
	var c runColumns
	var now, next pgtype.Timestamptz
	var timer, order, nth pgtype.Int8
	var owner pgtype.UUID
	var claims pgtype.Bool
	head := []any{&f.ok, &now, &next, &c.id, &timer, &order, &owner, &nth, &claims}
	if err := rows.Scan(append(head, make([]any, claimedColumns)...)...); err != nil {
		return err
	}
	x.now, f.Next = timeOf(now), timeOf(next)
	if !c.id.Valid {
		return nil
	}
	e := store.Entry{Order: order.Int64, Kind: store.EntryTimer, Ref: timer.Int64, At: x.now}
	run := uuidOf(c.id)
	f.Fired = append(f.Fired, store.Fired{Run: run, Owner: uuidOf(owner), Entry: e})
	if !claims.Bool {
		return nil
	}
	if nth.Int64 == 1 {
		if err := rows.Scan(append(head, c.claimed()...)...); err != nil {
			return err
		}
		c.owner, c.status = owner, int16(store.Open)
		r := c.run()
		r.Epoch++
		f.Claims = append(f.Claims, r.claimed())
	}
	i := slices.IndexFunc(f.Claims, func(c store.Claimed) bool { return c.Run.ID == run })
	f.Claims[i].Entries, f.Claims[i].Gen = append(f.Claims[i].Entries, e), e.Order
	return nil
}
