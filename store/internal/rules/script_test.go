package rules_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// TestScripts runs testdata/*.txt, which testdata/README explains.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		if !strings.HasSuffix(path, ".txt") {
			return
		}
		s := &script{now: begin}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return s.directive(t, args{t, d})
		})
	})
}

var numbered = regexp.MustCompile(`(?m)^(?://|#) ([SCDTAOPBQJ]\d+)\. `)

// A rule without a case is only a wish, and a case of a removed rule proves nothing.
func TestEachRuleHasItsCase(t *testing.T) {
	found := func(pattern string) (all []string) {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range numbered.FindAllStringSubmatch(string(text), -1) {
				all = append(all, m[1])
			}
		}
		slices.Sort(all)
		return all
	}
	ruled, shown := found("*.go"), slices.Compact(found("testdata/*.txt"))
	if len(ruled) < 40 || len(slices.Compact(slices.Clone(ruled))) != len(ruled) {
		t.Errorf("%d rules, or one number stands twice: %v", len(ruled), ruled)
	}
	if !slices.Equal(ruled, shown) {
		t.Errorf("the rules are\n%v\nbut the cases are of\n%v", ruled, shown)
	}
}

var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// script is one run with everything loaded.
type script struct {
	now   time.Time
	run   *rules.Run
	place rules.Place
	take  *rules.Taking // of a batch
	queue store.Queue
	drain *store.WorkerNote
	of    store.Partition
}

// args are the arguments of a directive.
type args struct {
	t *testing.T
	*datadriven.TestData
}

func (a args) text(key string) (v string) {
	if a.HasArg(key) {
		a.ScanArgs(a.t, key, &v)
	}
	return v
}

func (a args) int(key string) (n int64) {
	if a.HasArg(key) {
		a.ScanArgs(a.t, key, &n)
	}
	return n
}

func (a args) ints(key string) (all []int64) {
	for _, arg := range a.CmdArgs {
		if arg.Key == key {
			for _, v := range arg.Vals {
				var n int64
				if _, err := fmt.Sscan(v, &n); err != nil {
					a.Fatalf(a.t, "%s: %v", key, err)
				}
				all = append(all, n)
			}
		}
	}
	return all
}

func (a args) id(key string) uuid.UUID { return named(a.text(key)) }

func (a args) duration(key string) time.Duration {
	if !a.HasArg(key) {
		return 0
	}
	d, err := time.ParseDuration(a.text(key))
	if err != nil {
		a.Fatalf(a.t, "%s: %v", key, err)
	}
	return d
}

// named returns the id that a script calls name. Used as a claim, it raises the epoch by 1.
func named(name string) (id uuid.UUID) {
	copy(id[:12], name)
	return id
}

func nameOf(id uuid.UUID) string { return strings.TrimRight(string(id[:12]), "\x00") }

func (a args) data() []byte {
	if a.HasArg("data") {
		return []byte(a.text("data"))
	}
	return nil
}

func (a args) entry() store.Entry {
	kind := store.EntrySignal
	if a.HasArg("cancel") {
		kind = store.EntryCancel
	}
	return store.Entry{ID: a.text("id"), Kind: kind, Data: a.data()}
}

func (s *script) directive(t *testing.T, a args) string {
	s.now = s.now.Add(a.duration("after"))
	out, err := store.Outcome{}, error(nil)
	switch a.Cmd {
	case "run":
		s.set(a)
		return ""
	case "take": // applies to the ops that follow
		s.take = &rules.Taking{Held: int(a.int("held")), By: &store.Take{Worker: a.id("worker"), Claim: a.id("claim"), Room: int(a.int("room")), Not: []string{a.text("not")}}}
		return ""
	case "removed":
		s.run, s.place = nil, rules.Place{Removed: a.HasArg("run"), LastRemoved: a.id("last")}
		return ""
	case "start":
		out, err = s.start(a)
	case "start-all":
		return startAll(a)
	case "commit":
		out, err = s.run.Commit(a.commit(), s.now)
	case "deliver":
		out = s.run.Deliver(&store.Deliver{Entry: a.entry(), From: a.id("from")}, s.take, s.now)
	case "steer":
		do := map[string]store.Steering{"pause": store.Pause, "unpause": store.Unpause, "retry": store.RetryNow, "repin": store.Repin, "adopt": store.Adopt}[a.text("do")]
		out = s.run.Deliver(&store.Deliver{
			Entry: store.Entry{ID: a.text("id"), Kind: store.EntryNote}, From: a.id("from"),
			Steer: &store.Steer{Do: do, Activities: a.ints("activities"), Run: a.HasArg("run"), Pin: a.text("pin"), Parent: a.id("parent"), ParentSeq: a.int("seq")},
		}, s.take, s.now)
	case "request":
		out = s.run.Request()
	case "forward":
		f, goes := s.run.Forward(a.entry(), s.take, s.now)
		out = store.Outcome{Code: f.Code, Run: f.Run, Owner: f.Owner, Entries: []store.Entry{f.Entry}}
		if !goes {
			return "it stays\n"
		}
	case "fetch":
		out = s.run.Fetch(&store.Fetch{Worker: a.id("worker"), Epoch: a.int("epoch"), After: a.int("above")})
	case "fire":
		f, ok := s.run.Timer(a.int("timer"), s.take, s.now)
		if !ok {
			return "nothing\n"
		}
		out = store.Outcome{Run: f.Run, Owner: f.Owner, Entries: []store.Entry{f.Entry}}
	case "end":
		o := &store.EndActivity{
			Run: named("r"), Activity: a.int("activity"), Worker: a.id("worker"), Attempt: int(a.int("attempt")), Claim: a.id("claim"), Entry: store.Entry{ID: a.text("id"), Data: a.data()},
		}
		if a.HasArg("keep") {
			o.Keep = &store.Keeping{Activity: "charge", Key: a.text("keep"), For: a.duration("for"), Data: a.data()}
		}
		out = s.run.EndActivity(o, s.take, s.now)
	case "end-job":
		seq := a.int("seq")
		out, err = rules.Apply(s.run, &store.EndJob{
			Run: named("r"), Activity: a.int("activity"), Worker: a.id("worker"), Attempt: int(a.int("attempt")), Claim: a.id("claim"),
			Commit: store.Commit{
				Run: named("r"), Seq: seq, Token: a.id("token"), Level: int(a.int("level")), Then: store.Close, Status: store.Completed,
				Rows: []store.Row{{Seq: seq, N: 2}},
			},
		}, nil, s.now)
	case "retry":
		o := &store.RetryActivity{
			Run: named("r"), Activity: a.int("activity"), Worker: a.id("worker"), Attempt: int(a.int("attempt")), Claim: a.id("claim"), Delay: a.duration("delay"), Consume: a.HasArg("consume"),
		}
		o.Last = a.data()
		out = s.run.Tasks.Retry(o, s.now)
	case "beat":
		out = s.run.Tasks.Beat(&store.Beat{Run: named("r"), Activity: a.int("activity"), Worker: a.id("worker"), Attempt: int(a.int("attempt")), Claim: a.id("claim"), Details: a.data()}, s.now)
	case "claim-activity":
		i, _ := s.run.Tasks.Find(a.int("activity"))
		s.run.Tasks.Claim(i, &store.ClaimActivities{Worker: a.id("worker"), ID: a.id("claim")}, s.now)
	case "disown-activity":
		i, _ := s.run.Tasks.Find(a.int("activity"))
		s.run.Tasks.Disown(i, a.HasArg("died"), s.now)
	case "end-delay":
		i, _ := s.run.Tasks.Find(a.int("activity"))
		s.run.Tasks.EndDelay(i)
	case "claim":
		s.run.Claim(&store.Claim{Worker: a.id("worker"), ID: a.id("claim")})
	case "release":
		o := &store.Release{Run: named("r"), Worker: a.id("worker"), Epoch: a.int("epoch"), Delay: a.duration("delay")}
		if a.HasArg("block") {
			o.Block = &store.Block{Reason: a.text("block"), Build: a.text("build")}
		}
		out = s.run.Release(o, s.now)
	case "died":
		s.run.Died(a.HasArg("quarantined"), s.now)
	case "set-aside":
		s.run.SetAside("its row holds numbers that cannot be", s.now)
	case "resume":
		out = s.run.Resume(s.now)
	case "terminate":
		if s.run != nil {
			s.run.Orphans = a.HasArg("orphans")
		}
		out, err = s.run.Terminate(&store.Terminate{Token: a.id("token"), N: 1, Data: a.data()}, s.now)
	case "behind":
		o := &store.QueueBehind{Run: named("r"), Over: a.id("over")}
		if a.HasArg("start") {
			o.Start = &store.Start{
				Run: a.id("start"), Chain: a.id("start"), WorkflowID: "order-1", Workflow: "order", Priority: int(a.int("prio")),
				Row: store.Row{Seq: 1, N: 2, Token: named("first"), Data: []byte("input")}, Attrs: a.attrs("attrs"),
			}
			if a.HasArg("id") {
				o.Start.WorkflowID = a.text("id")
			}
		}
		out, err = rules.Apply(s.run, o, nil, s.now)
	case "relay":
		o := &store.Relay{Deliver: &store.Deliver{Entry: a.entry()}, Chain: a.id("chain")}
		if a.HasArg("ref") {
			o.Deliver.Entry.Kind, o.Deliver.Entry.Ref = store.EntryChild, a.int("ref")
		}
		if a.HasArg("adopt") {
			o.Deliver.Steer = &store.Steer{Do: store.Adopt, Parent: a.id("adopt"), ParentSeq: a.int("seq")}
		}
		out = rules.Relay(s.run, o, s.take, s.now)
	case "queue":
		s.queue = rules.ChangeQueue(s.queue, &store.ChangeQueue{
			Do: map[string]store.QueueChange{"pause": store.PauseQueue, "resume": store.ResumeQueue, "set": store.SetQueue, "clear": store.ClearQueue, "cool": store.CoolQueue, "declare": store.DeclareQueue}[a.text("do")], Who: a.text("who"), Why: a.text("why"),
			Settings: store.QueueSettings{PerWorker: int(a.int("per-worker")), Concurrency: int(a.int("concurrency")), Rate: store.Rate{N: int(a.int("rate")), Per: a.duration("per"), Burst: int(a.int("burst"))},
				PerPartition: store.Limit{Concurrency: int(a.int("of-each")), Rate: store.Rate{N: int(a.int("rate-of-each")), Per: a.duration("per-of-each")}}}, Revision: int(a.int("revision")),
			For: a.duration("for"), Initial: 2 * time.Second, Max: 10 * time.Second,
		}, s.now)
		return showQueue(s.queue)
	case "partition":
		return s.partition(a)
	case "share":
		for i := range s.queue.Shares {
			s.queue.Shares[i].Gone = s.queue.Shares[i].Worker == a.id("gone")
		}
		next, n, tokens := rules.ShareQueue(s.queue, &store.ShareQueue{
			Worker: a.id("worker"), Want: int(a.int("want")), Holds: int(a.int("holds")), Grace: a.duration("grace"), Tokens: int(a.int("tokens")), Back: int(a.int("back")),
		}, s.now)
		changed, gone := rules.SharesChanged(s.queue, next)
		s.queue = next
		if a.HasArg("tokens") {
			return fmt.Sprintf("%d tokens\n", tokens)
		}
		return fmt.Sprintf("-> %d; %d written, %d removed\n", n, len(changed), len(gone)) + showQueue(s.queue)
	case "drain":
		s.drain = rules.DrainWorker(s.drain, &store.DrainWorker{Undo: a.HasArg("undo"), Who: a.text("who"), Why: a.text("why")}, s.now)
		if s.drain == nil {
			return "it takes work\n"
		}
		return fmt.Sprintf("it drains: %s, %s\n", s.drain.Who, s.drain.Why)
	case "sweep":
		if !s.run.Sweep(s.now) {
			return "nothing\n"
		}
	default:
		a.Fatalf(t, "unknown directive")
	}
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	text := showOutcome(out)
	if s.run != nil {
		text += showDiff(s.run)
		settle(s.run)
		s.run.Next = nil
	}
	return text
}

// partition executes a directive about a partition of the queue.
func (s *script) partition(a args) string {
	switch o := (&store.ChangeQueue{Do: store.CoolQueue, Partition: "a", For: a.duration("for"), Initial: 2 * time.Second, Max: 10 * time.Second}); a.text("do") {
	case "cool":
		if !rules.CoolsPartition(s.queue, o) {
			return "the queue cools down\n"
		}
		s.of = rules.CoolPartition(s.queue, s.of, o, s.now)
		return fmt.Sprintf("cool-down %d until %s, kept until %s\n", s.of.Cools, s.of.CoolUntil.Sub(begin), rules.KeptUntil(s.of).Sub(begin))
	case "resume":
		was := store.Queue{Declared: store.QueueSettings{PerPartition: store.Limit{Concurrency: 1}}}
		all, cools := rules.ForgetsPartitions(was, s.queue, &store.ChangeQueue{Do: store.ResumeQueue})
		return fmt.Sprintf("forgets all: %t, forgets cool-downs: %t\n", all, cools)
	case "tell":
		q, since := s.queue, func(d time.Duration) time.Time { return s.now.Add(-d) }
		q.Load = &store.QueueLoad{}
		rules.TellPartitions(&q, []store.PartitionLoad{
			{Partition: store.Partition{Key: "a", TAT: s.of.TAT, CoolUntil: s.of.CoolUntil, Cools: s.of.Cools}, Ready: 5, OldestReady: since(time.Hour), Running: int(a.int("running"))},
			{Partition: store.Partition{Key: "b"}, Ready: 1, OldestReady: since(time.Minute)}, {Ready: 2, OldestReady: since(time.Second)},
		}, since(time.Millisecond), nil, s.now)
		text := fmt.Sprintf("held %d, the oldest of the others for %s\n", q.Load.Held, s.now.Sub(q.Load.OldestReady))
		for _, p := range q.Partitions {
			next := "now"
			if !p.NextAt.IsZero() {
				next = p.NextAt.Sub(begin).String()
			}
			text += fmt.Sprintf("%q: ready %d, running %d, next %s\n", p.Key, p.Ready, p.Running, next)
		}
		return text
	case "turn":
		return strings.Join(rules.InTurn([]string{"c", "a", "b"}, a.text("from")), " ") + "\n"
	}
	n := rules.PartitionRoom(s.queue.Settings(), s.of, int(a.int("running")), 9, s.now)
	text := fmt.Sprintf("room for %d", n)
	if next, changed := rules.TakeOfPartition(s.queue.Settings(), s.of, n, s.now); changed {
		s.of = next
		text += fmt.Sprintf(", kept until %s", rules.KeptUntil(s.of).Sub(begin))
	}
	return text + "\n"
}

// set makes the run at the start of a script: its history has four events, and the last commit is c4.
func (s *script) set(a args) {
	s.place, s.now, s.take = rules.Place{}, begin, nil
	if s.run = nil; a.HasArg("none") {
		return
	}
	r := &rules.Run{Run: store.Run{
		ID: named("r"), WorkflowID: "order-1", Workflow: "order", Status: store.Open, Epoch: 1, NextSeq: 5, LastCommit: named("c4"),
		Owner: a.id("owner"), Deaths: int(a.int("deaths")), QuarantineDeaths: int(a.int("quarantine-deaths")),
	}}
	r.Tokens = map[int64]store.Token{4: named("c4")}
	if a.HasArg("parent") {
		r.Parent, r.ParentSeq = a.id("parent"), 9
	}
	r.Closing, r.StickyTo, r.Waits = a.HasArg("closing"), a.id("sticky"), a.HasArg("parked")
	r.Dispatch = rules.Dispatch{Exists: !r.Waits, Ready: begin, Claim: a.id("claim"), Dirty: a.HasArg("dirty")}
	if a.HasArg("ended") {
		r.Status, r.Dispatch, r.Owner = store.Completed, rules.Dispatch{}, uuid.Nil
	}
	if a.HasArg("blocked") {
		r.Blocked = &store.Block{Reason: "panic", Build: a.text("blocked"), Tried: []string{a.text("blocked")}, Count: 1, Until: begin.Add(time.Minute)}
	}
	r.Pin, r.Queue = a.text("pinned"), cmp.Or(a.text("queue"), "q")
	if a.HasArg("paused") {
		r.Blocked = &store.Block{Reason: store.ReasonPaused, Count: 1}
	}
	for _, line := range strings.Split(a.Input, "\n") {
		var kind, id string
		var n, size int64
		switch f := strings.Fields(line); {
		case len(f) == 0:
			continue
		case f[0] == "timer":
			_, _ = fmt.Sscan(line, &kind, &n)
			r.Timers.Loaded = append(r.Timers.Loaded, rules.Timer{Timer: store.Timer{ID: n, FireAt: begin}})
		case f[0] == "activity":
			k := rules.Task{Task: store.Task{Run: r.ID, Ready: begin, Activity: store.Activity{Limited: slices.Contains(f, "limited")}}}
			_, _ = fmt.Sscan(line, &kind, &k.ID, &k.Attempt, &k.Deaths)
			if slices.Contains(f, "delayed") {
				k.Ready, k.Delayed = begin.Add(time.Hour), true
			}
			if len(f) > 4 && f[4] != "limited" && f[4] != "delayed" {
				k.Owner, k.Claim, k.Claimed = named(f[4]), named("k"), begin
			}
			r.Tasks.Loaded = append(r.Tasks.Loaded, k)
		default: // a number of entries of a kind, with this many bytes
			_, _ = fmt.Sscan(line, &kind, &id, &n, &size)
			kinds := map[string]store.EntryKind{"signal": store.EntrySignal, "cancel": store.EntryCancel, "note": store.EntryNote, "completion": store.EntryActivity}
			for range max(1, n) {
				stored(r, store.Entry{ID: id, Kind: kinds[kind], Ref: 7, Data: []byte(strings.Repeat("x", int(size)))})
			}
		}
	}
	s.run = r
}

// stored puts an entry into the inbox of r.
func stored(r *rules.Run, e store.Entry) {
	b := &r.Inbox
	b.Gen++
	b.Entries++
	if e.Kind == store.EntrySignal || e.Kind == store.EntryCancel || e.Kind == store.EntryNote {
		b.Unread, b.Bytes = b.Unread+1, b.Bytes+len(e.Data)
	}
	if e.Kind == store.EntrySignal {
		b.Signals++
	}
	e.Order = b.Gen
	b.Load(e)
}

func (s *script) start(a args) (store.Outcome, error) {
	o := &store.Start{
		Run: a.id("run"), Chain: a.id("run"), WorkflowID: "order-1", Workflow: "order", Once: a.HasArg("once"), Owner: a.id("owner"), Claim: a.id("claim"),
		Row: store.Row{Seq: 1, N: 1, Token: a.id("token")},
	}
	o.Attrs = a.attrs("attrs")
	if a.HasArg("first") {
		o.Row, o.First = store.Row{}, a.commit()
		o.First.Owner, o.First.Epoch, o.First.Seq, o.First.Rows[0].Seq, o.First.After = o.Owner, 1, 1, 1, uuid.Nil
	}
	if r := s.run; r != nil {
		if r.ID == o.Run {
			s.place.Run = r
		}
		s.place.Last, s.place.Open = r.ID, r.Status == store.Open
	}
	fresh, out, err := rules.Start(o, s.place, s.now)
	s.place.Run = nil
	if fresh != nil {
		s.run = fresh
	}
	return out, err
}

// attrs parses attributes, each as name:text, or as name: for removal.
func (a args) attrs(name string) (all []history.Attr) {
	if !a.HasArg(name) {
		return nil
	}
	for _, v := range strings.Split(a.text(name), ",") {
		attr, value, _ := strings.Cut(v, ":")
		if value == "" {
			all = append(all, history.Attr{Name: attr})
			continue
		}
		all = append(all, history.Attr{Name: attr, Type: history.AttrText, Values: []string{value}})
	}
	return all
}

func (a args) commit() *store.Commit {
	o := &store.Commit{
		Run: named("r"), Owner: a.id("owner"), Epoch: 1, Seq: 5, After: named("c4"), Token: a.id("token"), Level: 1, Build: "b", Take: a.ints("take"),
		Seen: a.int("seen"), Closing: a.HasArg("closing"), Progress: a.HasArg("progress"), Sticky: a.HasArg("sticky"), DropTimers: a.ints("drop-timers"), CancelActivities: a.ints("cancel-activities"),
	}
	for _, id := range a.ints("schedule") {
		o.Schedule = append(o.Schedule, store.Activity{ID: id})
	}
	if a.HasArg("epoch") {
		o.Epoch = a.int("epoch")
	}
	if a.HasArg("seq") {
		o.Seq = a.int("seq")
	}
	if a.HasArg("last") {
		o.After = a.id("last")
	}
	switch a.text("then") {
	case "park":
		o.Then, o.Waiting = store.Park, "for a signal"
	case "close":
		o.Then, o.Status = store.Close, store.Completed
	}
	if a.HasArg("next") {
		o.Status, o.Next = store.Continued, &store.Next{Run: a.id("next"), Token: named("c6"), Workflow: "next", Queue: "q", Level: 1, Rows: []store.Row{{Seq: 1, N: 3}}}
	}
	o.Rows = []store.Row{{Seq: o.Seq, N: 2}}
	o.SetAttrs, o.Pin = a.attrs("set-attrs"), a.text("pin")
	for _, seq := range a.ints("send") {
		o.Send = append(o.Send, store.Message{MessageKey: store.MessageKey{Seq: seq, Kind: store.MessageStart}, WorkflowID: "child-1"})
	}
	for _, id := range a.ints("timers") {
		o.StartTimers = append(o.StartTimers, store.Timer{ID: id, FireAt: begin.Add(time.Minute)})
	}
	for _, id := range a.ints("activities") {
		o.Schedule = append(o.Schedule, store.Activity{ID: id, Name: "charge", Delay: a.duration("delay"), Owner: a.id("runs")})
	}
	return o
}

// startAll says what keeps the starts of a StartAll from beginning.
func startAll(a args) string {
	o, taken := &store.StartAll{Tolerate: map[int]bool{}}, a.text("taken")
	for _, n := range a.ints("tolerate") {
		o.Tolerate[int(n)] = true
	}
	for _, arg := range a.CmdArgs {
		for i, id := range arg.Vals {
			if arg.Key == "ids" {
				o.Starts = append(o.Starts, &store.Start{Run: named(fmt.Sprint("r", i)), WorkflowID: id})
			}
		}
	}
	begun := func(*store.Start) (store.Outcome, error) { return store.Outcome{}, nil }
	place := func(s *store.Start) rules.Place {
		if s.WorkflowID == taken {
			return rules.Place{Last: named("old"), Open: true}
		}
		return rules.Place{}
	}
	out, err := rules.StartAll(o, place, begun)
	if err != nil {
		return err.Error() + "\n"
	}
	if out.Starts != nil {
		return "they begin\n"
	}
	return fmt.Sprintf("%s is in the way of number %d\n", nameOf(out.Run), out.Count)
}
