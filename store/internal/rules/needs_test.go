package rules_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// A store may load only what Needs says, apply a few ops, and write the Diff. Its outcomes and
// tables are the same as those of a store that has everything loaded.
func TestWhatAnOpNeedsIsEnough(t *testing.T) {
	for seed := range uint64(150) {
		if steps := differs(seed, 60); steps > 0 {
			for differs(seed, steps-1) > 0 {
				steps--
			}
			_, why := play(seed, steps)
			t.Fatalf("seed %d, after %d batches:\n%s", seed, steps, why)
		}
	}
}

// differs returns after how many batches the two sides differ, or zero if they do not.
func differs(seed uint64, batches int) int {
	n, _ := play(seed, batches)
	return n
}

func play(seed uint64, batches int) (differ int, why string) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1))}
	whole, table := newRun(seed), newRun(seed)
	for batch := range batches {
		now := begin.Add(time.Duration(batch) * time.Second)
		whole.Orphans = batch%2 == 0
		table.Orphans = whole.Orphans
		ops := make([]store.Op, 1+g.IntN(3))
		for i := range ops {
			ops[i] = g.op(whole)
		}
		take := rules.Taking{}
		if g.chance(60) {
			take.By = &store.Take{Worker: cmp.Or(whole.StickyTo, g.worker()), Claim: g.token("k"), Room: 1}
		}
		took := take
		part := load(table, ops, seed%2 == 0)
		for i, op := range ops {
			want, err := rules.Apply(whole, op, &take, now)
			got, gotErr := rules.Apply(part, op, &took, now)
			if err != nil || gotErr != nil {
				if fmt.Sprint(err) != fmt.Sprint(gotErr) {
					return batch + 1, fmt.Sprintf("%T%+v\nfails with %v, not %v", op, op, gotErr, err)
				}
				return 0, "" // the batch is undone: other seeds get further
			}
			if w, g := showOutcome(want)+fmt.Sprint(i), showOutcome(got)+fmt.Sprint(i); w != g {
				return batch + 1, fmt.Sprintf("%T%+v\nis answered %snot %s", op, op, g, w)
			}
		}
		write(table, part, now)
		settle(whole)
		if w, g := dump(whole), dump(table); w != g {
			return batch + 1, fmt.Sprintf("the tables hold\n%snot\n%s", g, w)
		}
	}
	return 0, ""
}

var large = make([]byte, 5<<20)

// newRun returns a run. For one seed in four, its inbox is nearly full in bytes, or would be if
// entries could be that few.
func newRun(seed uint64) *rules.Run {
	o := &store.Start{Run: named("r"), Chain: named("r"), WorkflowID: "order-1", Workflow: "order", Owner: named("w0"), Claim: named("k0"), Row: store.Row{Seq: 1, N: 1, Token: named("c1")}}
	r, _, _ := rules.Start(o, rules.Place{}, begin)
	for i := 0; seed%4 == 0 && i < store.FewUnread-int(seed/4%2); i++ {
		data := large
		if seed/4%2 == 0 {
			data = large[:store.MaxEntryBytes-min(i, 1)]
		}
		stored(r, store.Entry{Kind: store.EntryCancel, Data: data})
	}
	settle(r)
	return r
}

// load returns the run with its dispatch row and what the ops need. With rowsFirst, the rows that
// they name are loaded before Needs is asked what else they need.
func load(table *rules.Run, ops []store.Op, rowsFirst bool) *rules.Run {
	part := *table
	part.Inbox.Bytes, part.Inbox.Signals, part.Inbox.Loaded, part.Orphans = 0, 0, nil, false
	part.BehindData = nil
	part.Timers, part.Tasks, part.Tokens = rules.Timers{}, rules.Tasks{}, make(map[int64]store.Token)
	columns := part
	for _, op := range ops {
		i, there := table.Tasks.Find(rules.Needs(&columns, op, 0).Task)
		if rowsFirst && there {
			part.Tasks.Load(table.Tasks.Loaded[i])
		}
	}
	part.Tasks.Share()
	columns.Tasks = part.Tasks
	for before, op := range ops {
		n := rules.Needs(&columns, op, before)
		if n.Token != 0 {
			part.Tokens[n.Token] = table.Tokens[n.Token]
		}
		if n.Bytes {
			part.Inbox.Bytes = table.Inbox.Bytes
		}
		part.Orphans = part.Orphans || n.Orphans && table.Orphans
		if n.Behind {
			part.BehindData = table.BehindData
		}
		if n.Signals {
			part.Inbox.Signals = table.Inbox.Signals
		}
		for _, e := range table.Inbox.Loaded {
			switch {
			case n.Above && e.Order > n.After, n.Known.ID != "" && e.ID == n.Known.ID && e.Kind == n.Known.Kind:
				part.Inbox.Load(e.Entry)
			case slices.Contains(n.Taken, e.Order):
				part.Inbox.LoadHead(e.Order, e.Kind, e.Size)
			}
		}
		for _, t := range table.Timers.Loaded {
			if slices.ContainsFunc(n.Timers, func(o store.Timer) bool { return o.ID == t.ID }) {
				part.Timers.Load(t.Timer)
			}
		}
		for i, t := range table.Tasks.Loaded {
			if n.Tasks || n.Task == t.ID || slices.ContainsFunc(n.Rows, func(o store.Activity) bool { return o.ID == t.ID }) {
				part.Tasks.Load(table.Tasks.Loaded[i])
			}
		}
	}
	return &part
}

// write writes the changes of part to table.
func write(table, part *rules.Run, now time.Time) {
	d, was := part.Diff, *table
	if d.Work {
		w := *part
		w.Timers, w.Tasks, w.Tokens, w.Orphans = was.Timers, was.Tasks, was.Tokens, was.Orphans
		w.Inbox.Loaded, w.Inbox.Bytes, w.Inbox.Signals, w.Inbox.Taken = was.Inbox.Loaded, was.Inbox.Bytes, was.Inbox.Signals, nil
		w.Deaths, w.QuarantineDeaths, w.Blocked, w.Status, w.Closed, w.Undelivered = was.Deaths, was.QuarantineDeaths, was.Blocked, was.Status, was.Closed, was.Undelivered
		w.Dispatch = was.Dispatch
		w.Behind, w.BehindData, w.Next = was.Behind, was.BehindData, was.Next
		*table = w
	}
	if d.Fate {
		table.Deaths, table.QuarantineDeaths, table.Blocked = part.Deaths, part.QuarantineDeaths, part.Blocked
	}
	if d.Behind {
		table.Behind, table.BehindData = part.Behind, part.BehindData
	}
	if part.Next != nil {
		table.Next = part.Next
	}
	if d.End {
		table.Status, table.Closed, table.Undelivered = part.Status, part.Closed, part.Undelivered
	}
	if d.Moved {
		table.Dispatch, table.Owner = part.Dispatch, part.Owner
	} else if d.Marked {
		table.Dispatch.Dirty = part.Dispatch.Dirty
	}
	if d.Ended {
		table.Inbox.Loaded, table.Timers.Loaded, table.Tasks.Loaded = nil, nil, nil
	}
	for _, w := range d.Rows {
		table.Tokens[w.Seq] = w.Token
	}
	gone := func(ids []int64) func(int64) bool {
		return func(id int64) bool { return slices.Contains(ids, id) }
	}
	taken, stopped, dropped := gone(part.Inbox.Taken), gone(part.Timers.Gone), gone(part.Tasks.Gone)
	table.Inbox.Loaded = slices.DeleteFunc(slices.Clone(table.Inbox.Loaded), func(e rules.Entry) bool { return taken(e.Order) })
	table.Timers.Loaded = slices.DeleteFunc(slices.Clone(table.Timers.Loaded), func(t rules.Timer) bool { return stopped(t.ID) })
	table.Tasks.Loaded = slices.DeleteFunc(slices.Clone(table.Tasks.Loaded), func(t rules.Task) bool { return dropped(t.ID) })
	for _, e := range part.Inbox.Loaded {
		if e.Fresh {
			table.Inbox.Loaded = append(table.Inbox.Loaded, e)
		}
	}
	for _, t := range part.Timers.Loaded {
		if t.Fresh {
			table.Timers.Loaded = append(table.Timers.Loaded, t)
		}
	}
	for _, t := range part.Tasks.Loaded {
		if t.Changed {
			table.Tasks.Loaded = slices.DeleteFunc(table.Tasks.Loaded, func(o rules.Task) bool { return o.ID == t.ID })
		}
		if t.Fresh || t.Changed {
			table.Tasks.Loaded = append(table.Tasks.Loaded, t)
		}
	}
	for i := range table.Tasks.Loaded {
		if t := &table.Tasks.Loaded[i]; gone(part.Tasks.Cancelled)(t.ID) {
			t.Cancelled, t.Limited = true, true
			if t.Deadline.IsZero() || t.Deadline.After(now) {
				t.Deadline = now
			}
		}
	}
	slices.SortFunc(table.Timers.Loaded, func(a, b rules.Timer) int { return int(a.ID - b.ID) })
	slices.SortFunc(table.Tasks.Loaded, func(a, b rules.Task) int { return int(a.ID - b.ID) })
	table.Inbox.Bytes, table.Inbox.Signals = 0, 0
	for _, e := range table.Inbox.Loaded {
		if e.Kind == store.EntrySignal || e.Kind == store.EntryCancel || e.Kind == store.EntryNote {
			table.Inbox.Bytes += e.Size
		}
		if e.Kind == store.EntrySignal {
			table.Inbox.Signals++
		}
	}
	settle(table)
}

func dump(r *rules.Run) string {
	v := *r
	v.Tasks.Share()
	v.Tokens, v.Inbox.Loaded, v.Inbox.Taken = nil, nil, nil
	var b strings.Builder
	if v.Blocked != nil {
		fmt.Fprintf(&b, "Blocked %+v\n", *v.Blocked)
		v.Blocked = nil
	}
	if v.Behind != nil {
		fmt.Fprintf(&b, "Behind %+v\n", *v.Behind)
		v.Behind = nil
	}
	if v.Next != nil {
		fmt.Fprintf(&b, "Next %s", dump(v.Next))
		v.Next = nil
	}
	for _, e := range r.Inbox.Loaded {
		fmt.Fprintf(&b, "%d %v %q %d %d %v %d bytes %v\n", e.Order, e.Kind, e.ID, e.Ref, e.Size, e.Fresh, len(e.Data), e.At)
	}
	for i := range reflect.TypeFor[rules.Run]().NumField() {
		f := reflect.ValueOf(v).Field(i)
		fmt.Fprintf(&b, "%s %+v\n", reflect.TypeFor[rules.Run]().Field(i).Name, f)
	}
	return b.String()
}

// generator generates ops that mostly fit the run.
type generator struct {
	*rand.Rand
	n    int64
	past []store.Op
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) worker() store.WorkerID { return named(fmt.Sprint("w", g.IntN(3))) }

func (g *generator) token(prefix string) store.Token {
	g.n++
	return named(fmt.Sprint(prefix, g.n))
}

func (g *generator) op(r *rules.Run) (op store.Op) {
	if len(g.past) > 0 && g.chance(20) {
		return g.past[max(0, len(g.past)-1-g.IntN([]int{4, 1000}[g.IntN(2)]))]
	}
	defer func() { g.past = append(g.past, op) }()
	switch g.IntN(12) {
	case 0, 1, 2:
		return g.commit(r)
	case 3, 4, 5, 6:
		d := &store.Deliver{From: g.worker(), Entry: store.Entry{ID: []string{"", "a", "b"}[g.IntN(3)], Kind: store.EntryKind(1 + g.IntN(2)), Data: []byte("hello")[:g.IntN(5)]}}
		if g.chance(20) {
			d.Entry.ID, d.Entry.Kind = fmt.Sprint("note-", g.IntN(5)), store.EntryNote
			d.Steer = &store.Steer{Do: store.Steering(1 + g.IntN(3)), Run: g.chance(50), Activities: []int64{g.Int64N(9), g.Int64N(9)}}
		}
		return d
	case 7:
		return &store.Fetch{Run: r.ID, Worker: r.Owner, Epoch: r.Epoch, After: g.Int64N(r.Inbox.Gen + 1)}
	case 8:
		if g.chance(60) {
			return g.behind(r)
		}
		return &store.Release{Run: r.ID, Worker: r.Owner, Epoch: r.Epoch, Block: &store.Block{Reason: "panic", Build: "b"}}
	case 9:
		if g.chance(10) {
			return &store.Terminate{Token: g.token("t"), N: 1}
		}
		return &store.Resume{}
	}
	k := rules.Task{Task: store.Task{Activity: store.Activity{ID: 1}}}
	if len(r.Tasks.Loaded) > 0 {
		k = r.Tasks.Loaded[g.IntN(len(r.Tasks.Loaded))]
	}
	switch g.IntN(3) {
	case 0:
		return &store.Beat{Run: r.ID, Activity: k.ID, Worker: k.Owner, Attempt: k.Attempt, Claim: k.Claim, Details: []byte("half")}
	case 1:
		return &store.RetryActivity{Run: r.ID, Activity: k.ID, Worker: k.Owner, Attempt: k.Attempt, Claim: k.Claim, Consume: g.chance(50)}
	}
	if g.chance(10) {
		end := store.Commit{Run: r.ID, Seq: r.NextSeq, Token: g.token("c"), Level: r.Level, Then: store.Close, Status: store.Completed, Rows: []store.Row{{Seq: r.NextSeq, N: 2}}}
		return &store.EndJob{Run: r.ID, Activity: k.ID, Worker: k.Owner, Attempt: k.Attempt, Claim: k.Claim, Commit: end}
	}
	return &store.EndActivity{Run: r.ID, Activity: k.ID, Worker: k.Owner, Attempt: k.Attempt, Claim: k.Claim, Entry: store.Entry{ID: fmt.Sprint("end-", k.ID)}}
}

func (g *generator) behind(r *rules.Run) *store.QueueBehind {
	o := &store.QueueBehind{Run: r.ID}
	if r.Behind != nil && g.chance(80) {
		o.Over = r.Behind.Run
	}
	if o.Over == (store.RunID{}) || g.chance(80) {
		run := g.token("n")
		o.Start = &store.Start{Run: run, Chain: run, WorkflowID: "order-1", Workflow: "order", Row: store.Row{Seq: 1, N: 1, Token: g.token("c"), Data: []byte(nameOf(run))}}
	}
	return o
}

func (g *generator) commit(r *rules.Run) *store.Commit {
	o := &store.Commit{
		Run: r.ID, Owner: r.Owner, Epoch: r.Epoch, Seq: r.NextSeq, After: r.LastCommit, Token: g.token("c"), Then: store.Then(g.IntN(2)),
		Seen: max(g.Int64N(r.Inbox.Gen+1), r.Inbox.Gen*g.Int64N(2)), Sticky: g.chance(70), Progress: g.chance(30), Closing: g.chance(50), Waiting: "for it",
	}
	if g.chance(5) {
		o.Then, o.Status = store.Close, store.Completed
	}
	o.Rows = []store.Row{{Seq: o.Seq, N: 1 + g.IntN(3)}}
	for _, e := range r.Inbox.Loaded {
		if e.Size < store.InboxPage && g.chance(70) {
			o.Take = append(o.Take, e.Order)
		}
	}
	for g.chance(40) {
		g.n++
		o.StartTimers = append(o.StartTimers, store.Timer{ID: g.n, FireAt: begin})
		o.Schedule = append(o.Schedule, store.Activity{ID: g.n, Name: "charge", Limited: g.chance(50), Owner: g.worker()})
	}
	if g.chance(2) && len(r.Timers.Loaded) > 0 {
		o.StartTimers = append(o.StartTimers, r.Timers.Loaded[0].Timer)
	}
	if g.chance(2) && len(r.Tasks.Loaded) > 0 {
		o.Schedule = append(o.Schedule, r.Tasks.Loaded[0].Activity)
	}
	for _, t := range r.Timers.Loaded {
		if g.chance(30) {
			o.DropTimers = append(o.DropTimers, t.ID)
		}
	}
	for _, t := range r.Tasks.Loaded {
		if g.chance(10) {
			o.CancelActivities = append(o.CancelActivities, t.ID)
		}
	}
	return o
}
