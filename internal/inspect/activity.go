package inspect

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
)

// Listed is an activity in the output of activity list.
type Listed struct {
	ID       string `json:"id"` // the workflow id
	RunID    string `json:"run_id"`
	Workflow string `json:"workflow"`
	Activity
}

// ActivityList is the output of activity list with -o json.
type ActivityList struct {
	Activities []Listed `json:"activities"`     // [] when there is none
	Next       string   `json:"next,omitempty"` // for --cursor; absent on the last page
	Scanned    int      `json:"scanned"`        // how many activities were examined for the page
}

// ActivityGroup is a group of activities that fail in the same way.
type ActivityGroup struct {
	GroupKey
	Count   int        `json:"count"`
	Runs    int        `json:"runs"`
	Oldest  time.Time  `json:"oldest"`         // when the oldest was scheduled
	Next    *time.Time `json:"next,omitempty"` // no attempt of the group begins before
	Worst   int        `json:"worst_attempt"`  // the highest number of a running or next attempt
	Example string     `json:"example"`        // a run id
}

// GroupKey identifies a group: its activities share it.
type GroupKey struct {
	Name    string       `json:"name"`
	Queue   string       `json:"queue"`
	Code    failure.Code `json:"code,omitempty"`    // of the last failure; the engine's kind where the author gave none
	Message string       `json:"message,omitempty"` // its first line, with # for each number
}

// ActivityGroups is the output of activity list --groups with -o json.
type ActivityGroups struct {
	Groups   []ActivityGroup `json:"groups"`   // the largest first; [] when there is none
	Scanned  int             `json:"scanned"`  // how many activities were examined, at most 10,000
	Complete bool            `json:"complete"` // all activities were examined
}

// ListActivities returns one page of activities.
func (l *Look) ListActivities(ctx context.Context, q reprise.ActivityFilter) (ActivityList, error) {
	found, err := reprise.ListActivities(ctx, l.RT, q)
	if err != nil {
		return ActivityList{}, PageError(err, q.Cursor, func() error {
			q.Cursor, q.Limit = "", 1
			_, err := reprise.ListActivities(ctx, l.RT, q)
			return err
		})
	}
	f := Facts{Now: l.AsOf}
	look, ok := l.RT.Store().(store.Inspector)
	if f.Counted = ok; ok && slices.ContainsFunc(found.Activities, func(a reprise.ActivityInfo) bool { return a.Running }) {
		if f.Workers, err = look.Workers(ctx); err != nil {
			return ActivityList{}, err
		}
	}
	all := ActivityList{Activities: make([]Listed, 0, len(found.Activities)), Next: found.Next, Scanned: found.Examined}
	for _, a := range found.Activities {
		v := Listed{ID: a.WorkflowID, RunID: a.RunID.String(), Workflow: a.Workflow, Activity: Activity{Number: a.Number, Name: a.Name, Queue: a.Queue, Scheduled: timeOf(a.Scheduled)}}
		one := *l
		one.Hidden = l.Hidden || l.HiddenOf != nil && l.HiddenOf(a)
		one.fromState(&f, &v.Activity, a.ActivityState)
		all.Activities = append(all.Activities, v)
	}
	return all, nil
}

// number matches ids and numbers, which differ between messages of the same failure.
var number = regexp.MustCompile(`[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9]+`)

// GroupOf returns the key of an activity's group.
func GroupOf(a reprise.ActivityInfo) GroupKey {
	key, f := GroupKey{Name: a.Name, Queue: a.Queue}, (*history.Failure)(nil)
	if errors.As(a.Last, &f) {
		key.Code, key.Message = cmp.Or(f.Code, failure.Code(f.Kind)), number.ReplaceAllLiteralString(FirstLine(f.Message), "#")
	}
	return key
}

// GroupActivities groups activities that fail in the same way.
func (l *Look) GroupActivities(ctx context.Context, q reprise.ActivityFilter) (ActivityGroups, error) {
	type group struct {
		ActivityGroup
		runs map[reprise.RunID]bool
	}
	groups := map[GroupKey]*group{}
	all := ActivityGroups{Groups: []ActivityGroup{}}
	for q.Limit = store.MaxPage; !all.Complete && all.Scanned < store.MaxExamined; {
		page, err := reprise.ListActivities(ctx, l.RT, q)
		if err != nil {
			return ActivityGroups{}, err
		}
		for _, a := range page.Activities {
			key := GroupOf(a)
			g := groups[key]
			if g == nil {
				g = &group{runs: map[reprise.RunID]bool{}, ActivityGroup: ActivityGroup{GroupKey: key, Oldest: a.Scheduled, Example: a.RunID.String()}}
				if !a.Running && a.Ready.After(l.AsOf) {
					g.Next = timeOf(a.Ready)
				}
				groups[key] = g
			}
			g.runs[a.RunID] = true
			g.Count++
			if a.Scheduled.Before(g.Oldest) {
				g.Oldest, g.Example = a.Scheduled, a.RunID.String()
			}
			attempt := a.Attempt
			if !a.Running {
				attempt++
			}
			g.Worst = max(g.Worst, attempt)
		}
		q.Cursor, all.Complete = page.Next, page.Next == ""
		all.Scanned += page.Examined
	}
	for _, g := range groups {
		g.Runs = len(g.runs)
		all.Groups = append(all.Groups, g.ActivityGroup)
	}
	slices.SortFunc(all.Groups, func(a, b ActivityGroup) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), a.Oldest.Compare(b.Oldest), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Queue, b.Queue), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return all, nil
}
