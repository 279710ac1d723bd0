package activity_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/contract"
)

// inside runs f as an attempt described by c.
func inside(t *testing.T, ctx context.Context, c contract.Call, f func(context.Context)) contract.Outcome {
	t.Helper()
	c.Input = encode(t, 0)
	return of(activity.New("act", func(ctx context.Context, _ int) (int, error) { f(ctx); return 0, nil })).Run(ctx, c)
}

func TestInfoReachesTheFunction(t *testing.T) {
	want := activity.Info{RunID: uuid.UUID{1}, WorkflowID: "order-42", Workflow: "order", Activity: "act", Number: 7, Attempt: 2, Headers: map[string]string{"tenant": "blue"},
		Scheduled: time.Unix(1, 0), Deadline: time.Unix(2, 0)}
	var got activity.Info
	inside(t, context.Background(), contract.Call{Info: contract.Info(want)}, func(ctx context.Context) {
		sub, cancel := context.WithCancel(ctx)
		defer cancel()
		got = activity.GetInfo(sub)
	})
	want.IdempotencyKey = uuid.UUID{1}.String() + "/7"
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if !reflect.DeepEqual(activity.GetInfo(context.Background()), activity.Info{}) {
		t.Error("a context of nobody's has an Info")
	}
}

// Who logs a context, or a mock its arguments, does not log what the activity was given.
func TestAContextPrintsWithoutTheInput(t *testing.T) {
	inside(t, context.Background(), contract.Call{Info: contract.Info{RunID: uuid.UUID{1}, Activity: "charge", Number: 7, Attempt: 2}}, func(ctx context.Context) {
		if got, want := fmt.Sprintf("%v", ctx), "activity charge, attempt 2 of 01000000-0000-0000-0000-000000000000/7"; got != want {
			t.Errorf("it prints as %s, want %s", got, want)
		}
	})
}

func TestTheIdempotencyKeyIsTheSameForAllAttempts(t *testing.T) {
	keys := map[string]bool{}
	for attempt := range 3 {
		inside(t, context.Background(), contract.Call{Info: contract.Info{RunID: uuid.UUID{1}, Number: 9, Attempt: attempt + 1}},
			func(ctx context.Context) { keys[activity.GetInfo(ctx).IdempotencyKey] = true })
	}
	if len(keys) != 1 {
		t.Fatalf("keys %v", keys)
	}
}

func TestHeartbeatsReachTheWorkerAndTheNextAttempt(t *testing.T) {
	var beats []history.Payload
	beat := func(p history.Payload) error { beats = append(beats, p); return nil }
	inside(t, context.Background(), contract.Call{Beat: beat}, func(ctx context.Context) {
		if _, ok, err := activity.Details[[]string](ctx); ok || err != nil {
			t.Errorf("the first attempt has details: %v %v", ok, err)
		}
		if err := activity.Heartbeat(ctx); err != nil {
			t.Error(err)
		}
		if err := activity.HeartbeatDetails(ctx, []string{"a", "b"}); err != nil {
			t.Error(err)
		}
	})
	if len(beats) != 2 || beats[0].Data != nil || beats[0].Enc != "" {
		t.Fatalf("got %+v", beats)
	}
	inside(t, context.Background(), contract.Call{Details: beats[1]}, func(ctx context.Context) {
		got, ok, err := activity.Details[[]string](ctx)
		if !ok || err != nil || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("got %v %v %v", got, ok, err)
		}
		if _, ok, err := activity.Details[int](ctx); ok || err == nil {
			t.Error("details of another type were read as an int")
		}
		if err := activity.Heartbeat(ctx); err != nil {
			t.Errorf("without a worker that listens: %v", err)
		}
	})
}

func TestHeartbeatOfACancelledAttemptGivesTheCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	beats := 0
	beat := func(history.Payload) error {
		beats++
		cancel(activity.ErrLeaseLost) // as a worker does that finds the row fenced
		return nil
	}
	inside(t, ctx, contract.Call{Beat: beat}, func(ctx context.Context) {
		for range 2 {
			if err := activity.Heartbeat(ctx); !errors.Is(err, activity.ErrLeaseLost) {
				t.Errorf("got %v", err)
			}
		}
	})
	if beats != 1 {
		t.Errorf("a cancelled attempt still beats: %d", beats)
	}
}

func TestHeartbeatPassesOnTheWorkersError(t *testing.T) {
	down := errors.New("store is down")
	inside(t, context.Background(), contract.Call{Beat: func(history.Payload) error { return down }}, func(ctx context.Context) {
		if err := activity.Heartbeat(ctx); !errors.Is(err, down) {
			t.Errorf("got %v", err)
		}
	})
}

func TestHeartbeatDetailsHaveALimit(t *testing.T) {
	beats := 0
	inside(t, context.Background(), contract.Call{Beat: func(history.Payload) error { beats++; return nil }}, func(ctx context.Context) {
		if err := activity.HeartbeatDetails(ctx, make([]byte, 64<<10-16)); err != nil {
			t.Error(err)
		}
		if err := activity.HeartbeatDetails(ctx, make([]byte, 64<<10+1)); err == nil || !strings.Contains(err.Error(), "65536") {
			t.Errorf("above the limit: %v", err)
		}
		if err := activity.HeartbeatDetails(ctx, make(chan int)); err == nil {
			t.Error("a channel was accepted")
		}
	})
	if beats != 1 {
		t.Errorf("%d beats, want 1", beats)
	}
}

func TestAnActivityCanBeCalledDirectly(t *testing.T) {
	work := func(ctx context.Context, from int) (int, error) {
		before, _, err := activity.Details[int](ctx)
		if err != nil {
			return 0, err
		}
		for i := max(from, before); i < 3; i++ {
			if err := activity.HeartbeatDetails(ctx, i); err != nil {
				return i, err
			}
			if err := activity.Heartbeat(ctx); err != nil {
				return i, err
			}
		}
		return 3, nil
	}
	if n, err := work(context.Background(), 1); n != 3 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err := work(ended, 1); n != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %d, %v", n, err)
	}
}
