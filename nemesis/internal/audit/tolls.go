package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/nemesis/internal/load"
)

// Over reports whether the schedule has no times left or does not exist.
func (a *Auditor) Over(ctx context.Context) bool {
	s, err := reprise.DescribeSchedule(ctx, a.Runtime, load.TollID)
	return errors.Is(err, reprise.ErrNoSchedule) || err == nil && len(s.Next) == 0
}

// tolls checks the schedule against its runs. put says that the schedule was acknowledged.
func (a *Auditor) tolls(ctx context.Context, put bool) ([]Violation, error) {
	s, err := reprise.DescribeSchedule(ctx, a.Runtime, load.TollID)
	switch {
	case errors.Is(err, reprise.ErrNoSchedule) && (!put || len(a.book.Losses) > 0):
		return nil, nil
	case errors.Is(err, reprise.ErrNoSchedule):
		return []Violation{{Rule: "I4", Text: "the schedule was put, but does not exist"}}, nil
	case err != nil:
		return nil, err
	}
	a.Notes = append(a.Notes, fmt.Sprintf("schedule: %d nominal times fired, %d skipped", s.Fired, len(s.Skips)))
	return Tolls(s, a.traces), nil
}

// Tolls checks that each time of the schedule fired once, and that nothing else did.
func Tolls(s reprise.ScheduleState, traces map[string][]*Trace) (all []Violation) {
	wrong := func(rule, id, format string, args ...any) {
		all = append(all, Violation{Rule: rule, WorkflowID: id, Text: fmt.Sprintf(format, args...)})
	}
	times := map[string]bool{}
	for at := s.Spec.Next(s.Created); at.Before(s.Policy.Until); at = s.Spec.Next(at) {
		id := s.ID + "@" + at.Format(time.RFC3339Nano)
		times[id] = true
		switch n := len(traces[id]); {
		case n == 0:
			wrong("I1", id, "the time of the schedule was never fired")
		case n > 1:
			wrong("I1", id, "the time of the schedule was fired %d times", n)
		}
	}
	for id, found := range traces {
		if toll(found) && !times[id] {
			wrong("I4", id, "the schedule has no such time")
		}
	}
	if s.Fired != int64(len(times)) {
		wrong("I1", "", "the schedule has %d times, but says that it fired %d", len(times), s.Fired)
	}
	for _, skip := range s.Skips {
		wrong("I1", "", "the time %s of the schedule was fired or skipped, although it was to fire once: %s %s", stamp(skip.Nominal), skip.Reason, skip.Text)
	}
	return all
}

// toll reports whether the runs of one workflow id belong to the schedule.
func toll(found []*Trace) bool { return found[0].Run.Workflow == load.Toll.Name() }
