package rules

import (
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Place is what a Start finds where its run would be.
type Place struct {
	Run         *Run        // the run with its id
	Removed     bool        // there was one, and retention has removed it
	Last        store.RunID // the newest run with its workflow id
	Open        bool        // whether that run is open
	Workflow    string      // of that run
	LastRemoved store.RunID // the newest one that retention has removed
}

// Start answers o. If a run begins, it is returned with everything that it begins with.
//
// S1. A run with the id of o was started by o: Done. With First it must have begun with that commit,
// which is answered like a repeated one; otherwise Fenced.
// S2. The same holds for a run that retention has removed, but with First and Owner the answer is
// Fenced.
// S3. An open run has the workflow id: Exists, with its id.
// S4. With Once a closed run counts too, and if none is left, the last one that was removed.
// S5. A run begins open at epoch 0, ready at once, with Row and More as its history, and with Timers.
// S6. With Owner it begins owned by Claim at epoch 1, and the outcome has the claim.
// S7. With First it begins in the state after that commit; the claim shows the state before it. Without
// Owner the run is parked.
// S8. A repetition has the claim if Owner still holds the run by Claim.
// S9. It begins with the attributes of o.
func Start(o *store.Start, p Place, now time.Time) (*Run, store.Outcome, error) {
	switch {
	case p.Run != nil:
		return nil, startedAgain(p.Run, o), nil
	case p.Removed && o.First != nil && o.Owner != uuid.Nil:
		return nil, store.Outcome{Code: store.Fenced, Run: o.Run}, nil
	case p.Removed:
		return nil, store.Outcome{Run: o.Run}, nil
	}
	if way := inTheWay(o, p); way != uuid.Nil {
		return nil, store.Outcome{Code: store.Exists, Run: way}, nil
	}
	r := &Run{
		Run: store.Run{
			ID: o.Run, Chain: o.Chain, Namespace: o.Namespace, WorkflowID: o.WorkflowID, Workflow: o.Workflow,
			Queue: o.Queue, Priority: o.Priority, Status: store.Open, NextSeq: 1, Level: o.Level, Created: now,
			Parent: o.Parent, ParentSeq: o.ParentSeq,
		},
		Diff: Diff{Fresh: true, Work: true},
	}
	if o.First == nil {
		r.append(o.Row.Token, o.Row)
		r.append(o.Row.Token, o.More...)
		if err := r.Timers.change(&store.Commit{StartTimers: o.Timers}); err != nil {
			return nil, store.Outcome{}, err
		}
		for _, m := range o.Send {
			send(r, m)
		}
	}
	if err := setAttrs(r, o.Attrs); err != nil {
		return nil, store.Outcome{}, err
	}
	r.Ready(now)
	out := store.Outcome{Run: r.ID}
	if o.Owner != uuid.Nil {
		r.Epoch, r.Owner, r.Dispatch.Claim = 1, o.Owner, o.Claim
		out.Claims = []store.Claimed{r.Claimed()}
	}
	if o.First == nil {
		return r, out, nil
	}
	claims := out.Claims
	out, err := r.Commit(o.First, now)
	out.Claims = claims
	return r, out, err
}

func startedAgain(r *Run, o *store.Start) store.Outcome {
	out := store.Outcome{Run: r.ID}
	if o.First != nil {
		if tokenAt(r, o.First.Seq) != o.First.Token {
			return store.Outcome{Code: store.Fenced, Run: r.ID}
		}
		out = committed(r, o.First)
	}
	if r.holds(o.Owner, o.Claim) {
		out.Claims = []store.Claimed{r.Claimed()}
	}
	return out
}

// holds reports whether worker owns r by that claim.
func (r *Run) holds(worker store.WorkerID, claim store.Token) bool {
	return worker != uuid.Nil && r.Owner == worker && r.Dispatch.Claim == claim
}

// Commit appends to the history.
//
// C1. There is no run: NotFound.
// C2. A commit whose Token is that of the row at Seq was applied before: it is answered again, as of
// now.
// C3. A commit is applied if and only if the run is open, Epoch is the run's, After its last commit and
// Seq its next seq; otherwise it is Fenced and nothing changes.
// C4. A close is Refused if it does not take a signal above Seen; the answer has the entries above
// Seen. Nothing changes, except that with Closing senders are held back until the run commits something
// else or loses its owner.
// C5. Its rows have its Token, which becomes the run's last commit.
// C6. Entries that it takes leave the inbox; a missing one is skipped.
// C7. A number in StartTimers or Schedule that is already outstanding fails the commit. Drops and
// cancels are applied after starts, and may name what is missing.
// C8. An activity with Owner is a row that Owner runs by Token: attempt Attempt+1, at once.
// C9. With Progress deaths and block are reset, and the run leaves quarantine. A pause stays.
// C10. With Park, an entry above Seen that the commit does not take keeps the run with its owner; the
// outcome says so, with the entries above Seen.
// C11. Otherwise a parked run has no owner. It has a dispatch row, ready at once, if and only if its
// inbox is not empty. It is sticky to its last owner if Sticky is set and it is not pinned to another
// build than Build.
// C12. With Close the run ends, and everything that belongs to it is removed.
// C13. With Next no signal refuses the commit. A run begins as Next says, by S5 and in the same
// transaction: in the run's chain, namespace and workflow id, and sticky to its owner. Its inbox is
// what the commit leaves of what was sent to the run, with the same orders, and its gen continues. The
// parent of the run is the parent of the new one. The new run is paused if the run is. A start that
// waits behind the run then waits behind the new one.
// C14. The messages that it sends go to the outbox.
// C15. A run that ends and does not continue sends its parent a MessageEnd, if it has one.
// C16. The commit sets and removes attributes of the run. A run that continues another one has the
// attributes of that one.
// C17. A pin is set if the run has none. A run that continues another one has none.
func (r *Run) Commit(o *store.Commit, now time.Time) (store.Outcome, error) {
	switch {
	case r == nil:
		return store.Outcome{Code: store.NotFound}, nil
	case tokenAt(r, o.Seq) == o.Token:
		return committed(r, o), nil
	case r.Status != store.Open || r.Epoch != o.Epoch || r.LastCommit != o.After || r.NextSeq != o.Seq:
		return store.Outcome{Code: store.Fenced, Run: r.ID}, nil
	}
	unseen, signal := r.Inbox.unseen(o)
	if o.Then == store.Close && signal && o.Next == nil {
		if o.Closing && !r.Closing {
			r.Closing, r.Diff.Work = true, true
		}
		return store.Outcome{Code: store.Refused, Run: r.ID, Gen: r.Inbox.Gen, Entries: r.Inbox.page(o.Seen)}, nil
	}
	r.append(o.Token, o.Rows...)
	for _, m := range o.Send {
		send(r, m)
	}
	if err := setAttrs(r, o.SetAttrs); err != nil {
		return store.Outcome{}, err
	}
	if o.Pin != "" && r.Pin == "" {
		r.Pin, r.Diff.Pin = o.Pin, true
	}
	r.Level, r.Build, r.Waiting, r.Waits, r.Closing = o.Level, o.Build, "", false, false
	r.Inbox.take(o.Take)
	if err := r.Timers.change(o); err != nil {
		return store.Outcome{}, err
	}
	if err := r.Tasks.change(o, r, now); err != nil {
		return store.Outcome{}, err
	}
	if o.Progress {
		r.progress()
	}
	switch o.Then {
	case store.Park:
		r.Waiting, r.Waits = o.Waiting, true
		if !unseen {
			r.park(o.Sticky && (r.Pin == "" || r.Pin == o.Build), now)
		}
	case store.Close:
		if o.Next != nil {
			r.Next = nextOf(r, o, now)
			if err := setAttrs(r.Next, r.Attrs); err != nil {
				return store.Outcome{}, err
			}
		}
		r.end(o.Status, o.Undelivered, now)
		began, err := follow(r, now)
		out := committed(r, o)
		out.Began = began
		return out, err
	}
	return committed(r, o), nil
}

// committed returns the answer to a commit that is applied, now or by an earlier try.
func committed(r *Run, o *store.Commit) store.Outcome {
	out := store.Outcome{Run: r.ID, Gen: r.Inbox.Gen, Owner: r.Owner}
	if o.Then == store.Park && o.Owner != uuid.Nil && r.Owner == o.Owner && r.Epoch == o.Epoch {
		out.Owned, out.Entries = true, r.Inbox.page(o.Seen)
	}
	return out
}

// tokenAt returns the token of the row at seq, if it is known.
func tokenAt(r *Run, seq int64) store.Token {
	for i := range r.Diff.Rows {
		if r.Diff.Rows[i].Seq == seq {
			return r.Diff.Rows[i].Token
		}
	}
	return r.Tokens[seq]
}

func (r *Run) append(token store.Token, rows ...store.Row) {
	for _, w := range rows {
		w.Token = token
		r.Diff.Rows = append(r.Diff.Rows, w)
		r.NextSeq = w.Seq + int64(w.N)
	}
	r.LastCommit, r.Diff.Work = token, true
}

// nextOf returns the run that continues r, which o ends.
func nextOf(r *Run, o *store.Commit, now time.Time) *Run {
	n := o.Next
	next := &Run{
		Run: store.Run{
			ID: n.Run, Chain: r.Chain, Namespace: r.Namespace, WorkflowID: r.WorkflowID, Workflow: n.Workflow,
			Queue: n.Queue, Priority: n.Priority, Status: store.Open, NextSeq: 1, Level: n.Level, Created: now,
			Parent: r.Parent, ParentSeq: r.ParentSeq,
		},
		Inbox: r.Inbox.passOn(),
		Diff:  Diff{Fresh: true, Work: true},
	}
	if paused(r) {
		b := *r.Blocked
		next.Blocked, next.Diff.Fate = &b, true
	}
	next.append(n.Token, n.Rows...)
	next.Ready(now)
	next.StickyTo = o.Owner
	passBehind(r, next)
	return next
}

// progress resets the run's deaths and block.
func (r *Run) progress() {
	if r.Deaths == 0 && r.QuarantineDeaths == 0 && r.Blocked == nil {
		return
	}
	if r.Deaths, r.QuarantineDeaths = 0, 0; !paused(r) {
		r.Blocked = nil
	}
	r.Diff.Fate, r.Diff.LeftQuarantine = true, true
}

func (r *Run) park(sticky bool, now time.Time) {
	r.StickyTo = uuid.Nil
	if sticky {
		r.StickyTo = r.Owner
	}
	r.Owner, r.Dispatch, r.Diff.Moved = uuid.Nil, Dispatch{}, true
	if r.Inbox.Entries > 0 {
		r.Ready(now)
	}
}

// Ready gives the run a dispatch row without an owner.
func (r *Run) Ready(now time.Time) {
	r.Owner, r.Dispatch, r.Diff.Moved = uuid.Nil, Dispatch{Exists: true, Ready: now}, true
}

// end closes the run and removes everything that belongs to it.
func (r *Run) end(status store.Status, undelivered int, now time.Time) {
	r.Status, r.Closed, r.Undelivered = status, now, undelivered
	r.Waiting, r.Waits, r.Closing, r.Owner = "", false, false, uuid.Nil
	r.Diff.Fate = r.Diff.Fate || r.Blocked != nil
	r.Blocked, r.Dispatch = nil, Dispatch{}
	taken := r.Inbox.Taken
	if r.Next == nil {
		taken = nil // they go with everything else
		if r.Parent != uuid.Nil {
			send(r, store.Message{MessageKey: store.MessageKey{Seq: r.NextSeq - 1, Kind: store.MessageEnd}, Target: r.Parent, Ref: r.ParentSeq})
		}
	}
	r.Inbox, r.Timers, r.Tasks = Inbox{Gen: r.Inbox.Gen, Taken: taken}, Timers{}, Tasks{Left: r.Tasks.Left}
	r.Diff.Work, r.Diff.End, r.Diff.Moved, r.Diff.Ended = true, true, true, true
}
