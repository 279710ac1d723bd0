package workflow

import (
	"errors"
	"fmt"
	"slices"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
)

// What one history holds of a Map. Histories depend on both: a change needs a new level.
const (
	chunkItems = 250
	chunkBytes = 1 << 20 // of encoded inputs
)

// atOnce is how many items are at work without [Concurrency].
const atOnce = 100

// ErrNotBegun: [Map] stopped before it came to the item.
var ErrNotBegun = errors.New("workflow: the item was not begun: Map had stopped before")

// MapOption changes one call of [Map].
type MapOption func(*mapOptions)

type mapOptions struct {
	concurrency int
	tolerate    int
	err         error
}

// Concurrency is how many items are at work at the same time, at least 1. The default is 100. It is a
// bound for this Map: Config.Activities bounds what one worker does.
func Concurrency(n int) MapOption {
	return func(o *mapOptions) {
		if o.concurrency = n; n < 1 {
			o.err = fmt.Errorf("a concurrency of %d: give 1 or more", n)
		}
	}
}

// Tolerate is how many items may fail. One more, and no further items are begun; those at work end. The
// default is 0, and -1 is any number.
func Tolerate(failures int) MapOption {
	return func(o *mapOptions) {
		if o.tolerate = failures; failures < -1 {
			o.err = fmt.Errorf("%d tolerated failures: give 0 or more, or -1 for any number", failures)
		}
	}
}

// Map executes an activity for each item, some at a time, and waits for all of them.
//
//	pages, err := workflow.Map(ctx, Fetch, urls, workflow.Concurrency(20), workflow.Tolerate(10))
//
// What has failed is a value: [Results] has the end of each item. The error is a [*MapError] where more
// items have failed than [Tolerate] allows, and [ErrCancelled] where the scope of ctx is cancelled. Both
// come with the results that there are. An item that was not begun has [ErrNotBegun].
//
// Up to 250 items, with up to 1 MiB of inputs, are activities of this run. More of them are cut into
// chunks of that size. Each chunk is a child, a run of the workflow "reprise.map", which every Runtime
// with workflows binds. So 10,000 items are 80 events of this history, and any worker may take a chunk.
// Each chunk counts its own failures: chunks that are at work together may together begin more items
// after the last tolerated failure. There are as many as Concurrency needs, at 250 items each.
// The results of a chunk may have 2 MiB together, unless payloads are offloaded. If they have more, all its
// items fail with an error that says so.
func Map[In, Out any](ctx Context, a activity.Definition[In, Out], items []In, opts ...MapOption) (Results[Out], error) {
	var none Results[Out]
	if _, err := ctx.env(); err != nil {
		return none, err
	}
	o := mapOptions{concurrency: atOnce}
	for i, opt := range opts {
		if opt == nil {
			return none, badMap(fmt.Errorf("option %d %w", i+1, errNoOption))
		}
		opt(&o)
	}
	switch {
	case o.err != nil:
		return none, badMap(o.err)
	case a == nil:
		return none, badMap(errNoDef)
	}
	d := a.Definition()
	s := d.Recorded()
	if s.Err != nil {
		return none, badMap(s.Err)
	}
	ctx.run.maps++
	m := &mapped{Call: ctx.run.maps, Activity: d.Name(), Queue: s.Queue, Policy: s.Policy, Concurrency: min(o.concurrency, chunkItems), Tolerate: o.tolerate}
	for i, item := range items {
		p, err := ctx.run.encode("input of activity", m.Activity, item)
		if err != nil {
			return none, fmt.Errorf("workflow: map: item %d: %w", i, err)
		}
		m.Inputs = append(m.Inputs, mappedValue{p.Enc, p.Data})
	}
	r := Results[Out]{run: ctx.run, activity: m.Activity}
	chunks := m.chunks()
	if len(chunks) < 2 {
		r.ends = m.here(ctx)
	} else {
		r.ends = m.inChildren(ctx, chunks, (o.concurrency+chunkItems-1)/chunkItems)
	}
	failed := r.Failed()
	switch {
	case ctx.scope.Cancelled() && slices.ContainsFunc(r.ends, func(e mappedEnd) bool { return !e.Begun || e.failed() }):
		return r, ctx.cancelled()
	case o.tolerate >= 0 && len(failed) > o.tolerate:
		return r, &MapError{Activity: m.Activity, Total: len(items), Failed: failed}
	}
	return r, nil
}

func badMap(err error) error {
	return failure.Wrap("", fmt.Errorf("workflow: map: %w", err), failure.Permanent())
}

// Results has the end of each item of a [Map], in the order of the items.
type Results[Out any] struct {
	run      *run
	activity string
	ends     []mappedEnd
}

// Len is how many items there were.
func (r Results[Out]) Len() int { return len(r.ends) }

// At returns what item i ended with, as Get of its Future would. It decodes the result anew at each
// call. It panics where there is no such item, as an index does.
func (r Results[Out]) At(i int) (Out, error) {
	var zero Out
	if err := r.ends[i].err(r.run.codecs); err != nil {
		return zero, err
	}
	return decode[Out](r.run, "result of activity", r.activity, r.ends[i].Result.payload())
}

// Failed returns the items that have failed, in their order. What was not begun is not among them.
func (r Results[Out]) Failed() (failed []ItemError) {
	for i := range r.ends {
		if e := &r.ends[i]; e.failed() {
			failed = append(failed, ItemError{Index: i, Err: e.err(r.run.codecs)})
		}
	}
	return failed
}

// ItemError is an item of a [Map] that has failed. It unwraps to the failure of its activity, or to the
// [*ChildError] of a chunk that was lost as a whole.
type ItemError struct {
	Index int // of the item
	Err   error
}

func (e ItemError) Error() string { return fmt.Sprintf("item %d: %v", e.Index, e.Err) }

// Unwrap returns the failure.
func (e ItemError) Unwrap() error { return e.Err }

// MapError says that more items of a [Map] have failed than were tolerated. It unwraps to the items.
type MapError struct {
	Activity string
	Total    int         // items
	Failed   []ItemError // in the order of the items
}

func (e *MapError) Error() string {
	return fmt.Sprintf("workflow: map: %d of %d items of activity %s failed, the first is %v", len(e.Failed), e.Total, e.Activity, e.Failed[0])
}

// Unwrap returns the items that failed.
func (e *MapError) Unwrap() []error {
	errs := make([]error, len(e.Failed))
	for i, f := range e.Failed {
		errs[i] = f
	}
	return errs
}

// mapped is items of a Map, as a chunk's input has them.
type mapped struct {
	Activity    string         `json:"activity"`
	Queue       string         `json:"queue,omitempty"`
	Policy      history.Policy `json:"policy"`
	Call        int            `json:"call"`  // of Map, in the run that has made it; the first is 1
	First       int            `json:"first"` // index of the first item
	Concurrency int            `json:"concurrency"`
	Tolerate    int            `json:"tolerate"`
	Inputs      []mappedValue  `json:"inputs"`
}

// mappedValue is a payload as its codec has made it.
type mappedValue struct {
	Enc  string `json:"enc"`
	Data []byte `json:"data"`
}

func (v mappedValue) payload() history.Payload { return history.Payload{Enc: v.Enc, Data: v.Data} }

// mappedEnd is how an item ended; the zero value is that it was not begun.
type mappedEnd struct {
	Begun   bool           `json:"begun"`
	Result  mappedValue    `json:"result"`
	Failure *mappedFailure `json:"failure,omitempty"`

	lost error // of the chunk, in the run that has asked for it
}

func (e *mappedEnd) failed() bool { return e.Begun && (e.Failure != nil || e.lost != nil) }

func (e *mappedEnd) err(codecs *history.Codecs) error {
	switch {
	case !e.Begun:
		return ErrNotBegun
	case e.lost != nil:
		return e.lost
	case e.Failure != nil:
		return e.Failure.failure().ReadWith(codecs)
	}
	return nil
}

// mappedFailure is a history.Failure.
type mappedFailure struct {
	Kind      failure.Kind   `json:"kind"`
	Code      failure.Code   `json:"code"`
	Message   string         `json:"message"`
	Stack     string         `json:"stack,omitempty"`
	Retryable bool           `json:"retryable"`
	Details   mappedValue    `json:"details"`
	Cause     *mappedFailure `json:"cause,omitempty"`
}

func mappedFailureOf(f *history.Failure) *mappedFailure {
	if f == nil {
		return nil
	}
	return &mappedFailure{f.Kind, f.Code, f.Message, f.Stack, f.Retryable, mappedValue{f.Details.Enc, f.Details.Data}, mappedFailureOf(f.Cause)}
}

func (f *mappedFailure) failure() *history.Failure {
	if f == nil {
		return nil
	}
	return &history.Failure{Kind: f.Kind, Code: f.Code, Message: f.Message, Stack: f.Stack, Retryable: f.Retryable,
		Details: f.Details.payload(), Cause: f.Cause.failure()}
}

// chunks cuts m into what one history holds each.
func (m *mapped) chunks() (all []*mapped) {
	bytes := 0
	for i, in := range m.Inputs {
		if n := len(in.Data); len(all) == 0 || bytes+n > chunkBytes || len(all[len(all)-1].Inputs) == chunkItems {
			one := *m
			one.First, one.Inputs = i, nil
			all, bytes = append(all, &one), 0
		}
		last := all[len(all)-1]
		last.Inputs, bytes = append(last.Inputs, in), bytes+len(in.Data)
	}
	return all
}

// here has the items of m be activities of the run.
func (m *mapped) here(ctx Context) []mappedEnd {
	ends, failures := make([]mappedEnd, len(m.Inputs)), 0
	window(ctx, len(ends), m.Concurrency, func(i int) (*replay.Op, bool) {
		if m.Tolerate >= 0 && failures > m.Tolerate {
			return nil, false
		}
		c := &history.ActivityScheduled{Name: m.Activity, Queue: m.Queue, Policy: m.Policy, Input: m.Inputs[i].payload()}
		headers, err := ctx.asks(CommandActivity, c.Name, len(c.Input.Data))
		if err != nil {
			ends[i] = failedItem(ctx, err)
			failures++
			return nil, true
		}
		c.Headers = headers
		return ctx.run.env.Schedule(ctx.scope, c), true
	}, func(i int, op *replay.Op) {
		if ends[i] = endOf(ctx, op); ends[i].failed() {
			failures++
		}
	})
	return ends
}

// failedItem is the end of an item that failed before anybody was asked to do it.
func failedItem(ctx Context, err error) mappedEnd {
	return mappedEnd{Begun: true, Failure: mappedFailureOf(ctx.run.codecs.FailureOf(err))}
}

// endOf is how an activity ended.
func endOf(ctx Context, op *replay.Op) mappedEnd {
	switch b := op.Result().(type) {
	case *history.ActivityCompleted:
		return mappedEnd{Begun: true, Result: mappedValue{b.Result.Enc, b.Result.Data}}
	case *history.ActivityFailed:
		return mappedEnd{Begun: true, Failure: mappedFailureOf(&b.Failure)}
	}
	return failedItem(ctx, ctx.cancelled())
}

// inChildren has each chunk be a child, so many at a time. One item that is a chunk by itself is an
// activity of this run: it may be as large as an input can be.
func (m *mapped) inChildren(ctx Context, chunks []*mapped, concurrency int) (ends []mappedEnd) {
	ends = make([]mappedEnd, len(m.Inputs))
	failures := 0
	of := func(c *mapped) []mappedEnd { return ends[c.First : c.First+len(c.Inputs)] }
	count := func(c *mapped) {
		for i := range of(c) {
			if of(c)[i].failed() {
				failures++
			}
		}
	}
	lost := func(c *mapped, err error) {
		for i := range of(c) {
			of(c)[i] = mappedEnd{Begun: true, lost: err}
		}
	}
	window(ctx, len(chunks), concurrency, func(i int) (*replay.Op, bool) {
		c := chunks[i]
		if c.Tolerate >= 0 {
			if c.Tolerate -= failures; c.Tolerate < 0 {
				return nil, false
			}
		}
		if len(c.Inputs) == 1 {
			copy(of(c), c.here(ctx))
			count(c)
			return nil, true
		}
		b, err := c.child(ctx)
		if err != nil {
			lost(c, err)
			count(c)
			return nil, true
		}
		return ctx.run.env.StartChild(ctx.scope, b), true
	}, func(i int, op *replay.Op) {
		c := chunks[i]
		var got []mappedEnd
		end, err := childEnd(ctx, op)
		if err == nil {
			err = chunkCodecs.Decode(end, &got)
		}
		if err == nil && len(got) != len(c.Inputs) {
			err = fmt.Errorf("workflow: map: a chunk of %d items has %d ends", len(c.Inputs), len(got))
		}
		if err != nil {
			lost(c, err)
		} else {
			copy(of(c), got)
		}
		count(c)
	})
	return ends
}

// window does n things, so many at a time, and returns when none is at work. Begin begins one; without
// an op it is over already, and with false neither it nor those after it are begun. A cancelled scope
// begins nothing either.
func window(ctx Context, n, most int, begin func(i int) (*replay.Op, bool), ended func(i int, op *replay.Op)) {
	var at []int
	var ops []replay.Source
	for next := 0; ; {
		for next < n && len(ops) < most && !ctx.scope.Cancelled() {
			op, more := begin(next)
			if !more {
				n = next
				break
			}
			if op != nil {
				at, ops = append(at, next), append(ops, op)
			}
			next++
		}
		if len(ops) == 0 {
			return
		}
		i := ctx.run.env.Wait(ops...)
		if i < 0 {
			return // a panic is under way
		}
		ended(at[i], ops[i].(*replay.Op))
		at, ops = append(at[:i:i], at[i+1:]...), append(ops[:i:i], ops[i+1:]...)
	}
}

const chunkWorkflow = contract.OwnPrefix + "map"

// chunkCodecs is the form of what runs of chunkWorkflow are given and return, whatever codec the
// Runtime has.
var chunkCodecs = history.NewCodecs(history.MsgPack())

// child asks for a run that carries out m.
func (m *mapped) child(ctx Context) (*history.ChildStarted, error) {
	env := ctx.run.env
	if len(ctx.run.info.WorkflowID) > maxID-maxSuffix {
		return nil, badMap(errors.New("the workflow id of this run is too long for those of chunks, which begin with it"))
	}
	if env.Started().Depth >= history.MaxAbove {
		return nil, ErrTooDeep
	}
	run := env.Run().String()
	b := &history.ChildStarted{Workflow: chunkWorkflow, Named: true,
		// The same whatever the order in which chunks before it have ended.
		WorkflowID: fmt.Sprintf("%s/map%d.%d-%s", ctx.run.info.WorkflowID, m.Call, m.First, run[len(run)-8:])}
	var err error
	if b.Input, err = chunkCodecs.Encode(m); err != nil {
		return nil, badMap(fmt.Errorf("items %d to %d: %w", m.First, m.First+len(m.Inputs)-1, err))
	}
	b.Headers, err = ctx.asks(CommandChild, chunkWorkflow, len(b.Input.Data))
	return b, err
}

// Own returns the workflows of this package, for reprise.New: every Runtime with workflows binds them.
func Own() []Binding {
	return []Binding{{&bound{
		Name: chunkWorkflow, In: "items of workflow.Map", Out: "their ends",
		Func: func(o options) replay.Func { return callFunc(chunk).runs(o, nil) },
	}}}
}

// chunk is the function of chunkWorkflow. It completes also where it is cancelled: what has ended until
// then is its result.
func chunk(ctx Context, p history.Payload) (history.Payload, error) {
	var m mapped
	if err := chunkCodecs.Decode(p, &m); err != nil {
		return history.Payload{}, err
	}
	most := ctx.run.codecs.Most()
	result, err := chunkCodecs.UpTo(most).Encode(m.here(ctx))
	if tooLarge := (*history.PayloadTooLargeError)(nil); errors.As(err, &tooLarge) {
		err = fmt.Errorf("workflow: map: the results of items %d to %d have %.1f MiB together, and %.1f are allowed: return references, or have large payloads offloaded",
			m.First, m.First+len(m.Inputs)-1, float64(tooLarge.Size)/(1<<20), float64(most)/(1<<20))
	}
	return result, err
}
