package httpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/inspect"
)

const (
	mostReplays  = 2               // at a time; they run author code
	replayWithin = 2 * time.Second // then a replay is given up
	mostSteps    = 100
	mostExport   = 16 << 20 // bytes of a file to replay
	mostExports  = 20       // at a time; each has a page of rows in memory
)

// replays bounds the replays that callers request. Code that does not return cannot be stopped: it keeps
// its place, and its run is not replayed again.
type replays struct {
	places chan struct{}
	mu     struct {
		sync.Mutex
		hung map[reprise.RunID]bool
	}
}

func newReplays() *replays { return &replays{places: make(chan struct{}, mostReplays)} }

// walk replays the history of a run with do. An error of the code is part of the answer; other
// errors are returned.
func (c *call) walk(run reprise.RunID, do func(context.Context) (reprise.Walked, error)) (reprise.Walked, error, error) {
	r := c.replays
	late := time.NewTimer(waitForTurn)
	defer late.Stop()
	select {
	case r.places <- struct{}{}:
	case <-c.ctx.Done():
		return reprise.Walked{}, nil, c.ctx.Err()
	case <-late.C:
		return reprise.Walked{}, nil, &Problem{Status: http.StatusTooManyRequests, Code: "busy", Detail: r.busy()}
	}
	r.mu.Lock()
	hung := r.mu.hung[run]
	r.mu.Unlock()
	if hung {
		<-r.places
		return reprise.Walked{}, nil, &Problem{Status: http.StatusTooManyRequests, Code: "busy", Detail: "the code of this run has not returned from a replay: fix it, and restart this process"}
	}
	ctx, cancel := context.WithTimeout(c.ctx, replayWithin)
	defer cancel()
	walked, err := do(ctx)
	if stuck := (*reprise.StuckError)(nil); errors.As(err, &stuck) {
		r.mu.Lock()
		if r.mu.hung == nil {
			r.mu.hung = map[reprise.RunID]bool{}
		}
		r.mu.hung[run] = true
		r.mu.Unlock()
		return walked, err, nil
	}
	<-r.places
	unbound := (*reprise.UnboundError)(nil)
	switch {
	case errors.As(err, &unbound):
		return walked, nil, &Problem{Status: http.StatusNotImplemented, Code: "not_offered", Detail: fmt.Sprintf("this process does not have the code of %s; open it in the program that has", unbound.Workflow)}
	case err != nil && c.ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return walked, nil, &Problem{Status: http.StatusGatewayTimeout, Code: "timeout", Detail: fmt.Sprintf("the replay took longer than %v", replayWithin)}
	case err != nil && !inspect.OfCode(err):
		return walked, nil, err
	}
	return walked, err, nil
}

// busy says why there is no place.
func (r *replays) busy() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.mu.hung) >= mostReplays {
		return "the code of two runs has not returned from a replay: restart this process"
	}
	return "other replays are running: try again later"
}

func (c *call) steps() (*answer, error) {
	p := c.params()
	from, n := p.number("at", 1, 1, 1<<40), p.number("count", 20, 1, mostSteps)
	if p.err != nil {
		return nil, p.err
	}
	return c.stepsOf(c.run.ID, func(ctx context.Context) (reprise.Walked, error) {
		return reprise.Walk(ctx, c.rt, c.run.ID, from, from+n)
	})
}

// replay replays the file in the body.
func (c *call) replay() (*answer, error) {
	p := c.params()
	from, n := p.number("at", 1, 1, 1<<40), p.number("count", 20, 1, mostSteps)
	if p.err != nil {
		return nil, p.err
	}
	head, _, err := history.ReadExport(bytes.NewReader(c.body))
	if err == nil {
		err = c.allowed(c.ctx, c.r, Access{Action: Replay, Workflow: head.Workflow, WorkflowID: head.WorkflowID, Run: head.RunID})
	}
	var a *answer
	if err == nil {
		a, err = c.stepsOf(head.RunID, func(ctx context.Context) (reprise.Walked, error) {
			return reprise.WalkExport(ctx, c.rt, bytes.NewReader(c.body), from, from+n)
		})
	}
	if file := (*history.ExportError)(nil); errors.As(err, &file) {
		return nil, wrong("bad_body", "the body is not a file of run export: "+file.Error())
	}
	return a, err
}

// export sends the file of run export. It writes the file as it reads the history, for as long as both go on. If that fails it
// aborts the connection, so that nobody takes the part that arrived for the whole file.
func (c *call) export() (*answer, error) {
	var how []reprise.ExportOption
	switch q := c.r.URL.Query(); {
	case len(c.o.Redact) > 0:
		how = append(how, reprise.Redact()) // all values: an export by fields fails for a run that lacks one of them
	case q.Get("redact") != "":
		how = append(how, reprise.Redact(strings.Split(q.Get("redact"), ",")...))
		switch err := reprise.Export(c.ctx, c.rt, c.run.ID, io.Discard, how...); { // nothing may have been sent by the time that a late error is found
		case errors.Is(err, context.DeadlineExceeded):
			return nil, &Problem{Status: http.StatusGatewayTimeout, Code: "timeout", Detail: fmt.Sprintf("looking for the fields in the history takes longer than %v: leave out all values, or use the command line with --db", answerWithin)}
		case err != nil:
			return nil, err
		}
	case q.Has("redact"):
		how = append(how, reprise.Redact())
	}
	file := &answer{
		form:   "application/octet-stream",
		header: map[string]string{"Content-Disposition": fmt.Sprintf(`attachment; filename="%s.history"`, c.run.ID)},
	}
	if c.r.Method != http.MethodGet {
		return file, nil
	}
	select {
	case c.exports <- struct{}{}:
	default:
		return nil, &Problem{Status: http.StatusTooManyRequests, Code: "busy", Detail: "too many exports are under way: ask again"}
	}
	file.stream = func(ctx context.Context, w http.ResponseWriter) {
		defer func() { <-c.exports }()
		ctx, to, end := steadily(ctx, w)
		defer end()
		if err := reprise.Export(ctx, c.rt, c.run.ID, to, how...); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			c.o.Logger.WarnContext(ctx, "export cut off", "run_id", c.run.ID.String(), "error", err)
			panic(http.ErrAbortHandler) // the server aborts the connection
		}
	}
	return file, nil
}

// stepsOf answers with as many steps as fit.
func (c *call) stepsOf(run reprise.RunID, do func(context.Context) (reprise.Walked, error)) (*answer, error) {
	look, err := c.look()
	if err != nil {
		return nil, err
	}
	walked, failed, err := c.walk(run, do)
	if err != nil {
		return nil, err
	}
	v, bytes := inspect.StepsOf(look, walked, failed), 0
	for i, s := range v.Steps {
		text, err := inspect.Encode(s, true)
		if err != nil {
			return nil, err
		}
		if bytes += len(text); i > 0 && bytes > mostBytes {
			v.Steps = v.Steps[:i]
			break
		}
	}
	return &answer{v: v}, nil
}
