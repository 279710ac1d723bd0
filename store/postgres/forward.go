package postgres

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

const (
	// Whether run t accepts no signal or cancel; the numbers are checked below.
	sqlFull = `(t.unread >= 2000 OR t.unread >= 16 AND
		(SELECT sum(octet_length(i.data)) FROM ~inbox i WHERE i.run_id = t.run_id AND i.kind IN (1, 2, 6, 7, 8)) >= 67108864)`

	sqlLast = "(SELECT o.run_id, o.chain_id FROM ~run o WHERE o.namespace = q.namespace AND o.workflow_id = q.workflow_id AND o.status <> 0 ORDER BY o.nth DESC LIMIT 1) o"
	// The run that a request goes to. If the run that it names has continued, that is the last of its
	// chain.
	sqlTarget = ` LEFT JOIN LATERAL (SELECT r.run_id, r.status, r.closing, r.unread FROM ~run r WHERE r.status <> 0 AND r.run_id = coalesce(
		(SELECT o.run_id FROM ` + sqlLast + ` WHERE o.chain_id = (SELECT CASE n.status WHEN 6 THEN n.chain_id END FROM ~run n WHERE n.status <> 0 AND n.run_id = q.run_id)),
		q.run_id, (SELECT o.run_id FROM ` + sqlLast + `)) OFFSET 0) t ON true `
	// A request leaves unless its run is open and accepts no entry now.
	sqlMayGo = "(t.run_id IS NULL OR t.status <> 1 OR NOT t.closing AND NOT " + sqlFull + ")"

	// The workflow ids behind %[2]s with requests, by one index look-up each, and for each the first
	// request, which later ones must not overtake. However many requests wait for a run that accepts none,
	// they cost one look-up.
	sqlTargets = `WITH RECURSIVE g(workflow_id, run_id, n) AS (
			(SELECT q.workflow_id, q.run_id, 1 FROM ~request q WHERE q.namespace = %[1]s AND NOT q.lost AND q.workflow_id > %[2]s ORDER BY q.workflow_id, q.at, q.request LIMIT 1)
			UNION ALL SELECT l.workflow_id, l.run_id, g.n + 1 FROM g CROSS JOIN LATERAL
				(SELECT q.workflow_id, q.run_id FROM ~request q WHERE q.namespace = %[1]s AND NOT q.lost AND q.workflow_id > g.workflow_id
					ORDER BY q.workflow_id, q.at, q.request LIMIT 1) l WHERE g.n < 200)`

	sqlFirstRequest = "(SELECT g.*, %[1]s::text AS namespace FROM g) q"
)

var (
	// Whether there is something to forward to one of the next workflow ids, and the last of these ids;
	// NULL if there are no more.
	sqlRequested = fmt.Sprintf(sqlTargets, "$3", "$10::text") + " SELECT EXISTS (SELECT 1 FROM " + fmt.Sprintf(sqlFirstRequest, "$3") + sqlTarget + "WHERE " + sqlMayGo + `) AS found,
		(SELECT g.workflow_id FROM g WHERE g.n = 200) AS last`

	// The transaction that locks a run forwards all its requests, in order: if a request is skipped, so
	// are those behind it. A run that has ended is locked, too. Runs in $3 are left out.
	sqlForward = fmt.Sprintf(sqlTargets, "$1", "$4::text") + `, f AS MATERIALIZED (SELECT q.workflow_id, q.n FROM ` + fmt.Sprintf(sqlFirstRequest, "$1") + sqlTarget + `WHERE ` + sqlMayGo + `
			AND t.run_id <> ALL($3::uuid[])),
		q AS MATERIALIZED (SELECT q.request, t.run_id FROM (SELECT e.*, f.n FROM f CROSS JOIN LATERAL (SELECT q.* FROM ~request q WHERE q.namespace = $1 AND NOT q.lost
				AND q.workflow_id = f.workflow_id ORDER BY q.at, q.request LIMIT $2) e) q` + sqlTarget + `WHERE (t.run_id IS NULL OR t.status <> 1 OR NOT t.closing AND t.unread < 2000)
			AND t.run_id <> ALL($3::uuid[]) ORDER BY q.n, q.at, q.request LIMIT $2),
		l AS MATERIALIZED (SELECT l.run_id FROM (SELECT DISTINCT q.run_id FROM q WHERE q.run_id IS NOT NULL ORDER BY q.run_id) m
			CROSS JOIN LATERAL (SELECT r.run_id FROM ~run r WHERE r.run_id = m.run_id FOR UPDATE SKIP LOCKED) l)
		SELECT q.request, q.run_id, q.run_id IS NULL OR q.run_id IN (SELECT l.run_id FROM l), NULL FROM q
			UNION ALL SELECT NULL, NULL, NULL, g.workflow_id FROM g WHERE g.n = 200`
)

const (
	// This query is repeated once the runs are locked, because other transactions may have forwarded
	// requests meanwhile, and a workflow id may have another run. It skips request rows that others have
	// locked.
	sqlRequests = `WITH l AS MATERIALIZED (SELECT q.request FROM ~request q WHERE q.request = ANY($1::uuid[]) FOR UPDATE SKIP LOCKED)
		SELECT q.request, t.run_id, q.kind, q.id, q.workflow_id, q.data, q.request IN (SELECT l.request FROM l) FROM ~request q` + sqlTarget + `
		WHERE q.request = ANY($1::uuid[]) AND q.lost IS NOT TRUE ORDER BY q.at, q.request`

	sqlForwarded    = "DELETE FROM ~request q WHERE q.request = ANY($1::uuid[])"
	sqlLoseRequests = "UPDATE ~request q SET lost = true WHERE q.request = ANY($1::uuid[])"
)

// The numbers above cannot be built from constants; these lines do not compile unless they agree.
var (
	_ [store.FewUnread - 16]struct{}
	_ [16 - store.FewUnread]struct{}
	_ [store.MaxUnreadBytes - 67108864]struct{}
	_ [67108864 - store.MaxUnreadBytes]struct{}
	_ [store.MaxUnread - 2000]struct{}
	_ [2000 - store.MaxUnread]struct{}
)

// request is a signal or cancel that was sent inside a user's transaction.
type request struct {
	id         uuid.UUID
	run        store.RunID // zero: there is none
	workflowID string
	entry      store.Entry
	held       bool // another transaction has locked its row
}

// forward delivers requests to runs whose lock is free. Requests that it skips stay due.
func (u *unit) forward(i int, o *store.Forward) error {
	all, err := u.requests(o)
	if err != nil || len(all) == 0 {
		return err
	}
	out := &u.outs[i]
	var gone, lost ids
	waits := make(map[store.RunID]bool) // runs with a skipped request
	for _, q := range all {
		if q.held || waits[q.run] {
			waits[q.run] = q.run != uuid.Nil
			continue
		}
		r := u.runs[q.run]
		if r == nil && q.run != uuid.Nil {
			continue // its workflow id has another run meanwhile
		}
		f, goes := r.rules().Forward(q.entry, &u.taking, u.now)
		switch {
		case !goes:
			continue
		case r == nil:
			lost = append(lost, token(q.id))
		default:
			gone = append(gone, token(q.id))
		}
		f.WorkflowID = q.workflowID
		out.Count++
		out.Forwarded = append(out.Forwarded, f)
	}
	if len(gone) > 0 {
		u.write(sqlForwarded, gone)
	}
	if len(lost) > 0 {
		u.write(sqlLoseRequests, lost)
	}
	return nil
}

// maxWindows is how many times 200 workflow ids one Forward looks at. The tick continues from there.
const maxWindows = 10

// requests finds and locks the requests to forward, with their runs. However many there are for runs
// that others have locked, it finds those for other runs behind them.
func (u *unit) requests(o *store.Forward) ([]request, error) {
	var picked, runs ids
	seen := make(ids, 0)
	known := make(map[uuid.UUID]bool)
	h := &u.s.keeper.searches
	h.mu.Lock()
	after := h.request
	h.mu.Unlock()
	first := after == ""
	for windows := 0; windows < maxWindows && len(picked) < o.Max; {
		passed := false
		var last pgtype.Text
		rows(u.queue(sqlForward, o.Namespace, o.Max-len(picked), seen, after), func(rows pgx.Rows) error {
			var q, run pgtype.UUID
			var may pgtype.Bool
			var end pgtype.Text
			err := rows.Scan(&q, &run, &may, &end)
			if end.Valid {
				last = end
				return err
			}
			free := may.Bool
			fresh := run.Valid && !known[uuidOf(run)]
			if fresh {
				known[uuidOf(run)], seen = true, append(seen, run)
			}
			switch {
			case !free:
				passed = true
				return err
			case fresh:
				runs = append(runs, run)
			}
			picked = append(picked, q)
			return err
		})
		if err := u.send(false); err != nil {
			return nil, err
		}
		switch {
		case passed: // again, without the runs already seen
		case last.Valid:
			after = last.String
			windows++
		case first:
			windows = maxWindows
		default:
			after, first = "", true
		}
	}
	h.mu.Lock()
	h.request = after
	h.mu.Unlock()
	if len(picked) == 0 {
		return nil, nil
	}
	var all []request
	u.loadRuns(runs, weighFrom(len(picked)))
	rows(u.queue(sqlRequests, picked), func(rows pgx.Rows) error {
		var q request
		mine := false
		err := rows.Scan(anID(&q.id), anID(&q.run), &q.entry.Kind, &q.entry.ID, &q.workflowID, &q.entry.Data, &mine)
		q.held = !mine
		all = append(all, q)
		return err
	})
	if err := u.send(false); err != nil {
		return nil, err
	}
	m := more{known: make(map[idKey]bool)} // which of them are already in the inboxes
	for _, q := range all {
		if r := u.runs[q.run]; r != nil {
			if n := rules.NeedsToAccept(&r.Run, &q.entry, 0); n.Known.ID != "" {
				m.known[idKey{r.ID, n.Known.ID}] = true
			}
		}
	}
	return all, u.loadMore(m)
}
