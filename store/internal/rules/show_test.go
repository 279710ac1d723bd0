package rules_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// fields joins the non-empty texts.
func fields(all ...string) string {
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ") + "\n"
}

func opt[T comparable](name string, v T) string {
	if v == *new(T) {
		return ""
	}
	switch v := any(v).(type) {
	case bool:
		return name
	case uuid.UUID:
		return name + "=" + nameOf(v)
	case time.Time:
		return name + "=" + v.Sub(begin).String()
	}
	return fmt.Sprintf("%s=%v", name, v)
}

func showEntry(e store.Entry) string {
	kind := map[store.EntryKind]string{store.EntrySignal: "signal", store.EntryCancel: "cancel", store.EntryActivity: "completion", store.EntryTimer: "timer", store.EntryNote: "note"}[e.Kind]
	return fields(fmt.Sprint("  ", e.Order), kind, e.ID, opt("of", e.Ref), opt("at", e.At), opt("data", string(e.Data[:min(len(e.Data), 10)])))
}

func showOutcome(o store.Outcome) string {
	text := fields("->", fmt.Sprint(o.Code), opt("run", o.Run), opt("owner", o.Owner), opt("still-owned", o.Owned), opt("gen", o.Gen), opt("next", o.Next), opt("count", o.Count), opt("began", o.Began))
	for i, e := range o.Entries {
		if i == 3 {
			text += fmt.Sprintf("and %d more\n", len(o.Entries)-3)
			break
		}
		text += "entry " + showEntry(e)
	}
	for _, c := range o.Claims {
		text += fields("claim", opt("epoch", c.Run.Epoch), opt("owner", c.Run.Owner), opt("seq", c.Run.NextSeq), opt("gen", c.Gen), fmt.Sprint("entries=", len(c.Entries)))
	}
	return text
}

func showDiff(r *rules.Run) (text string) {
	d := r.Diff
	if d.Fresh {
		text += fields("fresh", opt("run", r.ID))
	}
	if d.Work {
		text += fields("work:", opt("epoch", r.Epoch), opt("seq", r.NextSeq), opt("last", r.LastCommit), opt("owner", r.Owner), opt("sticky", r.StickyTo),
			opt("gen", r.Inbox.Gen), opt("entries", r.Inbox.Entries), opt("unread", r.Inbox.Unread), opt("waits", r.Waits), opt("closing", r.Closing))
	}
	if d.Fate {
		text += fields("fate:", opt("deaths", r.Deaths), opt("quarantine-deaths", r.QuarantineDeaths))
		if b := r.Blocked; b != nil {
			text += fields("blocked:", opt("reason", b.Reason), fmt.Sprint("tried=", b.Tried), opt("until", b.Until), opt("count", b.Count))
		}
	}
	if d.End {
		text += fields("end:", fmt.Sprint(r.Status), opt("closed", r.Closed), opt("undelivered", r.Undelivered))
	}
	if d.Moved {
		text += fields("dispatch:", opt("there", r.Dispatch.Exists), opt("ready", r.Dispatch.Ready), opt("claim", r.Dispatch.Claim), opt("dirty", r.Dispatch.Dirty), opt("access", int(r.Access())))
	} else if d.Marked {
		text += fields("dirty:", fmt.Sprint(r.Dispatch.Dirty))
	}
	if d.Behind {
		b := r.Behind
		text += fields("behind:", opt("run", b.Run), opt("since", b.Since), opt("gone", b.Gone), opt("withdrawn", b.Withdrawn), opt("data", string(r.BehindData)))
	}
	if d.Pin {
		text += fmt.Sprintf("pin: %q\n", r.Pin)
	}
	if d.Parent {
		text += fields("parent:", opt("run", r.Parent), opt("seq", r.ParentSeq))
	}
	if d.Attrs {
		text += fmt.Sprintf("attributes: %v\n", r.Attrs)
	}
	for _, k := range d.AttrKeys {
		text += fmt.Sprintf("key %s %q gone=%t\n", k.Name, k.Key, k.Gone)
	}
	for _, w := range d.Rows {
		text += fmt.Sprintf("row: %d events from %d on, of %s\n", w.N, w.Seq, nameOf(w.Token))
	}
	for _, k := range r.Timers.Loaded {
		if k.Fresh {
			text += fmt.Sprintf("timer %d at %v\n", k.ID, k.FireAt.Sub(begin))
		}
	}
	for _, k := range r.Tasks.Loaded {
		if k.Fresh || k.Changed {
			text += fields("activity", fmt.Sprint(k.ID), opt("attempt", k.Attempt), opt("owner", k.Owner), opt("claim", k.Claim), opt("ready", k.Ready), opt("delayed", k.Delayed),
				opt("claimed", k.Claimed), opt("beat", k.Beat), opt("deaths", k.Deaths), opt("quarantined", k.Quarantined()), opt("cancelled", k.Cancelled), opt("deadline", k.Deadline), opt("last", string(k.Last)), opt("details", string(k.Details)))
		}
	}
	for _, l := range []struct {
		name string
		ids  []int64
	}{{"taken", r.Inbox.Taken}, {"timers removed", r.Timers.Gone}, {"activities removed", r.Tasks.Gone}, {"activities cancelled", r.Tasks.Cancelled}, {"left the quarantine", r.Tasks.Left}} {
		if len(l.ids) > 0 {
			text += fmt.Sprintf("%s: %v\n", l.name, l.ids)
		}
	}
	for _, k := range d.Kept {
		text += fields("keeps:", opt("activity", k.Activity), opt("key", k.Key), opt("until", k.Until), opt("data", string(k.Data)))
	}
	for i := range d.Sent {
		m := &d.Sent[i]
		text += fields("sends:", opt("kind", int(m.Kind)), opt("seq", m.Seq), opt("to", m.Target), opt("about", m.Ref), opt("id", m.WorkflowID))
	}
	if d.LeftQuarantine {
		text += "left the quarantine\n"
	}
	if d.Ended {
		text += "nothing hangs on it\n"
	}
	if n := r.Next; n != nil {
		text += fields("goes on:", opt("chain", n.Chain), opt("workflow", n.Workflow)) + showDiff(n)
	}
	return text
}

// settle marks new and changed rows as stored.
func settle(r *rules.Run) {
	if r.Tokens == nil {
		r.Tokens = map[int64]store.Token{}
	}
	for _, w := range r.Diff.Rows {
		r.Tokens[w.Seq] = w.Token
	}
	r.Diff, r.Inbox.Taken, r.Timers.Gone, r.Tasks.Gone, r.Tasks.Left, r.Tasks.Cancelled = rules.Diff{}, nil, nil, nil, nil, nil
	for i := range r.Inbox.Loaded {
		r.Inbox.Loaded[i].Fresh = false
	}
	for i := range r.Timers.Loaded {
		r.Timers.Loaded[i].Fresh = false
	}
	for i := range r.Tasks.Loaded {
		r.Tasks.Loaded[i].Fresh, r.Tasks.Loaded[i].Changed = false, false
	}
}

// showQueue shows the state of a queue.
func showQueue(q store.Queue) string {
	if !rules.HasRow(q) {
		return "no row\n"
	}
	text := ""
	note := func(n store.QueueNote) string { return fmt.Sprintf("by %s, %s, at=%s", n.Who, n.Why, n.At.Sub(begin)) }
	if q.Revision > 0 || q.Declared != (store.QueueSettings{}) {
		text += fmt.Sprintf("declared at %d: %s\n", q.Revision, store.PackSettings(q.Declared))
	}
	for _, s := range q.Shares {
		text += fields("share", nameOf(s.Worker), opt("n", s.N), opt("want", s.Want), opt("until", s.Until))
	}
	if q.Paused != nil {
		text += "paused " + note(*q.Paused) + "\n"
	}
	if q.Cools > 0 {
		text += fmt.Sprintf("cool-down %d until %s\n", q.Cools, q.CoolUntil.Sub(begin))
	}
	if o := q.Overruled; o != nil {
		text += fmt.Sprintf("overruled %s: %s\n", note(o.QueueNote), store.PackQueue(&o.QueueSettings))
	}
	return text
}
