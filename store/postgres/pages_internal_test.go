package postgres

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

var pagesSeed = flag.Uint64("pages.seed", 0, "the seed of the differential test of large inboxes; 0: another one each time")

// Random batches about a run whose inbox has several pages have the same answers as under the
// rules on a completely loaded run, and leave the same inbox: the store loads enough, and writes
// everything that changed.
func TestALargeInboxIsReadAndWrittenAsTheRulesSay(t *testing.T) {
	seed := *pagesSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("again with -pages.seed %d", seed)
	st, _ := newLot(t).take(t)
	l := &large{t: t, st: st, Rand: rand.New(rand.NewPCG(seed, 0)), worker: uuid.New()}
	for range 4 {
		l.begin()
		for range 30 {
			l.batch()
		}
	}
}

// large is a run with a large inbox, in the store and fully loaded.
type large struct {
	*rand.Rand
	t      *testing.T
	st     *Store
	worker store.WorkerID
	whole  *rules.Run
	n      int64
	past   []store.Op
	held   []*store.EndActivity
}

func (l *large) begin() {
	l.t.Helper()
	if l.whole != nil { // so that a claim finds only one run
		l.apply([]store.Op{&store.Terminate{Ref: store.Ref{Run: l.whole.ID}, Token: uuid.New(), N: 1}})
	}
	s := newStart(uuid.NewString())
	s.Owner, s.Claim = l.worker, uuid.New()
	l.whole, _, _ = rules.Start(s, rules.Place{}, start())
	l.past, l.held = nil, nil
	l.apply([]store.Op{s})
}

func (l *large) apply(ops []store.Op) []store.Outcome {
	l.t.Helper()
	outs, err := l.st.Apply(context.Background(), ops)
	if err != nil {
		l.t.Fatal(err)
	}
	return outs
}

// batch applies some ops on both sides.
func (l *large) batch() {
	l.t.Helper()
	if r := l.whole; r.Owner == uuid.Nil && r.Dispatch.Exists {
		o := &store.Claim{Worker: l.worker, ID: uuid.New(), Max: 10, Filter: filter()}
		r.Claim(o)
		l.same([]store.Op{o}, []store.Outcome{{Claims: []store.Claimed{r.Claimed()}}}, l.apply([]store.Op{o}))
		return
	}
	var ops []store.Op
	var want []store.Outcome
	take := &store.Take{Worker: l.worker, Claim: uuid.New(), Room: 1}
	taking := &rules.Taking{By: take}
	for range 1 + l.IntN(4) {
		op := l.op()
		out, err := rules.Apply(l.whole, op, taking, start())
		if err != nil {
			l.t.Fatal(err)
		}
		ops, want = append(ops, op), append(want, out)
	}
	l.past = append(l.past, ops...)
	out := store.Outcome{}
	if taking.Held > 0 && l.whole.Dispatch.Claim == take.Claim {
		out.Claims = []store.Claimed{l.whole.Claimed()}
	}
	ops, want = append(ops, take), append(want, out)
	l.same(ops, want, l.apply(ops))
	p, err := l.st.Pending(context.Background(), l.whole.ID)
	if err != nil {
		l.t.Fatal(err)
	}
	var inbox []store.Entry
	for _, e := range l.whole.Inbox.Loaded {
		inbox = append(inbox, e.Entry)
	}
	if w, g := showEntries(inbox), showEntries(p.Entries); w != g {
		l.t.Fatalf("behind %s the inbox holds %s, want %s", showOps(ops), g, w)
	}
}

func (l *large) same(ops []store.Op, want, got []store.Outcome) {
	l.t.Helper()
	for i := range ops {
		if w, g := showOut(want[i]), showOut(got[i]); w != g {
			l.t.Fatalf("member %d of %s is answered\n%s, want\n%s", i, showOps(ops), g, w)
		}
	}
}

func (l *large) op() store.Op {
	r := l.whole
	if len(l.past) > 0 && l.IntN(8) == 0 {
		return l.past[max(0, len(l.past)-1-l.IntN(6))]
	}
	data := make([]byte, []int{0, 10, store.InboxPage / 4, store.InboxPage/2 + 1, store.InboxPage}[l.IntN(5)])
	l.n++
	switch n := l.IntN(10); {
	case n < 4:
		return &store.Deliver{
			Ref: store.Ref{Run: r.ID}, From: l.worker,
			Entry: store.Entry{Kind: store.EntryKind(1 + l.IntN(2)), ID: []string{"", "a", fmt.Sprint(l.n)}[l.IntN(3)], Data: data},
		}
	case n < 6:
		return &store.Fetch{Run: r.ID, Worker: l.worker, Epoch: r.Epoch, After: l.Int64N(r.Inbox.Gen + 1)}
	case n < 7 && len(l.held) > 0:
		o := *l.held[l.IntN(len(l.held))]
		o.Entry.Data = data
		return &o
	}
	return l.commit()
}

// commit returns a commit that takes some of the entries it has seen.
func (l *large) commit() store.Op {
	r := l.whole
	o := &store.Commit{
		Run: r.ID, Owner: l.worker, Epoch: r.Epoch, Seq: r.NextSeq, After: r.LastCommit, Token: uuid.New(), Level: 1,
		Rows: []store.Row{{Seq: r.NextSeq, N: 1}}, Then: store.Then(l.IntN(2)), Sticky: true, Seen: l.Int64N(r.Inbox.Gen + 1),
	}
	if l.IntN(3) == 0 {
		o.Seen = r.Inbox.Gen
	}
	for _, e := range r.Inbox.Loaded {
		if e.Order <= o.Seen && l.IntN(3) > 0 {
			o.Take = append(o.Take, e.Order)
		}
	}
	if l.IntN(2) == 0 {
		o.Schedule = []store.Activity{{ID: l.n, Name: "charge", Queue: "default", Owner: l.worker}}
		l.held = append(l.held, &store.EndActivity{Run: r.ID, Activity: l.n, Worker: l.worker, Attempt: 1, Claim: o.Token, Entry: store.Entry{ID: fmt.Sprint("end-", l.n)}})
	}
	return o
}

func showEntries(all []store.Entry) string {
	var text []string
	for _, e := range all {
		text = append(text, fmt.Sprintf("%d:%d:%q:%d:%dB", e.Order, e.Kind, e.ID, e.Ref, len(e.Data)))
	}
	return strings.Join(text, " ")
}

func showOut(o store.Outcome) string {
	text := fmt.Sprintf("%v owner %v owned %v gen %d, entries %s", o.Code, o.Owner, o.Owned, o.Gen, showEntries(o.Entries))
	for _, c := range o.Claims {
		text += fmt.Sprintf("; claim at %d gen %d, %d unread, entries %s", c.Run.Epoch, c.Gen, c.Run.Unread, showEntries(c.Entries))
	}
	return text
}

func showOps(ops []store.Op) string {
	var text []string
	for _, op := range ops {
		o := fmt.Sprintf("%T", op)
		switch op := op.(type) {
		case *store.Commit:
			o += fmt.Sprintf(" then %d seen %d take %v", op.Then, op.Seen, op.Take)
		case *store.Fetch:
			o += fmt.Sprintf(" after %d", op.After)
		case *store.Deliver:
			o += " " + showEntries([]store.Entry{op.Entry})
		}
		text = append(text, o)
	}
	return strings.Join(slices.Clip(text), ", ")
}
