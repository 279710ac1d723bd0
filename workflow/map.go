package workflow

import (
	"errors"
	"fmt"
	"slices"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
)

// Bounds of what one history holds of a Map, and of how much is in progress at once. Histories
// depend on these values: a change needs a new level.
const (
	chunkItems  = 250
	chunkBytes  = 1 << 20 // of encoded inputs
	atWorkBytes = 8 << 20 // of encoded inputs in progress, because one task may ask for them all
)

// atOnce is how many items are in progress at once without [Concurrency].
const atOnce = 100

// ErrNotBegun: [Map] stopped before it began the item.
var ErrNotBegun = errors.New("workflow: the item was not begun: Map stopped before it")

// errNotReached is the end of an item whose chunk was cancelled by somebody else.
var errNotReached = errors.New("this chunk of a Map was cancelled before it reached the item")

// MapOption configures one call of [Map].
type MapOption func(*mapOptions)

type mapOptions struct {
	concurrency int
	tolerate    int
	items       []ExecuteOption
	err         error
}

// Concurrency sets how many items may be in progress at once, at least 1. The default is 100. The
// limit is for this Map; Config.Activities limits what one worker does.
func Concurrency(n int) MapOption {
	return func(o *mapOptions) {
		if o.concurrency = n; n < 1 {
			o.err = fmt.Errorf("the concurrency is %d: use 1 or more", n)
		}
	}
}

// Tolerate sets how many items may fail. After one more failure no further items begin; those in
// progress finish. The default is 0, and -1 tolerates any number.
func Tolerate(failures int) MapOption {
	return func(o *mapOptions) {
		if o.tolerate = failures; failures < -1 {
			o.err = fmt.Errorf("the number of tolerated failures is %d: use 0 or more, or -1 for any number", failures)
		}
	}
}

// ForItems sets the options of each item's activity, as for [Execute]: for example a [Partition] of its queue, or a
// [Priority]. [ReuseResult] is refused, because under one key every item would get the result of the first. To keep
// results, call Execute in a loop.
func ForItems(opts ...ExecuteOption) MapOption {
	return func(o *mapOptions) { o.items = append(o.items, opts...) }
}

// errOneKey refuses a key that all items would share.
var errOneKey = errors.New("ForItems has ReuseResult, so all items would share its key: call Execute for each item, with its own key")

// Map executes an activity for each item, several at a time, and waits for all of them.
//
//	pages, err := workflow.Map(ctx, Fetch, urls, workflow.Concurrency(20), workflow.Tolerate(10))
//
// A failed item is a value: [Results] has the end of each item. The error is a [*MapError] if more items
// failed than [Tolerate] allows, and [ErrCancelled] if the scope of ctx is cancelled. With either come
// the results so far. An item that was not begun has [ErrNotBegun].
//
// Up to 250 items, with up to 1 MiB of inputs, are activities of this run. A longer list is cut into chunks
// of that size. Each chunk is a child, a run of the workflow "reprise.map", which every Runtime with
// workflows binds. So 10,000 items take 80 events of this history, and any worker may take a chunk.
// Concurrency and a total of 8 MiB of inputs limit how many chunks are in progress at once. Each chunk
// counts its own failures, so together the chunks in progress may begin more items after the last tolerated
// failure. The results of one chunk may have 2 MiB together, unless payloads are offloaded. Items whose
// results do not fit fail with an error that says so.
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
	var each history.ActivityScheduled
	if err := new(executeOptions).complete(&each, o.items); err != nil {
		return none, badMap(fmt.Errorf("ForItems: %w", err))
	}
	if each.Reuse != "" {
		return none, badMap(errOneKey)
	}
	ctx.run.maps++
	m := &mapped{
		Call: ctx.run.maps, Activity: d.Name(), Queue: s.Queue, Partition: each.Partition, Priority: each.Priority, Policy: s.Policy,
		Concurrency: min(o.concurrency, len(items)), Tolerate: o.tolerate,
	}
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
		r.ends = m.inChildren(ctx, chunks)
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

// Len returns the number of items.
func (r Results[Out]) Len() int { return len(r.ends) }

// At returns the result of item i, as Get of its Future would. It decodes the result anew at each
// call. It panics if i is out of range.
func (r Results[Out]) At(i int) (Out, error) {
	var zero Out
	if err := r.ends[i].err(r.run.codecs); err != nil {
		return zero, err
	}
	return decode[Out](r.run, "result of activity", r.activity, r.ends[i].Result.payload())
}

// Failed returns the items that failed, in order. Items that were not begun are not among them.
func (r Results[Out]) Failed() (failed []ItemError) {
	for i := range r.ends {
		if e := &r.ends[i]; e.failed() {
			failed = append(failed, ItemError{Index: i, Err: e.err(r.run.codecs)})
		}
	}
	return failed
}

// ItemError is an item of a [Map] that failed. It unwraps to the failure of its activity, or to the
// [*ChildError] of a chunk that was lost as a whole.
type ItemError struct {
	Index int // index of the item
	Err   error
}

func (e ItemError) Error() string { return fmt.Sprintf("item %d: %v", e.Index, e.Err) }

// Unwrap returns the failure.
func (e ItemError) Unwrap() error { return e.Err }

// MapError says that more items of a [Map] failed than were tolerated. It unwraps to the failed items.
type MapError struct {
	Activity string
	Total    int         // number of items
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

// here executes the items of m as activities of this run.
func (m *mapped) here(ctx Context) []mappedEnd {
	ends, failures := make([]mappedEnd, len(m.Inputs)), 0
	w := window{ctx: ctx, n: len(ends), room: m.Concurrency, size: func(i int) (int, int) { return 1, len(m.Inputs[i].Data) }}
	w.begin = func(i int) (*replay.Op, bool) {
		if m.Tolerate >= 0 && failures > m.Tolerate {
			return nil, false
		}
		op, err := m.schedule(ctx, i)
		if err != nil {
			ends[i] = failedItem(ctx, err)
			failures++
		}
		return op, true
	}
	w.ended = func(i int, op *replay.Op) {
		if ends[i] = endOf(ctx, op); ends[i].failed() {
			failures++
		}
	}
	w.run()
	return ends
}

// schedule schedules one item as an activity of the run.
func (m *mapped) schedule(ctx Context, i int) (*replay.Op, error) {
	c := &history.ActivityScheduled{Name: m.Activity, Queue: m.Queue, Partition: m.Partition, Priority: m.Priority, Policy: m.Policy, Input: m.Inputs[i].payload()}
	headers, err := ctx.asks(CommandActivity, c.Name, len(c.Input.Data))
	if err != nil {
		return nil, err
	}
	c.Headers = headers
	return ctx.run.env.Schedule(ctx.scope, c), nil
}

// failedItem returns the end of an item that failed before it was scheduled.
func failedItem(ctx Context, err error) mappedEnd {
	return mappedEnd{Begun: true, Failure: mappedFailureOf(ctx.run.codecs.FailureOf(err))}
}

// endOf returns how an activity ended.
func endOf(ctx Context, op *replay.Op) mappedEnd {
	switch b := op.Result().(type) {
	case *history.ActivityCompleted:
		return mappedEnd{Begun: true, Result: mappedValue{b.Result.Enc, b.Result.Data}}
	case *history.ActivityFailed:
		return mappedEnd{Begun: true, Failure: mappedFailureOf(&b.Failure)}
	}
	return failedItem(ctx, ctx.cancelled())
}

// inChildren starts a child for each chunk. A chunk of a single item is an activity of this run instead:
// it may be as large as an input can be.
func (m *mapped) inChildren(ctx Context, chunks []*mapped) []mappedEnd {
	ends, failures := make([]mappedEnd, len(m.Inputs)), 0
	of := func(c *mapped) []mappedEnd { return ends[c.First : c.First+len(c.Inputs)] }
	end := func(c *mapped, got []mappedEnd, err error) {
		for i := range of(c) {
			e := &of(c)[i]
			if *e = (mappedEnd{Begun: true, lost: err}); err == nil {
				*e = got[i]
			}
			if e.failed() {
				failures++
			}
		}
	}
	w := window{ctx: ctx, n: len(chunks), room: m.Concurrency, size: func(i int) (int, int) { return chunks[i].Concurrency, chunks[i].bytes() }}
	w.begin = func(i int) (op *replay.Op, more bool) {
		c := chunks[i]
		if c.Tolerate >= 0 {
			if c.Tolerate -= failures; c.Tolerate < 0 {
				return nil, false
			}
		}
		var err error
		if len(c.Inputs) == 1 {
			op, err = c.schedule(ctx, 0)
		} else {
			op, err = c.start(ctx)
		}
		if err != nil {
			end(c, nil, err)
		}
		return op, true
	}
	w.ended = func(i int, op *replay.Op) {
		c := chunks[i]
		if len(c.Inputs) == 1 {
			end(c, []mappedEnd{endOf(ctx, op)}, nil)
			return
		}
		got, err := c.result(ctx, op)
		end(c, got, err)
	}
	w.run()
	return ends
}

// bytes returns the size of the inputs.
func (m *mapped) bytes() (n int) {
	for _, in := range m.Inputs {
		n += len(in.Data)
	}
	return n
}

// window keeps n things in progress, as many at a time as the limits allow.
type window struct {
	ctx  Context
	n    int
	room int
	size func(i int) (room, bytes int)
	// begin begins one of them. It returns no op if that one is already over, and false if neither it nor
	// any later one begins.
	begin func(i int) (*replay.Op, bool)
	ended func(i int, op *replay.Op)
}

// run returns when nothing is in progress. Under a cancelled scope it begins nothing.
func (w *window) run() {
	var at []int
	var ops []replay.Source
	room, bytes := 0, 0
	for next := 0; ; {
		for next < w.n && !w.ctx.scope.Cancelled() {
			r, b := w.size(next)
			if len(ops) > 0 && (room+r > w.room || bytes+b > atWorkBytes) {
				break
			}
			op, more := w.begin(next)
			if !more {
				w.n = next
				break
			}
			if op != nil {
				at, ops = append(at, next), append(ops, op)
				room, bytes = room+r, bytes+b
			}
			next++
		}
		if len(ops) == 0 {
			return
		}
		i := w.ctx.run.env.Wait(ops...)
		if i < 0 {
			return // a panic is passing through
		}
		r, b := w.size(at[i])
		room, bytes = room-r, bytes-b
		w.ended(at[i], ops[i].(*replay.Op))
		at, ops = append(at[:i:i], at[i+1:]...), append(ops[:i:i], ops[i+1:]...)
	}
}
