package reprise_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store/memory"
	"github.com/reprise-run/reprise/workflow"
)

// Heartbeat details are encrypted in their row, and the next attempt reads them.
func TestHeartbeatDetailsAreEncrypted(t *testing.T) {
	st := newMemory()
	inside := make(chan struct{})
	load := activity.New("load", func(ctx context.Context, _ int) (string, error) {
		if activity.GetInfo(ctx).Attempt == 1 {
			err := activity.HeartbeatDetails(ctx, "at "+secret)
			close(inside)
			<-ctx.Done()
			return "", err
		}
		at, _, err := activity.Details[string](ctx)
		return at, err
	}, activity.Policy{StartToClose: activity.NoLimit, HeartbeatTimeout: time.Hour})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (string, error) {
		return workflow.Execute(ctx, load, 0).Get(ctx)
	})
	first, life := process(t, st, sealedConfig(codec.AESGCM(ringOf("k1"))), w, load)
	run := begin(t, first, w, 0, "w")
	<-inside
	pending, err := st.Pending(t.Context(), run.RunID())
	if err != nil || len(pending.Activities) != 1 || len(pending.Activities[0].Details) == 0 {
		t.Fatalf("%+v, %v: there are to be details", pending, err)
	}
	if bytes.Contains(storedBytes(t, st, run.RunID()), []byte(secret)) {
		t.Error("the details can be read in the store")
	}
	life.kill()
	condemn(t, st, first)
	second := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("k2", "k1"))), w, load)
	if got, err := result(t, second, w, "w"); err != nil || got != "at "+secret {
		t.Errorf("the next attempt goes on from %q, %v", got, err)
	}
	lint(t, st, run.RunID())
}

// A worker without the key claims a row. The row waits and says which key it needs. That consumes
// no attempt, and a worker with the key runs it.
func TestARowWaitsForItsKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := newMemory()
		ship := activity.New("ship", func(ctx context.Context, to string) (string, error) {
			return "shipped to " + to, nil
		}, activity.Policy{Queue: "depot", Retry: activity.RetryPolicy{MaxAttempts: 1}})
		w := workflow.New("w", func(ctx workflow.Context, to string) (string, error) {
			return workflow.Execute(ctx, ship, to).Get(ctx)
		})
		office := startRuntime(t, st, sealedConfig(codec.AESGCM(ringOf("old", "k2"))), w)
		run := begin(t, office, w, secret, "one")
		depot := func(ring codec.Ring) *reprise.Runtime {
			cfg := sealedConfig(codec.AESGCM(ring))
			cfg.Queues = []reprise.Queue{{Name: "depot"}}
			return startRuntime(t, st, cfg, ship)
		}
		poor := depot(ringOf("k2"))
		says := ""
		for range time.Tick(100 * time.Millisecond) {
			d, err := reprise.Describe(t.Context(), office, "one")
			if err != nil || d.Blocked != nil {
				t.Fatalf("%+v, %v: the run itself is not parked", d.Blocked, err)
			}
			if len(d.Activities) == 1 && d.Activities[0].Last != nil {
				says = d.Activities[0].Last.Error()
				break
			}
		}
		if !strings.Contains(says, `needs key "old"`) {
			t.Errorf("the row says: %s", says)
		}
		if err := poor.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		depot(ringOf("k2", "old"))
		if got, err := run.Result(bounded(t)); err != nil || got != "shipped to "+secret {
			t.Errorf("%q, %v", got, err)
		}
		lint(t, st, run.RunID())
	})
}

// The result of a transactional activity is encrypted in its own transaction. If that fails, the
// transaction is rolled back and repeated: the user's line is there once.
func TestATransactionalActivityWithTransforms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a account
		m := &moody{}
		calls := 0
		debit := activity.Define[string, string]("debit", activity.Policy{Transactional: true, Retry: activity.RetryPolicy{MaxAttempts: 1}})
		flow := workflow.Define[string, string]("flow")
		st := newMemory()
		rt := startRuntime(t, st, sealedConfig(m, codec.AESGCM(ringOf("k1"))),
			debit.BindTx(memory.Transactional(func(_ context.Context, tx *memory.ActivityTx, line string) (string, error) {
				calls++
				m.bad.Store(calls == 1)
				return "booked " + line, a.book(tx, line)
			})),
			flow.Bind(func(ctx workflow.Context, line string) (string, error) {
				return workflow.Execute(ctx, debit, line).Get(ctx)
			}))
		run := begin(t, rt, flow, secret, "one")
		got, err := run.Result(bounded(t))
		if err != nil || got != "booked "+secret {
			t.Errorf("%q, %v", got, err)
		}
		if lines := a.read(); lines != secret || calls != 2 {
			t.Errorf("after %d calls the account has %q, want one line and two calls", calls, lines)
		}
		if bytes.Contains(storedBytes(t, st, run.RunID()), []byte(secret)) {
			t.Error("the store can be read")
		}
		lint(t, st, run.RunID())
	})
}
