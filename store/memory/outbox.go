package memory

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// send puts messages into the outbox.
func (x *tx) send(all []store.Message) {
	for _, m := range all {
		i, _ := x.message(m.MessageKey)
		x.setOutbox(slices.Insert(slices.Clone(x.outbox), i, m))
	}
}

func (x *tx) setOutbox(all []store.Message) {
	old := x.outbox
	x.undo = append(x.undo, func() { x.outbox = old })
	x.outbox = all
}

// message returns the index of the message in the outbox, or where it belongs.
func (s *state) message(key store.MessageKey) (int, bool) {
	return slices.BinarySearchFunc(s.outbox, key, func(m store.Message, key store.MessageKey) int { return m.Compare(key) })
}

// sends reports whether a message of the run is in the outbox.
func (s *state) sends(run store.RunID) bool {
	i, _ := s.message(store.MessageKey{Run: run})
	return i < len(s.outbox) && s.outbox[i].Run == run
}

// orphans reports whether a run has open children, or sends the start of one.
func (s *state) orphans(run store.RunID) bool {
	i, _ := s.message(store.MessageKey{Run: run})
	for ; i < len(s.outbox) && s.outbox[i].Run == run; i++ {
		if s.outbox[i].Kind == store.MessageStart {
			return true
		}
	}
	for _, r := range s.runs {
		if r.Parent == run && r.Status == store.Open {
			return true
		}
	}
	return false
}

// relay carries out what a message asks for.
func (x *tx) relay(o *store.Relay) (out store.Outcome, err error) {
	i, ok := x.message(o.Message)
	if !ok {
		return store.Outcome{Code: store.Fenced}, nil
	}
	namespace := x.outbox[i].Namespace
	switch {
	case o.Start != nil:
		out, err = x.start(o.Start)
	case o.Deliver != nil:
		if r := x.find(o.Deliver.Ref); r != nil {
			x.edit(r, func() { out = rules.Relay(&r.Run, o, &x.take, x.now) })
		} else {
			out = rules.Relay(nil, o, nil, x.now)
		}
	}
	if err != nil || out.Code.Passes() {
		return out, err
	}
	x.setOutbox(slices.Delete(slices.Clone(x.outbox), i, i+1))
	if m, ok := o.AnswerTo(out.Code); ok {
		m.Namespace, m.Data = namespace, bytes.Clone(m.Data)
		x.send([]store.Message{m})
	}
	return out, nil
}

// sent returns the messages that q selects.
func (s *state) sent(q store.OutboxQuery) (all []store.Message) {
	size := 0
	for i := range s.outbox {
		m := s.outbox[i]
		if m.Namespace != q.Namespace || m.Compare(q.After) <= 0 {
			continue
		}
		if len(all) >= q.Max || size >= store.OutboxPage {
			break
		}
		m.Data = bytes.Clone(m.Data)
		if r := s.runs[m.Run]; m.Kind == store.MessageEnd && r != nil && len(r.rows) > 0 {
			m.End = copyRow(r.rows[len(r.rows)-1])
		}
		size += m.Bytes()
		all = append(all, m)
	}
	return all
}

// Outbox implements [store.Store].
func (s *Store) Outbox(ctx context.Context, q store.OutboxQuery) (all []store.Message, err error) {
	err = s.view(ctx, func(x *tx) { all = x.sent(q) })
	return all, err
}

// Children implements [store.Store].
func (s *Store) Children(ctx context.Context, parent, after store.RunID, limit int) (all []store.RunID, err error) {
	err = s.view(ctx, func(x *tx) {
		for _, r := range x.runs {
			if parent != uuid.Nil && r.Parent == parent && r.Status == store.Open && bytes.Compare(r.ID[:], after[:]) > 0 {
				all = append(all, r.ID)
			}
		}
		slices.SortFunc(all, func(a, b store.RunID) int { return bytes.Compare(a[:], b[:]) })
		all = all[:min(limit, len(all))]
	})
	return all, err
}
