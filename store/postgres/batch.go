package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reprise-run/reprise/store"
)

// batch is one call of Apply, with all its transactions; usually there is one.
//
// Another transaction must not hold up members that have nothing to do with it. So the rows
// that members name are locked first, and rows that others have locked are skipped: their
// members are answered store.Locked, and all others continue in the same transaction. Some
// locks cannot be skipped: that of a workflow id which an uncommitted start has taken, that
// of a row which is only deleted, and locks that the server takes internally. A transaction
// that meets such a lock times out, and is tried once more with more time. After that the
// batch is halved until the members that need the lock are found.
//
// A batch about a single subject holds up nothing else. It waits for locked rows, on a
// connection of the caller's pool.
type batch struct {
	s    *Store
	ops  []store.Op
	take []store.Op      // the Take at the end of each transaction, or none
	outs []store.Outcome // of ops, and of take

	locked    map[store.Subject]bool // found locked: later members for these must not overtake
	committed bool                   // part of it is committed
	until     time.Time              // when to stop searching for what is locked
}

// apply carries out the batch. A member that met a lock gets [store.Locked].
func (b *batch) apply(ctx context.Context) error {
	all := make([]int, len(b.ops))
	for i := range all {
		all[i] = i
	}
	if !b.single() {
		return b.s.writer.lend(b.s, func(pool *pgxpool.Pool) error { return b.several(ctx, pool, all) })
	}
	err := b.s.writer.lend(b.s, func(pool *pgxpool.Pool) error {
		return b.transact(ctx, pool, all, b.s.brief, false)
	})
	if timedOut(err) {
		b.leaveOut(all)
	} else if err != nil {
		return err
	}
	var rest []int
	for i := range b.ops {
		if b.outs[i].Code == store.Locked {
			rest = append(rest, i)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	err = b.transact(ctx, b.s.pool, rest, b.s.single, true)
	if timedOut(err) || len(rest) < len(all) && !errors.Is(err, store.ErrUnknownOutcome) {
		return nil // an error would say that nothing was written; what is left is sent again
	}
	return err
}

// single reports whether the whole batch is about one subject.
func (b *batch) single() bool {
	first := store.SubjectOf(b.ops[0])
	for _, op := range b.ops {
		if s := store.SubjectOf(op); s != first || s == (store.Subject{}) && len(b.ops) > 1 {
			return false
		}
	}
	return true
}

// several carries out a batch about several subjects.
func (b *batch) several(ctx context.Context, pool *pgxpool.Pool, all []int) error {
	err := b.transact(ctx, pool, all, b.s.brief, false)
	if timedOut(err) {
		err = b.transact(ctx, pool, all, b.s.longer, false)
	}
	if !timedOut(err) {
		return err
	}
	b.leaveOut(all)
	b.locked, b.until = make(map[store.Subject]bool), time.Now().Add(b.s.halving)
	return b.halve(ctx, pool, all)
}

// halve carries out, half by half, a part of the batch in which a transaction has timed out.
func (b *batch) halve(ctx context.Context, pool *pgxpool.Pool, part []int) error {
	if len(part) == 1 {
		b.found(part[0])
		return nil
	}
	first, second := part[:len(part)/2], part[len(part)/2:]
	clean, err := b.half(ctx, pool, first)
	if err != nil {
		return err
	}
	if clean { // then the lock is in the second half
		return b.halve(ctx, pool, second)
	}
	_, err = b.half(ctx, pool, second)
	return err
}

// half carries out a half, and reports whether it met no lock.
func (b *batch) half(ctx context.Context, pool *pgxpool.Pool, part []int) (bool, error) {
	part = b.behindNone(part)
	if len(part) == 0 {
		return true, nil
	}
	if time.Now().After(b.until) {
		return false, nil
	}
	err := b.transact(ctx, pool, part, b.s.brief, false)
	switch {
	case err == nil:
		b.committed = true
		return true, nil
	case timedOut(err):
		return false, b.halve(ctx, pool, part)
	case b.committed && !errors.Is(err, store.ErrUnknownOutcome):
		return false, nil // an error would say that nothing was written; what is left is sent again
	}
	return false, err
}

// behindNone leaves out members that would overtake a locked one.
func (b *batch) behindNone(part []int) []int {
	rest := make([]int, 0, len(part))
	for _, i := range part {
		if b.locked[store.SubjectOf(b.ops[i])] {
			b.found(i)
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

// found records that a member is locked, and which subjects must not overtake it.
func (b *batch) found(i int) {
	b.locked[store.SubjectOf(b.ops[i])] = true
	op := b.ops[i]
	if relay, ok := op.(*store.Relay); ok {
		op = relay.Op()
	}
	for _, op := range relayed([]store.Op{op}) {
		if o, ok := op.(*store.Start); ok {
			b.locked[store.Subject{Run: o.Run}] = true
		}
	}
	delete(b.locked, store.Subject{}) // searches have no order
}

// leaveOut answers members with store.Locked.
func (b *batch) leaveOut(which []int) {
	for _, i := range which {
		b.outs[i] = store.Outcome{Code: store.Locked}
	}
}

// timedOut reports whether a transaction was rolled back because it waited too long for a
// lock.
func timedOut(err error) bool { return code(err) == lockNotAvailable }

// transact carries out a part of the batch as one transaction.
func (b *batch) transact(ctx context.Context, pool *pgxpool.Pool, which []int, lockWait time.Duration, waits bool) error {
	ops := make([]store.Op, len(which), len(which)+len(b.take))
	for i, at := range which {
		ops[i] = b.ops[at]
	}
	ops = append(ops, b.take...)
	var outs []store.Outcome
	err := b.s.transactBy(ctx, pool, func(x *tx) error {
		x.lockWait = lockWait
		if out, done, err := x.alone(ops); done || err != nil {
			outs = []store.Outcome{out}
			return err
		}
		u := &unit{tx: x, ops: ops, outs: make([]store.Outcome, len(ops)), waits: waits, locked: make(map[store.RunID]bool), behind: make(map[store.Subject]bool)}
		u.forget()
		if err := u.apply(); err != nil {
			return err
		}
		outs = u.outs
		return x.finish()
	})
	if member := (*store.MemberError)(nil); errors.As(err, &member) {
		return &store.MemberError{Index: which[member.Index], Err: member.Err}
	}
	if err == nil {
		for i, at := range which {
			b.outs[at] = outs[i]
		}
		copy(b.outs[len(b.ops):], outs[len(which):]) // by now it has what each transaction has taken
	}
	return err
}

// unlocked reports whether op is about an open run, or an activity row, that another
// transaction has locked.
func (u *unit) unlocked(op store.Op) bool {
	run, activities := rowsOf(op)
	for _, n := range activities {
		if u.taken[store.ActivityKey{Run: run, Activity: n}] {
			return true
		}
	}
	switch op.(type) {
	case *store.Start, *store.StartAll, *store.RetryActivity, *store.Beat:
		return false
	}
	r := u.about(op)
	if o, ok := op.(*store.Deliver); ok && r != nil && o.Steer != nil {
		for row, elsewhere := range u.taken {
			if elsewhere && row.Run == r.ID {
				return true
			}
		}
	}
	return r != nil && r.Status == store.Open && !u.locked[r.ID]
}
