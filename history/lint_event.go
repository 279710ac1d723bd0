package history

import (
	"hash/maphash"
	"slices"
	"time"
)

func (l *Linter) event(e *Event) {
	if _, started := e.Body.(*Started); started != (e.Seq == 1) {
		l.report(e.Seq, RuleFirst, "%v, want started as the first event and nowhere else", e.Body.Kind())
	}
	if l.ended != 0 {
		l.report(e.Seq, RuleEnd, "%v follows event %d, which ended the run", e.Body.Kind(), l.ended)
	} else if e.Body.Kind().Terminal() {
		l.ended = e.Seq
	}
	if _, command := e.Body.(Command); command {
		l.task.commands = true
	} else if _, unknown := e.Body.(*Unknown); !unknown && l.task.commands {
		l.report(e.Seq, RuleOrder, "%v comes after a command of its task", e.Body.Kind())
	}
	l.sealed(e)
	switch b := e.Body.(type) {
	case *Started:
		l.started(e, b)
	case *RunContinued:
		if b.Next == (RunID{}) || b.Workflow == "" {
			l.report(e.Seq, RuleChain, "it does not say which run of which workflow goes on")
		}
	case *ChangeMarked:
		switch {
		case b.Change == "" || b.Version < 1:
			l.report(e.Seq, RuleChange, "it does not say which version of which change")
		case l.changes[b.Change]:
			l.report(e.Seq, RuleChange, "change %q was marked before", b.Change)
		}
		if l.changes == nil {
			l.changes = make(map[string]bool)
		}
		l.changes[b.Change] = true
	case *AttributeSet:
		l.attribute(e, b.Attr)
	case *ActivityScheduled:
		l.activities[e.Seq] = !b.Eager
		if b.Reuse != "" {
			l.reuses[e.Seq] = true
		}
		if b.Reuse != "" && b.Eager {
			l.report(e.Seq, RuleCompletion, "activity %d may end with a kept result, and is not a row", e.Seq)
		}
	case *ActivityCompleted:
		if b.Reused != (RunID{}) && !l.reuses[b.Activity] {
			l.report(e.Seq, RuleCompletion, "activity %d ended with the result of run %s, and has not asked for that", b.Activity, b.Reused)
		}
		l.activityEnded(e, b.Activity)
	case *ActivityFailed:
		l.activityEnded(e, b.Activity)
	case *ActivityCancelRequested:
		_, open := l.activities[b.Activity]
		switch {
		case l.cancelled[b.Activity]:
			l.report(e.Seq, RuleCompletion, "activity %d was asked to end before", b.Activity)
		case open:
			l.cancelled[b.Activity] = true
		case !l.justEnded(b.Activity):
			l.missing(e, RuleCompletion, "activity", b.Activity)
		}
	case *AttemptEnded:
		if _, open := l.activities[b.Activity]; !open {
			l.missing(e, RuleAttempt, "activity", b.Activity)
			break
		}
		l.activities[b.Activity] = true // the following attempts are the row's
	case *TimerStarted:
		l.timers[e.Seq] = b.FireAt
	case *TimerFired:
		l.timerFired(e, b.Timer)
	case *TimerCancelled:
		if _, open := l.timers[b.Timer]; !open && !l.justEnded(b.Timer) {
			l.missing(e, RuleTimer, "timer", b.Timer)
		}
		delete(l.timers, b.Timer)
	case *SignalReceived:
		l.signal(e, b.ID)
	case *UpdateReceived:
		l.update(e, b.ID)
	case *UpdateEnded:
		if _, open := l.updates[b.Update]; !open {
			l.missing(e, RuleUpdate, "update", b.Update)
		}
		delete(l.updates, b.Update)
	case *PromiseMade:
		l.promiseMade(e, b)
	case *PromiseEnded:
		l.promiseEnded(e, b)
	case *PromiseCancelled:
		l.promiseCancelled(e, b)
	case *ChildStarted:
		if b.Run == (RunID{}) || b.Workflow == "" || b.WorkflowID == "" {
			l.report(e.Seq, RuleChild, "it does not say which run of which workflow is started")
		}
		if !b.Detached {
			l.sent[e.Seq] = &sent{}
		}
	case *SignalSent:
		l.sent[e.Seq] = &sent{signal: true}
	case *ChildCancelRequested:
		switch s := l.sent[b.Child]; {
		case s == nil || s.signal:
			if !l.justEnded(b.Child) {
				l.missing(e, RuleChild, "child", b.Child)
			}
		case s.cancelled:
			l.report(e.Seq, RuleChild, "child %d was asked to cancel before", b.Child)
		default:
			s.cancelled = true
		}
	case *ChildEnded:
		l.answered(e, "child", b.Child, false)
	case *SignalAnswered:
		l.answered(e, "signal", b.Signal, true)
	}
}

// sealed checks what is visible of encoded payloads and texts without a key.
func (l *Linter) sealed(e *Event) {
	if p, kind := PayloadOf(e.Body); p != nil && slices.Contains(p.Chain(), "") {
		l.report(e.Seq, RuleSealed, "the encoding of its payload (%s) is %q, which names no transform somewhere", kind, p.Enc)
	}
	if e.Sealed == nil {
		return
	}
	if chain := e.Sealed.Chain(); len(chain) == 0 || slices.Contains(chain, "") {
		l.report(e.Seq, RuleSealed, "its texts are sealed, and their encoding is %q, which does not say by which transforms", e.Sealed.Enc)
	}
	eachText(e.Body, func(path string, text textOf) {
		if len(text.get()) > 0 {
			l.report(e.Seq, RuleSealed, "its texts are sealed, but its %s can be read beside that", path)
		}
	})
}

func (l *Linter) started(e *Event, b *Started) {
	if first := b.Previous == (RunID{}); first != (b.Chain == (RunID{})) || first != (b.Continued == 0) || b.Continued < 0 {
		l.report(e.Seq, RuleChain, "it is run %d of chain %v after run %v, want none of these or all", b.Continued, b.Chain, b.Previous)
	}
	for _, a := range b.Attrs {
		l.attribute(e, a)
	}
	for _, id := range b.Known {
		l.signals[maphash.String(l.seed, id)] = struct{}{}
	}
	for _, id := range b.Updates {
		l.learn(id)
	}
}

func (l *Linter) attribute(e *Event, a Attr) {
	switch a.Type {
	case "", AttrText, AttrTexts, AttrInt, AttrFloat, AttrBool, AttrTime:
	default:
		l.report(e.Seq, RuleAttribute, "attribute %q is of type %q, which there is not", a.Name, string(a.Type))
	}
	if a.Name == "" {
		l.report(e.Seq, RuleAttribute, "an attribute without a name")
	}
	if !a.Is() {
		delete(l.attrs, a.Name)
		return
	}
	if l.attrs == nil {
		l.attrs = make(map[string]bool)
	}
	if l.attrs[a.Name] = true; len(l.attrs) == MaxAttrs+1 {
		l.report(e.Seq, RuleAttribute, "attribute %q is one more than the %d that a run may have", a.Name, MaxAttrs)
	}
}

func (l *Linter) activityEnded(e *Event, activity int64) {
	if _, open := l.activities[activity]; !open {
		l.missing(e, RuleCompletion, "activity", activity)
		return
	}
	delete(l.activities, activity)
	delete(l.cancelled, activity)
	l.endedOutside(activity)
}

// answered records the end of a child, or of a signal to another run.
func (l *Linter) answered(e *Event, what string, seq int64, signal bool) {
	if s := l.sent[seq]; s == nil || s.signal != signal {
		l.missing(e, RuleChild, what, seq)
		return
	}
	delete(l.sent, seq)
	l.endedOutside(seq)
}

func (l *Linter) timerFired(e *Event, timer int64) {
	due, open := l.timers[timer]
	if !open {
		l.missing(e, RuleTimer, "timer", timer)
		return
	}
	delete(l.timers, timer)
	l.endedOutside(timer)
	l.task.fired = append(l.task.fired, firedTimer{e.Seq, timer, due})
}

// endedOutside remembers, for the current task, that an external event ended an
// activity or a timer. The workflow may still cancel it in the same task, for a
// reason earlier than the end, because it does not know of the end yet.
func (l *Linter) endedOutside(seq int64) {
	if l.task.ended == nil {
		l.task.ended = map[int64]bool{}
	}
	l.task.ended[seq] = true
}

// justEnded returns true once for each.
func (l *Linter) justEnded(seq int64) bool {
	just := l.task.ended[seq]
	delete(l.task.ended, seq)
	return just
}

func (l *Linter) missing(e *Event, rule, what string, of int64) {
	if !l.blind {
		l.report(e.Seq, rule, "%v, but %s %d has ended already or never began", Event{Body: e.Body}, what, of)
	}
}

func (l *Linter) signal(e *Event, id string) {
	if id == "" {
		return
	}
	hash := maphash.String(l.seed, id)
	if _, known := l.signals[hash]; known {
		l.report(e.Seq, RuleSignal, "the run has taken a signal with the id %q before", id)
	}
	l.signals[hash] = struct{}{}
}

func (l *Linter) update(e *Event, id string) {
	switch {
	case id == "":
		l.report(e.Seq, RuleUpdate, "it has no id, so nobody can be told the answer")
	case !l.learn(id):
		l.report(e.Seq, RuleUpdate, "the run has taken an update with the id %q before", id)
	}
	if l.updates == nil {
		l.updates = make(map[int64]struct{})
	}
	l.updates[e.Seq] = struct{}{}
}

// learn records the id of an update, and reports whether it is new.
func (l *Linter) learn(id string) bool {
	hash := maphash.String(l.seed, id)
	if _, known := l.ids[hash]; known {
		return false
	}
	if l.ids == nil {
		l.ids = make(map[uint64]struct{})
	}
	l.ids[hash] = struct{}{}
	return true
}

// endTask checks what depends on a task's time, which is that of its last row.
func (l *Linter) endTask(now time.Time) {
	for _, f := range l.task.fired {
		if now.Before(f.due) {
			l.report(f.seq, RuleTimer, "timer %d fired at %v and was due at %v", f.timer, stamp(now), stamp(f.due))
		}
	}
	l.task = lintTask{}
}
