package workflow

import (
	"errors"
	"fmt"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/replay"
)

// mapped is a part of a Map's items, in the form of a chunk's input.
type mapped struct {
	Activity    string         `json:"activity"`
	Queue       string         `json:"queue,omitempty"`
	Partition   string         `json:"partition,omitempty"`
	Priority    *int           `json:"priority,omitempty"`
	Policy      history.Policy `json:"policy"`
	Call        int            `json:"call"`  // number of the Map in the run that called it; the first is 1
	First       int            `json:"first"` // index of the first item
	Concurrency int            `json:"concurrency"`
	Tolerate    int            `json:"tolerate"`
	Inputs      []mappedValue  `json:"inputs"`
}

// mappedValue is a payload as its codec encoded it.
type mappedValue struct {
	Enc  string `json:"enc"`
	Data []byte `json:"data"`
}

func (v mappedValue) payload() history.Payload { return history.Payload{Enc: v.Enc, Data: v.Data} }

// mappedEnd is how an item ended; the zero value means that it was not begun.
type mappedEnd struct {
	Begun   bool           `json:"begun"`
	Result  mappedValue    `json:"result"`
	Failure *mappedFailure `json:"failure,omitempty"`

	lost error // of the chunk, in the run that started it
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

// chunks cuts m into parts that one history can hold.
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
		last.Concurrency = min(m.Concurrency, len(last.Inputs))
	}
	return all
}

const chunkWorkflow = contract.OwnPrefix + "map"

// chunkCodecs encodes the inputs and results of chunkWorkflow, whatever codec the Runtime has.
var chunkCodecs = history.NewCodecs(history.MsgPack())

// start starts a run that executes m.
func (m *mapped) start(ctx Context) (*replay.Op, error) {
	env := ctx.run.env
	if len(ctx.run.info.WorkflowID) > maxID-maxSuffix {
		return nil, badMap(errors.New("the workflow id of this run is too long to derive the ids of chunks from it"))
	}
	if env.Started().Depth >= history.MaxAbove {
		return nil, ErrTooDeep
	}
	b := &history.ChildStarted{Workflow: chunkWorkflow, Named: true,
		// The id must not depend on the order in which earlier chunks ended, and must be the same in a
		// copy of the history.
		WorkflowID: fmt.Sprintf("%s/map%d.%d-%x", ctx.run.info.WorkflowID, m.Call, m.First, env.Started().Seed[:4])}
	var err error
	if b.Input, err = chunkCodecs.Encode(m); err != nil {
		return nil, badMap(fmt.Errorf("items %d to %d: %w", m.First, m.First+len(m.Inputs)-1, err))
	}
	if b.Headers, err = ctx.asks(CommandChild, chunkWorkflow, len(b.Input.Data)); err != nil {
		return nil, err
	}
	return env.StartChild(ctx.scope, b), nil
}

// result returns how the items of m ended in the run that executed it. If somebody else cancelled that
// run, the items that it had not begun have failed.
func (m *mapped) result(ctx Context, op *replay.Op) (ends []mappedEnd, err error) {
	end, err := childEnd(ctx, op)
	if err == nil {
		err = chunkCodecs.Decode(end, &ends)
	}
	if err == nil && len(ends) != len(m.Inputs) {
		err = fmt.Errorf("workflow: map: the chunk %s of %d items has %d ends", op.Child().WorkflowID, len(m.Inputs), len(ends))
	}
	if err != nil {
		return nil, err
	}
	failures := 0
	for i := range ends {
		if ends[i].failed() {
			failures++
		}
	}
	if ctx.scope.Cancelled() || m.Tolerate >= 0 && failures > m.Tolerate {
		return ends, nil
	}
	for i := range ends {
		if !ends[i].Begun {
			ends[i] = mappedEnd{Begun: true, lost: &ChildError{WorkflowID: op.Child().WorkflowID, Status: "cancelled", Err: errNotReached}}
		}
	}
	return ends, nil
}

// Own returns the workflows of this package, for reprise.New: every Runtime with workflows binds them.
func Own() []Binding {
	return []Binding{{&bound{
		Name: chunkWorkflow, Input: contract.ShapeOf[mapped](), Out: "their ends",
		Func: func(o options) replay.Func { return callFunc(chunk).runs(o, nil) },
	}}}
}

// chunk is the function of chunkWorkflow. It completes even if it is cancelled: its result is what had
// ended by then.
func chunk(ctx Context, p history.Payload) (history.Payload, error) {
	var m mapped
	if err := chunkCodecs.Decode(p, &m); err != nil {
		return history.Payload{}, err
	}
	return chunkCodecs.UpTo(ctx.run.codecs.Most()).Encode(m.fit(m.here(ctx), ctx.run.codecs.Most()))
}

// fit fails the items whose results do not fit into one payload together.
func (m *mapped) fit(ends []mappedEnd, most int) []mappedEnd {
	const around = 200 // bytes around a result, or in place of one
	left := most - 3*around*len(ends)
	for i := range ends {
		e := &ends[i]
		if left -= len(e.Result.Data); left >= 0 || len(e.Result.Data) < around {
			continue
		}
		left += len(e.Result.Data)
		*e = mappedEnd{Begun: true, Failure: &mappedFailure{Kind: mark.TooLarge, Message: fmt.Sprintf(
			"the results of items %d to %d have more than %.1f MiB together: return references, or have large payloads offloaded",
			m.First, m.First+len(ends)-1, float64(most)/(1<<20))}}
	}
	return ends
}
