package load

import (
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

func (in Input) call(i int) Call {
	return Call{Label: label(i), WorkMS: in.WorkMS, Fails: in.Fails, Later: in.Later}
}

func label(i int) string { return fmt.Sprintf("step/%d", i) }

// take waits for an activity and keeps its value.
func (r *Result) take(ctx workflow.Context, f workflow.Future[Done]) error {
	d, err := f.Get(ctx)
	if errors.Is(err, activity.ErrOutcomeUnknown) {
		d.Value, err = Unknown, nil
	}
	r.Values = append(r.Values, d.Value)
	return err
}

// chain implements Chain, Retry, Risk, Pay, Grudge, Turns, Toll and Later: they differ in
// their activity.
func chain(a activity.Def[Call, Done]) func(workflow.Context, Input) (Result, error) {
	return func(ctx workflow.Context, in Input) (Result, error) {
		var r Result
		if err := r.progress(ctx); err != nil {
			return r, err
		}
		for i := range in.Steps {
			if err := r.take(ctx, workflow.Execute(ctx, a, in.call(i))); err != nil {
				return r, err
			}
		}
		return r, nil
	}
}

func fan(ctx workflow.Context, in Input) (Result, error) {
	var begun []workflow.Future[Done]
	for i := range in.Steps {
		a := Step
		if i%2 == 1 {
			a = Away
		}
		begun = append(begun, workflow.Execute(ctx, a, in.call(i)))
	}
	return takeAll(ctx, begun)
}

// takeAll waits for activities, in order, and keeps their values.
func takeAll(ctx workflow.Context, begun []workflow.Future[Done]) (Result, error) {
	var r Result
	for _, f := range begun {
		if err := r.take(ctx, f); err != nil {
			return r, err
		}
	}
	return r, nil
}

func nap(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	if err := r.progress(ctx); err != nil {
		return r, err
	}
	for i := range in.Steps {
		if err := workflow.SetAttr(ctx, Stage, int64(i)); err != nil {
			return r, err
		}
		if err := workflow.Sleep(ctx, time.Duration(in.NapMS)*time.Millisecond); err != nil {
			return r, err
		}
		if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(i))); err != nil {
			return r, err
		}
	}
	return r, nil
}

// mail may wake from time to time while it waits, so that timers start and are cancelled
// next to the signals.
func mail(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	if err := r.progress(ctx); err != nil {
		return r, err
	}
	var looking []workflow.ReceiveOption
	if in.NapMS > 0 {
		looking = append(looking, workflow.Within(time.Duration(in.NapMS)*time.Millisecond))
	}
	for len(r.Letters) < in.Letters {
		letter, err := workflow.Receive(ctx, Letter, looking...)
		if errors.Is(err, workflow.ErrTimeout) {
			continue
		}
		if err != nil {
			return r, err
		}
		r.Letters = append(r.Letters, letter)
		if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(len(r.Letters)-1))); err != nil {
			return r, err
		}
	}
	return r, nil
}

// cycle is a Mail with one run for each letter, and one more.
func cycle(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	if in.Before != nil {
		r = *in.Before
	}
	if err := errors.Join(r.progress(ctx), workflow.SetAttr(ctx, Stage, int64(len(r.Letters)))); err != nil {
		return r, err
	}
	if len(r.Letters) == in.Letters {
		return r, nil
	}
	letter, err := workflow.Receive(ctx, Letter)
	if err != nil {
		return r, err
	}
	r.Letters = append(r.Letters, letter)
	if err := r.take(ctx, workflow.Execute(ctx, Step, in.call(len(r.Letters)-1))); err != nil {
		return r, err
	}
	in.Before = &r
	return workflow.ContinueAsNew(ctx, Cycle, in)
}

// patient waits next to an activity with heartbeats, and cleans up when it is cancelled.
func patient(ctx workflow.Context, in Input) (Result, error) {
	var r Result
	beating := workflow.Execute(ctx, Beats, Call{Label: "beats", WorkMS: in.WorkMS, Beats: in.Steps})
	_, err := workflow.Receive(ctx, Never)
	after := workflow.WithoutCancel(ctx)
	// If the worker dies during the cancelled attempt, the outcome of the activity is unknown.
	if _, ended := beating.Get(after); ended != nil && !errors.Is(ended, workflow.ErrCancelled) && !errors.Is(ended, activity.ErrOutcomeUnknown) {
		return r, ended
	}
	return r, errors.Join(r.take(after, workflow.Execute(after, Step, in.call(0))), err)
}
