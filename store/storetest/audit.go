package storetest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// audit checks the invariants that must hold in every state, in everything that the
// store shows.
func (k *kit) audit() {
	k.t.Helper()
	if k.t.Failed() {
		return
	}
	if n := k.do(&store.Sweep{}).Count; n != 0 {
		k.t.Errorf("Sweep mends %d runs: an entry was in the inbox of a run that nobody would have looked at", n)
	}
	for _, r := range k.all() {
		k.auditRun(r)
	}
	k.overlook()
}

func (k *kit) auditRun(r store.Run) {
	k.t.Helper()
	next := int64(1)
	for _, w := range k.rows(r.ID) {
		if w.Seq != next || w.N < 1 {
			k.t.Errorf("run %s: a row of %d events at seq %d, want seq %d", r.WorkflowID, w.N, w.Seq, next)
		}
		next = w.Seq + int64(w.N)
	}
	if r.NextSeq != next {
		k.t.Errorf("run %s: next seq %d, but the rows end before %d", r.WorkflowID, r.NextSeq, next)
	}
	p := k.pending(r.ID)
	if r.Status.Closed() {
		if len(p.Timers)+len(p.Activities)+len(p.Entries) > 0 {
			k.t.Errorf("run %s is %v and still has %d timers, %d activities, %d entries",
				r.WorkflowID, r.Status, len(p.Timers), len(p.Activities), len(p.Entries))
		}
		if r.Owner != uuid.Nil || r.Closed.IsZero() || r.Unread != 0 {
			k.t.Errorf("run %s is %v, but has owner %v, closed at %v, %d unread",
				r.WorkflowID, r.Status, r.Owner, r.Closed, r.Unread)
		}
	} else if !r.Closed.IsZero() {
		k.t.Errorf("run %s is open, but closed at %v", r.WorkflowID, r.Closed)
	}
	unread := 0
	for i, e := range p.Entries {
		if i > 0 && e.Order <= p.Entries[i-1].Order {
			k.t.Errorf("run %s: entry of order %d after one of %d", r.WorkflowID, e.Order, p.Entries[i-1].Order)
		}
		if e.Kind == store.EntrySignal || e.Kind == store.EntryCancel || e.Kind == store.EntryUpdate || e.Kind == store.EntryPromise || e.Kind == store.EntryNote {
			unread++
		}
	}
	if r.Unread != unread {
		k.t.Errorf("run %s: %d unread, but %d signals, cancels, updates and notes in the inbox", r.WorkflowID, r.Unread, unread)
	}
}

// all lists the runs of every namespace this kit knows of.
func (k *kit) all() []store.Run {
	k.t.Helper()
	var all []store.Run
	for _, ns := range k.namespaces {
		q := store.Query{Namespace: ns, Limit: 7} // pages are part of what is tested
		for {
			p, err := k.st.Runs(k.ctx, q)
			k.ok(err)
			all = append(all, p.Runs...)
			if p.Next == "" {
				break
			}
			q.Cursor = p.Next
		}
	}
	return all
}

// dump is everything that the store shows, as text in an order of its own: two
// dumps are equal if and only if no caller can distinguish the states. Orders of
// entries are omitted, because only their sequence is promised.
func (k *kit) dump() string {
	k.t.Helper()
	var b strings.Builder
	runs := k.all()
	slices.SortFunc(runs, func(x, y store.Run) int { return strings.Compare(x.ID.String(), y.ID.String()) })
	for _, r := range runs {
		fmt.Fprintln(&b, showRun(r))
		for _, w := range k.rows(r.ID) {
			fmt.Fprintf(&b, "  row %d+%d %s %x\n", w.Seq, w.N, short(w.Token), w.Data)
		}
		p := k.pending(r.ID)
		slices.SortFunc(p.Timers, func(x, y store.Timer) int { return int(x.ID - y.ID) })
		for _, t := range p.Timers {
			fmt.Fprintf(&b, "  timer %d %s\n", t.ID, clock(t.FireAt))
		}
		slices.SortFunc(p.Activities, func(x, y store.Task) int { return int(x.ID - y.ID) })
		for _, t := range p.Activities {
			fmt.Fprintln(&b, " ", showTask(t))
		}
		for _, e := range p.Entries {
			fmt.Fprintln(&b, " ", showEntry(e))
		}
	}
	for _, m := range k.outbox() {
		fmt.Fprintf(&b, "message %s %d %d %q for %s ref %d %q %q %q prio %d level %d %x end %d+%d %s %x\n", short(m.Run), m.Seq, m.Kind, m.Namespace, short(m.Target), m.Ref,
			m.WorkflowID, m.Workflow, m.Queue, m.Priority, m.Level, m.Data, m.End.Seq, m.End.N, short(m.End.Token), m.End.Data)
	}
	for _, q := range attrQueries() {
		if all := k.listed(q); len(all) > 0 {
			slices.SortFunc(all, func(x, y uuid.UUID) int { return strings.Compare(x.String(), y.String()) })
			fmt.Fprintf(&b, "%q %v is %v\n", q.Namespace, q.Attrs, all)
		}
	}
	fmt.Fprintf(&b, "kept %q\n", k.allKept(store.KeptKey{}, 1000))
	for _, namespace := range []string{"", "other"} {
		all := k.queues(namespace, true)
		for _, q := range all {
			if limit, n := q.Settings().Concurrency, store.Shared(q.Shares); n > limit {
				k.t.Errorf("the shares of queue %q are %d together, and its limit is %d", q.Name, n, limit)
			}
		}
		b.WriteString(showQueues(all))
	}
	for _, ns := range k.namespaces {
		fmt.Fprintf(&b, "schedules of %q %s\n", ns, k.showSchedules(ns))
	}
	for _, w := range k.workers {
		fmt.Fprint(&b, showOwned(w, k.owned(w)))
		fmt.Fprintln(&b, showTicked(w, k.tick(w)))
	}
	return b.String()
}

func showRun(r store.Run) string {
	block := "-"
	if r.Blocked != nil {
		text := r.Blocked.Text
		if r.Blocked.Reason == store.ReasonPoison {
			text = "" // the text differs between stores
		}
		block = fmt.Sprintf("%s %q %q of %q until %s x%d", r.Blocked.Reason, text, r.Blocked.Build, r.Blocked.Tried, clock(r.Blocked.Until), r.Blocked.Count)
	}
	return fmt.Sprintf("run %s chain %s %q %q %q %q prio %d %v epoch %d next %d last %s level %d build %q owner %s created %s closed %s waiting %q blocked %s undelivered %d unread %d deaths %d+%d attributes %v behind %s",
		short(r.ID), short(r.Chain), r.Namespace, r.WorkflowID, r.Workflow, r.Queue, r.Priority, r.Status, r.Epoch, r.NextSeq,
		short(r.LastCommit), r.Level, r.Build, short(r.Owner), clock(r.Created), clock(r.Closed), r.Waiting, block,
		r.Undelivered, r.Unread, r.Deaths, r.QuarantineDeaths, r.Attrs, showBehind(r.Behind))
}

func showBehind(b *store.Behind) string {
	if b == nil {
		return "-"
	}
	return fmt.Sprintf("%s since %s gone %v withdrawn %v %q %q prio %d level %d first %s of %d attributes %v", short(b.Run), clock(b.Since), b.Gone, b.Withdrawn,
		b.Workflow, b.Queue, b.Priority, b.Level, short(b.Token), b.N, b.Attrs)
}

func showTask(t store.Task) string {
	return fmt.Sprintf("task %s/%d %q %q %q %q prio %d partition %q attempt %d deadline %s limited %v cancelled %v owner %s data %x last %x details %x scheduled %s ready %s claimed %s beat %s deaths %d",
		short(t.Run), t.ID, t.WorkflowID, t.Workflow, t.Name, t.Queue, t.Priority, t.Partition, t.Attempt, clock(t.Deadline), t.Limited, t.Cancelled, short(t.Owner),
		t.Data, t.Last, t.Details, clock(t.Scheduled), clock(t.Ready), clock(t.Claimed), clock(t.Beat), t.Deaths)
}

func showEntry(e store.Entry) string {
	return fmt.Sprintf("entry %v %q ref %d at %s %x", e.Kind, e.ID, e.Ref, clock(e.At), e.Data)
}

func showOwned(w store.WorkerID, o store.Owned) string {
	var lines []string
	for id, epoch := range o.Runs {
		lines = append(lines, fmt.Sprintf("%s owns run %s at epoch %d\n", short(w), short(id), epoch))
	}
	for key, attempt := range o.Activities {
		lines = append(lines, fmt.Sprintf("%s owns activity %s/%d at attempt %d\n", short(w), short(key.Run), key.Activity, attempt))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func showTicked(w store.WorkerID, t store.Ticked) string {
	var expired []string
	for _, e := range t.Expired {
		expired = append(expired, short(e.ID)+" "+clock(e.LeaseUntil))
	}
	slices.Sort(expired)
	cancelled := slices.SortedFunc(slices.Values(t.Cancelled), func(a, b store.ActivityKey) int { // in any order
		return cmp.Or(bytes.Compare(a.Run[:], b.Run[:]), cmp.Compare(a.Activity, b.Activity))
	})
	return fmt.Sprintf("tick %s now %s alive %v until %s expired %v orphans %v ready %d quarantined %d activities %d timer %s next %s dirty %v cancelled %v closed %v gone %v stale %v schedule %s peers %v",
		short(w), clock(t.Now), t.Alive, clock(t.LeaseUntil), expired, shorts(t.Orphans), t.ReadyRuns, t.Quarantined, t.ReadyActivities,
		clock(t.NextTimer), clock(t.NextReady), shorts(t.Dirty), cancelled, shorts(t.Closed), t.Gone, t.Stale, clock(t.Schedule), showPeers(t.Peers))
}

func showPeers(all []store.Peer) (shown []string) {
	for _, p := range all {
		shown = append(shown, fmt.Sprintf("%s %d slots, %d held, %d free", short(p.ID), p.Slots, p.Load.Held, p.Load.Free))
	}
	return shown
}

// showOutcome omits Gen, of which only the sequence is promised.
func showOutcome(o store.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v owned %v next %s count %d began %s", o.Code, o.Owned, clock(o.Next), o.Count, short(o.Began))
	for _, e := range o.Entries {
		fmt.Fprintf(&b, "\n  %s", showEntry(e))
	}
	for _, c := range o.Claims {
		fmt.Fprintf(&b, "\n  claim %s", showRun(c.Run))
		for _, e := range c.Entries {
			fmt.Fprintf(&b, "\n    %s", showEntry(e))
		}
	}
	for _, t := range o.Tasks {
		fmt.Fprintf(&b, "\n  %s", showTask(t))
	}
	for _, f := range o.Fired {
		fmt.Fprintf(&b, "\n  fired %s owner %s %s", short(f.Run), short(f.Owner), showEntry(f.Entry))
	}
	return b.String()
}

func short(id uuid.UUID) string {
	if id == uuid.Nil {
		return "-"
	}
	return id.String()[24:]
}

func shorts(ids []uuid.UUID) []string {
	var out []string
	for _, id := range ids {
		out = append(out, short(id))
	}
	slices.Sort(out)
	return out
}

func clock(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("15:04:05.000000")
}

// diff returns the lines in which two dumps differ.
func diff(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out strings.Builder
	for _, l := range a {
		if !slices.Contains(b, l) {
			fmt.Fprintf(&out, "- %s\n", l)
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			fmt.Fprintf(&out, "+ %s\n", l)
		}
	}
	if out.Len() == 0 && before != after {
		return "the same lines in another order"
	}
	return out.String()
}
