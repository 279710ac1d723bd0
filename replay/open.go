package replay

import (
	"iter"
	"slices"
	"time"

	"github.com/reprise-run/reprise/history"
)

// openOps holds the open ops of a run, without coroutines, by seq. Most runs have one or
// two at a time, for which a map is large and slow.
type openOps struct {
	n    int
	few  [2]*Op
	many map[int64]*Op // the rest
}

// get returns nil for an op that has ended or never existed.
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

// all iterates over the ops in no particular order.
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

// complete ends the open op with this seq if a command of this kind asked for it. A
// second completion changes nothing.
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
		op.attempt-- // a worker that stops cleanly does not consume the attempt
	}
	if e.Failure != nil {
		op.last = e.Failure
	}
}

// Pending reports whether the activity, timer, child, signal or promise that event seq
// asked for is open. An event that ends one that is not pending does not belong in the
// history.
func (m *Machine) Pending(seq int64) bool { return m.open.get(seq) != nil }

// Cancelled reports whether the activity or child with this seq is open and its cancellation requested.
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
	Row       bool             // it has a row in the activity table: not eager, or an AttemptEnded was seen
	Last      *history.Failure // of the last attempt that failed
	Cancelled bool             // its cancellation is requested
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

// Child returns the command that asked for the open child with this seq, or nil if there is none.
func (m *Machine) Child(seq int64) *history.ChildStarted {
	if op := m.open.get(seq); op != nil {
		return op.Child()
	}
	return nil
}

// AnyActivity reports whether match holds for some open activity. It calls match in no
// particular order and stops at the first hit. Activities would copy and sort all of them,
// and a wide run has thousands.
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
