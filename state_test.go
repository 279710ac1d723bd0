package reprise_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/workflow"
)

// unjoined is a store that nobody can join for a while.
type unjoined struct {
	store.Store
	asked, open chan struct{}
}

func (u *unjoined) Join(ctx context.Context, w store.Worker) error {
	select {
	case u.asked <- struct{}{}:
	default:
	}
	select {
	case <-u.open:
		return u.Store.Join(ctx, w)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestARuntimeSaysWhereItStands(t *testing.T) {
	ctx := bounded(t)
	st := &unjoined{newMemory(), make(chan struct{}, 1), make(chan struct{})}
	inside, leave := make(chan struct{}), make(chan struct{})
	stays := activity.New("stays", func(context.Context, int) (int, error) {
		inside <- struct{}{}
		<-leave
		return 1, nil
	})
	w := workflow.New("w", func(ctx workflow.Context, _ int) (int, error) { return workflow.Execute(ctx, stays, 0).Get(ctx) })
	rt, err := reprise.New(st, quiet(), w, stays)
	if err != nil {
		t.Fatal(err)
	}
	want := func(s reprise.State) {
		t.Helper()
		if got := rt.State(); got != s {
			t.Errorf("it is %s, want %s", got, s)
		}
	}
	want(reprise.StateIdle)
	started := make(chan error)
	go func() { started <- rt.Start(ctx) }()
	<-st.asked
	want(reprise.StateStarting)
	close(st.open)
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	want(reprise.StateReady)
	if _, err := reprise.Start(ctx, rt, w, 0); err != nil {
		t.Fatal(err)
	}
	<-inside
	ends, stopped := make(chan struct{}), make(chan error)
	go func() {
		close(ends)
		stopped <- rt.Stop(ctx)
	}()
	<-ends
	for rt.State() == reprise.StateReady && ctx.Err() == nil {
		runtime.Gosched()
	}
	want(reprise.StateDraining)
	close(leave)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	want(reprise.StateDrained)
	if got := (*reprise.Runtime)(nil).State(); got != reprise.StateIdle {
		t.Errorf("a nil Runtime is %s", got)
	}
	if err := rt.Start(ctx); !errors.Is(err, reprise.ErrStopped) {
		t.Error(err)
	}
}
