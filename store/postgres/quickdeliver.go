package postgres

import (
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
)

// arrivals are the deliveries of a quick batch. They come before its commits: of a run
// that has both, a park finds the entries and leaves the run to its owner.
type arrivals struct {
	all    []*store.Deliver
	nth    []int // of each, among those for the same run
	groups map[store.Ref]*arrivalsOf
	ids    map[arrivalID]bool
}

// arrivalsOf are those for one run.
type arrivalsOf struct {
	n     int
	claim store.Token // of the first: whoever comes after it finds a run that is owned or in its line
}

type arrivalID struct {
	ref store.Ref
	id  string
}

// deliver takes o in, unless more is to be known of it: two names may be those of one
// run, two senders those of one entry.
func (q *quick) deliver(o *store.Deliver) bool {
	a := &q.arrivals
	if a.groups == nil {
		a.groups, a.ids = make(map[store.Ref]*arrivalsOf), make(map[arrivalID]bool)
	}
	ref := o.Ref
	if ref.Run != uuid.Nil {
		ref = store.Ref{Run: ref.Run}
	}
	k := arrivalID{ref, o.Entry.ID}
	named := ref.Run == uuid.Nil
	if len(a.all) > 0 && (named != q.shape.named || o.From != a.all[0].From) ||
		len(q.commits)+len(q.starts) > 0 || o.Owner != uuid.Nil && o.Owner != o.From || o.Entry.ID != "" && a.ids[k] {
		return false
	}
	g := a.groups[ref]
	if g == nil {
		g = &arrivalsOf{}
		if o.Owner != uuid.Nil {
			g.claim = o.Claim
		}
		a.groups[ref] = g
	}
	g.n++
	a.ids[k], q.shape.delivers, q.shape.named = true, true, named
	a.all, a.nth = append(a.all, o), append(a.nth, g.n)
	return true
}

// of returns those for the same run as the i-th.
func (a *arrivals) of(i int) *arrivalsOf {
	ref := a.all[i].Ref
	if ref.Run != uuid.Nil {
		ref = store.Ref{Run: ref.Run}
	}
	return a.groups[ref]
}

var tableOfArrivals = table{
	name: "d", columns: (*quick).arrivalColumns, several: true,
	kinds: "i int, nth int, n int, run_id uuid, sender uuid, claim uuid, namespace text, workflow_id text, id text, kind smallint, data bytea",
}

func (q *quick) arrivalColumns() []pgtype.ArrayGetter {
	var index, nth, n, kind ints
	var run, sender, claim ids
	var namespace, workflowID names
	var name words
	var data blobs
	for i, o := range q.arrivals.all {
		g := q.arrivals.of(i)
		index, nth, n = append(index, int64(i)), append(nth, int64(q.arrivals.nth[i])), append(n, int64(g.n))
		run, sender, claim = append(run, id(o.Ref.Run)), append(sender, id(o.From)), append(claim, id(g.claim))
		namespace, workflowID = append(namespace, o.Ref.Namespace), append(workflowID, o.Ref.WorkflowID)
		name, kind, data = append(name, word(o.Entry.ID)), append(kind, int64(o.Entry.Kind)), append(data, o.Entry.Data)
	}
	return []pgtype.ArrayGetter{index, nth, n, run, sender, claim, namespace, workflowID, name, kind, data}
}

// arrived is what has become of one delivery.
type arrived struct {
	done bool
	store.Outcome
}

// readArrival reads a row of the answer that is about a delivery, if it is.
func (x *tx) readArrival(q *quick, rows pgx.Rows, all []arrived) (bool, error) {
	var c runColumns
	var owner pgtype.UUID
	var now pgtype.Timestamptz
	var i pgtype.Int4
	var claims pgtype.Bool
	head := []any{&c.id, &c.gen, &owner, &now, &i, &claims}
	if err := rows.Scan(append(head, make([]any, claimedColumns)...)...); err != nil || !i.Valid {
		return i.Valid, err
	}
	x.now = timeOf(now)
	o, nth := q.arrivals.all[i.Int32], q.arrivals.nth[i.Int32]
	e := o.Entry
	e.Order, e.At, e.Ref, e.Data = c.gen, x.now, 0, slices.Clone(e.Data)
	out := store.Outcome{Run: uuidOf(c.id), Owner: uuidOf(owner), Entries: []store.Entry{e}}
	if claims.Bool && nth == 1 {
		if err := rows.Scan(append(head, c.claimed()...)...); err != nil {
			return true, err
		}
		c.owner, c.status = owner, int16(store.Open)
		r := c.run()
		r.Epoch++
		r.Unread, r.inbox = 1, []entry{{Entry: e}}
		out.Claims = []store.Claimed{r.claimed()}
	}
	all[i.Int32] = arrived{done: true, Outcome: out}
	return true, nil
}

// What a claim tells of a run that has nothing in its inbox, is open and is not blocked,
// beside what is told of each delivery.
const (
	sqlClaimedColumns = "dl.chain_id, dl.namespace, dl.workflow_id, dl.workflow, dl.queue, dl.prio, dl.epoch, dl.next_seq, dl.last_commit, " +
		"dl.level, dl.build, dl.created_at, dl.waiting, dl.undelivered, dl.deaths, dl.lane_deaths"
	claimedColumns = 16
)

func (c *runColumns) claimed() []any {
	return []any{
		&c.chain, &c.namespace, &c.workflowID, &c.workflow, &c.queue, &c.prio, &c.epoch, &c.nextSeq, &c.lastCommit,
		&c.level, &c.build, &c.created, &c.waiting, &c.undelivered, &c.deaths, &c.laneDeaths,
	}
}

// kept is the answer to a park that entries of the same batch have kept from letting go.
func (q *quick) kept(o *store.Commit, w written, all []arrived) store.Outcome {
	out := store.Outcome{Run: o.Run, Gen: w.gen, Owner: w.owner}
	if o.Then != store.Park || out.Owner == uuid.Nil {
		return out
	}
	out.Owned = out.Owner == o.Owner
	for _, a := range all {
		if a.Run == o.Run && out.Owned {
			e := a.Entries[0]
			e.Data = slices.Clone(e.Data)
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}
