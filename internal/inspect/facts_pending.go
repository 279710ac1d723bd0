package inspect

import (
	"context"
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/internal/timeline"
	"github.com/reprise-run/reprise/store"
)

// compare checks that what is open in the history has a row, or an end in the inbox. They
// are read one after the other, so compare finds nothing amiss if the run has moved meanwhile.
func (f *Facts) compare(ctx context.Context, rt *reprise.Runtime) error {
	amiss := f.Outstanding()
	if len(amiss) == 0 {
		return nil
	}
	now, err := rt.Store().Run(ctx, store.Ref{Run: f.ID})
	if err == nil && now.NextSeq == f.NextSeq {
		f.Amiss = amiss
	}
	return err
}

// Outstanding returns the doctor's findings about an open run whose history could be read.
func (f *Facts) Outstanding() []doctor.Finding {
	if f.Status != store.Open || f.Damage != nil {
		return nil
	}
	open := history.Unfinished{Timers: map[int64]time.Time{}, Activities: map[int64]bool{}}
	for _, s := range f.Open {
		switch s.Kind {
		case timeline.Timer:
			open.Timers[s.Seq] = s.Due
		case timeline.Promise:
			if !s.Due.IsZero() {
				open.Timers[s.Seq] = s.Due
			}
		case timeline.Activity:
			open.Activities[s.Seq] = s.Row
		}
	}
	p := store.Pending{Timers: f.Timers}
	for _, x := range f.Activities {
		if x.Eager {
			continue // it has no row
		}
		p.Activities = append(p.Activities, store.Task{Activity: store.Activity{ID: x.Number, Name: x.Name}})
	}
	for _, e := range f.Inbox {
		p.Entries = append(p.Entries, store.Entry{Kind: entryKind(e.Kind), Ref: e.Ref})
	}
	return doctor.Outstanding(&f.Run, open, p)
}

// entryKind returns the kind of an entry with this name.
func entryKind(word string) (k store.EntryKind) {
	for k = store.EntrySignal; k < store.EntryPromise && k.String() != word; k++ {
	}
	return k
}

// isLost reports whether a timer or an activity is open in the history but has neither a
// row nor an end in the inbox.
func (f *Facts) isLost(seq int64) bool {
	return slices.ContainsFunc(f.Amiss, func(x doctor.Finding) bool { return x.Seq == seq }) &&
		slices.ContainsFunc(f.Open, func(s timeline.Span) bool { return s.Seq == seq }) &&
		!slices.ContainsFunc(f.Timers, func(t store.Timer) bool { return t.ID == seq }) &&
		!slices.ContainsFunc(f.Activities, func(x reprise.ActivityState) bool { return x.Number == seq })
}

// beyondHelp reports whether no code and no worker can make the run continue.
func (f *Facts) beyondHelp() bool {
	return f.Damage != nil || f.Blocked != nil && f.Blocked.Reason == "corrupt" ||
		slices.ContainsFunc(f.Open, func(s timeline.Span) bool { return f.isLost(s.Seq) })
}

// askedToCancel reads the reason of the cancel request in the run's inbox. There is at
// most one.
func (f *Facts) askedToCancel(ctx context.Context, rt *reprise.Runtime) error {
	if !slices.ContainsFunc(f.Inbox, func(e reprise.InboxEntry) bool { return e.Kind == store.EntryCancel.String() }) {
		return nil
	}
	p, err := rt.Store().Pending(ctx, f.ID)
	for _, entry := range p.Entries {
		if e, bad := history.DecodeEvent(entry.Data); bad == nil {
			if b, ok := e.Body.(*history.CancelRequested); ok {
				f.CancelReason = b.Reason
			}
		}
	}
	return err
}
