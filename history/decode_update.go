package history

func (u *unpacker) updateReceived() *UpdateReceived {
	b := new(UpdateReceived)
	b.more = u.message(&b.Name, &b.ID, &b.Input, &b.Headers)
	return b
}

func (u *unpacker) updateEnded() *UpdateEnded {
	b := new(UpdateEnded)
	m := u.openBody()
	for u.next(&m) {
		switch m.key {
		case 'u':
			b.Update = u.int64()
		case 'r':
			b.Result = u.payload()
		case 'f':
			b.Failure = u.failure()
		case 'x':
			b.Rejected = u.bool()
		default:
			u.keep(&m)
		}
	}
	b.more = m.more
	return b
}
