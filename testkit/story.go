package testkit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// History is the whole history of the run with this workflow id: the open one, else the
// one started last. [Env.Chain] has those of the runs that have continued as it, too. Nothing can move any more that needs no time; so it holds what the
// calls before have brought about, such as a signal that was sent.
func (e *Env) History(workflowID string) (events []history.Event) {
	e.Helper()
	e.look(func() error {
		e.calm()
		ctx := context.Background()
		client, err := e.client()
		if err != nil {
			return err
		}
		run, err := reprise.Describe(ctx, client, workflowID)
		if err == nil {
			events, err = client.Inside().History(ctx, run.RunID)
		}
		return err
	})
	return events
}

// Chain is what [Env.History] is, of each run of a chain: first those that have continued as another
// run, in their order, and last the one that has the workflow id now.
func (e *Env) Chain(workflowID string) (histories [][]history.Event) {
	e.Helper()
	e.look(func() error {
		e.calm()
		client, err := e.client()
		if err != nil {
			return err
		}
		runs, err := e.chain(workflowID)
		for _, run := range runs {
			events, failed := client.Inside().History(context.Background(), run.ID)
			if err == nil {
				histories, err = append(histories, events), failed
			}
		}
		return err
	})
	return histories
}

// chain lists the runs of the chain that has this workflow id now.
func (e *Env) chain(workflowID string) (runs []store.Run, err error) {
	last, err := e.store.Run(context.Background(), store.Ref{Namespace: e.namespace(), WorkflowID: workflowID})
	if err != nil {
		return nil, err
	}
	all, err := e.allRuns()
	for _, run := range all {
		if run.Chain == last.Chain {
			runs = append(runs, run)
		}
	}
	return runs, err
}

// calm waits until nothing can move that needs no time.
func (e *Env) calm() {
	if e.trial != nil {
		e.settle()
		return
	}
	e.calming <- struct{}{}
	defer func() {
		<-e.calming
		_ = recover() // in the test's own bubble, whose code waits for the same at this moment
	}()
	synctest.Wait()
}

// story is what a test that fails shows: a timeline of each run, and what was logged
// last.
func (e *Env) story() string {
	var b strings.Builder
	now := e.clock.Now().UTC().Format(time.RFC3339Nano)
	var dead *deadEnd
	if errors.As(context.Cause(e.ctx), &dead) {
		now = "at its end"
	}
	fmt.Fprintf(&b, "testkit: the virtual time is %s\n", now)
	runs, err := e.allRuns()
	if err != nil {
		fmt.Fprintf(&b, "the runs: %v\n", err)
	}
	for _, run := range runs {
		text, err := e.timeline(run, maxSpans)
		if err != nil {
			text = fmt.Sprintf("run %s: %v\n", run.ID, err)
		}
		b.WriteString(text)
	}
	b.WriteString(e.lines.String())
	return b.String()
}

// maxLines is how many lines of the log are kept for a test that fails, maxSpans how many
// spans of a run it shows.
const (
	maxLines = 100
	maxSpans = 200
)

// lines keep the last lines that were logged.
type lines struct {
	mu   sync.Mutex
	last []string
}

// Write takes one line.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.last) == maxLines {
		l.last = l.last[1:]
	}
	l.last = append(l.last, string(p))
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.last, "")
}
