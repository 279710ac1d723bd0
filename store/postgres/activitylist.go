package postgres

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// For each queue and name, an index has activities in the order in which they are ready; free ones also
// by priority. A page is merged from these groups, each of which costs two index look-ups.
//
// Parameters: $1 is the namespace, $2 the number of rows, and $3, $4 and $5 the place behind which the
// page begins. An empty $6 or $7 means any queue or name.
var (
	sqlListedTasks = strings.Replace(sqlTaskColumns, "a.data, a.last, a.details", "NULL::bytea, a.last, NULL::bytea", 1)
	sqlListFree    = listTasks("NOT a.delayed", "a.queue, a.name, a.prio", "g.queue, g.name, g.prio", "a.prio = g.prio")
	sqlListDue     = listTasks("a.delayed", "a.queue, a.name", "g.queue, g.name", "a.ready_at <= now()")
	sqlListLater   = listTasks("a.delayed", "a.queue, a.name", "g.queue, g.name", fmt.Sprintf("a.ready_at > now() AND a.ready_at < now() + interval '%d hours'", int((store.HoldFor/2).Hours())))
	sqlListOwned   = "SELECT " + sqlListedTasks + " FROM ~activity a WHERE a.owner IS NOT NULL AND a.namespace = $1 AND ($6 = '' OR a.queue = $6) AND ($7 = '' OR a.name = $7) AND " + behindPlace
)

const behindPlace = "a.ready_at >= $3 AND (a.ready_at, a.run_id, a.activity) > ($3::timestamptz, $4::uuid, $5::bigint) ORDER BY a.ready_at, a.run_id, a.activity LIMIT $2"

func listTasks(in, columns, group, where string) string {
	return strings.NewReplacer("{in}", "a.namespace = $1 AND a.owner IS NULL AND NOT a.quarantined AND "+in, "{columns}", columns, "{group}", group, "{where}", where).Replace(
		`WITH RECURSIVE g AS ((SELECT {columns} FROM ~activity a WHERE {in} ORDER BY {columns} LIMIT 1)
			UNION ALL SELECT a.* FROM g CROSS JOIN LATERAL (SELECT {columns} FROM ~activity a WHERE {in} AND ({columns}) > ({group}) ORDER BY {columns} LIMIT 1) a)
		SELECT ` + sqlListedTasks + ` FROM g CROSS JOIN LATERAL (SELECT * FROM ~activity a WHERE {in} AND a.queue = g.queue AND a.name = g.name AND {where} AND ` + behindPlace + `) a
			WHERE ($6 = '' OR g.queue = $6) AND ($7 = '' OR g.name = $7) ORDER BY a.ready_at, a.run_id, a.activity LIMIT $2`)
}

var _ store.ActivityLister = (*Store)(nil)

// Activities implements [store.ActivityLister]. A page costs a few microseconds for each row that is examined, and for each
// queue and name of an activity that exists. A page of running activities costs as much for each running one.
func (s *Store) Activities(ctx context.Context, q store.ActivityQuery) (store.ActivityPage, error) {
	return rules.ListTasks(q, func(behind rules.TaskPlace, n int) (all []rules.Candidate[store.Task, rules.TaskPlace], err error) {
		var run uuid.UUID
		if behind.Run != "" {
			if run, err = uuid.Parse(behind.Run); err != nil {
				return nil, fmt.Errorf("postgres: ActivityQuery.Cursor is of another store: %w", err)
			}
		}
		ready := pgtype.Timestamptz{InfinityModifier: pgtype.NegativeInfinity, Valid: true}
		if behind.Run != "" {
			ready = at(toldAt(&behind.Ready))
		}
		of := []string{sqlListLater}
		switch q.State {
		case store.ActivityRunning:
			of = []string{sqlListOwned}
		case store.ActivityReady:
			of = []string{sqlListFree, sqlListDue}
		}
		err = s.look(ctx, func(x *tx) {
			all = nil
			for _, sql := range of {
				rows(x.queue(sql, q.Namespace, n, ready, token(run), behind.Activity, q.Queue, q.Name), func(rows pgx.Rows) error {
					t, err := readTask(rows)
					all = append(all, rules.Candidate[store.Task, rules.TaskPlace]{Of: t, At: rules.TaskPlace{Ready: t.Ready.UnixMicro(), Run: t.Run.String(), Activity: t.ID}})
					return err
				})
			}
		})
		slices.SortFunc(all, func(a, b rules.Candidate[store.Task, rules.TaskPlace]) int {
			return cmp.Or(cmp.Compare(a.At.Ready, b.At.Ready), bytes.Compare(a.Of.Run[:], b.Of.Run[:]), cmp.Compare(a.Of.ID, b.Of.ID))
		})
		return all[:min(n, len(all))], err
	})
}
