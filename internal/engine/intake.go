package engine

import (
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
)

// intake is where this worker takes over runs, and where news of them arrives.
type intake struct {
	*ownership
	worker  store.WorkerID
	token   func() store.Token
	may     func() bool // whether anything may begin
	most    func() int  // how many runs this worker may own
	work    *workGroup
	stuck   *stuck
	newRun  func(store.Run) *run
	claimed func(run store.Run, cached bool) // called for each claimed run; may be nil
	ready   func()                           // called when runs may be claimed
	paused  func() []string                  // the queues from which nothing is taken
}

// take returns the op by which a batch makes this worker the owner of runs: those that ops make
// ready and that are parked here, or about to be. It is nil if this worker would not claim them
// next. Until done is called, their places are reserved and Stop waits.
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

// taken processes what a batch of this process has given to this worker, and what it has put into
// inboxes.
func (in *intake) taken(ops []store.Op, outcomes []store.Outcome) {
	var mine map[store.RunID]bool
	last := len(ops) - 1
	if take, ok := ops[last].(*store.Take); ok && take.Worker == in.worker && len(outcomes[last].Claims) > 0 {
		mine = make(map[store.RunID]bool)
		for _, c := range outcomes[last].Claims {
			mine[c.Run.ID] = true // the claim includes all that has come for the run
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

// terminates reports whether one of the ops has ended the run. Nobody reads what came for the run
// before that.
func terminates(ops []store.Op, outcomes []store.Outcome, run store.RunID) bool {
	for i, op := range ops {
		if _, ok := op.(*store.Terminate); ok && outcomes[i].Code == store.Done && outcomes[i].Run == run {
			return true
		}
	}
	return false
}

// own makes this worker the owner of a claimed run and sets the run to work, unless a later claim
// holds it. If the run has parked here and has not left yet, the claim waits until it has.
func (in *intake) own(c store.Claimed) {
	for _, r := range in.before(c.Run.ID) {
		if r.precedes(c) {
			return
		}
	}
	in.enlist(in.newRun(c.Run), c)
}

// precedes makes a claim wait until this run has left its machine to the cache. The run is about
// to be parked, or already is and does not know it yet.
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

// joins adds an entry to a waiting claim. It returns false if the inbox must be read instead.
func joins(c *store.Claimed, entry store.Entry) bool {
	if entry.Order == c.Gen+1 && !goesOn(c.Entries, c.Gen) {
		c.Entries, c.Gen = append(c.Entries, entry), entry.Order
	}
	return entry.Order <= c.Gen
}

// enlist puts a claimed run on the engine's list, where incoming events find it. A run whose start
// has set it to work just continues. enlist returns false if the engine already knows of a later
// claim of the run.
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

// forget takes the run off the engine's list, which makes room for others.
func (in *intake) forget(r *run) {
	if in.leave(r) {
		in.ready()
	}
}

// tell passes on an entry that this process put into an inbox.
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

// news makes a run that is held here read its inbox.
func (in *intake) news(id store.RunID) {
	if r := in.held(id); r != nil {
		r.news()
	}
}
