package testkit

import (
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// compared returns what two equal events have in common: what the workflow asked for, what it
// was given, and when. A reference to an earlier event is replaced by that event, not by its
// number. Call sites, builds, workers and seeds are left out.
func (t *told) compared(before []told) (string, error) {
	e := history.Event{Body: t.Body}
	of := int64(0)
	refer := func(seq *int64) {
		of, *seq = *seq, 0
	}
	switch b := t.Body.(type) {
	case *history.Started:
		c := *b
		c.Seed, c.Level, c.Build = [16]byte{}, 0, ""
		c.Input = b.Input.Canonical()
		e.Body = &c
	case *history.ActivityScheduled:
		c := *b
		c.Eager, c.Nonce = false, 0
		c.Input = b.Input.Canonical()
		e.Body = &c
	case *history.ActivityCompleted:
		c := *b
		refer(&c.Activity)
		c.Last = stackless(b.Last)
		c.Result = b.Result.Canonical()
		e.Body = &c
	case *history.ActivityFailed:
		c := *b
		refer(&c.Activity)
		c.Failure = *stackless(&b.Failure)
		e.Body = &c
	case *history.AttemptEnded:
		c := *b
		refer(&c.Activity)
		c.Failure = stackless(b.Failure)
		e.Body = &c
	case *history.ActivityCancelRequested:
		c := *b
		refer(&c.Activity)
		e.Body = &c
	case *history.TimerFired:
		c := *b
		refer(&c.Timer)
		e.Body = &c
	case *history.TimerCancelled:
		c := *b
		refer(&c.Timer)
		e.Body = &c
	case *history.PromiseMade:
		c := *b
		c.Token = ""
		e.Body = &c
	case *history.PromiseEnded:
		c := *b
		refer(&c.Promise)
		if c.Token != "" {
			c.Token = "its own"
		}
		c.Result, c.Failure = b.Result.Canonical(), stackless(b.Failure)
		e.Body = &c
	case *history.PromiseCancelled:
		c := *b
		refer(&c.Promise)
		e.Body = &c
	case *history.UpdateEnded:
		c := *b
		refer(&c.Update)
		c.Result, c.Failure = b.Result.Canonical(), stackless(b.Failure)
		e.Body = &c
	default:
		e.Body = plain(t.Body)
	}
	data, err := history.EncodeEvent(e)
	key := fmt.Sprintf("%v %x", t.after, data)
	if of > 0 && of <= int64(len(before)) {
		key += " of " + before[of-1].key
	}
	return key, err
}

// plain returns a body that refers to no other event, without stacks. It replaces the numbers
// of signals by their count.
func plain(body history.Body) history.Body {
	switch b := body.(type) {
	case *history.SideEffectRecorded:
		c := *b
		c.Failure, c.Value = stackless(b.Failure), b.Value.Canonical()
		return &c
	case *history.UpdateReceived:
		c := *b
		c.Input = b.Input.Canonical()
		return &c
	case *history.SignalReceived:
		c := *b
		c.Payload = b.Payload.Canonical()
		return &c
	case *history.RunCompleted:
		c := *b
		c.Result = b.Result.Canonical()
		c.Undelivered = counted(b.Undelivered)
		return &c
	case *history.RunContinued:
		c := *b
		c.Next, c.Input, c.Handed = history.RunID{}, b.Input.Canonical(), counted(b.Handed)
		return &c
	case *history.RunFailed:
		c := *b
		c.Failure, c.Undelivered = *stackless(&b.Failure), counted(b.Undelivered)
		return &c
	case *history.RunCancelled:
		c := *b
		c.Failure, c.Undelivered = *stackless(&b.Failure), counted(b.Undelivered)
		return &c
	}
	return body
}

// stackless returns a copy of a failure without its stacks, which change with every line of code.
func stackless(f *history.Failure) *history.Failure {
	if f == nil {
		return nil
	}
	c := *f
	c.Stack, c.Cause, c.Details = "", stackless(f.Cause), f.Details.Canonical()
	return &c
}

func counted(seqs []int64) []int64 {
	n := make([]int64, len(seqs))
	for i := range n {
		n[i] = int64(i + 1)
	}
	return n
}
