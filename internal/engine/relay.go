package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/commit"
	"github.com/reprise-run/reprise/internal/mark"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/timer"
)

const (
	// relayAtOnce is how many messages are read at once, unless they are large: one batch takes as many.
	relayAtOnce = 400
	// A message that could not be delivered is retried after the least of these times, then after twice as
	// long, and so on.
	leastHold, mostHold = 500 * time.Millisecond, 16 * time.Second
)

// relayer carries out the messages that runs have sent to other runs: starts, cancels and ends of
// children, and signals.
//
// Messages from one run to another are carried out in order, one at a time: a child must exist before it
// is asked to cancel, and no signal overtakes another. All others go together. Another worker may handle
// the same messages. A relayer that finds one gone or locked leaves those behind it to that worker.
type relayer struct {
	again
	ctx       context.Context // ends when the worker stops
	clock     timer.Clock
	namespace string
	worker    store.WorkerID
	store     store.Store
	writes    *commit.Group
	sealer    *sealing.Sealer
	token     func() store.Token
	log       *slog.Logger
	cancelled func(store.Ref)  // called for a run that was asked to cancel
	turn      func([]store.Op) // Hooks.Relay

	last pass // for what it could not deliver
}

// target is the receiver of a message: a workflow id, or a run. The zero target is that of
// [store.MessageOrphans], which is for all children.
type target struct {
	workflowID string
	run        store.RunID
}

func targetOf(m *store.Message) target {
	switch m.Kind {
	case store.MessageEnd, store.MessageAnswer:
		return target{run: m.Target}
	case store.MessageOrphans:
		return target{}
	}
	return target{workflowID: m.WorkflowID}
}

// route is from one run to another.
type route struct {
	from store.RunID
	to   target
}

// routes are those with a message that must go before the next one.
type routes map[route]bool

// add notes m. Ends of children and answers hold up nothing. A start also holds up the orphans of its
// run.
func (w routes) add(m *store.Message) {
	switch m.Kind {
	case store.MessageEnd, store.MessageAnswer:
		return
	case store.MessageStart:
		w[route{from: m.Run}] = true
	}
	w[route{m.Run, targetOf(m)}] = true
}

func (w routes) has(m *store.Message) bool {
	if m.Kind == store.MessageEnd || m.Kind == store.MessageAnswer {
		return false // these wait for nothing
	}
	return w[route{m.Run, targetOf(m)}]
}

// held names what is not tried for a while: one message, or all messages for one target.
type held struct {
	message store.MessageKey
	target  target
}

// hold says until when, and why.
type hold struct {
	until time.Time
	wait  time.Duration
	text  string
}

// pass is one pass through the outbox.
type pass struct {
	stays routes                               // routes with a message that was not delivered
	held  map[held]hold                        // what must wait for a while
	asked map[store.RunID]map[store.RunID]bool // children already asked, by their ended parents
}

func newPass() pass {
	return pass{make(routes), make(map[held]hold), make(map[store.RunID]map[store.RunID]bool)}
}

// soon makes a pass on a goroutine.
func (f *relayer) soon() { f.again.soon(f.relay) }

func (f *relayer) relay() {
	if err := f.all(); err != nil && !errors.Is(err, ErrStopped) && f.ctx.Err() == nil {
		f.log.Error("cannot relay messages between runs, will retry at the next tick", "error", err)
	}
}

// all goes through the outbox once. Messages that result from it are handled in the next pass.
func (f *relayer) all() error {
	p := newPass()
	defer func() { f.last = p }()
	q := store.OutboxQuery{Namespace: f.namespace, Max: relayAtOnce}
	for {
		page, err := f.store.Outbox(f.ctx, q)
		if err != nil {
			return err
		}
		for left := page; len(left) > 0; {
			if left, err = f.round(left, &p); err != nil {
				return err
			}
		}
		if !q.More(page) {
			return nil
		}
		q.After = page[len(page)-1].MessageKey
	}
}

// round carries out the messages that wait for no other, and returns the rest.
func (f *relayer) round(page []store.Message, p *pass) (left []store.Message, err error) {
	var now []store.Message
	var ops []store.Op
	before := make(routes)
	for _, m := range page {
		switch {
		case p.stays.has(&m) || f.waits(&m, p):
			p.stays.add(&m)
			if asked := f.last.asked[m.Run]; asked != nil && m.Kind == store.MessageOrphans {
				p.asked[m.Run] = asked
			}
			continue
		case before.has(&m):
			before.add(&m)
			left = append(left, m)
			continue
		}
		before.add(&m)
		op, err := f.op(&m, p)
		switch {
		case errors.Is(err, ErrStopped) || f.ctx.Err() != nil:
			return nil, ErrStopped
		case err != nil:
			f.hold(held{message: m.MessageKey}, p, &m, err.Error())
			fallthrough
		case op == nil:
			if err == nil {
				f.hold(held{message: m.MessageKey}, p, &m, "")
			}
			p.stays.add(&m)
		default:
			now, ops = append(now, m), append(ops, op)
		}
	}
	if f.turn != nil && len(ops) > 0 {
		f.turn(ops)
	}
	for i, a := range commit.DoAll(f.writes, ops) {
		m, code := &now[i], a.Outcome.Code
		switch {
		case errors.Is(a.Err, ErrStopped):
			return nil, a.Err
		case a.Err != nil:
			f.hold(held{message: m.MessageKey}, p, m, a.Err.Error())
			p.stays.add(m)
			continue
		case code.Passes():
			f.hold(held{target: targetOf(m)}, p, m, "")
			p.stays.add(m)
			continue
		case code == store.Fenced:
			p.stays.add(m)
			continue
		}
		f.relayed(m, ops[i].(*store.Relay), a.Outcome)
	}
	return left, nil
}

// waits reports whether m must wait, because it, or another message for the same target, could not be
// delivered a moment ago.
func (f *relayer) waits(m *store.Message, p *pass) bool {
	now := f.clock.Now()
	for _, what := range []held{{message: m.MessageKey}, {target: targetOf(m)}} {
		h, known := p.held[what]
		if !known {
			h, known = f.last.held[what]
		}
		if known && now.Before(h.until) {
			p.held[what] = h
			return true
		}
	}
	return false
}

// hold makes a later pass try again, and logs the reason once.
func (f *relayer) hold(what held, p *pass, m *store.Message, why string) {
	last := f.last.held[what]
	if why != "" && why != last.text {
		f.log.Error("cannot relay a message of a run, will retry", "run_id", m.Run, "seq", m.Seq, "kind", m.Kind, "target", cmp.Or(m.WorkflowID, m.Target.String()), "error", why)
	}
	wait := min(max(leastHold, 2*last.wait), mostHold)
	p.held[what] = hold{f.clock.Now().Add(wait), wait, why}
}

// relayed acts on the outcome of a message that was carried out.
func (f *relayer) relayed(m *store.Message, o *store.Relay, outcome store.Outcome) {
	if _, answered := o.AnswerTo(outcome.Code); answered {
		f.wanted.Store(true) // the answer is in the outbox
	}
	switch {
	case m.Kind == store.MessageCancel && outcome.Code == store.Done:
		f.cancelled(store.Ref{Run: outcome.Run})
	case m.Kind == store.MessageStart && m.Ref == 0 && outcome.Code == store.Exists:
		f.log.Warn("a detached run was not started: another run has its workflow id", "workflow", m.Workflow, "workflow_id", m.WorkflowID, "run_id", outcome.Run, "parent", m.Run)
	}
}

// op returns the op that carries out a message, or nil if the message must wait.
func (f *relayer) op(m *store.Message, p *pass) (*store.Relay, error) {
	o := &store.Relay{Message: m.MessageKey}
	switch m.Kind {
	case store.MessageStart:
		return o, f.start(o, m)
	case store.MessageSignal:
		o.Deliver = f.deliver(store.Ref{Namespace: m.Namespace, WorkflowID: m.WorkflowID}, store.EntrySignal, m.Data)
		o.Deliver.Entry.ID = history.SignalID(m.Run, m.Seq)
		return o, f.answers(o, map[store.Code]history.Body{
			store.Done:     &history.SignalAnswered{Signal: m.Seq},
			store.NotFound: &history.SignalAnswered{Signal: m.Seq, Failure: refused(mark.NotFound, "no run has the workflow id %q", m.WorkflowID)},
			store.Closed:   &history.SignalAnswered{Signal: m.Seq, Failure: refused(mark.Closed, "the run with the workflow id %q has ended", m.WorkflowID)},
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
	case store.MessageAdopt:
		return o, f.adopt(o, m)
	case store.MessageOrphans:
		gone, err := f.orphans(m, p)
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

// refused returns the failure that says why a run was not reached.
func refused(kind failure.Kind, format string, args ...any) *history.Failure {
	return &history.Failure{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// answers adds the answers for the sender, by the outcome of the message.
func (f *relayer) answers(o *store.Relay, bodies map[store.Code]history.Body) error {
	for _, code := range []store.Code{store.Done, store.Exists, store.NotFound, store.Closed} {
		body := bodies[code]
		if body == nil {
			continue
		}
		data, err := f.sealer.EncodeEvent(f.ctx, history.Event{Body: body})
		if err != nil {
			return err
		}
		o.Answers = append(o.Answers, store.Answer{Code: code, Data: data})
	}
	return nil
}

// start makes the op that starts a run. If another run has the workflow id of a joined child, the
// parent is told.
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
		store.Exists: &history.ChildEnded{Child: m.Ref, Failure: refused(mark.Exists, "another run has the workflow id %q", m.WorkflowID)},
	})
}

// end tells a parent how its child has ended, as the child's history says.
func (f *relayer) end(o *store.Relay, m *store.Message) error {
	body, err := f.ended(m)
	if err != nil {
		return err
	}
	data, err := f.sealer.EncodeEvent(f.ctx, history.Event{Body: body})
	if err != nil {
		return err
	}
	o.Deliver = f.deliver(store.Ref{Run: m.Target}, store.EntryChild, data)
	o.Deliver.Entry.Ref = m.Ref
	return nil
}

// adopt makes the sender the parent of a child that the original run had started, or reports the
// child's end to it.
func (f *relayer) adopt(o *store.Relay, m *store.Message) error {
	// A sender that has ended adopts nobody: it may have been reset too, and the child may belong to
	// another run by now.
	if parent, err := f.store.Run(f.ctx, store.Ref{Run: m.Run}); errors.Is(err, store.ErrNotFound) || err == nil && parent.Status != store.Open {
		return nil
	} else if err != nil {
		return err
	}
	run, err := f.store.Run(f.ctx, store.Ref{Run: m.Target})
	last := m.Target
	for err == nil && run.Status == store.Continued {
		var next store.RunID
		if next, err = NextRun(f.ctx, f.store, last); err == nil {
			last = next
			run, err = f.store.Run(f.ctx, store.Ref{Run: next})
		}
	}
	end := store.Message{MessageKey: store.MessageKey{Run: last}, Target: m.Run, Ref: m.Ref}
	switch {
	case err == nil && run.Status == store.Open:
		o.Chain = m.Target
		o.Deliver = f.deliver(store.Ref{Run: last}, store.EntryNote, nil)
		o.Deliver.Entry.ID = "adopt/" + m.Run.String()
		o.Deliver.Steer = &store.Steer{Do: store.Adopt, Parent: m.Run, ParentSeq: m.Ref}
		return nil
	case err == nil:
		rows, err := f.store.History(f.ctx, store.HistoryQuery{Run: last, Last: true})
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			end.End = rows[len(rows)-1]
		}
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return f.end(o, &end) // also for a removed child, whose end can no longer be read
}

// ended returns the end of a child as its parent sees it. An end that can never be read becomes a
// failure, because the parent waits for it. The error is for an end that can be read later: with a key
// that is missing here, or by a newer version.
func (f *relayer) ended(m *store.Message) (*history.ChildEnded, error) {
	body := &history.ChildEnded{Child: m.Ref, Run: m.Run}
	last, err := lastOf(f.ctx, f.sealer, m.End)
	if last != nil {
		body.How = last.Kind()
	}
	switch b := last.(type) {
	case *history.RunCompleted:
		body.Result = b.Result
	case *history.RunFailed:
		body.Failure = &b.Failure
	case *history.RunCancelled:
		body.Failure = &b.Failure
	case *history.RunTerminated:
		body.Failure = refused(mark.Terminated, "the child was terminated")
		if b.Reason != "" {
			body.Failure.Message += ": " + b.Reason
		}
	case nil:
	default:
		body.How, err = 0, fmt.Errorf("its history ends with %s", last.Kind())
	}
	if err == nil {
		return body, nil
	}
	var kind *history.UnknownKindError
	var version *history.UnknownVersionError
	if sealing.Passes(err) || errors.As(err, &kind) || errors.As(err, &version) {
		return nil, fmt.Errorf("the end of a child cannot be read: %w", err)
	}
	f.log.Error("cannot read how a child ended: its parent gets this error", "run_id", m.Run, "parent", m.Target, "error", err)
	body.Result, body.Failure = history.Payload{}, refused(mark.NotDecodable, "the child has ended, and its end cannot be read: %v", err)
	return body, nil
}

// orphans asks the open children of an ended run to cancel, and reports whether all were asked. The
// starts that the run sent were carried out before. A child that continues meanwhile as a new run is
// found by the next pass. was holds the children asked before.
func (f *relayer) orphans(m *store.Message, p *pass) (all bool, err error) {
	data, err := f.sealer.EncodeEvent(f.ctx, history.Event{Body: &history.CancelRequested{Reason: "the parent has ended"}})
	if err != nil {
		return false, err
	}
	all = true
	was, asked := f.last.asked[m.Run], make(map[store.RunID]bool)
	p.asked[m.Run] = asked
	for after := (store.RunID{}); ; {
		runs, err := f.store.Children(f.ctx, m.Run, after, relayAtOnce)
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
