package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/sealing"
	"github.com/reprise-run/reprise/store"
)

// ResetPoint says where to reset a run to: after event Seq, or before the event that it names, rounded
// down to the end of a task.
type ResetPoint struct {
	Seq    int64
	Before string // the last scheduled activity with this name
	Failed bool   // the last activity that failed for good, or the task in which the workflow ended
}

// Reset is a run that begins with a copy of the history of an ended one.
type Reset struct {
	Of      store.Run
	Seq     int64 // of the last event in the copy
	Again   []Repeated
	Carried []history.Event // what the run received later, and the new run receives at once
	Refused []string        // why the reset is not possible

	rows     []resetRow // in the copy
	timers   []store.Timer
	attrs    []history.Attr
	children []adopted
}

// Children returns how many children the new run adopts.
func (p *Reset) Children() int { return len(p.children) }

// adopted is a child that was started before the point, and whose end was not yet received.
type adopted struct {
	seq int64
	*history.ChildStarted
}

// Repeated is what a reset run may ask for again.
type Repeated struct {
	Seq       int64
	Kind      string // "activity", "child" or "signal"
	Name      string
	Completed bool // it took effect
	Unknown   bool // it may have taken effect: its end is not known
	Reuses    bool // an activity whose result is kept for others
}

type resetRow struct {
	store.Row
	header history.Header
	events []history.Event
}

// MaxReset limits the bytes of history that a reset copies, which is one write.
const MaxReset = 64 << 20

// ErrResetPoint: the history has no event that matches a ResetPoint.
var ErrResetPoint = errors.New("its history has no such event or activity")

// PlanReset reads the history of an ended run, and returns what a reset at now, by the store's clock,
// would do.
func PlanReset(ctx context.Context, st store.Store, run store.Run, to ResetPoint, now time.Time) (*Reset, error) {
	rows, err := resetRows(ctx, st, run)
	if err != nil {
		return nil, err
	}
	p := &Reset{Of: run}
	limit, err := to.limit(rows)
	if err != nil {
		return nil, err
	}
	p.keep(rows, limit)
	p.weigh(rows, now)
	return p, p.look(ctx, st)
}

// look refuses the reset if a child to adopt no longer exists.
func (p *Reset) look(ctx context.Context, st store.Store) error {
	for _, c := range p.children {
		_, err := st.Run(ctx, store.Ref{Run: c.Run})
		switch {
		case errors.Is(err, store.ErrRemoved):
			p.refuse(c.seq, "child "+c.Workflow, "has been removed, and its end with it")
		case errors.Is(err, store.ErrNotFound):
			p.refuse(c.seq, "child "+c.Workflow, "has not been started")
		case err != nil:
			return err
		}
	}
	return nil
}

// refuse records that what event seq asked for prevents the reset.
func (p *Reset) refuse(seq int64, what, why string) {
	p.Refused = append(p.Refused, fmt.Sprintf("%s, event %d, was asked for before and %s: reset it to event %d or one before", what, seq, why, seq-1))
}

func resetRows(ctx context.Context, st store.Store, run store.Run) (all []resetRow, err error) {
	for seq, bytes := int64(1), 0; seq < run.NextSeq; {
		page, err := st.History(ctx, store.HistoryQuery{Run: run.ID, From: seq, MaxBytes: 4 << 20})
		switch {
		case err != nil:
			return nil, err
		case len(page) == 0:
			return nil, store.ErrRemoved
		}
		for _, row := range page {
			r := resetRow{Row: row}
			if r.header, r.events, err = history.DecodeRow(row.Data, row.Seq, row.N); err != nil {
				return nil, err
			}
			all = append(all, r)
			seq = row.Seq + int64(row.N)
			if bytes += len(row.Data); bytes > MaxReset {
				return nil, fmt.Errorf("its history has more than %d MiB: a run of that length cannot be reset", MaxReset>>20)
			}
		}
	}
	return all, nil
}

// limit returns the last event that may be kept.
func (to ResetPoint) limit(rows []resetRow) (int64, error) {
	limit, failed := int64(0), int64(0)
	for _, r := range rows {
		for _, e := range r.events {
			switch b := e.Body.(type) {
			case *history.ActivityScheduled:
				if b.Name == to.Before {
					limit = e.Seq - 1
				}
			case *history.ActivityFailed:
				failed = b.Activity - 1
			}
			if e.Body.Kind().Terminal() && failed == 0 {
				failed = e.Seq - 1
			}
		}
	}
	switch {
	case to.Failed:
		limit = failed
	case to.Before == "":
		limit = to.Seq
	}
	if last := rows[len(rows)-1]; limit < 1 || limit >= last.Seq+int64(last.N) {
		return 0, ErrResetPoint
	}
	return limit, nil
}

// keep keeps whole tasks up to limit, or only the start. It never keeps the last task, which ended the
// run.
func (p *Reset) keep(rows []resetRow, limit int64) {
	p.Seq = 1
	n := 0
	for i, r := range rows[:len(rows)-1] {
		if last := r.Seq + int64(r.N) - 1; !r.header.Open && last <= limit {
			n, p.Seq = i+1, last
		}
	}
	p.rows = slices.Clone(rows[:max(n, 1)])
	if first := &p.rows[0]; n == 0 {
		first.events, first.header.Open, first.header.Nonce = first.events[:1], true, 0
	}
}

// weigh finds what is open at the end of the copy, what the run received after it, and what the new run
// may ask for again.
func (p *Reset) weigh(rows []resetRow, now time.Time) {
	p.attrs = rows[0].events[0].Body.(*history.Started).Attrs
	open, timers := map[int64]string{}, map[int64]store.Timer{}
	again := map[int64]int{} // indexes in Again
	promises := map[int64]bool{}
	children := map[int64]*history.ChildStarted{}
	started := rows[0].events[0].Body.(*history.Started)
	ends := func(e history.Event, seq int64, completed, unknown bool) {
		if i, ok := again[seq]; ok {
			p.Again[i].Completed, p.Again[i].Unknown = completed, unknown
		}
		if _, is := open[seq]; !is {
			return
		}
		delete(open, seq)
		if e.Seq > p.Seq {
			p.Carried = append(p.Carried, e)
		}
	}
	asks := func(e history.Event, kind, name string, ends bool) {
		switch {
		case e.Seq > p.Seq:
			again[e.Seq] = len(p.Again)
			p.Again = append(p.Again, Repeated{Seq: e.Seq, Kind: kind, Name: name, Completed: !ends, Unknown: ends})
		case ends:
			open[e.Seq] = fmt.Sprintf("%s %s", kind, name)
		}
	}
	for _, r := range rows {
		for _, e := range r.events {
			switch b := e.Body.(type) {
			case *history.ActivityScheduled:
				asks(e, "activity", b.Name, true)
				if i, ok := again[e.Seq]; ok {
					p.Again[i].Reuses = b.Reuse != ""
				}
			case *history.ChildStarted:
				children[e.Seq] = b
				asks(e, "child", b.Workflow, !b.Detached)
			case *history.SignalSent:
				asks(e, "signal", b.Name, true)
			case *history.ActivityCompleted:
				ends(e, b.Activity, true, false)
			case *history.ActivityFailed:
				ends(e, b.Activity, false, errors.Is(&b.Failure, activity.ErrOutcomeUnknown))
			case *history.ChildEnded:
				ends(e, b.Child, b.How == history.KindRunCompleted, false)
			case *history.SignalAnswered:
				ends(e, b.Signal, b.Failure == nil, false)
			case *history.TimerStarted:
				if e.Seq <= p.Seq {
					timers[e.Seq] = store.Timer{ID: e.Seq, FireAt: b.FireAt}
				}
			case *history.PromiseMade:
				if e.Seq > p.Seq {
					break
				}
				if promises[e.Seq] = true; !b.Due.IsZero() {
					timers[e.Seq] = store.Timer{ID: e.Seq, FireAt: b.Due}
				}
			case *history.PromiseEnded:
				switch {
				case e.Seq > p.Seq && b.Token == "": // the new run sets the time limit again
				case e.Seq > p.Seq && promises[b.Promise]:
					p.Carried = append(p.Carried, e)
					fallthrough
				case e.Seq <= p.Seq:
					delete(promises, b.Promise)
					delete(timers, b.Promise)
				}
			case *history.PromiseCancelled:
				if e.Seq <= p.Seq {
					delete(promises, b.Promise)
					delete(timers, b.Promise)
				}
			case *history.TimerFired:
				if e.Seq <= p.Seq {
					delete(timers, b.Timer)
				}
			case *history.TimerCancelled:
				if e.Seq <= p.Seq {
					delete(timers, b.Timer)
				}
			case *history.AttributeSet:
				if e.Seq <= p.Seq {
					p.attrs = history.WithAttr(p.attrs, b.Attr)
				}
			case *history.SignalReceived, *history.UpdateReceived:
				if e.Seq > p.Seq {
					p.Carried = append(p.Carried, e)
				}
			}
		}
	}
	for _, seq := range slices.Sorted(maps.Keys(open)) {
		if child := children[seq]; child != nil {
			p.children = append(p.children, adopted{seq, child})
			continue
		}
		p.refuse(seq, open[seq], "has no end")
	}
	for _, seq := range slices.Sorted(maps.Keys(timers)) {
		p.timers = append(p.timers, timers[seq])
	}
	if last := rows[len(rows)-1].header.Now; now.Before(last) {
		now = last
	}
	if started.Within > 0 { // as the machine computes it, unless the copy contains no task
		begins := func(r resetRow) bool {
			return r.Seq <= p.Seq && !r.header.Open && !r.header.Now.Before(started.NotBefore)
		}
		if i := slices.IndexFunc(rows, begins); p.Seq > 1 && i >= 0 {
			limited := *started
			limited.Deadline = rows[i].header.Now.Add(started.Within)
			started = &limited
		}
	}
	if !started.Deadline.IsZero() && !now.Before(started.Deadline) {
		p.Refused = append(p.Refused, fmt.Sprintf("its deadline passed at %s, and a copy would have the same deadline: start a new run", started.Deadline.Format("2006-01-02T15:04:05Z07:00")))
	}
}

// TooMuch returns why Carried is too large for one task, or "" if it is not.
func (p *Reset) TooMuch() string {
	bytes := 0
	for _, e := range p.Carried {
		bytes += history.SizeEstimate(e.Body)
	}
	if len(p.Carried) <= history.MaxTaskInputs && bytes <= history.MaxTaskInput {
		return ""
	}
	return fmt.Sprintf("%d events of %d bytes have arrived since, and one task takes in at most %d of %d MiB: leave the signals out, or reset it to a later event",
		len(p.Carried), bytes, history.MaxTaskInputs, history.MaxTaskInput>>20)
}

// DropSignals removes the signals that came later.
func (p *Reset) DropSignals() {
	p.Carried = slices.DeleteFunc(p.Carried, func(e history.Event) bool {
		_, is := e.Body.(*history.SignalReceived)
		return is
	})
}

// Start returns the op that starts the new run. sealer encodes what was never encrypted.
func (p *Reset) Start(ctx context.Context, run store.RunID, token store.Token, header history.Header, sealer *sealing.Sealer, note *history.Steered) (*store.Start, error) {
	o := &store.Start{
		Run: run, Chain: run, Namespace: p.Of.Namespace, WorkflowID: p.Of.WorkflowID, Workflow: p.Of.Workflow,
		Queue: p.Of.Queue, Priority: p.Of.Priority, Level: p.Of.Level, Timers: p.timers, Attrs: p.attrs,
	}
	for _, c := range p.children {
		o.Send = append(o.Send, store.Message{
			MessageKey: store.MessageKey{Seq: c.seq, Kind: store.MessageAdopt}, Target: c.Run, Ref: c.seq, WorkflowID: c.WorkflowID,
		})
	}
	first := p.rows[0]
	started := *first.events[0].Body.(*history.Started)
	started.Chain, started.Previous, started.Continued, started.Parent, started.ParentSeq = uuid.Nil, uuid.Nil, 0, uuid.Nil, 0
	kept := slices.DeleteFunc(slices.Clone(started.Copied), func(c history.Copied) bool { return c.Seq >= p.Seq })
	started.Copied = append(kept, history.Copied{Run: p.originAt(&started), Seq: p.Seq})
	first.events = append([]history.Event{{Seq: 1, Body: &started, Sealed: first.events[0].Sealed}}, first.events[1:]...)
	data, err := sealing.Copy(first.header, first.events)
	if err != nil {
		return nil, err
	}
	o.Row = store.Row{Seq: 1, N: len(first.events), Token: token, Data: data}
	for _, r := range p.rows[1:] {
		o.More = append(o.More, store.Row{Seq: r.Seq, N: r.N, Data: r.Data})
	}
	if last := p.rows[len(p.rows)-1].header.Now; header.Now.Before(last) {
		header.Now = last
	}
	header.Open = true
	seq := p.Seq + 1
	made, err := sealer.EncodeRow(ctx, header, []history.Event{{Seq: seq, Body: note}})
	if err != nil {
		return nil, err
	}
	o.More = append(o.More, store.Row{Seq: seq, N: 1, Data: made})
	for _, e := range p.Carried { // as they are stored, encrypted or not
		seq++
		e.Seq = seq
		row, err := sealing.Copy(header, []history.Event{e})
		if err != nil {
			return nil, err
		}
		o.More = append(o.More, store.Row{Seq: seq, N: 1, Data: row})
	}
	return o, nil
}

// originAt returns the run in which the last copied event was first recorded.
func (p *Reset) originAt(s *history.Started) store.RunID { return s.Origin(p.Of.ID, p.Seq) }

// ResetRun starts a run that begins with a copy.
func ResetRun(ctx context.Context, p *Process, op *store.Start) (store.Outcome, error) {
	outcome, err := p.writes.DoCaller(ctx, op, nil).Result()
	if e := p.current(); e != nil && err == nil && outcome.Code == store.Done {
		wake(e.wake.runs)
	}
	return outcome, err
}
