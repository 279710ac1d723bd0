package postgres

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Runs implements [store.Store]. A page is one statement, or a few if not everything that the index finds is
// selected. It costs a few microseconds for each run that is examined and for each requested pair of status
// and workflow name that exists, however many runs there are. A workflow id costs as much as it had runs.
func (s *Store) Runs(ctx context.Context, q store.Query) (p store.Page, err error) {
	q.Limit = rules.PageSize(q.Limit)
	before, err := decodeCursor(q.Cursor)
	if err != nil {
		return p, err
	}
	rules.Narrow(&q)
	if q.Status != nil && len(q.Status) == 0 {
		return p, nil
	}
	if end := (place{at(q.StartedBefore), token(uuid.Nil)}); !q.StartedBefore.IsZero() && before.after(end) {
		before = end
	}
	few := false
	if end := rules.PrefixEnd(q.Prefix); end != "" && q.WorkflowID == "" {
		n := 0
		err := s.look(ctx, func(x *tx) {
			x.queue(sqlPrefixed, q.Namespace, q.Prefix, end).QueryRow(func(row pgx.Row) error { return row.Scan(&n) })
		})
		if err != nil {
			return p, err
		}
		few = n <= store.MaxExamined
	}
	fits := func(r *store.Run) bool { return rules.Matches(&q, r) }
	c, err := rules.Choose(q.Limit, before, fits, func(before place, n int) (all []rules.Candidate[store.Run, place], err error) {
		sql, args := listing(&q, few, before, n)
		over := false
		err = s.look(ctx, func(x *tx) {
			all, over = nil, false
			rows(x.queue(sql, args...), func(rows pgx.Rows) error {
				var last time.Time
				r, err := readRun(rows, aTime(&last))
				r.Last = last
				if over = over || r.Created.Before(q.StartedFrom); err == nil && !over {
					all = append(all, rules.Candidate[store.Run, place]{Of: r.Show(), At: place{at(r.Created), token(r.ID)}})
				}
				return err
			})
		})
		return all, err
	})
	if err != nil {
		return store.Page{}, err
	}
	p.Runs, p.Examined = c.Rows, c.Examined
	if c.More {
		p.Next = encodeCursor(c.Next)
	}
	return p, nil
}

// listing returns the statement for q. There are few of them, by the shape of the query. few says that
// few runs have its prefix.
func listing(q *store.Query, few bool, before place, n int) (string, []any) {
	args := []any{q.Namespace, n, before.created, before.run}
	var status any // NULL
	if q.Status != nil {
		all := make(ints, len(q.Status))
		for i, v := range q.Status {
			all[i] = int64(v)
		}
		status = all
	}
	if q.WorkflowID != "" {
		return sqlOfID, append(args, q.WorkflowID, q.Workflow, status, q.Blocked)
	}
	if few {
		return sqlOfPrefix, append(args, q.Prefix, rules.PrefixEnd(q.Prefix))
	}
	if name, key, ok := rules.Driver(q); ok {
		return sqlByAttr, append(args, name, key)
	}
	g := groups{blocked: q.Blocked, statuses: q.Status != nil, names: q.Workflow != ""}
	if g.statuses && !g.blocked {
		args = append(args, status)
	}
	if g.names {
		args = append(args, q.Workflow)
	}
	return g.statement(), args
}

// place is the place of a run in order of creation.
type place struct {
	created pgtype.Timestamptz
	run     pgtype.UUID
}

// after reports whether p is later than end in order of creation.
func (p place) after(end place) bool {
	return p.created.InfinityModifier != pgtype.Finite || p.created.Time.After(end.created.Time)
}

// A cursor is the place of the last run of the previous page. It never changes: what follows it stays
// the same.
const cursorMark = 'p'

func encodeCursor(p place) string {
	b := binary.BigEndian.AppendUint64([]byte{cursorMark}, uint64(p.created.Time.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(b, p.run.Bytes[:]...))
}

var errCursor = errors.New("it is not a Page.Next of this store")

// decodeCursor returns the place before which the runs of the page are.
func decodeCursor(c string) (place, error) {
	if c == "" {
		return place{pgtype.Timestamptz{InfinityModifier: pgtype.Infinity, Valid: true}, token(uuid.Nil)}, nil
	}
	var run store.RunID
	b, err := base64.RawURLEncoding.DecodeString(c)
	if err != nil || len(b) != 1+8+len(run) || b[0] != cursorMark {
		return place{}, fmt.Errorf("postgres: Query.Cursor %q: %w", c, errCursor)
	}
	copy(run[:], b[9:])
	return place{at(time.UnixMicro(int64(binary.BigEndian.Uint64(b[1:9])))), token(run)}, nil
}
