package engine

import (
	"cmp"
	"context"
	"maps"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/store"
)

// startChild adds to the commit the message that starts a child.
func startChild(t *task, seq int64, b *history.ChildStarted) error {
	r := t.r
	parent := r.machine.Started()
	headers := maps.Clone(parent.Headers)
	if len(b.Headers) > 0 {
		if headers == nil {
			headers = make(history.Headers)
		}
		maps.Copy(headers, b.Headers)
	}
	started := &history.Started{
		Workflow: b.Workflow, WorkflowID: b.WorkflowID, Input: b.Input, Headers: headers, Seed: history.ChildSeed(b.Run, parent.Seed),
		Level: replay.Level, Build: r.e.cfg.Build, Parent: r.id, ParentSeq: seq, Depth: parent.Depth + 1,
		Place: history.Place{Queue: history.QueueOf(cmp.Or(b.Queue, r.info.Queue)), Partition: parent.Partition}, Times: history.Times{Limit: history.Limit{Deadline: b.Deadline, Grace: b.Grace}},
	}
	header := history.Header{Now: t.now, Level: replay.Level, Build: r.e.cfg.Build, Open: true}
	data, err := r.e.cfg.Sealer.EncodeRow(context.Background(), header, []history.Event{{Seq: 1, Body: started}})
	if err != nil {
		return err
	}
	m := store.Message{
		Target: b.Run, WorkflowID: b.WorkflowID, Workflow: b.Workflow, Queue: cmp.Or(b.Queue, r.info.Queue), Priority: r.info.Priority,
		Level: replay.Level, Data: data,
	}
	if !b.Detached {
		m.Ref = seq
	}
	r.e.noteUnserved(m.Workflow, m.Queue)
	sends(t, seq, store.MessageStart, m)
	return nil
}

// cancelChild adds to the commit the message that asks a child to cancel, unless it has ended.
func cancelChild(t *task, seq int64, b *history.ChildCancelRequested) error {
	child := t.r.machine.Child(b.Child)
	if child == nil {
		return nil
	}
	data, err := t.r.e.cfg.Sealer.EncodeEvent(context.Background(), history.Event{Body: &history.CancelRequested{Reason: b.Reason}})
	if err != nil {
		return err
	}
	sends(t, seq, store.MessageCancel, store.Message{Target: child.Run, WorkflowID: child.WorkflowID, Data: data})
	return nil
}

// sendSignal adds to the commit the message that is a signal to another run.
func sendSignal(t *task, seq int64, b *history.SignalSent) error {
	body := &history.SignalReceived{Name: b.Name, ID: history.SignalID(t.r.id, seq), Payload: b.Payload, Headers: b.Headers}
	data, err := t.r.e.cfg.Sealer.EncodeEvent(context.Background(), history.Event{Body: body})
	if err != nil {
		return err
	}
	sends(t, seq, store.MessageSignal, store.Message{WorkflowID: b.WorkflowID, Data: data})
	return nil
}

func sends(t *task, seq int64, kind store.MessageKind, m store.Message) {
	m.Seq, m.Kind = seq, kind
	t.commit.Send = append(t.commit.Send, m)
}
