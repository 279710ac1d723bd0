package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/cli"
)

const (
	openRuns  = 100 // older than all other runs
	pageCalls = 20
)

// listPages measures how long the command line takes for the first page of run list,
// with a million completed runs and a hundred older ones that are open: a page of all
// runs, of the open runs, of the runs of a workflow that only the open ones have, and of
// all runs in a process of its own.
func listPages(ctx context.Context, b *bench) (lines []line, err error) {
	n := b.size(1_000_000)
	track := newTrack(0)
	err = b.onEngine(ctx, reprise.Config{}, append(track.bindings(), waits.Bind(linger)), func(t *trial) error {
		if _, err := t.park(ctx, openRuns, "old", errand{Waits: 1}); err != nil {
			return err
		}
		if _, err := t.drive(ctx, n, 0, 256); err != nil {
			return err
		}
		for _, page := range []struct {
			metric string
			args   []string
			want   int
		}{
			{"page", nil, 100},
			{"page_open", []string{"--status", "open"}, openRuns},
			{"page_workflow", []string{"--workflow", waits.Name()}, openRuns},
		} {
			l, err := t.pages(ctx, page.metric, page.want, page.args...)
			if err != nil {
				return err
			}
			lines = append(lines, l)
		}
		l, err := t.process(ctx)
		lines = append(lines, l)
		return err
	})
	return lines, err
}

// listed is the part of run list's output that is checked.
type listed struct{ Runs []json.RawMessage }

func (l listed) check(want int) error {
	if len(l.Runs) != want {
		return fmt.Errorf("run list shows %d runs, not %d", len(l.Runs), want)
	}
	return nil
}

// pages calls run list in this process.
func (t *trial) pages(ctx context.Context, metric string, want int, args ...string) (line, error) {
	took := make([]time.Duration, t.b.pairs(pageCalls))
	var m meter
	for i := range took {
		var out, warn bytes.Buffer
		p := cli.Program{Name: "reprise", Runtime: t.rt, Args: append([]string{"run", "list", "-o", "json"}, args...), Stdout: &out, Stderr: &warn}
		var one meter
		err := one.during(func() error {
			if code := p.Run(ctx); code != codeDone {
				return fmt.Errorf("run list %v: exit code %d: %s", args, code, &warn)
			}
			return nil
		})
		var found listed
		if err == nil {
			err = json.Unmarshal(out.Bytes(), &found)
		}
		if err == nil {
			err = found.check(want)
		}
		if err != nil {
			return line{}, err
		}
		took[i] = one.wall
		m.add(one)
	}
	return middle(metric, took, m), nil
}

// process calls run list as a person does, including start and exit of the process.
func (t *trial) process(ctx context.Context) (line, error) {
	took := make([]time.Duration, t.b.pairs(pageCalls))
	var m meter
	for i := range took {
		var found listed
		c, err := t.b.call(ctx, &found, "--db", t.place.url(), "run", "list")
		if err == nil {
			err = found.check(100)
		}
		if err != nil {
			return line{}, err
		}
		took[i] = c.wall
		m.add(c.meter)
	}
	return middle("process", took, m), nil
}
