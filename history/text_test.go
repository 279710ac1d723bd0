package history_test

import (
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

func TestAnEventIsALineOfText(t *testing.T) {
	for want, e := range map[string]history.Event{
		"1 started order order-42":                                                              {Seq: 1, Body: &started},
		"2 activity scheduled charge (order.fulfil order.go:52)":                                {Seq: 2, Site: site, Body: &scheduled},
		"3 activity scheduled ship on depot":                                                    {Seq: 3, Body: &history.ActivityScheduled{Name: "ship", Queue: "depot"}},
		"4 activity completed 2":                                                                {Seq: 4, Body: &history.ActivityCompleted{Activity: 2, Attempt: 1}},
		"4 activity completed 2 attempt 3":                                                      {Seq: 4, Body: &history.ActivityCompleted{Activity: 2, Attempt: 3}},
		`5 activity failed 2 attempt 10 declined "charge: card declined"`:                       {Seq: 5, Body: &history.ActivityFailed{Activity: 2, Attempt: 10, Failure: declined}},
		`5 activity failed 2 declined "charge: card declined"`:                                  {Seq: 5, Body: &history.ActivityFailed{Activity: 2, Failure: declined}},
		"6 attempt ended 2 attempt 1 lost":                                                      {Seq: 6, Body: &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyLost}},
		`6 attempt ended 2 attempt 1 failed kind panic "panic: assignment to entry in nil map"`: {Seq: 6, Body: &history.AttemptEnded{Activity: 2, Attempt: 1, Why: history.WhyFailed, Failure: &panicked}},
		"7 activity cancel requested 2":                                                         {Seq: 7, Body: &history.ActivityCancelRequested{Activity: 2}},
		"8 timer started due 2026-03-01T12:00:00.123456Z (order.fulfil order.go:52)":            {Seq: 8, Site: site, Body: &history.TimerStarted{FireAt: noon}},
		"9 timer fired 8":                                            {Seq: 9, Body: &history.TimerFired{Timer: 8}},
		"10 timer cancelled 8":                                       {Seq: 10, Body: &history.TimerCancelled{Timer: 8}},
		"11 signal received approve approve-42":                      {Seq: 11, Body: &history.SignalReceived{Name: "approve", ID: "approve-42"}},
		`11 signal received approve "an id\nof two lines"`:           {Seq: 11, Body: &history.SignalReceived{Name: "approve", ID: "an id\nof two lines"}},
		`12 cancel requested "the customer left"`:                    {Seq: 12, Body: &history.CancelRequested{Reason: "the customer left"}},
		"12 cancel requested":                                        {Seq: 12, Body: &history.CancelRequested{}},
		"13 side effect recorded":                                    {Seq: 13, Body: &history.SideEffectRecorded{}},
		`13 side effect recorded "no entropy"`:                       {Seq: 13, Body: &history.SideEffectRecorded{Failure: &history.Failure{Message: "no entropy"}}},
		"14 completed":                                               {Seq: 14, Body: &history.RunCompleted{}},
		"14 completed undelivered [3 9]":                             {Seq: 14, Body: &history.RunCompleted{Undelivered: []int64{3, 9}}},
		`14 failed declined "charge: card declined" undelivered [3]`: {Seq: 14, Body: &history.RunFailed{Failure: declined, Undelivered: []int64{3}}},
		`14 cancelled kind cancelled "cancelled"`:                    {Seq: 14, Body: &history.RunCancelled{Failure: history.Failure{Kind: mark.Cancelled, Message: "cancelled"}}},
		`14 terminated "wrong"`:                                      {Seq: 14, Body: &history.RunTerminated{Reason: "wrong"}},
		"15 task marker":                                             {Seq: 15, Body: &history.Unknown{Number: history.KindTaskMarker}},
		"15 kind 200":                                                {Seq: 15, Body: &history.Unknown{Number: 200}},
		"timer fired 8":                                              {Body: &history.TimerFired{Timer: 8}},
		"16 no body":                                                 {Seq: 16},
	} {
		if got := e.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A payload may hold what does not belong in a log file.
func TestTextDoesNotShowPayloads(t *testing.T) {
	for name, pair := range bodies {
		for _, b := range pair {
			if got := (history.Event{Body: b}).String(); strings.Contains(got, "card") && !strings.Contains(got, "card declined") || strings.Contains(got, "\n") {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}
