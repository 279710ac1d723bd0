package history

import "time"

func (u *unpacker) childEnded() *ChildEnded {
	b := new(ChildEnded)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'c':
			b.Child = u.int64()
		case 'n':
			b.Run = u.run()
		case 'k':
			b.How = Kind(u.int())
		case 'r':
			b.Result = u.payload()
		case 'f':
			b.Failure = u.failure()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) signalAnswered() *SignalAnswered {
	b := new(SignalAnswered)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'c':
			b.Signal = u.int64()
		case 'f':
			b.Failure = u.failure()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) childStarted() *ChildStarted {
	b := new(ChildStarted)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'w':
			b.Workflow = u.str()
		case 'i':
			b.WorkflowID = u.str()
		case 'g':
			b.Named = u.bool()
		case 'n':
			b.Run = u.run()
		case 'q':
			b.Queue = u.str()
		case 'p':
			b.Input = u.payload()
		case 'h':
			b.Headers = u.headers()
		case 'd':
			b.Detached = u.bool()
		case 'o':
			b.Deadline = u.time()
		case 'r':
			b.Grace = time.Duration(u.int64())
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) childCancelRequested() *ChildCancelRequested {
	b := new(ChildCancelRequested)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'c':
			b.Child = u.int64()
		case 'y':
			b.Reason = u.str()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}

func (u *unpacker) signalSent() *SignalSent {
	b := new(SignalSent)
	b.more = u.message(&b.Name, &b.WorkflowID, &b.Payload, &b.Headers)
	return b
}
