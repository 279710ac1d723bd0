package postgres

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

const (
	// sqlTwice finds the tokens of rows that are not those of one commit. One commit has
	// rows of one run that follow one another. A start need not have a token. The server
	// hashes the tokens of all rows, in files beyond its work_mem.
	sqlTwice = `SELECT e.token, min(e.run_id::text), max(e.run_id::text) FROM ~event e WHERE e.token <> '00000000-0000-0000-0000-000000000000'
		GROUP BY e.token HAVING count(*) > 1 AND (min(e.run_id::text) <> max(e.run_id::text) OR sum(e.n) <> max(e.seq + e.n) - min(e.seq)) LIMIT $1`
	sqlPlace = `SELECT r.run_id, r.namespace, r.workflow_id, p.first, p.last
		FROM (SELECT min(e.seq) AS first, max(e.seq) AS last FROM ~event e WHERE e.run_id = $1 AND e.token = $2) p LEFT JOIN ~run r ON r.run_id = $1`

	// maxTwice bounds what is remembered. Where there are more, a database was restored
	// over another or the like, and the first ones tell as much as all.
	maxTwice = 1000
)

// checkTokens looks for commits that are in the history twice.
func (v *visit) checkTokens(found func(store.Finding) error) error {
	type twice struct {
		token       store.Token
		first, last store.RunID
	}
	var all []twice
	err := v.each(func(rows pgx.Rows) error {
		var t pgtype.UUID
		var first, last string
		if err := rows.Scan(&t, &first, &last); err != nil {
			return err
		}
		from, err := uuid.Parse(first)
		if err != nil {
			return err
		}
		to, err := uuid.Parse(last)
		all = append(all, twice{uuidOf(t), from, to})
		return err
	}, sqlTwice, maxTwice+1)
	if err != nil {
		return err
	}
	for i, t := range all {
		if i == maxTwice {
			return found(store.Finding{Check: store.CheckToken, Text: fmt.Sprintf("more than %d commits are in the history twice", maxTwice)})
		}
		f, from, to, err := v.place(t.last, t.token)
		if err != nil {
			return err
		}
		if t.first == t.last {
			f.Text = fmt.Sprintf("the rows at seq %d and at seq %d are of the same commit %s, and what is between is not", from, to, t.token)
		} else {
			other, at, _, err := v.place(t.first, t.token)
			if err != nil {
				return err
			}
			f.Text = fmt.Sprintf("the row at seq %d is of a commit %s that is also at seq %d of run %s (%q)", from, t.token, at, t.first, other.WorkflowID)
		}
		if err := found(f); err != nil {
			return err
		}
	}
	return nil
}

// place is where a token stands in the history of a run, and the finding about it.
func (v *visit) place(run store.RunID, commit store.Token) (f store.Finding, from, to int64, err error) {
	var there pgtype.UUID
	var ns, workflowID pgtype.Text
	err = v.one(sqlPlace, []any{token(run), token(commit)}, &there, &ns, &workflowID, &from, &to)
	return store.Finding{Check: store.CheckToken, Run: uuidOf(there), Namespace: ns.String, WorkflowID: workflowID.String}, from, to, err
}
