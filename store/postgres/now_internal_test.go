package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
)

// Everything that one transaction writes has one time, that of its begin, even though the
// server's clock moves between two statements.
func TestOneTransactionHasOneTimeOfTheServer(t *testing.T) {
	ctx := context.Background()
	l := newLot(t)
	st, _ := l.take(t)
	st.texts.clock = "" // the server's own, instead of a test's
	st.texts.made.Clear()
	s := newStart("order-1")
	signal := func(id string) store.Op {
		return &store.Deliver{Ref: store.Ref{Run: s.Run}, Entry: store.Entry{ID: id, Kind: store.EntrySignal, Data: []byte("yes")}}
	}
	outs, err := st.Apply(ctx, []store.Op{s, signal("a"), signal("b"), newStart("order-2")})
	if err != nil {
		t.Fatal(err)
	}
	created := func(id string) time.Time {
		run, err := st.Run(ctx, store.Ref{WorkflowID: id})
		if err != nil {
			t.Fatal(err)
		}
		return run.Created
	}
	began := created("order-1")
	for what, at := range map[string]time.Time{"signal a": outs[1].Entries[0].At, "signal b": outs[2].Entries[0].At, "order-2": created("order-2")} {
		if !at.Equal(began) {
			t.Errorf("%s is of %v and order-1 of %v, in one transaction", what, at, began)
		}
	}
}

// A tick that renews nothing and has nothing to report writes nothing.
func TestATickThatRenewsNothingWritesNothing(t *testing.T) {
	ctx := context.Background()
	st, _ := newLot(t).take(t)
	me := uuid.New()
	if err := st.Join(ctx, store.Worker{ID: me, TTL: time.Minute}); err != nil {
		t.Fatal(err)
	}
	version := func() (at string) {
		if err := st.pool.QueryRow(ctx, st.texts.of("SELECT xmin::text || ctid::text || xmax::text FROM ~worker WHERE worker_id = $1"), id(me)).Scan(&at); err != nil {
			t.Fatal(err)
		}
		return at
	}
	before := version()
	for range 5 {
		if _, err := st.Tick(ctx, store.Tick{Worker: me, Load: store.Load{Held: 3, Free: 4}}); err != nil {
			t.Fatal(err)
		}
	}
	if after := version(); after != before {
		t.Errorf("the worker's row is another version: %s, before %s", after, before)
	}
	if _, err := st.Tick(ctx, store.Tick{Worker: me, Load: store.Load{Held: 3, Free: 4}, Tell: true}); err != nil || version() == before {
		t.Errorf("what is told is not written: %v", err)
	}
}
