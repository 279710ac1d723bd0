package history

// fields visits the fields of v, a body or a part of one. The order is that in which the keys were added
// to the format: a new one goes to the end. fields reports whether it knows v.
func (f *form) fields(v any) bool {
	switch b := v.(type) {
	case *ActivityScheduled:
		f.name('m', &b.Name)
		f.name('q', &b.Queue)
		f.payload('p', &b.Input)
		f.headers('h', &b.Headers)
		f.policy('o', &b.Policy)
		f.bool('e', &b.Eager)
		f.int64('x', &b.Nonce)
		f.str('k', &b.Reuse)
		f.int64('d', (*int64)(&b.KeepFor))
		f.str('j', &b.Partition)
		f.optional('r', &b.Priority)
		f.headers('w', &b.OfRun)
		f.rest(&b.more)
	case *ActivityCompleted:
		f.int64('a', &b.Activity)
		f.int('n', &b.Attempt)
		f.payload('r', &b.Result)
		f.failureIfAny('f', &b.Last)
		f.run('u', &b.Reused)
		f.rest(&b.more)
	case *ActivityFailed:
		f.int64('a', &b.Activity)
		f.int('n', &b.Attempt)
		f.failure('f', &b.Failure)
		f.tried('e', &b.Tried)
		f.rest(&b.more)
	case *AttemptEnded:
		f.int64('a', &b.Activity)
		f.int('n', &b.Attempt)
		f.str('y', (*string)(&b.Why))
		f.failureIfAny('f', &b.Failure)
		f.tried('e', &b.Tried)
		f.rest(&b.more)
	case *ActivityCancelRequested:
		f.int64('a', &b.Activity)
		f.rest(&b.more)
	case *TimerStarted:
		f.time('d', &b.FireAt)
		f.rest(&b.more)
	case *TimerFired:
		f.int64('t', &b.Timer)
		f.rest(&b.more)
	case *TimerCancelled:
		f.int64('t', &b.Timer)
		f.rest(&b.more)
	case *SideEffectRecorded:
		f.payload('v', &b.Value)
		f.failureIfAny('f', &b.Failure)
		f.rest(&b.more)
	case *SignalReceived:
		f.name('m', &b.Name)
		f.str('i', &b.ID)
		f.payload('p', &b.Payload)
		f.headers('h', &b.Headers)
		f.rest(&b.more)
	case *SignalSent:
		f.str('i', &b.WorkflowID)
		f.name('m', &b.Name)
		f.payload('p', &b.Payload)
		f.headers('h', &b.Headers)
		f.rest(&b.more)
	case *SignalAnswered:
		f.int64('c', &b.Signal)
		f.failureIfAny('f', &b.Failure)
		f.rest(&b.more)
	case *UpdateReceived:
		f.name('m', &b.Name)
		f.str('i', &b.ID)
		f.payload('p', &b.Input)
		f.headers('h', &b.Headers)
		f.rest(&b.more)
	case *UpdateEnded:
		f.int64('u', &b.Update)
		f.payload('r', &b.Result)
		f.failureIfAny('f', &b.Failure)
		f.bool('x', &b.Rejected)
		f.rest(&b.more)
	case *ChildStarted:
		f.str('w', &b.Workflow)
		f.str('i', &b.WorkflowID)
		f.bool('g', &b.Named)
		f.run('n', &b.Run)
		f.str('q', &b.Queue)
		f.payload('p', &b.Input)
		f.headers('h', &b.Headers)
		f.bool('d', &b.Detached)
		f.timeIfAny('o', &b.Deadline)
		if f.p == nil || !b.Deadline.IsZero() {
			f.int64('r', (*int64)(&b.Grace))
		}
		f.rest(&b.more)
	case *ChildEnded:
		f.int64('c', &b.Child)
		f.run('n', &b.Run)
		how := int(b.How)
		f.int('k', &how)
		if f.p == nil {
			b.How = Kind(how)
		}
		f.payload('r', &b.Result)
		f.failureIfAny('f', &b.Failure)
		f.rest(&b.more)
	case *ChildCancelRequested:
		f.int64('c', &b.Child)
		f.text('y', &b.Reason)
		f.rest(&b.more)
	case *ChangeMarked:
		f.str('c', &b.Change)
		f.int('n', &b.Version)
		f.rest(&b.more)
	case *AttributeSet:
		f.name('m', &b.Name)
		f.name('t', (*string)(&b.Type))
		names(f, 'v', &b.Values, MaxAttrValues)
		f.rest(&b.more)
	case *PromiseMade:
		f.timeIfAny('d', &b.Due)
		f.str('k', &b.Token)
		f.rest(&b.more)
	case *PromiseEnded:
		f.int64('p', &b.Promise)
		f.str('k', &b.Token)
		f.payload('r', &b.Result)
		f.failureIfAny('f', &b.Failure)
		f.rest(&b.more)
	case *PromiseCancelled:
		f.int64('p', &b.Promise)
		f.rest(&b.more)
	case *CancelRequested:
		f.text('y', &b.Reason)
		f.rest(&b.more)
	case *Steered:
		f.text('o', &b.Who)
		f.text('y', &b.Why)
		f.seqs('a', &b.Activities)
		f.run('n', &b.Run)
		f.str('b', &b.Build)
		f.rest(&b.more)
	case *RunCompleted:
		f.payload('r', &b.Result)
		f.seqs('u', &b.Undelivered)
		f.rest(&b.more)
	case *RunFailed:
		f.failure('f', &b.Failure)
		f.seqs('u', &b.Undelivered)
		f.rest(&b.more)
	case *RunCancelled:
		f.failure('f', &b.Failure)
		f.seqs('u', &b.Undelivered)
		f.rest(&b.more)
	case *RunTerminated:
		f.text('y', &b.Reason)
		f.rest(&b.more)
	case *RunContinued:
		f.run('n', &b.Next)
		f.str('w', &b.Workflow)
		f.payload('p', &b.Input)
		f.seqs('u', &b.Handed)
		f.rest(&b.more)
	case *Started:
		f.started(b)
		f.rest(&b.more)
	case *Policy:
		f.int64('s', (*int64)(&b.StartToClose))
		f.int64('t', (*int64)(&b.ScheduleToClose))
		f.int64('h', (*int64)(&b.HeartbeatTimeout))
		f.int64('i', (*int64)(&b.InitialInterval))
		f.int64('x', (*int64)(&b.MaxInterval))
		f.float('m', &b.Multiplier)
		f.int('a', &b.MaxAttempts)
		f.codes('n', &b.NonRetryable)
		f.bool('w', &b.Transactional)
		f.rest(&b.more)
	case *Failure:
		f.name('k', (*string)(&b.Kind))
		f.name('c', (*string)(&b.Code))
		f.text('m', &b.Message)
		f.text('s', &b.Stack)
		if f.p == nil || !f.p.hide {
			f.payload('d', &b.Details)
		}
		f.causes('w', &b.Cause)
		f.bool('r', &b.Retryable)
		f.rest(&b.more)
	case *Tried:
		f.int('n', &b.Attempt)
		f.time('t', &b.At)
		f.failure('f', &b.Failure)
		f.rest(&b.more)
	default:
		return false
	}
	return true
}

func (f *form) started(b *Started) {
	f.str('w', &b.Workflow)
	f.str('i', &b.WorkflowID)
	f.payload('p', &b.Input)
	f.headers('h', &b.Headers)
	f.seed('s', &b.Seed)
	f.int('l', &b.Level)
	f.str('b', &b.Build)
	f.run('c', &b.Chain)
	f.run('v', &b.Previous)
	f.int('n', &b.Continued)
	names(f, 'k', &b.Known, MaxKnown)
	names(f, 'u', &b.Updates, MaxKnown)
	f.run('a', &b.Parent)
	f.int64('q', &b.ParentSeq)
	f.int('d', &b.Depth)
	f.str('y', &b.Queue)
	f.str('j', &b.Partition)
	f.timeIfAny('t', &b.NotBefore)
	f.timeIfAny('o', &b.Deadline)
	if f.p == nil || !b.Deadline.IsZero() || b.Within != 0 {
		f.int64('g', (*int64)(&b.Grace))
	}
	f.int64('m', (*int64)(&b.Within))
	f.timeIfAny('z', &b.Nominal)
	f.attrs('r', &b.Attrs)
	f.copied('x', 'e', &b.Copied)
}
