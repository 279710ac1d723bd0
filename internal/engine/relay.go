package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// relayAtOnce is how many messages are read at once. The largest has an input of some MiB.
const relayAtOnce = 100

// relayer carries out what runs have sent to other runs: the starts, cancels and ends of children,
// and signals.
//
// Messages of one run are carried out in order, for a child must be there before it is asked to
// cancel. As many as are of one kind go together: of these none is about another one.
type relayer struct {
	again
	namespace string
	worker    store.WorkerID
	store     store.Store
	writes    *commit.Group
	sealer    *sealing.Sealer
	token     func() store.Token
	log       *slog.Logger
	cancelled func(store.Ref)                      // a run was asked to
	asked     map[store.RunID]map[store.RunID]bool // by the last pass: children of runs that have ended
}

// soon has them carried out.
func (f *relayer) soon() { f.again.soon(f.relay) }

func (f *relayer) relay() {
	if err := f.all(); err != nil && !errors.Is(err, ErrStopped) {
		f.log.Error("cannot carry out what runs have sent to others, trying again with the next tick", "error", err)
	}
}

// all goes through the outbox once. What is to be done because of it stands there for the next time.
func (f *relayer) all() error {
	stays, was := make(keptBack), f.asked
	f.asked = make(map[store.RunID]map[store.RunID]bool)
	for after := (store.MessageKey{}); ; {
		page, err := f.store.Outbox(context.Background(), store.OutboxQuery{Namespace: f.namespace, After: after, Max: relayAtOnce})
		if err != nil {
			return err
		}
		for left := page; len(left) > 0; {
			if left, err = f.round(left, stays, was); err != nil {
				return err
			}
		}
		if len(page) < relayAtOnce {
			return nil
		}
		after = page[len(page)-1].MessageKey
	}
}

// keptBack are the runs of which something has to wait that was sent before. A signal that its
// receiver does not take now keeps only signals back; the end of a child and an answer wait for nothing.
type keptBack map[sentBy]bool

type sentBy struct {
	run     store.RunID
	signals bool
}

func (w keptBack) add(m *store.Message) {
	switch m.Kind {
	case store.MessageEnd, store.MessageAnswer:
		return
	case store.MessageSignal:
	default:
		w[sentBy{m.Run, false}] = true
	}
	w[sentBy{m.Run, true}] = true
}

func (w keptBack) has(m *store.Message) bool {
	if m.Kind == store.MessageEnd || m.Kind == store.MessageAnswer {
		return false
	}
	return w[sentBy{m.Run, m.Kind == store.MessageSignal}]
}

// round carries out the messages that nothing is before, and returns those that are left.
func (f *relayer) round(page []store.Message, stays keptBack, was map[store.RunID]map[store.RunID]bool) (left []store.Message, err error) {
	var now []store.Message
	var ops []store.Op
	first := make(map[store.RunID]store.MessageKind)
	for _, m := range page {
		kind, before := first[m.Run]
		switch {
		case stays.has(&m):
			continue
		case before && kind != m.Kind:
			first[m.Run] = 0 // what follows waits, too
			left = append(left, m)
			continue
		}
		first[m.Run] = m.Kind
		op, err := f.op(&m, was)
		switch {
		case errors.Is(err, ErrStopped):
			return nil, err
		case err != nil:
			f.log.Error("cannot carry out what a run has sent, trying again with the next tick", "run", m.Run, "seq", m.Seq, "kind", m.Kind, "error", err)
			fallthrough
		case op == nil:
			stays.add(&m)
		default:
			now, ops = append(now, m), append(ops, op)
		}
	}
	for i, a := range commit.DoAll(f.writes, ops) {
		m, code := &now[i], a.Outcome.Code
		switch {
		case errors.Is(a.Err, ErrStopped):
			return nil, a.Err
		case a.Err != nil:
			f.log.Error("cannot carry out what a run has sent, trying again with the next tick", "run", m.Run, "seq", m.Seq, "kind", m.Kind, "error", a.Err)
			stays.add(m)
			continue
		case code == store.Fenced || code.Passes():
			stays.add(m)
			continue
		}
		f.relayed(m, ops[i].(*store.Relay), a.Outcome)
	}
	return left, nil
}

// relayed sees to what follows from a message that was carried out.
func (f *relayer) relayed(m *store.Message, o *store.Relay, outcome store.Outcome) {
	if _, answered := o.AnswerTo(outcome.Code); answered {
		f.wanted.Store(true) // it stands in the outbox
	}
	switch {
	case m.Kind == store.MessageCancel && outcome.Code == store.Done:
		f.cancelled(store.Ref{Run: outcome.Run})
	case m.Kind == store.MessageStart && m.Ref == 0 && outcome.Code == store.Exists:
		f.log.Warn("a detached run was not started: another run has its workflow id", "workflow", m.Workflow, "workflow_id", m.WorkflowID, "by", m.Run, "open", outcome.Run)
	}
}

// op is what carries out a message; nil: it has to wait.
func (f *relayer) op(m *store.Message, was map[store.RunID]map[store.RunID]bool) (*store.Relay, error) {
	o := &store.Relay{Message: m.MessageKey}
	switch m.Kind {
	case store.MessageStart:
		return o, f.start(o, m)
	case store.MessageSignal:
		o.Deliver = f.deliver(store.Ref{Namespace: m.Namespace, WorkflowID: m.WorkflowID}, store.EntrySignal, m.Data)
		o.Deliver.Entry.ID = history.SignalID(m.Run, m.Seq)
		return o, f.answers(o, map[store.Code]history.Body{
			store.Done:     &history.SignalAnswered{Signal: m.Seq},
			store.NotFound: &history.SignalAnswered{Signal: m.Seq, Failure: refused(failure.NotFound, "no run has the workflow id %q", m.WorkflowID)},
			store.Closed:   &history.SignalAnswered{Signal: m.Seq, Failure: refused(failure.Closed, "the run with the workflow id %q has ended", m.WorkflowID)},
		})
	case store.MessageCancel:
		o.Deliver, o.Chain = f.deliver(store.Ref{Namespace: m.Namespace, WorkflowID: m.WorkflowID}, store.EntryCancel, m.Data), m.Target
		return o, nil
	case store.MessageEnd:
		return o, f.end(o, m)
	case store.MessageAnswer:
		o.Deliver = f.deliver(store.Ref{Run: m.Target}, store.EntryChild, m.Data)
		o.Deliver.Entry.Ref = m.Ref
		return o, nil
	case store.MessageOrphans:
		gone, err := f.orphans(m, was[m.Run])
		if err != nil || !gone {
			return nil, err
		}
		return o, nil
	}
	return nil, fmt.Errorf("it is of a kind that this version does not know")
}

func (f *relayer) deliver(ref store.Ref, kind store.EntryKind, data []byte) *store.Deliver {
	return &store.Deliver{Ref: ref, From: f.worker, Entry: store.Entry{Kind: kind, Data: data}}
}

// refused is why a run was not reached.
func refused(kind failure.Kind, format string, args ...any) *history.Failure {
	return &history.Failure{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// answers has the sender told what a message came to.
func (f *relayer) answers(o *store.Relay, bodies map[store.Code]history.Body) error {
	for _, code := range []store.Code{store.Done, store.Exists, store.NotFound, store.Closed} {
		body := bodies[code]
		if body == nil {
			continue
		}
		data, err := f.sealer.EncodeEvent(context.Background(), history.Event{Body: body})
		if err != nil {
			return err
		}
		o.Answers = append(o.Answers, store.Answer{Code: code, Data: data})
	}
	return nil
}

// start has a run started. A joined child that is in the way of another run tells its parent.
func (f *relayer) start(o *store.Relay, m *store.Message) error {
	o.Start = &store.Start{
		Run: m.Target, Chain: m.Target, Namespace: m.Namespace, WorkflowID: m.WorkflowID, Workflow: m.Workflow, Queue: m.Queue,
		Priority: m.Priority, Level: m.Level, Row: store.Row{Seq: 1, N: 1, Token: f.token(), Data: m.Data},
	}
	if m.Ref == 0 {
		return nil
	}
	o.Start.Parent, o.Start.ParentSeq = m.Run, m.Ref
	return f.answers(o, map[store.Code]history.Body{
		store.Exists: &history.ChildEnded{Child: m.Ref, Failure: refused(failure.Exists, "another run has the workflow id %q", m.WorkflowID)},
	})
}

// end tells a parent what its child has ended with, which the child's history says.
func (f *relayer) end(o *store.Relay, m *store.Message) error {
	last, err := lastEvent(context.Background(), f.store, f.sealer, m.Run)
	if err != nil {
		return err
	}
	body := &history.ChildEnded{Child: m.Ref, Run: m.Run, How: last.Kind()}
	switch b := last.(type) {
	case *history.RunCompleted:
		body.Result = b.Result
	case *history.RunFailed:
		body.Failure = &b.Failure
	case *history.RunCancelled:
		body.Failure = &b.Failure
	case *history.RunTerminated:
		body.Failure = refused(failure.Terminated, "the child was terminated")
		if b.Reason != "" {
			body.Failure.Message += ": " + b.Reason
		}
	default:
		return fmt.Errorf("the child's history ends with %s", last.Kind())
	}
	data, err := f.sealer.EncodeEvent(context.Background(), history.Event{Body: body})
	if err != nil {
		return err
	}
	o.Deliver = f.deliver(store.Ref{Run: m.Target}, store.EntryChild, data)
	o.Deliver.Entry.Ref = m.Ref
	return nil
}

// orphans asks the open children of a run that has ended to cancel, and reports whether all have been
// asked. The starts that it has sent were carried out before. One that has continued meanwhile is
// found the next time; those that was names were asked before.
func (f *relayer) orphans(m *store.Message, was map[store.RunID]bool) (all bool, err error) {
	data, err := f.sealer.EncodeEvent(context.Background(), history.Event{Body: &history.CancelRequested{Reason: "the parent has ended"}})
	if err != nil {
		return false, err
	}
	all = true
	asked := make(map[store.RunID]bool)
	f.asked[m.Run] = asked
	for after := (store.RunID{}); ; {
		runs, err := f.store.Children(context.Background(), m.Run, after, relayAtOnce)
		if err != nil {
			return false, err
		}
		var ops []store.Op
		var to []store.RunID
		for _, run := range runs {
			if after = run; was[run] {
				asked[run] = true
				continue
			}
			d := f.deliver(store.Ref{Run: run}, store.EntryCancel, data)
			d.Entry.ID = "parent/" + m.Run.String()
			ops, to = append(ops, d), append(to, run)
		}
		for i, a := range commit.DoAll(f.writes, ops) {
			switch {
			case a.Err != nil:
				return false, a.Err
			case a.Outcome.Code == store.Done:
				asked[to[i]] = true
				f.cancelled(store.Ref{Run: to[i]})
			default:
				all = false
			}
		}
		if len(runs) < relayAtOnce {
			return all, nil
		}
	}
}
