package replay

// Pending reports whether the activity or timer with this seq has no end yet. An
// event that ends one that is not pending has no place in the history.
func (m *Machine) Pending(seq int64) bool { return m.open.get(seq) != nil }

// Cancelled reports whether the activity with this seq has no end yet and was asked to end.
func (m *Machine) Cancelled(seq int64) bool {
	op := m.open.get(seq)
	return op != nil && op.cancelled
}

// Pass counts one more event of the task just stepped, of a skippable kind, that the
// caller appends after the task's commands.
func (m *Machine) Pass() { m.next++ }
