package control

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/store"
)

// nemesis is one call of Run.
type nemesis struct {
	opts     Options
	asked    time.Time       // when Run was called
	began    time.Time       // when the load began
	ends     time.Time       // when the load ends
	ctx      context.Context // of the faults
	dir      string          // of the report
	ledger   *ledger.Server
	site     *site
	mail     store.Store   // the client's store
	pool     *pgxpool.Pool // for the client's own transactions; nil for SQLite
	crew     *crew
	client   *client
	auditor  *audit.Auditor
	takeover *takeover
	leases   *leases
	swarm    swarm
	crowd    sync.RWMutex // write-locked while no fault may touch the processes
	peace    sync.RWMutex // write-locked while no fault may touch the server
	looking  sync.Mutex   // held while the auditor looks, and while a promotion replaces the server
	piled    bool         // the backlog exists

	mu         sync.Mutex
	faults     map[string]int
	violations []audit.Violation
	stops      audit.Stopped // processes told to stop
	cleans     audit.Stopped // those of them that did, cleanly and in peace
	open       int           // open runs, by the last look
	orders     []audit.Order // orders to drain
	notes      []string
}

// Run runs a nemesis. It returns an error if there is no verdict.
func Run(ctx context.Context, opts Options) (Result, error) {
	if err := opts.Check(); err != nil {
		return Result{}, err
	}
	swarm := draw(opts)
	opts.TTL = swarm.lease(opts.TTL)
	n := &nemesis{
		opts: opts, asked: time.Now(), swarm: swarm,
		faults: map[string]int{}, stops: audit.Stopped{}, cleans: audit.Stopped{},
	}
	defer n.close()
	if err := n.raise(ctx); err != nil {
		return Result{}, err
	}
	if err := n.run(ctx); err != nil {
		return Result{}, err
	}
	return n.result(), ctx.Err()
}

// run runs the load with the faults, ends the faults, and checks the store.
func (n *nemesis) run(ctx context.Context) error {
	n.crew.begin()
	sending, endSending := context.WithCancel(ctx)
	defer endSending()
	n.client.begin(sending)
	sent := n.client.wait()
	watching, endWatching := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { n.takeover.watch(watching) })
	watch.Go(func() { n.leases.watch(watching) })
	watch.Go(func() { n.leases.beat(watching) })
	defer watch.Wait()
	defer endWatching()

	n.trouble(ctx)
	if n.caught() || ctx.Err() != nil {
		endSending()
		<-sent
		n.crew.kill()
		return nil
	}
	n.settle(ctx, sent)
	endSending()
	<-sent
	bounded, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	begun := time.Now()
	if err := n.final(bounded); err != nil {
		n.wrong("I16", fmt.Errorf("the store cannot be examined: %w", err))
	}
	fmt.Fprintf(n.opts.Log, "nemesis: settled after %v, checked in %v\n", begun.Sub(n.asked).Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
	n.crew.end(time.Now().Add(stopWithin))
	return nil
}

// final runs the final checks.
func (n *nemesis) final(ctx context.Context) error {
	e := audit.Evidence{Promises: n.client.promised(), Tolled: n.client.tolled.Load(), Stopped: n.stops, Clean: n.cleans, Held: n.leases.last(), Workers: n.opts.Workers, Orders: n.ordered(), Bounds: n.opts.bounds(), Pressed: n.opts.Limits}
	e.Unserved, e.Kept, e.Stalled = n.leases.spans()
	var err error
	if e.Debits, err = n.site.rows(ctx, "debit"); err != nil {
		return err
	}
	if e.Placed, err = n.site.rows(ctx, "placed"); err != nil {
		return err
	}
	return n.auditor.Final(ctx, e)
}

// look lets the auditor check ended runs, if the store answers. It reports whether no run is open.
func (n *nemesis) look(ctx context.Context) bool {
	n.looking.Lock()
	defer n.looking.Unlock()
	open, err := n.auditor.Look(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, store.ErrTransient) { // transient errors are expected: the server may be down
			fmt.Fprintf(n.opts.Log, "not looked at everything: %v\n", err)
		}
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open = open
	return open == 0
}

// settle waits until every job is done and every run has ended, or until no run ends any more.
func (n *nemesis) settle(ctx context.Context, sent <-chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, settleWithin*n.opts.Settle)
	defer cancel()
	n.ctx = ctx
	ended, since := -1, time.Now()
	for {
		over := n.auditor.Over(ctx) // asked before look, so that look sees what the schedule started last
		quiet := n.look(ctx) && over
		if now := n.auditor.Ended(); now > ended {
			ended, since = now, time.Now()
		}
		if quiet && closed(sent) || n.caught() || time.Since(since) > n.opts.Settle || !n.sleep(auditEvery) {
			return
		}
		n.client.free(ctx)
		n.undrain(ctx, 0)
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// caught reports whether there is a violation and the options say to stop at the first.
func (n *nemesis) caught() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.opts.First && len(n.violations)+len(n.auditor.Violations) > 0
}

func (n *nemesis) full() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.open > maxOpen
}

func (n *nemesis) count(kind string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults[kind]++
}

// note adds a note for people to the result.
func (n *nemesis) note(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.notes = append(n.notes, fmt.Sprintf("after %v: ", time.Since(n.asked).Round(time.Second))+fmt.Sprintf(format, args...))
}

func (n *nemesis) wrong(rule string, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.violations = append(n.violations, audit.Violation{Rule: rule, Text: err.Error()})
}
