package recovery_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/recovery"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
)

const ttl = 10 * time.Second

var filter = store.Filter{
	Namespace: "default", Queues: []string{"default"}, Workflows: []string{"order"},
	Activities: []string{"charge"}, Level: 1, Build: "b1",
}

// cluster is several workers on one real store.
type cluster struct {
	t     *testing.T
	clock *faketime.Clock
	store store.Store
	ids   uint64
}

func newCluster(t *testing.T) *cluster {
	clock := faketime.New(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	st := memory.New(memory.Options{Clock: clock})
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return &cluster{t: t, clock: clock, store: st}
}

func (c *cluster) id() (id uuid.UUID) {
	c.ids++
	id[0] = 1
	binary.BigEndian.PutUint64(id[4:], c.ids)
	return id // as a claim it raises an epoch by one
}

// node is one worker. A node that nobody drives any more is dead.
type node struct {
	*cluster
	id        store.WorkerID
	keeper    *recovery.Keeper
	poller    *recovery.Poller
	recovered int
}

func (c *cluster) join() *node {
	c.t.Helper()
	w := store.Worker{ID: c.id(), TTL: ttl, Build: "b1", Level: 1}
	if err := c.store.Join(context.Background(), w); err != nil {
		c.t.Fatal(err)
	}
	return &node{
		cluster: c, id: w.ID,
		keeper: recovery.NewKeeper(recovery.KeeperConfig{
			Store: c.store, Worker: w, Clock: c.clock,
			Filter: func() store.Filter { return filter },
		}),
		poller: recovery.NewPoller(recovery.PollerConfig{Store: c.store, Worker: w.ID, TTL: ttl, Clock: c.clock}),
	}
}

func (n *node) once() {
	n.t.Helper()
	ticked, err := n.keeper.Once(context.Background())
	if err != nil {
		n.t.Fatal(err)
	}
	r, err := n.poller.Act(context.Background(), n.poller.Look(ticked, n.keeper.Took()))
	if err != nil {
		n.t.Fatal(err)
	}
	n.recovered += r.Rows
	if r.Swept > 0 {
		n.t.Errorf("%d runs had lost their dispatch row", r.Swept)
	}
}

func (c *cluster) run(d time.Duration, nodes ...*node) {
	c.t.Helper()
	for end := c.clock.Now().Add(d); c.clock.Now().Before(end); c.clock.Advance(time.Second) {
		for _, n := range nodes {
			n.once()
		}
	}
}

func (c *cluster) apply(op store.Op) store.Outcome {
	c.t.Helper()
	out, err := c.store.Apply(context.Background(), []store.Op{op})
	if err != nil {
		c.t.Fatal(err)
	}
	return out[0]
}

// start makes n runs that are ready.
func (c *cluster) start(n int) (ids []store.RunID) {
	c.t.Helper()
	for i := range n {
		id := c.id()
		out := c.apply(&store.Start{
			Run: id, Chain: id, Namespace: "default", Queue: "default", Workflow: "order", Level: 1,
			WorkflowID: fmt.Sprint("order-", i), Row: store.Row{Seq: 1, N: 1, Token: c.id(), Data: []byte{1}},
		})
		if out.Code != store.Done {
			c.t.Fatalf("start: %+v", out)
		}
		ids = append(ids, id)
	}
	return ids
}

func (n *node) claim(limit int, quarantine bool) []store.Claimed {
	n.t.Helper()
	return n.apply(&store.Claim{Worker: n.id, ID: n.cluster.id(), Max: limit, Filter: filter, Quarantine: quarantine}).Claims
}

func (c *cluster) get(id store.RunID) store.Run {
	c.t.Helper()
	r, err := c.store.Run(context.Background(), store.Ref{Run: id})
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// commit appends one event; the outcome says whether the run is still the caller's.
func (n *node) commit(r store.Run, ops ...func(*store.Commit)) store.Outcome {
	n.t.Helper()
	c := &store.Commit{
		Run: r.ID, Owner: n.id, Epoch: r.Epoch, Seq: r.NextSeq, After: r.LastCommit, Token: n.cluster.id(), Level: 1, Build: "b1",
		Rows: []store.Row{{Seq: r.NextSeq, N: 1, Data: []byte{2}}},
	}
	for _, f := range ops {
		f(c)
	}
	c.Rows[0].Token = c.Token
	return n.apply(c)
}

// The process is killed. Its runs are taken over by somebody, once, within a tick of
// the end of its lease, and whatever it still does is fenced.
func TestTheRunsOfADeadWorkerGoToAnotherOnce(t *testing.T) {
	c := newCluster(t)
	runs := c.start(20)
	dead := c.join()
	others := []*node{c.join(), c.join(), c.join()}
	claimed := dead.claim(100, false)
	if len(claimed) != 20 {
		t.Fatalf("claimed %d runs", len(claimed))
	}
	c.run(20*time.Second, append(others, dead)...)
	killed := c.clock.Now()
	if c.get(runs[0]).Owner != dead.id {
		t.Fatal("a living worker lost its runs")
	}

	for c.get(runs[0]).Owner == dead.id {
		c.run(time.Second, others...)
		if took := c.clock.Now().Sub(killed); took > ttl+2*time.Second {
			t.Fatalf("not taken over %v after the kill", took)
		}
	}
	c.run(5*time.Second, others...)
	total := 0
	for _, o := range others {
		total += o.recovered
	}
	if total != 20 {
		t.Errorf("three pollers released %d rows, want each of 20 once", total)
	}
	for _, before := range claimed {
		if after := c.get(before.Run.ID); after.Epoch != before.Run.Epoch+1 || after.Deaths != 1 {
			t.Errorf("epoch %d became %d, deaths %d", before.Run.Epoch, after.Epoch, after.Deaths)
		}
		if out := dead.commit(before.Run); out.Code != store.Fenced {
			t.Errorf("the dead worker's commit: %+v", out)
		}
	}
	// It wakes up, is told, and does no harm by asking.
	dead.once()
	if !dead.keeper.Lost() || dead.keeper.Valid() || dead.recovered != 0 {
		t.Errorf("lost %t, valid %t, recovered %d", dead.keeper.Lost(), dead.keeper.Valid(), dead.recovered)
	}
}

// Owned activity rows of a dead worker are claimable again, with the attempt counted.
func TestTheActivitiesOfADeadWorkerAreClaimedAgain(t *testing.T) {
	c := newCluster(t)
	c.start(1)
	owner, dead := c.join(), c.join()
	run := owner.claim(1, false)[0].Run
	out := owner.commit(run, func(o *store.Commit) {
		o.Schedule = []store.Activity{{ID: 2, Name: "charge", Queue: "default", Limited: true}}
	})
	if out.Code != store.Done {
		t.Fatalf("commit: %+v", out)
	}
	take := func(n *node) []store.Task {
		return n.apply(&store.ClaimActivities{Worker: n.id, ID: c.id(), Max: 10, Filter: filter}).Tasks
	}
	if tasks := take(dead); len(tasks) != 1 {
		t.Fatalf("claimed %+v", tasks)
	}
	c.run(5*time.Second, owner, dead)
	c.run(ttl+time.Second, owner)
	tasks := take(owner)
	if len(tasks) != 1 || tasks[0].Attempt < 1 {
		t.Fatalf("claimed again: %+v", tasks)
	}
	end := c.apply(&store.EndActivity{
		Run: run.ID, Activity: 2, Worker: dead.id, Attempt: 1,
		Entry: store.Entry{ID: "x", Kind: store.EntryActivity, Ref: 2, Data: []byte{3}},
	})
	if end.Code != store.Fenced {
		t.Errorf("the result of the dead worker: %+v", end)
	}
	if c.get(run.ID).Owner != owner.id {
		t.Error("the run left a living owner")
	}
}

// Owners without a row: nothing walks over them unless somebody looks for owners, not
// for workers.
func TestRunsOfAnUnknownOwnerAreRecovered(t *testing.T) {
	c := newCluster(t)
	id, ghost := c.id(), c.id()
	out := c.apply(&store.Start{
		Run: id, Chain: id, Namespace: "default", Queue: "default", Workflow: "order", Level: 1,
		WorkflowID: "order-1", Row: store.Row{Seq: 1, N: 1, Token: c.id(), Data: []byte{1}},
		Owner: ghost, Claim: c.id(),
	})
	if out.Code != store.Done {
		t.Fatalf("start: %+v", out)
	}
	nodes := []*node{c.join(), c.join(), c.join()}
	c.run(3*time.Second, nodes...)
	if got := nodes[0].recovered + nodes[1].recovered + nodes[2].recovered; got != 1 {
		t.Errorf("released %d times", got)
	}
	if r := c.get(id); r.Owner == ghost || r.Epoch != 2 {
		t.Errorf("owner %v, epoch %d", r.Owner, r.Epoch)
	}
	if len(nodes[0].claim(10, false)) != 1 {
		t.Error("nobody can claim it")
	}
}

// Somebody presses kill -9 again and again. None of the runs that were just there is
// guilty, and none is parked.
func TestARestartLoopConvictsNobody(t *testing.T) {
	c := newCluster(t)
	runs := c.start(20)
	for range 20 {
		n := c.join()
		n.once() // recovers what the one before left
		n.claim(100, false)
		n.claim(1, true)
		c.clock.Advance(time.Second)
		judge := c.join() // lives on just long enough to find the other one dead
		c.run(ttl+2*time.Second, judge)
		if err := c.store.Leave(context.Background(), judge.id); err != nil {
			t.Fatal(err)
		}
	}
	quarantined := 0
	for _, id := range runs {
		r := c.get(id)
		if r.Blocked != nil {
			t.Errorf("%s is parked after kills from outside: %+v", r.WorkflowID, r.Blocked)
		}
		if r.Deaths >= store.QuarantineAfter {
			quarantined++
		}
	}
	if quarantined == 0 {
		t.Error("no run was quarantined: the test kills nobody")
	}
	// All are finished in quarantine, one at a time.
	n := c.join()
	for range runs {
		claims := append(n.claim(100, false), n.claim(1, true)...)
		for _, claim := range claims {
			out := n.commit(claim.Run, func(o *store.Commit) {
				o.Then, o.Status, o.Progress = store.Close, store.Completed, true
			})
			if out.Code != store.Done {
				t.Fatalf("close: %+v", out)
			}
		}
	}
	for _, id := range runs {
		if r := c.get(id); r.Status != store.Completed {
			t.Errorf("%s: %+v", r.WorkflowID, r)
		}
	}
}

// The answer to a claim is lost. The lease is healthy, so recovery never looks here.
func TestAClaimThatNobodyHeardOfIsGivenBack(t *testing.T) {
	c := newCluster(t)
	runs := c.start(3)
	n := c.join()
	n.claim(3, false) // the answer never arrives
	var unheld store.Owned
	for range 3 {
		c.run(5*time.Second, n)
		held := store.Owned{}
		owned, err := c.store.Owned(t.Context(), n.id)
		if err != nil {
			t.Fatal(err)
		}
		s := recovery.Reconcile(n.id, owned, held, unheld)
		unheld = s.Unheld
		for _, op := range s.Release {
			if out := c.apply(op); out.Code != store.Done {
				t.Errorf("release: %+v", out)
			}
		}
	}
	for _, id := range runs {
		if r := c.get(id); r.Owner != (store.WorkerID{}) || r.Epoch != 2 {
			t.Errorf("owner %v, epoch %d", r.Owner, r.Epoch)
		}
	}
	if got := len(n.claim(10, false)); got != 3 {
		t.Errorf("%d can be claimed again", got)
	}
}

// Releasing is a compare-and-set: what was taken over in between is left alone.
func TestGivingBackDoesNotTouchANewOwner(t *testing.T) {
	c := newCluster(t)
	runs := c.start(1)
	old := c.join()
	claim := old.claim(1, false)[0]
	s := recovery.Reconcile(old.id, ownedOf(claim), store.Owned{}, ownedOf(claim))
	if len(s.Release) != 1 {
		t.Fatalf("%+v", s)
	}
	c.apply(&store.Release{Run: runs[0], Worker: old.id, Epoch: claim.Run.Epoch})
	next := c.join()
	if len(next.claim(1, false)) != 1 {
		t.Fatal("not claimable")
	}
	if out := c.apply(s.Release[0]); out.Code != store.Fenced {
		t.Errorf("late release: %+v", out)
	}
	if r := c.get(runs[0]); r.Owner != next.id {
		t.Error("the new owner lost it")
	}
}

func ownedOf(claim store.Claimed) store.Owned {
	return store.Owned{Runs: map[store.RunID]int64{claim.Run.ID: claim.Run.Epoch}}
}
