package storetest

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// op generates the next op. It looks at the model, so that most ops find what they need.
// Now and then it generates a wrong guard or a repetition.
func (c *contest) op() store.Op {
	if len(c.queue) > 0 {
		p := c.queue[0]
		c.queue = c.queue[1:]
		return p
	}
	if c.steps {
		return c.step()
	}
	if len(c.past) > 0 && c.chance(12) {
		recent := min(len(c.past), oneOf(c, 5, 5, 1000))
		return c.past[len(c.past)-1-c.rnd.IntN(recent)]
	}
	if len(c.runs) == 0 || c.chance(12) {
		return c.start()
	}
	switch n := c.rnd.IntN(100); {
	case n < 18:
		return c.claim()
	case n < 46:
		return c.commit()
	case n < 49:
		return c.quarrel()
	case n < 50:
		return c.behind()
	case n < 56:
		return c.deliver()
	case n < 62:
		return c.relay()
	case n < 66:
		return c.fetch()
	case n < 70:
		return c.fire()
	case n < 71:
		return &store.ClaimActivities{Worker: c.worker(), ID: c.model.id(), Max: 10_000, Filter: c.filter(), Gone: true}
	case n < 77:
		return c.claimOfActivities()
	case n < 86:
		return c.attempt()
	case n < 90:
		return c.release()
	case n < 92:
		return &store.Resume{Ref: c.ref()}
	case n < 93:
		return &store.Terminate{Ref: c.ref(), Token: c.model.id(), Data: []byte("bye"), N: 1 + c.rnd.IntN(2)}
	case n < 95:
		return c.condemn()
	case n < 98:
		return &store.Recover{Dead: c.worker(), Limit: 1000}
	case c.chance(50):
		return bad()
	case c.chance(60):
		return c.schedule()
	case c.chance(20):
		return c.changeOfQueue()
	case c.chance(40):
		return &store.ShareQueue{Queue: theQueue, Worker: c.worker(), Want: c.rnd.IntN(9), Holds: c.rnd.IntN(5), Grace: time.Duration(c.rnd.IntN(3)) * theTTL, Tokens: c.rnd.IntN(9), Back: c.rnd.IntN(3)}
	case c.chance(10):
		return drain(oneOf(c, c.worker(), c.model.id()), func(o *store.DrainWorker) { o.Namespace, o.Undo = oneOf(c, "", "", "other"), c.chance(40) })
	case c.chance(20):
		return &store.Expire{Namespace: oneOf(c, "", "other"), Max: 1 + c.rnd.IntN(3)}
	case c.chance(70):
		o := &store.Retain{
			Namespace: oneOf(c, "", "", "other"), Age: oneOf(c, 0, 20*ms, time.Hour), Tombstones: oneOf(c, 0, 0, 0, 100*ms),
			Max: 10_000, Dry: c.chance(20),
		}
		if c.chance(30) {
			r := c.run(false)
			o.Chain, o.WorkflowID = r.Chain, r.WorkflowID
		}
		return o
	}
	return &store.Sweep{}
}

// arrival generates one of the deliveries at the head of a batch, as a busy worker sends
// them: all by one sender, and all addressed in one way.
func (c *contest) arrival(from store.WorkerID, named bool) store.Op {
	r := c.run(false)
	d := &store.Deliver{Ref: store.Ref{Run: r.ID}, From: from, Entry: store.Entry{
		ID: oneOf(c, "", "a", fmt.Sprint("id-", c.number())), Kind: oneOf(c, store.EntrySignal, store.EntryUpdate, store.EntryPromise, store.EntryCancel), Data: []byte{byte(c.n)},
	}}
	if named {
		d.Ref = store.Ref{Namespace: r.Namespace, WorkflowID: r.WorkflowID}
	}
	return d
}

// step generates the next op of a batch of starts and commits, as a busy worker sends
// them: a start often comes with the first commit of its run, as one op or as two.
func (c *contest) step() store.Op {
	switch n := c.rnd.IntN(100); {
	case n < 8 && len(c.stepped) > 0:
		return c.stepped[max(0, len(c.stepped)-1-c.rnd.IntN(20))]
	case n < 45 || len(c.runs) == 0:
		s := c.start()
		if c.chance(80) { // an id that stays new
			s.WorkflowID = fmt.Sprint("step-", c.number())
		}
		if s.Owner == uuid.Nil {
			if c.chance(40) {
				asJob(func(a *store.Activity) { a.Priority = int(c.number()) })(s) // the priority determines which of two ready activities is first
			}
			return s
		}
		if c.chance(70) {
			s.First = c.commitOn(store.Run{ID: s.Run, Owner: s.Owner, Epoch: 1, NextSeq: 1, Level: s.Level})
			s.Row, s.First.Epoch, s.First.After = store.Row{}, 1, store.Token{}
			c.stepped = append(c.stepped, s)
			return s
		}
		first := c.commitOn(store.Run{ID: s.Run, Owner: s.Owner, Epoch: 1, NextSeq: 2, LastCommit: s.Row.Token, Level: s.Level})
		c.queue = append(c.queue, first)
		c.stepped = append(c.stepped, s, first)
		return s
	}
	o := c.commit()
	c.stepped = append(c.stepped, o)
	return o
}

func (c *contest) start() *store.Start {
	s := c.model.newStart(fmt.Sprint("order-", c.rnd.IntN(6)), func(s *store.Start) {
		s.Namespace = oneOf(c, "", "", "other")
		s.Priority = int(c.number())
		s.Level = oneOf(c, 1, 1, 1, 2)
		s.Once = c.chance(10)
		for c.chance(25) {
			s.Attrs = history.WithAttr(s.Attrs, c.attr())
		}
		if c.chance(50) {
			s.Owner, s.Claim = c.worker(), c.model.id()
		}
	})
	c.runs = append(c.runs, s.Run)
	return s
}

// behind generates a start that waits behind a run, or the withdrawal of one.
func (c *contest) behind() *store.QueueBehind {
	r := c.run(c.chance(50))
	o := &store.QueueBehind{Run: r.ID}
	if r.Behind != nil && c.chance(80) {
		o.Over = r.Behind.Run
	}
	if o.Over != uuid.Nil && c.chance(20) {
		return o
	}
	o.Start = c.model.newStart(r.WorkflowID, func(s *store.Start) {
		s.Namespace = r.Namespace
		s.Priority = int(c.number())
		if c.chance(50) {
			s.Attrs = history.WithAttr(s.Attrs, c.attr())
		}
	})
	if c.chance(5) || r.WorkflowID == "" {
		o.Start.WorkflowID = "order-1"
	}
	c.runs = append(c.runs, o.Start.Run)
	return o
}

// attr generates an attribute.
func (c *contest) attr() history.Attr {
	return oneOf(c, textAttr("customer", oneOf(c, "c-1", "c-2", "")), intAttr("total", c.rnd.Int64N(4)),
		history.Attr{Name: "tags", Type: history.AttrTexts, Values: oneOf(c, nil, []string{"a"}, []string{"b", "a", "b"})})
}

func (c *contest) filter() store.Filter {
	f := filter()
	f.Namespace = oneOf(c, "", "", "", "other")
	f.Level = oneOf(c, 1, 2, 2)
	f.Build = oneOf(c, theBuild, theBuild, "build-2")
	if c.chance(60) {
		f.Workflows = append(f.Workflows, store.Bound(theWorkflow, oneOf(c, theBuild, "build-2")))
	}
	if c.chance(10) {
		f.Full = []string{theQueue}
	}
	if c.chance(50) {
		f.Own = store.OwnQueue(c.worker())
	}
	return f
}

// token generates the token of a claim. Some tokens raise the epoch by more than one.
func (c *contest) token() store.Token {
	t := c.model.id()
	binary.BigEndian.PutUint32(t[12:], oneOf(c, 0, 7, c.rnd.Uint32()))
	return t
}

func (c *contest) claim() store.Op {
	return &store.Claim{Worker: c.worker(), ID: c.token(), Max: c.rnd.IntN(4), Filter: c.filter(), Quarantine: c.chance(40)}
}

// run picks a run from the model; an owned one if owned is set and there is one. The
// start of the run may have failed.
func (c *contest) run(owned bool) store.Run {
	var some []store.Run
	for _, r := range c.model.all() {
		if !owned || r.Owner != uuid.Nil {
			some = append(some, r)
		}
		if r.ID == c.sticky && c.chance(40) {
			return r
		}
	}
	if len(some) == 0 {
		return store.Run{ID: c.runs[c.rnd.IntN(len(c.runs))], Epoch: 1, NextSeq: 2}
	}
	r := some[c.rnd.IntN(len(some))]
	c.sticky = r.ID
	return r
}

func (c *contest) ref() store.Ref {
	r := c.run(false)
	if c.chance(40) {
		return store.Ref{Namespace: r.Namespace, WorkflowID: r.WorkflowID}
	}
	return store.Ref{Run: r.ID}
}

func (c *contest) commit() *store.Commit {
	r := c.run(true)
	if r.Owner == uuid.Nil {
		r.Epoch += 1000 // only an owner commits
	}
	return c.commitOn(r)
}

// commitOn generates a commit by the owner of r.
func (c *contest) commitOn(r store.Run) *store.Commit {
	o := store.Commit{
		Run: r.ID, Owner: r.Owner, Epoch: r.Epoch, Seq: r.NextSeq, After: r.LastCommit, Token: c.model.id(), Level: r.Level,
		Build: oneOf(c, theBuild, "build-2"), Then: oneOf(c, store.Keep, store.Keep, store.Park, store.Park, store.Close),
		Waiting: fmt.Sprint("for ", c.number()), Status: oneOf(c, store.Completed, store.Failed, store.Continued),
		Undelivered: c.rnd.IntN(3), Closing: c.chance(50), Progress: c.chance(c.progress), Sticky: c.chance(50),
	}
	switch { // these guards never become right; otherwise a repetition might succeed
	case c.chance(4):
		o.Epoch += 1000
	case c.chance(4):
		o.Seq += 100_000
	case c.chance(4):
		o.After = c.model.id()
	}
	for seq := o.Seq; seq == o.Seq || c.chance(20); {
		w := row(seq, 1+c.rnd.IntN(3))
		o.Rows = append(o.Rows, w)
		seq += int64(w.N)
	}
	if o.Then == store.Close && o.Status == store.Continued {
		o.Next = c.next()
	}
	p := c.model.pending(r.ID)
	now := c.model.now()
	for c.chance(30) {
		o.StartTimers = append(o.StartTimers, store.Timer{ID: c.number(), FireAt: now.Add(time.Duration(c.rnd.IntN(20))*ms + time.Duration(c.n)*time.Microsecond)})
	}
	for c.chance(30) {
		o.Schedule = append(o.Schedule, c.activity())
	}
	for _, t := range p.Timers {
		if c.chance(20) {
			o.DropTimers = append(o.DropTimers, t.ID)
		}
	}
	for _, a := range p.Activities {
		if c.chance(10) {
			o.CancelActivities = append(o.CancelActivities, a.ID)
		}
	}
	for kind := store.MessageStart; kind <= store.MessageCancel; kind++ {
		if c.chance(15) {
			m := messageTo(kind, fmt.Sprint("order-", c.rnd.IntN(6)))
			// Each event sends at most one message, so that no two messages share an answer.
			m.Seq, m.Target, m.Ref, m.Priority, m.Data = 8*o.Seq+int64(kind), c.model.id(), c.number(), int(c.number()), []byte{byte(c.n)}
			o.Send = append(o.Send, m)
		}
	}
	for c.chance(20) {
		a := c.attr()
		if c.chance(30) {
			a = history.Attr{Name: a.Name}
		}
		o.SetAttrs = append(o.SetAttrs, a)
	}
	if c.chance(15) {
		o.Pin = oneOf(c, theBuild, "build-2")
	}
	seen := c.rnd.IntN(len(p.Entries) + 1)
	for i, e := range p.Entries {
		if c.chance(60) {
			o.Take = append(o.Take, e.Order)
		}
		if i < seen {
			o.Seen = e.Order
		}
	}
	return &o
}

// relay carries out a message that existed before the batch, or one that does not exist.
func (c *contest) relay() store.Op {
	if len(c.outbox) == 0 || c.chance(5) {
		return &store.Relay{Message: store.MessageKey{Run: c.run(false).ID, Seq: 1, Kind: store.MessageSignal}}
	}
	m := c.outbox[c.rnd.IntN(len(c.outbox))]
	o := &store.Relay{Message: m.MessageKey}
	for _, code := range []store.Code{store.Done, store.Exists, store.NotFound, store.Closed} {
		if m.Kind <= store.MessageSignal && c.chance(50) {
			o.Answers = append(o.Answers, store.Answer{Code: code, Data: []byte(fmt.Sprint("answer ", code))})
		}
	}
	to := &store.Deliver{Ref: store.Ref{Namespace: m.Namespace, WorkflowID: m.WorkflowID}, From: c.worker(), Entry: store.Entry{ID: fmt.Sprint("m-", c.number()), Data: m.Data}}
	switch m.Kind {
	case store.MessageStart:
		o.Start = c.start()
		o.Start.Namespace, o.Start.WorkflowID, o.Start.Owner, o.Start.Once = m.Namespace, m.WorkflowID, store.WorkerID{}, false
		if c.chance(70) {
			o.Start.Parent, o.Start.ParentSeq = m.Run, m.Seq
		}
	case store.MessageSignal:
		to.Entry.Kind, o.Deliver = store.EntrySignal, to
	case store.MessageCancel:
		to.Entry.Kind, o.Deliver = store.EntryCancel, to
		if c.chance(70) {
			o.Chain = c.run(false).Chain
		}
	case store.MessageEnd, store.MessageAnswer:
		to.Ref = store.Ref{Run: m.Target}
		to.Entry.Kind, to.Entry.Ref, o.Deliver = store.EntryChild, m.Ref, to
	}
	return o
}

// next generates the run that continues a closed one.
func (c *contest) next() *store.Next {
	n := &store.Next{Run: c.model.id(), Token: c.model.id(), Workflow: theWorkflow, Queue: theQueue, Priority: int(c.number()), Level: oneOf(c, 1, 1, 2)}
	for seq := int64(1); seq == 1 || c.chance(20); {
		w := row(seq, 1+c.rnd.IntN(3))
		n.Rows = append(n.Rows, w)
		seq += int64(w.N)
	}
	c.runs = append(c.runs, n.Run)
	return n
}

// quarrel is a close over a signal that its owner has not seen, between two signals.
func (c *contest) quarrel() store.Op {
	o := c.commit()
	o.Then, o.Status, o.Closing = store.Close, store.Completed, c.n%2 == 0
	o.Next = nil
	c.queue = []store.Op{o, signal(o.Run, oneOf(c, "a", "b", "c", "d"))}
	return signal(o.Run, oneOf(c, "a", "b", "c", "d"))
}

func (c *contest) activity() store.Activity {
	a := store.Activity{
		Partition: oneOf(c, "", "", "a", "b", "c"),
		ID:        c.number(), Name: theActivity, Queue: theQueue, Priority: int(c.number()), Attempt: c.rnd.IntN(2),
		Delay: time.Duration(c.rnd.IntN(5)) * ms, Limited: c.chance(50), Data: []byte{byte(c.n)},
	}
	if c.chance(30) {
		a.Owner = c.worker()
	}
	if c.chance(20) {
		a.Queue = store.OwnQueue(c.worker())
	}
	if c.chance(30) {
		a.Deadline, a.Last, a.Details = c.model.now().Add(time.Duration(c.rnd.IntN(100))*ms), []byte("last"), []byte("details")
	}
	return a
}

func (c *contest) deliver() store.Op {
	d := &store.Deliver{Ref: c.ref(), Entry: store.Entry{
		ID: oneOf(c, "a", "b", "c", "d", ""), Kind: oneOf(c, store.EntrySignal, store.EntryUpdate, store.EntryPromise, store.EntryCancel),
		Data: []byte{byte(c.number())},
	}}
	if c.chance(50) {
		d.From = c.worker()
	}
	if c.chance(25) {
		d.Entry.ID, d.Entry.Kind = fmt.Sprint("note-", c.number()%8), store.EntryNote
		d.Steer = &store.Steer{Do: oneOf(c, store.Pause, store.Unpause, store.Unpause, store.RetryNow, store.Repin), Text: "by anna", Run: c.chance(50)}
		d.Steer.Pin = oneOf(c, "", theBuild, "build-2")
		for range c.rnd.IntN(4) {
			d.Steer.Activities = append(d.Steer.Activities, c.number())
		}
		if c.chance(20) {
			d.Steer = &store.Steer{Do: store.Adopt, Parent: c.run(false).ID, ParentSeq: c.number()}
		}
	}
	return d
}

func (c *contest) fire() store.Op {
	return &store.Fire{Namespace: oneOf(c, "", "", "", "other"), Max: c.rnd.IntN(4)}
}

func (c *contest) fetch() store.Op {
	r := c.run(true)
	if c.chance(10) {
		r.Epoch++
	}
	f := &store.Fetch{Run: r.ID, Worker: r.Owner, Epoch: r.Epoch}
	after := c.rnd.IntN(3)
	for i, e := range c.model.pending(r.ID).Entries {
		if i < after {
			f.After = e.Order
		}
	}
	return f
}

// attempt generates the end, retry or heartbeat of an attempt at an activity.
func (c *contest) attempt() store.Op {
	var some []store.Task
	for _, r := range c.model.all() {
		for _, t := range c.model.pending(r.ID).Activities {
			if t.Owner != uuid.Nil {
				some = append(some, t)
			}
		}
	}
	if len(some) == 0 {
		return &store.Beat{Run: c.runs[0], Activity: 1, Worker: c.worker(), Attempt: 1}
	}
	t := some[c.rnd.IntN(len(some))]
	switch {
	case c.chance(5):
		t.Attempt += 100
	case c.chance(5):
		t.Owner = c.worker()
	case c.chance(5):
		t.Claim = c.model.id()
	}
	switch c.rnd.IntN(4) {
	case 0:
		return &store.Beat{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Details: oneOf(c, nil, []byte("half"), []byte("all"))}
	case 1:
		return &store.RetryActivity{
			Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Delay: time.Duration(c.rnd.IntN(5)) * ms,
			Last: oneOf(c, nil, []byte("declined")), Consume: c.chance(50),
		}
	}
	if c.chance(15) {
		return c.endJob(t)
	}
	end := &store.EndActivity{Run: t.Run, Activity: t.ID, Worker: t.Owner, Attempt: t.Attempt, Claim: t.Claim, Entry: store.Entry{ID: fmt.Sprint("end-", c.number()), Data: []byte("end")}}
	if c.chance(50) {
		end.Keep = keeping(oneOf(c, "a", "b", "c"), fmt.Sprint("kept-", c.number()))
		end.Keep.For = oneOf(c, ms, 10*ms, time.Second)
	}
	return end
}

func (c *contest) release() store.Op {
	r := c.run(true)
	o := &store.Release{Run: r.ID, Worker: r.Owner, Epoch: r.Epoch, Delay: time.Duration(c.rnd.IntN(20)) * ms}
	if c.chance(50) {
		o.Block = &store.Block{Reason: "mismatch", Text: fmt.Sprint("text ", c.number()), Build: oneOf(c, theBuild, "build-2")}
	}
	return o
}

func (c *contest) condemn() store.Op {
	w := c.worker()
	o := &store.Condemn{Worker: w, LeaseUntil: c.model.tick(w).LeaseUntil}
	if c.chance(10) {
		o.LeaseUntil = o.LeaseUntil.Add(ms)
	}
	return o
}
