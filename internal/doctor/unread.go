package doctor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reprise-run/reprise/store"
)

const (
	// readWithin is how long an owner may need to read the inbox after it claimed a run.
	readWithin = 2 * time.Second
	// maxUnread bounds how many runs are checked twice.
	maxUnread = 100
)

// unread is a run whose owner does not take its inbox in, or has only just claimed the run.
// No table has the time of the claim, so the doctor checks the run twice.
type unread struct {
	run   store.Run
	order int64     // of the first entry that is overdue
	at    time.Time // of the store's clock, at the first look
	f     Finding
}

// unread checks the inbox of a run that has an owner. A run without one is either blocked,
// or ready and then reported if it is overdue.
func (x *examination) unread(ctx context.Context, run *store.Run, pending store.Pending) error {
	n, first := int64(0), store.Entry{}
	for _, e := range pending.Entries {
		if x.now.Sub(e.At) > x.Late {
			if n++; n == 1 {
				first = e
			}
		}
	}
	if n == 0 {
		return nil
	}
	f := about(run, CheckUnread, "%s in its inbox, the first since %s: worker %s owns the run and does not take them in",
		count(n, "entry lies", "entries lie"), stamp(first.At), run.Owner)
	if len(x.unreads) == maxUnread {
		return x.found(perhaps(f, fmt.Sprintf("like %d others, which are looked at twice; this one is not", maxUnread)))
	}
	now, err := x.store.Now(ctx)
	if err != nil {
		return err
	}
	x.unreads = append(x.unreads, unread{*run, first.Order, now, f})
	return nil
}

// again checks the unread runs a second time.
func (x *examination) again(ctx context.Context) error {
	for _, u := range x.unreads {
		switch still, now, err := x.still(ctx, &u); {
		case err != nil:
			return err
		case !still:
			continue
		case now.Sub(u.at) < readWithin:
			u.f = perhaps(u.f, fmt.Sprintf("so it was for the %s of this examination; the worker may have claimed the run just before", now.Sub(u.at).Round(time.Millisecond)))
		}
		if err := x.found(u.f); err != nil {
			return err
		}
	}
	return nil
}

// still reports whether the same owner has neither taken the entry in nor committed
// anything, and at which time. It reads the run last: what the owner has not done by then
// it had not done when the inbox was read.
func (x *examination) still(ctx context.Context, u *unread) (still bool, now time.Time, err error) {
	pending, err := x.store.Pending(ctx, u.run.ID)
	if err != nil {
		return false, now, err
	}
	for _, e := range pending.Entries {
		still = still || e.Order == u.order
	}
	if !still {
		return false, now, nil
	}
	run, err := x.store.Run(ctx, store.Ref{Run: u.run.ID})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, now, nil
	case err != nil:
		return false, now, err
	}
	now, err = x.store.Now(ctx)
	return run.Owner == u.run.Owner && run.Epoch == u.run.Epoch && run.NextSeq == u.run.NextSeq, now, err
}

// perhaps lowers f to a Note, because the entry may be on its way.
func perhaps(f Finding, why string) Finding {
	f.Severity = Note
	f.Text += " (" + why + ")"
	f.Repair = "examine the store again; if it is still there then, " + remedies[CheckUnread]
	return f
}
