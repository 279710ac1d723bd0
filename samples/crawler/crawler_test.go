package crawler_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/samples/crawler"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/testkit"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host is a web site of n pages, each of which has a link to the next one. It refuses the third request, and notes where two
// come at once.
type host struct {
	mu              sync.Mutex
	n               int
	asked, throttle int
	inside, most    int
	again           time.Time // it is to be left alone before
	early           bool
}

func (h *host) enter() (throttled bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inside++
	h.most = max(h.most, h.inside)
	h.asked++
	h.early = h.early || time.Now().Before(h.again)
	if h.asked == 3 {
		h.throttle++
		h.again = time.Now().Add(900 * time.Millisecond)
		return true
	}
	return false
}

func (h *host) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.inside--
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	throttled := h.enter()
	defer h.leave()
	var n int
	switch _, err := fmt.Sscanf(r.URL.Path, "/%d", &n); {
	case throttled:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case err != nil || n > h.n:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = fmt.Fprintf(w, `<a href="/%d">next</a>`, n+1)
	}
}

// Two workers crawl two hosts over HTTP. No host has two requests at once, and none is asked before the time that it has named.
func TestACrawlHasManners(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	st := memory.New()
	var rt *reprise.Runtime
	for range 2 {
		cfg := reprise.Config{Queues: []reprise.Queue{{Name: "default"}, crawler.Hosts}, Logger: slog.New(slog.DiscardHandler)}
		worker, err := reprise.New(st, cfg, crawler.Crawl, crawler.Fetch.Bind(crawler.Client))
		if err != nil {
			t.Fatal(err)
		}
		if err := worker.Start(ctx); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = worker.Stop(context.WithoutCancel(ctx)) }()
		rt = worker
	}
	hosts := []*host{{n: 4}, {n: 6}}
	var site crawler.Site
	for _, h := range hosts {
		srv := httptest.NewServer(h)
		defer srv.Close()
		site.Pages = append(site.Pages, srv.URL+"/1", srv.URL+"/2")
	}
	defer http.DefaultClient.CloseIdleConnections()
	site.Most = 100
	run, err := reprise.Start(ctx, rt, crawler.Crawl, site)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Result(ctx)
	if err != nil || r.Pages != 10 || r.Refused != 2 {
		t.Errorf("Result = %+v, %v; want 10 pages, and one behind the last of each host", r, err)
	}
	for _, h := range hosts {
		if h.most != 1 || h.throttle != 1 || h.early {
			t.Errorf("of a host %d requests ran at once, %d were throttled, asked too early: %v", h.most, h.throttle, h.early)
		}
	}
}

var errBusy = errors.New("429 Too Many Requests")

// small is a crawl of three hosts in virtual time. One of them is busy at first.
func small(tb testing.TB) {
	env := testkit.New(tb, crawler.Crawl)
	env.Configure(func(c *reprise.Config) { c.Queues = []reprise.Queue{{Name: "default"}, crawler.Hosts} })
	var mu sync.Mutex
	busy := true
	testkit.Stub(env, crawler.Fetch, func(_ context.Context, page string) (crawler.Page, error) {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasPrefix(page, "http://busy/") && busy {
			busy = false
			return crawler.Page{}, activity.Throttled(errBusy, time.Minute)
		}
		if strings.HasSuffix(page, "/next") {
			return crawler.Page{Bytes: 1}, nil
		}
		return crawler.Page{Bytes: 10, Links: []string{page + "/next"}}, nil
	})
	run := testkit.Start(env, crawler.Crawl, crawler.Site{Pages: []string{"http://a/", "http://busy/", "http://c/", "http://a/"}, Most: 5})
	if r, err := run.Result(); err != nil || r != (crawler.Report{Pages: 5, Bytes: 32}) {
		tb.Errorf("Result = %+v, %v", r, err)
	}
}

func TestACrawl(t *testing.T) { small(t) }

func TestACrawlIsTheSameInEveryMode(t *testing.T) {
	testkit.ReplayAlways(t, small)
	testkit.CrashEverywhere(t, small)
	testkit.Explore(t, *schedules, small)
}
