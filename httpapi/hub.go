package httpapi

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/reprise-run/reprise/store"
)

const mostStreams = 100

// hub tells streams what has changed. It reads once what several streams watch.
type hub struct {
	mu struct {
		sync.Mutex
		topics  map[string]*topic
		viewers int
	}
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup
}

// topic is something that streams watch.
type topic struct {
	viewers map[*viewer]bool
	last    state // the last state that was read; without a version before the first one
}

// state is one state of a topic.
type state struct {
	version string
	data    string // for the viewers, as JSON in one line
	over    bool   // nothing is left to watch
}

// viewer is a stream: news holds the newest state that it has not taken yet.
type viewer struct{ news chan state }

func newHub() *hub {
	h := &hub{}
	h.mu.topics = map[string]*topic{}
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h
}

// watch adds a viewer of the state that read reads: it gets the state at once, and again whenever it
// changes. For all viewers of the key, read is called once after each pause.
func (h *hub) watch(key string, pause time.Duration, read func(context.Context) (state, error)) (*viewer, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.ctx.Err() != nil:
		return nil, &Problem{Status: http.StatusServiceUnavailable, Code: "closing", Detail: "this API is closing"}
	case h.mu.viewers == mostStreams:
		return nil, &Problem{Status: http.StatusTooManyRequests, Code: "busy", Detail: "too many streams are open: try again later"}
	}
	t := h.mu.topics[key]
	if t == nil {
		t = &topic{viewers: map[*viewer]bool{}}
		h.mu.topics[key] = t
		h.work.Add(1)
		go func() {
			defer h.work.Done()
			h.poll(key, t, pause, read)
		}()
	}
	v := &viewer{news: make(chan state, 1)}
	if t.last.version != "" {
		v.news <- t.last
	}
	t.viewers[v] = true
	h.mu.viewers++
	return v, nil
}

// leave removes a viewer.
func (h *hub) leave(key string, v *viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t := h.mu.topics[key]; t != nil && t.viewers[v] {
		delete(t.viewers, v)
	}
	h.mu.viewers--
}

// poll reads until nobody watches, nothing is left to watch, or the hub is closed.
func (h *hub) poll(key string, t *topic, pause time.Duration, read func(context.Context) (state, error)) {
	next := time.NewTicker(pause)
	defer next.Stop()
	for {
		ctx, cancel := context.WithTimeout(h.ctx, answerWithin)
		now, err := read(ctx)
		cancel()
		if errors.Is(err, store.ErrNotFound) {
			now, err = state{version: "removed", data: `{"removed":true}`, over: true}, nil
		}
		if h.tell(key, t, now, err) {
			return
		}
		select {
		case <-next.C:
		case <-h.ctx.Done():
		}
	}
}

// tell passes a changed state to the viewers, and reports whether the topic is over. If the state
// cannot be read now, it counts as unchanged.
func (h *hub) tell(key string, t *topic, now state, err error) (over bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil && now.version != t.last.version {
		t.last = now
		for v := range t.viewers {
			select {
			case <-v.news: // the viewer has not taken the previous one
			default:
			}
			v.news <- now
		}
	}
	if over = len(t.viewers) == 0 || t.last.over || h.ctx.Err() != nil; over {
		delete(h.mu.topics, key)
	}
	return over
}

// close ends all polls, and waits.
func (h *hub) close() {
	h.mu.Lock()
	h.stop()
	h.mu.Unlock()
	h.work.Wait()
}
