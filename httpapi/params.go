package httpapi

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/filter"
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

// moment reads a time, which is not zero; zero if absent. or says what else the parameter takes.
func (p *params) moment(name, or string) time.Time {
	if !p.Has(name) {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, p.Get(name))
	if err != nil || t.IsZero() { // zero bounds nothing, and would select all
		p.wrong(name, "a time such as 2026-11-23T06:00:00Z"+or)
	}
	return t
}

var statuses = []reprise.Status{reprise.Open, reprise.Completed, reprise.Failed, reprise.Cancelled, reprise.Terminated, reprise.Continued}

// ago reads a length of time without a sign, as the filter understands it with "-" before it.
func (p *params) ago(name, value string) {
	if _, err := filter.Duration(value); err != nil || value == "" || value[0] == '-' || value[0] == '+' {
		p.wrong(name, "a length of time, such as 1h, 30m or 2d, of at most a hundred years")
	}
}

// filter returns what the parameters select. Some of them stand for conditions of Where.
func (p *params) filter() reprise.Filter {
	q := reprise.Filter{
		Workflow: p.Get("workflow"), WorkflowID: p.Get("id"), Prefix: p.Get("prefix"), Queue: p.Get("queue"), Blocked: p.flag("blocked"), Where: p.Get("where"),
		SinceBefore: p.moment("since_before", ""),
	}
	also := func(condition string) {
		if q.Where != "" {
			q.Where += " and "
		}
		q.Where += condition
	}
	if p.Has("waiting") {
		also("waiting = " + strconv.Quote(p.Get("waiting")))
	}
	if p.Has("since_over") {
		p.ago("since_over", p.Get("since_over"))
		also("since < -" + p.Get("since_over"))
	}
	for _, t := range []struct {
		name, condition string
		at              *time.Time
	}{
		{"started_after", "started >= ", &q.StartedFrom}, {"started_before", "started < ", &q.StartedBefore},
		{"closed_after", "closed >= ", &q.ClosedFrom}, {"closed_before", "closed < ", &q.ClosedBefore},
	} {
		if age, relative := strings.CutPrefix(p.Get(t.name), "-"); relative {
			p.ago(t.name, age)
			also(t.condition + "-" + age)
		} else {
			*t.at = p.moment(t.name, ", or -24h for that long ago")
		}
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
			return nil, wrong("bad_parameter", fmt.Sprintf("unknown status %q: use open, completed, failed, cancelled, terminated, continued", word))
		}
	}
	return all, nil
}
