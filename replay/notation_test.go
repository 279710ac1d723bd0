package replay_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
)

// How scripts write events: a seq, words, and for a command its call site after "@".

var day = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// clock formats a time of the scripts' day as 12:00 or 12:00:30, and other times with
// the day.
func clock(t time.Time) string {
	d := t.Sub(day)
	days, s := int(d/(24*time.Hour)), t.Format("15:04:05.999999")
	s = strings.TrimSuffix(s, ":00")
	if days != 0 {
		s = fmt.Sprintf("%s +%dd", s, days)
	}
	return s
}

func parseClock(s string) time.Time {
	s, days, _ := strings.Cut(s, " +")
	for _, layout := range []string{"15:04", "15:04:05.999999"} {
		if t, err := time.Parse(layout, s); err == nil {
			n, _ := strconv.Atoi(strings.TrimSuffix(days, "d"))
			return day.AddDate(0, 0, n).Add(t.Sub(t.Truncate(24 * time.Hour)))
		}
	}
	panic("script: not a time: " + s)
}

func format(e history.Event) string {
	s := strconv.FormatInt(e.Seq, 10) + " "
	switch b := e.Body.(type) {
	case *history.ActivityScheduled:
		s += "activity " + b.Name
		if len(b.Input.Data) > 0 {
			s += " " + string(b.Input.Data)
		}
	case *history.ActivityCancelRequested:
		s += fmt.Sprintf("cancel activity %d", b.Activity)
	case *history.TimerStarted:
		s += "timer due " + clock(b.FireAt)
	case *history.TimerCancelled:
		s += fmt.Sprintf("cancel timer %d", b.Timer)
	case *history.PromiseMade:
		s += "promise"
		if !b.Due.IsZero() {
			s += " due " + clock(b.Due)
		}
	case *history.PromiseCancelled:
		s += fmt.Sprintf("cancel promise %d", b.Promise)
	case *history.SideEffectRecorded:
		s += strings.TrimSpace("side effect " + string(b.Value.Data))
	case *history.AttributeSet:
		s += attribute(b.Attr)
	case *history.RunCompleted:
		s += strings.TrimSpace("completed "+string(b.Result.Data)) + undelivered(b.Undelivered)
	case *history.RunFailed:
		s += "failed " + string(b.Failure.Code) + undelivered(b.Undelivered)
	case *history.RunCancelled:
		s += strings.TrimSpace("cancelled "+b.Failure.Message) + undelivered(b.Undelivered)
	default:
		s += fmt.Sprintf("%T", b)
	}
	if e.Site != "" {
		s += " @ " + normal(e.Site)
	}
	return s
}

func attribute(a history.Attr) string {
	return strings.TrimSpace("attribute " + a.Name + " " + strings.Join(a.Values, " "))
}

func undelivered(seqs []int64) string {
	if len(seqs) == 0 {
		return ""
	}
	return fmt.Sprint(", undelivered ", strings.Trim(fmt.Sprint(seqs), "[]"))
}

var lineSite = regexp.MustCompile(`replay_test\.line0*(\d+) lines_test\.go:\d+`)

// normal replaces call sites in the engine's texts by the script's lines.
func normal(s string) string {
	if strings.Contains(s, "lines_test.go") { // some scripts have tens of thousands of commands
		s = lineSite.ReplaceAllString(s, "line $1")
	}
	s = strings.ReplaceAll(s, "run 00000000-0000-0000-0000-000000000000: ", "")
	return s
}

// parse reads one event. It recognises commands by their words.
func parse(line string) history.Event {
	line, site, _ := strings.Cut(strings.TrimSpace(line), " @ ")
	number, rest, _ := strings.Cut(line, " ")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		panic("script: an event begins with its seq: " + line)
	}
	e := history.Event{Seq: seq, Body: body(strings.Fields(rest))}
	if site != "" {
		e.Site = "replay_test." + strings.Replace(site, "line ", "line0", 1) + " lines_test.go:1"
	}
	return e
}

func body(w []string) history.Body {
	tail := func(n int) string { return strings.Join(w[min(n, len(w)):], " ") }
	number := func(i int) int64 {
		n, err := strconv.ParseInt(w[i], 10, 64)
		if err != nil {
			panic("script: a number expected: " + tail(0))
		}
		return n
	}
	at := func(i int) string {
		if i < len(w) {
			return w[i]
		}
		return ""
	}
	switch {
	case w[0] == "started":
		s := &history.Started{Workflow: "script", WorkflowID: "s", Level: 1, Build: "v1"}
		copy(s.Seed[:], "a seed for tests")
		if at(1) == "level" {
			s.Level = int(number(2))
		}
		return s
	case w[0] == "activity" && at(2) == "completed":
		return &history.ActivityCompleted{Activity: number(1), Attempt: 1, Result: text(tail(3))}
	case w[0] == "activity" && at(2) == "failed":
		return &history.ActivityFailed{Activity: number(1), Attempt: 1, Failure: history.Failure{Code: failure.Code(tail(3))}}
	case w[0] == "attempt": // attempt 1 of activity 2 handed over [code]
		why, code := history.Why(at(5)), at(6)
		if at(5) == "handed" || at(5) == "timed" {
			why, code = history.Why(at(5)+" "+at(6)), at(7)
		}
		e := &history.AttemptEnded{Attempt: int(number(1)), Activity: number(4), Why: why}
		if code != "" {
			e.Failure = &history.Failure{Code: failure.Code(code)}
		}
		return e
	case w[0] == "timer" && at(2) == "fired":
		return &history.TimerFired{Timer: number(1)}
	case w[0] == "promise" && at(2) == "due": // nobody has resolved it
		return &history.PromiseEnded{Promise: number(1)}
	case w[0] == "promise" && at(2) == "ended": // promise 2 ended token value
		return &history.PromiseEnded{Promise: number(1), Token: w[3], Result: text(tail(4))}
	case w[0] == "signal": // signal approve [id=x] [payload]
		s := &history.SignalReceived{Name: w[1]}
		n := 2
		if id, ok := strings.CutPrefix(at(2), "id="); ok {
			s.ID, n = id, 3
		}
		s.Payload = text(tail(n))
		return s
	case w[0] == "cancel" && at(1) == "requested":
		return &history.CancelRequested{Reason: tail(2)}
	case w[0] == "terminated":
		return &history.RunTerminated{Reason: tail(1)}
	case w[0] == "marker":
		return &history.Unknown{Number: history.KindTaskMarker}
	}
	return command(w, tail, number)
}

func command(w []string, tail func(int) string, number func(int) int64) history.Body {
	switch {
	case w[0] == "activity":
		return &history.ActivityScheduled{Name: w[1], Input: text(tail(2)), Eager: true}
	case w[0] == "timer" && w[1] == "due":
		return &history.TimerStarted{FireAt: parseClock(tail(2))}
	case w[0] == "cancel" && w[1] == "activity":
		return &history.ActivityCancelRequested{Activity: number(2)}
	case w[0] == "promise":
		b := &history.PromiseMade{Token: "recorded"}
		if at := tail(1); at != "" {
			b.Due = parseClock(strings.TrimPrefix(at, "due "))
		}
		return b
	case w[0] == "cancel" && w[1] == "promise":
		return &history.PromiseCancelled{Promise: number(2)}
	case w[0] == "cancel" && w[1] == "timer":
		return &history.TimerCancelled{Timer: number(2)}
	case w[0] == "side":
		return &history.SideEffectRecorded{Value: text(tail(2))}
	case w[0] == "attribute":
		a := history.Attr{Name: w[1]}
		if value := tail(2); value != "" {
			a.Type, a.Values = history.AttrText, []string{value}
		}
		return &history.AttributeSet{Attr: a}
	case w[0] == "completed":
		return &history.RunCompleted{Result: text(tail(1))}
	case w[0] == "failed":
		return &history.RunFailed{Failure: history.Failure{Code: failure.Code(tail(1)), Message: tail(1)}}
	case w[0] == "cancelled":
		return &history.RunCancelled{}
	}
	panic("script: no such event: " + tail(0))
}
