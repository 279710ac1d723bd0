package control

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/nemesis/internal/audit"
	"github.com/reprise-run/reprise/workflow"
)

// answerers is how many callers answer each promise at once, each with a different
// answer.
const answerers = 3

// answer answers the promises of a job's run until the run has ended.
func (c *client) answer(ctx context.Context, p *audit.Promise) {
	for ctx.Err() == nil {
		tokens, ended, err := c.tokens(ctx, p)
		if ended || errors.Is(err, reprise.ErrNotFound) && c.maybeLost(p, toStart) {
			return
		}
		var all sync.WaitGroup
		for _, token := range tokens {
			for i := range answerers {
				all.Go(func() { c.resolve(ctx, p, token, fmt.Sprintf("answer %d to %s", i, token[:12])) })
			}
		}
		all.Wait()
		c.rest(ctx, breath)
	}
}

// resolve retries one answer until it is accepted or refused.
func (c *client) resolve(ctx context.Context, p *audit.Promise, token, value string) {
	c.insist(ctx, p, "promise "+token+" "+value, false, func(ctx context.Context) error {
		err := reprise.Resolve(ctx, c.rt, workflow.Token[string](token), value)
		if err == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			if p.Resolved == nil {
				p.Resolved = map[string][]string{}
			}
			p.Resolved[token] = append(p.Resolved[token], value)
		}
		return err
	})
}

// tokens returns the tokens of a run's open promises. ended says that the run has ended.
func (c *client) tokens(ctx context.Context, p *audit.Promise) (open []string, ended bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c.mu.Lock()
	run := p.Run
	c.mu.Unlock()
	events, err := c.rt.Inside().History(ctx, run)
	if err == nil && len(events) == 0 {
		err = reprise.ErrNotFound
	}
	of := map[int64]string{}
	for _, e := range events {
		switch b := e.Body.(type) {
		case *history.PromiseMade:
			of[e.Seq] = b.Token
		case *history.PromiseEnded:
			delete(of, b.Promise)
		}
		ended = ended || e.Body.Kind().Terminal()
	}
	for _, token := range of {
		open = append(open, token)
	}
	return open, ended, err
}
