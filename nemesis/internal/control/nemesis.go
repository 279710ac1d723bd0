package control

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/nemesis/internal/ledger"
	"github.com/reprise-run/reprise/nemesis/internal/load"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/sqlite"
)

// nemesis is one call of Run.
type nemesis struct {
	opts     Options
	asked    time.Time // when Run was called
	began    time.Time // when the load did
	ctx      context.Context // of the faults
	dir      string          // of the report
	ledger   *ledger.Server
	site     *site
	mail     store.Store   // the client's
	pool     *pgxpool.Pool // of the client's own transactions; nil: it is a file
	crew     *crew
	client   *client
	auditor  *audit.Auditor
	takeover *takeover
	swarm    swarm
	lanes    sync.WaitGroup
	peace    sync.RWMutex // held for writing while the server must be left alone

	mu         sync.Mutex
	faults     map[string]int
	violations []audit.Violation
	stops      audit.Stopped // processes told to stop
	cleans     audit.Stopped // those of them that did, cleanly and in peace
	open       int           // runs, by the last look
}

// Run runs a nemesis. The error says why there is no result.
func Run(ctx context.Context, opts Options) (Result, error) {
	if err := opts.Check(); err != nil {
		return Result{}, err
	}
	n := &nemesis{
		opts: opts, asked: time.Now(), swarm: draw(opts.Seed, opts.Store),
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

func (n *nemesis) raise(ctx context.Context) (err error) {
	if n.dir, err = home(n.opts.Report); err != nil {
		return err
	}
	if n.ledger, err = ledger.Listen(); err != nil {
		return err
	}
	if n.site, err = raise(ctx, n.opts.Store, n.dir, n.opts.Workers); err != nil {
		return err
	}
	if n.mail, err = n.site.by(n.opts.Workers).Open(ctx, quiet); err != nil {
		return err
	}
	in, err := n.transactor(ctx)
	if err != nil {
		return err
	}
	cfg := reprise.Config{Logger: quiet}
	looking, err := reprise.New(n.site.direct, cfg, new(load.World).Bindings()...)
	if err != nil {
		return err
	}
	sending, err := reprise.New(n.mail, cfg, new(load.World).Bindings()...)
	if err != nil {
		return err
	}
	n.began = time.Now()
	n.auditor = audit.New(looking, n.ledger)
	n.takeover = &takeover{store: n.site.direct}
	n.client = &client{rt: sending, in: in, seed: n.opts.Seed, full: n.full, until: n.began.Add(n.opts.Duration - lull)}
	n.crew = &crew{
		opts: n.opts, site: n.site, ledger: n.ledger.Addr(), logs: n.dir, swarm: n.swarm, tell: n.count, wrong: n.wrong,
	}
	return nil
}

// transactor is for the client's own transactions, by its own line.
func (n *nemesis) transactor(ctx context.Context) (transactor, error) {
	if st, ok := n.mail.(*sqlite.Store); ok {
		return byFile(st), nil
	}
	var err error
	n.pool, err = pgxpool.New(ctx, n.site.by(n.opts.Workers).Postgres)
	return byPool(n.pool), err
}

// run is the load with the faults, then peace, then the checks.
func (n *nemesis) run(ctx context.Context) error {
	n.crew.begin()
	sending, endSending := context.WithCancel(ctx)
	defer endSending()
	n.client.begin(sending)
	sent := n.client.wait()
	watching, endWatching := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() { n.takeover.watch(watching) })
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
	bounded, cancel := context.WithTimeout(ctx, finalWithin)
	defer cancel()
	if err := n.final(bounded); err != nil {
		n.wrong("I16", fmt.Errorf("the store cannot be looked over: %w", err))
	}
	n.crew.end(stopWithin)
	return nil
}

// final has everything checked.
func (n *nemesis) final(ctx context.Context) error {
	e := audit.Evidence{Promises: n.client.promised(), Stopped: n.stops, Clean: n.cleans}
	var err error
	if e.Debits, err = n.site.rows(ctx, "debit"); err != nil {
		return err
	}
	if e.Placed, err = n.site.rows(ctx, "placed"); err != nil {
		return err
	}
	return n.auditor.Final(ctx, e)
}

const (
	finalWithin = 4 * time.Second
	stopWithin  = 2 * time.Second // for workers without work, in the end
)

// trouble makes faults until the load ends, or something is caught and that is enough;
// then it makes everything whole again.
func (n *nemesis) trouble(ctx context.Context) {
	ctx, cancel := context.WithDeadline(ctx, n.began.Add(n.opts.Duration))
	defer cancel()
	n.ctx = ctx
	n.lanes.Go(func() { n.lane(false, rand.New(rand.NewPCG(n.opts.Seed, 2))) })
	n.lanes.Go(func() { n.lane(false, rand.New(rand.NewPCG(n.opts.Seed, 3))) }) // a pause lasts
	n.lanes.Go(func() { n.lane(true, rand.New(rand.NewPCG(n.opts.Seed, 4))) })
	for ctx.Err() == nil && !n.caught() {
		n.sleep(auditEvery)
		n.look(ctx)
	}
	cancel()
	n.lanes.Wait()
	n.site.heal()
	n.crew.heal()
}

// lane makes one fault after the other.
func (n *nemesis) lane(server bool, r *rand.Rand) {
	if _, ok := n.swarm.next(r, server); !ok {
		return
	}
	for n.sleep(time.Duration(300+r.IntN(1500)) * time.Millisecond) {
		f, _ := n.swarm.next(r, server)
		if server {
			n.peace.RLock()
		}
		if f.do(n, r) {
			n.count(f.kind)
		}
		if server {
			n.peace.RUnlock()
		}
	}
}

// sleep waits; false says that the time of faults is over.
func (n *nemesis) sleep(d time.Duration) bool {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-alarm.C:
		return n.ctx.Err() == nil
	case <-n.ctx.Done():
		return false
	}
}

// look has the auditor look, if the store answers, and reports whether no run is open.
func (n *nemesis) look(ctx context.Context) bool {
	open, err := n.auditor.Look(ctx)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, store.ErrTransient) { // as while the server is down
			fmt.Fprintf(n.opts.Log, "not looked at everything: %v\n", err)
		}
		return false
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open = open
	return open == 0
}

// settle waits until every job is done and every run has ended, or had its time.
func (n *nemesis) settle(ctx context.Context, sent <-chan struct{}) {
	ctx, cancel := context.WithDeadline(ctx, n.asked.Add(n.opts.Duration+settleWithin))
	defer cancel()
	n.ctx = ctx
	select {
	case <-sent:
	case <-ctx.Done():
	}
	for !n.look(ctx) && !n.caught() && n.sleep(auditEvery) {
	}
}

// caught says that there is a violation and that one is enough.
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

func (n *nemesis) wrong(rule string, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.violations = append(n.violations, audit.Violation{Rule: rule, Text: err.Error()})
}

func (n *nemesis) result() Result {
	r := Result{
		Seed: n.opts.Seed, Faults: n.faults, RunsFinished: n.auditor.Ended(), SignalsSeen: n.auditor.Signals(),
		HistoriesReplayed: n.auditor.Replayed, TakeoverP50: n.takeover.percentile(0.5), TakeoverP99: n.takeover.percentile(0.99),
		Violations: append(append([]audit.Violation{}, n.violations...), n.auditor.Violations...),
	}
	r.RunsStarted, r.SignalsAcked = n.client.figures()
	if len(r.Violations) > 0 || n.opts.Report != "" {
		r.Report = n.dir
	}
	if len(r.Violations) > 0 {
		if err := n.report(r); err != nil {
			fmt.Fprintf(n.opts.Log, "the report is not whole: %v\n", err)
		}
	}
	if r.Report == "" {
		_ = os.RemoveAll(n.dir) // a temporary directory of logs that nobody asked for
	}
	r.Seconds = time.Since(n.asked).Seconds()
	return r
}

// home makes the directory of the report.
func home(wanted string) (string, error) {
	if wanted == "" {
		return os.MkdirTemp("", "reprise-nemesis-")
	}
	dir, err := filepath.Abs(wanted)
	return dir, errors.Join(err, os.MkdirAll(dir, 0o755))
}

func (n *nemesis) close() {
	if n.pool != nil {
		n.pool.Close()
	}
	if n.mail != nil {
		_ = n.mail.Close() // there is nothing left to lose
	}
	if n.site != nil {
		n.site.close()
	}
	if n.ledger != nil {
		_ = n.ledger.Close() // likewise
	}
}
