package reprise_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/storetest"
	"github.com/reprise-run/reprise/workflow"
)

// What a run has sent to others waits in the outbox until it is relayed. A sweep spares its
// payloads: the signal and the start arrive intact.
func TestASweepLeavesWhatWaitsInTheOutbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := bounded(t)
		st := openFile(t, filepath.Join(t.TempDir(), "test.db"))
		blobs := aged{codec.InMemory()}
		cfg := func() reprise.Config { return sealedConfig(codec.AESGCM(ringOf("k1")), codec.Offload(blobs, 100)) }
		to := workflow.New("to", func(ctx workflow.Context, in string) (string, error) {
			said, err := workflow.Receive(ctx, answer)
			return in + said, err
		})
		echo := workflow.New("echo", func(_ workflow.Context, in string) (string, error) { return in, nil })
		from := workflow.New("from", func(ctx workflow.Context, _ int) (int, error) {
			if _, err := workflow.Start(ctx, echo, noise(300), workflow.ChildID("echo")); err != nil {
				return 0, err
			}
			_, err := workflow.Send(ctx, "to", answer, noise(400)).Get(ctx)
			return 0, err
		})
		held := storetest.Faulty(st, func(c storetest.Call) (f storetest.Fault) {
			for _, op := range c.Ops {
				if _, ok := op.(*store.Relay); ok {
					f.Kind = storetest.FailBefore
				}
			}
			return f
		})
		first, err := reprise.New(held, cfg(), to, echo, from)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Start(ctx); err != nil {
			t.Fatal(err)
		}
		receiver := begin(t, first, to, "heard ", "to")
		sender := begin(t, first, from, 0, "from")
		synctest.Wait()
		// The relay keeps the worker from stopping; what the worker owns is given back all the same.
		soon, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if err := first.Stop(soon); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		if waits, err := st.Outbox(ctx, store.OutboxQuery{Namespace: "default", Max: 10}); err != nil || len(waits) != 2 {
			t.Fatalf("%d messages are in the outbox, %v; want a start and a signal", len(waits), err)
		}

		second, err := reprise.New(st, cfg(), to, echo, from)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := reprise.SweepBlobs(ctx, second, reprise.SweepOptions{Age: 24 * time.Hour}); err != nil || got.Removed != 0 || got.Kept < 4 {
			t.Errorf("the sweep: %+v, %v; want nothing removed of two histories and two messages", got, err)
		}
		if err := second.Start(ctx); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := second.Stop(ctx); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		if _, err := result(t, second, from, sender.WorkflowID()); err != nil {
			t.Error(err)
		}
		if got, err := result(t, second, to, receiver.WorkflowID()); err != nil || got != "heard "+noise(400) {
			t.Errorf("the signal: %q, %v", got, err)
		}
		if got, err := result(t, second, echo, "echo"); err != nil || got != noise(300) {
			t.Errorf("the run that was started: %q, %v", got, err)
		}
	})
}
