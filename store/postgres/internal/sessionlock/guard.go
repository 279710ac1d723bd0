package sessionlock

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Guard holds the locks of a process's workers, all on one connection. When that ends, it
// retakes them on another one, before anybody looks for the second time.
type Guard struct {
	cfg  Config
	ctx  context.Context
	end  context.CancelFunc
	over chan struct{} // closed when the goroutine has ended
	back chan struct{} // capacity 1: the connection was returned, or there is a lock to hold

	mu struct {
		sync.Mutex
		begun    bool
		off      bool               // there are no locks here, permanently
		keys     map[Worker]int64   // of the locks to hold
		on       *pgx.Conn          // the connection that holds them
		held     map[Worker]bool    // the locks that it does hold
		borrowed int                // how many callers want the connection
		wake     context.CancelFunc // interrupts the wait
	}
}

const (
	// What remains of the lost connection may still hold its locks.
	retakeAfter = 100 * time.Millisecond
	// The pause between two tries while the server is away. After a crash of one of its processes
	// the server ends all sessions, and is soon back with the same start time. The worker that
	// returns first looks for the locks of the others, and looks again a second later.
	retakeWithin = 200 * time.Millisecond
)

// New returns a Guard that holds nothing yet. The caller must close it.
func New(cfg Config) *Guard {
	g := &Guard{cfg: cfg, over: make(chan struct{}), back: make(chan struct{}, 1)}
	g.ctx, g.end = context.WithCancel(context.Background())
	g.mu.keys, g.mu.wake = make(map[Worker]int64), func() {}
	return g
}

// Close ends the Guard's goroutine. The locks end with the pool's connection.
func (g *Guard) Close() {
	g.end()
	g.mu.Lock()
	begun := g.mu.begun
	g.mu.Unlock()
	if begun {
		<-g.over
	}
}

// Borrow makes the Guard's goroutine leave the connection to the caller, until giveBack is
// called, once. Several callers may borrow at the same time; the pool decides who gets the
// connection.
func (g *Guard) Borrow() (giveBack func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.borrowed++
	g.mu.wake()
	return func() {
		g.mu.Lock()
		g.mu.borrowed--
		g.mu.Unlock()
		g.poke()
	}
}

func (g *Guard) poke() {
	select {
	case g.back <- struct{}{}:
	default:
	}
}

// add records that conn holds the lock of a worker, to be held from now on.
func (g *Guard) add(worker Worker, key int64, conn *pgx.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.keys[worker] = key
	g.seeLocked(conn)
	g.mu.held[worker] = true
	if !g.mu.begun {
		g.mu.begun = true
		go g.watch()
	}
}

// Drop gives up the lock of a worker, if it has one.
func (g *Guard) Drop(ctx context.Context, worker Worker) {
	g.mu.Lock()
	key, there := g.mu.keys[worker]
	delete(g.mu.keys, worker)
	g.mu.Unlock()
	if !there {
		return
	}
	defer g.Borrow()()
	conn, err := g.cfg.Caller.Acquire(ctx, g.cfg.Pool)
	if err != nil {
		return // a lock that nobody looks for does no harm
	}
	defer conn.Release()
	g.mu.Lock()
	here := g.mu.on == conn.Conn() && g.mu.held[worker]
	delete(g.mu.held, worker)
	g.mu.Unlock()
	if here {
		unlock(ctx, conn, key)
	}
}

// seeLocked notes the current connection.
func (g *Guard) seeLocked(conn *pgx.Conn) {
	if g.mu.on != conn {
		g.mu.on, g.mu.held = conn, make(map[Worker]bool)
	}
}

// watch holds the locks until the guard is closed.
func (g *Guard) watch() {
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

func (g *Guard) rest(d time.Duration) {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
	case <-g.ctx.Done():
	}
}

// turn reports whether the goroutine may use the connection. The context ends when a caller
// wants it.
func (g *Guard) turn() (ctx context.Context, stop context.CancelFunc, free bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.mu.borrowed > 0 || len(g.mu.keys) == 0 || g.mu.off {
		return nil, nil, false
	}
	ctx, stop = context.WithCancel(g.ctx)
	g.mu.wake = stop
	return ctx, stop, true
}

// hold takes the missing locks, and waits until the connection or ctx ends. An error says that
// there is no connection.
func (g *Guard) hold(ctx context.Context) error {
	conn, err := g.cfg.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	all, err := g.lock(conn)
	if err != nil {
		g.cfg.Log.Warn("postgres: cannot take the session locks again, will retry", "where", g.cfg.Where, "error", err)
		return err
	}
	if !all {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, retakeAfter)
		defer stop()
	}
	_ = conn.Conn().PgConn().WaitForNotification(ctx) // interrupted, or the connection has ended and the pool drops it
	if ctx.Err() == nil {
		g.rest(10 * time.Millisecond) // avoids a storm if each connection is cut at once
	}
	return nil
}

// lock takes the missing locks on conn, and reports whether it then has all of them.
func (g *Guard) lock(conn *pgxpool.Conn) (all bool, err error) {
	g.mu.Lock()
	fresh := g.mu.on != conn.Conn()
	g.seeLocked(conn.Conn())
	var workers []Worker
	var keys []int64
	for worker, key := range g.mu.keys {
		if !g.mu.held[worker] {
			workers, keys = append(workers, worker), append(keys, key)
		}
	}
	g.mu.Unlock()
	if len(workers) == 0 {
		return true, nil
	}
	ctx, stop := context.WithTimeout(g.ctx, g.cfg.Wait)
	defer stop()
	if fresh {
		seen, err := g.backends(ctx, conn)
		if err != nil {
			return false, err
		}
		if why := seen.moves(); why != "" {
			return true, g.giveUp(why)
		}
	}
	got, err := g.cfg.Caller.Retake(ctx, conn, workers, keys)
	if err != nil {
		_ = conn.Conn().Close(ctx) // nobody knows which locks it has: none, from now on
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, worker := range got {
		g.mu.held[worker] = true
	}
	return len(got) == len(workers), nil
}

// giveUp does without locks from now on, and writes into the rows that the workers have none,
// so that nobody misses them.
func (g *Guard) giveUp(why string) error {
	g.mu.Lock()
	var workers []Worker
	for worker := range g.mu.keys {
		workers = append(workers, worker)
	}
	g.mu.Unlock()
	if err := g.cfg.Caller.Forgo(g.ctx, workers); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mu.keys = make(map[Worker]int64)
	g.switchOffLocked(why)
	return nil
}

// switchOffLocked logs once that there are no locks.
func (g *Guard) switchOffLocked(why string) {
	if !g.mu.off {
		g.cfg.Log.Warn("postgres: no session locks here: a dead worker is detected only when its lease expires", "where", g.cfg.Where, "reason", why)
	}
	g.mu.off = true
}

// Take takes the lock of a worker and returns its key; 0: there are no locks here. A lock that
// is held is not taken again. An error is Acquire's, or a *ServerError.
func (g *Guard) Take(ctx context.Context, worker Worker) (key int64, err error) {
	g.mu.Lock()
	key, off := g.mu.keys[worker], g.mu.off
	g.mu.Unlock()
	if off || key != 0 {
		return key, nil
	}
	key = Key(worker)
	defer g.Borrow()()
	conn, err := g.cfg.Caller.Acquire(ctx, g.cfg.Pool)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	seen, err := g.probe(ctx, conn, key)
	if err != nil {
		return 0, &ServerError{err}
	}
	if why := seen.doubt(); why != "" {
		if seen.taken {
			unlock(ctx, conn, key)
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.switchOffLocked(why)
		return 0, nil
	}
	g.add(worker, key, conn.Conn())
	return key, nil
}

// Seen records whether a statement on conn saw the lock of a worker held there. If a lock is
// gone and its connection is not, something else that uses the connection has released it: then
// there are no locks from now on.
func (g *Guard) Seen(worker Worker, conn *pgx.Conn, held bool) {
	if !g.lost(worker, conn, held) {
		return
	}
	if err := g.giveUp("the session is reset between two statements: check AfterRelease and similar hooks of the pool"); err != nil {
		g.cfg.Log.Warn("postgres: a session lock is gone, taking it again", "where", g.cfg.Where, "error", err)
	}
}

func (g *Guard) lost(worker Worker, conn *pgx.Conn, held bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if held || g.mu.on != conn || !g.mu.held[worker] {
		return false
	}
	g.mu.held[worker] = false
	return true
}
