package history

import (
	"time"
)

// body reads the body of an event of kind k, the whole of u.data[u.pos:]. It returns
// nil when k must be understood and is not.
func (u *unpacker) body(k Kind) Body {
	switch k {
	case KindStarted:
		return u.started()
	case KindActivityCompleted:
		return u.activityCompleted()
	case KindActivityFailed:
		return u.activityFailed()
	case KindAttemptEnded:
		return u.attemptEnded()
	case KindTimerFired:
		return u.timerFired()
	case KindSignalReceived:
		return u.signalReceived()
	case KindCancelRequested:
		b := new(CancelRequested)
		b.Reason, b.more = u.reason()
		return b
	case KindPaused, KindUnpaused, KindRetriedNow, KindReset, KindRepinned:
		return u.steered(k)
	case KindRunTerminated:
		b := new(RunTerminated)
		b.Reason, b.more = u.reason()
		return b
	case KindChildEnded:
		return u.childEnded()
	case KindSignalAnswered:
		return u.signalAnswered()
	case KindChildStarted:
		return u.childStarted()
	case KindChildCancelRequested:
		return u.childCancelRequested()
	case KindSignalSent:
		return u.signalSent()
	case KindUpdateReceived:
		return u.updateReceived()
	case KindUpdateEnded:
		return u.updateEnded()
	case KindActivityScheduled:
		return u.activityScheduled()
	case KindActivityCancelRequested:
		b := new(ActivityCancelRequested)
		b.Activity, b.more = u.number('a')
		return b
	case KindTimerStarted:
		return u.timerStarted()
	case KindTimerCancelled:
		b := new(TimerCancelled)
		b.Timer, b.more = u.number('t')
		return b
	case KindSideEffectRecorded:
		return u.sideEffectRecorded()
	case KindRunCompleted:
		return u.runCompleted()
	case KindRunContinued:
		return u.runContinued()
	case KindChangeMarked:
		return u.changeMarked()
	case KindAttributeSet:
		return u.attributeSet()
	case KindPromiseMade:
		return u.promiseMade()
	case KindPromiseEnded:
		return u.promiseEnded()
	case KindPromiseCancelled:
		b := new(PromiseCancelled)
		b.Promise, b.more = u.number('p')
		return b
	case KindRunFailed:
		b := new(RunFailed)
		b.more = u.ended(&b.Failure, &b.Undelivered)
		return b
	case KindRunCancelled:
		b := new(RunCancelled)
		b.more = u.ended(&b.Failure, &b.Undelivered)
		return b
	}
	if k < firstSkippable {
		return nil
	}
	b := &Unknown{Number: k}
	if rest := len(u.data) - u.pos; rest > 0 {
		b.Raw = u.take(uint64(rest))
	}
	return b
}

func (u *unpacker) openBody() openedMap {
	m := u.open()
	m.event = true
	return m
}

func (u *unpacker) started() *Started {
	b := new(Started)
	var runs []string
	var seqs []int64
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'w':
			b.Workflow = u.str()
		case 'i':
			b.WorkflowID = u.str()
		case 'p':
			b.Input = u.payload()
		case 'h':
			b.Headers = u.headers()
		case 's':
			if seed := u.bytes(); len(seed) == len(b.Seed) {
				copy(b.Seed[:], seed)
			} else {
				u.fail("want a seed of 16 bytes")
			}
		case 'l':
			b.Level = u.int()
		case 'b':
			b.Build = u.str()
		case 'c':
			b.Chain = u.run()
		case 'v':
			b.Previous = u.run()
		case 'n':
			b.Continued = u.int()
		case 'k':
			b.Known = strs[string](u, MaxKnown)
		case 'u':
			b.Updates = strs[string](u, MaxKnown)
		case 'a':
			b.Parent = u.run()
		case 'q':
			b.ParentSeq = u.int64()
		case 'd':
			b.Depth = u.int()
		case 'y':
			b.Queue = u.str()
		case 'j':
			b.Partition = u.str()
		case 't':
			b.NotBefore = u.time()
		case 'o':
			b.Deadline = u.time()
		case 'g':
			b.Grace = time.Duration(u.int64())
		case 'm':
			b.Within = time.Duration(u.int64())
		case 'z':
			b.Nominal = u.time()
		case 'r':
			b.Attrs = u.attrs()
		case 'x':
			runs = strs[string](u, MaxKnown)
		case 'e':
			seqs = u.seqs()
		default:
			u.keep(&m)
		}
	}
	b.Copied = u.copied(runs, seqs)
	b.more = m.more
	return b
}

func (u *unpacker) activityCompleted() *ActivityCompleted {
	b := new(ActivityCompleted)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'a':
			b.Activity = u.int64()
		case 'n':
			b.Attempt = u.int()
		case 'r':
			b.Result = u.payload()
		case 'f':
			b.Last = u.failure()
		case 'u':
			b.Reused = u.run()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) activityFailed() *ActivityFailed {
	b := new(ActivityFailed)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'a':
			b.Activity = u.int64()
		case 'n':
			b.Attempt = u.int()
		case 'f':
			u.failureInto(&b.Failure, 1)
		case 'e':
			b.Tried = u.tried()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) attemptEnded() *AttemptEnded {
	b := new(AttemptEnded)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'a':
			b.Activity = u.int64()
		case 'n':
			b.Attempt = u.int()
		case 'y':
			b.Why = Why(u.str())
		case 'f':
			b.Failure = u.failure()
		case 'e':
			b.Tried = u.tried()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) timerFired() *TimerFired {
	b := new(TimerFired)
	b.Timer, b.more = u.number('t')
	return b
}

func (u *unpacker) signalReceived() *SignalReceived {
	b := new(SignalReceived)
	b.more = u.message(&b.Name, &b.ID, &b.Payload, &b.Headers)
	return b
}

// message reads what is sent under a name: signals, to whom or by which id, and updates.
func (u *unpacker) message(name, id *string, p *Payload, h *Headers) *moreKeys {
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'm':
			*name = u.shared()
		case 'i':
			*id = u.str()
		case 'p':
			*p = u.payload()
		case 'h':
			*h = u.headers()
		default:
			u.keep(&m)
		}
	}
	return m.more
}

func (u *unpacker) activityScheduled() *ActivityScheduled {
	b := u.d.activityScheduled()
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'm':
			b.Name = u.shared()
		case 'q':
			b.Queue = u.shared()
		case 'p':
			b.Input = u.payload()
		case 'h':
			b.Headers = u.headers()
		case 'o':
			b.Policy = u.policy()
		case 'e':
			b.Eager = u.bool()
		case 'x':
			b.Nonce = u.int64()
		case 'k':
			b.Reuse = u.str()
		case 'd':
			b.KeepFor = time.Duration(u.int64())
		case 'j':
			b.Partition = u.str()
		case 'r':
			n := u.int()
			b.Priority = &n
		case 'w':
			b.OfRun = u.headers()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) timerStarted() *TimerStarted {
	b := u.d.timerStarted()
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'd':
			b.FireAt = u.time()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) sideEffectRecorded() *SideEffectRecorded {
	b := u.d.sideEffectRecorded()
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'v':
			b.Value = u.payload()
		case 'f':
			b.Failure = u.failure()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) runCompleted() *RunCompleted {
	b := new(RunCompleted)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'r':
			b.Result = u.payload()
		case 'u':
			b.Undelivered = u.seqs()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) runContinued() *RunContinued {
	b := new(RunContinued)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'n':
			b.Next = u.run()
		case 'w':
			b.Workflow = u.str()
		case 'p':
			b.Input = u.payload()
		case 'u':
			b.Handed = u.seqs()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) changeMarked() *ChangeMarked {
	b := new(ChangeMarked)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'c':
			b.Change = u.str()
		case 'n':
			b.Version = int(u.int())
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) attributeSet() *AttributeSet {
	b := new(AttributeSet)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'm':
			b.Name = u.shared()
		case 't':
			b.Type = AttrType(u.shared())
		case 'v':
			b.Values = strs[string](u, MaxAttrValues)
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

// run reads the id of a run.
func (u *unpacker) run() (id RunID) {
	if b := u.bytes(); len(b) == len(id) {
		copy(id[:], b)
	} else {
		u.fail("want the 16 bytes of a run's id")
	}
	return id
}

// ended reads what failed and cancelled runs have in common.
func (u *unpacker) ended(f *Failure, undelivered *[]int64) *moreKeys {
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'f':
			u.failureInto(f, 1)
		case 'u':
			*undelivered = u.seqs()
		default:
			u.keep(&m)
		}
	}
	return m.more
}

// number reads a body that is nothing but a number.
func (u *unpacker) number(key byte) (int64, *moreKeys) {
	var n int64
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case key:
			n = u.int64()
		default:
			u.keep(&m)
		}
	}
	return n, m.more
}

// reason reads a body that is nothing but a reason.
func (u *unpacker) reason() (string, *moreKeys) {
	reason := ""
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'y':
			reason = u.str()
		default:
			u.keep(&m)
		}
	}
	return reason, m.more
}

func (u *unpacker) steered(did Kind) *Steered {
	b := &Steered{Did: did}
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'o':
			b.Who = u.str()
		case 'y':
			b.Why = u.str()
		case 'a':
			b.Activities = u.seqs()
		case 'n':
			b.Run = u.run()
		case 'b':
			b.Build = u.str()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}
