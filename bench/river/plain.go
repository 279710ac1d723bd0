package main

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// plain is a client that works its own jobs.
type plain struct {
	pool   *pgxpool.Pool
	client *river.Client[pgx.Tx]
	worker *worker
	events sync.WaitGroup

	mu   sync.Mutex
	ends map[int64]chan struct{} // closed when the job has ended
}

// job is an empty job.
type job struct{}

// Kind implements river.JobArgs.
func (job) Kind() string { return "nothing" }

// worker only counts a job and reports it.
type worker struct {
	river.WorkerDefaults[job]
	worked atomic.Int64
	done   func(id int64)
}

// Work implements river.Worker.
func (w *worker) Work(_ context.Context, j *river.Job[job]) error {
	w.worked.Add(1)
	w.done(j.ID)
	return nil
}

// open creates the tables and starts the client, with River's default settings or with
// those that make it fastest here.
func open(ctx context.Context, s settings) (_ *plain, err error) {
	pool, err := pgxpool.ParseConfig(s.db)
	if err != nil {
		return nil, err
	}
	quiet := slog.New(slog.DiscardHandler)
	cfg := &river.Config{
		Logger: quiet, Schema: s.schema, Workers: river.NewWorkers(),
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 100}},
	}
	if s.tuned {
		pool.MaxConns = 20
		cfg.FetchCooldown, cfg.FetchPollInterval = river.FetchCooldownMin, 50*time.Millisecond
	}
	p := &plain{ends: make(map[int64]chan struct{})}
	p.worker = &worker{done: func(id int64) {
		if s.worked {
			close(p.end(id))
		}
	}}
	river.AddWorker(cfg.Workers, p.worker)
	if p.pool, err = pgxpool.NewWithConfig(ctx, pool); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.pool.Close()
		}
	}()
	if _, err := p.pool.Exec(ctx, "CREATE SCHEMA "+pgx.Identifier{s.schema}.Sanitize()); err != nil {
		return nil, err
	}
	driver := riverpgxv5.New(p.pool)
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet, Schema: s.schema})
	if err != nil {
		return nil, err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, err
	}
	if p.client, err = river.NewClient(driver, cfg); err != nil {
		return nil, err
	}
	completed, _ := p.client.SubscribeConfig(&river.SubscribeConfig{ChanSize: 100_000, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	p.events.Go(func() {
		for e := range completed {
			if !s.worked {
				close(p.end(e.Job.ID))
			}
		}
	})
	return p, p.client.Start(ctx)
}

// close stops the client, which ends the subscription.
func (p *plain) close(ctx context.Context) error {
	err := p.client.Stop(ctx)
	p.events.Wait()
	p.pool.Close()
	return err
}

// end returns the channel that is closed when a job has ended, which may be before its
// insert returns.
func (p *plain) end(id int64) chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, there := p.ends[id]
	if !there {
		c = make(chan struct{})
		p.ends[id] = c
	}
	return c
}

// round inserts this many jobs. Each starter inserts its next job when its own is
// completed. It returns how long each job took.
func (p *plain) round(ctx context.Context, jobs, starters int) ([]time.Duration, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	took := make([]time.Duration, jobs)
	var next atomic.Int64
	var all sync.WaitGroup
	for range starters {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(jobs) && ctx.Err() == nil; i = next.Add(1) - 1 {
				begun := time.Now()
				inserted, err := p.client.Insert(ctx, job{}, nil)
				if err != nil {
					stop(err)
					return
				}
				select {
				case <-p.end(inserted.Job.ID):
					took[i] = time.Since(begun)
				case <-ctx.Done():
				}
			}
		})
	}
	all.Wait()
	return took, context.Cause(ctx)
}
