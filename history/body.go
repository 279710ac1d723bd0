package history

// body appends the body of e.
func (p *packer) body(e *Event) {
	if u, ok := e.Body.(*Unknown); ok {
		if u.Number < firstSkippable {
			p.fail("only kinds from %d on can be unknown", firstSkippable)
		}
		p.b = append(p.b, u.Raw...)
		return
	}
	p.hide = e.Sealed != nil
	f := form{p: p, out: p.open()}
	if !f.fields(e.Body) {
		p.fail("%T is not a body of this package", e.Body)
		return
	}
	p.site(&f.out, e.Site)
	if e.Sealed != nil {
		p.payload(&f.out, sealedKey, *e.Sealed)
	}
	p.close(f.out, f.newer)
}

// body reads the body of an event of kind k, the whole of u.data[u.pos:]. It returns
// nil when k must be understood and is not.
func (u *unpacker) body(k Kind) Body {
	b := u.d.body(k)
	switch {
	case b != nil:
		u.fields(b, true, 0)
		return b
	case k < firstSkippable:
		return nil
	}
	unknown := &Unknown{Number: k}
	if rest := len(u.data) - u.pos; rest > 0 {
		unknown.Raw = u.take(uint64(rest))
	}
	return unknown
}

// body returns an empty body of kind k; nil: this version does not know k.
func (d *Decoder) body(k Kind) Body {
	switch k {
	case KindStarted:
		return new(Started)
	case KindActivityCompleted:
		return new(ActivityCompleted)
	case KindActivityFailed:
		return new(ActivityFailed)
	case KindAttemptEnded:
		return new(AttemptEnded)
	case KindTimerFired:
		return new(TimerFired)
	case KindSignalReceived:
		return new(SignalReceived)
	case KindCancelRequested:
		return new(CancelRequested)
	case KindPaused, KindUnpaused, KindRetriedNow, KindReset, KindRepinned:
		return &Steered{Did: k}
	case KindRunTerminated:
		return new(RunTerminated)
	case KindChildEnded:
		return new(ChildEnded)
	case KindSignalAnswered:
		return new(SignalAnswered)
	case KindChildStarted:
		return new(ChildStarted)
	case KindChildCancelRequested:
		return new(ChildCancelRequested)
	case KindSignalSent:
		return new(SignalSent)
	case KindUpdateReceived:
		return new(UpdateReceived)
	case KindUpdateEnded:
		return new(UpdateEnded)
	case KindActivityScheduled:
		return d.activityScheduled()
	case KindActivityCancelRequested:
		return new(ActivityCancelRequested)
	case KindTimerStarted:
		return d.timerStarted()
	case KindTimerCancelled:
		return new(TimerCancelled)
	case KindSideEffectRecorded:
		return d.sideEffectRecorded()
	case KindRunCompleted:
		return new(RunCompleted)
	case KindRunContinued:
		return new(RunContinued)
	case KindChangeMarked:
		return new(ChangeMarked)
	case KindAttributeSet:
		return new(AttributeSet)
	case KindPromiseMade:
		return new(PromiseMade)
	case KindPromiseEnded:
		return new(PromiseEnded)
	case KindPromiseCancelled:
		return new(PromiseCancelled)
	case KindRunFailed:
		return new(RunFailed)
	case KindRunCancelled:
		return new(RunCancelled)
	}
	return nil
}
