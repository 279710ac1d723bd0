package reprise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// shipment pays, packs and ships; keys holds the idempotency keys of each.
type shipment struct {
	broken atomic.Bool
	keys   map[string][]string
	told   []string // the key of the payment, as the workflow finally knows it
	pay    activity.Bound[int, string]
	pack   activity.Bound[int, string]
	ship   activity.Bound[int, string]
	code   workflow.Bound[int, string]
}

func newShipment() *shipment {
	p := &shipment{keys: map[string][]string{}}
	p.broken.Store(true)
	does := func(name string) activity.Bound[int, string] {
		return activity.New(name, func(ctx context.Context, n int) (string, error) {
			p.keys[name] = append(p.keys[name], activity.GetInfo(ctx).IdempotencyKey)
			if name == "ship" && p.broken.Load() {
				return "", errors.New("no courier")
			}
			return fmt.Sprint(name, n), nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
	}
	p.pay, p.pack, p.ship = does("pay"), does("pack"), does("ship")
	p.code = workflow.New("parcel", func(ctx workflow.Context, n int) (string, error) {
		paid := workflow.Execute(ctx, p.pay, n)
		a, err := paid.Get(ctx)
		if err != nil {
			return "", err
		}
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return "", err
		}
		to, err := workflow.Receive(ctx, letGo)
		if err != nil {
			return "", err
		}
		b, err := workflow.Execute(ctx, p.pack, to).Get(ctx)
		if err != nil {
			return "", err
		}
		c, err := workflow.Execute(ctx, p.ship, to).Get(ctx)
		p.told = append(p.told, paid.IdempotencyKey())
		return strings.Join([]string{a, b, c}, " "), err
	})
	return p
}

// failed runs a parcel that fails because there is no courier.
func (p *shipment) failed(t *testing.T, rt *reprise.Runtime) reprise.Handle[string] {
	t.Helper()
	run := begin(t, rt, p.code, 1, "p")
	if err := reprise.Signal(t.Context(), rt, "p", letGo, 7); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(t.Context()); err == nil {
		t.Fatal("it has not failed")
	}
	p.broken.Store(false)
	return run
}

// A run that failed for good continues before the failure. The payment is not repeated, and keeps its
// idempotency key.
func TestAResetGoesOnBeforeTheFailure(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		old := p.failed(t, rt)
		plan, err := reprise.PlanReset(ctx, rt, "p", reprise.BeforeFailure())
		if err != nil || len(plan.Refused) > 0 || len(plan.Again) != 1 || plan.Again[0].Name != "ship" || plan.Again[0].Completed {
			t.Errorf("the plan is %+v, %v; want ship alone to be asked for again", plan, err)
		}
		id, err := reprise.Reset(ctx, rt, "p", reprise.BeforeFailure(), ben)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" {
			t.Errorf("Result = %q, %v", got, err)
		}
		if len(p.keys["pay"]) != 1 || len(p.keys["pack"]) != 1 || len(p.keys["ship"]) != 2 || p.keys["ship"][0] == p.keys["ship"][1] {
			t.Errorf("called with keys %v; want ship alone to be called again, with another key", p.keys)
		}
		if want := p.keys["pay"][0]; p.told[0] != want || p.told[1] != want {
			t.Errorf("the workflow knows the payment as %v; want %s", p.told, want)
		}
		if got, want := steered(t, rt, id), []string{"reset by ben: it is corrected"}; !slices.Equal(got, want) {
			t.Errorf("the history tells %q; want %q", got, want)
		}
		if d, err := reprise.Describe(ctx, rt, old.RunID()); err != nil || d.Status != reprise.Failed {
			t.Errorf("the old run is %+v, %v; want it to have failed", d, err)
		}
		lint(t, st, id)
	})
}

// Activities that took effect are repeated only if that is allowed.
func TestAResetOverWhatTookEffectMustBeAllowed(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		p.failed(t, rt)
		var refused *reprise.ResetError
		_, err := reprise.Reset(ctx, rt, "p", reprise.ToEvent(1), ben, reprise.AllowAgain("pack"))
		if !errors.As(err, &refused) || !slices.Equal(refused.Again, []string{"pay"}) || refused.Plan.Signals != 1 || refused.Plan.Seq != 1 {
			t.Fatalf("Reset: %v, %+v; want it to be refused because of pay", err, refused)
		}
		if d, err := reprise.Describe(ctx, rt, "p"); err != nil || d.Status != reprise.Failed {
			t.Errorf("it is %+v, %v; want nothing to have changed", d, err)
		}
		id, err := reprise.Reset(ctx, rt, "p", reprise.ToEvent(1), ben, reprise.AllowAgain("pack", "pay"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" || len(p.keys["pay"]) != 2 {
			t.Errorf("Result = %q, %v after %d payments", got, err, len(p.keys["pay"]))
		}
		lint(t, st, id)
		again, err := reprise.Reset(ctx, rt, "p", reprise.BeforeActivity("ship"), ben, reprise.AllowAgain("ship"), reprise.DropSignals())
		if err != nil {
			t.Fatalf("a run that was reset, reset again: %v", err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" || len(p.keys["pay"]) != 2 {
			t.Errorf("Result = %q, %v after %d payments", got, err, len(p.keys["pay"]))
		}
		if p.told[2] != p.keys["pay"][1] {
			t.Errorf("the workflow knows the payment as %s; want %s", p.told[2], p.keys["pay"][1])
		}
		lint(t, st, again)
	})
}

// A reset run whose timer had not fired waits for it again, and receives later signals at once.
func TestAResetRunHasItsTimersAndSignals(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		p.broken.Store(false)
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		run := begin(t, rt, p.code, 1, "p")
		if err := reprise.Signal(ctx, rt, "p", letGo, 7); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		if err := reprise.Terminate(ctx, rt, "p", "stop"); err != nil {
			t.Fatal(err)
		}
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		id, err := reprise.Reset(ctx, rt, run.RunID(), reprise.ToEvent(events[len(events)-2].Seq), ben)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := reprise.Describe(ctx, rt, "p"); err != nil || d.RunID != id || len(d.Timers) != 1 {
			t.Errorf("it is %+v, %v; want one timer", d, err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" || len(p.keys["pay"]) != 1 {
			t.Errorf("Result = %q, %v after %d payments", got, err, len(p.keys["pay"]))
		}
		lint(t, st, id)
	})
}

func TestAResetIsRefused(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		if _, err := reprise.Reset(ctx, rt, "p", reprise.BeforeFailure(), ben); !errors.Is(err, reprise.ErrNotFound) {
			t.Errorf("of no run: %v", err)
		}
		old := p.failed(t, rt)
		for name, to := range map[string]reprise.ResetPoint{"no event": reprise.ToEvent(0), "one too high": reprise.ToEvent(1000), "no activity": reprise.BeforeActivity("fly")} {
			if _, err := reprise.Reset(ctx, rt, "p", to, ben); !errors.Is(err, reprise.ErrResetPoint) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := reprise.Reset(ctx, rt, "p", reprise.BeforeFailure(), reprise.By{}); !errors.Is(err, reprise.ErrNoReason) {
			t.Errorf("by nobody: %v", err)
		}
		begin(t, rt, p.code, 1, "p")
		if _, err := reprise.Reset(ctx, rt, "p", reprise.BeforeFailure(), ben); !errors.Is(err, reprise.ErrOpen) {
			t.Errorf("of an open run: %v", err)
		}
		if _, err := reprise.Reset(ctx, rt, old.RunID(), reprise.BeforeFailure(), ben); !errors.Is(err, reprise.ErrAlreadyStarted) {
			t.Errorf("while another run has its id: %v", err)
		}
	})
}

// A child that was started before the point belongs to the new run: one that has ended since reports its end
// at once, and one that still runs is adopted and reports its end later.
func TestAResetRunAdoptsChildren(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		var helped atomic.Int32
		var broken atomic.Bool
		broken.Store(true)
		helper := workflow.New("helper", func(ctx workflow.Context, d time.Duration) (string, error) {
			err := workflow.Sleep(ctx, d)
			if errors.Is(err, workflow.ErrCancelled) {
				err = workflow.Sleep(workflow.WithoutCancel(ctx), d) // a cancelled child still has work to finish
			}
			_, counted := workflow.SideEffect(ctx, func() (int32, error) { return helped.Add(1), nil })
			return "helped for " + d.String(), errors.Join(err, counted)
		})
		ship := activity.New("ship", func(context.Context, activity.None) (activity.None, error) {
			if broken.Load() {
				return activity.None{}, errors.New("no courier")
			}
			return activity.None{}, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			short, long := workflow.ExecuteChild(ctx, helper, time.Minute), workflow.ExecuteChild(ctx, helper, time.Hour)
			if err := workflow.Sleep(ctx, time.Second); err != nil {
				return "", err
			}
			if _, err := workflow.Execute(ctx, ship, activity.None{}).Get(ctx); err != nil {
				return "", err
			}
			a, err := short.Get(ctx)
			b, err2 := long.Get(ctx)
			return a + ", " + b, errors.Join(err, err2)
		})
		rt := startRuntime(t, st, quiet(), w, helper, ship)
		old := begin(t, rt, w, 0, "w")
		if _, err := old.Result(ctx); err == nil {
			t.Fatal("it has not failed")
		}
		<-time.After(10 * time.Minute) // the short one has ended
		broken.Store(false)
		plan, err := reprise.PlanReset(ctx, rt, "w", reprise.BeforeFailure())
		if err != nil || len(plan.Refused) > 0 || plan.Children != 2 {
			t.Errorf("PlanReset = %+v, %v; want two children to adopt", plan, err)
		}
		id, err := reprise.Reset(ctx, rt, "w", reprise.BeforeFailure(), ben)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * time.Hour)
		if got, err := result(t, rt, w, "w"); err != nil || got != "helped for 1m0s, helped for 1h0m0s" || helped.Load() != 2 {
			t.Errorf("Result = %q, %v, and %d children have helped, want 2", got, err, helped.Load())
		}
		lint(t, st, id)
		events, err := rt.Inside().History(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if b, ok := e.Body.(*history.ChildStarted); ok {
				if child, err := st.Run(ctx, store.Ref{Run: b.Run}); err != nil || b.WorkflowID == "w/3" && child.Parent != id {
					t.Errorf("the parent of %s is %v, want the new run", b.WorkflowID, child.Parent)
				}
			}
		}
	})
}

// If a run is reset twice at once, the child belongs to the last one, whichever adoption comes later.
func TestARunThatEndedMeanwhileAdoptsNoChild(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		st := newMemory()
		var broken atomic.Bool
		broken.Store(true)
		helper := workflow.New("helper", func(ctx workflow.Context, _ int) (string, error) {
			return "helped", workflow.Sleep(workflow.WithoutCancel(ctx), time.Hour)
		})
		ship := activity.New("ship", func(context.Context, activity.None) (activity.None, error) {
			if broken.Load() {
				return activity.None{}, errors.New("no courier")
			}
			return activity.None{}, nil
		}, activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
			child := workflow.ExecuteChild(ctx, helper, 0)
			if err := workflow.Sleep(ctx, time.Second); err != nil {
				return "", err
			}
			if _, err := workflow.Execute(ctx, ship, activity.None{}).Get(ctx); err != nil {
				return "", err
			}
			return child.Get(ctx)
		})
		rt, err := reprise.New(st, quiet(), w, helper, ship)
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Start(ctx); err != nil {
			t.Fatal(err)
		}
		old := begin(t, rt, w, 0, "w")
		if _, err := old.Result(ctx); err == nil {
			t.Fatal("it has not failed")
		}
		<-time.After(time.Minute)
		plan, err := reprise.PlanReset(ctx, rt, "w", reprise.BeforeFailure())
		if err != nil {
			t.Fatal(err)
		}
		if err := rt.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		broken.Store(false)
		client, err := reprise.New(st, quiet())
		if err != nil {
			t.Fatal(err)
		}
		second, err := reprise.Reset(ctx, client, old.RunID(), reprise.ToEvent(plan.Seq), ben)
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Terminate(ctx, client, second, "once more"); err != nil {
			t.Fatal(err)
		}
		third, err := reprise.Reset(ctx, client, second, reprise.ToEvent(plan.Seq), ben)
		if err != nil {
			t.Fatal(err)
		}
		all, err := st.Outbox(ctx, store.OutboxQuery{Namespace: "default", Max: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all { // another worker relays the later message first
			if m.Kind == store.MessageAdopt && m.Run == third {
				if _, err := st.Apply(ctx, []store.Op{&store.Relay{Message: m.MessageKey, Chain: m.Target, Deliver: &store.Deliver{
					Ref: store.Ref{Run: m.Target}, Entry: store.Entry{ID: "adopt", Kind: store.EntryNote},
					Steer: &store.Steer{Do: store.Adopt, Parent: third, ParentSeq: m.Ref},
				}}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		startRuntime(t, st, quiet(), w, helper, ship)
		<-time.After(2 * time.Hour)
		if got, err := result(t, client, w, "w"); err != nil || got != "helped" {
			t.Errorf("Result = %q, %v", got, err)
		}
		lint(t, st, third)
	})
}

// An activity requested before the point that ended after it ends again at once: it is not executed twice.
func TestAResetRunHasWhatEndedLater(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		var slow, fast, last atomic.Int32
		takes := func(name string, d time.Duration, calls *atomic.Int32) activity.Bound[int, int] {
			return activity.New(name, func(context.Context, int) (int, error) {
				<-time.After(d)
				return int(calls.Add(1)), nil
			})
		}
		one, two, three := takes("one", time.Second, &fast), takes("two", 5*time.Minute, &slow), takes("three", time.Second, &last)
		helper := workflow.New("helper", func(ctx workflow.Context, n int) (int, error) { return n, workflow.Sleep(ctx, 5*time.Minute) })
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			a, b, c := workflow.Execute(ctx, one, 0), workflow.Execute(ctx, two, 0), workflow.ExecuteChild(ctx, helper, 5)
			x, err := a.Get(ctx)
			y, err2 := b.Get(ctx)
			z, err3 := c.Get(ctx)
			n, err4 := workflow.Execute(ctx, three, 0).Get(ctx)
			return 1000*x + 100*y + 10*z + n, errors.Join(err, err2, err3, err4)
		})
		rt := startRuntime(t, st, quiet(), w, helper, one, two, three)
		run := begin(t, rt, w, 0, "w")
		if got, err := run.Result(ctx); err != nil || got != 1151 {
			t.Fatalf("Result = %d, %v", got, err)
		}
		events, err := rt.Inside().History(ctx, run.RunID())
		if err != nil {
			t.Fatal(err)
		}
		var first int64
		for _, e := range events {
			if b, ok := e.Body.(*history.ActivityCompleted); ok && first == 0 && b.Activity == 2 {
				first = e.Seq
			}
		}
		id, err := reprise.Reset(ctx, rt, "w", reprise.ToEvent(first), ben, reprise.AllowAgain("three"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, rt, w, "w"); err != nil || got != 1152 || slow.Load() != 1 || fast.Load() != 1 || last.Load() != 2 {
			t.Errorf("Result = %d, %v after %d, %d, %d calls; want the last activity alone to be called again", got, err, fast.Load(), slow.Load(), last.Load())
		}
		lint(t, st, id)

		again := begin(t, rt, w, 0, "w2")
		<-time.After(time.Minute)
		if err := reprise.Terminate(ctx, rt, "w2", "stop"); err != nil {
			t.Fatal(err)
		}
		var refused *reprise.ResetError
		if _, err := reprise.Reset(ctx, rt, again.RunID(), reprise.ToEvent(first), ben); !errors.As(err, &refused) || len(refused.Plan.Refused) != 1 || !strings.Contains(err.Error(), "activity two, event 3, was asked for before and has no end") {
			t.Errorf("Reset over what has no end: %v", err)
		}
		if _, err := reprise.Reset(ctx, rt, again.RunID(), reprise.ToEvent(1), ben, reprise.AllowAgain("one")); !errors.As(err, &refused) || !slices.Equal(refused.Again, []string{"two", "helper"}) {
			t.Errorf("Reset over what was at work: %v", err)
		}
		if _, err := reprise.Reset(ctx, rt, again.RunID(), reprise.ToEvent(1), ben, reprise.AllowAgain("one", "two", "helper")); err != nil {
			t.Errorf("Reset before all of it: %v", err)
		}
		h, err := reprise.Get(ctx, rt, w, "w2")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Result(ctx); err != nil || got != 3353 {
			t.Errorf("Result = %d, %v", got, err)
		}
	})
}

// Encrypted values are copied as they are; who and why are encrypted, too.
func TestAnEncryptedRunIsPausedAndReset(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), p.code, p.pay, p.pack, p.ship)
		p.failed(t, rt)
		id, err := reprise.Reset(ctx, rt, "p", reprise.ToEvent(1), ben, reprise.AllowAgain("pay", "pack"))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Pause(ctx, rt, "p", anna); err != nil {
			t.Fatal(err)
		}
		awaitRun(t, rt, "p", paused)
		if d, err := reprise.Describe(ctx, rt, "p"); err != nil || d.Blocked.Text != "paused by anna: the price list is wrong" {
			t.Errorf("it is %+v, %v", d, err)
		}
		if err := reprise.Unpause(ctx, rt, "p", ben); err != nil {
			t.Fatal(err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" {
			t.Errorf("Result = %q, %v", got, err)
		}
		if stored := string(storedBytes(t, st, id)); strings.Contains(stored, ben.Why) || strings.Contains(stored, anna.Why) {
			t.Error("why can be read in the store")
		}
		if got := steered(t, rt, id); len(got) != 3 || got[0] != "reset by ben: it is corrected" {
			t.Errorf("the history tells %q", got)
		}
		lint(t, st, id)
	})
}

// unknownAgain checks that only this activity would be repeated, and that it may have taken effect.
func unknownAgain(t *testing.T, rt *reprise.Runtime, id, activity string) {
	t.Helper()
	plan, err := reprise.PlanReset(t.Context(), rt, id, reprise.BeforeActivity(activity))
	if err != nil || len(plan.Again) != 1 || plan.Again[0].Completed || !plan.Again[0].Unknown || len(plan.Refused) > 0 {
		t.Errorf("the plan is %+v, %v; want %s alone, which may have taken effect", plan, err, activity)
	}
	var refused *reprise.ResetError
	_, err = reprise.Reset(t.Context(), rt, id, reprise.BeforeActivity(activity), ben)
	if !errors.As(err, &refused) || !slices.Equal(refused.Again, []string{activity}) || !strings.Contains(err.Error(), activity+" took effect, or may have, after event") {
		t.Errorf("Reset: %v; want it to be refused because of %s", err, activity)
	}
}

// An activity in progress when its run was terminated may have taken effect: repeating it must be allowed,
// whether its result arrived before or not.
func TestAResetOverWhatMayHaveTakenEffectMustBeAllowed(t *testing.T) {
	for name, pause := range map[string]bool{"at work": false, "its result lies unread": true} {
		t.Run(name, func(t *testing.T) {
			onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
				ctx := t.Context()
				var paid atomic.Int32
				pay := activity.New("pay", func(context.Context, int) (int, error) {
					<-time.After(time.Minute)
					return int(paid.Add(1)), nil
				})
				w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
					if err := workflow.Sleep(ctx, time.Minute); err != nil {
						return 0, err
					}
					return workflow.Execute(ctx, pay, 0).Get(ctx)
				})
				rt := startRuntime(t, st, quiet(), w, pay)
				begin(t, rt, w, 1, "w")
				<-time.After(90 * time.Second)
				if pause {
					if err := reprise.Pause(ctx, rt, "w", anna); err != nil {
						t.Fatal(err)
					}
					<-time.After(10 * time.Minute)
				}
				if err := reprise.Terminate(ctx, rt, "w", "stop"); err != nil {
					t.Fatal(err)
				}
				unknownAgain(t, rt, "w", "pay")
				<-time.After(10 * time.Minute)
				if n := paid.Load(); n > 1 {
					t.Errorf("paid %d times", n)
				}
				before := paid.Load()
				id, err := reprise.Reset(ctx, rt, "w", reprise.BeforeActivity("pay"), ben, reprise.AllowAgain("pay"))
				if err != nil {
					t.Fatal(err)
				}
				if got, err := result(t, rt, w, "w"); err != nil || got != int(before)+1 {
					t.Errorf("Result = %d, %v; want one payment more than %d", got, err, before)
				}
				lint(t, st, id)
			})
		})
	}
}

// An activity that did not return when cancelled may have taken effect, although it has an end.
func TestAResetOverAnUnknownOutcomeMustBeAllowed(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx := t.Context()
		pay := activity.New("pay", func(context.Context, int) (int, error) {
			<-time.After(time.Hour) // ignores its context
			return 1, nil
		})
		w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
			if err := workflow.Sleep(ctx, time.Minute); err != nil {
				return 0, err
			}
			return workflow.Execute(ctx, pay, 0).Get(ctx)
		})
		rt := startRuntime(t, st, quiet(), w, pay)
		run := begin(t, rt, w, 1, "w")
		<-time.After(90 * time.Second)
		if err := reprise.Cancel(ctx, rt, "w", "stop"); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); !errors.Is(err, activity.ErrOutcomeUnknown) {
			t.Fatalf("Result: %v", err)
		}
		unknownAgain(t, rt, "w", "pay")
		<-time.After(2 * time.Hour)
	})
}

// A run whose timeout had not passed when it failed, but has by now, is not reset.
func TestAResetIsRefusedWhenItsTimeIsOver(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		run, err := reprise.Start(ctx, rt, p.code, 1, reprise.ID("p"), reprise.Timeout(2*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if err := reprise.Signal(ctx, rt, "p", letGo, 7); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Result(ctx); err == nil {
			t.Fatal("it has not failed")
		}
		if plan, err := reprise.PlanReset(ctx, rt, "p", reprise.BeforeFailure()); err != nil || len(plan.Refused) > 0 {
			t.Errorf("while it has time the plan is %+v, %v", plan, err)
		}
		<-time.After(5 * time.Hour)
		if plan, err := reprise.PlanReset(ctx, rt, "p", reprise.BeforeFailure()); err != nil || len(plan.Refused) != 1 || !strings.Contains(plan.Refused[0], "its deadline passed at") {
			t.Errorf("when its time is over the plan is %+v, %v", plan, err)
		}
		var refused *reprise.ResetError
		if _, err := reprise.Reset(ctx, rt, "p", reprise.BeforeFailure(), ben); !errors.As(err, &refused) {
			t.Errorf("Reset: %v; want it to be refused", err)
		}
	})
}

// The old run's history does not show what the reset run did. So the old run is not reset again, but the new
// one can be.
func TestARunIsResetOnce(t *testing.T) {
	onEachStoreInABubble(t, func(t *testing.T, st store.Store) {
		ctx, p := t.Context(), newShipment()
		rt := startRuntime(t, st, quiet(), p.code, p.pay, p.pack, p.ship)
		old := p.failed(t, rt)
		id, err := reprise.Reset(ctx, rt, old.RunID(), reprise.BeforeFailure(), ben)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := result(t, rt, p.code, "p"); err != nil {
			t.Fatal(err)
		}
		var refused *reprise.ResetError
		if _, err := reprise.Reset(ctx, rt, old.RunID(), reprise.BeforeFailure(), ben); !errors.As(err, &refused) || !strings.Contains(err.Error(), fmt.Sprintf(`run %s has used the workflow id "p" since`, id)) {
			t.Errorf("Reset of the old run: %v; want it to name %s", err, id)
		}
		if n := len(p.keys["ship"]); n != 2 {
			t.Errorf("shipped %d times", n)
		}
		if _, err := reprise.Reset(ctx, rt, id, reprise.BeforeActivity("ship"), ben, reprise.AllowAgain("ship")); err != nil {
			t.Errorf("Reset of the new run: %v", err)
		}
		if got, err := result(t, rt, p.code, "p"); err != nil || got != "pay1 pack7 ship7" {
			t.Errorf("Result = %q, %v", got, err)
		}
	})
}
