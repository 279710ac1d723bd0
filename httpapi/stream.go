package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

const (
	watchRun    = time.Second
	watchRuns   = 2 * time.Second
	watchHealth = sharedFor
	streamFor   = 5 * time.Minute  // then the client asks again, and is authorized again
	breathe     = 15 * time.Second // how often a comment shows that the stream is alive
	writeWithin = 10 * time.Second
)

// changeJSON is the data of an event. It does not contain the change: clients request that if they want it.
type changeJSON struct {
	Run     string `json:"run,omitempty"`
	Version string `json:"version"`
	Status  string `json:"status,omitempty"` // of the run, or of the health
}

// stream reports changes as server-sent events: of one run, of the runs of a list, or of the health.
func (c *call) stream() (*answer, error) {
	p := c.params()
	runs, health := p.Get("runs"), p.flag("health")
	if p.err != nil {
		return nil, p.err
	}
	given := 0
	for _, is := range []bool{c.run.ID != (store.RunID{}), p.Has("runs"), health} {
		if is {
			given++
		}
	}
	if given != 1 {
		return nil, wrong("bad_parameter", "a stream takes one of run=RUN, runs=QUERY (of a list) and health=1")
	}
	watched := *c // lives as long as somebody watches
	watched.r = c.r.WithContext(context.WithoutCancel(c.ctx))
	switch {
	case health:
		return c.streamOf("health", watchHealth, func(ctx context.Context) (state, error) { return watched.healthState(ctx) })
	case p.Has("runs"):
		query, err := url.ParseQuery(runs)
		if err != nil {
			return nil, wrong("bad_parameter", "the parameter runs is not a query of a list")
		}
		for name := range query {
			if !slices.Contains(listing, name) {
				return nil, wrong("bad_parameter", fmt.Sprintf("the parameter runs has %q, which lists do not take", name))
			}
		}
		watched.r.URL = &url.URL{RawQuery: query.Encode()}
		if _, err := watched.listState(c.ctx); err != nil { // nobody would learn of an error later
			return nil, err
		}
		return c.streamOf("runs?"+query.Encode(), watchRuns, func(ctx context.Context) (state, error) { return watched.listState(ctx) })
	}
	return c.streamOf("run "+c.run.ID.String(), watchRun, func(ctx context.Context) (state, error) { return watched.runState(ctx) })
}

// streamOf returns a stream of the states that read returns.
func (c *call) streamOf(key string, pause time.Duration, read func(context.Context) (state, error)) (*answer, error) {
	if c.r.Method != http.MethodGet {
		return &answer{form: "text/event-stream"}, nil
	}
	v, err := c.hub.watch(key, pause, read)
	if err != nil {
		return nil, err
	}
	return &answer{form: "text/event-stream", stream: func(ctx context.Context, w http.ResponseWriter) {
		defer c.hub.leave(key, v)
		c.tell(ctx, w, v)
	}}, nil
}

// tell writes a stream until the client leaves or the stream is over.
func (c *call) tell(ctx context.Context, w http.ResponseWriter, v *viewer) {
	control := http.NewResponseController(w)
	known := c.r.Header.Get("Last-Event-ID")
	end, breath := time.NewTimer(streamFor), time.NewTicker(breathe)
	defer end.Stop()
	defer breath.Stop()
	more := func() bool { return extend(control, writeWithin) == nil }
	defer more() // so that the end of the answer does not look cut off
	say := func(text string) bool {
		if !more() {
			return false
		}
		_, err := w.Write([]byte(text))
		return err == nil && control.Flush() == nil
	}
	if !say("retry: 2000\n\n") {
		return
	}
	for {
		select {
		case now := <-v.news:
			if now.version != known && !say("event: changed\nid: "+now.version+"\ndata: "+now.data+"\n\n") {
				return
			}
			if known = now.version; now.over {
				return
			}
		case <-breath.C:
			if !say(": \n\n") {
				return
			}
		case <-end.C:
			return
		case <-ctx.Done():
			return
		case <-c.hub.ctx.Done():
			return
		}
	}
}

// extend moves the server's limit for writing, which is for a whole answer. Some writers have none.
func extend(control *http.ResponseController, by time.Duration) error {
	if err := control.SetWriteDeadline(time.Now().Add(by)); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// steady is the writer of an answer of any length. Its context ends if no part of the answer is written for answerWithin, and so
// does a Write that the client does not read.
type steady struct {
	to      http.ResponseWriter
	control *http.ResponseController
	alarm   *time.Timer // ends the context
}

var errStill = fmt.Errorf("no part of the answer was written for %v", answerWithin)

// steadily returns a writer, the context of what writes to it, and a function to call at the end.
func steadily(ctx context.Context, w http.ResponseWriter) (context.Context, *steady, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	s := &steady{w, http.NewResponseController(w), time.AfterFunc(answerWithin, func() { cancel(errStill) })}
	return ctx, s, func() {
		s.alarm.Stop()
		cancel(nil)
	}
}

// Write writes in small pieces: a row may have a megabyte, and a client that takes it slowly does not stand still.
func (s *steady) Write(p []byte) (n int, err error) {
	s.alarm.Stop() // the deadline bounds each piece
	defer s.alarm.Reset(answerWithin)
	for piece := range slices.Chunk(p, 4<<10) {
		if err := extend(s.control, answerWithin); err != nil {
			return n, err
		}
		taken, err := s.to.Write(piece)
		if n += taken; err != nil {
			return n, err
		}
	}
	return n, nil
}

func (c call) runState(ctx context.Context) (s state, err error) {
	c.ctx = ctx
	if c.run, err = c.rt.Store().Run(ctx, store.Ref{Namespace: c.rt.Namespace(), Run: c.run.ID}); err != nil {
		return s, err
	}
	around, err := c.around()
	if err != nil {
		return s, err
	}
	if s.version, err = inspect.Version(ctx, c.rt, c.run, around); err != nil {
		return s, err
	}
	return said(s, changeJSON{Run: c.run.ID.String(), Version: s.version, Status: c.run.Status.String()})
}

func (c call) listState(ctx context.Context) (s state, err error) {
	c.ctx = ctx
	_, all, err := c.page()
	if err != nil {
		return s, err
	}
	text, err := inspect.Encode(all, false)
	s.version = hashOf(text)
	if err != nil {
		return s, err
	}
	return said(s, changeJSON{Version: s.version})
}

func (c call) healthState(ctx context.Context) (s state, err error) {
	c.ctx = ctx
	v, err := c.healthNow()
	if err != nil {
		return s, err
	}
	status := v.Status
	v.AsOf = time.Time{}
	for i := range v.Checks {
		v.Checks[i].Value = 0 // a lag grows all the time
	}
	text, err := inspect.Encode(v, false)
	s.version = hashOf(text)
	if err != nil {
		return s, err
	}
	return said(s, changeJSON{Version: s.version, Status: status})
}

func said(s state, v changeJSON) (state, error) {
	text, err := json.Marshal(v)
	s.data = string(text)
	return s, err
}

// hashOf returns a hash that tells texts apart.
func hashOf(text []byte) string {
	sum := fnv.New64a()
	_, _ = sum.Write(text) // it never fails
	return fmt.Sprintf("%016x", sum.Sum64())
}
