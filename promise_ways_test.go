package reprise_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// If many answer at once, one wins, and the workflow has the answer that was reported as
// accepted.
func TestManyAnswerAPromiseAtOnce(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx, b := bounded(t), newBank()
		rt := startRuntime(t, st, quiet(), b.bindings()...)
		others := client(t, st, quiet())
		for round := range 20 {
			h, token := b.begins(t, rt, fmt.Sprint("t-", round), time.Hour)
			var told [8]error
			var wg sync.WaitGroup
			for i := range told {
				wg.Go(func() {
					c := []*reprise.Runtime{rt, others}[i%2]
					told[i] = reprise.Resolve(ctx, c, token, slip{"by", i / 2})
					for range 2 {
						if again := reprise.Resolve(ctx, c, token, slip{"by", i / 2}); (again == nil) != (told[i] == nil) {
							t.Errorf("answer %d was told %v, then %v", i, told[i], again)
						}
					}
				})
			}
			wg.Wait()
			got, err := h.Result(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for i, err := range told {
				if wins := got == fmt.Sprint("by: ", i/2); wins != (err == nil) || err != nil && !errors.Is(err, reprise.ErrResolved) {
					t.Errorf("the workflow has %q, and answer %d was told %v", got, i, err)
				}
			}
			lint(t, st, h.RunID())
		}
	})
}

func TestAPromiseIsResolvedInATransaction(t *testing.T) {
	ctx, b, st := bounded(t), newBank(), newMemory()
	rt := startRuntime(t, st, quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", 0)
	undone := errors.New("undone")
	err := memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error {
		if err := reprise.Resolve(ctx, c, token, slip{"undone", 1}); err != nil {
			t.Error(err)
		}
		return undone
	})
	if !errors.Is(err, undone) {
		t.Fatal(err)
	}
	err = memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error {
		var bad *reprise.TokenError
		if err := reprise.ResolveJSON(ctx, c, "forged", nil); !errors.As(err, &bad) {
			t.Errorf("a forged token: %v", err)
		}
		return reprise.Resolve(ctx, c, token, slip{"done", 2})
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := h.Result(ctx); got != "done: 2" || err != nil {
		t.Errorf("it ended with %q, %v", got, err)
	}
	err = memory.InTxFunc(ctx, rt, func(c *reprise.Tx) error { return reprise.Reject(ctx, c, token, errNoCover) })
	if !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("after the end: %v, want %v", err, reprise.ErrClosed)
	}
}

// With encrypted payloads the answer is encrypted too, and still compared.
func TestTheAnswerToAPromiseIsEncrypted(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, b := t.Context(), newBank()
		rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), b.bindings()...)
		h, token := b.begins(t, rt, "t-1", time.Hour)
		synctest.Wait()
		if err := reprise.Pause(ctx, rt, "t-1", reprise.By{Who: "anna", Why: "to look"}); err != nil {
			t.Fatal(err)
		}
		answers := func(when string) {
			t.Helper()
			if err := reprise.Resolve(ctx, rt, token, slip{secret, 1}); err != nil {
				t.Errorf("%s: %v", when, err)
			}
			if err := reprise.Resolve(ctx, rt, token, slip{secret, 2}); !errors.Is(err, reprise.ErrResolved) {
				t.Errorf("%s: another one: %v", when, err)
			}
			if err := reprise.Reject(ctx, rt, token, errors.New(secret)); !errors.Is(err, reprise.ErrResolved) {
				t.Errorf("%s: a failure: %v", when, err)
			}
		}
		answers("unread")
		p, err := st.Pending(ctx, h.RunID())
		if err != nil || len(p.Entries) == 0 {
			t.Fatal(p, err)
		}
		for _, e := range p.Entries {
			if bytes.Contains(e.Data, []byte(secret)) {
				t.Error("the inbox has it in plain")
			}
		}
		if err := reprise.Unpause(ctx, rt, "t-1", reprise.By{Who: "anna", Why: "seen"}); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); got != secret+": 1" || err != nil {
			t.Errorf("it ended with %q, %v", got, err)
		}
		answers("ended")
	})
}

// failing waits for an answer, and then fails until it is fixed.
func (b *bank) failing(mended *bool) []reprise.Binding {
	all := b.bindings()
	all[0] = transfer.Bind(func(ctx workflow.Context, within time.Duration) (string, error) {
		got, err := transferCode(ctx, within)
		if err == nil && !*mended {
			err = errors.New("not today")
		}
		return got, err
	})
	return all
}

// A run that begins with a copied history has the promises in it, and the old tokens resolve
// them.
func TestThePromisesOfARunThatIsReset(t *testing.T) {
	by := reprise.By{Who: "anna", Why: "the code is mended"}
	madeAt := func(t *testing.T, rt *reprise.Runtime, run reprise.RunID) (made, asked int64) {
		t.Helper()
		events, err := rt.Inside().History(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			switch e.Body.(type) {
			case *history.PromiseMade:
				made = e.Seq
			case *history.ActivityCompleted:
				asked = e.Seq
			}
		}
		return made, asked
	}
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx, b, mended := bounded(t), newBank(), false
		rt := startRuntime(t, st, quiet(), b.failing(&mended)...)
		h, token := b.begins(t, rt, "t-1", time.Hour)
		if err := reprise.Resolve(ctx, rt, token, slip{"a", 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Result(ctx); err == nil {
			t.Fatal("it has not failed")
		}
		open, unanswered := b.begins(t, rt, "t-2", time.Hour)
		eventuallyAsked := func() int64 {
			for range time.Tick(5 * time.Millisecond) {
				if _, asked := madeAt(t, rt, open.RunID()); asked > 0 {
					return asked
				}
			}
			panic("a ticker has ended")
		}
		at := eventuallyAsked()
		if err := reprise.Terminate(ctx, rt, open.RunID(), "to be reset"); err != nil {
			t.Fatal(err)
		}
		mended = true

		_, asked := madeAt(t, rt, h.RunID())
		if _, err := reprise.Reset(ctx, rt, "t-1", reprise.ToEvent(asked), by); err != nil {
			t.Fatal(err)
		}
		again, err := reprise.Get(ctx, rt, transfer, "t-1")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Result(ctx); got != "a: 1" || err != nil || again.RunID() == h.RunID() {
			t.Errorf("with the answer that came later it ended with %q, %v", got, err)
		}
		if err := reprise.Resolve(ctx, rt, token, slip{"a", 1}); err != nil {
			t.Errorf("the same answer: %v", err)
		}
		if err := reprise.Resolve(ctx, rt, token, slip{"b", 1}); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("another one: %v", err)
		}
		lint(t, st, again.RunID())

		if err := reprise.Resolve(ctx, rt, unanswered, slip{"c", 2}); !errors.Is(err, reprise.ErrClosed) {
			t.Errorf("before the reset: %v", err)
		}
		if _, err := reprise.Reset(ctx, rt, "t-2", reprise.ToEvent(at), by); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := reprise.Resolve(ctx, rt, unanswered, slip{"c", 2}); err != nil {
				t.Errorf("after the reset: %v", err)
			}
		}
		copied, err := reprise.Get(ctx, rt, transfer, "t-2")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := copied.Result(ctx); got != "c: 2" || err != nil {
			t.Errorf("the copy ended with %q, %v", got, err)
		}
		if err := reprise.Resolve(ctx, rt, unanswered, slip{"c", 2}); err != nil {
			t.Errorf("the same answer after the end of the copy: %v", err)
		}
		if err := reprise.Resolve(ctx, rt, unanswered, slip{"d", 2}); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("another answer after the end of the copy: %v", err)
		}
		lint(t, st, copied.RunID())
	})
}

// sightless loses the store once it holds an answer to a promise.
type sightless struct {
	store.Store
	unknown, away atomic.Bool
}

func (f *sightless) Apply(ctx context.Context, ops []store.Op) ([]store.Outcome, error) {
	if f.away.Load() {
		return nil, store.ErrTransient
	}
	out, err := f.Store.Apply(ctx, ops)
	for _, op := range ops {
		if d, ok := op.(*store.Deliver); ok && d.Entry.Kind == store.EntryPromise {
			f.away.Store(true)
			if f.unknown.Load() {
				return nil, store.ErrUnknownOutcome
			}
			out[0].Seq += 100 // as if the run had continued
		}
	}
	return out, err
}

func (f *sightless) History(ctx context.Context, q store.HistoryQuery) ([]store.Row, error) {
	if f.away.Load() {
		return nil, store.ErrTransient
	}
	return f.Store.History(ctx, q)
}

// ErrUnavailable says that a call left no trace. An answer that was sent never gets that error.
func TestAnAnswerWhoseFateCannotBeSeen(t *testing.T) {
	for _, unknown := range []bool{false, true} {
		b, st := newBank(), newMemory()
		rt := startRuntime(t, st, quiet(), b.bindings()...)
		h, token := b.begins(t, rt, "t-1", time.Hour)
		lost := &sightless{Store: st}
		lost.unknown.Store(unknown)
		c := client(t, lost, quiet())
		if err := reprise.Resolve(bounded(t), c, token, slip{"a", 1}); !errors.Is(err, reprise.ErrUnknownOutcome) || errors.Is(err, reprise.ErrUnavailable) {
			t.Errorf("unknown %v: it is answered %v", unknown, err)
		}
		lost.away.Store(false)
		if got, err := h.Result(bounded(t)); got != "a: 1" || err != nil {
			t.Errorf("it ended with %q, %v", got, err)
		}
		if err := reprise.Resolve(bounded(t), c, token, slip{"a", 1}); err != nil {
			t.Errorf("the same call again: %v", err)
		}
	}
}

// A failure counts as the same only with the same details.
func TestAFailureWithOtherDetailsIsAnotherAnswer(t *testing.T) {
	ctx, b := bounded(t), newBank()
	rt := startRuntime(t, newMemory(), quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", time.Hour)
	short := func(cents int) error { return failure.New("short", "no cover", failure.Details(cents)) }
	answers := func() {
		t.Helper()
		if err := reprise.Reject(ctx, rt, token, short(100)); err != nil {
			t.Error(err)
		}
		if err := reprise.Reject(ctx, rt, token, short(200)); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("with other details: %v", err)
		}
	}
	answers()
	if _, err := h.Result(ctx); failure.CodeOf(err) != "short" {
		t.Errorf("it ended with %v", err)
	}
	answers()
}
