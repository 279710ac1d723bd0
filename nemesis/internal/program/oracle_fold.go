package program

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/workflow"
)

// The fold of a history.

// wantActivity is an activity that the program asks for.
type wantActivity struct{ Act }

// Kind implements history.Body.
func (*wantActivity) Kind() history.Kind { return history.KindActivityScheduled }

// step applies the events of a task and compares the commands.
func (o *oracle) step(now time.Time, events, commands []history.Event) error {
	o.now, o.asked, o.seqs, o.side = now.UTC().Truncate(time.Microsecond), nil, nil, nil
	for _, c := range commands {
		o.seqs, o.side = append(o.seqs, c.Seq), append(o.side, c.Body)
	}
	terminated := slices.ContainsFunc(events, func(e history.Event) bool { return e.Body.Kind() == history.KindRunTerminated })
	for _, e := range events {
		if terminated {
			o.ended = true
		}
		o.tell(e)
		o.run()
	}
	for i, c := range commands {
		if i >= len(o.asked) {
			return fmt.Errorf("event %d is %s, and the program asks for nothing more in this task", c.Seq, show(c.Body))
		}
		if why := o.differs(c.Body, o.asked[i]); why != "" {
			return fmt.Errorf("event %d is %s, and the program asks for %s (%s)", c.Seq, show(c.Body), show(o.asked[i]), why)
		}
	}
	if n := len(commands); len(o.asked) > n {
		return fmt.Errorf("the program asks for %s, and the task has no more than %d commands", show(o.asked[n]), n)
	}
	return nil
}

func (o *oracle) tell(e history.Event) {
	o.at = instant{seq: e.Seq}
	switch b := e.Body.(type) {
	case *history.SignalReceived:
		if b.ID != "" && o.known[b.ID] {
			return
		}
		o.known[b.ID] = true
		var text string
		if err := codecs.Decode(b.Payload, &text); err != nil {
			text = err.Error()
		}
		o.mail[b.Name] = append(o.mail[b.Name], letter{e.Seq, text})
		o.wake(o.waiting[b.Name])
		return
	case *history.Started:
		o.started = b
	}
	if o.ended {
		return
	}
	switch b := e.Body.(type) {
	case *history.Started:
		var text string
		if err := codecs.Decode(b.Input, &text); err != nil {
			text = ""
		}
		o.spawn(func() {
			in, e := run(o, o.root, text)
			o.in = in
			o.last(e)
		}, nil)
	case *history.ActivityCompleted:
		var d Done
		err := codecs.Decode(b.Result, &d)
		o.complete(b.Activity, doneText(d, err))
	case *history.ActivityFailed:
		o.complete(b.Activity, outcome("", &b.Failure))
	case *history.TimerFired:
		if t := o.open[b.Timer]; t != nil {
			o.complete(b.Timer, fired(t.due))
		}
	case *history.CancelRequested:
		if !o.root.off {
			o.cancelArea(o.root, o.at)
		}
	}
}

func (o *oracle) complete(seq int64, text string) {
	if t := o.open[seq]; t != nil {
		o.finish(t, o.at, text)
		o.wake(t.awaiting)
	}
}

// last asks for the command that ends the run.
func (o *oracle) last(e end) {
	result, err := o.in.ends(e)
	switch {
	case err == nil:
		p, err := codecs.Encode(result)
		if err != nil {
			p.Enc = err.Error()
		}
		o.ask(&history.RunCompleted{Result: p})
	case e.how == givesUp && o.root.off:
		o.ask(&history.RunCancelled{Failure: *history.FailureOf(workflow.ErrCancelled)})
	default:
		o.ask(&history.RunFailed{Failure: *history.FailureOf(err)})
	}
	o.ended = true
}

// unread returns the seqs of the signals that were not received.
func (o *oracle) unread() (seqs []int64) {
	for _, l := range o.mail {
		for _, each := range l {
			seqs = append(seqs, each.seq)
		}
	}
	slices.Sort(seqs)
	return seqs
}

// differs says how a recorded command differs from what the program asked for.
func (o *oracle) differs(recorded, asked history.Body) string {
	if recorded.Kind() != asked.Kind() {
		return "another thing"
	}
	switch b := recorded.(type) {
	case *history.ActivityScheduled:
		var a Act
		if err := codecs.Decode(b.Input, &a); err != nil {
			return err.Error()
		}
		want := asked.(*wantActivity).Act
		if a.Mods, want.Mods = append([]string{}, a.Mods...), append([]string{}, want.Mods...); b.Name != want.Name || !reflect.DeepEqual(a, want) {
			return "another input"
		}
	case *history.ActivityCancelRequested:
		return unless(b.Activity == asked.(*history.ActivityCancelRequested).Activity, "another activity")
	case *history.TimerCancelled:
		return unless(b.Timer == asked.(*history.TimerCancelled).Timer, "another timer")
	case *history.TimerStarted:
		return unless(b.FireAt.Equal(asked.(*history.TimerStarted).FireAt), "another time")
	case *history.RunCompleted:
		return unless(b.Result.Same(asked.(*history.RunCompleted).Result) && slices.Equal(b.Undelivered, o.unread()), "another result")
	case *history.RunFailed:
		f, want := b.Failure, asked.(*history.RunFailed).Failure
		return unless(f.Kind == want.Kind && f.Code == want.Code && f.Message == want.Message && slices.Equal(b.Undelivered, o.unread()), "another failure")
	case *history.RunCancelled:
		return unless(slices.Equal(b.Undelivered, o.unread()), fmt.Sprintf("undelivered are %v", o.unread()))
	}
	return ""
}

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

// halt ends all coroutines, newest first.
func (o *oracle) halt() {
	o.over = true
	for _, s := range slices.Backward(o.all) {
		s.stop()
	}
}

// show describes a command.
func show(b history.Body) string {
	switch b := b.(type) {
	case *wantActivity:
		return fmt.Sprintf("activity %s of line %d with %x", b.Name, b.Line, b.State)
	case *history.ActivityScheduled:
		var a Act
		_ = codecs.Decode(b.Input, &a)
		return fmt.Sprintf("activity %s of line %d with %x", b.Name, a.Line, a.State)
	case *history.RunCompleted:
		var trace []string
		_ = codecs.Decode(b.Result, &trace)
		return fmt.Sprintf("completed, undelivered %v: %s", b.Undelivered, strings.Join(trace, "; "))
	case *history.TimerStarted:
		return "a timer due " + b.FireAt.Format(time.RFC3339Nano)
	case *history.ActivityCancelRequested:
		return fmt.Sprintf("cancel activity %d", b.Activity)
	case *history.TimerCancelled:
		return fmt.Sprintf("cancel timer %d", b.Timer)
	case *history.RunFailed:
		return fmt.Sprintf("failed %s, undelivered %v: %s", b.Failure.Code, b.Undelivered, b.Failure.Message)
	}
	return fmt.Sprintf("%T", b)
}
