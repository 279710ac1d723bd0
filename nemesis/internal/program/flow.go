package program

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/workflow"
)

// Program is the workflow that interprets its input. It returns its trace.
var Program = workflow.Define[string, []string]("program")

var activities = map[string]activity.Def[Act, Done]{
	"charge": activity.Define[Act, Done]("charge"), "ship": activity.Define[Act, Done]("ship"), "notify": activity.Define[Act, Done]("notify"),
	transactional: activity.Define[Act, Done](transactional, activity.Policy{Transactional: true}),
}

var signals = map[string]workflow.SignalDef[string]{"approve": workflow.DefineSignal[string]("approve"), "stop": workflow.DefineSignal[string]("stop")}

// outcome describes the end of something. It shows an error by its kind or its code,
// which is all that a history keeps of it for a program.
func outcome(value string, err error) string {
	switch {
	case err == nil:
		return value
	case errors.Is(err, workflow.ErrCancelled):
		return "cancelled"
	case errors.Is(err, workflow.ErrTimeout):
		return "timeout"
	}
	if kind := failure.KindOf(err); kind != "" {
		return "failed as " + string(kind)
	}
	return "failed " + string(failure.CodeOf(err))
}

func doneText(d Done, err error) string {
	if err == nil && d.Pad != "" {
		d.Token += " and " + strconv.Itoa(len(d.Pad)) + " bytes"
	}
	return outcome(d.Token, err)
}

// ends returns what the workflow returns, given how its program ended.
func (in *interp) ends(e end) ([]string, error) {
	switch e.how {
	case fails:
		return nil, failure.New(failure.Code(e.code), strings.Join(in.trace, "\n"))
	case givesUp:
		return nil, workflow.ErrCancelled
	}
	return in.trace, nil
}

// workflowOf binds Program. effect computes the value of a side effect.
func workflowOf(effect func(run string) string) workflow.Binding {
	return Program.Bind(func(ctx workflow.Context, text string) ([]string, error) {
		in, e := run(&flow{ctx: ctx, effect: effect}, place{ctx: ctx}, text)
		return in.ends(e)
	})
}

// flow implements verbs with package workflow.
type flow struct {
	ctx    workflow.Context
	effect func(run string) string
}

// place is a scope with its cancel function.
type place struct {
	ctx    workflow.Context
	cancel func()
}

// promise is a workflow.Future of some type, without the type.
type promise struct {
	get func(workflow.Context) string
	on  func(do func(string)) workflow.Case
}

func promised[T any](f workflow.Future[T], text func(T, error) string) future {
	return promise{
		get: func(ctx workflow.Context) string { return text(f.Get(ctx)) },
		on:  func(do func(string)) workflow.Case { return workflow.On(f, func(v T, err error) { do(text(v, err)) }) },
	}
}

func (w *flow) Execute(s scope, a Act) future {
	return promised(workflow.Execute(s.(place).ctx, activities[a.Name].With(func(p *activity.Policy) { *p = a.policy() }), a), doneText)
}

func (w *flow) Timer(s scope, d time.Duration) future {
	return promised(workflow.NewTimer(s.(place).ctx, d), func(due time.Time, err error) string { return outcome("fired "+due.Format(time.RFC3339Nano), err) })
}

func (w *flow) Go(s scope, f func(scope)) future {
	return promised(workflow.Go(s.(place).ctx, func(ctx workflow.Context) (string, error) {
		f(place{ctx: ctx})
		return "joined", nil
	}), outcome)
}

func (w *flow) Get(s scope, f future) string { return f.(promise).get(s.(place).ctx) }

func (w *flow) Receive(s scope, name string, within time.Duration, limited bool) string {
	if limited {
		return outcome(workflow.Receive(s.(place).ctx, signals[name], workflow.Within(within)))
	}
	return outcome(workflow.Receive(s.(place).ctx, signals[name]))
}

func (w *flow) Select(s scope, cases []choice) string {
	var got string
	var all []workflow.Case
	for _, c := range cases {
		do := func(what string) { got = c.text + what }
		switch {
		case c.future != nil:
			all = append(all, c.future.(promise).on(do))
		case c.signal != "":
			all = append(all, workflow.OnSignal(signals[c.signal], func(v string, err error) { do(outcome(v, err)) }))
		default:
			all = append(all, workflow.After(c.after, func() { do("passed") }))
		}
	}
	if _, err := workflow.Select(s.(place).ctx, all...); err != nil {
		return outcome("", err)
	}
	return got
}

func (w *flow) SideEffect() string {
	run := workflow.GetInfo(w.ctx).RunID.String()
	return outcome(workflow.SideEffect(w.ctx, func() (string, error) { return w.effect(run), nil }))
}

func (w *flow) Random() uint64 { return workflow.Rand(w.ctx).Uint64() }

func (w *flow) Child(s scope) scope {
	ctx, cancel := workflow.WithCancel(s.(place).ctx)
	return place{ctx, cancel}
}

func (w *flow) Detached(s scope) scope {
	return w.Child(place{ctx: workflow.WithoutCancel(s.(place).ctx)})
}

func (w *flow) Cancel(s scope) { s.(place).cancel() }
