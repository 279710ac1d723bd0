package engine

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// intake is where runs become this worker's, and where word of them arrives.
type intake struct {
	*ownership
	worker  store.WorkerID
	token   func() store.Token
	may     func() bool // begin anything
	most    func() int  // runs that this worker may own
	work    *workGroup
	stuck   *stuck
	newRun  func(store.Run) *run
	claimed func(run store.Run, cached bool) // is told of each; nil: nobody is
	ready   func()                           // runs may be claimed
	paused  func() []string                  // queues of which nothing is taken
}

// take says what of a batch this worker would own at once: the runs that are here, or about to
// be parked here, and that ops make ready, if it would claim them next. Their places are kept, and
// Stop waits, until done is called.
func (in *intake) take(ops []store.Op) (take *store.Take, done func()) {
	most := in.mayWake(ops)
	if most == 0 || !in.may() {
		return nil, nil
	}
	room := in.reserveTake(in.most(), most, in.work.join)
	if room == 0 {
		return nil, nil
	}
	return &store.Take{Worker: in.worker, Claim: in.token(), Room: room, Not: in.paused()}, func() {
		awaited := in.giveBack(room)
		in.work.leave()
		if awaited {
			in.ready()
		}
	}
}

// taken takes in what a batch of this process's has made this worker's, and what it has put into
// inboxes.
func (in *intake) taken(ops []store.Op, outcomes []store.Outcome) {
	var mine map[store.RunID]bool
	last := len(ops) - 1
	if take, ok := ops[last].(*store.Take); ok && take.Worker == in.worker && len(outcomes[last].Claims) > 0 {
		mine = make(map[store.RunID]bool)
		for _, c := range outcomes[last].Claims {
			mine[c.Run.ID] = true // its claim has all that has come for it
			in.own(c)
		}
	}
	tell := func(run store.RunID, owner store.WorkerID, entry store.Entry) {
		if !mine[run] {
			in.tell(run, owner, entry)
		}
	}
	for i, op := range ops {
		o := &outcomes[i]
		if o.Code != store.Done {
			continue
		}
		if r, ok := op.(*store.Relay); ok {
			op = r.Op()
		}
		switch op := op.(type) {
		case *store.Start:
			if op.Parent != (store.RunID{}) || op.Owner == (store.WorkerID{}) && op.First == nil {
				in.ready()
			}
		case *store.Deliver:
			if op.From == in.worker && len(o.Entries) > 0 && !terminates(ops[i:], outcomes[i:], o.Run) {
				tell(o.Run, o.Owner, o.Entries[0])
			}
		case *store.EndActivity:
			if op.Worker == in.worker && len(o.Entries) > 0 {
				tell(o.Run, o.Owner, o.Entries[0])
			}
		case *store.Fire:
			for _, f := range o.Fired {
				tell(f.Run, f.Owner, f.Entry)
			}
		case *store.Forward:
			for _, f := range o.Forwarded {
				if f.Code == store.Done {
					tell(f.Run, f.Owner, f.Entry)
				}
			}
		}
	}
}

// terminates says whether one of the ops has ended the run: what came for it before that is
// for nobody.
func terminates(ops []store.Op, outcomes []store.Outcome, run store.RunID) bool {
	for i, op := range ops {
		if _, ok := op.(*store.Terminate); ok && outcomes[i].Code == store.Done && outcomes[i].Run == run {
			return true
		}
	}
	return false
}

// own makes a claimed run this worker's and sets it to work, unless it is held by a later claim
// already. Where the run has been parked here and has not left yet, the claim waits for that.
func (in *intake) own(c store.Claimed) {
	for _, r := range in.before(c.Run.ID) {
		if r.precedes(c) {
			return
		}
	}
	in.enlist(in.newRun(c.Run), c)
}

// precedes has a claim wait until this run, which is about to be parked, or has been and
// does not know it yet, has left its machine to the cache.
func (r *run) precedes(c store.Claimed) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mu.state.held() || r.mu.state == runLeft {
		return false
	}
	if before := r.mu.successor; before == nil || before.Run.Epoch < c.Run.Epoch {
		r.mu.successor = &c
	}
	return true
}

// attachSuccessor attaches the claim that waited until this run was off the engine's list.
func (r *run) attachSuccessor() {
	r.mu.Lock()
	successor, unread := r.mu.successor, r.mu.in.unread
	r.mu.successor, r.mu.state = nil, runLeft
	r.mu.Unlock()
	if successor == nil || r.e.own.held(r.id) != nil {
		return
	}
	r.e.own.own(*successor)
	if s := r.e.own.held(r.id); unread && s != nil {
		s.news()
	}
}

// joins has an entry wait with a claim. It reports false if the inbox is to be read.
func joins(c *store.Claimed, entry store.Entry) bool {
	if entry.Order == c.Gen+1 && !goesOn(c.Entries, c.Gen) {
		c.Entries, c.Gen = append(c.Entries, entry), entry.Order
	}
	return entry.Order <= c.Gen
}

// enlist puts a run that was claimed on the engine's list: what comes for it finds it
// there. One that its start has set to work already goes on. It reports false if the
// engine has heard first of a later claim of the run.
func (in *intake) enlist(r *run, c store.Claimed) bool {
	r.mu.Lock() // nobody may use it before it is complete
	defer r.mu.Unlock()
	found, ok := in.enter(r, c.Run.Deaths >= store.QuarantineAfter)
	if !ok {
		return false
	}
	r.mu.in.unread = r.mu.in.unread || found.news
	if found.before != nil {
		found.before.drop(activity.ErrLeaseLost)
	}
	if stale := found.stale; stale != nil {
		in.stuck.close(stale.machine, stale.run, stale.workflowID)
	}
	if found.machine != nil {
		r.machine, r.at.now = found.machine, found.machine.Now()
	}
	if in.claimed != nil {
		in.claimed(c.Run, found.machine != nil)
	}
	r.mu.in.addAll(c.Entries, c.Gen)
	r.beginLocked()
	return true
}

// forget takes the run off the engine's list and lets others in.
func (in *intake) forget(r *run) {
	if in.leave(r) {
		in.ready()
	}
}

// tell routes an entry that this process put into an inbox.
func (in *intake) tell(id store.RunID, owner store.WorkerID, entry store.Entry) {
	if owner == in.worker {
		for r := in.heldOrExpected(id, nil); r != nil && !r.deliver(entry); {
			r = in.heldOrExpected(id, r)
		}
		return
	}
	if owner == (store.WorkerID{}) {
		in.ready()
	}
}

// news has a run that is held here read its inbox.
func (in *intake) news(id store.RunID) {
	if r := in.held(id); r != nil {
		r.news()
	}
}
