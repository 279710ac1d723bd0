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

// History returns the whole history of the open run with this workflow id, or of the most recently started one if none is open.
// [Env.Chain] also returns those of the runs that continued as it. History first waits until nothing can move without time
// passing, so it includes the effects of earlier calls, such as a signal that was sent.
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

// Chain returns what [Env.History] does for each run of a chain, in order: first the runs that were
// continued, and last the run that has the workflow id now.
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

// calm waits until nothing can move without time passing.
func (e *Env) calm() {
	if e.trial != nil {
		e.settle()
		return
	}
	e.calming <- struct{}{}
	defer func() {
		<-e.calming
		_ = recover() // in the test's own bubble, the test's code may be waiting for the same
	}()
	synctest.Wait()
}

// story is what a failing test shows: a timeline of each run, and the last lines of the log.
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

// maxLines is how many lines of the log are kept for a failing test, and maxSpans how many
// spans of a run it shows.
const (
	maxLines = 100
	maxSpans = 200
)

// lines keeps the last lines of the log.
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
