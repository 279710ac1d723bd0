package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Runs implements [store.Store]. A page costs a few microseconds for each run that it is chosen from,
// and for each existing pair of requested workflow name and status, however many runs these have. A
// workflow id costs as much as it had runs. Runs have numbers that rise with the clock. If the clock
// was set back, start times are as inexact as the clock.
func (s *Store) Runs(ctx context.Context, q store.Query) (p store.Page, err error) {
	q.Limit = rules.PageSize(q.Limit)
	below, err := decodeCursor(q.Cursor)
	if err != nil {
		return p, err
	}
	rules.Narrow(&q)
	if q.Status != nil {
		q.Status = slices.DeleteFunc(slices.Clone(q.Status), func(s store.Status) bool { return s == 0 }) // no run has this status
	}
	if q.Status != nil && len(q.Status) == 0 {
		return p, nil
	}
	err = s.look(ctx, func(c *conn) {
		c.snapshot()
		above := int64(0)
		if !q.StartedBefore.IsZero() {
			below = min(below, c.since(q.StartedBefore))
		}
		if !q.StartedFrom.IsZero() {
			above = c.since(q.StartedFrom) - 1
		}
		by := ""
		if q.Prefix != "" && q.WorkflowID == "" && few(c, &q) {
			by = sqlOfPrefix
		}
		fits := func(r *store.Run) bool { return rules.Matches(&q, r) }
		found, _ := rules.Choose(q.Limit, below, fits, func(below int64, n int) (all []rules.Candidate[store.Run, int64], _ error) {
			numbers := []int64(nil)
			if by != "" {
				numbers = c.numbers(by, q.Namespace, q.Prefix, rules.PrefixEnd(q.Prefix), below, above, n)
			} else {
				numbers = c.newest(&q, above, below, n)
			}
			for _, run := range numbers {
				for r := c.Query(sqlListed, run); r.Next(); {
					v := showRun(&r)
					v.Last = r.Time(listedLast)
					all = append(all, rules.Candidate[store.Run, int64]{Of: v.Run, At: run})
				}
			}
			return all, nil // the connection has the error
		})
		p.Runs, p.Examined = found.Rows, found.Examined
		if found.More {
			p.Next = rules.Cursor('s', found.Next)
		}
	})
	if err != nil {
		return store.Page{}, err
	}
	return p, nil
}

// since returns the number of the first run that was started at t or later, or a number above all if
// there is none. Numbers rise with the clock: if that was set back, there may be several such runs.
func (c *conn) since(t time.Time) int64 {
	low, high := int64(1), int64(math.MaxInt64)
	if q := c.Query(sqlLastNumber); q.Next() {
		high = q.Int(0) + 1
		q.End()
	}
	for low < high {
		middle := low + (high-low)/2
		q := c.Query(sqlSince, middle)
		if !q.Next() {
			high = middle
			continue
		}
		run, created := q.Int(0), q.Time(1)
		if q.End(); created.Before(t) {
			low = run + 1
		} else {
			high = middle
		}
	}
	return low
}

// An index has the runs of one workflow name and status in order of creation, as a page needs them. A
// page over several of these groups is merged from them. So one index serves every filter, and a run
// that ends moves in only one index.
const (
	sqlListed  = "SELECT " + sqlRunColumns + ", (SELECT e.at FROM ~event e INDEXED BY ~event_seq WHERE e.run = r.run ORDER BY e.seq DESC LIMIT 1) FROM ~run r WHERE r.run = ?1"
	listedLast = 34 // its last column after those of a run

	sqlInGroup   = "SELECT run FROM ~run INDEXED BY ~run_list WHERE namespace = ?1 AND workflow = ?2 AND status > 0 AND status = ?3 AND run < ?4 AND run > ?5 ORDER BY run DESC LIMIT ?6"
	sqlInBlocked = "SELECT run FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0 AND namespace = ?1 AND workflow = ?2 AND run < ?3 AND run > ?4 ORDER BY run DESC LIMIT ?5"
	sqlOfID      = `SELECT run FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id = ?2 AND run < ?3 AND status > 0
		AND (?4 = '' OR workflow = ?4) AND ?5 >> status & 1 AND (block_count > 0 OR NOT ?6) ORDER BY run DESC LIMIT ?7`

	// Runs whose ids have a prefix, if these are few.
	sqlOfPrefix = "SELECT run FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id >= ?2 AND workflow_id < ?3 AND run < ?4 AND run > ?5 AND status > 0 ORDER BY run DESC LIMIT ?6"
	sqlPrefixed = "SELECT count(*) FROM (SELECT 1 FROM ~run INDEXED BY ~run_name WHERE namespace = ?1 AND workflow_id >= ?2 AND workflow_id < ?3 LIMIT ?4)"

	// Runs by an attribute: by a value of it, or because they have it.
	sqlByAttr = "SELECT run FROM ~attr INDEXED BY ~attr_key WHERE namespace = ?1 AND name = ?2 AND key = ?3 AND run < ?4 AND run > ?5 ORDER BY run DESC LIMIT ?6"

	sqlSince      = "SELECT run, created_at FROM ~run WHERE run >= ?1 ORDER BY run LIMIT 1"
	sqlLastNumber = "SELECT run FROM ~run ORDER BY run DESC LIMIT 1"

	// Each value once, and the newest run that has it, by one index look-up for each value instead of each
	// run.
	sqlNames = `WITH RECURSIVE g (v) AS (SELECT min(workflow) FROM ~run INDEXED BY ~run_list WHERE namespace = ?1 AND status > 0
		UNION ALL SELECT (SELECT min(workflow) FROM ~run INDEXED BY ~run_list WHERE namespace = ?1 AND status > 0 AND workflow > g.v) FROM g WHERE g.v IS NOT NULL)
		SELECT v FROM g WHERE v IS NOT NULL`
	// Each status is queried by itself. To get from one status to the next, SQLite would read all runs
	// between them, because the index is restricted to statuses above 0.
	sqlStatuses = `SELECT v.column1, (SELECT max(run) FROM ~run INDEXED BY ~run_list
			WHERE namespace = ?1 AND workflow = ?2 AND status > 0 AND status = v.column1 AND run < ?3)
		FROM (VALUES (1), (2), (3), (4), (5), (6)) v WHERE ?4 >> v.column1 & 1`
	sqlBlockedNames = `WITH RECURSIVE g (v) AS (SELECT min(workflow) FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0 AND namespace = ?1
		UNION ALL SELECT (SELECT min(workflow) FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0 AND namespace = ?1 AND workflow > g.v) FROM g WHERE g.v IS NOT NULL)
		SELECT v, (SELECT max(run) FROM ~run INDEXED BY ~run_blocked WHERE block_count > 0 AND namespace = ?1 AND workflow = v AND run < ?2) FROM g WHERE v IS NOT NULL`
)

// few reports whether so few runs match q's prefix that they can be sorted. If there are more, some of
// the newest runs match.
func few(c *conn, q *store.Query) bool {
	end := rules.PrefixEnd(q.Prefix)
	return end != "" && c.Number(sqlPrefixed, q.Namespace, q.Prefix, end, store.MaxExamined+1) <= store.MaxExamined
}

// newest returns the numbers of runs that q may select, at most n of them between two numbers.
func (c *conn) newest(q *store.Query, least, below int64, n int) []int64 {
	if q.WorkflowID != "" {
		return c.numbers(sqlOfID, q.Namespace, q.WorkflowID, below, q.Workflow, mask(q.Status), q.Blocked, n)
	}
	if name, key, ok := rules.Driver(q); ok {
		return c.numbers(sqlByAttr, q.Namespace, name, key, below, least, n)
	}
	var all []int64
	for _, g := range c.groups(q, below) {
		above := least // nothing older than the oldest run of a full page is needed
		if len(all) == n {
			if above = all[n-1]; g.newest < above {
				break
			}
		}
		all = append(all, c.numbers(g.sql, append(g.key, below, above, n)...)...)
		slices.SortFunc(all, func(a, b int64) int { return cmp.Compare(b, a) })
		all = all[:min(n, len(all))]
	}
	return all
}

// mask returns a set of statuses as sqlOfID takes it, with a bit for each.
func mask(all []store.Status) int64 {
	if all == nil {
		return ^1 // all but 0
	}
	m := int64(0)
	for _, s := range all {
		if s > 0 && s < 63 {
			m |= 1 << s
		}
	}
	return m
}

// group is a range of an index.
type group struct {
	sql    string
	key    []any
	newest int64 // the newest run in it, or a later one
}

// groups returns those with runs below a number that q may select, ordered by their newest run.
func (c *conn) groups(q *store.Query, below int64) []group {
	var all []group
	switch {
	case q.Blocked && q.Workflow != "":
		all = append(all, group{sqlInBlocked, []any{q.Namespace, q.Workflow}, below})
	case q.Blocked:
		for r := c.Query(sqlBlockedNames, q.Namespace, below); r.Next(); {
			if !r.Null(1) {
				all = append(all, group{sqlInBlocked, []any{q.Namespace, r.Text(0)}, r.Int(1)})
			}
		}
	default:
		statuses := mask(q.Status)
		for _, name := range c.names(q) {
			for r := c.Query(sqlStatuses, q.Namespace, name, below, statuses); r.Next(); {
				if !r.Null(1) {
					all = append(all, group{sqlInGroup, []any{q.Namespace, name, r.Int(0)}, r.Int(1)})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b group) int { return cmp.Compare(b.newest, a.newest) })
	return all
}

// names returns the workflow names that q selects.
func (c *conn) names(q *store.Query) []string {
	if q.Workflow != "" {
		return []string{q.Workflow}
	}
	return texts(c, sqlNames, q.Namespace)
}

var errCursor = errors.New("it is not a Page.Next of this store")

// decodeCursor returns the number of the last run of the previous page, below which the runs of this
// page are. Numbers rise, so what follows it stays the same.
func decodeCursor(c string) (int64, error) {
	if c == "" {
		return math.MaxInt64, nil
	}
	if n, ok := rules.CursorOf('s', c); ok && n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("sqlite: Query.Cursor %q: %w", c, errCursor)
}
