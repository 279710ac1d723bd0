package testkit

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/reprise-run/reprise/internal/failing"
	"github.com/reprise-run/reprise/internal/gates"
	"github.com/reprise-run/reprise/workflow"
)

var (
	endless = workflow.New("endless", func(ctx workflow.Context, _ int) (string, error) {
		for {
			if err := workflow.Sleep(ctx, time.Second); err != nil {
				return "", err
			}
		}
	})
	waits = workflow.New("waits", func(ctx workflow.Context, _ int) (string, error) {
		_, err := workflow.Receive(ctx, note)
		return "", err
	})
	works = workflow.New("works", func(ctx workflow.Context, n int) (string, error) {
		return workflow.Execute(ctx, fetch, n).Get(ctx)
	})
)

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it does not say %q:\n%.5000s", part, text)
		}
	}
}

// short is a limit that a test without an end soon exceeds.
const short = 100 * time.Millisecond

// An endless run keeps virtual time moving, so a test that waits for another run would wait
// for ever. Its goroutines must end, too, which goleak checks after all tests.
func TestAnEndlessRunEndsWithTheLimit(t *testing.T) {
	text := failing.Outside(t, func(t *testing.T, tb testing.TB) {
		env := New(t, endless, waits)
		env.TB, env.limit = tb, short
		Start(env, endless, 1)
		_, _ = Start(env, waits, 1).Result()
		tb.Error("it goes on")
	})
	contains(t, text, "nothing came back within 100ms", "The virtual time is", `of "endless-1" (workflow endless) waits for a timer`, `of "waits-1" (workflow waits) waits for signal note`)
	if strings.Contains(text, "it goes on") || strings.Count(text, "nothing came back") != 1 {
		t.Errorf("it says %.3000s", text)
	}
}

// An attempt that ignores everything and wakes again and again cannot be ended. But it
// wakes no more once its test has ended, since its virtual time then stands still.
func TestAnAttemptThatNeverEndsIsLeftWhereItIs(t *testing.T) {
	text := failing.Outside(t, func(t *testing.T, tb testing.TB) {
		env := New(t, works)
		env.TB, env.limit = tb, short
		env.LeaveOpen()
		Stub(env, fetch, forEverAwake)
		Start(env, works, 1)
		env.Sleep(time.Minute)
	})
	contains(t, text, "Everything that a test starts must end with it", "forEverAwake")
}

func forEverAwake(context.Context, int) (string, error) {
	for {
		<-time.After(time.Second)
	}
}

func TestEveryModeHasTheLimit(t *testing.T) {
	var text string
	passed := t.Run("trial", func(t *testing.T) {
		tr := newTrial(&gates.Schedule{})
		tr.limit = short
		tr.try(t, func(tb testing.TB) {
			env := New(tb, endless, waits)
			Start(env, endless, 1)
			_, _ = Start(env, waits, 1).Result()
		})
		if !tr.gone.Load() || !tr.Failed() {
			t.Error("it has no limit")
		}
		text = tr.story()
	})
	if passed {
		contains(t, text, "nothing came back within", `of "endless-1" (workflow endless) waits for a timer`)
	}
}

// An attempt that waits for something outside the bubble blocks a mode. The test takes the
// limit's grace period of two seconds.
func TestAModeInWhichNothingMovesHasTheLimit(t *testing.T) {
	outside := make(chan struct{})
	tr := newTrial(&gates.Schedule{})
	tr.limit = short
	tr.try(t, func(tb testing.TB) {
		env := New(tb, works)
		env.LeaveOpen()
		Stub(env, fetch, func(context.Context, int) (string, error) {
			<-outside
			return "", errors.New("no connection")
		})
		_, _ = Start(env, works, 1).Result()
	})
	contains(t, tr.story(), "the body did not come back within 2.15s of", "limit_test.go:110 keeps time from moving (chan receive)\n")
	close(outside)
}

func TestAFunctionOfTheStandardLibraryIsTold(t *testing.T) {
	for function, want := range map[string]bool{
		"runtime.gopark(0x1, 0x2)":                          true,
		"sync.(*Mutex).Lock(...)":                           true,
		"net/http.(*Client).Do(0xc000, {0x1, 0x2})":         true,
		"main.main.func1()":                                 false,
		"shop.TestOrder(0xc000)":                            false,
		"shop_test.TestOrder(0xc000)":                       false,
		"shop/charge.Card(...)":                             false,
		"command-line-arguments.TestOrder(0xc000)":          false,
		"command-line-arguments_test.TestOrder(0xc000)":     false,
		"example.org/pay.(*Client).Charge(0xc000)":          false,
		"example%2eorg.Charge[...](0xc000)":                 false,
		"github.com/reprise-run/reprise/testkit.Start(...)": false,
	} {
		if got := ofLibrary(function, "shop"); got != want {
			t.Errorf("%s: %t, want %t", function, got, want)
		}
	}
}
