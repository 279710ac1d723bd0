package httpapi

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
)

// params reads the parameters of a query; it keeps the first error.
type params struct {
	url.Values
	err error
}

func (c *call) params() *params { return &params{Values: c.r.URL.Query()} }

func (p *params) wrong(name, want string) {
	if p.err == nil {
		p.err = wrong("bad_parameter", fmt.Sprintf("the parameter %s is %q: it takes %s", name, p.Get(name), want))
	}
}

// number reads a whole number between two bounds.
func (p *params) number(name string, without, low, high int) int {
	if !p.Has(name) {
		return without
	}
	n, err := strconv.Atoi(p.Get(name))
	if err != nil || n < low || n > high {
		p.wrong(name, fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return n
}

// word reads one of several words; without the parameter it is the first.
func (p *params) word(name string, of ...string) string {
	if !p.Has(name) {
		return of[0]
	}
	if !slices.Contains(of, p.Get(name)) {
		p.wrong(name, "one of "+strings.Join(of, ", "))
	}
	return p.Get(name)
}

// flag reads 1, true, 0 or false.
func (p *params) flag(name string) bool {
	if !p.Has(name) {
		return false
	}
	yes, err := strconv.ParseBool(p.Get(name))
	if err != nil {
		p.wrong(name, "1 or 0")
	}
	return yes
}

// moment reads a time; zero if absent.
func (p *params) moment(name string) time.Time {
	if !p.Has(name) {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, p.Get(name))
	if err != nil {
		p.wrong(name, "a time such as 2026-11-23T06:00:00Z")
	}
	return t
}

var statuses = []reprise.Status{reprise.Open, reprise.Completed, reprise.Failed, reprise.Cancelled, reprise.Terminated, reprise.Continued}

// howLong matches the durations that a filter accepts, without their sign.
var howLong = regexp.MustCompile(`^(\d+d|(\d+(\.\d+)?(h|m|s|ms|us|µs|ns))+)$`)

// filter returns what the parameters select. Some of them stand for conditions of Where.
func (p *params) filter() reprise.Filter {
	q := reprise.Filter{
		Workflow: p.Get("workflow"), WorkflowID: p.Get("id"), Prefix: p.Get("prefix"), Queue: p.Get("queue"), Blocked: p.flag("blocked"), Where: p.Get("where"),
		SinceBefore: p.moment("since_before"),
		StartedFrom: p.moment("started_after"), StartedBefore: p.moment("started_before"),
		ClosedFrom: p.moment("closed_after"), ClosedBefore: p.moment("closed_before"),
	}
	const over = "since_over"
	if p.Has(over) && !howLong.MatchString(p.Get(over)) {
		p.wrong(over, "a length of time: 1h, 30m, 2d")
	}
	for _, c := range []struct{ name, says string }{{"waiting", "waiting = " + strconv.Quote(p.Get("waiting"))}, {over, "since < -" + p.Get(over)}} {
		if !p.Has(c.name) {
			continue
		}
		if q.Where != "" {
			q.Where += " and "
		}
		q.Where += c.says
	}
	if p.Has("status") {
		var err error
		if q.Status, err = statusesOf(strings.Split(p.Get("status"), ",")); err != nil && p.err == nil {
			p.err = err
		}
	}
	return q
}

// statusesOf returns the statuses of these words.
func statusesOf(words []string) (all []reprise.Status, err error) {
	for _, word := range words {
		found := false
		for _, s := range statuses {
			if found = s.String() == word; found {
				all = append(all, s)
				break
			}
		}
		if !found {
			return nil, wrong("bad_parameter", fmt.Sprintf("there is no status %q: use open, completed, failed, cancelled, terminated, continued", word))
		}
	}
	return all, nil
}
