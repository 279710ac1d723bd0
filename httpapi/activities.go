package httpapi

import (
	"context"
	"errors"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
	"github.com/reprise-run/reprise/store"
)

// activityFilter returns what the parameters select; without a state, the retrying activities.
func (p *params) activityFilter() reprise.ActivityFilter {
	return reprise.ActivityFilter{
		Status: reprise.ActivityStatus(p.word("state", string(reprise.ActivityRetrying), string(reprise.ActivityRunning), string(reprise.ActivityReady))),
		Queue:  p.Get("queue"), Name: p.Get("name"), Workflow: p.Get("workflow"),
	}
}

func (c *call) activities() (*answer, error) {
	p := c.params()
	q := p.activityFilter()
	q.Limit, q.Cursor = p.number("limit", 50, 1, store.MaxPage), p.Get("cursor")
	if p.err != nil {
		return nil, p.err
	}
	look, err := c.look()
	if err != nil {
		return nil, err
	}
	look.HiddenOf = func(a reprise.ActivityInfo) bool { // the row does not have the queue of its run
		return c.may(c.r, Access{Action: Payload, Workflow: a.Workflow, WorkflowID: a.WorkflowID, Run: a.RunID}) != nil
	}
	v, err := look.ListActivities(c.ctx, q)
	return &answer{v: v}, err
}

// activityGroups groups activities by their failure. Callers that ask for the same groups share an
// answer for ten seconds.
func (c *call) activityGroups() (*answer, error) {
	p := c.params()
	q := p.activityFilter()
	if p.err != nil {
		return nil, p.err
	}
	v, err := c.shared.get(c.ctx, "groups?"+c.r.URL.Query().Encode(), sharedFor, func(ctx context.Context) (any, error) {
		now, err := c.rt.Store().Now(ctx)
		if err != nil {
			return nil, err
		}
		look := inspect.Look{RT: c.rt, AsOf: now}
		return look.GroupActivities(ctx, q)
	})
	return &answer{v: v}, err
}

// retryBody is a group of activities/groups?state=retrying, and the reason to record.
type retryBody struct {
	inspect.GroupKey
	Reason string `json:"reason"`
	DryRun bool   `json:"dry_run"`
	Cursor string `json:"cursor"`
}

// retryGroup makes the next attempts of a group begin now: in each of its runs, those of all activities of the name.
func (c *call) retryGroup() (*answer, error) {
	var b retryBody
	if err := c.decode(&b); err != nil {
		return nil, err
	}
	if b.Name == "" || b.Queue == "" {
		return nil, wrong("bad_body", "name the group: name, queue, code and message as in activities/groups")
	}
	verb, err := (&batchBody{Action: "retry", Reason: b.Reason, Activity: b.Name}).verb(c)
	if err != nil {
		return nil, err
	}
	v, runs, scanned := batchJSON{DryRun: b.DryRun, Failed: []failedJSON{}}, map[store.RunID]bool{}, 0
	q := reprise.ActivityFilter{Status: reprise.ActivityRetrying, Name: b.Name, Queue: b.Queue, Limit: batchPage, Cursor: b.Cursor}
	if b.DryRun {
		q.Limit = store.MaxPage
	}
	for end := time.Now().Add(batchFor); ; {
		page, err := reprise.ListActivities(c.ctx, c.rt, q)
		if err != nil {
			return nil, inspect.PageError(err, q.Cursor, func() error {
				q.Cursor, q.Limit = "", 1
				_, err := reprise.ListActivities(c.ctx, c.rt, q)
				return err
			})
		}
		scanned += page.Examined
		for _, a := range page.Activities {
			if runs[a.RunID] || inspect.GroupOf(a) != b.GroupKey {
				continue
			}
			runs[a.RunID] = true
			if err := c.retryRun(&v, a.RunID, verb, b.Reason); err != nil { // the next call repeats the page
				v.Stopped = problemOf(err).Code
				break
			}
		}
		if v.Stopped == "" {
			q.Cursor = page.Next
		}
		switch {
		case v.Stopped == "" && page.Next == "":
			return &answer{v: v}, nil
		case b.DryRun && scanned >= mostCounted:
			v.Capped = true
			return &answer{v: v}, nil
		case v.Stopped != "" || !b.DryRun && !time.Now().Before(end):
			v.Cursor = q.Cursor
			return &answer{v: v}, nil
		}
	}
}

// retryRun retries the activities of one run of a group. After an error nothing more can be done.
func (c *call) retryRun(v *batchJSON, id store.RunID, verb batchVerb, reason string) error {
	run, err := c.rt.Store().Run(c.ctx, store.Ref{Namespace: c.rt.Namespace(), Run: id})
	switch {
	case errors.Is(err, store.ErrNotFound): // it ended and was removed
		return nil
	case err != nil:
		return err
	case !v.DryRun:
		return c.each(v, run, verb, reason)
	case c.may(c.r, accessTo(run, Read)) == nil && c.may(c.r, accessTo(run, verb.action)) == nil:
		v.Matched++
	}
	return nil
}
