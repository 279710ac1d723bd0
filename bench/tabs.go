package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/dashboard"
	"github.com/reprise-run/reprise/httpapi"
)

const (
	openTabs  = 20
	tabThinks = 250 * time.Millisecond // between two reads of a page
	heldQueue = "held"
)

// reads lists the requests of the dashboard's screens.
var reads = []struct {
	metric, path string
	ofRun        bool
}{
	{metric: "runs", path: "runs?limit=50"}, {metric: "runs_open", path: "runs?status=open&limit=50"}, {metric: "runs_blocked", path: "runs?blocked=1&limit=50"},
	{metric: "counts", path: "runs/count"}, {metric: "queues", path: "queues"}, {metric: "workers", path: "workers"},
	{metric: "schedules", path: "schedules"}, {metric: "health", path: "health"},
	{metric: "activities", path: "activities?state=ready&limit=50"}, {metric: "groups", path: "activities/groups?state=ready"}, {metric: "retrying", path: "activities/groups?state=retrying"},
	{metric: "run", path: "runs/%s", ofRun: true}, {metric: "events", path: "runs/%s/events?brief=1", ofRun: true}, {metric: "timeline", path: "runs/%s/timeline", ofRun: true},
}

// tabs measures statement 13 of the operators' surface: the cost of 20 open pages of the dashboard, with a
// million completed runs and a fifth as many jobs waiting in a paused queue. It counts the statements per second
// while the pages are just open, and measures how long each read takes while all pages go from screen to screen.
func tabs(ctx context.Context, b *bench) (lines []line, err error) {
	pg := b.postgres()
	p, err := pg.counted(ctx)
	if err != nil {
		return nil, err
	}
	n := b.size(1_000_000)
	track := newTrack(0)
	cfg := reprise.Config{Queues: []reprise.Queue{{Name: "default"}, {Name: heldQueue}}}
	err = b.onPlace(ctx, p, cfg, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		if err := t.rt.Start(ctx); err != nil {
			return err
		}
		if err := t.pileRuns(ctx, n); err != nil {
			return err
		}
		seen, err := t.park(ctx, 1, "seen", errand{Waits: 1})
		if err != nil {
			return err
		}
		page, err := dashboard.New(t.rt, dashboard.Options{API: httpapi.Options{ReadOnly: true, Logger: slog.New(slog.DiscardHandler)}})
		if err != nil {
			return err
		}
		server := httptest.NewServer(page)
		defer server.Close()
		defer page.Close()
		v := &viewer{api: server.URL + "/api/v1/", run: seen[0].RunID().String(), client: server.Client()}
		alone, err := b.perSecond(ctx, pg, func(context.Context) {})
		if err != nil {
			return err
		}
		open, err := b.perSecond(ctx, pg, v.openAll)
		if err != nil {
			return err
		}
		alone.Metric = "statements_alone" // the worker's own
		lines = append(lines, alone, open)
		var m meter
		var took map[string][]time.Duration
		err = m.during(func() (err error) {
			took, err = v.lookAround(ctx, max(time.Second, 10*b.atLeast))
			return err
		})
		for _, r := range reads {
			lines = append(lines, middle(r.metric, took[r.metric], m))
		}
		return err
	})
	return lines, err
}

// pileRuns makes n completed runs, and a fifth as many waiting jobs.
func (t *trial) pileRuns(ctx context.Context, n int) error {
	if _, err := t.drive(ctx, n, 0, 256); err != nil {
		return err
	}
	if err := reprise.PauseQueue(ctx, t.rt, heldQueue, reprise.By{Who: "bench", Why: "jobs are to wait"}); err != nil {
		return err
	}
	held := func(int, int) []reprise.StartOption { return []reprise.StartOption{reprise.OnQueue(heldQueue)} }
	jobs := max(1, n/5)
	for from := 0; from < jobs; from += 10_000 {
		inputs := make([]int, min(10_000, jobs-from))
		if _, err := reprise.EnqueueAll(ctx, t.rt, step, inputs, held); err != nil {
			return err
		}
	}
	return t.parked(ctx)
}

// perSecond measures the statements per second at the server while open keeps pages open, until its context ends.
func (b *bench) perSecond(ctx context.Context, pg *postgresBackend, open func(context.Context)) (line, error) {
	var m meter
	var all sync.WaitGroup
	looking, leave := context.WithCancel(ctx)
	all.Go(func() { open(looking) })
	err := rest(ctx, idleSettling)
	var asked int64
	if err == nil {
		asked, err = pg.during(ctx, func() error {
			return m.during(func() error { return rest(ctx, max(time.Second, 10*b.atLeast)) })
		})
	}
	leave()
	all.Wait()
	l := line{Metric: "statements", Value: float64(asked) / m.wall.Seconds(), Unit: "statements/s", Better: lower}
	return l.over(int(asked), m), err
}

// viewer is a user with open pages.
type viewer struct {
	api, run string
	client   *http.Client
}

// openAll keeps 20 pages open that follow the list of runs and ask for health, queues and counts, as those of the
// dashboard do. It returns when the context ends.
func (v *viewer) openAll(ctx context.Context) {
	var all sync.WaitGroup
	for range openTabs {
		all.Go(func() { v.follow(ctx, "runs=", "runs?limit=50") })
		all.Go(func() { v.askEvery(ctx, 10*time.Second, "health") })
		all.Go(func() { v.askEvery(ctx, 15*time.Second, "queues", "runs/count") })
	}
	all.Wait()
}

// askEvery reads paths at an interval until the context ends.
func (v *viewer) askEvery(ctx context.Context, every time.Duration, paths ...string) {
	for again := time.NewTicker(every); ; {
		for _, path := range paths {
			_, _ = v.read(ctx, path)
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			again.Stop()
			return
		}
	}
}

// follow reads the path each time the stream reports a change.
func (v *viewer) follow(ctx context.Context, stream, path string) {
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.api+"stream?"+stream, nil)
		if err != nil {
			return
		}
		answer, err := v.client.Do(r)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if lines.Text() == "event: changed" {
				_, _ = v.read(ctx, path)
			}
		}
		_ = answer.Body.Close()
	}
}

// read measures how long the answer for a path takes.
func (v *viewer) read(ctx context.Context, path string) (took time.Duration, err error) {
	begun := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, v.api+path, nil)
	if err != nil {
		return 0, err
	}
	answer, err := v.client.Do(r)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(answer.Body)
	took = time.Since(begun)
	if answer.StatusCode != http.StatusOK {
		err = errors.Join(err, fmt.Errorf("GET %s: %d: %s", path, answer.StatusCode, text))
	}
	return took, errors.Join(err, answer.Body.Close())
}

// lookAround makes 20 pages go from screen to screen for a time, and returns how long each read took.
func (v *viewer) lookAround(ctx context.Context, long time.Duration) (map[string][]time.Duration, error) {
	end := time.Now().Add(long)
	var mu sync.Mutex
	all := map[string][]time.Duration{}
	err := each(ctx, openTabs, openTabs, func(ctx context.Context, i int) error {
		for ; time.Now().Before(end); i++ {
			r := reads[i%len(reads)]
			path := r.path
			if r.ofRun {
				path = fmt.Sprintf(path, v.run)
			}
			took, err := v.read(ctx, path)
			if err != nil {
				return err
			}
			mu.Lock()
			all[r.metric] = append(all[r.metric], took)
			mu.Unlock()
			if err := rest(ctx, tabThinks); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}
