package reprise_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// An author's code with the text of an engine's kind does not match that kind: not in the workflow,
// and not for a caller that waits for the result.
func TestAnAuthorsCodeIsNeverTheEnginesKind(t *testing.T) {
	kinds := map[failure.Code][]error{
		"cancelled":       {workflow.ErrCancelled, activity.ErrCancelled},
		"timeout":         {workflow.ErrTimeout, activity.ErrTimeout},
		"outcome_unknown": {activity.ErrOutcomeUnknown},
	}
	onEachStore(t, func(t *testing.T, st store.Store) {
		say := activity.New("say", func(_ context.Context, c failure.Code) (int, error) {
			return 0, failure.New(c, "so said the customer", failure.Permanent())
		})
		taken := make(chan error, len(kinds))
		w := workflow.New("w", func(ctx workflow.Context, c failure.Code) (int, error) {
			_, err := workflow.Execute(ctx, say, c).Get(ctx)
			for _, kind := range kinds[c] {
				if errors.Is(err, kind) {
					taken <- errors.Join(errors.New("the workflow takes it for the engine's"), err)
				}
			}
			return 0, err
		})
		rt := startRuntime(t, st, quiet(), w, say)
		for c, all := range kinds {
			_, err := begin(t, rt, w, c, string(c)).Result(bounded(t))
			if ended := (*reprise.RunError)(nil); !errors.As(err, &ended) || ended.Status != reprise.Failed || !errors.Is(err, c) || failure.KindOf(err) != "" {
				t.Errorf("%s: %v, kind %q; want a failed run with the code", c, err, failure.KindOf(err))
			}
			for _, kind := range all {
				if errors.Is(err, kind) {
					t.Errorf("%v is taken for %v", err, kind)
				}
			}
		}
		close(taken)
		for err := range taken {
			t.Error(err)
		}
	})
}

// rejection holds an activity's details of a failure.
type rejection struct {
	By    string
	Limit int64
}

// The details of a failure pass through a worker to the workflow, and from there to the caller that
// waits for the result, in plain or encrypted.
func TestDetailsOfAFailureReachTheResult(t *testing.T) {
	const errRejected = failure.Code("rejected")
	told := rejection{By: "the risk desk", Limit: 1 << 40}
	for what, cfg := range map[string]reprise.Config{
		"plain": quiet(), "encrypted": sealedConfig(codec.Zstd(0), codec.AESGCM(ringOf("k1"))),
	} {
		t.Run(what, func(t *testing.T) {
			onEachStore(t, func(t *testing.T, st store.Store) {
				ask := activity.New("ask", func(context.Context, int) (int, error) {
					return 0, failure.New(errRejected, "the desk says no", failure.Details(told), failure.Permanent())
				})
				seen := make(chan rejection, 1)
				w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
					_, err := workflow.Execute(ctx, ask, 0).Get(ctx)
					got, _ := failure.DetailsOf[rejection](err)
					seen <- got
					return 0, failure.Wrap(errRejected, err, failure.Details(got))
				})
				_, err := begin(t, startRuntime(t, st, cfg, w, ask), w, 0, "w").Result(bounded(t))
				if got, ok := failure.DetailsOf[rejection](err); !ok || got != told || !errors.Is(err, errRejected) {
					t.Errorf("the result: %+v, %t, of %v", got, ok, err)
				}
				if got := <-seen; got != told {
					t.Errorf("the workflow: %+v", got)
				}
			})
		})
	}
}

// A failure with a code is expected by the workflow. One without a code needs attention.
func TestTheLogTellsAnExpectedFailureFromAnother(t *testing.T) {
	var log logbook
	once := activity.Policy{Retry: activity.RetryPolicy{MaxAttempts: 1}}
	declined := activity.New("declined", func(context.Context, int) (int, error) {
		return 0, failure.New("declined", "card declined")
	}, once)
	broken := activity.New("broken", func(context.Context, int) (int, error) { return 0, errors.New("connection refused") }, once)
	slow := activity.New("slow", func(ctx context.Context, _ int) (int, error) {
		<-ctx.Done()
		return 0, context.Cause(ctx)
	}, activity.Policy{StartToClose: time.Millisecond, Retry: once.Retry})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		for _, a := range []activity.Bound[int, int]{declined, broken, slow} {
			_, _ = workflow.Execute(ctx, a, 0).Get(ctx)
		}
		return 0, nil
	})
	rt := startRuntime(t, newMemory(), log.config(), w, declined, broken, slow)
	if _, err := begin(t, rt, w, 0, "w").Result(bounded(t)); err != nil {
		t.Fatal(err)
	}
	for name, level := range map[string]string{"declined": "level=INFO", "broken": "level=ERROR", "slow": "level=ERROR"} {
		if lines := log.with("activity failed and is not retried", "activity="+name); len(lines) != 1 || len(log.with("activity failed and is not retried", "activity="+name, level)) != 1 {
			t.Errorf("of %s the log says %q; want one line with %s", name, lines, level)
		}
	}
}
