// Package crawler fetches pages and follows their links, politely: one request at a time to each host, a limited number in a
// second, and a host that answers 429 is left alone for as long as it asks. The hosts are partitions of one queue, so a slow or
// busy host does not hold up the others, however many workers there are.
//
// Package crawler imports reprise, activity, failure and workflow.
package crawler

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Hosts is the queue of the requests; every worker declares it like this.
var Hosts = reprise.Queue{
	Name:         "hosts",
	Global:       reprise.Limit{Concurrency: 40},
	PerPartition: reprise.Limit{Concurrency: 1, Rate: reprise.Rate{N: 5, Per: time.Second}},
}

// Page is the result of a request.
type Page struct {
	Bytes int
	Links []string
}

// Refused is the code of a page that the host refuses. No attempt follows it.
const Refused failure.Code = "refused"

// Fetch requests a page.
var Fetch = activity.Define[string, Page]("fetch", activity.Policy{
	Queue: Hosts.Name, StartToClose: 30 * time.Second,
	Retry: activity.RetryPolicy{MaxAttempts: 3, NonRetryable: []failure.Code{Refused}},
})

var link = regexp.MustCompile(`href="([^"]+)"`)

// Client requests pages over HTTP. Bind it to Fetch.
func Client(ctx context.Context, page string) (Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return Page{}, failure.Wrap(Refused, err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return Page{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // without the header, the host's partition decides
		return Page{}, activity.Throttled(fmt.Errorf("%s: %s", page, resp.Status), time.Duration(max(0, seconds))*time.Second)
	case resp.StatusCode >= http.StatusInternalServerError:
		return Page{}, fmt.Errorf("%s: %s", page, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return Page{}, failure.New(Refused, resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return Page{}, err
	}
	p := Page{Bytes: len(text)}
	for _, m := range link.FindAllStringSubmatch(string(text), -1) {
		if to, err := resp.Request.URL.Parse(m[1]); err == nil {
			p.Links = append(p.Links, to.String())
		}
	}
	return p, nil
}

// Site is where a crawl begins, and how many pages it fetches at most.
type Site struct {
	Pages []string
	Most  int
}

// Report is the result of a crawl.
type Report struct{ Pages, Bytes, Refused int }

// Crawl fetches pages, level by level, each once.
var Crawl = workflow.New("crawl", crawl)

func crawl(ctx workflow.Context, site Site) (r Report, err error) {
	seen := map[string]bool{}
	for level := site.Pages; len(level) > 0; {
		var asked []workflow.Future[Page]
		for _, page := range level {
			if seen[page] || len(seen) == site.Most {
				continue
			}
			seen[page] = true
			asked = append(asked, workflow.Execute(ctx, Fetch, page, workflow.Partition(host(page))))
		}
		level = nil
		for _, f := range asked {
			p, err := f.Get(ctx)
			if failure.CodeOf(err) == Refused {
				r.Refused++
				continue
			}
			if err != nil {
				return r, err
			}
			r.Pages, r.Bytes, level = r.Pages+1, r.Bytes+p.Bytes, append(level, p.Links...)
		}
	}
	return r, nil
}

// host returns the partition of a page.
func host(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return u.Host
}
