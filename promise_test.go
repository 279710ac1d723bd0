package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

const errNoCover = failure.Code("no_cover")

type slip struct {
	ID    string
	Cents int
}

// bank receives tokens and passes them to the test.
type bank struct{ asked chan workflow.Token[slip] }

var (
	askBank  = activity.Define[workflow.Token[slip], workflow.None]("ask-bank")
	transfer = workflow.Define[time.Duration, string]("transfer")
)

// transferCode waits for the bank's answer, for a limited time unless that is zero.
func transferCode(ctx workflow.Context, within time.Duration) (string, error) {
	var opts []workflow.ReceiveOption
	if within > 0 {
		opts = append(opts, workflow.Within(within))
	}
	p := workflow.NewPromise[slip](ctx, opts...)
	if _, err := workflow.Execute(ctx, askBank, p.Token()).Get(ctx); err != nil {
		return "", err
	}
	s, err := p.Get(ctx)
	if err != nil {
		return "", err
	}
	again, err := p.Get(ctx)
	if again != s || err != nil || !p.Ready() {
		return "", fmt.Errorf("asked again it is %v, %v", again, err)
	}
	return fmt.Sprintf("%s: %d", s.ID, s.Cents), nil
}

func (b *bank) bindings() []reprise.Binding {
	return []reprise.Binding{transfer.Bind(transferCode), askBank.Bind(func(ctx context.Context, t workflow.Token[slip]) (workflow.None, error) {
		select {
		case b.asked <- t:
			return workflow.None{}, nil
		case <-ctx.Done():
			return workflow.None{}, ctx.Err()
		}
	})}
}

func newBank() *bank { return &bank{asked: make(chan workflow.Token[slip], 100)} }

// begins starts a transfer and returns the token that the bank received.
func (b *bank) begins(t *testing.T, rt *reprise.Runtime, id string, within time.Duration) (reprise.Handle[string], workflow.Token[slip]) {
	t.Helper()
	h, err := reprise.Start(t.Context(), rt, transfer, within, reprise.ID(id))
	if err != nil {
		t.Fatal(err)
	}
	select {
	case token := <-b.asked:
		return h, token
	case <-bounded(t).Done():
		t.Fatal("the bank was not asked")
		return h, ""
	}
}

func TestAPromiseIsResolvedByItsToken(t *testing.T) {
	onThreeStores(t, func(t *testing.T, st store.Store) {
		ctx, b := bounded(t), newBank()
		rt := startRuntime(t, st, quiet(), b.bindings()...)
		h, token := b.begins(t, rt, "t-1", time.Hour)
		for range 3 {
			if err := reprise.Resolve(ctx, rt, token, slip{"a", 42}); err != nil {
				t.Fatal(err)
			}
		}
		if err := reprise.Resolve(ctx, rt, token, slip{"b", 42}); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("another value: %v, want %v", err, reprise.ErrResolved)
		}
		if got, err := h.Result(ctx); got != "a: 42" || err != nil {
			t.Errorf("it ended with %q, %v", got, err)
		}
		if err := reprise.Resolve(ctx, rt, token, slip{"a", 42}); err != nil {
			t.Errorf("the same value after the end: %v", err)
		}
		for what, err := range map[string]error{
			"another value": reprise.Resolve(ctx, rt, token, slip{"b", 42}),
			"a failure":     reprise.Reject(ctx, rt, token, errors.New("no")),
		} {
			if !errors.Is(err, reprise.ErrResolved) {
				t.Errorf("%s after the end: %v, want %v", what, err, reprise.ErrResolved)
			}
		}
		lint(t, st, h.RunID())
		if p, err := st.Pending(ctx, h.RunID()); err != nil || len(p.Timers) > 0 {
			t.Errorf("left of it is %+v, %v", p, err)
		}
	})
}

func TestAPromiseIsRejected(t *testing.T) {
	ctx, b := bounded(t), newBank()
	rt := startRuntime(t, newMemory(), quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", 0)
	if err := reprise.Reject(ctx, rt, token, nil); err == nil {
		t.Error("a promise is rejected without an error")
	}
	for range 2 {
		if err := reprise.Reject(ctx, rt, token, failure.New(errNoCover, "the account is empty")); err != nil {
			t.Fatal(err)
		}
	}
	if err := reprise.Resolve(ctx, rt, token, slip{}); !errors.Is(err, reprise.ErrResolved) {
		t.Errorf("a value for a promise that was rejected: %v", err)
	}
	if _, err := h.Result(ctx); !errors.Is(err, errNoCover) {
		t.Errorf("it ended with %v", err)
	}
}

func TestAPromiseWhoseTimeIsOver(t *testing.T) {
	onEachStore(t, func(t *testing.T, st store.Store) {
		ctx, b := bounded(t), newBank()
		rt := startRuntime(t, st, quiet(), b.bindings()...)
		h, token := b.begins(t, rt, "t-1", 20*time.Millisecond)
		if _, err := h.Result(ctx); !errors.Is(err, workflow.ErrTimeout) {
			t.Errorf("it ended with %v", err)
		}
		if err := reprise.Resolve(ctx, rt, token, slip{"a", 42}); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("after its time: %v, want %v", err, reprise.ErrResolved)
		}
		lint(t, st, h.RunID())
	})
}

func TestAPromiseOfARunThatHasEnded(t *testing.T) {
	ctx, b := bounded(t), newBank()
	rt := startRuntime(t, newMemory(), quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", 0)
	if err := reprise.Terminate(ctx, rt, h.RunID(), "it was a test"); err != nil {
		t.Fatal(err)
	}
	if err := reprise.Resolve(ctx, rt, token, slip{"a", 42}); !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("a promise of a terminated run: %v, want %v", err, reprise.ErrClosed)
	}
	h, token = b.begins(t, rt, "t-2", 0)
	if err := reprise.Cancel(ctx, rt, h.RunID(), "the customer left"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); !errors.Is(err, workflow.ErrCancelled) {
		t.Errorf("it ended with %v", err)
	}
	if err := reprise.Resolve(ctx, rt, token, slip{"a", 42}); !errors.Is(err, reprise.ErrResolved) {
		t.Errorf("a promise that was cancelled: %v, want %v", err, reprise.ErrResolved)
	}
}

// A token that is incomplete, or of another database or namespace, says nothing about any run, and causes
// no lookup.
func TestATokenThatNobodyGaveOut(t *testing.T) {
	ctx, b, st := bounded(t), newBank(), newMemory()
	rt := startRuntime(t, st, quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", 0)
	other := quiet()
	other.Namespace = "other"
	foreign := client(t, st, other)
	far := client(t, memory.New(), quiet())
	unread := func(what string, c *reprise.Runtime, text string) {
		t.Helper()
		for verb, err := range map[string]error{
			"Resolve":     reprise.Resolve(ctx, c, workflow.Token[slip](text), slip{"a", 42}),
			"Reject":      reprise.Reject(ctx, c, workflow.Token[slip](text), errNoCover),
			"ResolveJSON": reprise.ResolveJSON(ctx, c, text, []byte("{}")),
		} {
			var bad *reprise.TokenError
			if !errors.As(err, &bad) || strings.Contains(err.Error(), h.RunID().String()) {
				t.Errorf("%s, %s: %v, want a *TokenError", what, verb, err)
			}
		}
	}
	unread("no token", rt, "")
	unread("an id", rt, h.RunID().String())
	unread("a part", rt, string(token[:len(token)-1]))
	unread("more", rt, string(token)+"A")
	unread("a forged one", rt, string(token[:30])+"AAAA"+string(token[34:]))
	unread("of another namespace", foreign, string(token))
	unread("of another database", far, string(token))
	if d, err := reprise.Describe(ctx, rt, h.RunID()); err != nil || len(d.Inbox) > 0 || d.Unread > 0 {
		t.Errorf("in its inbox is %v, %v", d.Inbox, err)
	}
	if err := reprise.Resolve(ctx, rt, token, slip{"a", 1}); err != nil {
		t.Error(err)
	}
}

func TestAPromiseIsResolvedByAText(t *testing.T) {
	ctx, b := bounded(t), newBank()
	rt := startRuntime(t, newMemory(), quiet(), b.bindings()...)
	h, token := b.begins(t, rt, "t-1", 0)
	var bad *history.DecodeError
	if err := reprise.ResolveJSON(ctx, rt, string(token), []byte(`{"ID":`)); !errors.As(err, &bad) {
		t.Errorf("a text that is no JSON: %v", err)
	}
	var large *history.PayloadTooLargeError
	if err := reprise.ResolveJSON(ctx, rt, string(token), []byte(`"`+strings.Repeat("x", 5<<20)+`"`)); !errors.As(err, &large) {
		t.Errorf("a text that is too large: %.200v", err)
	}
	for range 2 {
		if err := reprise.ResolveJSON(ctx, rt, string(token), []byte(`{"ID": "a", "Cents": 7}`)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := h.Result(ctx); got != "a: 7" || err != nil {
		t.Errorf("it ended with %q, %v", got, err)
	}
	h, token = b.begins(t, rt, "t-2", 0)
	if err := reprise.ResolveJSON(ctx, rt, string(token), []byte(`"not a slip"`)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Result(ctx); err == nil || !strings.Contains(err.Error(), "value of a promise") {
		t.Errorf("of the wrong type: it ended with %v", err)
	}
}

// An answer that comes before anyone waits is kept, even while no worker is there, and while the run is
// blocked.
func TestAPromiseIsResolvedBeforeAnybodyWaits(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, token := t.Context(), make(chan workflow.Token[int], 1)
		patient, wrong := workflow.Define[int, int]("patient"), true
		code := func(ctx workflow.Context, _ int) (int, error) {
			p := workflow.NewPromise[int](ctx)
			if _, err := workflow.Execute(ctx, askInt, p.Token()).Get(ctx); err != nil {
				return 0, err
			}
			if wrong {
				panic("a mistake")
			}
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			if !p.Ready() {
				return 0, errors.New("it is not ready")
			}
			return p.Get(ctx)
		}
		ask := askInt.Bind(func(_ context.Context, t workflow.Token[int]) (workflow.None, error) {
			token <- t
			return workflow.None{}, nil
		})
		cfg := quiet()
		cfg.Build = "wrong"
		first := startRuntime(t, st, cfg, patient.Bind(code), ask)
		h := begin(t, first, patient, 0, "one")
		got := <-token
		parked(t, first)
		if err := first.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		c := client(t, st, quiet())
		for range 2 {
			if err := reprise.Resolve(ctx, c, got, 7); err != nil {
				t.Fatal(err)
			}
		}
		if err := reprise.Resolve(ctx, c, got, 8); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("another while it is unread: %v", err)
		}
		wrong, cfg.Build = false, "mended"
		startRuntime(t, st, cfg, patient.Bind(code), ask)
		again, err := reprise.Get(ctx, c, patient, h.RunID())
		if err != nil {
			t.Fatal(err)
		}
		if n, err := again.Result(ctx); n != 7 || err != nil {
			t.Errorf("it ended with %d, %v", n, err)
		}
	})
}

var askInt = activity.Define[workflow.Token[int], workflow.None]("ask-int")

// A promise belongs to its run: it ends when the run continues as new or is cancelled.
func TestAPromiseEndsWithItsRun(t *testing.T) {
	ctx := bounded(t)
	tokens := make(chan workflow.Token[int], 10)
	turn := workflow.Define[int, int]("turn")
	code := func(ctx workflow.Context, n int) (int, error) {
		p := workflow.NewPromise[int](ctx)
		if _, err := workflow.Execute(ctx, askInt, p.Token()).Get(ctx); err != nil {
			return 0, err
		}
		if n == 0 {
			return workflow.ContinueAsNew(ctx, turn, 1)
		}
		return p.Get(ctx)
	}
	rt := startRuntime(t, newMemory(), quiet(), turn.Bind(code), askInt.Bind(func(_ context.Context, t workflow.Token[int]) (workflow.None, error) {
		tokens <- t
		return workflow.None{}, nil
	}))
	h := begin(t, rt, turn, 0, "turn-1")
	first, second := <-tokens, <-tokens
	var goesOn *reprise.ContinuedError
	if err := reprise.Resolve(ctx, rt, first, 1); !errors.As(err, &goesOn) || !errors.Is(err, reprise.ErrClosed) {
		t.Errorf("a promise of the run before: %v", err)
	}
	if err := reprise.Resolve(ctx, rt, second, 2); err != nil {
		t.Error(err)
	}
	if n, err := h.Result(ctx); n != 2 || err != nil {
		t.Errorf("it ended with %d, %v", n, err)
	}
}

func TestAPromiseOfAScopeThatIsCancelled(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		tokens := make(chan workflow.Token[int], 1)
		scoped := workflow.New("scoped", func(ctx workflow.Context, _ int) (string, error) {
			within, cancel := workflow.WithCancel(ctx)
			p := workflow.NewPromise[int](within, workflow.Within(time.Hour))
			if _, err := workflow.Execute(ctx, askInt, p.Token()).Get(ctx); err != nil {
				return "", err
			}
			cancel()
			_, first := p.Get(ctx)
			late := workflow.NewPromise[int](within)
			_, second := late.Get(ctx)
			if _, err := workflow.Receive(ctx, approve); err != nil {
				return "", err
			}
			return fmt.Sprint(errors.Is(first, workflow.ErrCancelled), errors.Is(second, workflow.ErrCancelled), late.Token() == ""), nil
		})
		rt := startRuntime(t, st, quiet(), scoped, askInt.Bind(func(_ context.Context, t workflow.Token[int]) (workflow.None, error) {
			tokens <- t
			return workflow.None{}, nil
		}))
		h := begin(t, rt, scoped, 0, "s-1")
		token := <-tokens
		synctest.Wait()
		if err := reprise.Resolve(ctx, rt, token, 1); !errors.Is(err, reprise.ErrResolved) {
			t.Errorf("a promise that was cancelled: %v, want %v", err, reprise.ErrResolved)
		}
		if p, err := st.Pending(ctx, h.RunID()); err != nil || len(p.Timers) > 0 {
			t.Errorf("left of it is %+v, %v", p, err)
		}
		if err := reprise.Signal(ctx, rt, "s-1", approve, approval{}); err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); got != "true true true" || err != nil {
			t.Errorf("it ended with %q, %v", got, err)
		}
		lint(t, st, h.RunID())
	})
}
