package inspect

import (
	"context"
	"time"

	"github.com/reprise-run/reprise"
)

// Schedule is a schedule, in schedule list, show and next.
type Schedule struct {
	ID       string         `json:"id"`
	Workflow string         `json:"workflow"`
	Times    string         `json:"times"`
	Overlap  string         `json:"overlap"`
	CatchUp  string         `json:"catch_up"`
	Jitter   float64        `json:"jitter_seconds,omitempty"`
	From     *time.Time     `json:"from,omitempty"`
	Until    *time.Time     `json:"until,omitempty"`
	Queue    string         `json:"queue,omitempty"`
	Priority int            `json:"priority,omitempty"`
	Build    string         `json:"build"`
	Revision string         `json:"revision"`
	Created  time.Time      `json:"created"`
	Paused   *Note          `json:"paused,omitempty"`
	Next     []time.Time    `json:"next"`
	Waiting  *time.Time     `json:"waiting,omitempty"` // the time that waits for the end of the last run
	Fired    int64          `json:"fired"`
	Skipped  int64          `json:"skipped"`
	Last     []ScheduledRun `json:"last,omitempty"`
	Skips    []Skip         `json:"skips,omitempty"`
}

// Late is how long work may be ready, or a schedule due, before somebody should look.
const Late = 30 * time.Second

// Overdue reports whether a time of the schedule should have been fired by now, and no worker has.
func (s *Schedule) Overdue(now time.Time) bool {
	return s.Paused == nil && s.Waiting == nil && len(s.Next) > 0 && now.Sub(s.Next[0]) > Late+FromSeconds(s.Jitter)
}

// ScheduledRun is a run that a schedule has started.
type ScheduledRun struct {
	Nominal time.Time `json:"nominal"`
	ID      string    `json:"id"` // the workflow id
	RunID   string    `json:"run_id"`
	At      time.Time `json:"at"`
}

// Skip is a time, or several in a row, at which a schedule did not fire.
type Skip struct {
	Nominal time.Time  `json:"nominal"`
	Until   *time.Time `json:"until,omitempty"` // the last one of several
	Count   int64      `json:"count"`
	Reason  string     `json:"reason"`
	Text    string     `json:"text,omitempty"`
	At      time.Time  `json:"at"`
}

// ScheduleOf returns a schedule for JSON output.
func ScheduleOf(s reprise.ScheduleState) Schedule {
	v := Schedule{
		ID: s.ID, Workflow: s.Workflow, Times: s.Spec.String(), Overlap: s.Policy.Overlap.String(), CatchUp: s.Policy.CatchUp.String(), Jitter: InSeconds(s.Policy.Jitter),
		From: timeOf(s.Policy.From), Until: timeOf(s.Policy.Until), Queue: s.Policy.Queue, Priority: s.Policy.Priority, Build: s.Build, Revision: s.Revision, Created: s.Created,
		Next: s.Next, Waiting: timeOf(s.Waiting), Fired: s.Fired, Skipped: s.Skipped,
	}
	if v.Next == nil {
		v.Next = []time.Time{}
	}
	if p := s.Paused; p != nil {
		v.Paused = &Note{p.Who, p.Why, p.At}
	}
	for _, r := range s.Last {
		v.Last = append(v.Last, ScheduledRun{r.Nominal, r.WorkflowID, r.RunID.String(), r.At})
	}
	for _, k := range s.Skips {
		v.Skips = append(v.Skips, Skip{k.Nominal, timeOf(k.Until), k.Count, k.Reason, k.Text, k.At})
	}
	return v
}

// Schedules returns the schedules of the namespace, ordered by id. If most is not zero, it returns at
// most that many.
func Schedules(ctx context.Context, rt *reprise.Runtime, most int) ([]Schedule, error) {
	all := []Schedule{}
	for s, err := range reprise.Schedules(ctx, rt) {
		if err != nil {
			return nil, err
		}
		if most > 0 && len(all) == most {
			break
		}
		all = append(all, ScheduleOf(s))
	}
	return all, nil
}
