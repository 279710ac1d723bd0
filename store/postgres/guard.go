package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// guard is the keeper's connection as the place of session locks: each worker of this
// store holds one on it, by which others see that its process lives. Whoever ticks
// borrows the connection. In between a goroutine waits on it: so the end of the
// connection is noticed at once, and the locks are taken again on another one before
// anybody looks for the second time (see store.Expired).
type guard struct {
	s    *Store
	pool *pgxpool.Pool
	ctx  context.Context
	end  context.CancelFunc
	over chan struct{} // closed: the goroutine has ended
	back chan struct{} // capacity 1: the connection was given back, or there is a lock to hold

	mu       sync.Mutex
	begun    bool
	off      bool                     // there are no locks here, for good
	keys     map[store.WorkerID]int64 // of the locks that are to be held
	on       *pgx.Conn                // the connection that holds them
	held     map[store.WorkerID]bool  // those that it does hold
	borrowed int                      // how many want the connection
	letGo    context.CancelFunc       // breaks off the waiting
}

const (
	// A lock that a connection lost may still be held by what is left of that connection.
	retakeAfter = 100 * time.Millisecond
	// The rest between two tries while the server is away. When one of its processes
	// crashes it ends all sessions, and is back soon with the start time it had: whoever
	// comes back first looks for the locks of the others, and looks again a second later.
	retakeWithin = 200 * time.Millisecond
)

func newGuard(s *Store, pool *pgxpool.Pool) *guard {
	g := &guard{s: s, pool: pool, over: make(chan struct{}), back: make(chan struct{}, 1), keys: make(map[store.WorkerID]int64), letGo: func() {}}
	g.ctx, g.end = context.WithCancel(context.Background())
	return g
}

func (g *guard) close() {
	g.end()
	g.mu.Lock()
	begun := g.begun
	g.mu.Unlock()
	if begun {
		<-g.over
	}
}

// borrow has the goroutine let go of the connection until giveBack is called.
func (g *guard) borrow() (giveBack func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.borrowed++
	g.letGo()
	return func() {
		g.mu.Lock()
		g.borrowed--
		g.mu.Unlock()
		g.poke()
	}
}

func (g *guard) poke() {
	select {
	case g.back <- struct{}{}:
	default:
	}
}

// add says that conn holds the lock of a worker, which is to be held from now on.
func (g *guard) add(worker store.WorkerID, key int64, conn *pgx.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keys[worker] = key
	g.see(conn)
	g.held[worker] = true
	if !g.begun {
		g.begun = true
		go g.watch()
	}
}

// remove gives up the lock of a worker.
func (g *guard) remove(ctx context.Context, worker store.WorkerID) {
	g.mu.Lock()
	key, there := g.keys[worker]
	delete(g.keys, worker)
	g.mu.Unlock()
	if !there {
		return
	}
	defer g.borrow()()
	conn, err := g.s.acquire(ctx, g.pool)
	if err != nil {
		return // a lock that nobody looks for any more hurts nobody
	}
	defer conn.Release()
	g.mu.Lock()
	here := g.on == conn.Conn() && g.held[worker]
	delete(g.held, worker)
	g.mu.Unlock()
	if here {
		unlock(ctx, conn, key)
	}
}

// see takes note of the connection there is. g.mu is held.
func (g *guard) see(conn *pgx.Conn) {
	if g.on != conn {
		g.on, g.held = conn, make(map[store.WorkerID]bool)
	}
}

// watch holds the locks until the guard is closed.
func (g *guard) watch() {
	defer close(g.over)
	wait := retakeAfter
	for g.ctx.Err() == nil {
		ctx, stop, free := g.turn()
		if !free {
			select {
			case <-g.back:
			case <-g.ctx.Done():
			}
			continue
		}
		err := g.hold(ctx)
		stop()
		if err == nil || ctx.Err() != nil {
			wait = retakeAfter
			continue
		}
		g.rest(wait)
		wait = min(2*wait, retakeWithin)
	}
}

func (g *guard) rest(d time.Duration) {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
	case <-g.ctx.Done():
	}
}

// turn says whether the goroutine may have the connection. The context ends when
// somebody else wants it.
func (g *guard) turn() (ctx context.Context, stop context.CancelFunc, free bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.borrowed > 0 || len(g.keys) == 0 || g.off {
		return nil, nil, false
	}
	ctx, stop = context.WithCancel(g.ctx)
	g.letGo = stop
	return ctx, stop, true
}

// hold takes what locks are missing, and waits until the connection ends or ctx does.
// An error says that there is no connection to be had.
func (g *guard) hold(ctx context.Context) error {
	conn, err := g.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	all, err := g.lock(conn)
	if err != nil {
		g.s.log.Warn("postgres: cannot take the session locks again, trying on", "where", g.s.where, "error", err)
		return err
	}
	if !all {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, retakeAfter)
		defer stop()
	}
	_ = conn.Conn().PgConn().WaitForNotification(ctx) // broken off, or the end of the connection, which the pool drops
	if ctx.Err() == nil {
		g.rest(10 * time.Millisecond) // no storm where each connection is cut at once
	}
	return nil
}

const (
	sqlBackend = "SELECT pg_backend_pid()"

	// Taking a lock moves the lease by the least there is: whoever saw the lock free sees
	// that since then somebody lived. It renews nothing: that the process makes progress
	// only its keeper knows.
	sqlTakeLocks = `WITH l AS MATERIALIZED (SELECT k.worker_id, pg_try_advisory_lock(k.key) AS got FROM unnest($1::uuid[], $2::bigint[]) AS k(worker_id, key)),
		moved AS (UPDATE ~worker w SET lease_until = w.lease_until + interval '1 microsecond', lock_server = pg_postmaster_start_time()
			FROM l WHERE l.got AND w.worker_id = l.worker_id AND NOT w.dead)
		SELECT l.worker_id FROM l WHERE l.got`
	sqlNoLocks = "UPDATE ~worker w SET session_lock = NULL WHERE w.worker_id = ANY($1::uuid[])"
)

// lock takes what locks are missing on conn, and says whether it has all of them then.
func (g *guard) lock(conn *pgxpool.Conn) (all bool, err error) {
	g.mu.Lock()
	fresh := g.on != conn.Conn()
	g.see(conn.Conn())
	var workers ids
	var keys ints
	for worker, key := range g.keys {
		if !g.held[worker] {
			workers, keys = append(workers, id(worker)), append(keys, key)
		}
	}
	g.mu.Unlock()
	if len(workers) == 0 {
		return true, nil
	}
	ctx, stop := context.WithTimeout(g.ctx, g.s.lockWait)
	defer stop()
	if fresh {
		seen, err := g.s.backends(ctx, conn)
		if err != nil {
			return false, err
		}
		if why := seen.moves(); why != "" {
			return true, g.giveUp(why)
		}
	}
	x := &tx{s: g.s, ctx: ctx, conn: conn, lockWait: g.s.leaseWait(), limit: tickLimit}
	var got []store.WorkerID
	rows(x.queue(sqlTakeLocks, workers, keys), func(rows pgx.Rows) error {
		var worker pgtype.UUID
		err := rows.Scan(&worker)
		got = append(got, uuidOf(worker))
		return err
	})
	if err := x.send(true); err != nil {
		_ = conn.Conn().Close(ctx) // which locks it has, nobody knows: none, from now on
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, worker := range got {
		g.held[worker] = true
	}
	return len(got) == len(workers), nil
}

// giveUp does without locks from now on: by their rows the workers never had one, so that
// nobody misses it.
func (g *guard) giveUp(why string) error {
	g.mu.Lock()
	var workers ids
	for worker := range g.keys {
		workers = append(workers, id(worker))
	}
	g.mu.Unlock()
	err := g.s.update(g.ctx, func(x *tx) error {
		x.write(sqlNoLocks, workers)
		return nil
	})
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keys = make(map[store.WorkerID]int64)
	g.switchOff(why)
	return nil
}

// switchOff says once that there are no locks. g.mu is held.
func (g *guard) switchOff(why string) {
	if !g.off {
		g.s.log.Warn("postgres: no session locks here: that a worker has died is seen only when its lease is over", "where", g.s.where, "why", why)
	}
	g.off = true
}

// seen takes in whether a tick of a worker on conn saw its lock there. One that is gone
// while its connection is not was taken away by whatever else uses the connection. Of a
// worker that has no row any more nothing is seen, and nothing is told.
func (k *keeper) seen(worker store.WorkerID, conn *pgx.Conn, locked bool) {
	k.mu.Lock()
	g := k.guard
	_, told := k.told[worker]
	k.mu.Unlock()
	if g == nil || !told || !g.lost(worker, conn, locked) {
		return
	}
	if err := g.giveUp("the session is reset between two statements: see AfterRelease and the like of the pool"); err != nil {
		g.s.log.Warn("postgres: a session lock is gone, taking it again", "where", g.s.where, "error", err)
	}
}

func (g *guard) lost(worker store.WorkerID, conn *pgx.Conn, locked bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if locked || g.on != conn || !g.held[worker] {
		return false
	}
	g.held[worker] = false
	return true
}
