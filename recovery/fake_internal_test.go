package recovery

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
)

// epoch0 is when every test begins.
var epoch0 = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func worker(n int) store.WorkerID {
	var id store.WorkerID
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	id[0] = 0xa0
	return id
}

// server is a store that knows only workers and how many rows each owns. Its clock
// is its own; the process's clock moves with it unless a test says otherwise.
type server struct {
	store.Store
	clock   *faketime.Clock
	skew    time.Duration // of the server's clock
	start   time.Time
	err     error // of every call while set
	workers map[store.WorkerID]*serverWorker
	rows    map[store.WorkerID]int
	lost    int // runs without a dispatch row

	reconnected bool                 // who ticks has had to connect again
	slow        func() time.Duration // how long each tick takes, half of it before it is carried out
	ticks       []store.Tick
	applied     []store.Op
	deadline    bool // the last tick came with one
	applyErr    func(store.Op) error
}

type serverWorker struct {
	lease     time.Time
	dead      bool
	lockFree  bool
	rowLocked bool // by somebody's transaction
}

// lockAgain is what a worker that lives does about a lock that it has lost: it takes it
// again and moves its lease by the least there is, which renews nothing.
func (w *serverWorker) lockAgain() {
	if w.lockFree {
		w.lockFree = false
		w.lease = w.lease.Add(time.Microsecond)
	}
}

func newServer() *server {
	return &server{
		clock:   faketime.New(epoch0),
		start:   epoch0.Add(-time.Hour),
		workers: map[store.WorkerID]*serverWorker{},
		rows:    map[store.WorkerID]int{},
	}
}

func (s *server) now() time.Time { return s.clock.Now().Add(s.skew) }

func (s *server) join(id store.WorkerID, ttl time.Duration) *serverWorker {
	w := &serverWorker{lease: s.now().Add(ttl)}
	s.workers[id] = w
	return w
}

func (s *server) Tick(ctx context.Context, q store.Tick) (store.Ticked, error) {
	s.ticks = append(s.ticks, q)
	_, s.deadline = ctx.Deadline()
	if s.err != nil {
		return store.Ticked{}, s.err
	}
	if s.slow != nil {
		took := s.slow()
		s.clock.Advance(took / 2)
		defer func() { s.clock.Advance(took - took/2) }()
	}
	t := store.Ticked{Now: s.now(), ServerStart: s.start, Reconnected: s.reconnected}
	if me, ok := s.workers[q.Worker]; ok && !me.dead {
		t.Alive = true
		switch {
		case q.Renew > 0 && me.rowLocked:
			t.RowLocked = "session 7"
		case q.Renew > 0:
			me.lease = t.Now.Add(q.Renew)
		}
		me.lockAgain()
		t.LeaseUntil = me.lease
	}
	for id, w := range s.workers {
		if !w.dead && id != q.Worker && (!w.lease.After(t.Now) || w.lockFree) {
			t.Expired = append(t.Expired, store.Expired{ID: id, LeaseUntil: w.lease, LockFree: w.lockFree, RowLocked: w.rowLocked})
		}
	}
	for id := range s.rows {
		if w, ok := s.workers[id]; !ok || w.dead {
			t.Orphans = append(t.Orphans, id)
		}
	}
	slices.SortFunc(t.Expired, func(a, b store.Expired) int { return bytes.Compare(a.ID[:], b.ID[:]) })
	slices.SortFunc(t.Orphans, func(a, b store.WorkerID) int { return bytes.Compare(a[:], b[:]) })
	return t, nil
}

func (s *server) Apply(_ context.Context, ops []store.Op) ([]store.Outcome, error) {
	if s.err != nil {
		return nil, s.err
	}
	var out []store.Outcome
	for _, op := range ops {
		if s.applyErr != nil {
			if err := s.applyErr(op); err != nil {
				return nil, err
			}
		}
		s.applied = append(s.applied, op)
		switch op := op.(type) {
		case *store.Condemn:
			w, ok := s.workers[op.Worker]
			switch {
			case ok && w.rowLocked:
				out = append(out, store.Outcome{Code: store.Locked})
				continue
			case !ok || !w.lease.Equal(op.LeaseUntil):
				out = append(out, store.Outcome{Code: store.Fenced})
				continue
			}
			w.dead = true
			out = append(out, store.Outcome{})
		case *store.Recover:
			if w, ok := s.workers[op.Dead]; ok && !w.dead {
				out = append(out, store.Outcome{})
				continue
			}
			n := min(op.Limit, s.rows[op.Dead])
			s.rows[op.Dead] -= n
			if s.rows[op.Dead] == 0 {
				delete(s.rows, op.Dead)
			}
			if n == 0 {
				delete(s.workers, op.Dead)
			}
			out = append(out, store.Outcome{Count: n})
		case *store.Sweep:
			out = append(out, store.Outcome{Count: s.lost})
			s.lost = 0
		default:
			return nil, fmt.Errorf("unexpected op %T", op)
		}
	}
	return out, nil
}

func (s *server) condemned() (ids []store.WorkerID) {
	for _, op := range s.applied {
		if c, ok := op.(*store.Condemn); ok {
			ids = append(ids, c.Worker)
		}
	}
	return ids
}

func (s *server) renewals() (n int) {
	for _, q := range s.ticks {
		if q.Renew > 0 {
			n++
		}
	}
	return n
}

// member is one worker process with its keeper and its poller, driven by hand.
type member struct {
	t      *testing.T
	keeper *Keeper
	poller *Poller
	all    Recovered // what it did so far
}

func newMember(t *testing.T, s *server, n int, ttl time.Duration) *member {
	t.Helper()
	s.join(worker(n), ttl)
	return &member{
		t: t,
		keeper: NewKeeper(KeeperConfig{
			Store: s, Clock: s.clock, Worker: store.Worker{ID: worker(n), TTL: ttl},
		}),
		poller: NewPoller(PollerConfig{Store: s, Clock: s.clock, Worker: worker(n), TTL: ttl}),
	}
}

// once is the body of the loop in the package's doc.
func (m *member) once() error {
	ticked, err := m.keeper.Once(context.Background())
	if err != nil {
		return err
	}
	r, err := m.poller.Act(context.Background(), m.poller.Look(ticked, m.keeper.Took()))
	m.all.Condemned = append(m.all.Condemned, r.Condemned...)
	m.all.Rows += r.Rows
	m.all.Owners = append(m.all.Owners, r.Owners...)
	m.all.Swept += r.Swept
	return err
}

func (m *member) mustOnce() {
	m.t.Helper()
	if err := m.once(); err != nil {
		m.t.Fatal(err)
	}
}

// run drives members side by side for d, a tick a second.
func run(s *server, d time.Duration, members ...*member) {
	for end := s.clock.Now().Add(d); s.clock.Now().Before(end); s.clock.Advance(time.Second) {
		for _, m := range members {
			m.mustOnce()
		}
	}
}

// logged collects what a keeper says.
func logged() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, nil)), &b
}
