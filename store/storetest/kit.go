package storetest

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// kit is the store of one case, with shorthands. Its ids come from a counter, so a case
// makes the same ids on every store.
type kit struct {
	t    *testing.T
	ctx  context.Context
	st   store.Store
	env  Env
	open Open
	n    uint64
	side uint32 // the side of a fork; 0 without one

	spared     bool             // the checks of a store.Inspector are skipped
	workers    []store.WorkerID // joined by this kit
	namespaces []string
}

const (
	theQueue    = "queue"
	theWorkflow = "workflow"
	theActivity = "activity"
	theBuild    = "build-1"
	theTTL      = 10 * time.Second
	theSlots    = 8
)

func newKit(t *testing.T, open Open) *kit {
	t.Helper()
	st, env := open(t)
	if env.Advance == nil {
		t.Fatal("storetest: Env.Advance is nil: give the store a clock that the test moves")
	}
	return &kit{t: t, ctx: context.Background(), st: st, env: env, open: open, namespaces: []string{""}}
}

// again returns a kit on a new store that makes the same ids from the start.
func (k *kit) again() *kit {
	again := newKit(k.t, k.open)
	again.spared = k.spared
	return again
}

func (k *kit) id() uuid.UUID {
	k.n++
	var id uuid.UUID
	id[0] = byte(k.n * 151) // ids are not in the order in which they are made
	id[6], id[8] = 0x80, 0x80
	binary.BigEndian.PutUint32(id[2:], uint32(k.n))
	binary.BigEndian.PutUint32(id[12:], k.side)
	return id // used as a claim, the id raises the epoch by one; the two sides of a fork raise it differently
}

func (k *kit) now() time.Time {
	k.t.Helper()
	now, err := k.st.Now(k.ctx)
	k.ok(err)
	return now
}

func (k *kit) ok(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// send sends ops as one batch. It repeats each op that met a lock, alone, until it is
// applied. An op on an activity's row that names no claim gets the claim that owns the row
// now.
func (k *kit) send(ops ...store.Op) ([]store.Outcome, error) {
	for _, op := range ops {
		k.nameClaim(op)
	}
	outs, err := k.st.Apply(k.ctx, ops)
	for i := 0; err == nil && i < min(len(outs), len(ops)); i++ {
		for err == nil && outs[i].Code == store.Locked {
			var again []store.Outcome
			if again, err = k.st.Apply(k.ctx, ops[i:i+1]); err == nil {
				outs[i] = again[0]
			}
		}
	}
	return outs, err
}

func (k *kit) nameClaim(op store.Op) {
	var run store.RunID
	var activity int64
	var claim *store.Token
	switch o := op.(type) {
	case *store.EndActivity:
		run, activity, claim = o.Run, o.Activity, &o.Claim
	case *store.EndJob:
		run, activity, claim = o.Run, o.Activity, &o.Claim
	case *store.RetryActivity:
		run, activity, claim = o.Run, o.Activity, &o.Claim
	case *store.Beat:
		run, activity, claim = o.Run, o.Activity, &o.Claim
	}
	if claim == nil || *claim != uuid.Nil {
		return
	}
	pending, err := k.st.Pending(k.ctx, run)
	for _, t := range pending.Activities {
		if err == nil && t.ID == activity {
			*claim = t.Claim
		}
	}
}

// apply sends ops as one batch that must be accepted.
func (k *kit) apply(ops ...store.Op) []store.Outcome {
	k.t.Helper()
	outs, err := k.send(ops...)
	if err != nil {
		k.t.Fatalf("Apply: %v", err)
	}
	if len(outs) != len(ops) {
		k.t.Fatalf("Apply of %d ops has %d outcomes", len(ops), len(outs))
	}
	return outs
}

// do sends one op whose outcome must be Done.
func (k *kit) do(op store.Op) store.Outcome {
	k.t.Helper()
	return k.want(store.Done, op)
}

// want sends one op whose outcome must be code.
func (k *kit) want(code store.Code, op store.Op) store.Outcome {
	k.t.Helper()
	out := k.apply(op)[0]
	if out.Code != code {
		k.t.Fatalf("%T is answered %q, want %q", op, out.Code, code)
	}
	return out
}

// refused sends ops and checks that the one at index is refused for good.
func (k *kit) refused(index int, ops ...store.Op) {
	k.t.Helper()
	_, err := k.st.Apply(k.ctx, ops)
	var member *store.MemberError
	if !errors.As(err, &member) {
		k.t.Fatalf("Apply returns %v, want a *store.MemberError", err)
	}
	if member.Index != index {
		k.t.Fatalf("the MemberError names member %d, want %d: %v", member.Index, index, err)
	}
	if member.Err == nil || member.Error() == "" {
		k.t.Fatal("the MemberError does not say why")
	}
}

// worker joins a new worker.
func (k *kit) worker() store.WorkerID {
	k.t.Helper()
	id := k.id()
	k.join(id)
	return id
}

func (k *kit) join(id store.WorkerID) {
	k.t.Helper()
	k.ok(k.st.Join(k.ctx, store.Worker{ID: id, Build: theBuild, Level: 1, Host: "host", PID: 7, TTL: theTTL, Serves: filter(), Slots: theSlots}))
	k.workers = append(k.workers, id)
}

func filter() store.Filter {
	return store.Filter{
		Queues: []string{theQueue}, Workflows: []string{theWorkflow}, Activities: []string{theActivity},
		Level: 1, Build: theBuild,
	}
}

// row returns a row of n events whose bytes encode its position.
func row(seq int64, n int) store.Row {
	return store.Row{Seq: seq, N: n, Data: []byte{byte(seq), byte(n), 0xff}}
}

// newStart is a Start of a new run.
func (k *kit) newStart(workflowID string, change ...func(*store.Start)) *store.Start {
	id := k.id()
	s := &store.Start{
		Run: id, Chain: id, WorkflowID: workflowID, Workflow: theWorkflow, Queue: theQueue, Level: 1,
		Row: row(1, 1),
	}
	s.Row.Token = k.id()
	for _, c := range change {
		c(s)
	}
	return s
}

// start starts a run without an owner.
func (k *kit) start(workflowID string, change ...func(*store.Start)) store.RunID {
	k.t.Helper()
	s := k.newStart(workflowID, change...)
	k.do(s)
	return s.Run
}

// held is what the owner of a run knows about it.
type held struct {
	k     *kit
	run   store.RunID
	owner store.WorkerID
	epoch int64
	seq   int64
	last  store.Token // of the last commit
	seen  int64       // highest order of an entry that the owner knows
}

func (k *kit) holding(w store.WorkerID, c store.Claimed) *held {
	h := &held{k: k, run: c.Run.ID, owner: w, epoch: c.Run.Epoch, seq: c.Run.NextSeq, last: c.Run.LastCommit}
	h.saw(c.Entries)
	return h
}

func (h *held) saw(es []store.Entry) {
	for _, e := range es {
		h.seen = max(h.seen, e.Order)
	}
}

// newClaim is a Claim by the usual filter.
func (k *kit) newClaim(w store.WorkerID, n int, change ...func(*store.Claim)) *store.Claim {
	c := &store.Claim{Worker: w, ID: k.id(), Max: n, Filter: filter()}
	for _, f := range change {
		f(c)
	}
	return c
}

func inQuarantine(c *store.Claim) { c.Quarantine = true }

// claims claims up to n runs.
func (k *kit) claims(w store.WorkerID, n int, change ...func(*store.Claim)) []store.Claimed {
	k.t.Helper()
	return k.do(k.newClaim(w, n, change...)).Claims
}

// claim claims the only run that is ready.
func (k *kit) claim(w store.WorkerID, change ...func(*store.Claim)) *held {
	k.t.Helper()
	cs := k.claims(w, 10, change...)
	if len(cs) != 1 {
		k.t.Fatalf("a claim takes %d runs, want 1", len(cs))
	}
	return k.holding(w, cs[0])
}

// noClaim checks that nothing is ready.
func (k *kit) noClaim(w store.WorkerID, change ...func(*store.Claim)) {
	k.t.Helper()
	if cs := k.claims(w, 10, change...); len(cs) != 0 {
		k.t.Fatalf("a claim takes %d runs, want none", len(cs))
	}
}

// begin starts a run and has w claim it.
func (k *kit) begin(w store.WorkerID, workflowID string, change ...func(*store.Start)) *held {
	k.t.Helper()
	s := k.newStart(workflowID, change...)
	s.Owner, s.Claim = w, k.id()
	out := k.do(s)
	if len(out.Claims) != 1 {
		k.t.Fatalf("a Start with an Owner has %d claims, want 1", len(out.Claims))
	}
	return k.holding(w, out.Claims[0])
}

// next returns a commit of one event at the run's next seq. It does not advance h; only
// commit does.
func (h *held) next(change ...func(*store.Commit)) *store.Commit {
	c := &store.Commit{
		Run: h.run, Owner: h.owner, Epoch: h.epoch, Seq: h.seq, After: h.last, Token: h.k.id(), Level: 1, Build: theBuild,
		Rows: []store.Row{row(h.seq, 1)}, Seen: h.seen,
	}
	for _, f := range change {
		f(c)
	}
	return c
}

// commit sends the next commit, which must be done.
func (h *held) commit(change ...func(*store.Commit)) store.Outcome {
	h.k.t.Helper()
	c := h.next(change...)
	out := h.k.do(c)
	for _, r := range c.Rows {
		h.seq = r.Seq + int64(r.N)
	}
	h.last = c.Token
	h.saw(out.Entries)
	return out
}

func park(c *store.Commit)     { c.Then, c.Waiting = store.Park, "signal approve" }
func closing(c *store.Commit)  { c.Then, c.Status, c.Closing = store.Close, store.Completed, true }
func end(c *store.Commit)      { c.Then, c.Status = store.Close, store.Completed }
func progress(c *store.Commit) { c.Progress = true }

func take(orders ...int64) func(*store.Commit) {
	return func(c *store.Commit) { c.Take = append(c.Take, orders...) }
}

func startTimer(id int64, at time.Time) func(*store.Commit) {
	return func(c *store.Commit) { c.StartTimers = append(c.StartTimers, store.Timer{ID: id, FireAt: at}) }
}

// schedule adds an unlimited activity.
func schedule(id int64, change ...func(*store.Activity)) func(*store.Commit) {
	return func(c *store.Commit) {
		a := store.Activity{ID: id, Name: theActivity, Queue: theQueue, Data: []byte{byte(id), 0xfe}}
		for _, f := range change {
			f(&a)
		}
		c.Schedule = append(c.Schedule, a)
	}
}

// signal is a signal to a run.
func signal(run store.RunID, id string, change ...func(*store.Deliver)) *store.Deliver {
	d := &store.Deliver{
		Ref:   store.Ref{Run: run},
		Entry: store.Entry{ID: id, Kind: store.EntrySignal, Data: []byte("signal " + id)},
	}
	for _, f := range change {
		f(d)
	}
	return d
}

func cancel(d *store.Deliver) { d.Entry.Kind = store.EntryCancel }

func from(w store.WorkerID) func(*store.Deliver) {
	return func(d *store.Deliver) { d.From = w }
}

// deliver sends a signal that must be accepted and returns its entry.
func (k *kit) deliver(run store.RunID, id string, change ...func(*store.Deliver)) store.Entry {
	k.t.Helper()
	out := k.do(signal(run, id, change...))
	if len(out.Entries) != 1 || out.Run != run {
		k.t.Fatalf("a Deliver is answered with %d entries of run %v, want 1 of %v", len(out.Entries), out.Run, run)
	}
	return out.Entries[0]
}

func (k *kit) run(id store.RunID) store.Run {
	k.t.Helper()
	r, err := k.st.Run(k.ctx, store.Ref{Run: id})
	k.ok(err)
	return r
}

func (k *kit) pending(id store.RunID) store.Pending {
	k.t.Helper()
	p, err := k.st.Pending(k.ctx, id)
	k.ok(err)
	return p
}

func (k *kit) owned(w store.WorkerID) store.Owned {
	k.t.Helper()
	o, err := k.st.Owned(k.ctx, w)
	k.ok(err)
	return o
}

func (k *kit) rows(id store.RunID) []store.Row {
	k.t.Helper()
	var all []store.Row
	from := int64(1)
	for {
		rows, err := k.st.History(k.ctx, store.HistoryQuery{Run: id, From: from})
		k.ok(err)
		if len(rows) == 0 {
			return all
		}
		all = append(all, rows...)
		last := rows[len(rows)-1]
		from = last.Seq + int64(last.N)
	}
}

// tick sends w's Tick without renewing the lease.
func (k *kit) tick(w store.WorkerID, change ...func(*store.Tick)) store.Ticked {
	k.t.Helper()
	q := store.Tick{Worker: w, Filter: filter(), Sweep: true}
	for _, f := range change {
		f(&q)
	}
	t, err := k.st.Tick(k.ctx, q)
	k.ok(err)
	return t
}

func (k *kit) renew(w store.WorkerID) store.Ticked {
	k.t.Helper()
	return k.tick(w, func(q *store.Tick) { q.Renew = theTTL })
}

// kill condemns w and recovers its work, as other workers do once its lease has expired.
func (k *kit) kill(w store.WorkerID) {
	k.t.Helper()
	k.condemn(w)
	k.recoverAll(w)
}

func (k *kit) condemn(w store.WorkerID) {
	k.t.Helper()
	k.do(&store.Condemn{Worker: w, LeaseUntil: k.tick(w).LeaseUntil})
}

// recoverAll recovers until nothing is left and returns how much there was.
func (k *kit) recoverAll(w store.WorkerID) int {
	k.t.Helper()
	total := 0
	for {
		n := k.do(&store.Recover{Dead: w, Limit: 500}).Count
		if n == 0 {
			return total
		}
		total += n
	}
}

const ms = time.Millisecond

// same checks that nothing visible has changed since before was dumped.
func (k *kit) same(before string) {
	k.t.Helper()
	if d := diff(before, k.dump()); d != "" {
		k.t.Fatalf("something changed that must not:\n%s", d)
	}
}
