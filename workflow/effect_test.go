package workflow_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/replay"
	"github.com/reprise-run/reprise/workflow"
)

func TestASideEffectHappensOnce(t *testing.T) {
	calls := 0
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		a, err := workflow.SideEffect(ctx, func() (int, error) { calls++; return 5, nil })
		if err != nil {
			return 0, err
		}
		return a, workflow.Sleep(ctx, time.Minute)
	}), 0)
	w.restart()
	w.fire()
	if got := result[int](w); got != 5 || calls != 1 {
		t.Errorf("got %d after %d calls", got, calls)
	}
}

func TestWhatASideEffectReturnedIsRecordedEvenIfItIsNothing(t *testing.T) {
	calls := 0
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		var said []string
		note := func(v any, err error) { said = append(said, fmt.Sprintf("%v %v", v, err)) }
		p, err := workflow.SideEffect(ctx, func() (*int, error) { calls++; return nil, nil })
		note(p == nil, err)
		s, err := workflow.SideEffect(ctx, func() ([]string, error) { calls++; return nil, nil })
		note(s == nil, err)
		z, err := workflow.SideEffect(ctx, func() (struct{}, error) { calls++; return struct{}{}, nil })
		note(z, err)
		n, err := workflow.SideEffect(ctx, func() (int, error) {
			calls++
			return 7, failure.New("no_config", "no such file")
		})
		note(n, err)
		said = append(said, string(failure.CodeOf(err)))
		return said, workflow.Sleep(ctx, time.Minute)
	}), 0)
	w.restart()
	w.fire()
	if got := result[[]string](w); !slices.Equal(got, []string{"true <nil>", "true <nil>", "{} <nil>", "0 no such file", "no_config"}) || calls != 4 {
		t.Errorf("got %q after %d calls", got, calls)
	}
}

func TestAValueThatCannotBeRecordedIsAnError(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		_, a := workflow.SideEffect(ctx, func() (chan int, error) { return make(chan int), nil })
		_, b := workflow.SideEffect(ctx, func() ([]byte, error) { return make([]byte, history.MaxPayload+1), nil })
		_, c := workflow.SideEffect[int](ctx, nil)
		return []string{string(failure.KindOf(a)), string(failure.KindOf(b)), fmt.Sprint(c != nil)}, nil
	}), 0)
	if got := result[[]string](w); !slices.Equal(got, []string{"not_encodable", "too_large", "true"}) {
		t.Errorf("got %v", got)
	}
}

func TestASideEffectMayNotUseTheWorkflow(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (int, error) {
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return 0, err
		}
		return workflow.SideEffect(ctx, func() (int, error) { return 0, workflow.Sleep(ctx, time.Hour) })
	}), 0)
	w.try(w.fired())
	var p *replay.PanicError
	if !errors.As(w.err, &p) || !strings.Contains(p.Error(), "SideEffect") {
		t.Errorf("got %v", w.err)
	}
}

func TestRandomNumbersAndIDsAreTheSameOnReplay(t *testing.T) {
	b := workflow.New("w", func(ctx workflow.Context, _ int) ([]string, error) {
		draw := func(ctx workflow.Context) (string, error) {
			r := workflow.Rand(ctx)
			order := []int{0, 1, 2, 3, 4}
			r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			return fmt.Sprint(r.Uint64(), r.IntN(100), r.Float64(), order, workflow.UUID(ctx)), nil
		}
		a, _ := draw(ctx)
		other := workflow.Go(ctx, draw)
		b, err := other.Get(ctx)
		if err != nil {
			return nil, err
		}
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return nil, err
		}
		c, _ := draw(ctx)
		return []string{a, b, c}, nil
	})
	w := begin(t, b, 0)
	w.restart()
	w.fire()
	got := result[[]string](w)
	if got[0] == got[1] || got[0] == got[2] || got[1] == got[2] {
		t.Errorf("two draws are equal: %q", got)
	}
	// This must never change: the history of open runs depends on how numbers
	// follow from the seed.
	if want := "9676914949760215772 93 0.4605935339322971 [2 3 1 4 0] dc5c6c2d-7d3f-4663-a266-b4c574d0833e"; got[0] != want {
		t.Errorf("the first draw is\n     %s, was\n     %s", got[0], want)
	}
}

func TestRandomNumbersKeepTheirBounds(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) ([]int, error) {
		r := workflow.Rand(ctx)
		counts := make([]int, 6)
		for range 6000 {
			counts[r.IntN(6)]++
			if f := r.Float64(); f < 0 || f >= 1 {
				return nil, fmt.Errorf("Float64 gave %v", f)
			}
		}
		if r.IntN(0) != 0 || r.IntN(-3) != 0 || r.IntN(1) != 0 {
			return nil, errors.New("IntN left its bounds")
		}
		id := workflow.UUID(ctx)
		if id.Version() != 4 || id.Variant() != 1 {
			return nil, fmt.Errorf("UUID %v is of version %v, variant %v", id, id.Version(), id.Variant())
		}
		return counts, nil
	}), 0)
	for side, n := range result[[]int](w) {
		if n < 850 || n > 1150 {
			t.Errorf("side %d came %d times in 6000", side, n)
		}
	}
}

func TestInfoDescribesTheRun(t *testing.T) {
	w := begin(t, workflow.New("w", func(ctx workflow.Context, _ int) (workflow.Info, error) {
		inner, cancel := workflow.WithCancel(ctx)
		defer cancel()
		return workflow.GetInfo(inner), nil
	}), 0)
	got := result[workflow.Info](w)
	if got.WorkflowID != "order-42" || got.Workflow != "w" || got.RunID[0] != 7 {
		t.Errorf("got %+v", got)
	}
}
