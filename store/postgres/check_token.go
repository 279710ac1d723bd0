package postgres

import (
	"github.com/jackc/pgx/v5"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/findings"
)

const (
	// sqlTwice finds tokens that are on rows of more than one commit. The rows of one
	// commit belong to one run and follow one another. A start need not have a token.
	// The server hashes the tokens of all rows, in files beyond its work_mem.
	sqlTwice = `SELECT e.token, min(e.run_id::text)::uuid, max(e.run_id::text)::uuid FROM ~event e WHERE e.token <> '00000000-0000-0000-0000-000000000000'
		GROUP BY e.token HAVING count(*) > 1 AND (min(e.run_id::text) <> max(e.run_id::text) OR sum(e.n) <> max(e.seq + e.n) - min(e.seq)) LIMIT $1`
	sqlPlace = `SELECT r.run_id, r.namespace, r.workflow_id, p.first, p.last
		FROM (SELECT min(e.seq) AS first, max(e.seq) AS last FROM ~event e WHERE e.run_id = $1 AND e.token = $2) p LEFT JOIN ~run r ON r.run_id = $1`
)

// checkTokens finds commits that are in the history twice.
func (v *visit) checkTokens(found func(store.Finding) error) error {
	type twice struct {
		token       store.Token
		first, last store.RunID
	}
	var all []twice
	err := v.each(func(rows pgx.Rows) error {
		var t twice
		err := rows.Scan(anID(&t.token), anID(&t.first), anID(&t.last))
		all = append(all, t)
		return err
	}, sqlTwice, findings.MaxTwice+1)
	if err != nil {
		return err
	}
	for i, t := range all {
		if i == findings.MaxTwice {
			return found(findings.MoreTwice())
		}
		_, first, err := v.spot(t.first, t.token)
		if err != nil {
			return err
		}
		f, last, err := v.spot(t.last, t.token)
		if err != nil {
			return err
		}
		f.Text = (&findings.Twice{Token: t.token, First: first, Last: last}).Text()
		if err := found(f); err != nil {
			return err
		}
	}
	return nil
}

// spot returns where a commit is in the history of a run, and the finding about it.
func (v *visit) spot(run store.RunID, commit store.Token) (f store.Finding, at findings.Spot, err error) {
	f.Check, at.On = store.CheckToken, "run "+run.String()
	err = v.one(sqlPlace, []any{token(run), token(commit)}, anID(&f.Run), aText(&f.Namespace), aText(&f.WorkflowID), &at.From, &at.To)
	at.WorkflowID = f.WorkflowID
	return f, at, err
}
