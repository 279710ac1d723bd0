package postgres

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/internal/pgtest"
	"github.com/reprise-run/reprise/store"
)

// meter is a connection that counts the bytes from the server.
type meter struct {
	net.Conn
	n *atomic.Int64
}

func (c meter) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// crowd is a store with a run that the worker owns. The entries in the run's inbox are each
// one byte short of half a page.
type crowd struct {
	*fork
	st      *Store
	read    atomic.Int64 // bytes from the server
	run     store.RunID
	claim   store.Token
	entries int
}

const (
	half    = store.InboxPage/2 + 1
	crowded = 40
)

func newCrowd(t *testing.T) *crowd {
	t.Helper()
	ctx := context.Background()
	c := &crowd{fork: &fork{t: t, worker: uuid.New()}, claim: uuid.New()}
	cfg, err := pgxpool.ParseConfig(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	dial := cfg.ConnConfig.DialFunc
	cfg.ConnConfig.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		return meter{conn, &c.read}, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if err := Migrate(ctx, pool, Options{Logger: quiet()}); err != nil {
		t.Fatal(err)
	}
	if c.st, err = New(pool, Options{Logger: quiet(), NoSessionLock: true}); err != nil {
		t.Fatal(err)
	}
	c.straight = c.st
	t.Cleanup(func() {
		if err := c.st.Close(); err != nil {
			t.Error(err)
		}
	})
	s := newStart("order-1")
	s.Owner, s.Claim = c.worker, c.claim
	c.do(s)
	c.run = s.Run
	for range crowded {
		c.signal()
	}
	return c
}

func (c *crowd) signal() {
	c.entries++
	o := signalTo(store.Ref{Run: c.run}, fmt.Sprint(c.entries))
	o.Entry.Data = make([]byte, half)
	c.do(o)
}

// next returns a commit that follows the run's state.
func (c *crowd) next(change func(*store.Commit)) *store.Commit {
	c.t.Helper()
	r, err := c.st.Run(context.Background(), store.Ref{Run: c.run})
	if err != nil {
		c.t.Fatal(err)
	}
	o := c.stepAfter(c.run, r.LastCommit)
	o.Epoch, o.Seq, o.Rows[0].Seq = r.Epoch, r.NextSeq, r.NextSeq
	change(o)
	return o
}

// apply applies ops and returns how many bytes came from the server.
func (c *crowd) apply(ops ...store.Op) ([]store.Outcome, int64) {
	c.t.Helper()
	before := c.read.Load()
	outs, err := c.st.Apply(context.Background(), ops)
	if err != nil {
		c.t.Fatal(err)
	}
	return outs, c.read.Load() - before
}

// However large a run's inbox is, an op reads no more of its payloads than it answers with.
func TestAnOpReadsOfALargeInboxWhatItAnswersWith(t *testing.T) {
	c := newCrowd(t)
	want := func(what string, got []store.Entry, read int64, pages int, first int64) {
		t.Helper()
		if len(got) != 2*pages || pages > 0 && got[0].Order != first {
			t.Errorf("%s answers with %d entries, want %d from %d on", what, len(got), 2*pages, first)
		}
		if most := int64(pages)*(store.InboxPage+half) + 100<<10; read > most {
			t.Errorf("%s reads %d bytes, want %d at most", what, read, most)
		}
	}
	outs, read := c.apply(signalTo(store.Ref{Run: c.run}, "7"))
	if e := outs[0].Entries; len(e) != 1 || e[0].Order != 7 || read > 2*half {
		t.Errorf("a repeated signal is answered %d entries, and reads %d bytes", len(e), read)
	}
	outs, read = c.apply(c.next(func(o *store.Commit) { o.Take = []int64{1, 2} }))
	want("a commit that takes two", outs[0].Entries, read, 0, 0)
	outs, read = c.apply(&store.Fetch{Run: c.run, Worker: c.worker, Epoch: 1, After: 4})
	want("a Fetch", outs[0].Entries, read, 1, 5)
	outs, read = c.apply(c.next(func(o *store.Commit) {
		o.Take, o.Seen, o.Then, o.Waiting = []int64{3}, 10, store.Park, "more"
	}))
	if !outs[0].Owned {
		t.Error("a run that has unseen entries was parked")
	}
	want("a commit that may not park", outs[0].Entries, read, 1, 11)
	outs, read = c.apply(c.next(func(o *store.Commit) { o.Seen, o.Then, o.Status = 20, store.Close, store.Completed }))
	if outs[0].Code != store.Refused {
		t.Errorf("a close over unseen signals is answered %v", outs[0].Code)
	}
	want("a close over unseen signals", outs[0].Entries, read, 1, 21)
	c.do(c.next(func(o *store.Commit) { o.Seen, o.Then, o.Waiting = crowded, store.Park, "more" }))
	outs, read = c.apply(&store.Claim{Worker: c.worker, ID: uuid.New(), Max: 10, Filter: filter()})
	want("a claim", outs[0].Claims[0].Entries, read, 1, 4)
	outs, read = c.apply(&store.Terminate{Ref: store.Ref{Run: c.run}, Token: uuid.New(), N: 1})
	want("a Terminate", outs[0].Entries, read, 0, 0)
	r, err := c.st.Run(context.Background(), store.Ref{Run: c.run})
	if err != nil || r.Undelivered != crowded-3 {
		t.Errorf("%d signals are counted as undelivered, %v; want %d", r.Undelivered, err, crowded-3)
	}
}

// A page begins where the ops before it in the batch have left the inbox, and is as long as
// a page that is read alone.
func TestAPageBehindACommitThatTakesItsBeginningIsWhole(t *testing.T) {
	c := newCrowd(t)
	fetch := &store.Fetch{Run: c.run, Worker: c.worker, Epoch: 1}
	other := newStart("order-2")
	outs, _ := c.apply(other, c.next(func(o *store.Commit) { o.Take = []int64{1, 2, 3, 5} }), fetch)
	if e := outs[2].Entries; len(e) != 2 || e[0].Order != 4 || e[1].Order != 6 || len(e[1].Data) != half {
		t.Errorf("a Fetch answers with %d entries, want the fourth and the sixth", len(e))
	}
	if outs[2].Gen != crowded || outs[0].Run != other.Run {
		t.Errorf("the batch is answered %+v", outs)
	}
	if err := c.length(c.run, 2); err != nil {
		t.Error(err)
	}
}
