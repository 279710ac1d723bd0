package rules

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// endJob ends an activity and its run.
//
// J1. If the run has ended by the Token of o, the answer is Done again.
// J2. Worker must own the row at Attempt by Claim; otherwise the answer is Fenced.
// J3. The run must have no owner, no dispatch row, the Level of o, Seq as its next seq, an empty inbox,
// and no block, pin or deaths; otherwise the answer is Refused, and nothing changes.
// J4. Then the row is removed, and the run ends as by a commit of an owner at its epoch, after its last
// commit.
func endJob(r *Run, o *store.EndJob, now time.Time) (store.Outcome, error) {
	if r != nil && r.Status != store.Open && r.LastCommit == o.Commit.Token {
		return endedJob(r, uuid.Nil), nil
	}
	i, ok := tasksOf(r).held(o.Activity, o.Worker, store.Attempt{N: o.Attempt, Claim: o.Claim})
	switch {
	case !ok:
		return store.Outcome{Code: store.Fenced, Run: o.Run}, nil
	case r.Status != store.Open || r.Owner != uuid.Nil || r.Dispatch.Exists || r.NextSeq != o.Commit.Seq || r.Level != o.Commit.Level || r.Inbox.Entries > 0 ||
		r.Blocked != nil || r.Pin != "" || r.Deaths+r.QuarantineDeaths > 0:
		return store.Outcome{Code: store.Refused, Run: r.ID}, nil
	}
	r.Tasks.leave(&r.Tasks.Loaded[i])
	r.Tasks.drop(o.Activity)
	c := o.Commit
	c.Epoch, c.After = r.Epoch, r.LastCommit
	out, err := r.Commit(&c, now)
	return endedJob(r, out.Began), err
}

func endedJob(r *Run, began store.RunID) store.Outcome {
	v := r.Show()
	return store.Outcome{Run: r.ID, Began: began, Ended: &v}
}
