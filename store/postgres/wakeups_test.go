package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/faketime"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/postgres"
	"github.com/reprise-run/reprise/workflow"
)

// A worker whose clock stands still never ticks again: only wake-ups tell it what other processes
// do.
func TestWakeUpsSpareTheWaitForTheTick(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	inside := make(chan struct{})
	long := activity.New("long", func(ctx context.Context, _ int) (int, error) {
		close(inside)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	impatient := workflow.New("impatient", func(ctx workflow.Context, _ int) (string, error) {
		workflow.Execute(ctx, long, 0)
		return workflow.Receive(ctx, approve)
	})
	claimed, closed := make(chan store.RunID, 2), make(chan store.RunID, 1)
	cfg := reprise.Config{Logger: quiet(), Clock: faketime.New(time.Now()), Observer: &reprise.Observer{
		RunClaimed: func(e reprise.RunClaimed) { claimed <- e.RunID },
		RunClosed:  func(e reprise.RunClosed) { closed <- e.RunID },
	}}
	worker, err := reprise.New(open(t, url), cfg, impatient, long)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := worker.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	client, err := reprise.New(open(t, url), reprise.Config{Logger: quiet()}, impatient, long)
	if err != nil {
		t.Fatal(err)
	}
	wait := func(c <-chan store.RunID, what string) store.RunID {
		t.Helper()
		select {
		case id := <-c:
			return id
		case <-ctx.Done():
			t.Fatalf("the worker did not hear of %s", what)
			return store.RunID{}
		}
	}
	h, err := reprise.Start(ctx, client, impatient, 0, reprise.ID("i"))
	if err != nil {
		t.Fatal(err)
	}
	if id := wait(claimed, "a start"); id != h.RunID() {
		t.Fatalf("it claimed %v", id)
	}
	select {
	case <-inside:
	case <-ctx.Done():
		t.Fatal("the activity does not begin")
	}
	if err := reprise.Signal(ctx, client, "i", approve, "bob"); err != nil {
		t.Fatal(err)
	}
	wait(closed, "a signal to a run that it is busy with")
}

// A client starts a run and closes its store, without Stop. The worker hears of the run at once. Its
// clock stands still, so its tick would never find the run.
func TestTheLastStartOfAClientIsHeard(t *testing.T) {
	ctx := bounded(t)
	url := database(t)
	done := make(chan store.RunID, 1)
	w := workflow.New("w", func(workflow.Context, int) (int, error) { return 0, nil })
	worker, err := reprise.New(open(t, url), reprise.Config{
		Logger: quiet(), Clock: faketime.New(time.Now()), Observer: &reprise.Observer{RunClosed: func(e reprise.RunClosed) { done <- e.RunID }},
	}, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := worker.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	for n := range 5 {
		var log bytes.Buffer
		st, err := postgres.Open(ctx, url, postgres.Options{Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		client, err := reprise.New(st, reprise.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		first, err := reprise.Start(ctx, client, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		last, err := reprise.Start(ctx, client, w, 0) // within 10 ms of the first: its wake-up waits
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			select {
			case id := <-done:
				if id != first.RunID() && id != last.RunID() {
					t.Errorf("run %s has ended", id)
				}
			case <-ctx.Done():
				t.Fatalf("round %d: the worker did not hear of a start", n)
			}
		}
		if log.Len() > 0 {
			t.Errorf("the client logs %s", &log)
		}
	}
}
