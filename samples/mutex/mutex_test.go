package mutex_test

import (
	"context"
	"errors"
	"flag"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/samples/mutex"
	"github.com/reprise-run/reprise/testkit"
	"github.com/reprise-run/reprise/workflow"
)

var schedules = flag.Int("schedules", 12, "how many schedules are explored")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	enter = activity.Define[string, activity.None]("enter")
	leave = activity.Define[string, activity.None]("leave")
)

// visit holds the lock of a room for so many minutes.
var visit = workflow.New("visit", func(ctx workflow.Context, minutes int) (string, error) {
	return mutex.With(ctx, "room", time.Hour, func(ctx workflow.Context) (string, error) {
		who := workflow.GetInfo(ctx).WorkflowID
		if _, err := workflow.Execute(ctx, enter, who).Get(ctx); err != nil {
			return "", err
		}
		err := workflow.Sleep(ctx, time.Duration(minutes)*time.Minute)
		whole := workflow.WithoutCancel(ctx)
		if _, failed := workflow.Execute(whole, leave, who).Get(whole); failed != nil {
			return "", failed
		}
		return who, err
	})
})

// room says who is in it.
type room struct {
	inside  string
	visited int
}

func newRoom(tb testing.TB) (*testkit.Env, *room) {
	env, r := testkit.New(tb, visit, mutex.Lock.Bind(mutex.Run)), new(room)
	testkit.Stub(env, enter, func(_ context.Context, who string) (activity.None, error) {
		if r.inside != "" && r.inside != who {
			env.Errorf("%s enters while %s is inside", who, r.inside)
		}
		r.inside = who
		return activity.None{}, nil
	})
	testkit.Stub(env, leave, func(_ context.Context, who string) (activity.None, error) {
		if r.inside == who {
			r.inside, r.visited = "", r.visited+1
		}
		return activity.None{}, nil
	})
	return env, r
}

// visitors share a room; one is called off while it waits, and one while it is inside.
func visitors(tb testing.TB) {
	env, r := newRoom(tb)
	var all []*testkit.Run[string]
	for range 4 {
		all = append(all, testkit.Start(env, visit, 10))
	}
	env.After(5*time.Minute, func() {
		env.Cancel(all[3].WorkflowID(), "not needed")
		env.Cancel(all[0].WorkflowID(), "too slow")
	})
	ended := 0
	for _, v := range all {
		_, err := v.Result()
		if err == nil {
			ended++
		} else if !errors.Is(err, workflow.ErrCancelled) {
			tb.Error(err)
		}
	}
	if ended != 2 || r.inside != "" {
		tb.Errorf("%d visits ended well, want 2; inside: %q", ended, r.inside)
	}
	env.Sleep(2 * mutex.Idle) // the lock ends
}

func TestOneIsInsideAtATime(t *testing.T) {
	visitors(t)
	t.Run("replay always", func(t *testing.T) { testkit.ReplayAlways(t, visitors) })
	t.Run("explore", func(t *testing.T) { testkit.Explore(t, *schedules, visitors) })
}

// Two visitors, and a crash at every point.
func TestOneIsInsideAtATimeWhateverCrashes(t *testing.T) {
	testkit.CrashEverywhere(t, func(tb testing.TB) {
		env, r := newRoom(tb)
		first, second := testkit.Start(env, visit, 10), testkit.Start(env, visit, 10)
		for _, v := range []*testkit.Run[string]{first, second} {
			if _, err := v.Result(); err != nil {
				tb.Error(err)
			}
		}
		if r.inside != "" {
			tb.Errorf("inside: %q", r.inside)
		}
		env.Sleep(2 * mutex.Idle)
	})
}

// Who stays for longer than allowed is sent out, and the next one enters once the first has left. Which of
// the two asks first is left open: both workflows begin at the same moment.
func TestALockIsHeldForATimeAtMost(t *testing.T) {
	env, r := newRoom(t)
	long, next := testkit.Start(env, visit, 600), testkit.Start(env, visit, 1)
	begun := env.Now()
	if _, err := long.Result(); !errors.Is(err, workflow.ErrTimeout) {
		t.Errorf("the long visit ends with %v", err)
	}
	if _, err := next.Result(); err != nil {
		t.Error(err)
	}
	if took := env.Now().Sub(begun); took > 2*time.Hour || r.visited != 2 {
		t.Errorf("after %v %d have visited", took, r.visited)
	}
	env.Sleep(2 * mutex.Idle)
}

// A holder that is terminated gives nothing back: the lock goes on when its time and the grace are over.
func TestALockOutlivesItsHolder(t *testing.T) {
	env, r := newRoom(t)
	gone := testkit.Start(env, visit, 600)
	env.Sleep(time.Minute)
	next, begun := testkit.Start(env, visit, 1), env.Now()
	if err := env.Do(func(ctx context.Context, c reprise.Client) error {
		return reprise.Terminate(ctx, c, gone.WorkflowID(), "enough")
	}); err != nil {
		t.Fatal(err)
	}
	r.inside = "" // nobody says so: the activity that would is not called
	if _, err := next.Result(); err != nil {
		t.Error(err)
	}
	// One minute of the hour has passed before the next one came, and its visit takes one.
	if took := env.Now().Sub(begun); took != time.Hour+mutex.Grace || r.visited != 1 {
		t.Errorf("after %v %d have visited", took, r.visited)
	}
	env.Sleep(2 * mutex.Idle)
}
