package timeline_test

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/timeline"
)

func ExampleFold() {
	fold := timeline.New(func(s timeline.Span) {
		fmt.Printf("%s %s: %s after %v\n", s.Kind, s.Name, s.Outcome, s.End.Sub(s.Begin))
	})
	fold.Row(history.Header{Now: day}, []history.Event{
		{Seq: 1, Body: &history.Started{Workflow: "order"}},
		{Seq: 2, Body: &history.ActivityScheduled{Name: "charge", Eager: true}},
	})
	fold.Row(history.Header{Now: day.Add(90e9)}, []history.Event{
		{Seq: 3, Body: &history.ActivityCompleted{Activity: 2, Attempt: 1}},
		{Seq: 4, Body: &history.TimerStarted{FireAt: day.Add(3600e9)}},
	})
	fmt.Println(len(fold.Open()), "open:", fold.Open()[0].Kind)
	// Output:
	// activity charge: completed after 1m30s
	// 1 open: timer
}
