package workflow_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

// play runs a workflow to its end for the examples, in place of a Runtime. It runs the
// activities that it is given, and delivers the signals one by one when there is
// nothing else to do. Once no signals are left, it lets time pass.
func play[In, Out any](b workflow.Bound[In, Out], in In, world ...any) (Out, error) {
	p := player{activities: map[string]*contract.Activity{}, now: noon}
	for _, x := range world {
		switch x := x.(type) {
		case history.Body:
			p.outside = append(p.outside, x)
		case interface{ Contract() contract.Contract }:
			a := x.Contract().(*contract.Activity)
			p.activities[a.Name] = a
		}
	}
	input, err := codecs.Encode(in)
	if err != nil {
		var zero Out
		return zero, err
	}
	end, err := p.run(of(b), &history.Started{Workflow: b.Name(), WorkflowID: "order-42", Input: input, Level: replay.Level})
	var out Out
	switch end := end.(type) {
	case *history.RunCompleted:
		err = codecs.Decode(end.Result, &out)
	case *history.RunFailed:
		err = &end.Failure
	case *history.RunCancelled:
		err = fmt.Errorf("cancelled: %w", &end.Failure)
	}
	return out, err
}

// delivery makes a signal for play.
func delivery[T any](s workflow.SignalDef[T], v T) history.Body {
	p, err := codecs.Encode(v)
	if err != nil {
		panic(err)
	}
	return &history.SignalReceived{Name: s.Name(), Payload: p}
}

type player struct {
	activities map[string]*contract.Activity
	outside    []history.Body
	now        time.Time
}

func (p *player) run(b *flow, first history.Body) (history.Body, error) {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "run_id" {
			return slog.Attr{}
		}
		return a
	}}))
	m := replay.New(b.Func(options{Logger: logger}), replay.Config{Run: uuid.UUID{7}})
	defer m.Close()
	for next := first; next != nil; next = p.next(m) {
		out, err := m.Step(replay.Task{Now: p.now, Level: replay.Level, Events: []history.Event{{Seq: m.NextSeq(), Body: next}}})
		if err != nil {
			return nil, err
		}
		for _, f := range out.AfterCommit {
			f()
		}
		if out.Done {
			return out.Commands[len(out.Commands)-1].Body, nil
		}
	}
	return nil, errors.New("the run waits for something that never comes")
}

// next returns what happens next outside.
func (p *player) next(m *replay.Machine) history.Body {
	for _, a := range m.Activities() {
		if b, ok := p.activities[a.Scheduled.Name]; ok {
			out := b.Run(context.Background(), contract.Call{Input: a.Scheduled.Input, Info: contract.Info{IdempotencyKey: history.IdempotencyKey(uuid.UUID{7}, a.Seq, a.Scheduled)}})
			if out.Failure != nil {
				return &history.ActivityFailed{Activity: a.Seq, Attempt: 1, Failure: *out.Failure}
			}
			return &history.ActivityCompleted{Activity: a.Seq, Attempt: 1, Result: out.Result}
		}
	}
	if len(p.outside) > 0 {
		next := p.outside[0]
		p.outside = p.outside[1:]
		return next
	}
	var first *replay.OpenTimer
	for _, t := range m.Timers() {
		if first == nil || t.FireAt.Before(first.FireAt) {
			first = &t
		}
	}
	if first == nil {
		return nil
	}
	p.now = first.FireAt
	return &history.TimerFired{Timer: first.Seq}
}
