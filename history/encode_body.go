package history

// body appends the body of e. The order of the keys is the order in which they came
// to the format: a new one goes to the end.
func (p *packer) body(e *Event) {
	if u, ok := e.Body.(*Unknown); ok {
		if u.Number < firstSkippable {
			p.fail("only kinds from %d on can be unknown", firstSkippable)
		}
		p.b = append(p.b, u.Raw...)
		return
	}
	p.hide = e.Sealed != nil
	m := p.open()
	var more *moreKeys
	switch b := e.Body.(type) {
	case *Started:
		p.str(&m, 'w', b.Workflow)
		p.str(&m, 'i', b.WorkflowID)
		p.payload(&m, 'p', b.Input)
		p.headers(&m, 'h', b.Headers)
		p.key(&m, 's')
		p.b = appendBytes(p.b, b.Seed[:])
		p.int(&m, 'l', int64(b.Level))
		p.str(&m, 'b', b.Build)
		p.run(&m, 'c', b.Chain)
		p.run(&m, 'v', b.Previous)
		p.int(&m, 'n', int64(b.Continued))
		p.strs(&m, 'k', b.Known, MaxKnown)
		p.strs(&m, 'u', b.Updates, MaxKnown)
		p.run(&m, 'a', b.Parent)
		p.int(&m, 'q', b.ParentSeq)
		p.int(&m, 'd', int64(b.Depth))
		p.str(&m, 'y', b.Queue)
		p.str(&m, 'j', b.Partition)
		if !b.NotBefore.IsZero() {
			p.time(&m, 't', b.NotBefore)
		}
		if !b.Deadline.IsZero() {
			p.time(&m, 'o', b.Deadline)
		}
		if !b.Deadline.IsZero() || b.Within != 0 {
			p.int(&m, 'g', int64(b.Grace))
		}
		p.int(&m, 'm', int64(b.Within))
		if !b.Nominal.IsZero() {
			p.time(&m, 'z', b.Nominal)
		}
		p.attrs(&m, 'r', b.Attrs)
		p.copied(&m, b.Copied)
		more = b.more
	case *ActivityCompleted:
		p.int(&m, 'a', b.Activity)
		p.int(&m, 'n', int64(b.Attempt))
		p.payload(&m, 'r', b.Result)
		p.failure(&m, 'f', b.Last)
		p.run(&m, 'u', b.Reused)
		more = b.more
	case *ActivityFailed:
		p.int(&m, 'a', b.Activity)
		p.int(&m, 'n', int64(b.Attempt))
		p.failure(&m, 'f', &b.Failure)
		p.tried(&m, 'e', b.Tried)
		more = b.more
	case *AttemptEnded:
		p.int(&m, 'a', b.Activity)
		p.int(&m, 'n', int64(b.Attempt))
		p.str(&m, 'y', string(b.Why))
		p.failure(&m, 'f', b.Failure)
		p.tried(&m, 'e', b.Tried)
		more = b.more
	case *TimerFired:
		p.int(&m, 't', b.Timer)
		more = b.more
	case *SignalReceived:
		p.str(&m, 'm', b.Name)
		p.str(&m, 'i', b.ID)
		p.payload(&m, 'p', b.Payload)
		p.headers(&m, 'h', b.Headers)
		more = b.more
	case *CancelRequested:
		p.text(&m, 'y', b.Reason)
		more = b.more
	case *Steered:
		p.text(&m, 'o', b.Who)
		p.text(&m, 'y', b.Why)
		p.seqs(&m, 'a', b.Activities)
		p.run(&m, 'n', b.Run)
		p.str(&m, 'b', b.Build)
		more = b.more
	case *RunTerminated:
		p.text(&m, 'y', b.Reason)
		more = b.more
	case *ChildEnded:
		p.int(&m, 'c', b.Child)
		p.run(&m, 'n', b.Run)
		p.int(&m, 'k', int64(b.How))
		p.payload(&m, 'r', b.Result)
		p.failure(&m, 'f', b.Failure)
		more = b.more
	case *SignalAnswered:
		p.int(&m, 'c', b.Signal)
		p.failure(&m, 'f', b.Failure)
		more = b.more
	case *UpdateReceived:
		p.str(&m, 'm', b.Name)
		p.str(&m, 'i', b.ID)
		p.payload(&m, 'p', b.Input)
		p.headers(&m, 'h', b.Headers)
		more = b.more
	case *PromiseEnded:
		more = p.promiseEnded(&m, b)
	default:
		more = p.command(&m, e.Body)
	}
	p.site(&m, e.Site)
	if e.Sealed != nil {
		p.payload(&m, sealedKey, *e.Sealed)
	}
	p.close(m, more)
}

func (p *packer) command(m *packedMap, body Body) *moreKeys {
	switch b := body.(type) {
	case *ActivityScheduled:
		p.str(m, 'm', b.Name)
		p.str(m, 'q', b.Queue)
		p.payload(m, 'p', b.Input)
		p.headers(m, 'h', b.Headers)
		p.policy(m, 'o', &b.Policy)
		p.bool(m, 'e', b.Eager)
		p.int(m, 'x', b.Nonce)
		p.str(m, 'k', b.Reuse)
		p.int(m, 'd', int64(b.KeepFor))
		p.str(m, 'j', b.Partition)
		if b.Priority != nil {
			p.key(m, 'r')
			p.b = appendInt(p.b, int64(*b.Priority))
		}
		p.headers(m, 'w', b.OfRun)
		return b.more
	case *ActivityCancelRequested:
		p.int(m, 'a', b.Activity)
		return b.more
	case *TimerStarted:
		p.time(m, 'd', b.FireAt)
		return b.more
	case *TimerCancelled:
		p.int(m, 't', b.Timer)
		return b.more
	case *SideEffectRecorded:
		p.payload(m, 'v', b.Value)
		p.failure(m, 'f', b.Failure)
		return b.more
	case *ChildStarted:
		p.str(m, 'w', b.Workflow)
		p.str(m, 'i', b.WorkflowID)
		p.bool(m, 'g', b.Named)
		p.run(m, 'n', b.Run)
		p.str(m, 'q', b.Queue)
		p.payload(m, 'p', b.Input)
		p.headers(m, 'h', b.Headers)
		p.bool(m, 'd', b.Detached)
		if !b.Deadline.IsZero() {
			p.time(m, 'o', b.Deadline)
			p.int(m, 'r', int64(b.Grace))
		}
		return b.more
	case *ChildCancelRequested:
		p.int(m, 'c', b.Child)
		p.text(m, 'y', b.Reason)
		return b.more
	case *SignalSent:
		p.str(m, 'i', b.WorkflowID)
		p.str(m, 'm', b.Name)
		p.payload(m, 'p', b.Payload)
		p.headers(m, 'h', b.Headers)
		return b.more
	case *UpdateEnded:
		p.int(m, 'u', b.Update)
		p.payload(m, 'r', b.Result)
		p.failure(m, 'f', b.Failure)
		p.bool(m, 'x', b.Rejected)
		return b.more
	case *RunCompleted:
		p.payload(m, 'r', b.Result)
		p.seqs(m, 'u', b.Undelivered)
		return b.more
	case *RunFailed:
		p.failure(m, 'f', &b.Failure)
		p.seqs(m, 'u', b.Undelivered)
		return b.more
	case *RunCancelled:
		p.failure(m, 'f', &b.Failure)
		p.seqs(m, 'u', b.Undelivered)
		return b.more
	case *RunContinued:
		p.run(m, 'n', b.Next)
		p.str(m, 'w', b.Workflow)
		p.payload(m, 'p', b.Input)
		p.seqs(m, 'u', b.Handed)
		return b.more
	case *ChangeMarked:
		p.str(m, 'c', b.Change)
		p.int(m, 'n', int64(b.Version))
		return b.more
	case *AttributeSet:
		p.str(m, 'm', b.Name)
		p.str(m, 't', string(b.Type))
		p.strs(m, 'v', b.Values, MaxAttrValues)
		return b.more
	case *PromiseMade:
		return p.promiseMade(m, b)
	case *PromiseCancelled:
		p.int(m, 'p', b.Promise)
		return b.more
	}
	p.fail("%T is not a body of this package", body)
	return nil
}
