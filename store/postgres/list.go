package postgres

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
)

// Runs implements [store.Store].
func (s *Store) Runs(ctx context.Context, q store.Query) (p store.Page, err error) {
	switch {
	case q.Limit <= 0:
		q.Limit = 100
	case q.Limit > store.MaxPage:
		q.Limit = store.MaxPage
	}
	sql, args, err := list(q)
	if err != nil {
		return p, err
	}
	if q.Status != nil && len(q.Status) == 0 {
		return p, nil
	}
	err = s.look(ctx, func(x *tx) {
		p = store.Page{}
		rows(x.queue(sql, args...), func(rows pgx.Rows) error {
			r, err := readRun(rows)
			if err == nil {
				p.Runs = append(p.Runs, r.show())
			}
			return err
		})
	})
	if err != nil {
		return store.Page{}, err
	}
	if len(p.Runs) > q.Limit {
		p.Runs = p.Runs[:q.Limit]
		p.Next = encodeCursor(p.Runs[q.Limit-1])
	}
	return p, nil
}

// list writes the statement for q. There are few of them, by the shape of the query;
// every value is an argument, but for what a partial index has in its words.
func list(q store.Query) (string, []any, error) {
	where := []string{"r.namespace = $1"}
	args := []any{q.Namespace, q.Limit + 1}
	arg := func(cond string, v any) {
		args = append(args, v)
		where = append(where, strings.ReplaceAll(cond, "?", fmt.Sprint("$", len(args))))
	}
	if q.Cursor != "" {
		created, run, err := decodeCursor(q.Cursor)
		if err != nil {
			return "", nil, err
		}
		args = append(args, at(created), id(run))
		where = append(where, fmt.Sprintf("(r.created_at, r.run_id) < ($%d::timestamptz, $%d::uuid)", len(args)-1, len(args)))
	}
	if q.Workflow != "" {
		arg("r.workflow = ?", q.Workflow)
	}
	if q.WorkflowID != "" {
		arg("r.workflow_id = ?", q.WorkflowID)
	}
	if q.Blocked {
		where = append(where, "r.block_count > 0", "r.status = 1")
	}
	if q.Status != nil {
		var all ints
		bad := true
		for _, v := range q.Status {
			all = append(all, int64(v))
			bad = bad && v >= store.Failed && v <= store.Terminated
		}
		arg("r.status = ANY(?::smallint[])", all)
		if bad {
			where = append(where, "r.status IN (3, 4, 5)")
		}
	}
	return sqlShowRun + "WHERE " + strings.Join(where, " AND ") + " ORDER BY r.created_at DESC, r.run_id DESC LIMIT $2", args, nil
}

// A cursor is the creation time and the id of the last run of the page before. Neither
// changes: what follows it stays the same.
const cursorMark = 'p'

func encodeCursor(r store.Run) string {
	b := binary.BigEndian.AppendUint64([]byte{cursorMark}, uint64(r.Created.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(b, r.ID[:]...))
}

var errCursor = errors.New("it is not a Page.Next of this store")

func decodeCursor(c string) (created time.Time, run store.RunID, err error) {
	b, err := base64.RawURLEncoding.DecodeString(c)
	if err != nil || len(b) != 1+8+len(run) || b[0] != cursorMark {
		return created, run, fmt.Errorf("postgres: Query.Cursor %q: %w", c, errCursor)
	}
	copy(run[:], b[9:])
	return time.UnixMicro(int64(binary.BigEndian.Uint64(b[1:9]))).UTC(), run, nil
}
