package sqlite

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
)

// sqlTwice finds tokens that are on rows of more than one commit. The rows of one commit
// belong to one run and follow one another. A start need not have a token.
//
// It sorts the tokens of all rows in pieces of the size of the connection's cache, which
// it writes to a temporary file and merges (see apart). A table of all tokens in memory
// would be faster up to some millions of rows, but unbounded.
const sqlTwice = `SELECT token, min(run), max(run) FROM ~event NOT INDEXED WHERE token <> zeroblob(16)
	GROUP BY token HAVING count(*) > 1 AND (min(run) <> max(run) OR sum(n) <> max(seq + n) - min(seq)) LIMIT ?1`

const sqlPlace = `SELECT r.run, r.run_id, r.namespace, r.workflow_id, r.status,
	(SELECT min(seq) FROM ~event e WHERE e.run = r.run AND e.token = ?2), (SELECT max(seq) FROM ~event e WHERE e.run = r.run AND e.token = ?2)
	FROM ~run r WHERE r.run = ?1`

// checkTokens finds commits that are in the history twice.
func (c *conn) checkTokens(found func(store.Finding) error) error {
	type twice struct {
		token       store.Token
		first, last int64 // runs
	}
	var all []twice
	for q := c.Query(sqlTwice, findings.MaxTwice+1); q.Next(); {
		all = append(all, twice{q.ID(0), q.Int(1), q.Int(2)})
	}
	for i, t := range all {
		if i == findings.MaxTwice {
			return found(findings.MoreTwice())
		}
		_, first := c.spot(t.first, t.token)
		f, last := c.spot(t.last, t.token)
		if c.Err() != nil {
			return nil //nolint:nilerr // apart explains it
		}
		f.Text = (&findings.Twice{Token: t.token, First: first, Last: last}).Text()
		if err := found(f); err != nil {
			return err
		}
	}
	return nil
}

// spot returns where a commit is in the history of a run, and the finding about it.
func (c *conn) spot(run int64, commit store.Token) (f store.Finding, at findings.Spot) {
	f.Check, at.On = store.CheckToken, fmt.Sprintf("run number %d", run)
	if q := c.Query(sqlPlace, run, commit); q.Next() {
		f.Run, f.Namespace, f.WorkflowID = q.ID(1), q.Text(2), q.Text(3)
		at = findings.Spot{On: fmt.Sprintf("run %s", f.Run), WorkflowID: f.WorkflowID, From: q.Int(5), To: q.Int(6)}
		q.End()
	}
	return f, at
}
