package replay

import (
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
)

// openOps are the activities and timers without an end, by seq. Most runs have one or
// two at a time, for which a map is large and slow.
type openOps struct {
	n    int
	few  [2]*Op
	many map[int64]*Op // the others
}

// get returns nil for an op that has ended, or never was.
func (o *openOps) get(seq int64) *Op {
	for _, op := range o.few {
		if op != nil && op.seq == seq {
			return op
		}
	}
	return o.many[seq]
}

func (o *openOps) add(op *Op) {
	o.n++
	for i := range o.few {
		if o.few[i] == nil {
			o.few[i] = op
			return
		}
	}
	if o.many == nil {
		o.many = make(map[int64]*Op)
	}
	o.many[op.seq] = op
}

func (o *openOps) remove(op *Op) {
	o.n--
	for i := range o.few {
		if o.few[i] == op {
			o.few[i] = nil
			return
		}
	}
	delete(o.many, op.seq)
}

// all lists them in no order.
func (o *openOps) all() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for _, op := range o.few {
			if op != nil && !yield(op) {
				return
			}
		}
		for _, op := range o.many {
			if !yield(op) {
				return
			}
		}
	}
}

// complete ends the op with this seq, if there is one that is open and of the kind
// that such an event ends. A second completion changes nothing.
func (o *openOps) complete(seq int64, kind history.Kind, result history.Body) {
	op := o.get(seq)
	if op == nil || op.asked.Kind() != kind {
		return
	}
	scheduler := &op.m.scheduler
	op.end(result, scheduler.at)
	op.waiting.wake(&scheduler.queue)
	if s := op.limits; s != nil {
		if _, already := s.since(); !already {
			s.cancel(nil, scheduler.at, cause{timedOut: true})
		}
	}
}

// attemptEnded notes that an eager attempt ended without a result.
func (o *openOps) attemptEnded(e *history.AttemptEnded) {
	op := o.get(e.Activity)
	if op == nil || op.asked.Kind() != history.KindActivityScheduled {
		return
	}
	op.row = true
	op.attempt = e.Attempt
	if e.Why == history.WhyHandedOver {
		op.attempt-- // its worker stopped in good order: the attempt is not consumed
	}
	if e.Failure != nil {
		op.last = e.Failure
	}
}

// Pending reports whether the activity or timer with this seq has no end yet. An
// event that ends one that is not pending has no place in the history.
func (m *Machine) Pending(seq int64) bool { return m.open.get(seq) != nil }

// Cancelled reports whether the activity with this seq has no end yet and was asked to end.
func (m *Machine) Cancelled(seq int64) bool {
	op := m.open.get(seq)
	return op != nil && op.cancelled
}

// OpenActivity is an activity without an end.
type OpenActivity struct {
	Seq       int64
	At        time.Time // Now of the task that scheduled it
	Scheduled *history.ActivityScheduled
	Attempt   int              // attempts consumed
	Row       bool             // it is a row of the activity table: not eager, or an AttemptEnded was seen
	Last      *history.Failure // of the last attempt that ended
	Cancelled bool             // it is asked to end
}

// Activities lists the open activities by seq.
func (m *Machine) Activities() []OpenActivity {
	var list []OpenActivity
	for op := range m.open.all() {
		if a, ok := op.activity(); ok {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b OpenActivity) int { return int(a.Seq - b.Seq) })
	return list
}

// Children counts the open children.
func (m *Machine) Children() (n int) {
	for op := range m.open.all() {
		if op.Child() != nil {
			n++
		}
	}
	return n
}

// Child is the command that asked for an open child; nil: there is none with this seq.
func (m *Machine) Child(seq int64) *history.ChildStarted {
	if op := m.open.get(seq); op != nil {
		return op.Child()
	}
	return nil
}

// AnyActivity reports whether match holds for an open activity. It asks in no order and
// until the first: a wide run has thousands, which Activities copies and sorts.
func (m *Machine) AnyActivity(match func(OpenActivity) bool) bool {
	for op := range m.open.all() {
		if a, ok := op.activity(); ok && match(a) {
			return true
		}
	}
	return false
}

func (op *Op) activity() (a OpenActivity, ok bool) {
	scheduled, ok := op.asked.(*history.ActivityScheduled)
	if !ok {
		return a, false
	}
	return OpenActivity{
		Seq: op.seq, At: op.at, Scheduled: scheduled,
		Attempt: op.attempt, Row: op.row || !scheduled.Eager, Last: op.last, Cancelled: op.cancelled,
	}, true
}

// OpenTimer is a timer that has neither fired nor been cancelled.
type OpenTimer struct {
	Seq    int64
	FireAt time.Time
}

// Timers lists the open timers by seq.
func (m *Machine) Timers() []OpenTimer {
	var list []OpenTimer
	for op := range m.open.all() {
		if t, ok := op.asked.(*history.TimerStarted); ok {
			list = append(list, OpenTimer{Seq: op.seq, FireAt: t.FireAt})
		}
	}
	slices.SortFunc(list, func(a, b OpenTimer) int { return int(a.Seq - b.Seq) })
	return list
}
