package sqlite

import (
	"fmt"

	"github.com/reprise-run/reprise/store"
)

// sqlTwice finds the tokens of rows that are not those of one commit. One commit has
// rows of one run that follow one another. A start need not have a token.
//
// It sorts the tokens of all rows: in pieces of the size of the connection's cache, which
// it writes to a temporary file and merges (see apart). A table of all tokens in memory
// would be faster up to some millions of rows, and is not bounded.
const sqlTwice = `SELECT token, min(run), max(run) FROM ~event NOT INDEXED WHERE token <> zeroblob(16)
	GROUP BY token HAVING count(*) > 1 AND (min(run) <> max(run) OR sum(n) <> max(seq + n) - min(seq)) LIMIT ?1`

const (
	sqlPlace = `SELECT r.run, r.run_id, r.namespace, r.workflow_id, r.status,
		(SELECT min(seq) FROM ~event e WHERE e.run = r.run AND e.token = ?2), (SELECT max(seq) FROM ~event e WHERE e.run = r.run AND e.token = ?2)
		FROM ~run r WHERE r.run = ?1`

	// maxTwice bounds what is remembered. Where there are more, a file was copied over
	// another or the like, and the first ones tell as much as all.
	maxTwice = 1000
)

type twice struct {
	token       store.Token
	first, last int64 // runs
}

// checkTokens looks for commits that are in the history twice.
func (c *conn) checkTokens(found func(store.Finding) error) error {
	var all []twice
	for q := c.Query(sqlTwice, maxTwice+1); q.Next(); {
		all = append(all, twice{q.ID(0), q.Int(1), q.Int(2)})
	}
	for i, t := range all {
		if i == maxTwice {
			return found(store.Finding{Check: store.CheckToken, Text: fmt.Sprintf("more than %d commits are in the history twice", maxTwice)})
		}
		f := c.twice(t)
		if c.Err() != nil {
			return nil //nolint:nilerr // apart says why
		}
		if err := found(f); err != nil {
			return err
		}
	}
	return nil
}

// twice is the finding about a token.
func (c *conn) twice(t twice) store.Finding {
	f := store.Finding{Check: store.CheckToken}
	q := c.Query(sqlPlace, t.last, t.token)
	from, to := int64(0), int64(0)
	if q.Next() {
		f.Run, f.Namespace, f.WorkflowID, from, to = q.ID(1), q.Text(2), q.Text(3), q.Int(5), q.Int(6)
		q.End()
	}
	if t.first == t.last {
		f.Text = fmt.Sprintf("the rows at seq %d and at seq %d are of the same commit %s, and what is between is not", from, to, t.token)
		return f
	}
	f.Text = fmt.Sprintf("the row at seq %d is of a commit %s that is in the history of run number %d, too", from, t.token, t.first)
	if q = c.Query(sqlPlace, t.first, t.token); q.Next() {
		f.Text = fmt.Sprintf("the row at seq %d is of a commit %s that is also at seq %d of run %s (%q)", from, t.token, q.Int(5), q.ID(1), q.Text(3))
		q.End()
	}
	return f
}
